"""A configured reranker orders the best hits; when it fails recall answers without it and says so (R5, R12)."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.llm_server import LLMServer, Said, llm_server

from hindsight import AsyncHindsight, ConfigError
from hindsight.domain.policy import Policy

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("R5")]

QUESTION = "Which drink does the team like in the morning?"
FACTS = (
    "In the morning the team likes a drink that the kitchen makes.",
    "The morning drink of the team is listed in the wiki.",
    "Espresso is gone before nine.",
)
WANTED = FACTS[2]


@pytest.fixture
def llm() -> Iterator[LLMServer]:
    with llm_server() as server:
        yield server


@asynccontextmanager
async def opened(home: Path, **settings: Any) -> AsyncIterator[AsyncHindsight]:
    """With the facts in a space."""
    policy = Policy()
    policy = replace(policy, recall=replace(policy.recall, rerank_deadline_s=1.0, floor=0.0, cached=0))
    async with AsyncHindsight(home, worker=False, policy=policy, embedder_url="none:", **settings) as hs:
        for fact in (*FACTS, *(f"The team had a drink on day {day}." for day in range(3))):
            await hs.space("a").remember(fact, verbatim=True)
        yield hs


def rating(wanted: str, score: object = 10) -> Any:
    """Answers with a rating for the statement that holds ``wanted``."""

    def answer(request: dict[str, Any]) -> str:
        shown = request["messages"][-1]["content"]
        number = re.search(rf'number="(\d+)"[^>]*>{re.escape(wanted)}', shown)
        rated = [{"statement": int(number[1]), "score": score}] if number else []
        return f"Sure!\n```json\n{json.dumps({'ratings': rated})}\n```"

    return answer


async def found(hs: AsyncHindsight, question: str = QUESTION) -> tuple[list[str], tuple[str, ...]]:
    answer = await hs.space("a").recall(question, limit=6)
    return [hit.memory.content for hit in answer.hits], answer.degraded


def by_llm(llm: LLMServer) -> dict[str, str]:
    return {"rerank_url": "llm:", "llm_url": f"{llm.url}&tries=1"}


async def test_a_language_model_puts_first_what_it_rates_best_and_loses_nothing(tmp_path: Path, llm: LLMServer) -> None:
    async with opened(tmp_path, **by_llm(llm)) as hs:
        llm.answers('{"ratings": []}')
        before, _ = await found(hs)
        llm.answers(rating(before[-1]))
        after, degraded = await found(hs)
    assert degraded == ()
    assert after[0] == before[-1]
    assert sorted(after) == sorted(before)


@pytest.mark.requirement("R10")
async def test_the_explanation_names_what_the_reranker_changed_and_scores_stay_within_0_and_1(
    tmp_path: Path, llm: LLMServer
) -> None:
    async with opened(tmp_path, **by_llm(llm)) as hs:
        llm.answers('{"ratings": []}')
        last = (await found(hs))[0][-1]
        llm.answers(rating(last, "95"))
        answer = await hs.space("a").recall(QUESTION, limit=6, explain=True)
    assert answer.hits[0].memory.content == last
    assert answer.hits[0].why.signs["rerank"] > 0
    assert all(0.0 <= hit.score <= 1.0 for hit in answer.hits)
    assert answer.explanation
    assert "rerank" in answer.explanation.timings_ms


async def test_a_chinese_question_is_put_in_chinese(tmp_path: Path, llm: LLMServer) -> None:
    async with opened(tmp_path, **by_llm(llm)) as hs:
        await hs.space("a").remember("早上大家喝的饮料是豆浆。", verbatim=True)
        await hs.space("a").remember("饮料放在冰箱里。", verbatim=True)
        llm.answers('{"ratings": []}')
        await found(hs, "早上大家喝什么饮料？")
    assert "你判断" in llm.asked[-1]["messages"][0]["content"]


@pytest.mark.requirement("R12")
@pytest.mark.parametrize(
    "broken",
    [Said("down", status=500), Said("no JSON at all"), Said('{"ratings": []}', delay_s=3.0), Said(hang_up=True)],
    ids=["error", "prose", "slow", "hang-up"],
)
async def test_a_model_that_fails_changes_nothing_and_is_named(tmp_path: Path, llm: LLMServer, broken: Said) -> None:
    async with opened(tmp_path, **by_llm(llm)) as hs:
        llm.answers('{"ratings": []}')
        before, _ = await found(hs)
        llm.answers(broken)
        after, degraded = await found(hs)
    assert after == before
    assert [name.partition(":")[0] for name in degraded] == ["rerank"]


async def test_the_language_model_as_reranker_needs_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="needs a language model"):
        async with AsyncHindsight(tmp_path, rerank_url="llm:", llm_url="none:"):
            pass


class RerankServer(BaseHTTPRequestHandler):
    """Speaks the rerank protocol: the text that holds ``wanted`` gets the best of ``scores``."""

    wanted = ""
    scores = (0.1, 0.9)
    reply: bytes | None = None
    asked: list[tuple[str | None, dict[str, Any]]]

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append((self.headers.get("authorization"), request))
        results = [
            {"index": place, "relevance_score": self.scores[bool(self.wanted) and self.wanted in text]}
            for place, text in enumerate(request["documents"])
        ]
        body = self.reply if self.reply is not None else json.dumps({"results": results}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def server() -> Iterator[tuple[str, type[RerankServer]]]:
    handler = type("Handler", (RerankServer,), {"asked": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = threading.Thread(target=serving.serve_forever, daemon=True)
        thread.start()
        yield f"rerank+http://127.0.0.1:{serving.server_port}/v1/rerank?model=cross", handler
        serving.shutdown()
        thread.join()


@pytest.mark.parametrize("scores", [(0.1, 0.9), (-7.5, 4.2)], ids=["shares", "logits"])
async def test_a_cross_encoder_behind_the_rerank_protocol_orders_the_hits(
    tmp_path: Path, server: tuple[str, type[RerankServer]], scores: tuple[float, float]
) -> None:
    url, handler = server
    handler.scores = scores
    async with opened(tmp_path, rerank_url=url, rerank_key="k") as hs:
        before, _ = await found(hs)
        handler.wanted = before[-1]
        after, degraded = await found(hs)
    assert degraded == ()
    assert after[0] == before[-1]
    assert sorted(after) == sorted(before)
    key, request = handler.asked[-1]
    assert (key, request["model"], request["query"]) == ("Bearer k", "cross", QUESTION)


@pytest.mark.requirement("R12")
@pytest.mark.parametrize(
    "reply",
    [b"", b"[]", b'{"results": [{"index": 99, "relevance_score": 1}]}', b'{"results": [{"index": 0}]}', b"\xff"],
)
async def test_an_answer_that_is_none_changes_nothing_and_is_named(
    tmp_path: Path, server: tuple[str, type[RerankServer]], reply: bytes
) -> None:
    url, handler = server
    async with opened(tmp_path, rerank_url=url) as hs:
        before, _ = await found(hs)
        handler.reply = reply
        after, degraded = await found(hs)
    assert after == before
    assert [name.partition(":")[0] for name in degraded] == ["rerank"]


@pytest.mark.parametrize("url", ["rerank+http://h/rerank", "rerank+http://u:secret@h/rerank?model=m", "rerank+http:"])
async def test_a_wrong_url_is_a_config_error_that_tells_no_key(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError) as raised:
        async with AsyncHindsight(tmp_path, rerank_url=url):
            pass
    assert "secret" not in str(raised.value)
