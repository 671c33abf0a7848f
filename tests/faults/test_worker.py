"""Workers that die, jobs that poison, stops in the middle: nothing is lost, nothing is stuck, nothing is done twice."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.factories import NOW, FixedClock

import hindsight.app.client
import hindsight.services.extract
from hindsight import AsyncHindsight, Overloaded, Unavailable
from hindsight.domain.change import LEASE_RAN_OUT, Job
from hindsight.domain.policy import Policy, WorkPolicy
from hindsight.services.parts import Parts
from hindsight.services.worker import ReadAhead, Rest, Worker

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("W8")]

SAID = "I prefer window seats."
Open = Callable[..., AsyncHindsight]


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def opened(tmp_path: Path, store_url: str, clock: FixedClock) -> Open:
    """Opens the same store each time, as further processes would; without a model and without a worker of its own."""

    def another(**work: Any) -> AsyncHindsight:
        settings = {"worker": work.pop("worker", False), "clock": work.pop("clock", clock)}
        policy = Policy(work=WorkPolicy(**work))
        return AsyncHindsight(tmp_path, store_url=store_url, embedder_url="none:", policy=policy, **settings)

    return another


async def contents(hs: AsyncHindsight) -> list[str]:
    return [memory.content for memory in (await hs.space("alice").list()).memories]


async def until_running(hs: AsyncHindsight, id: str | None) -> None:
    with anyio.fail_after(10):
        while not await hs.jobs(ids=[id or ""], status="running"):  # noqa: ASYNC110 - a job has no event
            await anyio.sleep(0.01)


async def test_a_worker_that_dies_gives_its_job_back_within_its_lease(opened: Open, clock: FixedClock) -> None:
    async with opened() as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        assert await hs.parts.store.claim("a dead worker", lease_s=30, now=clock.now())
        clock.pass_(seconds=29)
        assert not await hs.worker.step()
        clock.pass_(seconds=1)
        assert await hs.worker.step()
        (job,) = await hs.jobs(ids=[receipt.job or ""])
        assert (job.status, job.attempts) == ("done", 2)
        assert len(await contents(hs)) == 1


async def test_a_writer_that_dies_before_indexing_leaves_its_index_job_to_others(
    opened: Open, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as hs:
        monkeypatch.setattr("hindsight.app.writing.project_now", _die)
        with pytest.raises(KeyboardInterrupt):
            await hs.space("alice").remember(SAID, verbatim=True)
        assert not await hs.worker.step()
        clock.pass_(seconds=30)
        assert await hs.drain(timeout_s=10)
        assert (await hs.space("alice").recall("window seats")).hits


async def _die(*_: object) -> None:
    raise KeyboardInterrupt


async def test_a_long_job_keeps_its_lease(opened: Open) -> None:
    async with opened(lease_s=0.6, clock=None) as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        ran: list[str] = []

        async def slowly(_: Parts, job: Job) -> None:
            ran.append(job.id)
            await anyio.sleep(1.5)

        slow = Worker(hs.parts, "slow", {"extract": slowly})
        async with anyio.create_task_group() as group:
            group.start_soon(slow.step)
            await until_running(hs, receipt.job)
            while (await hs.jobs(ids=[receipt.job or ""]))[0].status == "running":
                assert not await hs.worker.step()
                await anyio.sleep(0.05)
        assert ran == [receipt.job]
        assert (await hs.jobs())[0].attempts == 1


async def test_a_worker_that_lost_its_lease_has_no_effect_and_does_no_harm(opened: Open, clock: FixedClock) -> None:
    async with opened() as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        late, heir = asyncio.Event(), asyncio.Event()

        async def late_extract(parts: Parts, job: Job) -> None:
            late.set()
            await heir.wait()
            await (await hindsight.services.extract.read_turns(parts, job))()

        slow = Worker(hs.parts, "slow", {"extract": late_extract})
        async with anyio.create_task_group() as group:
            group.start_soon(slow.step)
            await late.wait()
            clock.pass_(seconds=31)
            assert await hs.worker.step()
            heir.set()
        (job,) = await hs.jobs(ids=[receipt.job or ""])
        assert (job.status, job.attempts) == ("done", 2)
        (memory,) = (await hs.space("alice").list()).memories
        assert memory.counters.stated == 1


async def test_a_poisonous_job_is_laid_aside_with_its_reason_and_can_be_tried_again(
    opened: Open, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(attempts=3) as hs:
        with monkeypatch.context() as poison, caplog.at_level(logging.CRITICAL):
            poison.setattr(hs.worker, "_handlers", {"extract": _poison})
            receipt = await hs.space("alice").remember(SAID, wait=False)
            other = await hs.space("bob").remember(SAID, kind="preference", wait=False)
            for _ in range(3):
                assert await hs.worker.step()
                clock.pass_(minutes=1)
            assert await hs.drain(timeout_s=10)
        (dead,) = await hs.jobs(status="dead")
        assert (dead.id, dead.attempts, dead.error) == (receipt.job, 3, "ValueError: this text is poison")
        assert (await hs.space("alice").receipt(dead.id, timeout_s=5)).status == "failed"
        assert (await hs.space("bob").receipt(other.job or "", timeout_s=5)).status == "done"
        assert await hs.revive([dead.id]) == 1
        assert await hs.drain(timeout_s=10)
        assert (await hs.space("alice").receipt(dead.id)).status == "done"
        assert len(await contents(hs)) == 1


async def _poison(parts: Parts, job: Job) -> None:
    if job.space == "alice":
        raise ValueError("this text is poison")
    await (await hindsight.services.extract.read_turns(parts, job))()


async def test_a_job_that_kills_its_workers_is_laid_aside(
    opened: Open, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(setbacks=3) as hs:
        await hs.space("alice").remember(SAID, wait=False)
        for _ in range(3):
            assert await hs.parts.store.claim("dies of it", lease_s=30, now=clock.now())
            clock.pass_(seconds=31)
        with caplog.at_level(logging.CRITICAL):
            assert await hs.worker.step()
        (dead,) = await hs.jobs(status="dead")
        assert dead.error == LEASE_RAN_OUT


async def test_a_job_whose_workers_were_killed_twenty_times_is_done_by_the_next(
    opened: Open, clock: FixedClock
) -> None:
    async with opened() as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        for _ in range(20):
            assert await hs.parts.store.claim("killed", lease_s=30, now=clock.now())
            clock.pass_(seconds=31)
        assert await hs.drain(timeout_s=10)
        assert (await hs.space("alice").receipt(receipt.job or "")).status == "done"
        assert (await hs.space("alice").recall("window seats")).hits


async def test_a_full_queue_refuses_and_stores_nothing(opened: Open) -> None:
    async with opened(backlog=1) as hs:
        alice = hs.space("alice")
        await alice.remember(SAID, wait=False)
        for wait in (True, False):
            with pytest.raises(Overloaded):
                await alice.remember("My sister Mei lives in Toronto.", wait=wait)
        failed = [{"tool": "shell", "args": {"cmd": "make"}, "error": "make: not found"}]
        with pytest.raises(Overloaded):
            await alice.record({"goal": "Build it", "steps": failed, "outcome": "failure"})
        assert len(await hs.jobs()) == 1
        assert await hs.drain(timeout_s=10)
        assert len(await contents(hs)) == 1
        assert (await alice.remember("My sister Mei lives in Toronto.")).status == "done"


async def test_stopping_finishes_the_job_in_hand(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight.app.client, "_HANDLERS", {"extract": _slow})
    async with opened(worker=True) as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        await until_running(hs, receipt.job)
    async with opened() as hs:
        (job,) = await hs.jobs(ids=[receipt.job or ""])
        assert (job.status, job.attempts) == ("done", 1)
        assert len(await contents(hs)) == 1
        assert (await hs.space("alice").recall("window seats")).hits


async def test_a_stop_that_cannot_wait_gives_the_job_back_at_once(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hindsight.app.client, "_STOP_S", 0.05)
    monkeypatch.setattr(hindsight.app.client, "_HANDLERS", {"extract": _endless})
    async with opened(worker=True) as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        await until_running(hs, receipt.job)
    monkeypatch.undo()
    async with opened() as hs:
        (job,) = await hs.jobs()
        assert (job.status, job.error) == ("pending", "interrupted")
        assert await hs.drain(timeout_s=10)
        assert len(await contents(hs)) == 1


async def _endless(*_: object) -> None:
    await anyio.sleep(3600)


async def _slow(parts: Parts, job: Job) -> None:
    await anyio.sleep(0.4)
    await (await hindsight.services.extract.read_turns(parts, job))()


async def test_a_caller_that_gives_up_leaves_the_work_to_others(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as hs:
        with monkeypatch.context() as slow:
            slow.setattr(hs.worker, "_handlers", {"extract": _endless})
            with anyio.move_on_after(0.5) as gave_up:
                await hs.space("alice").remember(SAID)
        assert gave_up.cancelled_caught
        assert await hs.drain(timeout_s=10)
        assert len(await contents(hs)) == 1


async def test_a_look_at_a_receipt_neither_waits_nor_works(opened: Open) -> None:
    async with opened() as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        looked = await hs.space("alice").receipt(receipt.job or "", timeout_s=0)
        assert looked.status == "queued"
        assert (await hs.jobs())[0].attempts == 0


async def test_twenty_calls_at_once_are_twenty_memories_each_found_by_its_writer(opened: Open) -> None:
    async with opened(worker=True, poll_s=0.01, clock=None) as hs:
        alice = hs.space("alice")

        async def one(n: int) -> None:
            receipt = await alice.remember(f"Parcel number {n} went to dock d{n}q.", verbatim=n % 2 == 0, kind="fact")
            hits = (await alice.recall(f"d{n}q")).hits
            assert receipt.ids[0] in [hit.memory.id for hit in hits]

        async with anyio.create_task_group() as group:
            for n in range(20):
                group.start_soon(one, n)
        assert len(await contents(hs)) == 20


async def test_a_huge_text_does_not_stop_the_event_loop(opened: Open) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await anyio.sleep(0.02)
            ticks += 1

    async with opened(lease_s=0.6, clock=None) as hs:
        text = "".join(f"My friend Tom{n} lives in Porto {n} and works as a nurse. " for n in range(4000))
        started = time.monotonic()
        async with anyio.create_task_group() as group:
            group.start_soon(tick)
            await hs.space("alice").remember(text, wait=False)
            group.cancel_scope.cancel()
        assert ticks >= (time.monotonic() - started) / 0.02 / 10


async def test_an_outage_is_outlived_and_ends_only_after_days(opened: Open, clock: FixedClock) -> None:
    async with opened() as hs:
        await hs.space("alice").remember(SAID, wait=False)

        async def down(*_: object) -> None:
            raise Unavailable("The model does not answer.")

        worker = Worker(hs.parts, "w", {"extract": down})
        for _ in range(20):
            clock.pass_(minutes=6)
            assert await worker.step()
        (job,) = await hs.jobs()
        assert (job.status, job.error, job.attempts) == ("pending", "Unavailable: The model does not answer.", 20)
        assert job.run_at <= clock.now() + timedelta(minutes=5)
        clock.present = NOW + timedelta(days=4)
        assert await worker.step()
        assert (await hs.jobs())[0].status == "dead"


async def test_after_many_deaths_a_job_that_fails_is_still_tried_its_five_times(
    opened: Open, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened() as hs:
        receipt = await hs.space("alice").remember(SAID, wait=False)
        for _ in range(10):
            assert await hs.parts.store.claim("killed", lease_s=30, now=clock.now())
            clock.pass_(seconds=31)
        with monkeypatch.context() as poison, caplog.at_level(logging.CRITICAL):
            poison.setattr(hs.worker, "_handlers", {"extract": _poison})
            for _ in range(4):
                assert await hs.worker.step()
                clock.pass_(minutes=1)
        (job,) = await hs.jobs()
        assert (job.status, job.failures, job.setbacks) == ("pending", 4, 10)
        assert await hs.drain(timeout_s=10)
        assert (await hs.space("alice").receipt(receipt.job or "")).status == "done"


async def test_an_outage_does_not_use_up_the_tries_of_a_job(opened: Open, clock: FixedClock) -> None:
    async with opened(attempts=2) as hs:
        await hs.space("alice").remember(SAID, wait=False)
        errors = iter([Unavailable("down")] * 9 + [ValueError("odd")])

        async def failing(*_: object) -> None:
            raise next(errors)

        worker = Worker(hs.parts, "w", {"extract": failing})
        for _ in range(10):
            clock.pass_(minutes=6)
            assert await worker.step()
        (job,) = await hs.jobs()
        assert (job.status, job.failures, job.error) == ("pending", 1, "ValueError: odd")


async def test_jobs_of_a_lane_are_read_at_once_and_take_effect_in_their_order(opened: Open) -> None:
    async with opened() as hs:
        receipts = [await hs.space("alice").remember(f"I moved to city {n}.", wait=False) for n in range(4)]
        reading = anyio.Event()
        read: list[str] = []
        done: list[str] = []

        async def read_turns(_: Parts, job: Job) -> Rest:
            read.append(job.id)
            if len(read) == 4:
                reading.set()
            with anyio.fail_after(10):
                await reading.wait()
            # The first is the last to be ready.
            await anyio.sleep(0.2 - 0.05 * [receipt.job for receipt in receipts].index(job.id))

            async def rest() -> None:
                done.append(job.id)

            return rest

        assert await Worker(hs.parts, "w", {"extract": ReadAhead(read_turns)}).step()
        assert done == [receipt.job for receipt in receipts]
        assert {job.status for job in await hs.jobs()} == {"done"}


async def test_a_job_that_fails_holds_up_those_that_were_read_with_it(opened: Open, clock: FixedClock) -> None:
    async with opened() as hs:
        first, second = [await hs.space("alice").remember(f"I moved to city {n}.", wait=False) for n in range(2)]
        done: list[str] = []
        errors = [Unavailable("down")]

        async def read_turns(_: Parts, job: Job) -> Rest:
            async def rest() -> None:
                if errors:
                    raise errors.pop()
                done.append(job.id)

            return rest

        worker = Worker(hs.parts, "w", {"extract": ReadAhead(read_turns)})
        assert await worker.step()
        waiting = await hs.jobs()
        assert [(job.status, job.error) for job in waiting] == [("pending", "Unavailable: down"), ("pending", None)]
        assert not await worker.step()
        clock.pass_(minutes=6)
        assert await worker.step()
        assert done == [first.job, second.job]


async def test_spaces_do_not_wait_for_one_another(opened: Open) -> None:
    async with opened(poll_s=0.01, clock=None) as hs:
        met: set[str] = set()
        everybody = anyio.Event()

        async def meet(_: Parts, job: Job) -> None:
            met.add(job.space)
            if len(met) == 2:
                everybody.set()
            with anyio.fail_after(10):
                await everybody.wait()

        for name in ("alice", "bob"):
            await hs.space(name).remember(SAID, wait=False)
        worker = Worker(hs.parts, "w", {"extract": meet})
        async with anyio.create_task_group() as group:
            group.start_soon(worker.run)
            await everybody.wait()
            worker.stop()
        assert {job.status for job in await hs.jobs()} == {"done"}


async def test_a_queue_that_is_not_counted_each_time_is_full_at_its_limit(opened: Open) -> None:
    async with opened(backlog=25) as hs:
        for n in range(25):
            await hs.space(f"space {n % 3}").remember(SAID, wait=False)
        with pytest.raises(Overloaded):
            await hs.space("space 0").remember(SAID, wait=False)
        assert await hs.worker.step()
        await hs.space("space 0").remember(SAID, wait=False)
