"""The answers that a process keeps, and what tells whether one still holds."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from hindsight.domain.answer import Recall
from hindsight.domain.query import Plan
from hindsight.ports.store import Freshness

MOST_SPACES = 10_000
"""When more were asked, everything is forgotten: a process that serves so many finds next to nothing kept."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, when it was asked for, and the state of its spaces then."""

    answer: Recall
    now: datetime
    fresh: Freshness

    def holds(self, now: datetime) -> bool:
        """Whether time has changed nothing about it; writes do not leave it here, see :meth:`Answers.notice`."""
        ends = self.fresh.ends
        return self.now <= now and (ends is None or now < ends)


@dataclass(slots=True)
class Answers:
    """The answers asked for last. What a space no longer says leaves them: no text outlives its deletion here (G1).

    ``seen`` is the last count of writes of each space.
    """

    kept: OrderedDict[Plan, Kept] = field(default_factory=OrderedDict)
    seen: dict[int, int] = field(default_factory=dict)

    def notice(self, fresh: Freshness) -> None:
        """Drop what rests on another state of these spaces, whoever wrote to them."""
        if len(self.seen) > MOST_SPACES:
            self.clear()
            self.seen.clear()
        if any(self.seen.get(space, changes) != changes for space, changes in fresh.changes):
            now = dict(fresh.changes)
            for plan, kept in tuple(self.kept.items()):
                if any(now.get(space, changes) != changes for space, changes in kept.fresh.changes):
                    del self.kept[plan]
        self.seen.update(fresh.changes)

    def keep(self, among: OrderedDict[Plan, Kept], key: Plan, kept: Kept, most: int) -> None:
        """Keep an answer ``among`` those that were kept when it was asked for, unless its spaces were written to since.

        Where all were cleared in between, nobody reads those any more.
        """
        if any(self.seen.get(space) != changes for space, changes in kept.fresh.changes):
            return
        among[key] = kept
        among.move_to_end(key)
        while len(among) > most:
            among.popitem(last=False)

    def clear(self) -> None:
        """Forget all of them, and what recalls under way will bring: a text was purged."""
        self.kept = OrderedDict()
