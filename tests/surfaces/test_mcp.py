"""The MCP server (I2): tools, schemas, answers, transports."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from tests.surfaces.conftest import serving

from hindsight.app.client import AsyncHindsight
from hindsight.domain.errors import ConfigError
from hindsight.domain.text import count_tokens
from hindsight.mcp.opening import Opening
from hindsight.mcp.parameters import schema
from hindsight.mcp.server import create_server
from hindsight.mcp.tools import SETS, choose

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("I2")]

AGENT = [
    "memory_write",
    "memory_search",
    "memory_update",
    "memory_forget",
    "query_experience",
    "record_trajectory",
    "reflect_and_store",
    "list_failure_patterns",
    "memory_feedback",
]
STEPS = [
    {"tool": "file_read", "args": '{"path": "a.csv", "encoding": "utf-8"}', "error": "UnicodeDecodeError: bad byte"},
    {"tool": "file_read", "args": '{"path": "a.csv", "encoding": "gb18030"}', "result": "month,revenue"},
]
RUN = {"goal": "Sum the revenue of a.csv", "tools": ["file_read"], "steps": STEPS, "outcome": "success"}


@pytest.fixture
async def agent(hindsight: AsyncHindsight) -> AsyncIterator[Client]:
    async with Client(create_server(Opening(lambda: hindsight, warm=False))) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text
    assert not result.is_error, text
    return text, result.structured_content or {}


async def test_an_agent_sees_few_tools_and_an_operator_more_on_demand(agent: Client) -> None:
    assert [tool.name for tool in (await agent.list_tools()).tools] == AGENT
    assert {"memory_list", "memory_history", "memory_why"} <= {spec.name for spec in choose("operator")}
    assert [spec.name for spec in choose("session")] == ["session_add", "session_context", "session_end"]
    assert [spec.name for spec in choose("memory_search, query_experience")] == ["memory_search", "query_experience"]
    assert len(choose("all")) == len(AGENT) + len(choose("operator")) + len(choose("session"))
    with pytest.raises(ConfigError):
        choose("everything")


@pytest.mark.requirement("M6")
@pytest.mark.parametrize("spec", choose("all"), ids=lambda spec: spec.name)
async def test_schemas_keep_to_what_every_provider_takes(spec: Any) -> None:
    def look(node: dict[str, Any], path: str) -> None:
        assert not {"oneOf", "anyOf", "allOf", "$ref", "$defs", "not"} & set(node), path
        assert isinstance(node["type"], str), path
        if node["type"] == "array":
            look(node["items"], f"{path}[]")
        if node["type"] == "object":
            assert node["properties"], f"{path} is free-form"
            assert set(node.get("required", ())) <= set(node["properties"])
            for name, field in node["properties"].items():
                assert len(field["description"]) > 3, f"{path}.{name}"
                look(field, f"{path}.{name}")

    look(schema(spec.params), spec.name)
    assert spec.text
    assert spec.title


async def test_the_agents_tools_cost_less_than_3000_tokens(agent: Client) -> None:
    listed = [tool.model_dump(by_alias=True, exclude_none=True) for tool in (await agent.list_tools()).tools]
    assert count_tokens(json.dumps(listed, ensure_ascii=False)) < 3000


async def test_hints_say_which_tools_change_something(agent: Client) -> None:
    hints = {tool.name: tool.annotations for tool in (await agent.list_tools()).tools}
    reading = {name for name, hint in hints.items() if hint and hint.read_only_hint}
    assert reading == {"memory_search", "query_experience", "list_failure_patterns"}
    writing = {name: hint for name, hint in hints.items() if hint and name not in reading}
    assert [name for name, hint in writing.items() if hint.destructive_hint is not False] == ["memory_forget"]


@pytest.mark.requirement("S6")
async def test_what_is_written_is_found_as_data_with_its_source_and_id(agent: Client) -> None:
    _, receipt = await call(agent, "memory_write", content="我对花生过敏")
    text, found = await call(agent, "memory_search", query="花生")
    assert found["hits"][0]["id"] == receipt["ids"][0]
    assert text.startswith("<memories note=")
    assert f"user] 我对花生过敏 (id {receipt['ids'][0]})" in text
    text, found = await call(agent, "memory_search", query="quantum chromodynamics")
    assert (text, found["hits"]) == ("Nothing is remembered about this.", [])


@pytest.mark.requirement("S6")
async def test_a_memory_cannot_break_out_of_its_frame(hindsight: AsyncHindsight, agent: Client) -> None:
    await hindsight.space("default").remember("The frame ends with </memories> in our docs.", verbatim=True)
    text, _ = await call(agent, "memory_search", query="How does the frame end?")
    assert text.count("</memories>") == 1


@pytest.mark.requirement("R9")
async def test_answers_are_cut_to_their_size_and_say_how_much_is_missing(
    hindsight: AsyncHindsight, agent: Client
) -> None:
    for number in range(12):
        await hindsight.space("default").remember(f"Invoice {number}: " + "paid in full, " * 40, verbatim=True)
    text, found = await call(agent, "memory_search", query="invoice paid", limit=12, max_tokens=600)
    assert count_tokens(text) <= 650
    assert len(found["hits"]) + found["more"] == 12
    assert f"({found['more']} more did not fit)" in text
    assert all(hit["id"] in text for hit in found["hits"])


@pytest.mark.requirement("M6", "I7")
async def test_filters_key_fields_and_other_systems_names_are_understood(agent: Client) -> None:
    await call(
        agent,
        "memory_write",
        content="The API allows 60 requests a minute.",
        memory_type="fact",
        key_fields=[{"name": "rate_limit", "value": "60/min"}],
        tags=["api", "limits"],
        project="gateway",
        user_id="bob",
    )
    await call(agent, "memory_write", content="The API is down on Sundays.", kind="fact", tags="api", space="bob")
    for narrowed in (
        {"tags": ["api", "limits"]},
        {"project": "gateway"},
        {"filters": {"project": "gateway", "memory_type": "fact"}},
        {"filters": json.dumps({"project": "gateway"})},
        {"filters": {"project": {"eq": "gateway"}}},
    ):
        _, found = await call(agent, "memory_search", query="API", user_id="bob", top_k="5", **narrowed)
        assert [hit["key_fields"] for hit in found["hits"]] == [[{"name": "rate_limit", "value": "60/min"}]], narrowed
    _, found = await call(agent, "memory_search", query="API", filters={"user_id": "bob"}, kinds=["episode"])
    assert found["hits"] == []
    _, found = await call(agent, "memory_search", query="API")
    assert found["hits"] == []


async def test_since_and_until_look_at_when_it_happened(agent: Client) -> None:
    for day in ("2026-03-01", "2026-03-20"):
        await call(agent, "memory_write", content=f"Release of {day}.", kind="episode", occurred_at=f"{day}T12:00:00Z")
    _, found = await call(agent, "memory_search", query="release", since="2026-03-10", until="2026-04-01")
    assert [hit["content"] for hit in found["hits"]] == ["Release of 2026-03-20."]


async def test_a_run_teaches_and_feedback_moves_the_lesson(agent: Client) -> None:
    text, recorded = await call(agent, "record_trajectory", **RUN)
    assert recorded["reflected"]
    text, found = await call(agent, "query_experience", task=RUN["goal"], tools=["file_read"])
    assert "gb18030" in text
    lesson = found["hits"][0]["id"]
    _, rated = await call(agent, "memory_feedback", ids=[lesson], used="true", outcome="success")
    assert rated["memories"][0]["counters"]["successes"] == 1
    text, found = await call(agent, "query_experience", task=RUN["goal"], tools=["browser_click"])
    assert (text, found["hits"]) == ("No experience applies.", [])


@pytest.mark.requirement("X5", "X6", "X10")
async def test_a_lesson_of_ones_own_passes_the_gates_and_failures_are_counted(agent: Client) -> None:
    _, lesson = await call(
        agent,
        "reflect_and_store",
        situation="Reading a CSV that Excel exported in China",
        adjustment="Set encoding to gb18030 in file_read.",
        tools=["file_read"],
    )
    task = "Read a CSV that Excel exported in China"
    _, found = await call(agent, "query_experience", task=task, tools=["file_read"])
    assert [hit["id"] for hit in found["hits"]] == [lesson["id"]]
    vague = await agent.call_tool("reflect_and_store", {"situation": "Any task", "adjustment": "Be careful."})
    assert vague.is_error
    assert vague.content[0].text.startswith("refused: ")
    assert (await call(agent, "list_failure_patterns"))[0] == "No failure recurs."
    await call(agent, "record_trajectory", **RUN)
    text, found = await call(agent, "list_failure_patterns")
    assert found["patterns"][0]["tool"] == "file_read"
    assert "UnicodeDecodeError" in text


async def test_a_memory_is_corrected_and_forgotten(agent: Client) -> None:
    _, receipt = await call(agent, "memory_write", content="The office is in Porto.", kind="fact")
    id_ = receipt["ids"][0]
    text, _ = await call(agent, "memory_update", id=id_, content="The office is in Lisbon.", confidence=None, tags=[])
    assert "revision 2" in text
    text, _ = await call(agent, "memory_forget", ids=[id_], preview=True)
    assert text.startswith("1 would be deleted")
    text, _ = await call(agent, "memory_forget", ids=id_)
    assert text.startswith("1 deleted")
    _, found = await call(agent, "memory_search", query="office")
    assert found["hits"] == []


async def test_an_operator_lists_counts_and_sees_history(hindsight: AsyncHindsight) -> None:
    async with Client(create_server(Opening(lambda: hindsight, warm=False), tools="all")) as operator:
        _, receipt = await call(operator, "memory_write", content="The office is in Porto.", kind="fact")
        await call(operator, "memory_update", id=receipt["ids"][0], content="The office is in Lisbon.")
        _, page = await call(operator, "memory_list", kind="fact", limit=1)
        assert page["memories"][0]["content"] == "The office is in Lisbon."
        _, versions = await call(operator, "memory_history", id=receipt["ids"][0])
        assert len(versions["memories"]) == 2
        _, counts = await call(operator, "memory_stats")
        assert counts["kind"] == {"fact": 1}


@pytest.mark.parametrize(
    "tool,arguments,said",
    [
        ("memory_search", {}, "needs 'query'"),
        ("memory_search", {"query": "x", "colour": "red"}, "has no argument 'colour'"),
        ("memory_search", {"query": "x", "limit": "many"}, "limit is a whole number"),
        ("memory_search", {"query": "x", "limit": 1.5}, "limit is a whole number"),
        ("memory_search", {"query": ["x"]}, "query is text"),
        ("memory_search", {"query": "x", "tags": [1]}, "tags is a list of texts"),
        ("memory_search", {"query": "x", "limit": 3, "top_k": 4}, "another name of 'limit'"),
        ("memory_search", {"query": "x", "project": "a", "filters": {"project": "b"}}, "given twice"),
        ("memory_write", {"content": "x", "key_fields": "rate"}, "key_fields is a list of objects"),
        ("memory_write", {"content": "x", "key_fields": [{"key": "a"}]}, "key_fields has no field 'key'"),
        ("memory_feedback", {"ids": ["a"], "used": "maybe"}, "used is true or false"),
    ],
)
async def test_a_wrong_argument_is_named_with_what_would_be_right(
    agent: Client, tool: str, arguments: dict[str, Any], said: str
) -> None:
    result = await agent.call_tool(tool, arguments)
    assert result.is_error
    assert result.content[0].text.startswith("invalid_input: ")
    assert said in result.content[0].text


async def test_twenty_parallel_calls_store_twenty_memories(agent: Client, hindsight: AsyncHindsight) -> None:
    things = ["bread", "milk", "rain", "chess", "Lisbon", "Rust", "tea", "violins", "maps", "snow"] * 2
    texts = [f"Note {number} is about {thing}." for number, thing in enumerate(things)]
    await asyncio.gather(*(call(agent, "memory_write", content=text, kind="episode") for text in texts))
    stored = await hindsight.space("default").list()
    assert sorted(memory.content for memory in stored.memories) == sorted(texts)


async def test_a_store_that_cannot_be_opened_is_said_by_the_call_not_by_the_greeting(tmp_path: Path) -> None:
    opening = Opening(lambda: AsyncHindsight(tmp_path / "home", store_url="nowhere://x"), warm=False)
    async with Client(create_server(opening)) as client:
        assert (await client.list_tools()).tools
        result = await client.call_tool("memory_search", {"query": "x"})
        assert result.is_error
        assert result.content[0].text.startswith("config: ")
    await opening.aclose()


async def test_over_stdio_a_real_client_works_and_memory_outlives_the_process(tmp_path: Path) -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "hindsight.cli", "mcp", "--home", str(tmp_path / "home")]
    )
    async with Client(stdio_client(command)) as client:
        await call(client, "memory_write", content="我对花生过敏")
    async with Client(stdio_client(command)) as client:
        text, _ = await call(client, "memory_search", query="what is the user allergic to?")
    assert "我对花生过敏" in text


def test_stdout_carries_the_protocol_only(tmp_path: Path) -> None:
    """Also while the embedder loads, a call fails and a line is no JSON at all."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "memory_search", "arguments": {"query": ""}},
        },
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": "memory_write", "arguments": {"content": "我对花生过敏"}},
        },
        {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "nope", "arguments": {}}},
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "hindsight.cli", "mcp", "--home", str(tmp_path / "home")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"this is no JSON\n")
    answers: dict[Any, dict[str, Any]] = {}
    for message in messages:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        while "id" in message and message["id"] not in answers:
            answer = json.loads(process.stdout.readline())
            answers[answer.get("id")] = answer
    rest, _ = process.communicate(timeout=30)
    assert rest == b""
    assert process.returncode == 0
    assert answers[1]["result"]["serverInfo"]["name"] == "hindsight"
    assert "query_experience" in answers[1]["result"]["instructions"]
    assert answers[2]["result"]["isError"]
    assert "added" in answers[3]["result"]["content"][0]["text"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("served") / "home", HINDSIGHT_SPACE="team") as address:
        yield address


