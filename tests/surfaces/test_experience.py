"""Experience by hand: the loop over MCP, and its verbs on HTTP and the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from tests.surfaces.conftest import Ran
from tests.surfaces.test_mcp import call

SPACE = "/v1/spaces/default"
DECODE = "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xd6 in position 0: invalid continuation byte"


def reading(name: str, encoding: str, **came: str) -> dict[str, Any]:
    return {"tool": "file_read", "args": f'{{"path": "{name}.csv", "encoding": "{encoding}"}}', **came}


def run(name: str, *steps: dict[str, Any], outcome: str = "success") -> dict[str, Any]:
    return {"goal": f"Sum the revenue in {name}.csv", "tools": ["file_read"], "steps": list(steps), "outcome": outcome}


@pytest.mark.anyio
@pytest.mark.requirement("I2", "X1", "X8", "X9", "X10")
async def test_the_loop_by_hand_over_stdio(tmp_path: Path) -> None:
    """A failing run teaches; its lesson helps, becomes active, is a pattern's cure, and goes when the world turns."""
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "hindsight.cli", "mcp", "--home", str(tmp_path / "home")]
    )
    async with Client(stdio_client(command)) as agent:

        async def advised(name: str) -> list[dict[str, Any]]:
            _, found = await call(agent, "query_experience", task=f"Sum the revenue in {name}.csv", tools=["file_read"])
            hits: list[dict[str, Any]] = found["hits"]
            return hits

        first = run("sales", reading("sales", "utf-8", error=DECODE), reading("sales", "gb18030", result="1,2"))
        await call(agent, "record_trajectory", **first)
        (lesson,) = await advised("stock")
        assert (lesson["state"], lesson["ops"][0]["path"], lesson["ops"][0]["new"]) == ("new", "encoding", "gb18030")

        second = run("stock", reading("stock", "gb18030", result="3,4"))
        await call(agent, "record_trajectory", **second, shown=[lesson["id"]])
        assert [(hit["id"], hit["state"]) for hit in await advised("march")] == [(lesson["id"], "active")]

        _, listed = await call(agent, "list_failure_patterns")
        (pattern,) = listed["patterns"]
        assert (pattern["tool"], pattern["failure"], pattern["count"]) == ("file_read", "UnicodeDecodeError", 1)
        assert pattern["fix"]["id"] == lesson["id"]

        turned = run("april", reading("april", "gb18030", error=DECODE), reading("april", "utf-16", result="5,6"))
        await call(agent, "record_trajectory", **turned, shown=[lesson["id"]])
        after = await advised("may")
        assert [op["new"] for hit in after for op in hit["ops"]] == ["utf-16"]
        assert lesson["id"] not in [hit["id"] for hit in after]


CUT_OFF = {
    "goal": "Move the photos",
    "steps": [
        {"tool": "mkdir", "args": {"path": "photos"}, "result": "ok"},
        {"tool": "move", "args": {"from": "a", "to": "photos"}},
    ],
    "outcome": "interrupted",
}


@pytest.mark.anyio
@pytest.mark.requirement("I1", "X3", "X9")
async def test_http_lists_what_is_unfinished_and_credits_what_was_shown(client: httpx.AsyncClient) -> None:
    await client.post(f"{SPACE}/record", json=CUT_OFF)
    (task,) = (await client.get(f"{SPACE}/unfinished")).json()["tasks"]
    assert (task["goal"], task["last_good_step"], len(task["done"])) == ("Move the photos", 0, 1)
    assert "photos" in task["pending"]
    first = run("sales", reading("sales", "utf-8", error=DECODE), reading("sales", "gb18030", result="1,2"))
    await client.post(f"{SPACE}/record", json=first)
    asked = {"task": "Sum the revenue in stock.csv", "tools": ["file_read"]}
    (hit,) = (await client.post(f"{SPACE}/experience", json=asked)).json()["hits"]
    used = {**run("stock", reading("stock", "gb18030", result="3,4")), "shown": [hit["id"]]}
    (told,) = (await client.post(f"{SPACE}/record", json=used)).json()["credited"]
    assert (told["id"], told["applied"], told["state"]) == (hit["id"], True, "active")


@pytest.mark.requirement("I3", "X3", "X5", "X10")
def test_the_command_line_learns_and_lists_failures_and_what_is_unfinished(
    cli: Callable[..., Ran], tmp_path: Path
) -> None:
    op = '{"op": "set", "path": "encoding", "old": "utf-8", "new": "gb18030"}'
    text = "set encoding to gb18030 instead of utf-8"
    learnt = cli("learn", "Read a CSV from Excel", text, "--tool", "file_read", "--error", DECODE, "--op", op, "--json")
    assert learnt.json["action"] == "added"
    assert text in cli("experience", "Read a CSV from Excel", "--tool", "file_read").out
    assert cli("learn", "Read a CSV", "Be careful.").code != 0
    assert cli("learn", "Read a CSV", text, "--op", "set").code != 0
    assert cli("failures").out.strip() == "No failures."
    assert cli("unfinished").out.strip() == "Nothing is unfinished."
    for name, content in (
        ("cut.json", CUT_OFF),
        ("bad.json", run("q", reading("q", "utf-8", error=DECODE), outcome="failure")),
    ):
        (tmp_path / name).write_text(json.dumps(content), "utf-8")
        assert cli("record", name, "--shown", learnt.json["id"]).code == 0
    assert "file_read UnicodeDecodeError" in cli("failures").out
    assert f"id {learnt.json['id']}" in cli("failures").out
    assert "go on with: move" in cli("unfinished").out


