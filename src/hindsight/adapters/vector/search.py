"""One question against the spaces in memory, with the filter asked of the store's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight.adapters.numeric import np
from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.filters import compile_filter
from hindsight.adapters.vector.held import Space
from hindsight.adapters.vector.rows import Floats, Numbers, unpacked
from hindsight.domain.filters import Filter
from hindsight.domain.index import Vector
from hindsight.domain.query import Found

RESCORED = 200
"""How many candidates of compressed rows are compared exactly."""
SCAN_SHARE = 0.1
"""When more than this share of a space would be put to the filter one by one, the filter is run over the space."""


@dataclass(frozen=True, slots=True)
class Search:
    """The best memories are put to the filter in order until enough pass: the filter costs what it rejects.

    When it rejects so much that running it over the whole space is cheaper, that is done and only what passes is
    compared. Both ways give the nearest of those that pass.
    """

    sql: Mapping[str, str]
    spaces: Sequence[Space]
    where: Filter
    limit: int

    def run(self, conn: Connection, vector: Vector) -> tuple[Found, ...]:
        """The best ``limit``, best first."""
        query = np.frombuffer(vector, dtype="<f4").astype(np.float32)
        exact = all(space.exact for space in self.spaces)
        enough = self.limit if exact else max(self.limit, RESCORED)
        memories, scores, names = self._nearest_first(conn, query, enough)
        if not exact and len(memories):
            memories, scores = self._rescored(conn, query, memories)
        best = list(zip(memories.tolist(), scores.tolist(), strict=True))[: self.limit]
        return tuple(Found(names[memory], score) for memory, score in best)

    def _nearest_first(self, conn: Connection, query: Floats, enough: int) -> tuple[Numbers, Floats, dict[int, str]]:
        total = sum(space.count for space in self.spaces)
        size = min(2 * enough, total)
        names: dict[int, str] = {}
        asked: set[int] = set()
        while size:
            memories, scores = self._best(query, size, None)
            new = [memory for memory in memories.tolist() if memory not in asked]
            names.update(self._passing(conn, new))
            asked.update(new)
            if len(names) >= enough or len(memories) < size:
                return *self._only(memories, scores, names, enough), names
            wanted = int(1.5 * enough * len(asked) / max(len(names), 1))
            if wanted > SCAN_SHARE * total:
                break
            size = wanted
        return self._filter_first(conn, query, enough)

    def _filter_first(self, conn: Connection, query: Floats, enough: int) -> tuple[Numbers, Floats, dict[int, str]]:
        where, values = compile_filter(self.where)
        sql = self.sql["allowed"].format(where=where)
        passing = conn.all(sql, {"spaces": [space.id for space in self.spaces], **values})
        allowed = np.fromiter((row[0] for row in passing), dtype=np.int64, count=len(passing))
        memories, scores = self._best(query, enough, allowed)
        names = self._passing(conn, memories.tolist())
        return *self._only(memories, scores, names, enough), names

    def _best(self, query: Floats, count: int, allowed: Numbers | None) -> tuple[Numbers, Floats]:
        """The best of all spaces together."""
        if not self.spaces:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        found = [space.best(query, count, allowed) for space in self.spaces]
        memories = np.concatenate([part[0] for part in found])
        scores = np.concatenate([part[1] for part in found])
        order = np.lexsort((-memories, -scores))[:count]
        return memories[order], scores[order]

    def _passing(self, conn: Connection, memories: Sequence[int]) -> dict[int, str]:
        """Which of ``memories`` lie in the spaces and pass the filter, with their ids."""
        if not memories:
            return {}
        where, values = compile_filter(self.where)
        sql = self.sql["passing"].format(where=where)
        spaces = [space.id for space in self.spaces]
        return dict(conn.all(sql, {"memories": list(memories), "spaces": spaces, **values}))

    def _only(self, memories: Numbers, scores: Floats, names: Mapping[int, str], enough: int) -> tuple[Numbers, Floats]:
        kept = [place for place, memory in enumerate(memories.tolist()) if memory in names][:enough]
        return memories[kept], scores[kept]

    def _rescored(self, conn: Connection, query: Floats, memories: Numbers) -> tuple[Numbers, Floats]:
        """Cosines with the stored vectors, best first."""
        rows = conn.all(self.sql["vectors"], {"memories": memories.tolist()})
        cosines = unpacked([row[1] for row in rows], len(query)) @ query
        starts = np.cumsum([0, *(len(row[1]) // (2 * len(query)) for row in rows)])[:-1]
        scores = np.maximum.reduceat(cosines, starts)
        found = np.array([row[0] for row in rows], dtype=np.int64)
        order = np.lexsort((-found, -scores))
        return found[order], scores[order]
