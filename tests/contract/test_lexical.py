"""The keyword index's contract over SQLite and a real PostgreSQL, and what the SQL one does beyond it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hindsight.adapters.lexical.sql import SqlLexicalIndex, open_lexical
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import SqlStore, open_store
from hindsight.domain.errors import IndexMismatch, NotFound
from hindsight.domain.filters import EVERYTHING, Condition
from hindsight.domain.memory import Scope
from hindsight.testing.lexical import FINDABLE, LexicalContract, index
from hindsight.testing.store.records import ALICE, memory

Pair = tuple[SqlStore, SqlLexicalIndex]


async def opened(url: str) -> AsyncIterator[Pair]:
    resources = Resources()
    store = open_store(url, resources)
    await store.start()
    yield store, open_lexical(url, resources)
    await resources.aclose()


class OverPair(LexicalContract):
    """``pair`` gives a store and an index over one database."""

    @pytest.fixture
    def store(self, pair: Pair) -> SqlStore:
        return pair[0]

    @pytest.fixture
    def lexical(self, pair: Pair) -> SqlLexicalIndex:
        return pair[1]

    async def test_an_unknown_space_is_an_error(self, lexical: SqlLexicalIndex) -> None:
        with pytest.raises(NotFound):
            await lexical.upsert([memory("tea", Scope(tenant="acme", spaces=("nowhere",)))])

    async def test_another_analyser_is_told_and_mended_by_a_rebuild(
        self, store: SqlStore, lexical: SqlLexicalIndex, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = await index(store, lexical, memory("tea"))
        monkeypatch.setattr("hindsight.adapters.lexical.sql.ANALYSER", "terms-next")
        with pytest.raises(IndexMismatch):
            await lexical.upsert(kept)
        await lexical.clear()
        await lexical.upsert(kept)
        assert (await lexical.state()).model == "terms-next"

    async def test_a_common_word_is_found_inside_a_filter_that_leaves_no_rare_one(
        self, store: SqlStore, lexical: SqlLexicalIndex, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With a budget below the common word's postings, as in a space of 100,000 memories."""
        monkeypatch.setattr("hindsight.adapters.lexical.bm25.split_terms.__defaults__", (20,))
        monkeypatch.setattr("hindsight.adapters.lexical.search.BUDGET", 20)
        common = [memory(f"tea {n}", project="web" if n == 3 else None) for n in range(50)]
        kept = await index(store, lexical, *common, memory("milk for the axolotl"), memory("tea for the axolotl"))
        both = await lexical.search(ALICE, "axolotl tea", EVERYTHING, 10)
        assert [hit.id for hit in both] == [kept[-1].id, kept[-2].id]
        web = await lexical.search(ALICE, "axolotl tea", Condition("project", "eq", "web"), 10)
        assert [hit.id for hit in web] == [kept[3].id]
        alone = await lexical.search(ALICE, "tea", Condition("project", "eq", "web"), 10)
        assert [hit.id for hit in alone] == [kept[3].id]


class TestSqliteLexical(OverPair):
    @pytest.fixture
    async def pair(self, tmp_path: Path) -> AsyncIterator[Pair]:
        async for pair in opened(f"sqlite:///{tmp_path}/memory.db"):
            yield pair


class TestPostgresLexical(OverPair):
    @pytest.fixture
    async def pair(self, postgres_url: str) -> AsyncIterator[Pair]:
        async for pair in opened(postgres_url):
            yield pair


@pytest.mark.anyio
async def test_both_databases_rank_alike(tmp_path: Path, postgres_url: str) -> None:
    ranks = []
    texts = [*FINDABLE, "green tea and black tea", "tea", "rate limit 60/min", "rate limit 100/min", "the tea limit"]
    for url in (f"sqlite:///{tmp_path}/memory.db", postgres_url):
        async for store, lexical in opened(url):
            kept = await index(store, lexical, *(memory(text, id=f"{n}") for n, text in enumerate(texts)))
            assert len(kept) == len(texts)
            ranks.append([await lexical.search(ALICE, query, EVERYTHING, 20) for query in (*texts, "tea limit 60/min")])
    assert ranks[0] == ranks[1]
