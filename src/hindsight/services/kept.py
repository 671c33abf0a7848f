"""The answers that a process keeps, and what tells whether one still holds."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from hindsight.domain.answer import Recall
from hindsight.domain.query import Plan
from hindsight.ports.store import Freshness


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, when it was asked for, and the state of its spaces then."""

    answer: Recall
    now: datetime
    fresh: Freshness

    def holds(self, now: datetime, fresh: Freshness) -> bool:
        """Whether it would come out the same ``now``."""
        ends = self.fresh.ends
        return self.fresh.changes == fresh.changes and self.now <= now and (ends is None or now < ends)


@dataclass(slots=True)
class Answers:
    """The answers asked for last."""

    kept: OrderedDict[Plan, Kept] = field(default_factory=OrderedDict)

    def keep(self, key: Plan, kept: Kept, most: int) -> None:
        self.kept[key] = kept
        self.kept.move_to_end(key)
        while len(self.kept) > most:
            self.kept.popitem(last=False)
