"""A keyword index in the tables of the store's own database, SQLite or PostgreSQL: one implementation, one ranking.

Rare terms are looked up first. When the postings of the commoner ones exceed a budget they only re-score what was
found, unless the filter leaves too little of it. Document frequencies count the spaces of the query's scope alone, so
no other space's words show in a score.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from importlib.resources import files

import anyio.to_thread

from hindsight.adapters.lexical.bm25 import Document, document
from hindsight.adapters.lexical.change import Change, Entry
from hindsight.adapters.lexical.search import Search
from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.derived import indexed_ids, numbers_of
from hindsight.adapters.sql.queries import load_queries
from hindsight.adapters.sql.resources import Resources
from hindsight.domain.analysis import ANALYSER, LONG, query_terms
from hindsight.domain.errors import IndexMismatch
from hindsight.domain.filters import Filter
from hindsight.domain.index import IndexState
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Found


def open_lexical(url: str, resources: Resources) -> SqlLexicalIndex:
    """The entry point of ``sqlite:`` and ``postgresql:`` URLs, the same as the store's."""
    return SqlLexicalIndex(resources.database(url))


class SqlLexicalIndex:
    """The :class:`~hindsight.ports.index.LexicalIndex` over a :class:`Database` that also holds the store."""

    def __init__(self, database: Database) -> None:
        here = files(__package__)
        self._database = database
        self._sql = load_queries(here, database.dialect)
        database.require("lexical", here / "migrations")

    async def upsert(self, memories: Sequence[Memory]) -> None:
        """Index memories that the store holds. IndexMismatch when another analyser built the index."""
        prepared = await anyio.to_thread.run_sync(lambda: [(memory, document(memory)) for memory in memories])
        for tenant in dict.fromkeys(memory.tenant for memory in memories):
            own = list({pair[0].id: pair for pair in prepared if pair[0].tenant == tenant}.values())
            await self._database.write(partial(self._upsert, tenant=tenant, prepared=own), tenant=tenant)

    async def delete(self, tenant: str, ids: Sequence[str]) -> None:
        await self._database.write(lambda conn: self._delete(conn, tenant, ids), tenant=tenant)

    async def search(self, scope: Scope, text: str, where: Filter, limit: int) -> tuple[Found, ...]:
        """The best matches, best first. Empty for a text without terms or a limit below 1."""
        terms = query_terms(text) if limit > 0 else []
        if not terms:
            return ()
        search = Search(self._sql, scope, where, limit, pasted=len(text) > LONG)
        return await self._database.read(lambda conn: search.run(conn, terms), tenant=scope.tenant)

    async def state(self) -> IndexState:
        """``model`` names the analyser that built the index."""

        def work(conn: Connection) -> IndexState:
            row, count = conn.one(self._sql["analyser"]), conn.one(self._sql["count"])
            return IndexState(model=row[0] if row else "", dimension=0, count=int(count[0]) if count else 0)

        return await self._database.read(work)

    def ids(self, tenant: str, space: str) -> AsyncIterator[str]:
        return indexed_ids(self._database, self._sql["ids"], tenant=tenant, space=space)

    async def clear(self) -> None:
        def work(conn: Connection) -> None:
            for name in ("clear_terms", "clear_frequencies", "clear_docs", "clear_spaces", "clear_meta"):
                conn.run(self._sql[name])

        await self._database.write(work)

    async def aclose(self) -> None:
        """Nothing: the database belongs to whoever opened it."""

    def _upsert(self, conn: Connection, *, tenant: str, prepared: Sequence[tuple[Memory, Document]]) -> None:
        self._claim(conn)
        names = {memory.space for memory, _ in prepared}
        spaces = numbers_of(conn, self._sql["spaces"], tenant=tenant, spaces=names)
        change = Change(self._sql, tenant)
        change.begin(conn, [memory.id for memory, _ in prepared], spaces.values())
        for memory, new in prepared:
            change.add(Entry(memory.seq, spaces[memory.space], memory.id, new.length, new.terms))
        change.write(conn)

    def _claim(self, conn: Connection) -> None:
        conn.run(self._sql["set_analyser"], {"analyser": ANALYSER})
        row = conn.one(self._sql["analyser"])
        if row and row[0] != ANALYSER:
            raise IndexMismatch(
                f"The keyword index was built by {row[0]!r}; this program cuts text as {ANALYSER!r}.",
                hint="Run: hindsight index rebuild",
            )

    def _delete(self, conn: Connection, tenant: str, ids: Sequence[str]) -> None:
        change = Change(self._sql, tenant)
        change.begin(conn, ids, ())
        change.write(conn)
