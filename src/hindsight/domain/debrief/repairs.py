"""S6: which later step repaired a failed one, and how."""

import itertools
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hindsight.domain.debrief.before import preconditions
from hindsight.domain.debrief.chains import WINDOW, Chain, chain_of, item_axes
from hindsight.domain.debrief.classes import transient_class
from hindsight.domain.debrief.command_words import words
from hindsight.domain.debrief.diff import argument_diff, goal_words
from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.generalise import about_time_or_size
from hindsight.domain.debrief.references import explained, refresher
from hindsight.domain.debrief.status import EMPTY, OK
from hindsight.domain.debrief.values import any_value, has_token
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

_SWITCH_WINDOW = 25  # steps looked at for another tool that took over
_SAME_LINE = 0.5  # share of the words of two command lines that are one by two programs
_BETWEEN = 40  # steps between failure and repair that may explain it
_LONG_RUN_S = 600  # the same failure for longer than this is no blip

_COMMON = named("utf-8 utf8 ascii latin-1 gb18030 json default false true string markdown")
_IN_PART = ("part", "token", "prefix", "suffix")


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
    axes = {family: item_axes([seen[p] for p in places]) for family, places in families.items()}
    taken: set[int] = set()
    repairs = []
    for position, item in enumerate(seen):
        if not item.failed or position in taken:
            continue
        places = families[item.family]
        start = bisect_right(places, position)
        later = [place for place in places[start : start + WINDOW] if place not in taken]
        chain = chain_of(seen, position, later, axes[item.family])
        taken.update(chain.failed)
        repair = _judge(seen, chain, named)
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


def _judge(seen: Sequence[Seen], chain: Chain, named: frozenset[str]) -> Repair | None:
    failed = tuple(seen[position] for position in chain.failed)
    last, by = failed[-1], chain.by
    if by is None:
        return None if last.status == EMPTY else _unrepaired(seen, failed, chain, named)
    repaired = seen[by]
    between = tuple(item for item in seen[max(*chain.failed, by - _BETWEEN - 1) + 1 : by] if not item.step.is_remark)
    changed = _for_the_first(failed, repaired, named) or argument_diff(last.flat, repaired.flat, last.family, named)
    ops = (*changed, *explained(last, repaired, between))
    source = refresher(ops, between)
    if source:
        refresh = tuple(
            Op(tool=source.family, op="refresh", path=op.path, old=op.old, new=op.new, rule=op.rule)
            for op in ops
            if op.op in ("set", "add")
        )
        return Repair(
            failed=failed, by=repaired, kind="refreshed_value", nature="permanent", ops=refresh, between=(source,)
        )
    if ops:
        ops = tuple(any_value(op, last) for op in (*ops, *_earlier(failed, repaired, ops)))
        nature = "permanent"
        if transient_class(last.cls) and not any(about_time_or_size(_about(op)) for op in ops):
            nature = "unknown"
        meant = tuple(item for item in _span(seen, min(chain.failed), by) if changes(item.family) and item.status == OK)
        return Repair(failed=failed, by=repaired, kind="changed_arguments", nature=nature, ops=ops, between=meant[-3:])
    needed = preconditions(last, between, [seen[place] for place in chain.steps])
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
    """The change of the first call, where it is a general one, or the last attempt's is one of parts.

    The next agent begins as this one did: with `title`, not with the `title.raw` that was tried and failed as well.
    """
    first, last = failed[0], failed[-1]
    if first.fingerprint != last.fingerprint or first.flat == last.flat:
        return ()
    ops = argument_diff(last.flat, repaired.flat, last.family, named)
    found = argument_diff(first.flat, repaired.flat, last.family, named)
    in_parts = any(op.rule in _IN_PART or op.op.startswith("line") for op in ops)
    if not in_parts and any(op.op == "set" and op.rule in ("", "present") for op in found):
        return ()
    return found if {op.path for op in found} == {op.path for op in ops} else ()


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


def _unrepaired(seen: Sequence[Seen], failed: tuple[Seen, ...], chain: Chain, named: frozenset[str]) -> Repair:
    last = failed[-1]
    start = chain.failed[-1] + 1
    after = seen[start : start + _SWITCH_WINDOW]
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