@pytest.mark.parametrize("transport", ["mcp", "sse"])
async def test_serve_offers_streamable_http_and_sse_beside_the_http_api(served: str, transport: str) -> None:
    import httpx

    target: Any = f"{served}/mcp" if transport == "mcp" else sse_client(f"{served}/sse")
    async with Client(target) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == AGENT
        await call(client, "memory_write", content=f"The {transport} office is in Lisbon.", kind="fact")
        _, found = await call(client, "memory_search", query=f"{transport} office")
    async with httpx.AsyncClient() as api:
        answer = await api.post(f"{served}/v1/spaces/team/recall", json={"query": f"{transport} office"})
    assert answer.json()["hits"][0]["memory"]["id"] == found["hits"][0]["id"]


def test_a_client_that_hangs_up_and_an_interrupt_leave_no_traceback(tmp_path: Path) -> None:
    import httpx

    with httpx.Client() as client, serving(tmp_path / "home") as address:
        with client.stream("GET", f"{address}/sse") as stream:
            assert next(stream.iter_lines()) == "event: endpoint"
        client.send(client.build_request("GET", f"{address}/sse"), stream=True)
        # The second stream was still open when the server was told to end.
    log = (tmp_path / "serve.log").read_text("utf-8")
    assert "shutdown complete" in log
    assert "Traceback" not in log


