"""The worker: claims durable jobs and runs them under a lease (W8).

A job that is being worked on is leased. If its worker dies, the lease passes and another worker (this process, or the
next one that opens the folder) takes it. After ``attempts`` failed tries it is laid aside with its error, to be seen
and revived; so is one after ``setbacks`` dead workers or conflicts.

Several lanes are worked in at once. In one lane several jobs are claimed together: what needs no order (reading turns,
asking models) is done at once for all of them, their effects follow one after the other.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import anyio

from hindsight.domain.change import LEASE_RAN_OUT, Job, JobKind
from hindsight.domain.errors import HindsightError
from hindsight.services.lease import NotItsTurn, lay_aside, run_leased
from hindsight.services.parts import Parts

logger = logging.getLogger("hindsight.worker")

Handler = Callable[[Parts, Job], Awaitable[None]]
Rest = Callable[[], Awaitable[None]]

_FIRST_LOOK_S = 0.01
_LAST_LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class ReadAhead:
    """A handler in two steps: ``read`` changes nothing and may run before it is the job's turn, what it returns may
    not.
    """

    read: Callable[[Parts, Job], Awaitable[Rest]]


class Worker:
    """Runs jobs of every kind it has a handler for. ``name`` identifies it in leases."""

    def __init__(self, parts: Parts, name: str, handlers: Mapping[JobKind, Handler | ReadAhead]) -> None:
        self._parts = parts
        self._name = name
        self._handlers = handlers
        self._wake = anyio.Event()
        self._stopping = False

    def wake(self) -> None:
        """There is new work: look now instead of at the next poll."""
        self._wake.set()

    def stop(self) -> None:
        """Finish the jobs in hand, then end."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Work until stopped. A store that is down is waited for, it never ends the worker."""
        lanes = anyio.Semaphore(self._parts.policy.work.lanes)
        down = False
        async with anyio.create_task_group() as group:
            while True:
                await lanes.acquire()
                if self._stopping:
                    return
                self._wake = anyio.Event()
                claimed: tuple[Job, ...] = ()
                try:
                    claimed, down = await self._claim(), False
                except HindsightError as error:
                    if not down:
                        logger.warning("worker waits: %s", error)
                    down = True
                if claimed:
                    group.start_soon(self._in_lane, claimed, lanes)
                    continue
                lanes.release()
                with anyio.move_on_after(self._parts.policy.work.poll_s):
                    await self._wake.wait()

    async def step(self, ids: list[str] | None = None) -> bool:
        """Claim the next due jobs of one lane, or one of ``ids``, and run them; False when there were none."""
        claimed = await self._claim(ids)
        await self._work(claimed)
        return bool(claimed)

    async def finish(self, ids: list[str], timeout_s: float = 60.0) -> bool:
        """Work until the jobs ``ids`` are done, here or elsewhere; False when they are dead or time ran out.

        Jobs before them in their lane are worked off first. Jobs in hand are finished even if that takes longer;
        ``timeout_s`` 0 only looks.
        """
        deadline = anyio.current_time() + timeout_s
        pause = _FIRST_LOOK_S
        while True:
            jobs = await self._parts.store.jobs(ids=ids, limit=len(ids))
            open_ids = [job.id for job in jobs if job.status in ("pending", "running")]
            if not open_ids:
                return all(job.status == "done" for job in jobs)
            if anyio.current_time() >= deadline:
                return False
            if await self.step(open_ids) or await self.step():
                pause = _FIRST_LOOK_S
            else:
                await anyio.sleep(pause)
                pause = min(_LAST_LOOK_S, pause * 1.5)

    async def settled(self, done: Job) -> str:
        """Wait until what a done job wrote can be searched: the job that indexes it may still run, here or elsewhere.

        Returns '' or, when indexing failed and is tried again later, what is late.
        """
        project = (done.result or {}).get("project")
        pause = _FIRST_LOOK_S
        while project:
            jobs = await self._parts.store.jobs(ids=[project], limit=1)
            if not jobs or jobs[0].status == "done":
                break
            if await self.step([project]):
                continue
            if jobs[0].status != "running":
                return f"index: {jobs[0].error or 'it is done later'}"
            await anyio.sleep(pause)
            pause = min(_LAST_LOOK_S, pause * 1.5)
        return ""

    async def _claim(self, ids: list[str] | None = None) -> tuple[Job, ...]:
        policy = self._parts.policy.work
        return await self._parts.store.claim(
            self._name,
            lease_s=policy.lease_s,
            now=self._parts.now(),
            ids=ids,
            in_a_row=policy.ahead if ids is None else 1,
        )

    async def _in_lane(self, jobs: Sequence[Job], lanes: anyio.Semaphore) -> None:
        await self._work(jobs)
        lanes.release()
        self._wake.set()

    async def _work(self, jobs: Sequence[Job]) -> None:
        """Run the jobs of one lane: the effect of each when the one before it is done."""
        before = None
        async with anyio.create_task_group() as group:
            for job in jobs:
                turn = _Turn(before)
                group.start_soon(self._run, job, turn)
                before = turn

    async def _run(self, job: Job, turn: _Turn) -> None:
        if job.error == LEASE_RAN_OUT and job.setbacks >= self._parts.policy.work.setbacks:
            await lay_aside(self._parts, job, LEASE_RAN_OUT)
        else:
            turn.failed = await run_leased(self._parts, job, partial(self._handle, job, turn)) is not None
        turn.over.set()

    async def _handle(self, job: Job, turn: _Turn) -> None:
        handler = self._handlers[job.kind]
        if isinstance(handler, ReadAhead):
            rest = await handler.read(self._parts, job)
        else:
            rest = partial(handler, self._parts, job)
        if turn.before:
            await turn.before.over.wait()
            if turn.before.failed or self._stopping:
                raise NotItsTurn
        await rest()


class _Turn:
    """A job's place in its lane: after ``before`` is ``over``, unless that one ``failed``."""

    def __init__(self, before: _Turn | None) -> None:
        self.before = before
        self.failed = False
        self.over = anyio.Event()
