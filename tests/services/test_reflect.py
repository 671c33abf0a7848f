"""From a run to advice, and what outcomes do to it."""

from __future__ import annotations

import pytest
from tests.services.conftest import World

from hindsight import InvalidInput

pytestmark = pytest.mark.anyio

DECODE = "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xd6 in position 0: invalid continuation byte"


def run(path: str = "销售.csv", **fields: object) -> dict[str, object]:
    return {
        "goal": f"Sum the revenue in {path}",
        "task_type": "data",
        "steps": [
            {"tool": "file_read", "args": {"path": path, "encoding": "utf-8"}, "error": DECODE},
            {"tool": "file_read", "args": {"path": path, "encoding": "gb18030"}, "result": "月份,收入\n1月,1200"},
        ],
        **fields,
    }


@pytest.mark.requirement("X1", "X3", "X4", "X6", "X8")
async def test_a_repaired_failure_becomes_advice_for_the_next_run(world: World) -> None:
    recorded = await world.alice.record(run())
    assert recorded.status == "done"
    assert recorded.reflected
    advice = await world.alice.experience("read a CSV exported by Excel", tools=["file_read"])
    (first,) = advice.hits
    assert "gb18030" in first.text
    assert [(op.tool, op.op, op.path, op.new) for op in first.ops] == [("file_read", "set", "encoding", "gb18030")]
    assert first.polarity == "positive"
    episodes = await world.alice.list({"kind": "episode"})
    assert len(episodes.memories) == 1


@pytest.mark.requirement("X8")
async def test_advice_for_tools_the_agent_lacks_is_never_returned(world: World) -> None:
    await world.alice.record(run())
    assert (await world.alice.experience("read a CSV exported by Excel", tools=["browser_click"])).hits == ()
    assert (await world.alice.experience("read a CSV exported by Excel", tools=[])).hits == ()
    assert (await world.alice.experience("read a CSV exported by Excel")).hits


@pytest.mark.requirement("X8")
async def test_task_type_filters_and_parents_count(world: World) -> None:
    await world.alice.record(run())
    asked = {"tools": ["file_read"]}
    assert (await world.alice.experience("read a CSV", task_type="data/csv", **asked)).hits
    assert (await world.alice.experience("read a CSV", task_type="mail", **asked)).hits == ()


@pytest.mark.requirement("X1")
async def test_the_same_run_twice_adds_nothing(world: World) -> None:
    first = await world.alice.record(run())
    again = await world.alice.record(run())
    assert (again.id, again.known) == (first.id, True)
    assert (await world.alice.stats())["kind"] == {"episode": 1, "experience": 1}


@pytest.mark.requirement("X4")
async def test_the_same_lesson_from_another_run_joins_its_evidence(world: World) -> None:
    first = await world.alice.record(run())
    second = await world.alice.record(run("库存.csv"))
    assert set(second.experiences) & set(first.experiences)
    lessons = (await world.alice.list({"kind": "experience"})).memories
    assert len(lessons) == 1
    assert lessons[0].body is not None
    assert len(lessons[0].body["evidence"]) == 2


@pytest.mark.requirement("X9")
async def test_outcomes_move_an_experience_through_its_states(world: World) -> None:
    await world.alice.record(run())
    (advice,) = (await world.alice.experience("read a CSV", tools=["file_read"])).hits
    assert advice.state == "new"
    await world.alice.feedback(advice.id, used=True, outcome="success")
    assert (await world.alice.experience("read a CSV", tools=["file_read"])).hits[0].state == "active"
    await world.alice.feedback(advice.id, used=True, outcome="failure")
    (trial,) = (await world.alice.experience("read a CSV", tools=["file_read"])).hits
    assert (trial.state, trial.trial) == ("suspect", True)
    for _ in range(4):
        await world.alice.feedback(advice.id, used=True, outcome="failure")
    assert (await world.alice.experience("read a CSV", tools=["file_read"])).hits == ()
    assert (await world.alice.experience("read a CSV", tools=["file_read"], include_archived=True)).hits == ()
    assert (await world.alice.get(advice.id)).status == "archived"


@pytest.mark.requirement("X2")
async def test_a_plain_question_and_answer_never_triggers(world: World) -> None:
    recorded = await world.alice.record({"goal": "What is 2+2?", "steps": []})
    assert not recorded.reflected
    assert (await world.alice.stats())["kind"] == {}


@pytest.mark.requirement("S1", "X15")
async def test_a_secret_in_arguments_is_nowhere_on_the_disk(world: World) -> None:
    word = "hunter2" + "Xq9z!"
    steps = [
        {"tool": "login", "args": {"user": "a", "password": word}, "error": f"Error: password={word} is wrong"},
        {"tool": "login", "args": {"user": "b", "password": word}, "result": "ok"},
    ]
    await world.alice.record({"goal": "log in", "steps": steps})
    assert [p.name for p in world.home.rglob("*") if p.is_file() and word.encode() in p.read_bytes()] == []


@pytest.mark.requirement("X1")
async def test_a_task_is_recorded_step_by_step_and_ends_with_its_block(world: World) -> None:
    async with world.alice.task("Sum revenue in 销售.csv", task_type="data", tools=["file_read"]) as task:
        task.step("file_read", {"path": "销售.csv", "encoding": "utf-8"}, error=DECODE)
        task.step("file_read", {"path": "销售.csv", "encoding": "gb18030"}, result="月份,收入")
    assert task.recorded is not None
    assert task.recorded.experiences
    with pytest.raises(InvalidInput, match="finished"):
        task.step("file_read", {})


async def test_a_task_that_raises_is_recorded_as_a_failure(world: World) -> None:
    async def fails() -> None:
        async with world.alice.task("Delete the logs", tools=["bash"]) as task:
            task.step("bash", {"command": "rm /var/log/app.log"}, error="rm: Permission denied", exit_code=1)
            raise RuntimeError("no rights")

    with pytest.raises(RuntimeError):
        await fails()
    (episode,) = (await world.alice.list({"kind": "episode"})).memories
    assert "outcome:failure" in episode.tags


@pytest.mark.parametrize(
    "wrong", [{}, {"goal": "x"}, {"goal": "x", "steps": "y"}, {"steps": [7]}, {"steps": [], "outcome": "fine"}, 7]
)
async def test_what_is_no_trajectory_is_refused_with_the_reason(world: World, wrong: object) -> None:
    with pytest.raises(InvalidInput):
        await world.alice.record(wrong)  # type: ignore[arg-type]
