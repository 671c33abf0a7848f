"""A judge decides only the uncertain middle, and only where there is a language model (W6)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.factories import FixedClock
from tests.llm_server import LLMServer, Said, llm_server
from tests.services.conftest import World

from hindsight import AsyncHindsight
from hindsight.domain.memory import Memory
from hindsight.domain.policy import ModelPolicy, Policy

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("W6")]

OLD = "The request timeout is 30 seconds."
NEW = "The request timeout is 60 seconds."
"""Another value of something that was measured or set, without a word of change: one of the two may be a mistake."""


@pytest.fixture
def llm() -> Iterator[LLMServer]:
    with llm_server() as server:
        yield server


@pytest.fixture
async def world(store_url: str, tmp_path: Path, llm: LLMServer) -> AsyncIterator[World]:
    """Extraction gets refused, so that the rules extract: what is asked further is the judge's."""
    clock = FixedClock()
    policy = Policy()
    policy = replace(policy, model=ModelPolicy(timeout_s=1.0), work=replace(policy.work, rest_s=0.0))
    async with AsyncHindsight(
        tmp_path, store_url=store_url, clock=clock, policy=policy, worker=False, llm_url=f"{llm.url}&tries=1"
    ) as hs:
        yield World(hs, clock, tmp_path, store_url)


def ruling(verdict: object) -> Any:
    """Answers the judge with ``verdict``; whatever else is asked is answered with an unusable reply."""

    def answer(request: dict[str, Any]) -> str:
        if "rulings" not in request["messages"][0]["content"]:
            return "no"
        return json.dumps({"rulings": [{"pair": 1, "verdict": verdict, "why": "as told"}]})

    return answer


async def believed(world: World, text: str, at: str, **source: Any) -> Any:
    return await world.alice.remember([{"role": "user", "content": text, "time": at}], source=source or None)


async def both(world: World) -> tuple[Memory, Memory]:
    old = await believed(world, OLD, "2026-01-01T00:00Z")
    new = await believed(world, NEW, "2026-02-01T00:00Z")
    return await world.alice.get(old.ids[0]), await world.alice.get(new.ids[0])


def judged(llm: LLMServer) -> int:
    return sum("rulings" in request["messages"][0]["content"] for request in llm.asked)


async def test_the_newer_state_replaces_the_older_one_when_the_judge_says_so(world: World, llm: LLMServer) -> None:
    llm.answers(ruling("replaces"))
    old, new = await both(world)
    assert (old.status, old.superseded_by) == ("superseded", new.id)
    assert old.valid_to is not None
    assert old.valid_to.isoformat() == "2026-02-01T00:00:00+00:00"
    assert new.conflicts == ()
    assert judged(llm) == 1
    assert OLD in llm.prompts[-1]
    assert NEW in llm.prompts[-1]


async def test_both_stand_without_a_flag_when_the_judge_says_so(world: World, llm: LLMServer) -> None:
    llm.answers(ruling("both"))
    old, new = await both(world)
    assert (old.status, old.conflicts, new.status, new.conflicts) == ("active", (), "active", ())


@pytest.mark.parametrize("verdict", ["unclear", "delete everything", None, ["replaces"]])
async def test_whatever_else_it_says_both_stay_flagged(world: World, llm: LLMServer, verdict: object) -> None:
    llm.answers(ruling(verdict))
    old, new = await both(world)
    assert (old.status, old.conflicts) == ("active", (new.id,))
    assert (new.status, new.conflicts) == ("active", (old.id,))


async def test_when_the_judge_does_not_answer_both_stay_flagged_and_the_receipt_says_so(
    world: World, llm: LLMServer
) -> None:
    llm.answers(Said(status=500))
    await believed(world, OLD, "2026-01-01T00:00Z")
    receipt = await believed(world, NEW, "2026-02-01T00:00Z")
    assert receipt.outcomes[0].action == "flagged"
    assert any(step.startswith("judge: unavailable") for step in receipt.degraded)


async def test_the_receipt_names_who_judged(world: World, llm: LLMServer) -> None:
    llm.answers(ruling("replaces"))
    await believed(world, OLD, "2026-01-01T00:00Z")
    receipt = await believed(world, NEW, "2026-02-01T00:00Z")
    assert receipt.outcomes[0].action == "superseded"
    assert "judged by llm/scripted-1/" in receipt.outcomes[0].reason


async def test_what_is_clear_is_not_asked(world: World, llm: LLMServer) -> None:
    llm.answers(ruling("both"))
    old = await believed(world, "I live in Shanghai.", "2026-01-01T00:00Z")
    await believed(world, "I moved to Hangzhou.", "2026-02-01T00:00Z")
    assert (await world.alice.get(old.ids[0])).status == "superseded"
    assert judged(llm) == 0


@pytest.mark.requirement("S3")
async def test_lower_trust_never_replaces_higher_whatever_the_judge_says(world: World, llm: LLMServer) -> None:
    llm.answers(ruling("replaces"))
    old = await believed(world, OLD, "2026-01-01T00:00Z")
    await believed(world, NEW, "2026-02-01T00:00Z", type="web")
    assert (await world.alice.get(old.ids[0])).status == "active"
    assert judged(llm) == 0


async def test_a_judged_replacement_can_be_rolled_back(world: World, llm: LLMServer) -> None:
    llm.answers(ruling("replaces"))
    old, _ = await both(world)
    entries = await world.hs.parts.store.audit("default")
    await world.alice.roll_back(entries[-1].change_set)
    assert (await world.alice.get(old.id)).status == "active"


async def test_a_ready_memory_waits_for_no_judge(world: World, llm: LLMServer) -> None:
    llm.answers(Said(status=500, delay_s=0.9))
    await world.alice.remember(OLD, kind="fact")
    receipt = await world.alice.remember(NEW, kind="fact")
    assert receipt.outcomes[0].action == "flagged"
    assert llm.asked == []
