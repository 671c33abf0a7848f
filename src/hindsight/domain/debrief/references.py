"""S6: values that name one case only (ids, handles, versions), and the step whose result brought them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hindsight.domain.debrief.diff import argument_diff, volatile
from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.generalise import of_kind
from hindsight.domain.debrief.status import OK
from hindsight.domain.debrief.values import EPHEMERAL, has_token, telling
from hindsight.domain.experience.record import Op
from hindsight.domain.tools import probes

_LONGEST = 300
_HANDLE = re.compile(r"(?=\S{0,199}[0-9])\S{2,200}", re.ASCII)
_FREE_TEXT = "description"


def refresher(ops: Sequence[Op], between: Sequence[Seen]) -> Seen | None:
    """The step between whose result brought the new value."""
    for op in map(_single, ops):
        if op.op not in ("set", "add") or isinstance(op.new, list | dict | bool):
            continue
        found: Seen | None = _source(op, between)
        if found:
            return found
        if telling(str(op.new)) and EPHEMERAL.fullmatch(str(op.new)) and EPHEMERAL.fullmatch(str(op.old)):
            looks: list[Seen] = [item for item in between if item.status == OK and probes(item.family)]
            return looks[-1] if looks else None
    return None


def explained(last: Seen, repaired: Seen, between: Sequence[Seen]) -> tuple[Op, ...]:
    """The changes of volatile arguments that say something.

    It is another kind of value, a handle that a step between brought, or the error speaks of what came or went.
    """
    before, after = volatile(last.step.args), volatile(repaired.step.args)
    text = last.step.text.lower()
    ops = []
    for op in argument_diff(before, after, last.family):
        name = op.path.rsplit(".", 1)[-1].lower()
        if op.op == "add" and name in text:
            ops.append(replace(op, rule="present"))
        elif op.op == "del" and name in text:
            ops.append(op)
        elif op.op == "set" and name != _FREE_TEXT:
            brought = _HANDLE.fullmatch(str(op.new)) is not None and _source(op, between) is not None
            if brought or of_kind(op.rule):
                ops.append(op)
    return tuple(ops)


def _single(op: Op) -> Op:
    """A handle in a list of its own is a handle."""
    if isinstance(op.new, list) and len(op.new) == 1 and isinstance(op.old, list) and len(op.old) == 1:
        return replace(op, old=op.old[0], new=op.new[0])
    return op


def _source(op: Op, between: Sequence[Seen]) -> Seen | None:
    value, name = str(op.new), op.path.rsplit(".", 1)[-1]
    item: Seen
    for item in reversed(between):
        text = item.step.result or ""
        if item.status != OK or not has_token(text, value):
            continue
        if telling(value) or (not op.rule and _stands_under(text, name, value)):
            return item
    return None


def _stands_under(text: str, name: str, value: str) -> bool:
    """The value follows its own name: `"version": 4`, `version=4`, `<version>4<`, `版本：4`."""
    if len(value) > _LONGEST or not value.strip():
        return False
    named = rf"(?<![a-z0-9_]){re.escape(name[:100])}[\"'=:：>\s]{{1,4}}{re.escape(value)}(?![a-z0-9_])"
    return re.search(named, text, re.IGNORECASE | re.ASCII) is not None
