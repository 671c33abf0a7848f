"""The entity graph in the tables of the store's own database, SQLite or PostgreSQL: one implementation.

Fed from a memory's entities and its claim. A search looks the names in a text up as they are (no table of all names
is walked), brings what mentions them and, along claims, what mentions their neighbours.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import TypeAlias

from hindsight.adapters.graph.names import norm
from hindsight.adapters.graph.walk import Walk
from hindsight.adapters.sql.connection import Connection, Params
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.derived import indexed_ids, numbers_of
from hindsight.adapters.sql.queries import load_queries
from hindsight.adapters.sql.resources import Resources
from hindsight.domain.aliases import SAME, SPEAKER, aliases_in
from hindsight.domain.filters import Condition, Filter, all_of
from hindsight.domain.index import Relation
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Found
from hindsight.domain.visibility import UNTRUSTED

MAX_NAME = 100
"""Longer values of a claim are sentences, not names."""
ACTIVE = Condition("status", "eq", "active")
BELIEVED = all_of(ACTIVE, Condition("trust", "gt", UNTRUSTED))
"""Whom a search takes two names to be one from: a web page must not lead questions about one person to another."""

Pairs: TypeAlias = tuple[tuple[str, str], ...]


def open_graph(url: str, resources: Resources) -> SqlEntityGraph:
    """The entry point of ``sqlite:`` and ``postgresql:`` URLs, the same as the store's."""
    return SqlEntityGraph(resources.database(url))


class SqlEntityGraph:
    """The :class:`~hindsight.ports.index.EntityGraph` over a :class:`Database` that also holds the store."""

    def __init__(self, database: Database) -> None:
        here = files(__package__)
        self._database = database
        self._sql = load_queries(here, database.dialect)
        database.require("graph", here / "migrations")

    async def upsert(self, memories: Sequence[Memory]) -> None:
        """Put memories that the store holds into the graph, in place of what it had of them."""
        for tenant in dict.fromkeys(memory.tenant for memory in memories):
            own = list({memory.id: memory for memory in memories if memory.tenant == tenant}.values())
            await self._database.write(partial(self._upsert, tenant=tenant, memories=own), tenant=tenant)

    async def delete(self, tenant: str, ids: Sequence[str]) -> None:
        work = partial(self._take_out, tenant=tenant, ids=list(ids), spaces=())
        await self._database.write(lambda conn: self._drop_unmentioned(conn, work(conn)), tenant=tenant)

    async def search(self, scope: Scope, text: str, where: Filter, limit: int, *, hops: int = 1) -> tuple[Found, ...]:
        """Memories about the entities named in ``text`` and their neighbours, best first. Empty for a limit below 1."""
        if limit < 1:
            return ()
        walk = Walk(self._sql, scope, where, BELIEVED)
        return await self._database.read(lambda conn: walk.search(conn, text, limit, hops), tenant=scope.tenant)

    async def other_names(self, scope: Scope, text: str) -> Mapping[str, tuple[str, ...]]:
        """The entities that ``text`` names and that have other names, each with those."""
        walk = Walk(self._sql, scope, ACTIVE, BELIEVED)
        return await self._database.read(lambda conn: walk.other_names(conn, text), tenant=scope.tenant)

    async def relations(
        self,
        scope: Scope,
        entity: str,
        *,
        where: Filter = ACTIVE,
        predicates: Sequence[str] = (),
        hops: int = 1,
        limit: int = 100,
    ) -> tuple[Relation, ...]:
        """What memories that pass ``where`` claim about an entity and, from the second hop, about its neighbours."""
        if limit < 1:
            return ()
        walk = Walk(self._sql, scope, where, BELIEVED)
        work = partial(walk.relations, entity=entity, limit=limit, hops=hops, predicates=list(predicates))
        return await self._database.read(work, tenant=scope.tenant)

    async def count_edges(self, tenant: str, ids: Sequence[str]) -> int:
        which: Params = {"tenant": tenant, "ids": list(ids)}
        row = await self._database.read(lambda conn: conn.one(self._sql["edges_of"], which), tenant=tenant)
        return int(row[0]) if row else 0

    def ids(self, tenant: str, space: str) -> AsyncIterator[str]:
        return indexed_ids(self._database, self._sql["ids"], tenant=tenant, space=space)

    async def clear(self) -> None:
        def work(conn: Connection) -> None:
            for name in ("clear_memories", "clear_entities", "clear_spaces"):
                conn.run(self._sql[name])

        await self._database.write(work)

    async def aclose(self) -> None:
        """Nothing: the database belongs to whoever opened it."""

    def _take_out(self, conn: Connection, *, tenant: str, ids: list[str], spaces: Sequence[int]) -> list[int]:
        """Lock the spaces in order, take the memories out, and say which entities they mentioned."""
        which: Params = {"tenant": tenant, "ids": ids}
        locked = {row[0] for row in conn.all(self._sql["spaces_of"], which)} | set(spaces)
        for space in sorted(locked):
            conn.run(self._sql["lock_space"], {"space": space})
        entities = [row[0] for row in conn.all(self._sql["entities_of"], which)]
        conn.run(self._sql["drop_memories"], which)
        return entities

    def _drop_unmentioned(self, conn: Connection, entities: list[int]) -> None:
        conn.run(self._sql["drop_unmentioned"], {"entities": entities})

    def _upsert(self, conn: Connection, *, tenant: str, memories: Sequence[Memory]) -> None:
        names = {memory.space for memory in memories}
        spaces = numbers_of(conn, self._sql["spaces"], tenant=tenant, spaces=names)
        ids = [memory.id for memory in memories]
        former = self._take_out(conn, tenant=tenant, ids=ids, spaces=list(spaces.values()))
        for memory in memories:
            self._add(conn, memory, spaces[memory.space])
        self._drop_unmentioned(conn, former)

    def _add(self, conn: Connection, memory: Memory, space: int) -> None:
        alike = spoken_names(memory)
        entities = mentioned(memory, alike)
        row = {"memory": memory.seq, "space": space}
        conn.run(self._sql["add_memory"], row | {"tenant": memory.tenant, "id": memory.id})
        conn.many(
            self._sql["add_entity"],
            [{"space": space, "norm": key, "name": name} for key, name in sorted(entities.items())],
        )
        conn.many(self._sql["add_mention"], [row | {"norm": key} for key in entities])
        for subject, predicate, target in stated(memory, alike):
            ends = {"subject": norm(subject), "object": norm(target)}
            if ends["subject"] in entities and ends["object"] in entities:
                conn.run(self._sql["add_relation"], row | ends | {"predicate": predicate})
        for one, other in one_thing(memory, alike):
            for pair in ((one, other), (other, one)):
                conn.run(self._sql["add_alias"], row | {"subject": norm(pair[0]), "object": norm(pair[1])})


