"""What a later run says about an experience (X9): was it followed, and did the failure come back."""

import json
import re
from collections.abc import Sequence
from typing import Any

from hindsight.domain.debrief.classes import transient_class
from hindsight.domain.debrief.command_words import words
from hindsight.domain.debrief.errors import Seen, fine_key
from hindsight.domain.debrief.generalise import follows
from hindsight.domain.debrief.lessons import LOOP_CLASS
from hindsight.domain.debrief.loops import find_loops
from hindsight.domain.debrief.status import OK
from hindsight.domain.experience import Experience, Op, Outcome
from hindsight.domain.experience.conditions import fits, value_at
from hindsight.domain.procedure import PARAMETER
from hindsight.domain.proof import literals
from hindsight.domain.tools import COMMAND_KEYS, command_of, is_shell, named, program_of

_ELSEWHERE = frozenset({"before", "refresh"})
_GENERAL = named("code path file name id url query text content data type value body") | {*COMMAND_KEYS}
"""Argument names that errors use in another sense."""


def credit(experience: Experience, seen: Sequence[Seen]) -> Outcome:
    """Applied: some call satisfies every operation. Recurred: the failure came back all the same.

    A call that followed the advice and failed counts against it when it failed the same way (fingerprint, or coarse
    key), when its error names what the advice had put in, or when a later call undid just that and went well. A
    failure before the advice was followed, or of a call that did not follow it, is none of its doing. An experience
    without operations cannot be seen to be applied; a loop recurs when the same calls loop again.
    """
    followed = _followed(experience, seen)
    if not followed:
        return Outcome(applied=False, recurred=recurred(experience, seen))
    failed = any(_failed_anyway(experience, seen[at], seen[at + 1 :]) for at in followed)
    return Outcome(applied=True, recurred=failed)


def applied(experience: Experience, seen: Sequence[Seen]) -> bool:
    """Some call satisfies every operation of the experience."""
    return bool(_followed(experience, seen))


def _followed(experience: Experience, seen: Sequence[Seen]) -> list[int]:
    """The positions of the calls that satisfy every operation."""
    ops = tuple(op for op in experience.adjustment.ops if op.rule != PARAMETER)
    target = next((op.tool for op in reversed(ops) if op.op not in _ELSEWHERE), experience.tool)
    if not ops:
        return []
    programs = is_shell(target) and any(op.rule == "token" and str(op.old) == program_of(str(op.old)) for op in ops)
    return [
        at
        for at, item in enumerate(seen)
        if (item.family == target or (programs and is_shell(item.family)))
        and fits(experience, item.step.args)
        and all(_satisfied(op, item, at, seen) for op in ops)
    ]


def _failed_anyway(experience: Experience, call: Seen, later: Sequence[Seen]) -> bool:
    """The call that followed the advice failed, and it looks like the advice's fault."""
    if not call.failed:
        return False
    key = experience.fingerprint or experience.coarse_key
    if key and key in (call.fingerprint, call.coarse_key):
        return True
    if transient_class(call.cls):
        return False
    ops = [op for op in experience.adjustment.ops if op.op in ("set", "add", "line+") and op.rule != PARAMETER]
    return any(_named(op, call) for op in ops) or _undone(ops, call, later)


def _named(op: Op, call: Seen) -> bool:
    """The error speaks of the argument or the value that the advice had put in."""
    text = call.step.text[:4000].casefold()
    name = op.path.rsplit(".", 1)[-1].casefold()
    said = [*([name] if name not in _GENERAL else []), *([op.new.casefold()] if isinstance(op.new, str) else [])]
    return any(len(word) > 2 and _has_word(text, word) for word in said)


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<![a-z0-9_]){re.escape(word[:200])}(?![a-z0-9_])", text) is not None


def _undone(ops: Sequence[Op], call: Seen, later: Sequence[Seen]) -> bool:
    """A later call that went well differs from this one just in what the advice had put in."""
    paths = {op.path for op in ops if op.rule not in ("token", "part")}
    return bool(paths) and any(
        item.family == call.family
        and item.status == OK
        and {path for path in {*call.flat, *item.flat} if call.flat.get(path) != item.flat.get(path)} == paths
        for item in later
    )


