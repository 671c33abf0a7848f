"""Reading the graph: what mentions the entities that a text names, and what lies around them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
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
FAN_OUT = 16
"""How many neighbours of one entity a hop goes on to, by the newest claims."""
MAX_HOPS = 3
COUNTED = 500
"""Mentions are counted up to here; beyond it an entity is as common as can be."""
LOOKED_AT = 2_000
"""How many of the newest mentions of an entity are put to the filter."""
NEAR = 8
"""How many neighbours a hop goes on to in all, rarest first."""
FROM_NEAR = 25
"""How many memories a neighbour brings."""
MOST_NAMES = 8
"""Other names of one entity that are followed."""
DECAY = 0.5
"""What a hop leaves of an entity's weight."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Walks the graph of the spaces in ``scope``; only memories that pass ``where`` are shown or walked along.

    Those that pass ``believed`` say which names are one.
    """

    sql: Mapping[str, str]
    scope: Scope
    where: Filter
    believed: Filter

    def search(self, conn: Connection, text: str, limit: int, hops: int) -> tuple[Found, ...]:
        """A memory's score is the sum over its entities of 1 / (1 + ln mentions), halved at each hop.

        The other names of a named entity count as it does.
        """
        spans = names_in(text)
        known = self._named(conn, spans)
        if not known:
            return ()
        spaces = self._spaces(conn)
        said = longest(spans, set(known))
        others = {name for name in said for name in self._same(conn, spaces, known[name])} - set(known)
        known |= self._named(conn, others)
        weights = self._weights(conn, {name: known[name] for name in (*said, *others) if name in known})
        front = dict(sorted(weights.items(), key=lambda item: -item[1])[:SEEDS])
        named = reached = dict(front)
        for _ in range(min(hops, MAX_HOPS)):
            near = {row[-1] for row in self._edges(conn, spaces, {name: known[name] for name in front}, FAN_OUT)}
            near -= set(reached)
            known |= self._named(conn, near)
            best = max(front.values(), default=0.0) * DECAY
            weights = self._weights(conn, {name: known[name] for name in near if name in known})
            weights = {name: best * weight for name, weight in weights.items()}
            front = dict(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:NEAR])
            reached = reached | front
        scores: dict[int, float] = {}
        ids: dict[int, str] = {}
        for name, weight in reached.items():
            most = limit if name in named else min(limit, FROM_NEAR)
            for seq, memory in self._mentioning(conn, spaces, known[name], most):
                scores[seq] = scores.get(seq, 0.0) + weight
                ids[seq] = memory
        ranked = sorted(scores, key=lambda seq: (-scores[seq], -seq))[:limit]
        return tuple(Found(ids[seq], scores[seq]) for seq in ranked)

    def other_names(self, conn: Connection, text: str) -> dict[str, tuple[str, ...]]:
        """The names in ``text`` as they were first written, each with the other names of the same thing."""
        spans = names_in(text)
        known = self._named(conn, spans)
        if not known:
            return {}
        spaces = self._spaces(conn)
        found: dict[str, tuple[str, ...]] = {}
        for name in longest(spans, set(known))[:SEEDS]:
            if others := self._same(conn, spaces, known[name]):
                first = conn.one(self.sql["name_of"], {"entity": known[name][0]})
                found[first[0] if first else name] = tuple(others.values())
        return found

    def relations(
        self, conn: Connection, *, entity: str, limit: int, hops: int, predicates: list[str]
    ) -> tuple[Relation, ...]:
        """The claims around ``entity`` under all its names, nearest first, then newest; ``predicates``: only those."""
        spaces = self._spaces(conn)
        front = {norm(entity)}
        front |= set(self._same(conn, spaces, self._named(conn, front).get(norm(entity), [])))
        seen = set(front)
        found: dict[Relation, None] = {}
        for _ in range(max(1, min(hops, MAX_HOPS))):
            known = self._named(conn, front)
            rows = self._edges(conn, spaces, known, limit)
            shown = self._edges(conn, spaces, known, limit, predicates) if predicates else rows
            for subject, predicate, target, memory, _ in shown:
                found[Relation(subject=subject, predicate=predicate, object=target, memory=memory)] = None
            front = {row[-1] for row in rows} - seen
            seen |= front
        return tuple(found)[:limit]

    def _same(self, conn: Connection, spaces: list[int], entities: Iterable[int]) -> dict[str, str]:
        """The other names of an entity, and theirs: normal form → name as first written."""
        start = list(entities)
        found: dict[str, str] = {}
        front = start
        for _ in range(2):
            rows = self._each(conn, "other_names", spaces, front, MOST_NAMES, where=self.believed)
            found |= {key: name for key, name in rows if key not in found}
            front = [entity for ids in self._named(conn, [row[0] for row in rows]).values() for entity in ids]
        own = {row[0] for row in (conn.one(self.sql["norm_of"], {"entity": entity}) for entity in start) if row}
        return dict([item for item in found.items() if item[0] not in own][:MOST_NAMES])

    def _spaces(self, conn: Connection) -> list[int]:
        named = conn.all(self.sql["spaces"], {"tenant": self.scope.tenant, "names": list(self.scope.spaces)})
        return [row[1] for row in named]

    def _named(self, conn: Connection, norms: Iterable[str]) -> dict[str, list[int]]:
        """The entities with these normal forms: one in each space that knows the name."""
        known: dict[str, list[int]] = {}
        where = {"tenant": self.scope.tenant, "names": list(self.scope.spaces), "norms": list(norms)}
        for entity, name in conn.all(self.sql["named"], where) if where["norms"] else ():
            known.setdefault(name, []).append(entity)
        return known

    def _weights(self, conn: Connection, named: Mapping[str, list[int]]) -> dict[str, float]:
        entities = [entity for ids in named.values() for entity in ids]
        counted: dict[int, int] = (
            dict(conn.all(self.sql["mentions"], {"entities": entities, "limit": COUNTED})) if entities else {}
        )
        return {
            name: 1 / (1 + math.log(max(1, sum(counted.get(entity, 0) for entity in ids))))
            for name, ids in named.items()
        }

    def _mentioning(self, conn: Connection, spaces: list[int], entities: list[int], limit: int) -> list[Row]:
        return self._each(conn, "mentioning", spaces, entities, limit, most=LOOKED_AT)

    def _edges(
        self,
        conn: Connection,
        spaces: list[int],
        known: Mapping[str, list[int]],
        limit: int,
        predicates: Sequence[str] = (),
    ) -> list[Row]:
        """Claims from and to the entities: subject, predicate, object, memory, normal form of the other end."""
        entities = [entity for ids in known.values() for entity in ids]
        only: dict[str, Any] = {"every": int(not predicates), "predicates": list(predicates)}
        outward = self._each(conn, "relations_outward", spaces, entities, limit, **only)
        return outward + self._each(conn, "relations_inward", spaces, entities, limit, **only)

    def _each(
        self,
        conn: Connection,
        query: str,
        spaces: list[int],
        entities: list[int],
        limit: int,
        *,
        where: Filter | None = None,
        **more: Any,
    ) -> list[Row]:
        condition, values = compile_filter(self.where if where is None else where)
        sql = self.sql[query].format(where=condition)
        params: dict[str, Any] = {**values, "spaces": spaces, "limit": limit, **more}
        return [row for entity in entities for row in conn.all(sql, {**params, "entity": entity})]
