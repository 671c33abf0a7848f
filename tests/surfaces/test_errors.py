"""The same mistake has the same code in the library, over HTTP, over MCP and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp.client import Client
from tests.surfaces.conftest import BASE, Ran

from hindsight.app.client import AsyncHindsight
from hindsight.app.space import AsyncSpace
from hindsight.cli.exits import EXIT
from hindsight.domain import errors
from hindsight.domain.errors import HindsightError, InvalidInput, Overloaded
from hindsight.domain.policy import Policy, WorkPolicy
from hindsight.http import create_app
from hindsight.http.errors import STATUS
from hindsight.mcp.opening import Opening
from hindsight.mcp.server import create_server

SPACE = "/v1/spaces/default"


@dataclass(frozen=True)
class Mistake:
    code: str
    library: Callable[[AsyncSpace], Any]
    http: tuple[str, str, Any]
    cli: tuple[str, ...]
    mcp: tuple[str, dict[str, Any]] = field(default=("", {}))


RUN = {"goal": "g", "steps": [{"args": {}}]}

MISTAKES = {
    "an empty question": Mistake(
        "invalid_input",
        lambda s: s.recall(" "),
        ("POST", "/recall", {"query": " "}),
        ("recall", " "),
        ("memory_search", {"query": " "}),
    ),
    "no result wanted": Mistake(
        "invalid_input",
        lambda s: s.recall("x", limit=0),
        ("POST", "/recall", {"query": "x", "limit": 0}),
        ("recall", "x", "--limit", "0"),
        ("memory_search", {"query": "x", "limit": 0}),
    ),
    "a kind that is none": Mistake(
        "invalid_input",
        lambda s: s.remember("x", kind="thought"),
        ("POST", "/remember", {"content": "x", "kind": "thought"}),
        ("remember", "x", "--kind", "thought"),
        ("memory_write", {"content": "x", "kind": "thought"}),
    ),
    "a time that is none": Mistake(
        "invalid_input",
        lambda s: s.recall("x", as_of="soon"),
        ("POST", "/recall", {"query": "x", "as_of": "soon"}),
        ("recall", "x", "--as-of", "soon"),
        ("memory_search", {"query": "x", "as_of": "soon"}),
    ),
    "a zone that is none": Mistake(
        "invalid_input",
        lambda s: s.recall("x", zone="Mars/Olympus"),
        ("POST", "/recall", {"query": "x", "zone": "Mars/Olympus"}),
        ("recall", "x", "--zone", "Mars/Olympus"),
        ("memory_search", {"query": "x", "zone": "Mars/Olympus"}),
    ),
    "a filter on what does not exist": Mistake(
        "invalid_filter",
        lambda s: s.recall("x", where={"colour": "red"}),
        ("POST", "/recall", {"query": "x", "where": {"colour": "red"}}),
        ("recall", "x", "--where", '{"colour": "red"}'),
        ("memory_search", {"query": "x", "filters": {"colour": "red"}}),
    ),
    "a text above the limit": Mistake(
        "too_large",
        lambda s: s.remember("x" * 1_000_001),
        ("POST", "/remember", {"content": "x" * 1_000_001}),
        ("remember", "x" * 1_000_001),
        ("memory_write", {"content": "x" * 1_000_001}),
    ),
    "forgetting nothing in particular": Mistake(
        "invalid_input",
        lambda s: s.forget(),
        ("POST", "/forget", {}),
        ("forget",),
        ("memory_forget", {}),
    ),
    "a step without a tool": Mistake(
        "invalid_input",
        lambda s: s.record(RUN),
        ("POST", "/record", RUN),
        ("record", "run.json"),
        ("record_trajectory", RUN),
    ),
    "feedback on what is not there": Mistake(
        "not_found",
        lambda s: s.feedback(["nowhere"], used=True),
        ("POST", "/feedback", {"ids": ["nowhere"], "used": True}),
        ("forget", "nowhere", "--yes"),
        ("memory_feedback", {"ids": ["nowhere"], "used": True}),
    ),
    "correcting what is not there": Mistake(
        "not_found",
        lambda s: s.update("nowhere", content="x"),
        ("PATCH", "/memories/nowhere", {"content": "x"}),
        ("jobs", "--retry", "nowhere"),
        ("memory_update", {"id": "nowhere", "content": "x"}),
    ),
}


@pytest.mark.requirement("I1", "I2", "I3", "I4")
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
@pytest.mark.anyio
async def test_the_same_mistake_has_the_same_code_everywhere_but_on_the_command_line(
    mistake: Mistake, hindsight: AsyncHindsight, client: httpx.AsyncClient
) -> None:
    with pytest.raises(HindsightError) as raised:
        await mistake.library(hindsight.space("default"))
    assert raised.value.code == mistake.code

    method, path, body = mistake.http
    answer = await client.request(method, SPACE + path, json=body)
    assert answer.json()["error"]["code"] == mistake.code
    assert answer.status_code == STATUS[mistake.code]
    assert answer.json()["error"]["message"] == raised.value.message

    tool, arguments = mistake.mcp
    async with Client(create_server(Opening(lambda: hindsight, warm=False))) as agent:
        result = await agent.call_tool(tool, arguments)
    assert result.is_error
    assert result.content[0].text.startswith(f"{mistake.code}: ")


@pytest.mark.requirement("I4")
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_and_on_the_command_line(mistake: Mistake, cli: Callable[..., Ran], tmp_path: Any) -> None:
    (tmp_path / "run.json").write_text(json.dumps(RUN), "utf-8")
    ran = cli("--json", *mistake.cli)
    assert ran.json["error"]["code"] == mistake.code
    assert ran.code == EXIT[mistake.code]


def test_every_error_has_a_status_and_an_exit_code() -> None:
    codes = {kind.code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, HindsightError)}
    assert codes == set(EXIT)
    assert codes == set(STATUS) - {"method_not_allowed"}


@pytest.mark.requirement("S1")
@pytest.mark.anyio
async def test_what_the_guard_refuses_is_named_by_every_surface_and_is_no_error(
    hindsight: AsyncHindsight, client: httpx.AsyncClient
) -> None:
    text = "The deploy key is AKIAIOSFODNN7EXAMPLE, keep it."
    answer = await client.post(f"{SPACE}/remember", json={"content": text})
    assert answer.status_code == 200
    assert answer.json()["dropped"][0]["reason"].startswith("guard: secret")
    async with Client(create_server(Opening(lambda: hindsight, warm=False))) as agent:
        result = await agent.call_tool("memory_write", {"content": text, "kind": "fact"})
    assert not result.is_error
    assert "guard: secret" in result.content[0].text
    assert "AKIA" not in result.content[0].text


def test_on_the_command_line_a_refused_text_has_its_own_exit_code(cli: Callable[..., Ran]) -> None:
    ran = cli("remember", "The deploy key is AKIAIOSFODNN7EXAMPLE, keep it.")
    assert (ran.code, "guard: secret" in ran.out) == (EXIT["refused"], True)


@pytest.mark.requirement("W8")
@pytest.mark.anyio
async def test_a_full_queue_is_overloaded_on_every_surface(tmp_path: Path) -> None:
    async with AsyncHindsight(tmp_path / "full", policy=Policy(work=WorkPolicy(backlog=0)), worker=False) as full:
        with pytest.raises(Overloaded):
            await full.space("default").remember("I moved to Lisbon.")
        transport = httpx.ASGITransport(app=create_app(full))
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            answer = await client.post(f"{SPACE}/remember", json={"content": "I moved to Lisbon.", "wait": False})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "overloaded")
        async with Client(create_server(Opening(lambda: full, warm=False))) as agent:
            result = await agent.call_tool("memory_write", {"content": "I moved to Lisbon."})
        assert result.is_error
        assert result.content[0].text.startswith("overloaded: ")


@pytest.mark.requirement("W8")
def test_a_full_queue_is_overloaded_on_the_command_line_too(cli: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "policy.toml").write_text("[work]\nbacklog = 0\n", "utf-8")
    ran = cli("--json", "remember", "I moved to Lisbon.")
    assert (ran.json["error"]["code"], ran.code) == ("overloaded", EXIT["overloaded"])


READ = {"situation": "reading a CSV exported by Excel", "adjustment": "set encoding to gb18030 instead of utf-8"}
MALFORMED: dict[str, dict[str, Any]] = {
    "counter_example": {"counter_example": "a\ud800"},
    "stage": {"stage": "\ud800"},
    "path": {"ops": [{"op": "set", "path": {"a": 1}}]},
    "operation": {"ops": [{"op": "set", "path": "encoding", "old": "\ud800"}]},
    "JSON": {"ops": [{"op": "set", "path": "encoding", "new": float("nan")}]},
}


@pytest.mark.anyio
@pytest.mark.parametrize("named", MALFORMED)
async def test_a_malformed_lesson_is_the_callers_mistake(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, named: str
) -> None:
    lesson = READ | {"tools": ["file_read"]} | MALFORMED[named]
    with pytest.raises(errors.InvalidInput, match=named):
        await hindsight.space("default").learn(**lesson)
    answer = await client.post(f"{SPACE}/learn", content=json.dumps(lesson))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_input")


@pytest.mark.requirement("G8")
def test_an_export_ends_nothing_but_an_older_export(cli: Callable[..., Ran], tmp_path: Path) -> None:
    cli("remember", "I live in Rome.")
    assert cli("export", str(tmp_path / "home" / "hindsight.db")).code == EXIT["invalid_input"]
    assert cli("export", str(tmp_path)).code == EXIT["invalid_input"]
    assert "Rome" in cli("recall", "Where do I live?").out
    assert [cli("export", str(tmp_path / "backup.jsonl")).code for _ in range(2)] == [0, 0]


def test_an_empty_path_is_not_the_current_folder(cli: Callable[..., Ran]) -> None:
    assert cli("import", "").code == EXIT["invalid_input"]
    assert cli("export", "").code == EXIT["invalid_input"]


JOB_MISTAKES: dict[str, dict[str, Any]] = {
    "a status that is none": {"status": "asleep"},
    "a kind that is none": {"kind": "sing"},
    "no job wanted": {"limit": 0},
    "half a job": {"limit": 1.5},
    "an id that is a number": {"ids": [1]},
    "a space without a name": {"space": ""},
}


@pytest.mark.anyio
@pytest.mark.parametrize("given", JOB_MISTAKES.values(), ids=JOB_MISTAKES)
async def test_what_is_asked_of_jobs_is_checked(hindsight: AsyncHindsight, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await hindsight.jobs(**given)


@pytest.mark.anyio
async def test_one_job_may_be_named_without_a_list_and_waiting_takes_seconds(hindsight: AsyncHindsight) -> None:
    assert await hindsight.revive("nowhere") == 0
    with pytest.raises(InvalidInput, match="ids"):
        await hindsight.revive([7])  # type: ignore[list-item]
    coming = hindsight.space("default").prefetch("Where is the key?")
    for wrong in ("x", -1, float("nan"), None):
        with pytest.raises(InvalidInput, match="number of seconds"):
            await coming.answer(wrong)  # type: ignore[arg-type]
    assert await coming.answer(30.0) is not None
