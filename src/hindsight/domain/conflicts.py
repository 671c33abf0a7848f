"""What a new statement does to what was believed: supersede, flag, confirm, refute, or nothing (W6).

Two statements meet when their claims are about the same attribute of the same entity, or, without claims, when the
texts are alike and their key fields contradict. An old one is only superseded when it is clear which is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from hindsight.domain.attributes import (
    canonical_attribute,
    canonical_entity,
    denied,
    narrower,
    needs_cue,
    related,
    same_topic,
    same_value,
    single_valued,
)
from hindsight.domain.contrast import contrast
from hindsight.domain.memory import LAYER, Claim, Memory
from hindsight.domain.policy import WritePolicy


@dataclass(frozen=True, slots=True)
class Supersede:
    """``old`` is history from ``at`` on; the new one is true from then."""

    old: Memory
    at: datetime


@dataclass(frozen=True, slots=True)
class Predate:
    """The new one is about an earlier time: it is stored as history that ended at ``at``, when ``old`` began."""

    old: Memory
    at: datetime


@dataclass(frozen=True, slots=True)
class Flag:
    """It is unclear which is right: both stay valid, each names the other. ``reason``: ``lower_trust``, ``unsure``, "
    "``same_time``, ``no_cue``.
    """

    old: Memory
    reason: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """The new one says what ``old`` says."""

    old: Memory


@dataclass(frozen=True, slots=True)
class Refute:
    """An unsure denial: ``old`` loses some confidence, both are flagged."""

    old: Memory


@dataclass(frozen=True, slots=True)
class Coexist:
    """Both are true. ``reason``: ``several_values``, ``other_interval``, ``other_topic``, ``denies_other``."""

    old: Memory
    reason: str


Decision: TypeAlias = Supersede | Predate | Flag | Confirm | Refute | Coexist


def judge(
    new: Memory,
    existing: Sequence[Memory],
    *,
    now: datetime,
    policy: WritePolicy,
    update: bool = False,
    replaces: str | None = None,
    similarity: Mapping[str, float] | None = None,
    speaker: AbstractSet[str] = frozenset(),
) -> tuple[Decision, ...]:
    """One decision for each of ``existing``, in order.

    ``update``: the words say that something changed (``Candidate.update``). ``replaces``: the old value that they name
    ("from *coffee* to tea"). ``similarity``: by memory id, calibrated 0–1, for memories without a comparable claim.
    ``speaker``: names, case folded, that are the speaker's own: what is told of Alice and of "user" may be the same.
    """
    alike = {id_ for id_, value in (similarity or {}).items() if value >= policy.contradiction}
    return tuple(
        _judge(_Case(new, old, now, policy, update, replaces, old.id in alike, speaker))
        for old in existing
        if old.id != new.id
    )


@dataclass(frozen=True, slots=True)
class _Case:
    """One new and one old statement, and what is known about the new one's words."""

    new: Memory
    old: Memory
    now: datetime
    policy: WritePolicy
    update: bool
    replaces: str | None
    alike: bool
    speaker: AbstractSet[str]


def _judge(case: _Case) -> Decision:
    new, old = case.new, case.old
    if _other_interval(new, old):
        return Coexist(old, "other_interval")
    if new.claim is not None and old.claim is not None:
        return _judge_claims(case, new.claim, old.claim)
    semantic = LAYER[new.kind] == LAYER[old.kind] == "semantic"
    if not semantic or not case.alike or contrast(new.content, old.content) != "contradicts":
        return Coexist(old, "other_topic")
    return _replace(case, update=True) if case.update else Flag(old, _doubt(case, update=False) or "no_cue")


def _judge_claims(case: _Case, mine: Claim, yours: Claim) -> Decision:
    old = case.old
    if canonical_entity(mine.entity, case.speaker) != canonical_entity(yours.entity, case.speaker):
        return Coexist(old, "other_topic")
    if case.replaces and not denied(mine) and not denied(yours) and same_value(case.replaces, yours.value):
        return _replace(case, update=True)
    if not same_topic(mine, yours, case.speaker):
        ends = denied(mine) and not denied(yours) and canonical_attribute(yours.attribute) in related(mine.attribute)
        told = ends and same_value(mine.value, yours.value) and not narrower(mine.value, yours.value)
        return _replace(case, update=case.update) if told else Coexist(old, "other_topic")
    if same_value(mine.value, yours.value):
        return _judge_same_value(case, mine, yours)
    if denied(mine) or denied(yours):
        return Coexist(old, "denies_other")
    if not single_valued(mine.attribute, mine.value):
        return Coexist(old, "several_values")
    if not case.update and needs_cue(mine.attribute, mine.value):
        return Flag(old, _doubt(case, update=False) or "no_cue")
    return _replace(case, update=case.update)


