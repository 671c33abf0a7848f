"""Back ends that are down: what can be done is done, what cannot is named, and later it is made up for unaided."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.faults.endpoints import cable, embeddings, silence
from tests.servers import free_port

import hindsight.adapters.sql.postgres
from hindsight import AsyncHindsight, Unavailable
from hindsight.domain.policy import Policy, RecallPolicy, WorkPolicy, WritePolicy

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("W8", "R12")]

TEXT = "The zebrafinch sings at dawn."
HASTE = Policy(
    work=WorkPolicy(poll_s=0.05, backoff_s=0.2, longest_backoff_s=0.4, rest_s=0.3),
    write=WritePolicy(index_deadline_s=0.5),
    recall=RecallPolicy(route_deadline_s=0.5),
)


async def until_found(hs: AsyncHindsight, query: str) -> None:
    with anyio.fail_after(20):
        while not (await hs.space("alice").recall(query)).hits:  # noqa: ASYNC110 - what comes is seen by asking
            await anyio.sleep(0.05)


@pytest.mark.parametrize("index", ["lexical", "vectors", "graph"])
@pytest.mark.parametrize("error", [Unavailable("The index is down."), RuntimeError("a fault of the index")])
async def test_an_index_that_fails_during_a_write_is_named_and_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, index: str, error: Exception
) -> None:
    async def fail(*_: object) -> None:
        raise error

    async with AsyncHindsight(tmp_path, worker=False, policy=HASTE) as hs:
        alice = hs.space("alice")
        with monkeypatch.context() as down:
            down.setattr(getattr(hs.parts, index), "upsert", fail)
            receipt = await alice.remember(TEXT, kind="fact", entities=["zebrafinch"])
        assert receipt.status == "done"
        assert [note.partition(":")[0] for note in receipt.degraded] == ["index"]
        assert (await alice.get(receipt.ids[0])).content == TEXT
        if isinstance(error, Unavailable):
            assert (await alice.recall("zebrafinch")).hits
        assert await hs.drain(timeout_s=20)
        assert all(report.healthy for report in await hs.verify_indexes())
        assert not await hs.jobs()
        assert (await alice.recall("zebrafinch")).degraded == ()
    assert bool(caplog.records) == isinstance(error, RuntimeError)


async def test_an_embedder_that_is_down_leaves_words_and_everything_is_embedded_when_it_is_back(
    tmp_path: Path, store_url: str
) -> None:
    port = free_port()
    url = f"openai+http://127.0.0.1:{port}/v1?model=test"
    async with AsyncHindsight(tmp_path, store_url=store_url, embedder_url=url, policy=HASTE) as hs:
        alice = hs.space("alice")
        ready = await alice.remember(TEXT, verbatim=True)
        assert ready.status == "done"
        assert {note.partition(":")[0] for note in ready.degraded} == {"similarity", "index"}
        said = await alice.remember("My sister Mei lives in Toronto.")
        assert said.status == "done"
        for word in ("zebrafinch", "Toronto"):
            answer = await alice.recall(word)
            assert answer.hits
            assert [note.partition(":")[0] for note in answer.degraded] == ["dense"]
        with embeddings(port):
            assert await hs.drain(timeout_s=20)
            assert all(report.healthy for report in await hs.verify_indexes())
            assert (await hs.parts.vectors.state()).count == 2  # type: ignore[union-attr]
            answer = await alice.recall("zebrafinch")
            assert answer.degraded == ()
            assert answer.hits


async def test_an_endpoint_that_never_answers_delays_one_call_and_then_none(tmp_path: Path) -> None:
    with silence() as port:
        url = f"openai+http://127.0.0.1:{port}/v1?model=test"
        policy = Policy(write=WritePolicy(index_deadline_s=1.5), recall=RecallPolicy(route_deadline_s=0.5))
        async with AsyncHindsight(tmp_path, embedder_url=url, policy=policy, worker=False) as hs:
            alice = hs.space("alice")
            begun = time.monotonic()
            assert (await alice.remember(TEXT, verbatim=True)).status == "done"
            first_s = time.monotonic() - begun
            begun = time.monotonic()
            receipt = await alice.remember("The office is on the fourth floor.", verbatim=True)
            answer = await alice.recall("zebrafinch")
            assert time.monotonic() - begun < first_s
            assert answer.hits
            assert receipt.degraded
            assert answer.degraded


async def test_a_postgresql_that_goes_away_is_named_and_found_again(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hindsight.adapters.sql.postgres, "WAIT_S", 1.0)
    head, _, rest = postgres_url.rpartition(":")
    port, _, database = rest.partition("/")
    with cable(int(port)) as line:
        settings: dict[str, Any] = {"store_url": f"{head}:{line.port}/{database}", "embedder_url": "none:"}
        async with AsyncHindsight(tmp_path, policy=HASTE, **settings) as hs:
            alice = hs.space("alice")
            await alice.remember(TEXT, verbatim=True)
            line.cut()
            for call in (alice.remember("The office is on the fourth floor.", verbatim=True), alice.recall("office")):
                with pytest.raises(Unavailable) as caught:
                    await call
                assert caught.value.hint
            line.mend()
            await until_found(hs, "zebrafinch")
            assert (await alice.remember("The office is on the fourth floor.", verbatim=True)).status == "done"
            assert (await alice.recall("office")).hits
            await alice.remember("My sister Mei lives in Toronto.", wait=False)
            await until_found(hs, "Toronto")
        waits = [record for record in caplog.records if record.name == "hindsight.worker"]
        assert len(waits) <= 2
