"""The shipped contract over every reranker: by words, behind the rerank protocol, by a language model."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from tests.factories import memory
from tests.llm_server import LLMServer, llm_server

from hindsight.adapters.llm import open_llm
from hindsight.adapters.rerank import open_with
from hindsight.adapters.rerank.remote import RemoteReranker
from hindsight.adapters.rerank.words import WordReranker
from hindsight.adapters.sql.resources import Resources
from hindsight.domain.policy import ModelPolicy
from hindsight.services.rerank import ModelReranker
from hindsight.testing.rerank import RerankerContract


def by_words(question: str, texts: Sequence[str]) -> tuple[float, ...]:
    """The judgement behind the served rerankers."""
    memories = [memory(text) for text in texts]
    scores = asyncio.run(WordReranker().score(question, memories))
    return scores or (0.0,) * len(texts)


class TestWordReranker(RerankerContract):
    @pytest.fixture
    def reranker(self) -> WordReranker:
        return WordReranker()

    async def test_it_reads_across_languages(self, reranker: WordReranker) -> None:
        scores = await reranker.score(
            "谁是家里的医生？", [memory("Our doctor is Moreau."), memory("Our train is late.")]
        )
        assert scores[0] > scores[1]


def test_none_of_them_reads_again_by_default() -> None:
    assert open_with("none:", Resources()) is None


class Served(BaseHTTPRequestHandler):
    """Speaks ``POST /v1/rerank``."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        scores = by_words(asked["query"], asked["documents"])
        ranked = sorted(enumerate(scores), key=lambda item: -item[1])
        body = json.dumps({"results": [{"index": at, "relevance_score": score} for at, score in ranked]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


class TestRemoteReranker(RerankerContract):
    @pytest.fixture
    def url(self) -> Iterator[str]:
        with ThreadingHTTPServer(("127.0.0.1", 0), Served) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"rerank+http://127.0.0.1:{server.server_port}/v1/rerank?model=cross"
            server.shutdown()

    @pytest.fixture
    async def reranker(self, url: str) -> AsyncIterator[RemoteReranker]:
        opened = open_with(url, Resources())
        assert isinstance(opened, RemoteReranker)
        yield opened
        await opened.aclose()


def rated(request: dict[str, Any]) -> str:
    """A reply of the language model: its statements rated 0–10."""
    shown = request["messages"][-1]["content"]
    question = shown.partition("<question>")[2].partition("</question>")[0]
    statements = re.findall(r'<statement number="(\d+)"[^>]*>([^<]*)</statement>', shown)
    scores = by_words(question, [text for _, text in statements])
    ratings = [
        {"statement": int(number), "score": 10 * score} for (number, _), score in zip(statements, scores, strict=True)
    ]
    return json.dumps({"ratings": ratings})


class TestModelReranker(RerankerContract):
    @pytest.fixture
    def server(self) -> Iterator[LLMServer]:
        with llm_server() as running:
            running.answers(rated)
            yield running

    @pytest.fixture
    async def reranker(self, server: LLMServer) -> AsyncIterator[ModelReranker]:
        model = open_llm(server.url)
        assert model
        yield ModelReranker(model, ModelPolicy())
        await model.aclose()
