"""What was shown, counted in batches: a query never writes, its count follows with the next flush (M3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime

from hindsight.domain.answer import Recall
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

    def recalled(self, answer: Recall, tenant: str, at: datetime) -> None:
        """A caller was given these hits, looked up or from the cache; each counts in the space that holds it."""
        held: dict[str, list[str]] = {}
        for hit in answer.hits:
            held.setdefault(hit.memory.space, []).append(hit.memory.id)
        for space, ids in held.items():
            self.saw(Scope(tenant=tenant, spaces=(space,)), ids, at)

    async def flush(self, parts: Parts) -> int:
        """Write the counts; returns how many memories were counted. What the store did not take waits for the next."""
        shown, self._shown = self._shown, {}
        counted = 0
        try:
            for key, (at, counts) in list(shown.items()):
                if counts:
                    await parts.store.apply(_counted(key, counts, at, parts.now()))
                counted += len(counts)
                del shown[key]
        finally:
            for (tenant, space), (at, counts) in shown.items():
                self.saw(Scope(tenant=tenant, spaces=(space,)), counts.elements(), at)
        return counted


def _counted(key: tuple[str, str], counts: Mapping[str, int], at: datetime, now: datetime) -> ChangeSet:
    tenant, space = key
    touches = {id_: Counters(stated=0, retrieved=times) for id_, times in counts.items()}
    return ChangeSet(id=new_id(now), tenant=tenant, space=space, actor="uses", reason="shown", at=at, touches=touches)
