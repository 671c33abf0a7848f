"""The decision about a new memory: merge it, store it, and what that does to what was believed (W5, W6).

Pure: joins :mod:`hindsight.domain.duplicates` and :mod:`hindsight.domain.conflicts` over the neighbours of one memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from hindsight.domain.conflicts import Coexist, Confirm, Flag, Predate, Refute, Supersede, apply_decision, judge
from hindsight.domain.duplicates import Thresholds, merge, relation
from hindsight.domain.memory import Memory
from hindsight.domain.policy import WritePolicy

POSSIBLE_DUPLICATE = "possible_duplicate"
"""The tag of an experience that a person should compare with another one."""


@dataclass(frozen=True, slots=True)
class Near:
    """A stored memory and its calibrated similarity, 0–1, to the new one (None: not known, found by its claim)."""

    memory: Memory
    similarity: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What is to be done. ``id`` is the memory that holds the new statement; ``changed`` are others as they are after."""

    action: Literal["added", "merged", "superseded", "flagged", "review"]
    id: str
    insert: Memory | None = None
    changed: tuple[Memory, ...] = ()
    reason: str = ""

    @property
    def also(self) -> tuple[str, ...]:
        return tuple(memory.id for memory in self.changed if memory.id != self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A new memory with what its words say beyond its fields: that something changed, and which value is replaced.

    ``concreteness`` 0–1 is only used for experiences.
    """

    memory: Memory
    update: bool = False
    replaces: str | None = None
    concreteness: float = 0.0


def settle(
    statement: Statement, near: Sequence[Near], now: datetime, policy: WritePolicy, concreteness_of: dict[str, float]
) -> Settled:
    """Decide about one statement given its neighbours, best similarity first."""
    new = statement.memory
    limits = Thresholds(merge=policy.duplicate, review=policy.review)
    review: Memory | None = None
    for item in sorted(near, key=lambda item: -(item.similarity or 0.0)):
        likeness = relation(new, item.memory, item.similarity or 0.0, limits)
        if likeness in ("same", "merge"):
            pair = (concreteness_of.get(item.memory.id, 0.0), statement.concreteness)
            merged = merge(item.memory, new, concreteness=pair)
            return Settled(action="merged", id=merged.id, changed=(merged,), reason="says the same")
        if likeness == "review":
            review = review or item.memory
    if new.kind == "experience":
        return _experience(new, review)
    return _believe(statement, near, now)


def _experience(new: Memory, twin: Memory | None) -> Settled:
    if twin is None:
        return Settled(action="added", id=new.id, insert=new)
    marked = replace(new, tags=(*new.tags, POSSIBLE_DUPLICATE), conflicts=(*new.conflicts, twin.id))
    return Settled(action="review", id=new.id, insert=marked, reason=f"possible duplicate of {twin.id}")


def _believe(statement: Statement, near: Sequence[Near], now: datetime) -> Settled:
    new = statement.memory
    decisions = judge(
        new,
        [item.memory for item in near],
        now=now,
        update=statement.update,
        replaces=statement.replaces,
        similarity={item.memory.id: item.similarity for item in near if item.similarity is not None},
    )
    changed: list[Memory] = []
    for decision in decisions:
        if not isinstance(decision, Coexist):
            old, new = apply_decision(decision, new)
            if old != decision.old:
                changed.append(old)
    action: Literal["added", "superseded", "flagged"] = "added"
    if any(isinstance(decision, Supersede | Predate) for decision in decisions):
        action = "superseded"
    elif any(isinstance(decision, Flag | Refute) for decision in decisions):
        action = "flagged"
    return Settled(action=action, id=new.id, insert=new, changed=tuple(changed), reason=_reason(decisions))


def _reason(decisions: Sequence[object]) -> str:
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
    return "; ".join(told)
