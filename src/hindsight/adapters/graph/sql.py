"""The entity graph in the tables of the store's own database, SQLite or PostgreSQL: one implementation.

Fed from a memory's entities and its claim. A search looks the names in a text up as they are (no table of all names
is walked), brings what mentions them and, along claims, what mentions their neighbours.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from importlib.resources import files

from hindsight.adapters.graph.names import norm
from hindsight.adapters.graph.walk import Walk
from hindsight.adapters.sql.connection import Connection, Params
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.derived import indexed_ids, numbers_of
from hindsight.adapters.sql.queries import load_queries
from hindsight.adapters.sql.resources import Resources
from hindsight.domain.filters import Condition, Filter
from hindsight.domain.index import Relation
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Found

MAX_NAME = 100
"""Longer values of a claim are sentences, not names."""
ACTIVE = Condition("status", "eq", "active")


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
        walk = Walk(self._sql, scope, where)
        return await self._database.read(lambda conn: walk.search(conn, text, limit, hops), tenant=scope.tenant)

    async def relations(self, scope: Scope, entity: str, *, hops: int = 1, limit: int = 100) -> tuple[Relation, ...]:
        """What active memories claim about an entity and, from the second hop, about its neighbours; newest first."""
        if limit < 1:
            return ()
        walk = Walk(self._sql, scope, ACTIVE)
        return await self._database.read(lambda conn: walk.relations(conn, entity, limit, hops), tenant=scope.tenant)

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
        entities = mentioned(memory)
        row = {"memory": memory.seq, "space": space}
        conn.run(self._sql["add_memory"], row | {"tenant": memory.tenant, "id": memory.id})
        conn.many(
            self._sql["add_entity"],
            [{"space": space, "norm": key, "name": name} for key, name in sorted(entities.items())],
        )
        conn.many(self._sql["add_mention"], [row | {"norm": key} for key in entities])
        claim = memory.claim
        if claim and norm(claim.entity) in entities and norm(claim.value) in entities:
            predicate = f"not {claim.attribute}" if claim.negated else claim.attribute
            ends = {"subject": norm(claim.entity), "object": norm(claim.value)}
            conn.run(self._sql["add_relation"], row | ends | {"predicate": predicate})


def mentioned(memory: Memory) -> dict[str, str]:
    """The entities of a memory, both ends of its claim among them: normal form → name as written."""
    claim = memory.claim
    names = [*memory.entities, *((claim.entity, claim.value) if claim else ())]
    entities: dict[str, str] = {}
    for name in names:
        key = norm(name)
        if key and len(key) <= MAX_NAME:
            entities.setdefault(key, name)
    return entities
