"""Where a thing that was told got lost, and answers that arrive later."""

from __future__ import annotations

import pytest
from tests.services.conftest import World

from hindsight import InvalidInput

pytestmark = pytest.mark.anyio


@pytest.mark.requirement("R15")
async def test_a_memory_that_is_recalled_is_lost_nowhere(world: World) -> None:
    await world.alice.remember([{"role": "user", "content": "My sister Mei lives in Toronto.", "id": "t1"}])
    trace = await world.alice.trace("Mei lives in Toronto", query="Where does Mei live?")
    assert trace.lost_at == ""
    assert [stage.name for stage in trace.stages][:3] == ["said", "kept", "visible"]
    assert "turn t1" in trace.stages[0].detail


@pytest.mark.requirement("R15")
async def test_what_extraction_dropped_is_lost_at_keeping_with_its_reason(world: World) -> None:
    await world.alice.remember([{"role": "user", "content": "Could you sum up the report?", "id": "t1"}])
    trace = await world.alice.trace("sum up the report")
    assert trace.lost_at == "kept"
    assert "dropped as question" in trace.stages[0].detail


@pytest.mark.requirement("R15")
async def test_a_deleted_memory_is_lost_to_its_status(world: World) -> None:
    (id_,) = (await world.alice.remember("The wifi name is Lotus.", kind="fact")).ids
    await world.alice.forget(id_)
    trace = await world.alice.trace("The wifi name is Lotus.")
    assert (trace.lost_at, trace.memory) == ("visible", id_)


@pytest.mark.requirement("R15")
async def test_a_memory_without_index_entries_is_lost_there(world: World) -> None:
    (id_,) = (await world.alice.remember("The wifi name is Lotus.", kind="fact")).ids
    assert world.hs.parts.vectors is not None
    await world.hs.parts.vectors.delete("default", [id_])
    assert (await world.alice.trace("The wifi name is Lotus.")).lost_at == "indexed: vectors"


@pytest.mark.requirement("R15")
async def test_a_memory_that_others_outrank_is_lost_at_showing_with_the_reason(world: World) -> None:
    for n in range(12):
        await world.alice.remember(f"Tea number {n} is in the cupboard.", verbatim=True)
    trace = await world.alice.trace("Tea number 3 is in the cupboard.", query="Tea number 7 in the cupboard?")
    assert trace.lost_at in ("", "shown")
    lost = [n for n in range(12) if (await world.alice.trace(f"Tea number {n} is", query="tea cupboard")).lost_at]
    assert len(lost) == 4


async def test_what_was_never_said_is_lost_at_keeping(world: World) -> None:
    trace = await world.alice.trace("The moon is a balloon.")
    assert (trace.lost_at, trace.memory) == ("kept", None)
    with pytest.raises(InvalidInput):
        await world.alice.trace("")


@pytest.mark.requirement("R14")
async def test_a_prefetch_returns_at_once_and_its_answer_joins_later(world: World) -> None:
    await world.alice.remember("The wifi name is Lotus.", kind="fact")
    coming = world.alice.prefetch("What is the wifi name?")
    assert not coming.ready
    assert await coming.answer() is None
    answer = await coming.answer(timeout_s=10)
    assert answer is not None
    assert "Lotus" in answer.hits[0].memory.content
    assert coming.ready
    wrong = world.alice.prefetch("")
    with pytest.raises(InvalidInput):
        await wrong.answer(timeout_s=10)