def _judge_same_value(case: _Case, mine: Claim, yours: Claim) -> Decision:
    if denied(mine) == denied(yours):
        return Confirm(case.old)
    if denied(mine) and not single_valued(mine.attribute, mine.value) and narrower(mine.value, yours.value):
        return Coexist(case.old, "denies_other")
    if _unsure(case) and case.new.trust >= case.old.trust:
        return Refute(case.old)
    changed_heart = canonical_attribute(mine.attribute) == "likes" and case.new.when > case.old.when
    return _replace(case, update=case.update or changed_heart)


def _replace(case: _Case, *, update: bool) -> Decision:
    """Supersede where it is clear, otherwise flag with the doubt."""
    doubt = _doubt(case, update=update)
    if doubt:
        return Flag(case.old, doubt)
    start = since(case.new)
    if start is not None and _begin(case.old) > start and not update:
        return Predate(case.old, _begin(case.old))
    return Supersede(case.old, start or case.now)


def _doubt(case: _Case, *, update: bool) -> str | None:
    """Why it is not clear that the new one holds, or None: ``lower_trust``, ``unsure``, ``same_time``."""
    new, old = case.new, case.old
    if new.trust < old.trust:
        return "lower_trust"
    if _unsure(case):
        return "unsure"
    if update or new.trust > old.trust:
        return None
    dated = since(new) is not None and since(old) is not None
    apart = abs((since(new) or new.created_at) - _begin(old))
    return "same_time" if (not apart if dated else apart < timedelta(seconds=case.policy.same_time_s)) else None


def _unsure(case: _Case) -> bool:
    return case.new.confidence < case.policy.unsure * case.new.trust


def is_plan(start: datetime | None, end: datetime | None, told: datetime | None) -> bool:
    """Whether what happens from ``start`` to ``end`` was still to come when it was ``told``."""
    return start is not None and end is not None and told is not None and told < start


def since(memory: Memory) -> datetime | None:
    """From when what the statement tells is known to hold, or None if it is undated.

    A plan is valid from when it was told, and what it tells holds from when that happens.
    """
    planned = is_plan(memory.occurred_at, memory.occurred_until, memory.valid_from)
    return memory.occurred_at if planned else memory.valid_from or memory.occurred_at


def _begin(memory: Memory) -> datetime:
    return since(memory) or memory.created_at


def _other_interval(new: Memory, old: Memory) -> bool:
    """One was over before the other began: the same fact in two intervals stays two (half-open intervals)."""
    if old.valid_to is not None and old.valid_to <= _begin(new):
        return True
    return new.valid_to is not None and new.valid_to <= _begin(old)


def apply_decision(decision: Decision, new: Memory, policy: WritePolicy) -> tuple[Memory, Memory]:
    """``(old, new)`` after the decision. Neither revision nor order of arrival is touched: those are the store's."""
    old = decision.old
    match decision:
        case Supersede(at=at):
            return (
                replace(
                    old,
                    status="superseded",
                    valid_to=max(at, old.valid_from or at),
                    confidence=max(0.0, old.confidence - policy.contradiction_loss),
                    superseded_by=new.id,
                    updated_at=max(old.updated_at, new.created_at),
                ),
                replace(new, valid_from=at, supersedes=_with(new.supersedes, old.id)),
            )
        case Predate(at=at):
            return (
                replace(old, supersedes=_with(old.supersedes, new.id)),
                replace(new, status="superseded", valid_from=since(new), valid_to=at, superseded_by=old.id),
            )
        case Flag():
            return _flagged(old, new)
        case Refute():
            return _flagged(replace(old, confidence=max(0.0, old.confidence - policy.merge_gain)), new)
        case Confirm():
            return replace(old, confidence=max(old.confidence, min(1.0, old.confidence + policy.merge_gain))), new
        case Coexist():
            return old, new


def _flagged(old: Memory, new: Memory) -> tuple[Memory, Memory]:
    return replace(old, conflicts=_with(old.conflicts, new.id)), replace(new, conflicts=_with(new.conflicts, old.id))


def _with(ids: tuple[str, ...], id: str) -> tuple[str, ...]:
    return ids if id in ids else (*ids, id)
