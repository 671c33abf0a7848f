"""What was shown, counted in batches: a query never writes, its count follows with the next flush (M3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from hindsight.domain.change import ChangeSet
from hindsight.domain.memory import Counters, Scope
from hindsight.services.parts import Parts, new_id

_MOST_SPACES = 10_000


class Uses:
    """Counts in memory. What is not flushed when the process dies is lost: they are statistics, not knowledge."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str], tuple[datetime, Counter[str]]] = {}

    def saw(self, scope: Scope, ids: Iterable[str], at: datetime) -> None:
        """These memories were shown to a caller of this space."""
        key = (scope.tenant, scope.space)
        if key in self._shown or len(self._shown) < _MOST_SPACES:
            counts = self._shown[key][1] if key in self._shown else Counter[str]()
            counts.update(ids)
            self._shown[key] = (at, counts)

    async def flush(self, parts: Parts) -> int:
        """Write the counts; returns how many memories were counted."""
        shown, self._shown = self._shown, {}
        for (tenant, space), (at, counts) in shown.items():
            touches = {id_: Counters(stated=0, retrieved=times) for id_, times in counts.items()}
            if touches:
                await parts.store.apply(
                    ChangeSet(
                        id=new_id(parts.now()),
                        tenant=tenant,
                        space=space,
                        actor="uses",
                        reason="shown",
                        at=at,
                        touches=touches,
                    )
                )
        return sum(len(counts) for _, counts in shown.values())
