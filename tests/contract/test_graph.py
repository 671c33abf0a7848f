"""The entity graph's contract over SQLite and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hindsight.adapters.graph.sql import SqlEntityGraph, open_graph
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import SqlStore, open_store
from hindsight.domain.errors import NotFound
from hindsight.domain.memory import Scope
from hindsight.testing.graph import GraphContract, about, claim, link

Pair = tuple[SqlStore, SqlEntityGraph]


async def opened(url: str) -> AsyncIterator[Pair]:
    resources = Resources()
    store = open_store(url, resources)
    await store.start()
    yield store, open_graph(url, resources)
    await resources.aclose()


class OverPair(GraphContract):
    """``pair`` gives a store and a graph over one database."""

    @pytest.fixture
    def store(self, pair: Pair) -> SqlStore:
        return pair[0]

    @pytest.fixture
    def graph(self, pair: Pair) -> SqlEntityGraph:
        return pair[1]

    async def test_an_unknown_space_is_an_error(self, graph: SqlEntityGraph) -> None:
        with pytest.raises(NotFound):
            await graph.upsert([about("Alice", scope=Scope(tenant="acme", spaces=("nowhere",)))])

    async def test_nothing_that_was_taken_out_stays_in_the_tables(self, store: SqlStore, graph: SqlEntityGraph) -> None:
        gone, kept = await link(store, graph, claim("Alice", "works_at", "Acme"), about("Alice"))
        await graph.delete("acme", [gone.id])
        rows = await graph._database.read(
            lambda conn: [
                conn.all("SELECT name FROM graph_entity"),
                conn.all("SELECT memory FROM graph_mention"),
                conn.all("SELECT memory FROM graph_relation"),
            ]
        )
        assert rows == [[("Alice",)], [(kept.seq,)], []]


class TestSqliteGraph(OverPair):
    @pytest.fixture
    async def pair(self, tmp_path: Path) -> AsyncIterator[Pair]:
        async for pair in opened(f"sqlite:///{tmp_path}/memory.db"):
            yield pair


class TestPostgresGraph(OverPair):
    @pytest.fixture
    async def pair(self, postgres_url: str) -> AsyncIterator[Pair]:
        async for pair in opened(postgres_url):
            yield pair
