"""What was shown, counted in batches: a query never writes, its count follows with the next flush (M3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hindsight.domain.change import ChangeSet
from hindsight.domain.memory import Counters, Scope
from hindsight.services.parts import Parts, new_id

_MOST_SPACES = 10_000


class Uses:
    """Counts in memory. What is not flushed when the process dies is lost: they are statistics, not knowledge."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str], Counter[str]] = {}

    def saw(self, scope: Scope, ids: Iterable[str]) -> None:
        """These memories were shown to a caller of this space."""
        if len(self._shown) < _MOST_SPACES:
            self._shown.setdefault((scope.tenant, scope.space), Counter()).update(ids)

    async def flush(self, parts: Parts) -> int:
        """Write the counts; returns how many memories were counted."""
        shown, self._shown = self._shown, {}
        now = parts.now()
        for (tenant, space), counts in shown.items():
            touches = {id_: Counters(stated=0, retrieved=times) for id_, times in counts.items()}
            if touches:
                await parts.store.apply(
                    ChangeSet(
                        id=new_id(now),
                        tenant=tenant,
                        space=space,
                        actor="uses",
                        reason="shown",
                        at=now,
                        touches=touches,
                    )
                )
        return sum(len(counts) for counts in shown.values())
