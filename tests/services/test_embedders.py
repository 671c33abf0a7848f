"""The embedder changes, is slow, refuses or is gone: it is named, words are found, nothing is lost (08, "Models")."""

from __future__ import annotations

import json
import logging
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anyio
import pytest
from tests.services.conftest import World

from hindsight import AsyncHindsight
from hindsight.app.checks import readiness

pytestmark = pytest.mark.anyio


class Endpoint:
    """An embedding endpoint on loopback. It refuses a request that holds a text above ``longest`` characters."""

    def __init__(self) -> None:
        self.dimension = 64
        self.longest = 20_000
        self.port = 0
        self.embedded = 0
        self.pauses_at = sys.maxsize
        self.open = threading.Event()
        self.open.set()

    def url(self, **options: object) -> str:
        extra = "".join(f"&{name}={value}" for name, value in options.items())
        return f"openai+http://127.0.0.1:{self.port}/v1?model=m{extra}"

    def reply(self, asked: Any) -> tuple[int, Any]:
        texts = asked["input"]
        if max(map(len, texts)) > self.longest:
            return 400, {"error": {"message": "This model's maximum context length is exceeded."}}
        self.embedded += len(texts)
        if self.embedded >= self.pauses_at:
            self.pauses_at = sys.maxsize
            self.open.clear()
        return 200, {"data": [{"index": n, "embedding": self._vector(text)} for n, text in enumerate(texts)]}

    def _vector(self, text: str) -> list[float]:
        total = [1e-3] * self.dimension
        for word in text.lower().split()[:2000]:
            noise = random.Random(sha256(word.encode()).digest())
            total = [value + noise.gauss(0, 1) for value in total]
        return total


@contextmanager
def serving(endpoint: Endpoint) -> Iterator[Endpoint]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            endpoint.open.wait(20)
            status, answer = endpoint.reply(asked)
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    endpoint.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.open.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving(Endpoint()) as served:
        yield served


def opened(world: World, url: str) -> AsyncHindsight:
    return AsyncHindsight(world.home, store_url=world.store_url, clock=world.clock, worker=False, embedder_url=url)


