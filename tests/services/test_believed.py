"""What was true at a time, what was believed at a time, and both (R8)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.services.conftest import World

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("R8")]


async def contents(world: World, query: str, **given: object) -> list[str]:
    return [hit.memory.content for hit in await world.alice.recall(query, **given)]


def day(number: int) -> datetime:
    return datetime(2026, 1, number, 12, tzinfo=UTC)


async def moved(world: World) -> None:
    """Told on 5 January: lives in Oslo. Told on 20 January: moved to Bergen on the 10th."""
    world.clock.present = day(5)
    await world.alice.remember("I live in Oslo.", occurred_at="2026-01-05")
    world.clock.present = day(20)
    await world.alice.remember("I moved to Bergen.", occurred_at="2026-01-10")
    world.clock.present = day(30)


async def test_known_at_is_what_was_believed_and_as_of_what_was_true(world: World) -> None:
    await moved(world)
    where = "Where do I live?"
    assert await contents(world, where) == ["I moved to Bergen."]
    assert await contents(world, where, as_of="2026-01-15") == ["I moved to Bergen."]
    assert await contents(world, where, as_of="2026-01-07") == ["I live in Oslo."]
    assert await contents(world, where, known_at="2026-01-15") == ["I live in Oslo."]
    assert await contents(world, where, known_at="2026-01-25") == ["I moved to Bergen."]
    assert await contents(world, where, known_at="2026-01-04") == []
    assert await contents(world, where, known_at="2026-01-15", as_of="2026-01-12") == ["I live in Oslo."]
    assert await contents(world, where, known_at="2026-01-25", as_of="2026-01-07") == ["I live in Oslo."]
    assert await contents(world, where, known_at="2026-01-25", as_of="2026-01-12") == ["I moved to Bergen."]


async def test_a_memory_is_shown_with_the_words_and_the_confidence_of_then(world: World) -> None:
    world.clock.present = day(5)
    (id_,) = (await world.alice.remember("The parcel locker code word is heron.", kind="fact", confidence=0.9)).ids
    world.clock.present = day(10)
    await world.alice.update(id_, content="The parcel locker code word is kestrel.", confidence=0.4)
    world.clock.present = day(30)
    (now,) = (await world.alice.recall("parcel locker code word")).hits
    assert (now.memory.content, now.memory.confidence) == ("The parcel locker code word is kestrel.", 0.4)
    (then,) = (await world.alice.recall("parcel locker code word", known_at="2026-01-07")).hits
    assert (then.memory.content, then.memory.confidence) == ("The parcel locker code word is heron.", 0.9)
    assert then.memory.revision == 1


async def test_what_was_worded_quite_differently_is_found_by_its_words_of_then(world: World) -> None:
    world.clock.present = day(5)
    (id_,) = (await world.alice.remember("The zygomorphic flower is in freezer four.", kind="fact")).ids
    for n in range(10):
        await world.alice.remember(f"Shelf {n} holds books about rivers.", kind="fact")
    world.clock.present = day(10)
    await world.alice.update(id_, content="Herbarium: 标本已经送人。")
    world.clock.present = day(30)
    assert await contents(world, "zygomorphic flower") == []
    assert (await contents(world, "zygomorphic flower", known_at="2026-01-07"))[0].startswith("The zygomorphic")


async def test_filters_judge_a_memory_as_it_was_and_what_was_forgotten_does_not_come_back(world: World) -> None:
    world.clock.present = day(5)
    (kept,) = (await world.alice.remember("The garden hose is blue.", kind="fact", project="garden")).ids
    (gone,) = (await world.alice.remember("The garden gate squeaks.", kind="fact", project="garden")).ids
    world.clock.present = day(10)
    await world.alice.update(kept, project="cellar")
    await world.alice.forget(gone)
    world.clock.present = day(30)
    asked = {"known_at": "2026-01-07", "where": {"project": "garden"}}
    assert await contents(world, "garden", **asked) == ["The garden hose is blue."]
    assert await contents(world, "garden", known_at="2026-01-07", where={"project": "cellar"}) == []
    assert await contents(world, "garden", where={"project": "cellar"}) == ["The garden hose is blue."]
    purged = (await world.alice.forget(kept, purge=True)).ids
    assert purged == (kept,)
    assert await contents(world, "garden", **asked) == []


async def test_why_not_knows_what_was_not_believed_then(world: World) -> None:
    await moved(world)
    (bergen,) = [hit.memory.id for hit in await world.alice.recall("Where do I live?")]
    answer = await world.alice.recall("Where do I live?", known_at="2026-01-15", why_not=bergen)
    assert answer.explanation is not None
    assert "created_at lte" in answer.explanation.why_not[bergen]


async def test_history_shows_every_version_of_what_a_memory_says(world: World) -> None:
    await moved(world)
    (bergen,) = [hit.memory.id for hit in await world.alice.recall("Where do I live?")]
    await world.alice.update(bergen, importance=0.9)
    versions = await world.alice.history(bergen)
    told = [(version.content, version.status, version.revision) for version in versions]
    assert ("I live in Oslo.", "active", 1) in told
    assert ("I live in Oslo.", "superseded", 2) in told
    assert ("I moved to Bergen.", "active", 2) in told
    assert len(told) == 4


TOLD = [
    ("2026-02-08", "Piano lessons are on Tuesdays at 19:00."),
    ("2026-04-06", "Ilse is expecting a baby in October."),
    ("2026-05-20", "我们3月把钢琴卖了。"),
    ("2026-05-26", "Piano lessons moved to Thursday at 18:30."),
    ("2026-05-27", "The piano tuner came on May 25."),
]


@pytest.mark.parametrize("live", [True, False])
async def test_as_of_leaves_out_what_happened_and_was_told_later(world: World, live: bool) -> None:
    """``live``: each is stored on the day it was told; else all of it later, as from an import."""
    later = datetime(2026, 6, 10, 12, tzinfo=UTC)
    world.clock.present = later
    for day_, said in TOLD:
        if live:
            world.clock.present = datetime.fromisoformat(f"{day_}T12:00+00:00")
        await world.alice.remember([{"role": "user", "content": said, "said_at": f"{day_}T12:00+00:00"}])
    world.clock.present = later
    for query in ("When are the piano lessons?", "When did the piano tuner come?"):
        then = await contents(world, query, as_of="2026-04-15")
        assert "Piano lessons are on Tuesdays at 19:00." in then
        assert not {TOLD[3][1], TOLD[4][1]} & set(then)
    assert "Ilse is expecting a baby in October." in await contents(world, "When is the baby due?", as_of="2026-04-15")
    assert await contents(world, "When is the baby of Ilse expected?", as_of="2026-04-01") == []
    assert "我们3月把钢琴卖了。" in await contents(world, "钢琴卖了吗？", as_of="2026-04-15")
