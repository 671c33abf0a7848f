"""Reading the graph: what mentions the entities that a text names, and what lies around them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hindsight.adapters.graph.names import longest, names_in, norm
from hindsight.adapters.sql.connection import Connection, Row
from hindsight.adapters.sql.filters import compile_filter
from hindsight.domain.filters import Filter
from hindsight.domain.index import Relation
from hindsight.domain.memory import Scope
from hindsight.domain.query import Found

SEEDS = 16
"""How many named entities a search starts from, rarest first."""
FAN_OUT = 32
"""How many neighbours of one entity a hop goes on to, by the newest claims."""
MAX_HOPS = 3
COUNTED = 10_000
"""Mentions are counted up to here; beyond it an entity is as common as can be."""
DECAY = 0.5
"""What a hop leaves of an entity's weight."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Walks the graph of the spaces in ``scope``; only memories that pass ``where`` are shown or walked along."""

    sql: Mapping[str, str]
    scope: Scope
    where: Filter

    def search(self, conn: Connection, text: str, limit: int, hops: int) -> tuple[Found, ...]:
        """A memory's score is the sum over its entities of 1 / (1 + ln mentions), halved at each hop."""
        spaces = self._spaces(conn)
        spans = names_in(text)
        known = self._named(conn, spaces, spans)
        weights = {name: self._weight(conn, known[name]) for name in longest(spans, set(known))}
        front = dict(sorted(weights.items(), key=lambda item: -item[1])[:SEEDS])
        reached = dict(front)
        for _ in range(min(hops, MAX_HOPS)):
            near = {row[-1] for row in self._edges(conn, spaces, known, front, FAN_OUT)}
            near -= set(reached)
            known |= self._named(conn, spaces, near)
            best = max(front.values(), default=0.0) * DECAY
            front = {name: best * self._weight(conn, known[name]) for name in near if name in known}
            reached |= front
        scores: dict[int, float] = {}
        ids: dict[int, str] = {}
        for name, weight in reached.items():
            for seq, memory in self._mentioning(conn, spaces, known[name], limit):
                scores[seq] = scores.get(seq, 0.0) + weight
                ids[seq] = memory
        ranked = sorted(scores, key=lambda seq: (-scores[seq], -seq))[:limit]
        return tuple(Found(ids[seq], scores[seq]) for seq in ranked)

    def relations(self, conn: Connection, entity: str, limit: int, hops: int) -> tuple[Relation, ...]:
        """The claims around ``entity``, nearest first, then newest."""
        spaces = self._spaces(conn)
        front, seen = {norm(entity)}, {norm(entity)}
        found: dict[str, Relation] = {}
        for _ in range(max(1, min(hops, MAX_HOPS))):
            known = self._named(conn, spaces, front)
            rows = self._edges(conn, spaces, known, known, limit)
            for subject, predicate, target, memory, _ in rows:
                found.setdefault(memory, Relation(subject=subject, predicate=predicate, object=target, memory=memory))
            front = {row[-1] for row in rows} - seen
            seen |= front
        return tuple(found.values())[:limit]

    def _spaces(self, conn: Connection) -> list[int]:
        named = conn.all(self.sql["spaces"], {"tenant": self.scope.tenant, "names": list(self.scope.spaces)})
        return [row[1] for row in named]

    def _named(self, conn: Connection, spaces: list[int], norms: Iterable[str]) -> dict[str, list[int]]:
        """The entities with these normal forms: one in each space that knows the name."""
        known: dict[str, list[int]] = {}
        for entity, name in conn.all(self.sql["named"], {"spaces": spaces, "norms": list(norms)}):
            known.setdefault(name, []).append(entity)
        return known

    def _weight(self, conn: Connection, entities: list[int]) -> float:
        rows = [conn.one(self.sql["mentions"], {"entity": entity, "limit": COUNTED}) for entity in entities]
        return 1 / (1 + math.log(max(1, sum(row[0] for row in rows if row))))

    def _mentioning(self, conn: Connection, spaces: list[int], entities: list[int], limit: int) -> list[Row]:
        return self._each(conn, "mentioning", spaces, entities, limit)

    def _edges(
        self, conn: Connection, spaces: list[int], known: Mapping[str, list[int]], names: Iterable[str], limit: int
    ) -> list[Row]:
        """Claims from and to the entities: subject, predicate, object, memory, normal form of the other end."""
        entities = [entity for name in names for entity in known[name]]
        outward = self._each(conn, "relations_outward", spaces, entities, limit)
        return outward + self._each(conn, "relations_inward", spaces, entities, limit)

    def _each(self, conn: Connection, query: str, spaces: list[int], entities: list[int], limit: int) -> list[Row]:
        where, values = compile_filter(self.where)
        sql = self.sql[query].format(where=where)
        params: dict[str, Any] = {**values, "spaces": spaces, "limit": limit}
        return [row for entity in entities for row in conn.all(sql, {**params, "entity": entity})]
