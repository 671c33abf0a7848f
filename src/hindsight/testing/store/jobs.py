"""The queue: leases, lanes, dead letters."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from hindsight.domain.change import LEASE_RAN_OUT, Job
from hindsight.domain.errors import Conflict
from hindsight.domain.memory import Scope
from hindsight.ports.store import Store
from hindsight.testing.store.records import ALICE, NOW, change_set, insertion, job, memory

LEASE = 30.0


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


async def enqueue(store: Store, *jobs: Job) -> None:
    await store.apply(change_set(jobs=jobs))


async def claim_one(store: Store, worker: str = "w1", seconds: float = 0) -> Job | None:
    claimed = await store.claim(worker, lease_s=LEASE, now=NOW + after(seconds))
    return claimed[0] if claimed else None


async def status(store: Store, id_: str) -> str:
    [found] = await store.jobs(ids=[id_])
    return found.status


@pytest.mark.anyio
@pytest.mark.requirement("W8")
class JobContract:
    """Claiming, finishing and giving back."""

    async def test_a_job_comes_back_as_it_was_with_its_lease(self, store: Store) -> None:
        work = job(kind="extract", payload={"turns": ["t1", "花生"], "n": 1, "deep": {"x": None}})
        await enqueue(store, work)
        claimed = await claim_one(store)
        leased = replace(work, status="running", attempts=1, worker="w1", lease_until=NOW + after(LEASE))
        assert claimed == leased
        assert await store.jobs() == (leased,)

    async def test_jobs_are_claimed_oldest_first_and_only_once(self, store: Store) -> None:
        jobs = [job() for _ in range(5)]
        await enqueue(store, *jobs)
        first = await store.claim("w1", lease_s=LEASE, now=NOW, limit=3)
        second = await store.claim("w2", lease_s=LEASE, now=NOW, limit=3)
        assert [j.id for j in (*first, *second)] == [j.id for j in jobs]
        assert await claim_one(store) is None
        assert await store.backlog() == 5

    async def test_a_job_is_not_claimed_before_its_time(self, store: Store) -> None:
        await enqueue(store, job(run_at=NOW + after(10)))
        assert await claim_one(store, seconds=9.99) is None
        assert await claim_one(store, seconds=10) is not None

    async def test_claims_can_be_narrowed_to_ids(self, store: Store) -> None:
        jobs = [job() for _ in range(3)]
        await enqueue(store, *jobs)
        assert await store.claim("w1", lease_s=LEASE, now=NOW, ids=[], limit=5) == ()
        claimed = await store.claim("w1", lease_s=LEASE, now=NOW, ids=[jobs[2].id, "unknown"], limit=5)
        assert [j.id for j in claimed] == [jobs[2].id]

    async def test_many_workers_never_share_a_job(self, store: Store) -> None:
        await enqueue(store, *(job() for _ in range(40)))
        claimed: list[str] = []

        async def work(name: str) -> None:
            while jobs := await store.claim(name, lease_s=LEASE, now=NOW, limit=3):
                claimed.extend(j.id for j in jobs)

        async with anyio.create_task_group() as group:
            for n in range(6):
                group.start_soon(work, f"w{n}")
        assert len(claimed) == 40
        assert len(set(claimed)) == 40

    async def test_a_passed_lease_makes_the_job_due_again(self, store: Store) -> None:
        await enqueue(store, job())
        first = await claim_one(store, "w1")
        assert await claim_one(store, "w2", LEASE - 0.1) is None
        second = await claim_one(store, "w2", LEASE)
        assert first is not None
        assert second is not None
        assert (second.id, second.worker, second.attempts, second.error) == (first.id, "w2", 2, LEASE_RAN_OUT)
        assert (second.setbacks, second.failures) == (1, 0)
        assert not await store.heartbeat(first, lease_s=LEASE, now=NOW)
        assert not await store.finish(first)
        await store.give_back(first, error="late", run_at=NOW, dead=True)
        assert await status(store, first.id) == "running"
        assert await store.finish(second)

    async def test_a_lease_that_the_same_worker_took_again_is_another_lease(self, store: Store) -> None:
        await enqueue(store, job())
        first = await claim_one(store, "w1")
        second = await claim_one(store, "w1", LEASE)
        assert first is not None
        assert second is not None
        assert not await store.finish(first)
        assert await store.finish(second)

    async def test_a_heartbeat_prolongs_the_lease(self, store: Store) -> None:
        await enqueue(store, job())
        claimed = await claim_one(store)
        assert claimed is not None
        assert await store.heartbeat(claimed, lease_s=LEASE, now=NOW + after(20))
        assert await claim_one(store, "w2", LEASE + 1) is None
        assert await claim_one(store, "w2", LEASE + 20) is not None

    async def test_a_job_can_be_born_under_a_lease(self, store: Store) -> None:
        own = job(status="running", attempts=1, worker="writer", lease_until=NOW + after(LEASE))
        await enqueue(store, own, job(status="running", attempts=1, worker="dead", lease_until=NOW + after(LEASE)))
        assert await claim_one(store) is None
        assert await store.finish(own)
        heir = await claim_one(store, "w1", LEASE)
        assert heir is not None
        assert heir.attempts == 2

    async def test_finished_work_is_kept_for_a_while_but_not_for_ever(self, store: Store) -> None:
        await enqueue(store, job(kind="project"), job(kind="extract"))
        for claimed in await store.claim("w1", lease_s=LEASE, now=NOW, limit=2):
            assert await store.finish(claimed)
        assert [kept.kind for kept in await store.jobs(status="done")] == ["extract"]
        assert await claim_one(store, seconds=timedelta(days=6).total_seconds()) is None
        assert len(await store.jobs()) == 1
        assert await claim_one(store, seconds=timedelta(days=8).total_seconds()) is None
        assert await store.jobs() == ()

    async def test_a_change_set_completes_its_job_in_the_same_transaction(self, store: Store) -> None:
        await enqueue(store, job())
        claimed = await claim_one(store)
        assert claimed is not None
        written = memory()
        outcome = {"ids": [written.id], "why": "新"}
        await store.apply(insertion(written, completes=replace(claimed, result=outcome)))
        [done] = await store.jobs(ids=[claimed.id])
        assert (done.status, done.result, done.lease_until) == ("done", outcome, None)
        assert await store.backlog() == 0
        assert not await store.finish(claimed)

    async def test_a_lost_lease_completes_nothing_and_writes_nothing(self, store: Store) -> None:
        await enqueue(store, job())
        first = await claim_one(store, "w1")
        second = await claim_one(store, "w2", LEASE)
        assert second is not None
        written = memory()
        with pytest.raises(Conflict):
            await store.apply(insertion(written, completes=first))
        assert await store.get(ALICE, [written.id]) == ()
        await store.apply(insertion(written, completes=second))
        assert len(await store.get(ALICE, [written.id])) == 1

    async def test_a_failed_job_returns_later_with_its_error(self, store: Store) -> None:
        await enqueue(store, job())
        claimed = await claim_one(store)
        assert claimed is not None
        failed = replace(claimed, failures=1)
        await store.give_back(failed, error="Unavailable: 模型", run_at=NOW + after(5), dead=False)
        [waiting] = await store.jobs(ids=[claimed.id])
        assert (waiting.status, waiting.error, waiting.worker) == ("pending", "Unavailable: 模型", None)
        assert await claim_one(store, seconds=4) is None
        again = await claim_one(store, seconds=5)
        assert again is not None
        assert (again.attempts, again.failures, again.setbacks) == (2, 1, 0)

    async def test_a_dead_job_is_laid_aside_and_can_be_revived(self, store: Store) -> None:
        await enqueue(store, job())
        claimed = await claim_one(store)
        assert claimed is not None
        spent = replace(claimed, failures=5, setbacks=3)
        await store.give_back(spent, error="poison", run_at=NOW, dead=True)
        assert await claim_one(store, seconds=9999) is None
        assert await store.backlog() == 0
        [dead] = await store.jobs(status="dead")
        assert dead.error == "poison"
        assert await store.revive([dead.id, "unknown"], now=NOW) == 1
        assert await store.revive([dead.id], now=NOW) == 0
        again = await claim_one(store)
        assert again is not None
        assert (again.id, again.attempts, again.failures, again.setbacks) == (claimed.id, 1, 0, 0)

    async def test_jobs_can_be_looked_at(self, store: Store) -> None:
        other = Scope(tenant="other", spaces=("x",))
        mine, theirs = [job(), job(kind="reflect")], job(scope=other)
        await enqueue(store, *mine)
        await store.apply(change_set(jobs=(theirs,), scope=other))
        assert [j.id for j in await store.jobs()] == [*(j.id for j in mine), theirs.id]
        assert [j.id for j in await store.jobs(tenant="other")] == [theirs.id]
        assert [j.id for j in await store.jobs(kind="reflect")] == [mine[1].id]
        assert [j.id for j in await store.jobs(status="pending", limit=2)] == [j.id for j in mine]
        assert await store.jobs(status="done") == ()
        assert await store.jobs(ids=[]) == ()
        assert await store.jobs(tenant="acme", ids=[theirs.id]) == ()
        assert [j.id for j in await store.jobs(tenant="other", space="x")] == [theirs.id]
        assert [j.id for j in await store.jobs(space="x")] == [theirs.id]
        assert await store.jobs(tenant="acme", space="x") == ()

    async def test_a_job_id_is_taken_once(self, store: Store) -> None:
        work = job()
        await enqueue(store, work)
        written = memory()
        with pytest.raises(Conflict):
            await store.apply(insertion(written, jobs=(work,)))
        assert await store.get(ALICE, [written.id]) == ()


@pytest.mark.anyio
class LaneContract:
    """Jobs of one lane: in order, one at a time."""

    async def test_a_lane_runs_one_job_at_a_time_in_order(self, store: Store) -> None:
        jobs = [job(lane="c1") for _ in range(3)]
        await enqueue(store, *jobs)
        for expected in jobs:
            claimed = await store.claim("w1", lease_s=LEASE, now=NOW, limit=10)
            assert [j.id for j in claimed] == [expected.id]
            assert await claim_one(store, "w2") is None
            assert await store.finish(claimed[0])

    async def test_lanes_do_not_hold_up_each_other(self, store: Store) -> None:
        jobs = [job(lane="c1"), job(lane="c1"), job(lane="c2"), job()]
        await enqueue(store, *jobs)
        claimed = await store.claim("w1", lease_s=LEASE, now=NOW, limit=10)
        assert [j.id for j in claimed] == [jobs[0].id, jobs[2].id, jobs[3].id]

    async def test_a_lane_of_the_same_name_in_another_space_is_another_lane(self, store: Store) -> None:
        bob = Scope(tenant="acme", spaces=("bob",))
        await enqueue(store, job(lane="c1"))
        await store.apply(change_set(jobs=(job(scope=bob, lane="c1"),), scope=bob))
        assert len(await store.claim("w1", lease_s=LEASE, now=NOW, limit=10)) == 2

    async def test_a_job_that_waits_for_its_retry_holds_its_lane(self, store: Store) -> None:
        jobs = [job(lane="c1"), job(lane="c1")]
        await enqueue(store, *jobs)
        first = await claim_one(store)
        assert first is not None
        await store.give_back(first, error="x", run_at=NOW + after(60), dead=False)
        assert await claim_one(store, seconds=1) is None
        again = await claim_one(store, seconds=60)
        assert again is not None
        assert again.id == jobs[0].id

    async def test_a_later_job_cannot_be_claimed_by_id_past_an_earlier_one(self, store: Store) -> None:
        jobs = [job(lane="c1"), job(lane="c1")]
        await enqueue(store, *jobs)
        assert await store.claim("w1", lease_s=LEASE, now=NOW, ids=[jobs[1].id], limit=1) == ()

    async def test_a_dead_job_frees_its_lane_and_a_revived_one_waits_its_turn(self, store: Store) -> None:
        jobs = [job(lane="c1"), job(lane="c1")]
        await enqueue(store, *jobs)
        first = await claim_one(store)
        assert first is not None
        await store.give_back(first, error="poison", run_at=NOW, dead=True)
        second = await claim_one(store)
        assert second is not None
        assert second.id == jobs[1].id
        await store.revive([first.id], now=NOW)
        assert await claim_one(store, "w2") is None
        assert await store.finish(second)
        again = await claim_one(store, "w2")
        assert again is not None
        assert again.id == first.id

    async def test_one_worker_can_take_the_next_jobs_of_a_lane_together(self, store: Store) -> None:
        jobs = [job(lane="c1"), job(lane="c2"), *(job(lane="c1") for _ in range(3)), job()]
        await enqueue(store, *jobs)
        row = await store.claim("w1", lease_s=LEASE, now=NOW, in_a_row=3)
        assert [(j.id, j.attempts, j.worker) for j in row] == [(jobs[n].id, 1, "w1") for n in (0, 2, 3)]
        other = await store.claim("w2", lease_s=LEASE, now=NOW, in_a_row=3)
        assert [j.id for j in other] == [jobs[1].id]
        alone = await store.claim("w2", lease_s=LEASE, now=NOW, in_a_row=3)
        assert [j.id for j in alone] == [jobs[5].id]
        for claimed in row:
            assert await claim_one(store, "w2") is None
            assert await store.finish(claimed)
        assert [j.id for j in await store.claim("w2", lease_s=LEASE, now=NOW, in_a_row=3)] == [jobs[4].id]

    async def test_a_row_ends_before_a_job_that_is_not_due(self, store: Store) -> None:
        jobs = [job(lane="c1"), job(lane="c1", run_at=NOW + after(60)), job(lane="c1")]
        await enqueue(store, *jobs)
        assert [j.id for j in await store.claim("w1", lease_s=LEASE, now=NOW, in_a_row=9)] == [jobs[0].id]

    async def test_a_row_of_a_dead_worker_is_taken_over_in_order(self, store: Store) -> None:
        jobs = [job(lane="c1") for _ in range(3)]
        await enqueue(store, *jobs)
        assert len(await store.claim("dead", lease_s=LEASE, now=NOW, in_a_row=9)) == 3
        for expected in jobs:
            claimed = await claim_one(store, "w2", LEASE)
            assert claimed is not None
            assert (claimed.id, claimed.setbacks) == (expected.id, 1)
            assert await store.finish(claimed)

    async def test_many_workers_keep_the_order_of_a_lane(self, store: Store) -> None:
        jobs = [job(lane=f"c{n % 3}") for n in range(18)]
        await enqueue(store, *jobs)
        done: dict[str, list[str]] = {"c0": [], "c1": [], "c2": []}
        running: set[str] = set()

        async def work(name: str) -> None:
            while sum(map(len, done.values())) < len(jobs):
                for claimed in await store.claim(name, lease_s=LEASE, now=NOW, in_a_row=2):
                    lane = claimed.lane or ""
                    assert lane not in running
                    running.add(lane)
                    await anyio.sleep(0.001)
                    done[lane].append(claimed.id)
                    running.remove(lane)
                    assert await store.finish(claimed)

        async with anyio.create_task_group() as group:
            for n in range(4):
                group.start_soon(work, f"w{n}")
        assert done == {lane: [j.id for j in jobs if j.lane == lane] for lane in done}
