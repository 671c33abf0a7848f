"""The contract of :class:`hindsight.ports.index.VectorIndex`, as tests that any index can be put to.

Subclass it and give two async fixtures: ``store``, a started, empty store, and ``vector``, an empty index over it::

    class TestMyIndex(VectorContract):
        @pytest.fixture
        async def store(self): ...

        @pytest.fixture
        async def vector(self, store): ...

An index that keeps its own copies may leave the store alone. It needs pytest with the anyio plugin.
"""

from __future__ import annotations

import math
import random
import struct

import anyio
import pytest

from hindsight.domain.errors import IndexMismatch
from hindsight.domain.filters import EVERYTHING, Condition, Filter, Not, matches
from hindsight.domain.index import Entry, Facet, Vector
from hindsight.domain.memory import Memory, Scope
from hindsight.ports.index import VectorIndex
from hindsight.ports.store import Store
from hindsight.testing.kept import keep, revise
from hindsight.testing.store.filters import conditions, population
from hindsight.testing.store.records import ALICE, HOSTILE_NAMES, memory

DIMENSION = 16
MODEL = "test-model/1"
NEAR = 2e-3
"""An index may keep half precision."""

BOB = Scope(tenant="acme", spaces=("bob",))
OTHER = Scope(tenant="other", spaces=("alice",))


def vector_of(*values: float, dimension: int = DIMENSION) -> Vector:
    """A unit vector that starts with ``values``."""
    padded = [*values, *[0.0] * (dimension - len(values))]
    length = math.sqrt(sum(value * value for value in padded))
    return struct.pack(f"<{dimension}f", *(value / length for value in padded))