def unneeded(experience: Experience, seen: Sequence[Seen]) -> bool:
    """A call went well with just the values that the lesson replaces: they are wrong in some cases only.

    Or its very failure was cured by another value: that one, too, is right in some cases only.
    """
    ops = [op for op in literals(experience) if op.op == "set" and not op.rule]
    if not ops:
        return False
    mine = [item for item in seen if item.family == experience.tool and fits(experience, item.step.args)]
    failed = False
    for item in mine:
        failed = failed or (item.failed and item.fingerprint == experience.fingerprint)
        values = [(item.flat[op.path], op) for op in ops if op.path in item.flat]
        if item.status != OK or len(values) < len(ops):
            continue
        if all(value == _plain(op.old) for value, op in values):
            return True
        if failed and all(value != _plain(op.new) for value, op in values):
            return True
    return False


def recurred(experience: Experience, seen: Sequence[Seen]) -> bool:
    if experience.kind == "loop":
        keys = {fine_key(seen[loop.start].family, LOOP_CLASS, "") for loop in find_loops(seen) if loop.same_result}
        return experience.fingerprint in keys
    if experience.fingerprint:
        return any(item.failed and item.fingerprint == experience.fingerprint for item in seen)
    return bool(experience.coarse_key) and any(
        item.failed and item.coarse_key == experience.coarse_key for item in seen
    )


def _satisfied(op: Op, item: Seen, at: int, seen: Sequence[Seen]) -> bool:
    match op.op:
        case "set" | "add":
            return _word_set(op, item) if op.rule == "token" else _value_set(op, item)
        case "del":
            return not _has_words(op.old, item) if op.rule == "token" else _value(op, item) is None
        case "line+":
            return str(op.new).strip() in _lines(item.flat.get(op.path))
        case "line-":
            return str(op.old).strip() not in _lines(item.flat.get(op.path))
        case "before":
            return any(_made(op, earlier, item) for earlier in seen[:at])
        case "refresh":
            return _refreshed(op, item, at, seen)
        case "retry":
            return any(
                earlier.failed and earlier.family == item.family and earlier.flat == item.flat for earlier in seen[:at]
            )
        case "instead":
            return item.family == op.tool
        case _:
            return False


def _made(op: Op, earlier: Seen, item: Seen) -> bool:
    """The step before went well; where it is a call of the same tool, it has to be the very one."""
    if earlier.family != op.tool or earlier.status != OK:
        return False
    said = command_of(earlier.step.args) if isinstance(op.new, str) else dict(earlier.step.args)
    return op.tool != item.family or said == _plain(op.new)


def _value_set(op: Op, item: Seen) -> bool:
    value = _value(op, item)
    if value is None and op.path not in item.flat:
        return False
    if op.rule in ("prefix", "suffix"):
        text, added = str(value), str(op.new)
        return text.startswith(added) if op.rule == "prefix" else text.endswith(added)
    if op.rule == "part":
        if not isinstance(value, str) or str(op.new) not in value:
            return False
        return not op.old or str(op.old) not in value.replace(str(op.new), "")
    return bool(value == _plain(op.new)) or follows(op.rule, value, op.old)


def _value(op: Op, item: Seen) -> Any:
    """The argument an operation is about, a volatile one too; None: it is not there."""
    return item.flat[op.path] if op.path in item.flat else value_at(item.step.args, op.path)


def _word_set(op: Op, item: Seen) -> bool:
    return _has_words(op.new, item) and (op.op == "add" or not (op.old is not None and _has_words(op.old, item)))


def _has_words(value: Any, item: Seen) -> bool:
    """The words stand in the command, next to each other."""
    command = words(command_of(item.step.args) if is_shell(item.family) else str(item.flat))
    wanted = words(str(value))
    return any(command[at : at + len(wanted)] == wanted for at in range(len(command) - len(wanted) + 1))


def _lines(value: Any) -> set[str]:
    return {line.strip() for line in value.splitlines()} if isinstance(value, str) else set()


def _refreshed(op: Op, item: Seen, at: int, seen: Sequence[Seen]) -> bool:
    """The value came out of a call of the named tool made after the last use of this one."""
    last_use = next((k for k in range(at - 1, -1, -1) if seen[k].family == item.family), -1)
    value = _value(op, item)
    if value is None:
        return False
    values = words(value) if op.rule == "token" and isinstance(value, str) else [str(value)]
    results = [step.step.result or "" for step in seen[last_use + 1 : at] if step.family == op.tool]
    return any(single in result for single in values if len(single) > 1 or single.isdigit() for result in results)


def _plain(value: Any) -> Any:
    """A list or object as JSON gives it back."""
    return json.loads(json.dumps(value)) if isinstance(value, list | dict | tuple) else value
