"""The worker: claims durable jobs and runs them under a lease (W8).

A job that is being worked on is leased. If its worker dies, the lease passes and another worker (this process, or the
next one that opens the folder) takes it. After ``attempts`` tries it is laid aside with its error, to be seen and
revived; so is one whose workers died ``deaths`` times.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import anyio

from hindsight.domain.change import LEASE_RAN_OUT, Job, JobKind
from hindsight.domain.errors import HindsightError
from hindsight.services.lease import lay_aside, run_leased
from hindsight.services.parts import Parts

logger = logging.getLogger("hindsight.worker")

Handler = Callable[[Parts, Job], Awaitable[None]]

_FIRST_LOOK_S = 0.01
_LAST_LOOK_S = 0.1


class Worker:
    """Runs jobs of every kind it has a handler for. ``name`` identifies it in leases."""

    def __init__(self, parts: Parts, name: str, handlers: Mapping[JobKind, Handler]) -> None:
        self._parts = parts
        self._name = name
        self._handlers = handlers
        self._wake = anyio.Event()
        self._stopping = False

    def wake(self) -> None:
        """There is new work: look now instead of at the next poll."""
        self._wake.set()

    def stop(self) -> None:
        """Finish the job in hand, then end."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Work until stopped. A store that is down is waited for, it never ends the worker."""
        down = False
        while not self._stopping:
            self._wake = anyio.Event()
            try:
                worked, down = await self.step(), False
            except HindsightError as error:
                if not down:
                    logger.warning("worker waits: %s", error)
                worked, down = False, True
            if not worked:
                with anyio.move_on_after(self._parts.policy.work.poll_s):
                    await self._wake.wait()

    async def step(self, ids: list[str] | None = None) -> bool:
        """Claim one due job (of ``ids``) and run it; False when there was none."""
        policy = self._parts.policy.work
        claimed = await self._parts.store.claim(
            self._name, lease_s=policy.lease_s, now=self._parts.now(), ids=ids, limit=1
        )
        for job in claimed:
            if job.error == LEASE_RAN_OUT and job.attempts > policy.deaths:
                await lay_aside(self._parts, job, LEASE_RAN_OUT)
            else:
                await run_leased(self._parts, job, partial(self._handle, job))
        return bool(claimed)

    async def finish(self, ids: list[str], timeout_s: float = 60.0) -> bool:
        """Work until the jobs ``ids`` are done, here or elsewhere; False when they are dead or time ran out.

        Jobs before them in their lane are worked off first. A job in hand is finished even if that takes longer;
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

    async def _handle(self, job: Job) -> None:
        await self._handlers[job.kind](self._parts, job)
