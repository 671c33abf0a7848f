"""Reading back what was written: whole, in order, in scope, page by page."""

from __future__ import annotations

from dataclasses import replace

import anyio
import pytest

from hindsight.domain.errors import InvalidInput
from hindsight.domain.filters import EVERYTHING, Condition
from hindsight.domain.memory import Memory, Scope
from hindsight.ports.store import Order, Store
from hindsight.testing.store.records import ALICE, HOSTILE_NAMES, NOW, full_memory, insertion, memory, said


async def pages(store: Store, scope: Scope, limit: int, order: Order = "newest") -> list[Memory]:
    """Everything, page by page."""
    found: list[Memory] = []
    cursor = None
    while True:
        page = await store.find(scope, EVERYTHING, limit=limit, cursor=cursor, order=order)
        found += page.memories
        cursor = page.cursor
        if cursor is None:
            return found


@pytest.mark.anyio
class MemoryContract:
    """``get``, ``find`` and ``neighbours``."""

    async def test_every_field_comes_back_as_it_was(self, store: Store) -> None:
        written = full_memory()
        await store.apply(insertion(written))
        [read] = await store.get(ALICE, [written.id])
        assert replace(read, seq=0) == written
        assert read.seq > 0

    async def test_get_keeps_the_order_asked_for_and_leaves_out_the_unknown(self, store: Store) -> None:
        a, b, c = (memory() for _ in range(3))
        await store.apply(insertion(a, b, c))
        found = await store.get(ALICE, [c.id, "unknown", a.id, c.id])
        assert [m.id for m in found] == [c.id, a.id]

    async def test_get_applies_the_filter(self, store: Store) -> None:
        a, b = memory(project="web"), memory(project="app")
        await store.apply(insertion(a, b))
        found = await store.get(ALICE, [a.id, b.id], Condition("project", "eq", "app"))
        assert [m.id for m in found] == [b.id]

    async def test_get_of_nothing_is_nothing(self, store: Store) -> None:
        assert await store.get(ALICE, []) == ()

    async def test_get_takes_thousands_of_ids(self, store: Store) -> None:
        written = memory()
        await store.apply(insertion(written))
        found = await store.get(ALICE, [*(f"none{n}" for n in range(5000)), written.id])
        assert [m.id for m in found] == [written.id]

    async def test_text_of_every_script_survives(self, store: Store) -> None:
        texts = (
            "我对花生过敏",
            "レッサーパンダ",
            "Привет",
            "C:\\repo\\src\\main.py",
            "😀👨‍👩‍👧",
            "a\r\nb\tc",
            "%s :x '' \"",
        )
        written = [memory(text) for text in texts]
        await store.apply(insertion(*written))
        found = await store.get(ALICE, [m.id for m in written])
        assert tuple(m.content for m in found) == texts

    @pytest.mark.parametrize("text", ["a\ud83d", "b\x00c"], ids=["lone surrogate", "NUL"])
    async def test_what_is_no_text_is_a_clear_error(self, store: Store, text: str) -> None:
        written = memory("harmless", project=text)
        with pytest.raises(InvalidInput):
            await store.apply(insertion(written))
        assert await store.get(ALICE, [written.id]) == ()

    @pytest.mark.requirement("M5", "S4")
    @pytest.mark.parametrize("name", HOSTILE_NAMES, ids=range(len(HOSTILE_NAMES)))
    async def test_no_name_opens_another_tenant_or_space(self, store: Store, name: str) -> None:
        mine = Scope(tenant=name, spaces=(name,))
        others = [Scope(tenant=name, spaces=("other",)), Scope(tenant="other", spaces=(name,)), ALICE]
        written = memory("the same words", scope=mine)
        await store.apply(insertion(written, scope=mine))
        for other in others:
            await store.apply(insertion(memory("the same words", scope=other), scope=other))
            assert await store.get(other, [written.id]) == ()
            assert written.id not in {m.id for m in await pages(store, other, 10)}
            assert (await store.history(other, [written.id]))[written.id] == ()
        assert [m.id for m in await pages(store, mine, 10)] == [written.id]
        [read] = await store.get(mine, [written.id])
        assert (read.tenant, read.space) == (name, name)

    @pytest.mark.requirement("M5")
    async def test_a_scope_of_several_spaces_reads_them_all_in_order_of_arrival(self, store: Store) -> None:
        both = Scope(tenant="acme", spaces=("alice", "team"))
        team = Scope(tenant="acme", spaces=("team",))
        ids = []
        for n in range(6):
            scope = team if n % 2 else ALICE
            written = memory(scope=scope)
            await store.apply(insertion(written, scope=scope))
            ids.append(written.id)
        assert [m.id for m in await pages(store, both, 2, "oldest")] == ids
        assert [m.id for m in await pages(store, both, 4, "newest")] == ids[::-1]

    async def test_an_unknown_space_is_empty(self, store: Store) -> None:
        nowhere = Scope(tenant="nobody", spaces=("nowhere",))
        page = await store.find(nowhere, EVERYTHING, limit=5)
        assert page.memories == ()
        assert page.cursor is None

    @pytest.mark.parametrize("order", ["newest", "oldest"])
    @pytest.mark.parametrize("limit", [1, 3, 7, 100])
    async def test_pages_hold_everything_once(self, store: Store, limit: int, order: Order) -> None:
        written = [memory() for _ in range(7)]
        await store.apply(insertion(*written))
        found = [m.id for m in await pages(store, ALICE, limit, order)]
        expected = [m.id for m in written]
        assert found == (expected if order == "oldest" else expected[::-1])

    async def test_pages_neither_skip_nor_repeat_under_concurrent_writes(self, store: Store) -> None:
        before = [memory() for _ in range(40)]
        await store.apply(insertion(*before))
        listed: dict[str, list[str]] = {}

        async def read(order: Order) -> None:
            listed[order] = [m.id for m in await pages(store, ALICE, 3, order)]

        async def write() -> None:
            for _ in range(10):
                await store.apply(insertion(memory()))

        async with anyio.create_task_group() as group:
            group.start_soon(read, "newest")
            group.start_soon(read, "oldest")
            for _ in range(3):
                group.start_soon(write)
        for ids in listed.values():
            assert len(ids) == len(set(ids))
            assert {m.id for m in before} <= set(ids)
        everything = [m.id for m in await pages(store, ALICE, 100, "oldest")]
        assert len(everything) == 70
        assert listed["oldest"] == everything[: len(listed["oldest"])]

    async def test_a_foreign_cursor_and_an_empty_page_are_refused(self, store: Store) -> None:
        for cursor in ("nonsense", "newest:", "newest:-1", "oldest:5", "newest:1; DROP TABLE memory", "newest:٣"):
            with pytest.raises(InvalidInput):
                await store.find(ALICE, EVERYTHING, limit=5, cursor=cursor, order="newest")
        with pytest.raises(InvalidInput):
            await store.find(ALICE, EVERYTHING, limit=0)

    async def test_neighbours_are_the_turns_around_in_the_same_conversation(self, store: Store) -> None:
        talk = [memory(verbatim=True, sources=said("user", conversation="c1")) for _ in range(6)]
        other = memory(verbatim=True, sources=said("user", conversation="c2"))
        derived = memory(sources=said("user", conversation="c1"))
        gone = memory(verbatim=True, status="deleted", sources=said("user", conversation="c1"))
        await store.apply(insertion(talk[0], talk[1], other, derived, talk[2], gone, *talk[3:]))
        around = await store.neighbours(ALICE, [talk[2].id, talk[0].id, other.id, "unknown"], 2)
        assert [m.id for m in around[talk[2].id]] == [talk[n].id for n in (0, 1, 3, 4)]
        assert [m.id for m in around[talk[0].id]] == [talk[n].id for n in (1, 2)]
        assert around[other.id] == ()
        assert around.get("unknown", ()) == ()

    async def test_neighbours_stay_in_scope(self, store: Store) -> None:
        bob = Scope(tenant="acme", spaces=("bob",))
        mine = memory(verbatim=True, sources=said("user", conversation="c1"))
        await store.apply(insertion(mine))
        theirs = memory(scope=bob, verbatim=True, sources=said("user", conversation="c1"))
        await store.apply(insertion(theirs, scope=bob))
        assert (await store.neighbours(ALICE, [mine.id], 3))[mine.id] == ()
        assert not (await store.neighbours(bob, [mine.id], 3)).get(mine.id)

    async def test_counts_by_kind_and_status(self, store: Store) -> None:
        written = [memory(), memory(kind="episode"), memory(kind="episode", status="archived")]
        await store.apply(insertion(*written))
        counts = await store.counts(ALICE)
        assert dict(counts["kind"]) == {"fact": 1, "episode": 2}
        assert dict(counts["status"]) == {"active": 2, "archived": 1}

    async def test_times_keep_their_microseconds_and_come_back_in_utc(self, store: Store) -> None:
        written = memory(occurred_at=NOW.replace(year=1, month=1, day=1), valid_to=NOW.replace(year=9999))
        await store.apply(insertion(written))
        [read] = await store.get(ALICE, [written.id])
        assert (read.occurred_at, read.valid_to) == (written.occurred_at, written.valid_to)
        assert read.updated_at.utcoffset() is not None