def at(degrees: float) -> Vector:
    """A unit vector so many degrees from the first axis, so that cosines are known."""
    return vector_of(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def anywhere(dice: random.Random) -> Vector:
    return vector_of(*(dice.gauss(0, 1) for _ in range(DIMENSION)))


def cosine(left: Vector, right: Vector) -> float:
    return sum(a * b for a, b in zip(floats(left), floats(right), strict=True))


def floats(vector: Vector) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // 4}f", vector)


def entry(memory: Memory, content: Vector, **facets: Vector) -> Entry:
    vectors: dict[Facet, Vector] = {"content": content}
    for facet in ("summary", "keywords"):
        if facet in facets:
            vectors[facet] = facets[facet]
    return Entry(memory=memory, vectors=vectors)


async def index(store: Store, vector: VectorIndex, placed: dict[float, Memory]) -> list[Memory]:
    """Keep memories and index each at its degrees."""
    kept = await keep(store, *placed.values())
    await vector.upsert([entry(m, at(degrees)) for m, degrees in zip(kept, placed, strict=True)], MODEL)
    return kept


async def found(
    vector: VectorIndex, query: Vector, where: Filter = EVERYTHING, scope: Scope = ALICE, limit: int = 1000
) -> list[str]:
    return [hit.id for hit in await vector.search(scope, query, where, limit)]


async def held(vector: VectorIndex, tenant: str, space: str) -> list[str]:
    return [name async for name in vector.ids(tenant, space)]


@pytest.mark.anyio
class VectorContract:
    """Every promise of the port."""

    async def test_the_nearest_come_first_with_their_cosines(self, store: Store, vector: VectorIndex) -> None:
        placed = {float(degrees): memory() for degrees in (170, 10, 90, 45, 0)}
        await index(store, vector, placed)
        hits = await vector.search(ALICE, at(0), EVERYTHING, 10)
        order = sorted(placed)
        assert [hit.id for hit in hits] == [placed[degrees].id for degrees in order]
        for hit, degrees in zip(hits, order, strict=True):
            assert hit.score == pytest.approx(math.cos(math.radians(degrees)), abs=NEAR)

    async def test_an_empty_index_answers_nothing_and_names_no_model(self, store: Store, vector: VectorIndex) -> None:
        await keep(store, memory())
        assert await found(vector, at(0)) == []
        state = await vector.state()
        assert (state.model, state.count) == ("", 0)

    @pytest.mark.parametrize("limit, expected", [(-1, 0), (0, 0), (1, 1), (2, 2), (9, 3)])
    async def test_limit(self, store: Store, vector: VectorIndex, limit: int, expected: int) -> None:
        kept = await index(store, vector, {float(degrees): memory() for degrees in (1, 2, 3)})
        assert await found(vector, at(0), limit=limit) == [m.id for m in kept[:expected]]

    @pytest.mark.requirement("M9")
    async def test_the_best_vector_of_a_memory_counts_and_it_comes_once(
        self, store: Store, vector: VectorIndex
    ) -> None:
        one, two = await keep(store, memory(), memory())
        await vector.upsert([entry(one, at(80), summary=at(5), keywords=at(40)), entry(two, at(20))], MODEL)
        hits = await vector.search(ALICE, at(0), EVERYTHING, 10)
        assert [hit.id for hit in hits] == [one.id, two.id]
        assert hits[0].score == pytest.approx(math.cos(math.radians(5)), abs=NEAR)
        assert (await vector.state()).count == 2

    async def test_an_upsert_replaces_every_vector_of_the_memory(self, store: Store, vector: VectorIndex) -> None:
        one, two = await keep(store, memory(), memory())
        await vector.upsert([entry(one, at(0), summary=at(10)), entry(two, at(30))], MODEL)
        assert await found(vector, at(0)) == [one.id, two.id]
        await vector.upsert([entry(one, at(90))], MODEL)
        assert await found(vector, at(0)) == [two.id, one.id]
        assert (await vector.state()).count == 2

    async def test_upserts_and_deletes_may_repeat(self, store: Store, vector: VectorIndex) -> None:
        kept = await index(store, vector, {0.0: memory(), 50.0: memory()})
        again = [entry(kept[0], at(0))] * 3
        await vector.upsert(again, MODEL)
        await vector.upsert(again, MODEL)
        await vector.upsert([], MODEL)
        assert await found(vector, at(0)) == [m.id for m in kept]
        for _ in range(2):
            await vector.delete("acme", [kept[0].id, "unknown"])
            assert await found(vector, at(0)) == [kept[1].id]
        await vector.upsert(again, MODEL)
        assert await found(vector, at(0)) == [m.id for m in kept]

    async def test_state_counts_memories_and_names_the_model(self, store: Store, vector: VectorIndex) -> None:
        kept = await index(store, vector, {0.0: memory(), 10.0: memory(), 20.0: memory("b", BOB)})
        await vector.delete("acme", [kept[0].id])
        state = await vector.state()
        assert (state.model, state.dimension, state.count) == (MODEL, DIMENSION, 2)

    async def test_another_model_or_dimension_is_a_mismatch_and_changes_nothing(
        self, store: Store, vector: VectorIndex
    ) -> None:
        [kept] = await index(store, vector, {0.0: memory()})
        with pytest.raises(IndexMismatch):
            await vector.upsert([entry(kept, at(90))], "another/2")
        wide = vector_of(1.0, dimension=2 * DIMENSION)
        with pytest.raises(IndexMismatch):
            await vector.upsert([entry(kept, wide)], MODEL)
        with pytest.raises(IndexMismatch):
            await vector.search(ALICE, wide, EVERYTHING, 10)
        [hit] = await vector.search(ALICE, at(0), EVERYTHING, 10)
        assert hit.score == pytest.approx(1.0, abs=NEAR)

    async def test_a_cleared_index_takes_another_model(self, store: Store, vector: VectorIndex) -> None:
        [kept] = await index(store, vector, {0.0: memory()})
        assert await found(vector, at(0)) == [kept.id]
        await vector.clear()
        assert await found(vector, at(0)) == []
        assert await held(vector, "acme", "alice") == []
        wide = vector_of(1.0, dimension=2 * DIMENSION)
        await vector.upsert([entry(kept, wide)], "another/2")
        assert await found(vector, wide) == [kept.id]
        assert (await vector.state()).model == "another/2"

    async def test_ids_are_those_of_the_space(self, store: Store, vector: VectorIndex) -> None:
        kept = await index(store, vector, {float(n): memory() for n in range(5)} | {50.0: memory("b", BOB)})
        await vector.delete("acme", [kept[1].id])
        assert set(await held(vector, "acme", "alice")) == {m.id for m in kept[:5]} - {kept[1].id}
        assert await held(vector, "acme", "nowhere") == []

    @pytest.mark.requirement("M5")
    async def test_nothing_of_another_space_or_tenant_is_found(self, store: Store, vector: VectorIndex) -> None:
        mine, bobs, others = await keep(store, memory("a"), memory("b", BOB), memory("c", OTHER))
        await vector.upsert([entry(mine, at(60)), entry(bobs, at(0)), entry(others, at(0))], MODEL)
        assert await found(vector, at(0)) == [mine.id]
        assert await found(vector, at(0), scope=Scope(tenant="acme", spaces=("alice", "bob"))) == [bobs.id, mine.id]
        assert await found(vector, at(0), scope=OTHER) == [others.id]
        assert await found(vector, at(0), scope=Scope(tenant="acme", spaces=("nowhere",))) == []
        await vector.delete("other", [mine.id])
        assert await found(vector, at(0)) == [mine.id]

    @pytest.mark.parametrize("name", HOSTILE_NAMES)
    async def test_names_are_only_names(self, store: Store, vector: VectorIndex, name: str) -> None:
        scope = Scope(tenant=name, spaces=(name,))
        [kept] = await index(store, vector, {0.0: memory("x", scope)})
        assert await found(vector, at(0), scope=scope) == [kept.id]
        assert await found(vector, at(0), Condition("project", "eq", name), scope=scope) == []
        assert await held(vector, name, name) == [kept.id]

    @pytest.mark.requirement("R7")
    async def test_every_filter_agrees_with_the_reference(self, store: Store, vector: VectorIndex) -> None:
        kept = await keep(store, *population())
        await vector.upsert([entry(m, at(5.0 * place)) for place, m in enumerate(kept)], MODEL)
        for condition in conditions():
            for where in (condition, Not(condition)):
                expected = [m.id for m in kept if matches(where, m)]
                assert await found(vector, at(0), where) == expected, where

    @pytest.mark.requirement("R7")
    @pytest.mark.parametrize("share", [0.5, 0.1, 0.01])
    async def test_the_filter_comes_before_the_limit(self, store: Store, vector: VectorIndex, share: float) -> None:
        """However few pass, the nearest of them are found: equal to filtering, then ranking."""
        dice = random.Random(7)  # noqa: S311 - a repeatable draw
        made = [memory(project="kept" if dice.random() < share else "else") for _ in range(600)]
        kept = await keep(store, *made)
        vectors = {m.id: anywhere(dice) for m in kept}
        await vector.upsert([entry(m, vectors[m.id]) for m in kept], MODEL)
        query = anywhere(dice)
        passing = [m.id for m in kept if m.project == "kept"]
        expected = sorted(passing, key=lambda name: -cosine(query, vectors[name]))[:8]
        hits = await vector.search(ALICE, query, Condition("project", "eq", "kept"), 8)
        assert [hit.score for hit in hits] == pytest.approx([cosine(query, vectors[m]) for m in expected], abs=NEAR)
        assert {hit.id for hit in hits} <= set(passing)

    async def test_a_filter_sees_the_memory_as_it_is_now(self, store: Store, vector: VectorIndex) -> None:
        [kept] = await index(store, vector, {0.0: memory()})
        active = Condition("status", "eq", "active")
        assert await found(vector, at(0), active) == [kept.id]
        archived = await revise(store, kept, status="archived")
        await vector.upsert([entry(archived, at(0))], MODEL)
        assert await found(vector, at(0), active) == []
        assert await found(vector, at(0)) == [kept.id]

    async def test_many_changes_are_followed(self, store: Store, vector: VectorIndex) -> None:
        """Random upserts and deletes with searches in between agree with a plain dictionary."""
        dice = random.Random(11)  # noqa: S311 - a repeatable draw
        kept = await keep(store, *(memory() for _ in range(60)))
        truth: dict[str, Vector] = {}
        for _ in range(40):
            some = dice.sample(kept, 8)
            if dice.random() < 0.6:
                fresh = {m.id: anywhere(dice) for m in some}
                truth |= fresh
                await vector.upsert([entry(m, fresh[m.id]) for m in some], MODEL)
            else:
                await vector.delete("acme", [m.id for m in some])
                truth = {m: v for m, v in truth.items() if m not in {gone.id for gone in some}}
            query = anywhere(dice)
            hits = await vector.search(ALICE, query, EVERYTHING, 5)
            expected = sorted((cosine(query, v) for v in truth.values()), reverse=True)[:5]
            assert [hit.score for hit in hits] == pytest.approx(expected, abs=NEAR)
            assert {hit.id for hit in hits} <= set(truth)

    async def test_writers_and_readers_at_once(self, store: Store, vector: VectorIndex) -> None:
        kept = await keep(store, *(memory() for _ in range(24)))
        await vector.upsert([entry(kept[0], at(0))], MODEL)

        async def write(own: list[Memory]) -> None:
            for m in own:
                await vector.upsert([entry(m, at(1))], MODEL)

        async def read() -> None:
            for _ in range(6):
                assert kept[0].id in await found(vector, at(0))

        async with anyio.create_task_group() as tasks:
            for start in range(4):
                tasks.start_soon(write, kept[1 + start :: 4])
                tasks.start_soon(read)
        assert set(await found(vector, at(0))) == {m.id for m in kept}
