"""The answers that a process keeps, and what tells whether one still holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
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

    def holds(self, now: datetime, fresh: Freshness) -> bool:
        """Whether it would come out the same ``now``."""
        ends = self.fresh.ends
        return self.fresh.changes == fresh.changes and self.now <= now and (ends is None or now < ends)


@dataclass(slots=True)
class Answers:
    """The answers asked for last. What a space no longer says leaves them: no text outlives its deletion here (G1).

    ``seen`` is the last count of writes of each space; ``drops`` counts what was dropped without being told it.
    """

    kept: OrderedDict[Plan, Kept] = field(default_factory=OrderedDict)
    seen: dict[int, int] = field(default_factory=dict)
    drops: int = 0

    def notice(self, fresh: Freshness) -> None:
        """Drop what rests on another state of these spaces, whoever wrote to them."""
        if len(self.seen) > MOST_SPACES:
            self.kept.clear()
            self.seen.clear()
        if any(self.seen.get(space, changes) != changes for space, changes in fresh.changes):
            now = dict(fresh.changes)
            self._keep_only(
                lambda _, kept: all(now.get(space, changes) == changes for space, changes in kept.fresh.changes)
            )
        self.seen.update(fresh.changes)

    def drop(self, tenant: str, space: str) -> None:
        """Drop what was read from ``space``, also by a recall that is still under way."""
        self.drops += 1
        self._keep_only(lambda plan, _: plan.scope.tenant != tenant or space not in plan.scope.spaces)

    def keep(self, key: Plan, kept: Kept, most: int, *, drops: int) -> None:
        """Keep an answer, unless its spaces were written to since: ``drops`` is the count from before it was read."""
        if drops != self.drops or any(self.seen.get(space) != changes for space, changes in kept.fresh.changes):
            return
        self.kept[key] = kept
        self.kept.move_to_end(key)
        while len(self.kept) > most:
            self.kept.popitem(last=False)

    def _keep_only(self, wanted: Callable[[Plan, Kept], bool]) -> None:
        self.kept = OrderedDict(item for item in self.kept.items() if wanted(*item))
