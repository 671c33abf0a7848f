"""Ten sessions in which a user changes, corrects and contradicts himself: what is known at the end (M, W6)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.services.conftest import World

from hindsight.domain.memory import Memory

pytestmark = pytest.mark.anyio

DATA = Path(__file__).parent.parent / "data" / "dialogues"


@pytest.mark.requirement("W6", "R8", "M2")
@pytest.mark.parametrize("talk", ["changes_en", "changes_zh", "held_en", "held_zh"])
async def test_ten_sessions_end_with_the_right_facts_their_history_and_one_conflict(world: World, talk: str) -> None:
    expected = json.loads((DATA / f"expected_{talk.removeprefix('changes_')}.json").read_text("utf-8"))
    await tell(world, talk)
    memories = await everything(world)
    missing = [fact for fact in expected["current"] if not holds(memories, fact, "active")]
    assert missing == []
    for fact in expected["history"]:
        (past,) = [memory for memory in memories if says(memory, fact) and memory.status == "superseded"]
        assert past.valid_to is not None, fact
        # "I moved last Saturday" ends the old address on that Saturday, some days before it was said.
        assert timedelta(0) <= datetime.fromisoformat(fact["valid_to"]) - past.valid_to < timedelta(days=21), fact
    over = {fact["turn"] for fact in expected["history"]}
    assert {turn for memory in memories if memory.status == "superseded" for turn in memory.source.messages} == over
    flagged = [memory for memory in memories if memory.conflicts]
    sides = {side["turn"] for side in expected["conflict"]["sides"]}
    assert {turn for memory in flagged for turn in memory.source.messages} == sides
    assert all(memory.status == "active" for memory in flagged)


async def tell(world: World, talk: str) -> None:
    sessions: dict[str, list[dict[str, Any]]] = {}
    for line in (DATA / f"{talk}.jsonl").read_text("utf-8").splitlines():
        turn = json.loads(line)
        sessions.setdefault(turn["session"], []).append(turn)
    for name, turns in sessions.items():
        world.clock.present = datetime.fromisoformat(turns[-1]["time"])
        await world.alice.remember(turns, source={"conversation": name})


async def everything(world: World) -> list[Memory]:
    page = await world.alice.list({"status": ["active", "superseded"]}, limit=1000)
    assert page.cursor is None
    return list(page.memories)


def says(memory: Memory, fact: dict[str, Any]) -> bool:
    return fact["turn"] in memory.origins and fact["value"] in memory.content


def holds(memories: list[Memory], fact: dict[str, Any], status: str) -> bool:
    return any(says(memory, fact) and memory.status == status for memory in memories)
