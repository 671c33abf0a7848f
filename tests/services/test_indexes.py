"""Derived indexes are disposable."""

from __future__ import annotations

import pytest
from tests.services.conftest import World

from hindsight import AsyncHindsight
from hindsight.domain.memory import Scope

pytestmark = pytest.mark.anyio


@pytest.mark.requirement("D3")
async def test_verify_finds_what_is_missing_and_stray_and_rebuild_mends_it(world: World) -> None:
    kept = (await world.alice.remember("The wifi name is Lotus.", kind="fact")).ids
    lost = (await world.alice.remember("The printer is called Ibis.", kind="fact")).ids
    parts = world.hs.parts
    assert parts.lexical is not None
    assert parts.vectors is not None
    assert parts.graph is not None
    assert all(report.healthy for report in await world.hs.verify_indexes())
    await parts.lexical.delete("default", lost)
    await parts.vectors.delete("default", kept)
    await parts.graph.delete("default", lost)
    before = {report.index: report for report in await world.hs.verify_indexes()}
    assert (before["lexical"].missing, before["vector"].missing, before["graph"].missing) == (1, 1, 1)
    await world.hs.rebuild_indexes()
    assert all(report.healthy for report in await world.hs.verify_indexes())
    assert (await world.alice.recall("Ibis")).hits


@pytest.mark.requirement("D3", "R12")
async def test_a_lost_index_loses_recall_but_never_brings_back_what_was_deleted(world: World) -> None:
    (id_,) = (await world.alice.remember("The wifi name is Lotus.", kind="fact")).ids
    memory = await world.alice.get(id_)
    await world.alice.forget(id_)
    assert world.hs.parts.lexical is not None
    await world.hs.parts.lexical.upsert([memory])
    assert (await world.alice.recall("Lotus")).hits == ()
    reports = {report.index: report for report in await world.hs.verify_indexes()}
    assert reports["lexical"].stray == 1
    await world.hs.rebuild_indexes()
    assert all(report.healthy for report in await world.hs.verify_indexes())


@pytest.mark.requirement("M9")
async def test_another_embedder_is_named_words_still_work_and_a_rebuild_mends_it(world: World) -> None:
    await world.alice.remember("The wifi name is Lotus.", kind="fact")
    async with AsyncHindsight(
        world.home, store_url=world.store_url, clock=world.clock, worker=False, embedder_url="fuse:"
    ) as other:
        alice = other.space("alice")
        assert other.parts.embedder is not None
        await other.parts.embedder.embed(["A model that still loads would be left out as late."], "query")
        answer = await alice.recall("Lotus")
        assert answer.hits
        assert any(item.startswith("dense: index_mismatch") for item in answer.degraded)
        await alice.remember("The printer is called Ibis.", kind="fact")
        assert (await alice.recall("Ibis")).hits
        await other.rebuild_indexes()
        healed = await alice.recall("wifi name")
        assert healed.degraded == ()
        assert healed.hits
        state = await other.parts.vectors.state()  # type: ignore[union-attr]
        assert state.count == 2


async def test_neighbouring_turns_are_known_to_the_store(world: World) -> None:
    ids = []
    for n in range(3):
        receipt = await world.alice.remember(f"Turn {n} of the talk.", verbatim=True, source={"conversation": "c"})
        ids += receipt.ids
    scope = Scope(tenant="default", spaces=("alice",))
    around = await world.hs.parts.store.neighbours(scope, [ids[1]], 1)
    assert [memory.id for memory in around[ids[1]] if memory.id != ids[1]] == [ids[0], ids[2]]
