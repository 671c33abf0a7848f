"""The contract of :class:`hindsight.ports.index.LexicalIndex`, as tests that any index can be put to.

Subclass it and give two async fixtures: ``store``, a started, empty store, and ``lexical``, an empty index over it::

    class TestMyIndex(LexicalContract):
        @pytest.fixture
        async def store(self): ...

        @pytest.fixture
        async def lexical(self, store): ...

An index that keeps its own copies may leave the store alone. It needs pytest with the anyio plugin.
"""

from __future__ import annotations

import random
from dataclasses import replace

import anyio
import pytest

from hindsight.domain.filters import EVERYTHING, Condition, Filter, Not, matches
from hindsight.domain.memory import Memory, Scope
from hindsight.ports.index import LexicalIndex
from hindsight.ports.store import Store
from hindsight.testing.kept import keep, revise
from hindsight.testing.store.filters import conditions, population
from hindsight.testing.store.records import ALICE, HOSTILE_NAMES, memory, said

BOB = Scope(tenant="acme", spaces=("bob",))
OTHER = Scope(tenant="other", spaces=("alice",))

FINDABLE = (
    "我对花生过敏",
    "每日复盘 cron 备份",
    "レッサーパンダ",
    "Привет",
    r"C:\repo\src\main.py",
    "some/path/file",
    "v2.3.1",
    "snake_case",
    "kebab-case",
    "camelCase",
    "@decorator",
    "😀👨‍👩‍👧",
    "café",
    "ＡＰＩ",
    "60/min",
    "bob.smith@example.com",
    "https://docs.example.com/a/b?page=2",
    "한국어",
    "مرحبا",
)
"""Texts that find themselves among the others, first."""


async def index(store: Store, lexical: LexicalIndex, *memories: Memory) -> list[Memory]:
    kept = await keep(store, *memories)
    await lexical.upsert(kept)
    return kept


async def found(
    lexical: LexicalIndex, text: str, where: Filter = EVERYTHING, scope: Scope = ALICE, limit: int = 100
) -> list[str]:
    return [hit.id for hit in await lexical.search(scope, text, where, limit)]


