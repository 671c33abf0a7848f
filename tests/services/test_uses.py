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