@pytest.mark.parametrize("known", [True, False], ids=["in the url", "told by the endpoint"])
@pytest.mark.requirement("D3", "M9")
async def test_another_dimension_is_named_at_start_words_still_work_and_a_rebuild_mends_it(
    world: World, endpoint: Endpoint, known: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(world, endpoint.url()) as small:
        await small.space("alice").remember("The wifi name is Lotus.", kind="fact")
    endpoint.dimension = 96
    url = endpoint.url(dimension=96) if known else endpoint.url()
    with caplog.at_level(logging.WARNING, logger="hindsight.worker"):
        async with opened(world, url) as large:
            if known:
                (told,) = [record.getMessage() for record in caplog.records if "dimensions" in record.getMessage()]
                assert "64" in told
                assert "96" in told
                assert "hindsight index rebuild" in told
            alice = large.space("alice")
            found = await alice.recall("Lotus")
            assert found.hits
            assert any(item.startswith("dense: index_mismatch") for item in found.degraded)
            written = await alice.remember("The printer is called Ibis.", kind="fact")
            assert (written.status, await large.jobs(status="dead")) == ("done", ())
            assert (await alice.recall("Ibis")).hits
            (vector,) = [check for check in await readiness(large) if check.name == "vector"]
            assert vector.state == "warning"
            assert "rebuild" in vector.hint
            assert all(report.healthy for report in await large.rebuild_indexes())
            healed = await alice.recall("wifi Lotus")
            assert (healed.degraded, bool(healed.hits)) == ((), True)


REBUILD = """
import sys
from hindsight import Hindsight
with Hindsight(sys.argv[1], store_url=sys.argv[2], embedder_url=sys.argv[3], worker=False) as hs:
    hs.rebuild_indexes()
"""
NUMBER = 450


@pytest.mark.requirement("D3", "M9")
async def test_a_rebuild_that_is_killed_goes_on_where_it_was(world: World, endpoint: Endpoint) -> None:
    async with opened(world, "none:") as hs:
        turns = [{"role": "user", "content": f"Parcel p{n}q went to dock {n}."} for n in range(NUMBER)]
        await hs.space("alice").remember(turns, verbatim=True)
    endpoint.pauses_at = 300
    command = [sys.executable, "-c", REBUILD, str(world.home), world.store_url, endpoint.url()]
    async with opened(world, endpoint.url()) as hs, await anyio.open_process(command) as rebuilding:
        index = hs.parts.vectors
        assert index is not None
        with anyio.fail_after(60):
            while endpoint.open.is_set():  # noqa: ASYNC110 - it is a thread that comes so far
                await anyio.sleep(0.02)
        rebuilding.kill()
        await rebuilding.wait()
        endpoint.open.set()
        kept = (await index.state()).count
        assert 0 < kept < NUMBER
        before = endpoint.embedded
        reports = {report.index: report for report in await hs.rebuild_indexes()}
        assert reports["vector"].mended == NUMBER - kept
        assert endpoint.embedded - before < NUMBER
        assert all(report.healthy for report in await hs.verify_indexes())
        assert (await hs.space("alice").recall("p449q")).degraded == ()


@pytest.mark.requirement("D3", "M9")
async def test_a_rebuild_runs_while_others_read_and_write(world: World, endpoint: Endpoint) -> None:
    async with opened(world, "none:") as hs:
        turns = [{"role": "user", "content": f"Parcel p{n}q went to dock {n}."} for n in range(40)]
        await hs.space("alice").remember(turns, verbatim=True)
    async with opened(world, "none:") as other, opened(world, endpoint.url()) as hs:
        endpoint.open.clear()
        async with anyio.create_task_group() as group:
            group.start_soon(hs.rebuild_indexes)
            with anyio.fail_after(30):
                assert (await other.space("alice").recall("p7q")).hits
                (old,) = (await other.space("alice").recall("p7q")).hits[:1]
                new = (await other.space("alice").remember("The printer is called Ibis.", kind="fact")).ids
                await other.space("alice").update(old.memory.id, content="Parcel p7q went to dock 700.")
            endpoint.open.set()
        await hs.rebuild_indexes(only_missing=True)
        assert all(report.healthy for report in await hs.verify_indexes())
        assert new[0] in {hit.memory.id for hit in await hs.space("alice").recall("printer Ibis")}


@pytest.mark.requirement("W1")
async def test_a_text_of_100_kb_among_small_ones_is_stored_and_so_are_they(world: World, endpoint: Endpoint) -> None:
    endpoint.longest = 2_000
    long = (
        "".join(f"On day {n} the ferry of line {n % 7} left at noon. " for n in range(2_400))
        + "Its captain is Zoraida."
    )
    assert len(long) > 100_000
    texts = ["The wifi name is Lotus.", long, "打印机放在三楼的茶水间。", "A word with a NUL\x00inside is Quagga."]
    async with opened(world, endpoint.url()) as hs:
        alice = hs.space("alice")
        receipt = await alice.remember([{"role": "user", "content": text} for text in texts], verbatim=True)
        assert (receipt.status, receipt.degraded) == ("done", ())
        for word in ("Lotus", "Zoraida", "打印机", "Quagga"):
            hits = (await alice.recall(word)).hits
            assert any(word in hit.memory.content for hit in hits), word
        assert all(report.healthy for report in await hs.verify_indexes())


@pytest.mark.requirement("W8", "R12")
async def test_an_endpoint_that_hangs_is_not_on_the_path_of_a_caller_who_does_not_wait(
    world: World, endpoint: Endpoint
) -> None:
    endpoint.open.clear()
    async with opened(world, endpoint.url()) as hs:
        alice = hs.space("alice")
        receipts = [await alice.remember(f"My friend Ann{n} lives in Porto.", wait=False) for n in range(20)]
        assert {receipt.status for receipt in receipts} == {"queued"}
        assert endpoint.embedded == 0
        endpoint.open.set()
        assert await hs.drain(timeout_s=60)
        found = await alice.recall("Where does Ann7 live?")
        assert any("Ann7" in hit.memory.content for hit in found)
        assert all(report.healthy for report in await hs.verify_indexes())
