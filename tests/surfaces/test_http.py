"""The HTTP API (I3)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hindsight.app.client import AsyncHindsight
from hindsight.app.settings import load_settings
from hindsight.domain.errors import NotFound, Unavailable
from hindsight.http import create_app
from hindsight.http.guard import MAX_BODY

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("I3")]
SPACE = "/v1/spaces/alice"
RUN = {
    "goal": "Sum the revenue of sales.csv",
    "tools": ["file_read"],
    "steps": [
        {
            "tool": "file_read",
            "args": {"path": "sales.csv", "encoding": "utf-8"},
            "error": "UnicodeDecodeError: bad byte",
        },
        {"tool": "file_read", "args": {"path": "sales.csv", "encoding": "gb18030"}, "result": "month,revenue"},
    ],
    "outcome": "success",
}


async def test_health_touches_nothing_and_ready_looks_at_every_dependency(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health")).json()["status"] == "ok"
    ready = (await client.get("/ready")).json()
    assert ready["status"] == "ready"
    assert {check["name"] for check in ready["checks"]} == {"store", "queue", "lexical", "vector"}


async def test_ready_says_unavailable_when_the_store_does_not_answer(
    client: httpx.AsyncClient, hindsight: AsyncHindsight, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(*_: object) -> None:
        raise Unavailable("The server at db:5432 does not answer.")

    monkeypatch.setattr(type(hindsight.parts.store), "spaces", down)
    answer = await client.get("/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    assert "db:5432" not in answer.text
    assert (await client.get("/health")).status_code == 200


async def test_what_is_remembered_is_recalled_and_rendered(client: httpx.AsyncClient) -> None:
    receipt = (await client.post(f"{SPACE}/remember", json={"content": "我对花生过敏"})).json()
    answer = (
        await client.post(f"{SPACE}/recall", json={"query": "花生", "context_tokens": 300, "explain": True})
    ).json()
    assert [hit["memory"]["id"] for hit in answer["hits"]] == receipt["ids"]
    assert "我对花生过敏" in answer["context"]
    assert answer["explanation"]["timings_ms"]
    assert (await client.get(f"{SPACE}/stats")).json()["status"] == {"active": 1}


async def test_a_run_is_recorded_and_teaches(client: httpx.AsyncClient) -> None:
    recorded = (await client.post(f"{SPACE}/record", json=RUN)).json()
    assert recorded["reflected"]
    advice = (await client.post(f"{SPACE}/experience", json={"task": RUN["goal"], "tools": ["file_read"]})).json()
    assert "gb18030" in advice["hits"][0]["text"]
    ids = [advice["hits"][0]["id"]]
    rated = await client.post(f"{SPACE}/feedback", json={"ids": ids, "used": True, "outcome": "success"})
    assert rated.json()["memories"][0]["counters"]["successes"] == 1


@pytest.mark.requirement("X5", "X10")
async def test_a_lesson_is_handed_in_and_failures_are_counted(client: httpx.AsyncClient) -> None:
    lesson = {"situation": "Reading a CSV from Excel", "adjustment": "Set encoding to gb18030 in file_read."}
    assert (await client.post(f"{SPACE}/learn", json=lesson)).json()["action"] == "added"
    vague = await client.post(f"{SPACE}/learn", json={**lesson, "adjustment": "Be careful."})
    assert (vague.status_code, vague.json()["error"]["code"]) == (422, "refused")
    await client.post(f"{SPACE}/record", json=RUN)
    failures = (await client.get(f"{SPACE}/failures")).json()["patterns"]
    assert [pattern["tool"] for pattern in failures] == ["file_read"]


async def test_a_write_that_is_not_waited_for_is_followed_by_its_job(client: httpx.AsyncClient) -> None:
    answer = await client.post(f"{SPACE}/remember", json={"content": "I moved to Lisbon in May.", "wait": False})
    assert answer.status_code == 202
    job = answer.json()["job"]
    found = (await client.get(f"{SPACE}/jobs/{job}")).json()
    assert found["id"] == job
    assert "payload" not in found
    assert (await client.get(f"/v1/spaces/bob/jobs/{job}")).status_code == 404
    other = await client.get(f"{SPACE}/jobs/{job}", headers={"X-Hindsight-Tenant": "other"})
    assert other.status_code == 404


@pytest.mark.requirement("W8")
async def test_dead_jobs_are_seen_with_their_reason_and_tried_again(
    hindsight: AsyncHindsight, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def poison(*_: object) -> None:
        raise NotFound("its turns are gone")

    with monkeypatch.context() as broken:
        broken.setattr(hindsight.worker, "_handlers", {"extract": poison})
        queued = (await client.post(f"{SPACE}/remember", json={"content": "I moved to Lisbon in May."})).json()
    assert queued["status"] == "failed"
    (dead,) = (await client.get(f"{SPACE}/jobs", params={"status": "dead"})).json()["jobs"]
    assert (dead["id"], dead["failures"], dead["error"]) == (queued["job"], 1, "NotFound: its turns are gone")
    assert "payload" not in dead
    assert (await client.get("/v1/spaces/bob/jobs")).json()["jobs"] == []
    assert (await client.post(f"/v1/spaces/bob/jobs/{dead['id']}/retry")).status_code == 404
    retried = await client.post(f"{SPACE}/jobs/{dead['id']}/retry")
    assert (retried.status_code, retried.json()["status"] in ("pending", "running", "done")) == (200, True)
    assert await hindsight.drain(timeout_s=20)
    assert (await client.get(f"{SPACE}/jobs/{dead['id']}")).json()["status"] == "done"
    assert (await client.post(f"{SPACE}/jobs/{dead['id']}/retry")).status_code == 404
    for wrong in ({"status": "lost"}, {"kind": "tea"}, {"limit": 0}):
        answer = await client.get(f"{SPACE}/jobs", params=wrong)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_input")


async def test_a_memory_is_read_corrected_listed_and_deleted(client: httpx.AsyncClient) -> None:
    body = {"content": "The office is in Porto.", "kind": "fact", "key_fields": [{"name": "floor", "value": "3"}]}
    id_ = (await client.post(f"{SPACE}/remember", json=body)).json()["ids"][0]
    changed = await client.patch(f"{SPACE}/memories/{id_}", json={"content": "The office is in Lisbon."})
    assert changed.json()["revision"] == 2
    assert (await client.get(f"{SPACE}/memories/{id_}")).json()["content"] == "The office is in Lisbon."
    versions = (await client.get(f"{SPACE}/memories/{id_}/history")).json()["memories"]
    assert [version["content"] for version in versions] == ["The office is in Porto.", "The office is in Lisbon."]
    listed = (await client.get(f"{SPACE}/memories", params={"where": '{"memory_type": "fact"}'})).json()
    assert [memory["id"] for memory in listed["memories"]] == [id_]
    assert (await client.delete(f"{SPACE}/memories/{id_}")).json()["ids"] == [id_]
    assert (await client.delete(f"{SPACE}/memories/{id_}")).status_code == 404
    assert (await client.get(f"{SPACE}/memories/{id_}")).status_code == 404


@pytest.mark.requirement("I7")
async def test_names_of_other_memory_systems_are_understood(client: httpx.AsyncClient) -> None:
    body = {"content": "The office is in Lisbon.", "memory_type": "fact", "user_id": "alice"}
    assert (await client.post(f"{SPACE}/remember", json=body)).status_code == 200
    asked = {"query": "office", "top_k": 1, "filters": {"memory_type": "fact"}, "user_id": "alice"}
    assert len((await client.post(f"{SPACE}/recall", json=asked)).json()["hits"]) == 1
    asked = {"query": "office", "memory_type": "episode"}
    assert (await client.post(f"{SPACE}/recall", json=asked)).json()["hits"] == []
    assert (await client.post(f"{SPACE}/recall", json=asked)).json()["reason"] == "Nothing is remembered about this."
    assert (await client.post(f"{SPACE}/recall", json={**asked, "user_id": "bob"})).status_code == 400
    assert (await client.post(f"{SPACE}/recall", json={"query": "x", "limit": 1, "top_k": 2})).status_code == 400


@pytest.mark.requirement("M5", "S4")
@pytest.mark.parametrize("name", ["a-b.c d", "中文 空间", 'it\'s "100%"', "a/b", "*", "x\ny", "%2F", "n" * 512])
async def test_spaces_and_tenants_of_any_name_are_kept_apart(client: httpx.AsyncClient, name: str) -> None:
    from urllib.parse import quote

    encoded = quote(name, safe="")
    tenant = {"X-Hindsight-Tenant": encoded}
    body = {"content": "The office is in Lisbon.", "kind": "fact"}
    for headers in ({}, tenant):
        answer = await client.post(f"/v1/spaces/{encoded}/remember", json=body, headers=headers)
        assert answer.json()["outcomes"][0]["action"] == "added"
    found = (await client.post(f"/v1/spaces/{encoded}/recall", json={"query": "office"}, headers=tenant)).json()
    assert [(hit["memory"]["tenant"], hit["memory"]["space"]) for hit in found["hits"]] == [(name, name)]
    spaces = (await client.get("/v1/spaces", headers=tenant)).json()["spaces"]
    assert [space["name"] for space in spaces] == [name]


@pytest.mark.parametrize(
    "method,path,content,status,code",
    [
        ("POST", f"{SPACE}/recall", b"{", 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b"\xff\xfe", 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b"[" * 100_000, 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b"[]", 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b"", 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b'{"query": "x", "colour": 1}', 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b'{"query": "x", "limit": "5"}', 400, "invalid_input"),
        ("POST", f"{SPACE}/recall", b'{"query": "\\ud83d"}', 400, "invalid_input"),
        ("POST", f"{SPACE}/record", b'{"steps": [{"tool": "x", "exit_code": 1e400}]}', 400, "invalid_input"),
        (
            "GET",
            f"{SPACE}/memories?where=%7B%22created_at%22:%220001-01-01T00:00%2B14:00%22%7D",
            b"",
            400,
            "invalid_filter",
        ),
        ("GET", f"{SPACE}/memories?limit=many", b"", 400, "invalid_input"),
        ("GET", f"{SPACE}/memories?where=%7B", b"", 400, "invalid_filter"),
        ("GET", f"{SPACE}/memories?cursor=nowhere", b"", 400, "invalid_input"),
        ("GET", "/v1/spaces/%ff/memories", b"", 400, "invalid_input"),
        ("GET", "/nowhere", b"", 404, "not_found"),
        ("PUT", "/health", b"", 405, "method_not_allowed"),
        ("POST", f"{SPACE}/remember", b" " * (MAX_BODY + 1), 413, "too_large"),
    ],
)
async def test_what_cannot_be_understood_is_refused_in_the_one_shape(  # noqa: PLR0917 - a table
    client: httpx.AsyncClient, method: str, path: str, content: bytes, status: int, code: str
) -> None:
    answer = await client.request(method, path, content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]


async def test_what_curl_sends_without_a_type_is_told_which_one_is_needed(client: httpx.AsyncClient) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await client.post(f"{SPACE}/recall", content=b'{"query": "x"}', headers=form)
    assert answer.status_code == 400
    assert "Content-Type: application/json" in answer.json()["error"]["message"]


async def test_a_body_that_is_no_json_is_told_with_its_place(client: httpx.AsyncClient) -> None:
    head = {"Content-Type": "application/json"}
    answer = await client.post(f"{SPACE}/recall", content=b'{"query": "x",\n "limit": }', headers=head)
    assert answer.status_code == 400
    assert "line 2, column 11" in answer.json()["error"]["message"]


async def test_a_text_above_the_limit_is_too_large(client: httpx.AsyncClient) -> None:
    answer = await client.post(f"{SPACE}/remember", json={"content": "a fact " * 150_000})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert "1000000 bytes" in answer.json()["error"]["message"]


async def test_a_wrong_method_is_told_the_right_ones(client: httpx.AsyncClient) -> None:
    answer = await client.put(f"{SPACE}/memories/x")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "DELETE, GET, PATCH")


async def test_a_body_of_unknown_length_is_cut_off_at_the_limit(client: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 1_000_000

    answer = await client.post(f"{SPACE}/remember", content=endless(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.requirement("S5")
async def test_without_a_key_only_local_names_are_answered(client: httpx.AsyncClient) -> None:
    for host in ("localhost:8765", "127.0.0.1", "[::1]:8765"):
        assert (await client.get("/health", headers={"Host": host})).status_code == 200
    for host in ("evil.example", "127.0.0.1.evil.example", "[", ""):
        assert (await client.get("/health", headers={"Host": host})).status_code == 403


@pytest.mark.requirement("S5")
async def test_with_a_key_every_route_but_the_probes_asks_for_it(tmp_path: Path) -> None:
    app = create_app(load_settings(tmp_path / "home", api_key="s3cret-键"))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memory.example") as client,
    ):
        assert (await client.get("/ready")).status_code == 200
        assert (await client.get("/openapi.json")).status_code == 401
        refused = await client.post(f"{SPACE}/recall", json={"query": "x"}, headers={"X-API-Key": "wrong"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "unauthenticated")
        assert refused.headers["WWW-Authenticate"] == "Bearer"
        key = "s3cret-键".encode()
        for header in ({b"X-API-Key": key}, {b"Authorization": b"Bearer " + key}):
            answer = await client.post(f"{SPACE}/recall", json={"query": "x"}, headers=header)  # type: ignore[arg-type]
            assert answer.status_code == 200


async def test_the_document_describes_every_field_and_every_error(client: httpx.AsyncClient) -> None:
    document = (await client.get("/openapi.json")).json()
    for name, schema in document["components"]["schemas"].items():
        if name.endswith("Body"):
            undescribed = [field for field, what in schema["properties"].items() if not what.get("description")]
            assert undescribed == [], name
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            if path.startswith("/v1"):
                assert {"400", "401", "503"} <= set(operation["responses"]), (method, path)
            assert "HTTPValidationError" not in str(operation)
    assert "/docs" not in document["paths"]


async def test_the_same_records_as_everywhere(client: httpx.AsyncClient, hindsight: AsyncHindsight) -> None:
    from hindsight.app.wire import to_wire

    id_ = (await client.post(f"{SPACE}/remember", json={"content": "x is 1", "kind": "fact"})).json()["ids"][0]
    sent: dict[str, Any] = (await client.get(f"{SPACE}/memories/{id_}")).json()
    assert sent == to_wire(await hindsight.space("alice").get(id_))
