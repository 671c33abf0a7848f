"""What recurs across sessions is noticed and written once (W7)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.services.conftest import World

from hindsight.domain.memory import Memory

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("W7")]


async def said(world: World, session: str, text: str, **fields: Any) -> Any:
    message = {"role": "user", "content": text, **fields}
    return await world.alice.remember([message], source={"conversation": session})


async def patterns(world: World) -> list[Memory]:
    return list((await world.alice.list({"kind": "insight"})).memories)


@pytest.mark.parametrize(
    "first,again,mark",
    [
        ("I prefer short answers.", "I prefer short answers!", "Recurring"),
        ("我喜欢简短的回答。", "我喜欢简短的回答！", "反复出现"),
    ],
)
async def test_a_wish_of_three_sessions_becomes_one_insight(world: World, first: str, again: str, mark: str) -> None:
    await said(world, "s1", first)
    await said(world, "s2", again)
    assert await patterns(world) == []
    for session in ("s3", "s4", "s5"):
        await said(world, session, first)
    (insight,) = await patterns(world)
    assert mark in insight.content
    assert first.rstrip(".。") in insight.content
    originals = (await world.alice.list({"kind": "preference"})).memories
    assert len(originals) == 1
    assert insight.derived_from == (originals[0].id,)
    assert insight.trust == originals[0].trust


async def test_the_same_wish_within_one_session_is_no_pattern(world: World) -> None:
    for _ in range(5):
        await said(world, "s1", "I prefer short answers.")
    assert await patterns(world) == []


async def test_a_fact_that_is_said_again_is_confirmed_and_no_pattern(world: World) -> None:
    for session in ("s1", "s2", "s3", "s4"):
        await said(world, session, "I'm allergic to peanuts.")
    (only,) = (await world.alice.list()).memories
    assert only.kind == "fact"
    assert only.counters.stated == 4


async def test_what_the_agent_repeats_does_not_count(world: World) -> None:
    await said(world, "s1", "I prefer short answers.")
    for session in ("s2", "s3", "s4"):
        await said(world, session, "I prefer short answers.", role="assistant")
    assert await patterns(world) == []


async def test_what_happened_in_three_sessions_is_linked_to_each_time(world: World) -> None:
    for month, session in enumerate(("s1", "s2", "s3"), 1):
        receipt = await said(
            world, session, f"The nightly deploy failed again{'!' * month}", time=f"2026-0{month}-10T08:00Z"
        )
        assert receipt.ids
    (insight,) = await patterns(world)
    episodes = {memory.id for memory in (await world.alice.list({"kind": "episode"})).memories}
    assert set(insight.derived_from) <= episodes
    assert insight.derived_from


async def test_a_pattern_that_was_forgotten_does_not_return(world: World) -> None:
    for session in ("s1", "s2", "s3"):
        await said(world, session, "I prefer short answers.")
    (insight,) = await patterns(world)
    await world.alice.forget(ids=[insight.id])
    await said(world, "s4", "I prefer short answers.")
    assert await patterns(world) == []


@pytest.mark.requirement("W6")
async def test_what_ends_the_wish_ends_the_pattern(world: World) -> None:
    for month, session in enumerate(("s1", "s2", "s3"), 1):
        await said(world, session, "I love coffee.", time=f"2026-0{month}-10T08:00Z")
    (insight,) = await patterns(world)
    await said(world, "s4", "I don't love coffee any more.", time="2026-06-10T08:00Z")
    current = (await world.alice.list({"status": "active"})).memories
    assert [memory.id for memory in current if memory.id == insight.id] == []
    assert all("I love coffee" not in memory.content for memory in current)


async def test_a_wish_in_other_words_joins_the_wish_and_not_its_pattern(world: World) -> None:
    for session in ("s1", "s2", "s3"):
        await said(world, session, "I prefer short answers.")
    await said(world, "s4", "I prefer short answers, please.")
    assert len(await patterns(world)) == 1
    assert len((await world.alice.list({"kind": "preference"})).memories) == 1


async def test_events_of_the_same_form_are_no_pattern(world: World) -> None:
    for number in range(6):
        await said(world, f"s{number}", f"We visited museum number {number} with Tom.")
    assert await patterns(world) == []
