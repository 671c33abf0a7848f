"""What was shown is counted in batches; a store that is down costs no count."""

from __future__ import annotations

import pytest
from tests.services.conftest import World

from hindsight import Unavailable
from hindsight.domain.memory import Scope
from hindsight.services.uses import Uses

pytestmark = pytest.mark.anyio

ALICE = Scope(tenant="default", spaces=("alice",))


async def down(*_: object) -> None:
    raise Unavailable


@pytest.mark.requirement("M3")
async def test_counts_that_the_store_does_not_take_are_written_with_the_next_flush(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    (id_,) = (await world.alice.remember("Room 101 has the projector.", kind="fact")).ids
    parts, uses = world.hs.parts, Uses()
    uses.saw(ALICE, [id_, id_], world.clock.now())
    with monkeypatch.context() as outage:
        outage.setattr(parts.store, "apply", down)
        with pytest.raises(Unavailable):
            await uses.flush(parts)
    assert (await world.alice.get(id_)).counters.retrieved == 0
    uses.saw(ALICE, [id_], world.clock.now())
    assert await uses.flush(parts) == 1
    assert (await world.alice.get(id_)).counters.retrieved == 3
    assert await uses.flush(parts) == 0


@pytest.mark.requirement("M3", "R13")
@pytest.mark.parametrize(
    "told,question",
    [("The projector stands in room 101.", "Where is the projector?"), ("投影仪在101会议室。", "投影仪在哪里？")],
)
async def test_every_hit_is_counted_also_from_the_cache_and_counting_ends_no_kept_answer(
    world: World, told: str, question: str
) -> None:
    (id_,) = (await world.alice.remember(told, verbatim=True)).ids
    await world.alice.recall(question)
    assert (await world.alice.get(id_)).counters.retrieved == 0
    assert await world.hs.uses.flush(world.hs.parts) == 1
    again = await world.alice.recall(question, explain=True)
    assert again.explanation is not None
    assert again.explanation.cached
    await world.hs.uses.flush(world.hs.parts)
    assert (await world.alice.get(id_)).counters.retrieved == 2


@pytest.mark.requirement("M3")
async def test_a_hit_of_a_shared_space_is_counted_there(world: World) -> None:
    team = world.hs.space("team", shared=True)
    (id_,) = (await team.remember("The projector stands in room 101.", verbatim=True)).ids
    await team.grant("alice")
    await world.alice.recall("Where is the projector?")
    await world.hs.uses.flush(world.hs.parts)
    assert (await team.get(id_)).counters.retrieved == 1
