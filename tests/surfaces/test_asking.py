"""Asking over every surface: sessions, belief, why not, trace, prefetch and filters mean the same everywhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import anyio
import httpx
import pytest
from mcp.client import Client
from tests.surfaces.conftest import Ran

from hindsight.app.client import AsyncHindsight
from hindsight.mcp.opening import Opening
from hindsight.mcp.server import create_server

pytestmark = pytest.mark.anyio
SPACE = "/v1/spaces/alice"
Cli = Callable[..., Ran]


@pytest.fixture
async def agent(hindsight: AsyncHindsight) -> AsyncIterator[Client]:
    async with Client(create_server(Opening(lambda: hindsight, warm=False), tools="all")) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    result = await client.call_tool(tool, {"space": "alice", **arguments})
    assert not result.is_error, result.content[0].text
    return result.content[0].text, result.structured_content or {}


async def posted(client: httpx.AsyncClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = await client.post(f"{SPACE}/{path}", json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def fetched(client: httpx.AsyncClient, id_: str) -> httpx.Response:
    for _ in range(1000):
        answer = await client.get(f"{SPACE}/prefetch/{id_}")
        if answer.status_code != 202:
            return answer
        await anyio.sleep(0.02)
    raise TimeoutError


@pytest.mark.requirement("R1")
async def test_a_session_tells_over_http_and_mcp_who_is_meant(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, agent: Client
) -> None:
    await hindsight.space("alice").remember("Mei works as a nurse.", verbatim=True)
    await hindsight.space("alice").session("s1").add("message", "I called my sister Mei.")
    found = await posted(client, "recall", query="What does she do?", session="s1", explain=True)
    assert found["hits"][0]["memory"]["content"] == "Mei works as a nurse."
    assert found["explanation"]["meant"] == [["she", "Mei"]]
    _, hits = await call(agent, "memory_search", query="What does she do?", session="s1")
    assert hits["hits"][0]["content"] == "Mei works as a nurse."


@pytest.mark.requirement("R8", "R10")
async def test_belief_and_reasons_are_told_over_http_and_mcp(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, agent: Client
) -> None:
    (id_,) = (await hindsight.space("alice").remember("The wifi name is Lotus.", kind="fact")).ids
    found = await posted(client, "recall", query="wifi name", known_at="2020-01-01", why_not=[id_, "m1"])
    assert found["hits"] == []
    assert "created_at lte" in found["explanation"]["why_not"][id_]
    assert "no memory" in found["explanation"]["why_not"]["m1"]
    text, found = await call(agent, "memory_search", query="wifi name", known_at="2020-01-01", why_not=[id_])
    assert found["hits"] == []
    assert f"Not in the answer: {id_}" in text
    assert len((await posted(client, "recall", query="wifi name", known_at="2100-01-01"))["hits"]) == 1


@pytest.mark.requirement("R15")
async def test_a_trace_says_the_same_over_http_mcp_and_the_library(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, agent: Client
) -> None:
    await hindsight.space("alice").remember([{"role": "user", "content": "Could you sum up the report?"}])
    expected = await hindsight.space("alice").trace("sum up the report")
    assert expected.lost_at == "filter"
    assert (await posted(client, "trace", text="sum up the report"))["lost_at"] == "filter"
    text, found = await call(agent, "memory_trace", text="sum up the report")
    assert text.startswith("Lost at: filter.")
    assert [stage["name"] for stage in found["stages"]] == [stage.name for stage in expected.stages]
    assert (await client.post(f"{SPACE}/trace", json={"text": " "})).status_code == 400


@pytest.mark.requirement("R14")
async def test_a_prefetch_answers_at_once_and_is_fetched_later_over_http_and_mcp(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, agent: Client
) -> None:
    await hindsight.space("alice").remember("The wifi name is Lotus.", kind="fact")
    id_ = (await posted(client, "prefetch", 202, query="What is the wifi name?"))["id"]
    answer = await fetched(client, f"{id_}?context_tokens=200")
    assert answer.json()["hits"][0]["memory"]["content"] == "The wifi name is Lotus."
    assert "Lotus" in answer.json()["context"]
    assert (await client.get(f"{SPACE}/prefetch/{id_}")).status_code == 404
    wrong = (await posted(client, "prefetch", 202, query="wifi", policy="default", where={"nothing": 1}))["id"]
    answer = await fetched(client, wrong)
    assert answer.json()["error"]["code"] == "invalid_filter"
    elsewhere = (await posted(client, "prefetch", 202, query="wifi"))["id"]
    assert (await client.get(f"/v1/spaces/bob/prefetch/{elsewhere}")).status_code == 404
    _, begun = await call(agent, "memory_search", query="What is the wifi name?", prefetch=True)
    for _ in range(1000):
        _, found = await call(agent, "memory_search", query="-", prefetched=begun["prefetch"])
        if "hits" in found:
            break
        await anyio.sleep(0.02)
    assert found["hits"][0]["content"] == "The wifi name is Lotus."


FILTERS = [
    ({"or": [{"project": "web"}, {"not": {"tags": {"contains": "old"}}}]}, {"A", "C"}),
    ({"not": {"or": [{"project": "web"}, {"tags": {"contains": "old"}}]}}, {"C"}),
    ({"and": [{"not": {"project": "web"}}, {"or": [{"tags": {"contains": "old"}}, {"project": "api"}]}]}, {"B"}),
]


@pytest.mark.requirement("R7")
@pytest.mark.parametrize("where,expected", FILTERS)
async def test_filters_inside_or_and_not_mean_the_same_on_http_and_mcp(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, agent: Client, where: dict[str, Any], expected: set[str]
) -> None:
    for name, given in (("A", {"project": "web"}), ("B", {"tags": ["old"]}), ("C", {})):
        await hindsight.space("alice").remember(f"The gate {name} is green.", kind="fact", **given)  # type: ignore[arg-type]
    full = {f"The gate {name} is green." for name in expected}
    library = {hit.memory.content for hit in await hindsight.space("alice").recall("green gate", where=where)}
    over_http = await posted(client, "recall", query="green gate", where=where)
    listed = await client.get(f"{SPACE}/memories", params={"where": json.dumps(where)})
    _, over_mcp = await call(agent, "memory_search", query="green gate", filters=where)
    _, listed_mcp = await call(agent, "memory_list", filters=where)
    assert library == full
    assert {hit["memory"]["content"] for hit in over_http["hits"]} == full
    assert {memory["content"] for memory in listed.json()["memories"]} == full
    assert {hit["content"] for hit in over_mcp["hits"]} == full
    assert {memory["content"] for memory in listed_mcp["memories"]} == full


WRONG = [
    {"project": {"like": "w%"}},
    {"or": [{"not": {"color": "red"}}]},
    {"tags": {"gt": "a"}},
    {"or": {"project": "web"}},
]


@pytest.mark.requirement("R7")
@pytest.mark.parametrize("where", WRONG)
async def test_an_unknown_operator_or_field_is_an_error_at_any_depth_on_http_and_mcp(
    client: httpx.AsyncClient, agent: Client, where: dict[str, Any]
) -> None:
    answer = await client.post(f"{SPACE}/recall", json={"query": "gate", "where": where})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_filter")
    result = await agent.call_tool("memory_search", {"query": "gate", "space": "alice", "filters": where})
    assert result.is_error
    assert "invalid_filter" in result.content[0].text


@pytest.mark.requirement("R7")
def test_filters_mean_the_same_on_the_command_line(cli: Cli) -> None:
    cli("remember", "The gate A is green.", "--kind", "fact", "--project", "web")
    cli("remember", "The gate B is green.", "--kind", "fact", "--tag", "old")
    where = json.dumps({"not": {"or": [{"project": "web"}, {"project": "api"}]}})
    found = cli("recall", "green gate", "--where", where, "--json").json["hits"]
    assert [hit["memory"]["content"] for hit in found] == ["The gate B is green."]
    for wrong in WRONG:
        ran = cli("recall", "gate", "--where", json.dumps(wrong), "--json")
        assert ran.code != 0
        assert ran.json["error"]["code"] == "invalid_filter"