def stated(memory: Memory, alike: Pairs) -> list[tuple[str, str, str]]:
    """The relations that a memory states: its claim, and that two names are one."""
    claim = memory.claim
    found = [(other, "alias_of", one) for one, other in alike]
    if claim is None:
        return found
    predicate = f"not {claim.attribute}" if claim.negated else claim.attribute
    ends = {norm(claim.entity), norm(claim.value)}
    doubled = predicate.casefold() in SAME
    rest = [edge for edge in found if not (doubled and {norm(edge[0]), norm(edge[2])} == ends)]
    return [(claim.entity, predicate, claim.value), *rest]


def one_thing(memory: Memory, alike: Pairs) -> list[tuple[str, str]]:
    """The pairs of names that are one thing, by its words or its claim."""
    claim = memory.claim
    named = claim is not None and not claim.negated and claim.attribute.casefold() in SAME
    pairs = [*alike, *([(claim.entity, claim.value)] if claim and named else [])]
    return [pair for pair in pairs if norm(pair[0]) != norm(pair[1])]


def spoken_names(memory: Memory) -> Pairs:
    """Pairs of names that its words make one. Whose "I" it is, is only known of what the user said."""
    source = memory.source
    return aliases_in(memory.content, (source.name or SPEAKER) if source.type == "user" else None)


def mentioned(memory: Memory, alike: Pairs) -> dict[str, str]:
    """The entities of a memory, both ends of its claim and other names among them: normal form → name as written."""
    claim = memory.claim
    names = [*memory.entities, *((claim.entity, claim.value) if claim else ())]
    names += [name for pair in alike for name in pair]
    entities: dict[str, str] = {}
    for name in names:
        key = norm(name)
        if key and len(key) <= MAX_NAME:
            entities.setdefault(key, name)
    return entities
