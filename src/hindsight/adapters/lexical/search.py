"""One query against the term tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from hindsight.adapters.lexical.bm25 import BUDGET, Scorer, split_terms
from hindsight.adapters.sql.connection import Connection, Row
from hindsight.adapters.sql.filters import compile_filter
from hindsight.adapters.sql.narrow import narrowest
from hindsight.domain.analysis import QueryTerm
from hindsight.domain.filters import Filter
from hindsight.domain.memory import Scope
from hindsight.domain.query import Found

Named: TypeAlias = dict[int, Row]
"""Memories by number, each with its id and the name of its source."""

MARGIN = 1.15
"""So many times what is wanted is put to the filter at first, four times as many each further time."""
RESCORED = 200
"""How many of the best are re-scored with the terms whose postings were not read."""
COMMON = 8
"""With how many of those terms."""
NEWEST = 2_000
"""Of a word so common that its postings exceed the budget, this many of the newest that pass the filter."""
REJECTS = 0.1
"""When a smaller share of the first passes the filter, an index is asked what can pass at all."""
WIDE = 20_000
"""As long as that is fewer than this."""
FEW = 10
"""Fewer than this, because of the filter, and a commoner term is looked up as well."""


@dataclass(frozen=True, slots=True)
class Search:
    """``run`` reads postings, rarest terms first, keeps what passes the filter and ranks it. ``pasted``: the query is
    a long text that asks nothing.
    """

    sql: Mapping[str, str]
    scope: Scope
    where: Filter
    limit: int
    pasted: bool

    def run(self, conn: Connection, terms: Sequence[QueryTerm]) -> tuple[Found, ...]:
        """The best ``limit``, best first."""
        totals = conn.all(self.sql["totals"], {"tenant": self.scope.tenant, "names": list(self.scope.spaces)})
        spaces, docs, length = [row[0] for row in totals], sum(row[1] for row in totals), sum(row[2] for row in totals)
        if not docs:
            return ()
        wanted = {"spaces": spaces, "terms": [term.term for term in terms]}
        frequencies = {term: int(count) for term, count in conn.all(self.sql["frequencies"], wanted)}
        scorer = Scorer.of(terms, frequencies, docs, length, pasted=self.pasted)
        read, skipped = split_terms(frequencies, {term.term: term.weight for term in terms})
        if not read:
            return ()
        scorer.add(self._postings(conn, spaces, read, frequencies))
        passing = self._passing(conn, spaces, scorer.best(), max(self.limit, RESCORED) if skipped else self.limit)
        if skipped:
            passing |= self._common(conn, spaces, skipped, scorer, passing)
        ranked = sorted(passing, key=lambda memory: (-scorer.scores[memory], -memory))[: self.limit]
        return tuple(Found(passing[memory][0], scorer.scores[memory], passing[memory][1]) for memory in ranked)

    def _postings(
        self, conn: Connection, spaces: list[int], read: list[str], frequencies: Mapping[str, int]
    ) -> list[Row]:
        """The postings of ``read``; of one term above the budget the newest that pass the filter."""
        if sum(frequencies[term] for term in read) > BUDGET:
            return self._newest(conn, spaces, read[0])
        return conn.all(self.sql["postings"], {"spaces": spaces, "terms": read})

    def _newest(self, conn: Connection, spaces: list[int], term: str) -> list[Row]:
        few = narrowest(conn, self.where, spaces, WIDE)
        if few is not None:
            return conn.all(self.sql["postings_of"], {"spaces": spaces, "terms": [term], "memories": few})
        where, values = compile_filter(self.where)
        sql = self.sql["postings_where"].format(where=where)
        params = {**values, "term": term, "limit": NEWEST}
        return [row for space in spaces for row in conn.all(sql, {**params, "space": space})]

    def _passing(self, conn: Connection, spaces: list[int], memories: list[int], enough: int) -> Named:
        """At least ``enough`` of ``memories`` that pass the filter, the first ones."""
        where, values = compile_filter(self.where)
        sql = self.sql["passing"].format(where=where)
        kept: Named = {}
        size, left, narrowed = math.ceil(MARGIN * enough), memories, False
        while left and len(kept) < enough:
            asked, left = left[:size], left[size:]
            batch = {"memories": asked, "tenant": self.scope.tenant, "spaces": spaces}
            kept.update((row[0], row[1:]) for row in conn.all(sql, {**batch, **values}))
            if not narrowed and len(kept) < REJECTS * len(asked) and len(left) > size:
                few, narrowed = narrowest(conn, self.where, spaces, WIDE), True
                held = set(left if few is None else few)
                left = [memory for memory in left if memory in held]
            size *= 4
        return kept

    def _common(self, conn: Connection, spaces: list[int], terms: list[str], scorer: Scorer, passing: Named) -> Named:
        """Re-score the best with the other terms; where the filter left too little, look the rarest up in it."""
        found = len(scorer.scores)
        best = sorted(passing, key=lambda memory: -scorer.scores[memory])[: max(RESCORED, self.limit)]
        params: dict[str, Any] = {"spaces": spaces, "terms": terms[:COMMON], "memories": best}
        scorer.add(conn.all(self.sql["postings_of"], params))
        if len(passing) == found or len(passing) >= min(self.limit, FEW):
            return {}
        more = [row for row in self._newest(conn, spaces, terms[0]) if row[1] not in passing]
        scorer.add(more)
        return self._passing(conn, spaces, [row[1] for row in more], self.limit)