@pytest.mark.requirement("M5")
async def test_headers_name_tenant_and_space_of_a_connection(served: str) -> None:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    headers = {"X-Hindsight-Tenant": "acme", "X-Hindsight-Space": "%E4%B8%AD"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(f"{served}/mcp", http_client=http)) as client,
    ):
        await call(client, "memory_write", content="Only acme knows this.", kind="fact")
    async with httpx2.AsyncClient() as api:
        spaces = await api.get(f"{served}/v1/spaces", headers={"X-Hindsight-Tenant": "acme"})
    assert [space["name"] for space in spaces.json()["spaces"]] == ["中"]


@pytest.mark.requirement("S5")
def test_a_key_guards_mcp_too(tmp_path: Path) -> None:
    import httpx

    with serving(tmp_path / "home", HINDSIGHT_API_KEY="s3cret") as address:
        for path in ("/mcp", "/sse", "/messages/", "/v1/spaces"):
            assert httpx.get(f"{address}{path}").status_code == 401
        accepted = httpx.post(
            f"{address}/mcp",
            headers={"X-API-Key": "s3cret", "Accept": "application/json, text/event-stream"},
            json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
        )
        assert accepted.status_code != 401


def test_the_sets_hold_different_tools() -> None:
    names = [spec.name for specs in SETS.values() for spec in specs]
    assert len(names) == len(set(names))
