"""The decision about a new memory: merge it, store it, and what that does to what was believed (W5, W6).

Pure: joins :mod:`hindsight.domain.duplicates` and :mod:`hindsight.domain.conflicts` over the neighbours of one memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal

from hindsight.domain.conflicts import Coexist, Confirm, Flag, Predate, Refute, Supersede, apply_decision, judge
from hindsight.domain.contrast import contrast
from hindsight.domain.duplicates import merge, relation
from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memory import LAYER, Memory
from hindsight.domain.policy import WritePolicy
from hindsight.domain.rulings import Doubt, Rulings, doubts_of, ruled

POSSIBLE_DUPLICATE = "possible_duplicate"
"""The tag of an experience that a person should compare with another one."""

NO_RULINGS: Final[Rulings] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Near:
    """A stored memory and its calibrated similarity, 0–1, to the new one (None: not known, found by its claim)."""

    memory: Memory
    similarity: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What is to be done. ``id`` is the memory that holds the new statement; ``changed`` are others as they are after.

    ``doubts`` are what a judge may be asked about, before it is done.
    """

    action: Literal["added", "merged", "superseded", "flagged", "review"]
    id: str
    insert: Memory | None = None
    changed: tuple[Memory, ...] = ()
    reason: str = ""
    doubts: tuple[Doubt, ...] = ()

    @property
    def also(self) -> tuple[str, ...]:
        return tuple(memory.id for memory in self.changed if memory.id != self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A new memory with what its words say beyond its fields: that something changed, and which value is replaced.

    ``concreteness`` 0–1 is only used for experiences. ``speaker``: names, case folded, that are the speaker's own.
    """

    memory: Memory
    update: bool = False
    replaces: str | None = None
    concreteness: float = 0.0
    speaker: AbstractSet[str] = frozenset()


def settle(
    statement: Statement,
    near: Sequence[Near],
    now: datetime,
    policy: WritePolicy,
    concreteness_of: Mapping[str, float],
    *,
    rulings: Rulings = NO_RULINGS,
) -> Settled:
    """Decide about one statement given its neighbours, best similarity first, and what a judge said about them.

    What an insight was derived from says the same on purpose: it is not held against it, and never becomes one with it.
    """
    new = statement.memory
    if new.kind == "insight":
        near = [item for item in near if item.memory.id not in new.derived_from]
    review: Memory | None = None
    for item in sorted(near, key=lambda item: -(item.similarity or 0.0)):
        if (new.kind == "insight") != (item.memory.kind == "insight"):
            continue
        likeness = relation(new, item.memory, item.similarity or 0.0, policy, statement.speaker)
        if likeness in ("same", "merge"):
            pair = (concreteness_of.get(item.memory.id, 0.0), statement.concreteness)
            merged = merge(item.memory, new, policy, concreteness=pair)
            return Settled(action="merged", id=merged.id, changed=(merged,), reason="says the same")
        if likeness == "review":
            review = review or item.memory
    if new.kind == "experience":
        return _experience(new, review)
    return _believe(statement, near, now, policy, rulings)


def _experience(new: Memory, twin: Memory | None) -> Settled:
    if twin is None:
        return Settled(action="added", id=new.id, insert=new)
    marked = replace(new, tags=(*new.tags, POSSIBLE_DUPLICATE), conflicts=(*new.conflicts, twin.id))
    return Settled(action="review", id=new.id, insert=marked, reason=f"possible duplicate of {twin.id}")


def _believe(
    statement: Statement, near: Sequence[Near], now: datetime, policy: WritePolicy, rulings: Rulings
) -> Settled:
    new = statement.memory
    open_decisions = judge(
        new,
        [item.memory for item in near],
        now=now,
        policy=policy,
        update=statement.update,
        replaces=statement.replaces,
        similarity={item.memory.id: item.similarity for item in near if item.similarity is not None},
        speaker=statement.speaker,
    )
    decisions = ruled(open_decisions, new, rulings, now)
    told_before = _told_before(new, decisions, policy)
    if told_before:
        return Settled(action="merged", id=told_before.id, changed=(told_before,), reason="says the same")
    changed: list[Memory] = []
    for decision in decisions:
        if not isinstance(decision, Coexist):
            old, new = apply_decision(decision, new, policy)
            if old != decision.old:
                changed.append(old)
    action: Literal["added", "superseded", "flagged"] = "added"
    if any(isinstance(decision, Supersede | Predate) for decision in decisions):
        action = "superseded"
    elif any(isinstance(decision, Flag | Refute) for decision in decisions):
        action = "flagged"
    doubts = doubts_of(open_decisions, statement.memory)
    return Settled(
        action=action,
        id=new.id,
        insert=new,
        changed=tuple(changed),
        reason="; ".join([*_told(decisions), *_judges(doubts, rulings)]),
        doubts=doubts,
    )


def _told_before(new: Memory, decisions: Sequence[object], policy: WritePolicy) -> Memory | None:
    """The memory that already makes the same claim, with what ``new`` adds; None where more than that is going on.

    The wording with the figures and dates stays: "I moved to Hangzhou on 3 May" is not lost to "I live in Hangzhou".
    """
    telling = [decision for decision in decisions if not isinstance(decision, Coexist)]
    if len(telling) != 1 or not isinstance(telling[0], Confirm) or new.claim is None:
        return None
    old = telling[0].old
    if (
        new.verbatim
        or old.verbatim
        or LAYER[new.kind] != "semantic"
        or contrast(new.content, old.content) == "contradicts"
    ):
        return None
    mine, known = set(key_fields_of(new.content)), set(key_fields_of(old.content))
    if not (mine <= known or known <= mine):
        return None
    merged = merge(old, new, policy)
    if mine < known or (mine == known and len(old.content) > len(new.content)):
        merged = replace(merged, content=old.content, content_hash=old.content_hash, summary=old.summary)
    return merged


def _judges(doubts: Sequence[Doubt], rulings: Rulings) -> list[str]:
    names = dict.fromkeys(rulings[doubt.key].by for doubt in doubts if doubt.key in rulings)
    return [f"judged by {name}" for name in names]


def _told(decisions: Sequence[object]) -> list[str]:
    told: list[str] = []
    for decision in decisions:
        match decision:
            case Supersede(old=old):
                told.append(f"replaces {old.id}")
            case Predate(old=old):
                told.append(f"was true before {old.id}")
            case Flag(old=old, reason=reason):
                told.append(f"disputed with {old.id} ({reason})")
            case Refute(old=old):
                told.append(f"casts doubt on {old.id}")
            case Confirm(old=old):
                told.append(f"confirms {old.id}")
            case _:
                pass
    return told
