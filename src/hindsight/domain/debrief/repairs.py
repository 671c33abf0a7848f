"""S6: which later step repaired a failed one, and how."""

import itertools
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hindsight.domain.debrief.before import preconditions
from hindsight.domain.debrief.classes import transient_class
from hindsight.domain.debrief.diff import argument_diff, goal_words, same_value, volatile, words
from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.generalise import about_time_or_size, rule_for
from hindsight.domain.debrief.status import EMPTY, OK
from hindsight.domain.debrief.values import EPHEMERAL, any_value, has_token, telling
from hindsight.domain.experience.record import Op
from hindsight.domain.tools import (
    changes,
    command_of,
    derives,
    is_shell,
    named,
    probes,
    says_change,
    talks,
    waits,
)

_WINDOW = 60  # steps of the same tool looked at for a repair
_SWITCH_WINDOW = 25  # steps looked at for another tool that took over
_SAME_LINE = 0.5  # share of the words of two command lines that are one by two programs
_BETWEEN = 40  # steps between failure and repair that may explain it
_LONG_RUN_S = 600  # the same failure for longer than this is no blip

_COMMON = named("utf-8 utf8 ascii latin-1 gb18030 json default false true string markdown")
_IN_PART = ("part", "token", "prefix", "suffix")
_LOOKS = named("select show describe desc explain with list get help print")
_DIGITS = re.compile(r"[0-9]+")
_STEM = re.compile(r"[^a-z0-9一-鿿]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A chain of failed attempts and what ended it; `by` is None when nothing did."""

    failed: tuple[Seen, ...]
    by: Seen | None
    kind: str
    nature: str
    ops: tuple[Op, ...] = ()
    between: tuple[Seen, ...] = ()

    @property
    def last(self) -> Seen:
        return self.failed[-1]


def find_repairs(seen: Sequence[Seen], goal: str = "") -> tuple[Repair, ...]:
    """Every failed or empty step in its chain, in order of the first failure. Linear: windows are bounded.

    What the goal names belongs to this task: see `argument_diff`.
    """
    named = goal_words(goal)
    families: dict[str, list[int]] = defaultdict(list)
    for position, item in enumerate(seen):
        families[item.family].append(position)
    axes = {family: _item_axes([seen[p] for p in places]) for family, places in families.items()}
    taken: set[int] = set()
    repairs = []
    for position, item in enumerate(seen):
        if not item.failed or position in taken:
            continue
        places = families[item.family]
        start = bisect_right(places, position)
        later = [place for place in places[start : start + _WINDOW] if place not in taken]
        chain, by = _chain(seen, position, later, axes[item.family])
        taken.update(chain)
        repair = _judge(seen, chain, by, named)
        if repair:
            repairs.append(repair)
    return _joined(repairs)


def _joined(repairs: Sequence[Repair]) -> tuple[Repair, ...]:
    """The same failure left open at several items of a batch is one."""
    groups: dict[object, list[Repair]] = defaultdict(list)
    for position, repair in enumerate(repairs):
        groups[repair.last.fingerprint if repair.kind == "unrepaired" else position].append(repair)
    return tuple(_one(group) for group in groups.values())


def _one(group: Sequence[Repair]) -> Repair:
    if len(group) == 1:
        return group[0]
    failed = sorted((item for repair in group for item in repair.failed), key=lambda item: item.i)
    return replace(group[0], failed=tuple(failed), nature=_by_duration(tuple(failed)))


def _chain(
    seen: Sequence[Seen], position: int, later: Sequence[int], axes: frozenset[frozenset[str]]
) -> tuple[list[int], int | None]:
    chain = [position]
    for candidate in later:
        last, item = seen[chain[-1]], seen[candidate]
        if item.status != OK and not item.failed:
            continue
        if not _related(last, item) or _other_item(last, item, axes):
            continue
        if item.failed:
            chain.append(candidate)
        else:
            return chain, candidate
    return chain, None


def _related(old: Seen, new: Seen) -> bool:
    """Two calls belong together: an equal value, values of which one explains the other, or token overlap >= 0.34."""
    if not old.flat and not new.flat:
        return True
    if not is_shell(old.family):
        named = old.step.args.get("element")
        if same_value(old.flat, new.flat) or (named and named == new.step.args.get("element")):
            return True
    if len(old.flat) == 1 and old.flat.keys() == new.flat.keys():
        ((path, value),) = old.flat.items()
        both_pass = EPHEMERAL.fullmatch(str(value)) and EPHEMERAL.fullmatch(str(new.flat[path]))
        if both_pass or rule_for(path, value, new.flat[path]):
            return True
    a, b = old.words, new.words
    return bool(a or b) and len(a & b) / len(a | b) >= 0.34


def _item_axes(calls: Sequence[Seen]) -> frozenset[frozenset[str]]:
    """The argument sets that vary between calls that all went well: they name work items, not ways to do the work."""
    good = [item.flat for item in calls if item.status == OK][: _WINDOW * 2]
    return frozenset(
        frozenset(path for path in {*a, *b} if a.get(path) != b.get(path))
        for a, b in itertools.pairwise(good)
        if a != b
    )


def _other_item(old: Seen, new: Seen, axes: frozenset[frozenset[str]]) -> bool:
    """The later call works on another item of a batch, or looks up something else: it repairs nothing."""
    a, b = old.flat, new.flat
    changed = frozenset(path for path in {*a, *b} if a.get(path) != b.get(path))
    if old.status == EMPTY and not is_shell(old.family):
        return any(path in a and path in b and not _variant(path, a[path], b[path]) for path in changed)
    if not changed or changed not in axes:
        return False
    return not any(_variant(path, a.get(path), b.get(path)) for path in changed)


def _variant(path: str, old: Any, new: Any) -> bool:
    """Another spelling of the same thing, or free text that may be a new wording."""
    if rule_for(path, old, new):
        return True
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    if any(mark in old.strip() for mark in " \n\t"):
        return True
    a, b = (re.split(r"[/\\]", value.rstrip("/"))[-1].casefold() for value in (old, new))
    if _DIGITS.findall(a) != _DIGITS.findall(b):
        return False
    x, y = _STEM.sub("", a.rsplit(".", 1)[0]), _STEM.sub("", b.rsplit(".", 1)[0])
    return bool(x) and bool(y) and (x in y or y in x)


def _judge(seen: Sequence[Seen], chain: list[int], by: int | None, named: frozenset[str]) -> Repair | None:
    failed = tuple(seen[position] for position in chain)
    last = failed[-1]
    if by is None:
        return None if last.status == EMPTY else _unrepaired(seen, failed, chain, named)
    repaired = seen[by]
    between = tuple(item for item in seen[max(chain[-1] + 1, by - _BETWEEN) : by] if not item.step.is_remark)
    ops = _for_the_first(failed, repaired, named) or argument_diff(last.flat, repaired.flat, last.family, named)
    source = _refresher(ops, between)
    if source:
        refresh = tuple(
            Op(tool=source.family, op="refresh", path=op.path, old=op.old, new=op.new, rule=op.rule)
            for op in ops
            if op.op in ("set", "add")
        )
        return Repair(
            failed=failed, by=repaired, kind="refreshed_value", nature="permanent", ops=refresh, between=(source,)
        )
    ops = ops or _of_another_kind(last, repaired)
    if ops:
        ops = tuple(any_value(op, last) for op in (*ops, *_earlier(failed, repaired, ops)))
        nature = "permanent"
        if transient_class(last.cls) and not any(about_time_or_size(_about(op)) for op in ops):
            nature = "unknown"
        meant = tuple(item for item in _span(seen, chain[0], by) if changes(item.family) and item.status == OK)
        return Repair(failed=failed, by=repaired, kind="changed_arguments", nature=nature, ops=ops, between=meant[-3:])
    needed = preconditions(last, between)
    if needed:
        before = tuple(_before(item) for item in needed)
        return Repair(failed=failed, by=repaired, kind="precondition", nature="permanent", ops=before, between=needed)
    retry = (Op(tool=last.family, op="retry"),)
    return Repair(
        failed=failed,
        by=repaired,
        kind="plain_retry",
        nature="transient",
        ops=retry,
        between=tuple(item for item in between if waits(item.family)),
    )


def _for_the_first(failed: Sequence[Seen], repaired: Seen, named: frozenset[str]) -> tuple[Op, ...]:
    """The change of the first call, where the last attempt's is one of parts that the first did not have.

    The next agent begins as this one did: with `title`, not with the `title.raw` that was tried and failed as well.
    """
    first, last = failed[0], failed[-1]
    if first.fingerprint != last.fingerprint or first.flat == last.flat:
        return ()
    ops = argument_diff(last.flat, repaired.flat, last.family, named)
    if not any(op.rule in _IN_PART or op.op.startswith("line") for op in ops):
        return ()
    found = argument_diff(first.flat, repaired.flat, last.family, named)
    return found if {op.path for op in found} == {op.path for op in ops} else ()


def _of_another_kind(last: Seen, repaired: Seen) -> tuple[Op, ...]:
    """Of what differs in every call (a time, a cursor): another kind of value, and what the error misses."""
    found = argument_diff(volatile(last.step.args), volatile(repaired.step.args), last.family)
    missed = last.step.text.lower()
    return tuple(
        replace(op, rule="present") if op.op == "add" else op
        for op in found
        if (op.op == "set" and op.rule) or (op.op == "add" and op.path.lower() in missed)
    )


def _span(seen: Sequence[Seen], start: int, end: int) -> Sequence[Seen]:
    """The calls of other tools between a failure and its cure: the cure may be theirs."""
    own = seen[start].family
    return [
        item for item in seen[max(start + 1, end - _BETWEEN) : end] if item.family != own and not item.step.is_remark
    ]


def _about(op: Op) -> str:
    """The argument an operation is about; for a word of a command the word itself."""
    return f"{op.old or ''} {op.new or ''}" if op.rule in ("token", "part") else op.path


def _before(item: Seen) -> Op:
    command = command_of(item.step.args) if is_shell(item.family) else ""
    return Op(tool=item.family, op="before", path="command" if command else "", new=command or dict(item.step.args))


def _earlier(failed: tuple[Seen, ...], repaired: Seen, ops: tuple[Op, ...]) -> Iterator[Op]:
    """What earlier attempts had already put right: another failure, cured by a change that was kept to the end."""
    covered = {op.path for op in ops}
    final = repaired.flat
    for a, b in itertools.pairwise(failed):
        if a.fingerprint == b.fingerprint:
            continue
        for op in argument_diff(a.flat, b.flat, a.family):
            new = op.op in ("set", "add") and op.rule not in ("token", "part") and op.path not in covered
            if new and final.get(op.path) == op.new:
                covered.add(op.path)
                yield op


def _refresher(ops: Sequence[Op], between: Sequence[Seen]) -> Seen | None:
    """The step between whose result brought the new value."""
    sources = [item for item in between if item.status == OK and item.step.result]
    for op in ops:
        if op.op not in ("set", "add"):
            continue
        value = str(op.new)
        if isinstance(op.new, list | dict | bool) or not telling(value):
            continue
        found: Seen | None = next(
            (item for item in reversed(sources) if has_token(item.step.result or "", value)), None
        )
        if found:
            return found
        if EPHEMERAL.fullmatch(value) and EPHEMERAL.fullmatch(str(op.old)):
            return next((item for item in reversed(between) if item.status == OK and probes(item.family)), None)
    return None


def _unrepaired(seen: Sequence[Seen], failed: tuple[Seen, ...], chain: list[int], named: frozenset[str]) -> Repair:
    last = failed[-1]
    after = seen[chain[-1] + 1 : chain[-1] + 1 + _SWITCH_WINDOW]
    again = next((item for item in after if _other_program(last, item)), None)
    if again:
        ops = argument_diff(last.flat, again.flat, last.family, named)
        return Repair(failed=failed, by=again, kind="changed_arguments", nature="permanent", ops=ops)
    other = next((item for item in after if _takes_over(last, item)), None)
    if other:
        switch = (Op(tool=other.family, op="instead", old=last.family, new=other.family),)
        return Repair(failed=failed, by=other, kind="tool_switch", nature=last.nature, ops=switch)
    return Repair(failed=failed, by=None, kind="unrepaired", nature=_by_duration(failed))


def _other_program(failed: Seen, item: Seen) -> bool:
    """The same command line by another program (`docker-compose up` and `docker compose up`) that went well."""
    if item.status != OK or not (is_shell(failed.family) and is_shell(item.family)) or probes(item.family):
        return False
    if failed.words == item.words:
        return failed.flat != item.flat
    a, b = failed.words, item.words
    return len(a & b) / len(a | b) >= _SAME_LINE


def _takes_over(failed: Seen, item: Seen) -> bool:
    """Another tool that went well with one of the same telling values; a mere look does not replace a change."""
    if item.family == failed.family or item.status != OK or talks(item.family) or item.step.is_remark:
        return False
    if changes(failed.family) and probes(item.family):
        unknown = not is_shell(failed.family) and not says_change(failed.family)
        if not (unknown and derives(item.family)):
            return False
    values = [
        value
        for leaf in failed.flat.values()
        for value in (words(leaf)[1:] if is_shell(failed.family) and isinstance(leaf, str) else [str(leaf)])
        if 4 < len(value) <= 300 and value.lower() not in _COMMON and not value.startswith("-")
    ]
    values += [base for value in values if 4 < len(base := re.split(r"[/\\]", value)[-1]) < len(value)]
    leaves = [str(leaf) for leaf in item.flat.values()]
    return any(has_token(leaf[:4000], value) for value in values for leaf in leaves)


def _by_duration(failed: tuple[Seen, ...]) -> str:
    """The table's nature, unless the same call failed alike three times over more than ten minutes."""
    last = failed[-1]
    alike = [item for item in failed if item.fingerprint == last.fingerprint and item.flat == last.flat]
    first_at, last_at = alike[0].step.started_at, alike[-1].step.started_at
    if len(alike) >= 3 and first_at and last_at and (last_at - first_at).total_seconds() > _LONG_RUN_S:
        return "permanent"
    return last.nature
