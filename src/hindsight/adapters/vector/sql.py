"""A vector index in the tables of the store's own database, SQLite or PostgreSQL.

The tables are the truth of the index; every process holds the spaces it searches in memory and, at each search, reads
what was written since by any process. numpy is loaded with the first vector.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.derived import indexed_ids
from hindsight.adapters.sql.queries import load_queries
from hindsight.domain.errors import IndexMismatch, InvalidInput
from hindsight.domain.filters import Filter
from hindsight.domain.index import Entry, IndexState, Vector
from hindsight.domain.memory import Scope
from hindsight.domain.query import Found

if TYPE_CHECKING:
    from hindsight.adapters.vector.held import Held

MEMORY_BUDGET = 256 << 20
"""Bytes of vectors that a process keeps in memory; the spaces searched longest ago go first."""
GONE = 10_000
"""So many deleted rows of a space are kept for others to follow; beyond them they read the space anew."""
REBUILD = "Run: hindsight index rebuild"


class Databases(Protocol):
    """What :func:`open_vector` needs of the composition root's shared resources."""

    def database(self, url: str) -> Database: ...


def open_vector(url: str, resources: Databases) -> SqlVectorIndex:
    """Entry point ``hindsight.vector`` for ``sqlite:`` and ``postgresql:`` URLs."""
    return SqlVectorIndex(resources.database(url))


class SqlVectorIndex:
    """The :class:`~hindsight.ports.index.VectorIndex` over a :class:`Database` that also holds the store."""

    def __init__(self, database: Database, *, budget: int = MEMORY_BUDGET) -> None:
        here = files(__package__)
        self._database = database
        self._sql = load_queries(here, database.dialect)
        self._budget = budget
        self._held: Held | None = None
        database.require("vector", here / "migrations")

    async def upsert(self, entries: Sequence[Entry], model: str) -> None:
        """Store the vectors of memories that the store holds; others are left out, they are gone already.

        IndexMismatch when the index was built by another model or with another dimension.
        """
        dimension = _dimension(entries)
        for tenant in dict.fromkeys(entry.memory.tenant for entry in entries):
            own = {entry.memory.id: entry for entry in entries if entry.memory.tenant == tenant}
            work = partial(self._upsert, tenant=tenant, entries=own, model=model, dimension=dimension)
            await self._database.write(work, tenant=tenant)

    async def delete(self, tenant: str, ids: Sequence[str]) -> None:
        await self._database.write(partial(self._delete, tenant=tenant, ids=ids), tenant=tenant)

    async def search(self, scope: Scope, vector: Vector, where: Filter, limit: int) -> tuple[Found, ...]:
        if limit < 1:
            return ()
        work = partial(self._search, scope=scope, vector=vector, where=where, limit=limit)
        return await self._database.read(work, tenant=scope.tenant)

    async def state(self) -> IndexState:
        def work(conn: Connection) -> IndexState:
            meta, count = conn.one(self._sql["meta"]), conn.one(self._sql["count"])
            model, dimension = meta or ("", 0)
            return IndexState(model=model, dimension=int(dimension), count=int(count[0]) if count else 0)

        return await self._database.read(work)

    def ids(self, tenant: str, space: str) -> AsyncIterator[str]:
        return indexed_ids(self._database, self._sql["ids"], tenant=tenant, space=space)

    async def clear(self) -> None:
        def work(conn: Connection) -> None:
            for name in ("clear_memories", "clear_spaces", "clear_meta"):
                conn.run(self._sql[name])

        await self._database.write(work)

    async def aclose(self) -> None:
        """Let go of the memory; the database belongs to whoever opened it."""
        self._held = None

    def _upsert(
        self, conn: Connection, *, tenant: str, entries: Mapping[str, Entry], model: str, dimension: int
    ) -> None:
        from hindsight.adapters.vector.rows import packed

        self._claim(conn, model, dimension)
        stored = conn.all(self._sql["stored"], {"tenant": tenant, "ids": list(entries)})
        numbers = self._number(conn, [row[2] for row in stored])
        rows = []
        for name, memory, space in stored:
            vectors = tuple(entries[name].vectors.values())
            row = {"memory": memory, "space": space, "tenant": tenant, "id": name, "change": numbers[space].pop()}
            rows.append(row | {"parts": len(vectors), "vectors": packed(vectors)})
        conn.many(self._sql["put"], rows)

    def _delete(self, conn: Connection, *, tenant: str, ids: Sequence[str]) -> None:
        held = conn.all(self._sql["held"], {"tenant": tenant, "ids": list(ids)})
        numbers = self._number(conn, [row[1] for row in held])
        conn.many(
            self._sql["empty"],
            [{"memory": memory, "change": numbers[space].pop(), "nothing": b""} for memory, space in held],
        )
        for space in numbers:
            gone = conn.one(self._sql["gone"], {"space": space})
            if gone and gone[0] > GONE:
                conn.run(self._sql["drop_gone"], {"space": space})
                conn.run(self._sql["renew"], {"space": space, "epoch": _epoch()})

    def _number(self, conn: Connection, spaces: Sequence[int]) -> dict[int, list[int]]:
        """Fresh change numbers of each space, as many as it occurs in ``spaces``. Locks in order of the spaces."""
        numbers: dict[int, list[int]] = {}
        for space in sorted(set(spaces)):
            count = spaces.count(space)
            row = conn.one(self._sql["number"], {"space": space, "epoch": _epoch(), "count": count})
            last = int(row[0]) if row else 0
            numbers[space] = list(range(last, last - count, -1))
        return numbers

    def _claim(self, conn: Connection, model: str, dimension: int) -> None:
        conn.run(self._sql["claim"], {"model": model, "dimension": dimension})
        meta = conn.one(self._sql["meta"])
        if meta and tuple(meta) != (model, dimension):
            raise IndexMismatch(
                f"The vector index was built by {meta[0]!r} with {meta[1]} dimensions, not by {model!r} "
                f"with {dimension}.",
                hint=REBUILD,
            )

    def _search(
        self, conn: Connection, *, scope: Scope, vector: Vector, where: Filter, limit: int
    ) -> tuple[Found, ...]:
        from hindsight.adapters.vector.held import Held
        from hindsight.adapters.vector.search import Search

        meta = conn.one(self._sql["meta"])
        if meta is None:
            return ()
        if len(vector) != 4 * meta[1]:
            raise IndexMismatch(
                f"The question's vector has {len(vector) // 4} dimensions, the index {meta[1]}.", hint=REBUILD
            )
        if self._held is None:
            self._held = Held(self._sql, self._budget)
        spaces = self._held.current(conn, scope, dimension=meta[1])
        return Search(self._sql, spaces, where, limit).run(conn, vector)


def _dimension(entries: Iterable[Entry]) -> int:
    """The one dimension of all vectors, in floats. InvalidInput when there is none or they differ."""
    lengths = {len(vector) for entry in entries for vector in entry.vectors.values()}
    empty = any(not entry.vectors for entry in entries)
    if entries and (empty or len(lengths) != 1 or not min(lengths) or min(lengths) % 4):
        raise InvalidInput("Every entry of a vector index needs vectors of the same dimension.")
    return min(lengths) // 4 if lengths else 0


def _epoch() -> int:
    return secrets.randbits(53)
