"""The vector index's contract over SQLite and a real PostgreSQL, and what the SQL one does beyond it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import SqlStore, open_store
from hindsight.adapters.vector.sql import SqlVectorIndex, open_vector
from hindsight.domain.errors import InvalidInput
from hindsight.domain.filters import EVERYTHING, Condition
from hindsight.domain.index import Entry
from hindsight.testing.kept import keep
from hindsight.testing.store.records import ALICE, memory
from hindsight.testing.vector import BOB, MODEL, VectorContract, anywhere, at, cosine, entry, found, index

Pair = tuple[SqlStore, SqlVectorIndex]


async def opened(url: str) -> AsyncIterator[Pair]:
    resources = Resources()
    store = open_store(url, resources)
    await store.start()
    vector = open_vector(url, resources)
    yield store, vector
    await vector.aclose()
    await resources.aclose()


class OverPair(VectorContract):
    """``pair`` gives a store and an index over one database."""

    @pytest.fixture
    def store(self, pair: Pair) -> SqlStore:
        return pair[0]

    @pytest.fixture
    def vector(self, pair: Pair) -> SqlVectorIndex:
        return pair[1]

    @pytest.fixture
    async def elsewhere(self, url: str) -> AsyncIterator[SqlVectorIndex]:
        """The same index, opened a second time, as by another process."""
        async for _, other in opened(url):
            yield other

    async def test_what_another_process_writes_is_followed(
        self, store: SqlStore, vector: SqlVectorIndex, elsewhere: SqlVectorIndex
    ) -> None:
        kept = await index(store, vector, {0.0: memory(), 20.0: memory(), 40.0: memory()})
        assert await found(elsewhere, at(0)) == [m.id for m in kept]
        await vector.upsert([entry(kept[0], at(90))], MODEL)
        assert await found(elsewhere, at(0)) == [kept[1].id, kept[2].id, kept[0].id]
        await elsewhere.delete("acme", [kept[1].id])
        assert await found(vector, at(0)) == [kept[2].id, kept[0].id]
        await vector.clear()
        await vector.upsert([entry(kept[1], at(0))], MODEL)
        assert await found(elsewhere, at(0)) == [kept[1].id]

    async def test_deleted_rows_are_dropped_in_the_end_and_still_followed(
        self,
        store: SqlStore,
        vector: SqlVectorIndex,
        elsewhere: SqlVectorIndex,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("hindsight.adapters.vector.sql.GONE", 3)
        kept = await index(store, vector, {float(degrees): memory() for degrees in range(8)})
        assert len(await found(elsewhere, at(0))) == 8
        await vector.delete("acme", [m.id for m in kept[:5]])
        assert await found(elsewhere, at(0)) == [m.id for m in kept[5:]]
        await vector.upsert([entry(kept[0], at(0))], MODEL)
        assert (await found(elsewhere, at(0)))[0] == kept[0].id

    async def test_a_memory_the_store_no_longer_has_is_left_out(self, store: SqlStore, vector: SqlVectorIndex) -> None:
        [kept] = await keep(store, memory())
        await vector.upsert([entry(kept, at(0)), entry(memory(), at(0))], MODEL)
        assert await found(vector, at(0)) == [kept.id]
        assert (await vector.state()).count == 1

    async def test_spaces_beyond_the_memory_budget_are_read_anew(
        self, store: SqlStore, vector: SqlVectorIndex, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(vector, "_budget", 1)
        mine, bobs = await index(store, vector, {0.0: memory("a"), 10.0: memory("b", BOB)})
        for _ in range(2):
            assert await found(vector, at(0)) == [mine.id]
            assert await found(vector, at(0), scope=BOB) == [bobs.id]
        assert vector._held is not None
        assert len(vector._held._spaces) == 1

    @pytest.mark.parametrize("kept_share", [2.0, 1.0, 0.0])
    async def test_compressed_rows_find_the_same(
        self, store: SqlStore, vector: SqlVectorIndex, monkeypatch: pytest.MonkeyPatch, kept_share: float
    ) -> None:
        """As in a space above 2,000 vectors: candidates by 4 bits a dimension, then exact cosines; of vectors that are
        kept in memory, all, until more come, or none.
        """
        monkeypatch.setattr("hindsight.adapters.vector.rows.EXACT_ROWS", 50)
        monkeypatch.setattr(
            "hindsight.adapters.vector.rows.KEPT_BYTES", int(kept_share * 2 * 500 * 2 * len(at(0)) // 4)
        )
        dice = random.Random(5)
        kept = await keep(store, *(memory(project="p" if n % 30 == 0 else "q") for n in range(500)))
        vectors = {m.id: anywhere(dice) for m in kept}
        await vector.upsert([entry(m, vectors[m.id], summary=vectors[m.id]) for m in kept], MODEL)
        query = anywhere(dice)
        for where, allowed in ((EVERYTHING, kept), (Condition("project", "eq", "p"), kept[::30])):
            expected = sorted((cosine(query, vectors[m.id]) for m in allowed), reverse=True)[:10]
            hits = await vector.search(ALICE, query, where, 10)
            assert [hit.score for hit in hits] == pytest.approx(expected, abs=2e-3)
        assert vector._held is not None
        exact = [space.exact for space in vector._held._spaces.values()]
        assert exact == [kept_share > 0]
        await vector.delete("acme", [m.id for m in kept[10:]])
        await vector.upsert([entry(kept[3], query)], MODEL)
        hits = await vector.search(ALICE, query, EVERYTHING, 20)
        assert [space.exact for space in vector._held._spaces.values()] == [kept_share > 1]
        assert hits[0].id == kept[3].id
        assert {hit.id for hit in hits} == {m.id for m in kept[:10]}

    async def test_entries_without_vectors_or_of_mixed_dimensions_are_refused(
        self, store: SqlStore, vector: SqlVectorIndex
    ) -> None:
        one, two = await keep(store, memory(), memory())
        for bad in ([Entry(memory=one, vectors={})], [entry(one, at(0)), entry(two, at(0)[:8])], [entry(one, b"")]):
            with pytest.raises(InvalidInput):
                await vector.upsert(bad, MODEL)


class TestSqliteVector(OverPair):
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path}/memory.db"

    @pytest.fixture
    async def pair(self, url: str) -> AsyncIterator[Pair]:
        async for pair in opened(url):
            yield pair


class TestPostgresVector(OverPair):
    @pytest.fixture
    def url(self, postgres_url: str) -> str:
        return postgres_url

    @pytest.fixture
    async def pair(self, url: str) -> AsyncIterator[Pair]:
        async for pair in opened(url):
            yield pair