EXPORTED = {
    "goal": "Archive the order PO-1001",
    "task_type": "orders",
    "steps": [
        {"tool": "order_find", "args": {"text": "PO-1001"}, "result": '{"key": "k77aa"}'},
        {"tool": "order_export", "args": {"key": "k77aa", "to": "PO-1001.pdf"}, "result": "written"},
        {"tool": "order_close", "args": {"text": "PO-1001", "key": "k77aa"}, "result": "closed"},
        {"tool": "mail_send", "args": {"subject": "PO-1001", "to": "books"}, "result": "sent"},
    ],
    "outcome": "success",
}


@pytest.mark.anyio
@pytest.mark.requirement("I1", "X13")
async def test_http_plays_a_recorded_path_again_with_other_values(client: httpx.AsyncClient) -> None:
    told = (await client.post(f"{SPACE}/record", json=EXPORTED)).json()
    paths = [await client.post(f"{SPACE}/procedures/{item['id']}", json={}) for item in told["outcomes"]]
    (recorded,) = [answer.json() for answer in paths if answer.status_code == 200]
    (name,) = (key for key, value in recorded["parameters"].items() if value == "PO-1001")
    again = await client.post(f"{SPACE}/procedures/{recorded['id']}", json={"values": {name: "PO-2002"}})
    assert [call["tool"] for call in again.json()["calls"]] == [step["tool"] for step in EXPORTED["steps"]]
    assert again.json()["calls"][-1]["args"] == {"subject": "PO-2002", "to": "books"}
    wrong = await client.post(f"{SPACE}/procedures/{recorded['id']}", json={"values": {"colour": "red"}})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "invalid_input")
    assert (await client.post(f"{SPACE}/procedures/nothing", json={})).status_code == 404


@pytest.mark.requirement("I3", "X13")
def test_the_command_line_plays_a_recorded_path_again(cli: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps(EXPORTED), "utf-8")
    cli("record", "run.json")
    (path,) = [
        hit for hit in cli("experience", EXPORTED["goal"], "--json").json["hits"] if hit["kind"] == "minimal_path"
    ]
    recorded = cli("procedure", path["id"], "--json").json
    (name,) = (key for key, value in recorded["parameters"].items() if value == "PO-1001")
    assert '1. order_find {"text": "PO-2002"}' in cli("procedure", path["id"], "--set", f"{name}=PO-2002").out
    assert cli("procedure", path["id"], "--set", "PO-2002").code != 0


@pytest.mark.requirement("I3", "X8", "X9", "X10")
def test_the_loop_by_hand_on_the_command_line(cli: Callable[..., Ran], tmp_path: Path) -> None:
    """What a person reads: the lesson, that it was followed, the pattern with its cure, that it is in doubt."""

    def recorded(name: str, *steps: dict[str, Any], shown: Sequence[str] = ()) -> str:
        (tmp_path / f"{name}.json").write_text(json.dumps(run(name, *steps)), "utf-8")
        return cli("record", f"{name}.json", *(word for id_ in shown for word in ("--shown", id_))).out

    told = recorded("sales", reading("sales", "utf-8", error=DECODE), reading("sales", "gb18030", result="1,2"))
    assert "step 1 repaired a failure" in told
    asked = ("experience", "Sum the revenue in stock.csv", "--tool", "file_read")
    (hit,) = cli(*asked, "--json").json["hits"]
    assert "1. do: set encoding to `gb18030` instead of `utf-8`" in cli(*asked).out
    told = recorded("stock", reading("stock", "gb18030", result="3,4"), shown=[hit["id"]])
    assert "it was short, and nothing failed" in told
    assert f"lesson {hit['id']}: followed, its failure did not come back; it is active now" in told
    assert "cure (active): set encoding to `gb18030`" in cli("failures").out
    turned = (reading("april", "gb18030", error=DECODE), reading("april", "utf-16", result="5,6"))
    told = recorded("april", *turned, shown=[hit["id"]])
    assert f"lesson {hit['id']}: followed, its failure came back; it is suspect now" in told
    assert "gb18030` instead of `utf-8`" not in cli(*asked).out


@pytest.mark.requirement("I3", "X8")
def test_the_command_line_says_under_which_condition_and_how_surely_advice_holds(
    cli: Callable[..., Ran], tmp_path: Path
) -> None:
    call = {"tool": "http_get", "args": {"url": "https://api.tern.example/v2", "scheme": "Bearer"}}
    good = {**call, "args": {**call["args"], "scheme": "Token"}, "result": "ok"}
    ran = {"goal": "Read the tickets", "steps": [{**call, "error": "401 Unauthorized"}, good]}
    (tmp_path / "run.json").write_text(json.dumps(ran), "utf-8")
    cli("record", "run.json")
    said = cli("experience", "Read the tickets", "--tool", "http_get").out
    assert "when: url at api.tern.example" in said
    assert "unconfirmed" in said


@pytest.mark.anyio
@pytest.mark.requirement("I2", "X8")
async def test_an_agent_is_told_under_which_condition_advice_holds(tmp_path: Path) -> None:
    call_ = {"tool": "http_get", "args": '{"url": "https://api.tern.example/v2", "scheme": "Bearer"}'}
    good = {**call_, "args": call_["args"].replace("Bearer", "Token"), "result": "ok"}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "hindsight.cli", "mcp", "--home", str(tmp_path / "home")]
    )
    async with Client(stdio_client(command)) as agent:
        steps = [{**call_, "error": "401 Unauthorized"}, good]
        await call(agent, "record_trajectory", goal="Read the tickets", steps=steps, outcome="success")
        text, found = await call(agent, "query_experience", task="Read the tickets", tools=["http_get"])
    assert found["hits"][0]["conditions"] == ["url at api.tern.example"]
    assert "Only where url at api.tern.example." in str(text)
