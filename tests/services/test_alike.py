"""Many statements that are alike: each is compared with a bounded number of others."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.services.conftest import World

from hindsight import AsyncHindsight
from hindsight.services.ledger import LATEST
from hindsight.services.neighbours import SAME_CLAIM

pytestmark = pytest.mark.anyio

FEW, MANY = 80, 320
LINEAR = 8.0
"""Four times the statements cost about four times as much; where each is held against all of them, fifteen times."""
PORT = "The staging database listens on port {}."
TOWN = "我住在第{}小镇。"
LOCKER = "My locker number at gym {} is 4411."


async def cpu(home: Path, form: str, number: int) -> float:
    """Seconds of CPU to remember one text of ``number`` statements; the best of two."""
    text = "\n".join(form.format(n) for n in range(number))
    spent = []
    for turn in range(2):
        async with AsyncHindsight(home / f"{number}-{turn}", embedder_url="none:", worker=False) as hs:
            begun = time.process_time()
            await hs.space("alice").remember(text)
            spent.append(time.process_time() - begun)
    return min(spent)


@pytest.mark.parametrize("form", [PORT, TOWN])
async def test_a_text_of_many_alike_statements_costs_as_much_a_statement_as_a_short_one(
    tmp_path: Path, form: str
) -> None:
    await cpu(tmp_path / "warm", form, 5)
    assert await cpu(tmp_path, form, MANY) < LINEAR * await cpu(tmp_path, form, FEW)


async def test_what_is_compared_of_a_long_text_is_what_was_said_last(world: World) -> None:
    most = SAME_CLAIM + 15
    told = await world.alice.remember("\n".join(PORT.format(n) for n in range(most)))
    last = await world.alice.get(told.ids[-1])
    assert set(last.conflicts) == set(told.ids[-1 - SAME_CLAIM : -1])


async def test_the_same_words_are_known_again_at_the_end_of_a_long_text(world: World) -> None:
    told = await world.alice.remember("\n".join([*(LOCKER.format(n) for n in range(LATEST + 10)), LOCKER.format(0)]))
    assert told.outcomes[-1].action == "duplicate"
    assert told.outcomes[-1].id == told.outcomes[0].id


async def test_a_chain_of_changes_in_one_text_leaves_the_last_one(world: World) -> None:
    told = await world.alice.remember("\n".join(["I live in Bern.", *(f"Now I live in Town{n}." for n in range(60))]))
    held = [memory for memory in [await world.alice.get(id_) for id_ in told.ids] if memory.status == "active"]
    assert [memory.content for memory in held] == ["Now I live in Town59."]
