"""What a judge may decide: only the uncertain middle, where words and times leave open which statement holds (W6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from hindsight.domain.conflicts import Coexist, Decision, Flag, Supersede, since
from hindsight.domain.memory import Memory

Verdict = Literal["replaces", "both", "unclear"]
"""``replaces``: the new one is the newer state. ``both``: no contradiction. ``unclear``: the flag stays."""

OPEN: Final = frozenset({"no_cue", "same_time"})
"""Reasons of a flag that a judge may resolve. Lower trust and unsure words stay flagged whatever a model says."""

PairKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A new statement and an old one of which it is unclear which is right."""

    new: Memory
    old: Memory

    @property
    def key(self) -> PairKey:
        """Stable while decisions are repeated, unlike the id of a memory that is not stored yet."""
        return (self.new.content_hash, self.old.content_hash)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a judge said about a doubt; ``by`` names the model and its prompt."""

    verdict: Verdict
    by: str


Rulings = Mapping[PairKey, Ruling]


def doubts_of(decisions: Sequence[Decision], new: Memory) -> tuple[Doubt, ...]:
    """The decisions that a judge may be asked about."""
    return tuple(
        Doubt(new, decision.old) for decision in decisions if isinstance(decision, Flag) and decision.reason in OPEN
    )


def ruled(decisions: Sequence[Decision], new: Memory, rulings: Rulings, now: datetime) -> tuple[Decision, ...]:
    """The decisions with those that were judged replaced by what the ruling means."""
    return tuple(_ruled(decision, new, rulings, now) for decision in decisions)


def _ruled(decision: Decision, new: Memory, rulings: Rulings, now: datetime) -> Decision:
    if not isinstance(decision, Flag) or decision.reason not in OPEN:
        return decision
    ruling = rulings.get(Doubt(new, decision.old).key)
    match ruling.verdict if ruling else "unclear":
        case "replaces":
            return Supersede(decision.old, since(new) or now)
        case "both":
            return Coexist(decision.old, "judged")
        case _:
            return decision
