"""One question against the spaces in memory, with the filter asked of the store's tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight.adapters.numeric import np
from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.filters import compile_filter
from hindsight.adapters.sql.narrow import narrowest
from hindsight.adapters.vector.held import Space
from hindsight.adapters.vector.rows import Floats, Numbers, unpacked
from hindsight.domain.filters import Filter
from hindsight.domain.index import Vector
from hindsight.domain.query import Found

RESCORED = 200
"""How many candidates of compressed rows are compared exactly."""
MARGIN = 1.15
"""So many times what is wanted is looked at first: most filters reject little."""
FEW = 2_000
"""When more than so many would be put to the filter one by one, an index is asked whether few can pass."""
SCAN_SHARE = 0.1
"""When more than this share of a space would be put to the filter one by one, the filter is run over the space."""


@dataclass(frozen=True, slots=True)
class Search:
    """The best memories are put to the filter in order until enough pass: the filter costs what it rejects.

    When it rejects so much that finding what passes first is cheaper, only that is compared. Both ways give the nearest
    of those that pass.
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
        best = self._passing_best(conn, query, enough, FEW, None)
        if best is None:
            most = int(SCAN_SHARE * sum(space.count for space in self.spaces))
            best = self._passing_best(conn, query, enough, most, self._narrowed(conn, most))
        if best is None:
            best = self._passing_best(conn, query, enough, 0, self._allowed(conn)) or {}
        scores = {memory: score for memory, (_, score) in best.items()}
        if scores and not exact:
            scores = self._rescored(conn, query, list(scores))
        return tuple(Found(best[memory][0], score) for memory, score in list(scores.items())[: self.limit])

    def _passing_best(
        self, conn: Connection, query: Floats, enough: int, most: int, allowed: Numbers | None
    ) -> dict[int, tuple[str, float]] | None:
        """The best that pass the filter, best first: id and score in memory.

        None when ``most`` put to the filter are not enough. With ``allowed``, all that may pass, there is no such end.
        """
        total = sum(space.count for space in self.spaces) if allowed is None else len(allowed)
        size = min(math.ceil(MARGIN * enough), total)
        names: dict[int, str] = {}
        asked: set[int] = set()
        while size:
            memories, scores = self._best(query, size, allowed)
            ranked = dict(zip(memories.tolist(), scores.tolist(), strict=True))
            names.update(self._passing(conn, [memory for memory in ranked if memory not in asked]))
            asked.update(ranked)
            if len(names) >= enough or size >= total:
                kept = [memory for memory in ranked if memory in names][:enough]
                return {memory: (names[memory], ranked[memory]) for memory in kept}
            size = min(total, max(2 * size, int(1.5 * enough * len(asked) / max(len(names), 1))))
            if allowed is None and size > most:
                return None
        return {}

    def _narrowed(self, conn: Connection, most: int) -> Numbers | None:
        """What may pass by what an index knows of the filter, if that is fewer than ``most``."""
        few = narrowest(conn, self.where, [space.id for space in self.spaces], most)
        return None if few is None else np.array(few, dtype=np.int64)

    def _allowed(self, conn: Connection) -> Numbers:
        """All that pass."""
        where, values = compile_filter(self.where)
        passing = conn.all(
            self.sql["allowed"].format(where=where), {"spaces": [space.id for space in self.spaces], **values}
        )
        return np.fromiter((row[0] for row in passing), dtype=np.int64, count=len(passing))

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

    def _rescored(self, conn: Connection, query: Floats, memories: Sequence[int]) -> dict[int, float]:
        """Cosines with the stored vectors, best first."""
        rows = conn.all(self.sql["vectors"], {"memories": memories})
        cosines = unpacked([row[1] for row in rows], len(query)) @ query
        starts = np.cumsum([0, *(len(row[1]) // (2 * len(query)) for row in rows)])[:-1]
        scores = np.maximum.reduceat(cosines, starts)
        found = np.array([row[0] for row in rows], dtype=np.int64)
        order = np.lexsort((-found, -scores))
        return dict(zip(found[order].tolist(), scores[order].tolist(), strict=True))