@pytest.mark.anyio
class LexicalContract:
    """Every promise of the port."""

    @pytest.mark.requirement("R1")
    async def test_every_kind_of_text_finds_itself_first(self, store: Store, lexical: LexicalIndex) -> None:
        kept = await index(store, lexical, *(memory(text) for text in FINDABLE))
        for record in kept:
            assert (await found(lexical, record.content))[0] == record.id, record.content

    @pytest.mark.parametrize(
        "query, expected",
        [("花生", True), ("过敏", True), ("花园", False), ("cafe\u0301", True), ("CAFE", True), ("v2.3.2", False)],
    )
    async def test_parts_find_and_neighbours_do_not(
        self, store: Store, lexical: LexicalIndex, query: str, *, expected: bool
    ) -> None:
        await index(store, lexical, memory("我对花生过敏"), memory("a café"), memory("release v2.3.1"))
        assert bool(await found(lexical, query)) is expected

    async def test_a_chinese_title_is_first_among_1200(self, store: Store, lexical: LexicalIndex) -> None:
        chance = random.Random(7)  # noqa: S311 - test data
        parts = "东西南北春夏秋冬山水风云金木火土日月星辰", "公司学校医院银行市场车站花园图书馆研究所"
        titles = {"".join(chance.choices(parts[0], k=4) + chance.choices(parts[1], k=4)) for _ in range(1210)}
        kept = await index(store, lexical, *(memory(title) for title in sorted(titles)[:1200]))
        for record in kept[::97]:
            assert (await found(lexical, record.content, limit=3))[0] == record.id

    async def test_a_rarer_word_and_more_matches_score_higher(self, store: Store, lexical: LexicalIndex) -> None:
        common = [memory(f"tea number {n}") for n in range(9)]
        rare, both = memory("an axolotl likes milk"), memory("an axolotl likes tea")
        await index(store, lexical, *common, rare, both)
        hits = await lexical.search(ALICE, "axolotl tea", EVERYTHING, 100)
        assert [hit.id for hit in hits[:2]] == [both.id, rare.id]
        assert all(hit.score > 0 for hit in hits)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    async def test_a_rare_word_among_300_is_found(self, store: Store, lexical: LexicalIndex) -> None:
        [wanted, *_] = await index(
            store, lexical, memory("the axolotl sleeps"), *(memory(f"word{n}") for n in range(40))
        )
        words = [f"other{n}" for n in range(300)]
        words[150] = "axolotl"
        assert await found(lexical, " ".join(words)) == [wanted.id]

    async def test_a_pasted_prompt_does_not_drown_the_question(self, store: Store, lexical: LexicalIndex) -> None:
        noise = [memory(f"Follow every instruction about tools and style, number {n}") for n in range(30)]
        [wanted, *_] = await index(store, lexical, memory("Alice keeps her axolotl in the bath"), *noise)
        prompt = "You are careful. " + "Follow every instruction about tools and style. " * 45
        assert (await found(lexical, f"{prompt}\nWhere does Alice keep the axolotl?"))[0] == wanted.id

    async def test_speaker_summary_keywords_entities_and_tags_are_found(
        self, store: Store, lexical: LexicalIndex
    ) -> None:
        record = memory("plain", sources=said("user", name="Vera"), summary="zucchini", keywords=("yarrow",))
        await index(store, lexical, replace(record, entities=("Xena",), tags=("wombat",)))
        for word in ("zucchini", "yarrow", "Xena", "wombat", "Vera", "plain"):
            assert await found(lexical, word) == [record.id], word

    @pytest.mark.parametrize("text", ["", "   ", "...", "\n"])
    async def test_nothing_to_look_up_finds_nothing(self, store: Store, lexical: LexicalIndex, text: str) -> None:
        await index(store, lexical, memory("tea"))
        assert await found(lexical, text) == []

    @pytest.mark.parametrize("limit, count", [(-1, 0), (0, 0), (1, 1), (3, 3), (10**9, 5)])
    async def test_limit(self, store: Store, lexical: LexicalIndex, limit: int, count: int) -> None:
        await index(store, lexical, *(memory(f"tea {n}") for n in range(5)))
        assert len(await found(lexical, "tea", limit=limit)) == count

    async def test_upsert_twice_changes_nothing(self, store: Store, lexical: LexicalIndex) -> None:
        kept = await index(store, lexical, memory("tea"), memory("coffee and tea"))
        before = await lexical.search(ALICE, "tea", EVERYTHING, 10)
        await lexical.upsert([*kept, *kept])
        assert await lexical.search(ALICE, "tea", EVERYTHING, 10) == before
        assert (await lexical.state()).count == 2

    async def test_a_new_wording_replaces_the_old(self, store: Store, lexical: LexicalIndex) -> None:
        [record] = await index(store, lexical, memory("likes tea"))
        await lexical.upsert([await revise(store, record, content="likes coffee", content_hash="2")])
        assert await found(lexical, "tea") == []
        assert await found(lexical, "coffee") == [record.id]

    async def test_deleted_is_gone_and_leaves_the_scores_of_others_alone(
        self, store: Store, lexical: LexicalIndex
    ) -> None:
        await index(store, lexical, memory("green tea"), memory("coffee"))
        before = await lexical.search(ALICE, "green tea", EVERYTHING, 10)
        [gone] = await index(store, lexical, memory("black tea, green cups"))
        await lexical.delete("acme", [gone.id, "unknown"])
        await lexical.delete("acme", [gone.id])
        assert await lexical.search(ALICE, "green tea", EVERYTHING, 10) == before
        assert await found(lexical, "cups") == []

    async def test_delete_keeps_to_its_tenant(self, store: Store, lexical: LexicalIndex) -> None:
        [record] = await index(store, lexical, memory("tea"))
        await lexical.delete("other", [record.id])
        assert await found(lexical, "tea") == [record.id]

    @pytest.mark.requirement("M5")
    async def test_other_spaces_and_tenants_are_not_seen_and_do_not_count(
        self, store: Store, lexical: LexicalIndex
    ) -> None:
        [mine] = await index(store, lexical, memory("tea in the garden"))
        before = await lexical.search(ALICE, "tea garden", EVERYTHING, 10)
        strangers = [memory(f"tea garden {n}", scope) for n in range(5) for scope in (BOB, OTHER)]
        await index(store, lexical, *strangers)
        assert await lexical.search(ALICE, "tea garden", EVERYTHING, 10) == before
        both = await found(lexical, "tea", scope=Scope(tenant="acme", spaces=("alice", "bob")))
        assert len(both) == 6
        assert mine.id in both
        assert await found(lexical, "tea", scope=Scope(tenant="acme", spaces=("nobody",))) == []

    @pytest.mark.parametrize("name", HOSTILE_NAMES, ids=range(len(HOSTILE_NAMES)))
    async def test_any_name_is_isolated(self, store: Store, lexical: LexicalIndex, name: str) -> None:
        scope = Scope(tenant=name, spaces=(name,))
        [record] = await index(store, lexical, memory("tea", scope))
        await index(store, lexical, memory("tea"))
        assert await found(lexical, "tea", scope=scope) == [record.id]
        assert [id_ async for id_ in lexical.ids(name, name)] == [record.id]

    @pytest.mark.parametrize("text", HOSTILE_NAMES, ids=range(len(HOSTILE_NAMES)))
    async def test_any_text_is_indexed_and_asked(self, store: Store, lexical: LexicalIndex, text: str) -> None:
        [record] = await index(store, lexical, memory(text))
        assert await found(lexical, text) == [record.id]

    @pytest.mark.requirement("R7")
    async def test_every_filter_agrees_with_the_reference(self, store: Store, lexical: LexicalIndex) -> None:
        records = [replace(record, content=f"zebra {record.content}") for record in population()]
        await index(store, lexical, *records)
        filters: list[Filter] = [*conditions(), *map(Not, conditions()[::7])]
        for where in filters:
            expected = {record.id for record in records if matches(where, record)}
            assert set(await found(lexical, "zebra", where)) == expected, where

    @pytest.mark.requirement("R7")
    async def test_the_filter_comes_before_the_limit(self, store: Store, lexical: LexicalIndex) -> None:
        [wanted] = await index(store, lexical, memory("tea somewhere in a long line of other words", project="web"))
        await index(store, lexical, *(memory(f"tea tea {n}") for n in range(250)))
        assert await found(lexical, "tea", Condition("project", "eq", "web"), limit=1) == [wanted.id]

    async def test_ids_pages_through_a_space(self, store: Store, lexical: LexicalIndex) -> None:
        kept = await index(store, lexical, *(memory(f"tea {n}") for n in range(1005)))
        await index(store, lexical, memory("tea", BOB))
        assert {id_ async for id_ in lexical.ids("acme", "alice")} == {record.id for record in kept}
        assert [id_ async for id_ in lexical.ids("acme", "nobody")] == []

    async def test_state_and_clear(self, store: Store, lexical: LexicalIndex) -> None:
        assert (await lexical.state()).model == ""
        kept = await index(store, lexical, memory("tea"), memory("coffee", BOB))
        state = await lexical.state()
        assert state.model
        assert (state.dimension, state.count) == (0, 2)
        await lexical.clear()
        assert (await lexical.state()).model == ""
        assert await found(lexical, "tea") == []
        await lexical.upsert(kept)
        assert await found(lexical, "tea") == [kept[0].id]

    async def test_writers_in_parallel_lose_nothing(self, store: Store, lexical: LexicalIndex) -> None:
        kept = await keep(store, *(memory(f"tea cup {n} of many") for n in range(24)))
        async with anyio.create_task_group() as group:
            for start in range(8):
                group.start_soon(lexical.upsert, kept[start::8])
                group.start_soon(lexical.upsert, kept[start::6])
        assert len(await found(lexical, "tea")) == 24
        alone = await lexical.search(ALICE, "tea cup", EVERYTHING, 100)
        await lexical.clear()
        await lexical.upsert(kept)
        assert await lexical.search(ALICE, "tea cup", EVERYTHING, 100) == alone
