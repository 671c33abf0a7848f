"""The worker: claims durable jobs, keeps their lease alive, gives them back on failure (W8).

A job that is being worked on is leased. If its worker dies, the lease passes and another worker (this process, or the
next one that opens the folder) takes it. After ``attempts`` tries it is laid aside with its error, to be seen and
revived.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

import anyio

from hindsight.domain.change import Job, JobKind
from hindsight.domain.errors import Conflict, HindsightError, NotFound, Unavailable
from hindsight.services.parts import Parts

logger = logging.getLogger("hindsight.worker")

Handler = Callable[[Parts, Job], Awaitable[None]]


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
        """Work until stopped. A back end that is down is waited for, it never ends the worker."""
        while not self._stopping:
            try:
                worked = await self.step()
            except Unavailable as error:
                logger.warning("worker waits: %s", error)
                worked = False
            if not worked and not self._stopping:
                await self._pause()

    async def _pause(self) -> None:
        self._wake = anyio.Event()
        with anyio.move_on_after(self._parts.policy.work.poll_s):
            await self._wake.wait()

    async def step(self, ids: list[str] | None = None) -> bool:
        """Claim one due job (of ``ids``) and run it; False when there was none."""
        policy = self._parts.policy.work
        claimed = await self._parts.store.claim(
            self._name, lease_s=policy.lease_s, now=self._parts.now(), ids=ids, limit=1
        )
        for job in claimed:
            await self._run_leased(job)
        return bool(claimed)

    async def finish(self, ids: list[str], timeout_s: float = 60.0) -> bool:
        """Work until the jobs ``ids`` are done, here or elsewhere; False when they are dead or time ran out.

        Jobs before them in their lane are worked off first.
        """
        with anyio.move_on_after(timeout_s):
            while True:
                jobs = await self._parts.store.jobs(ids=ids, limit=len(ids))
                open_ids = [job.id for job in jobs if job.status in ("pending", "running")]
                if not open_ids:
                    return all(job.status == "done" for job in jobs)
                if not await self.step(open_ids) and not await self.step():
                    await anyio.sleep(0.01)
        return False

    async def _run_leased(self, job: Job) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(self._keep_alive, job)
            await self._run(job)
            group.cancel_scope.cancel()

    async def _keep_alive(self, job: Job) -> None:
        lease_s = self._parts.policy.work.lease_s
        while True:
            await anyio.sleep(lease_s / 3)
            await self._parts.store.heartbeat(job, lease_s=lease_s, now=self._parts.now())

    async def _run(self, job: Job) -> None:
        try:
            await self._handlers[job.kind](self._parts, job)
        except Conflict as error:
            await self._give_back(job, error, delay_s=0.0)
        except NotFound as error:
            await self._parts.store.give_back(job, error=str(error), run_at=self._parts.now(), dead=True)
        except Exception as error:
            # A job must never end the worker, whatever a back end or a hostile text made it raise: the error is logged
            # with its traceback and kept with the job, which is tried again and in the end laid aside as dead.
            if not isinstance(error, HindsightError):
                logger.exception("job %s (%s) failed", job.id, job.kind)
            backoff = self._parts.policy.work.backoff_s * 2 ** max(0, job.attempts - 1)
            await self._give_back(job, error, delay_s=backoff)
        else:
            await self._parts.store.finish(job)

    async def _give_back(self, job: Job, error: Exception, *, delay_s: float) -> None:
        dead = job.attempts >= self._parts.policy.work.attempts
        if dead:
            logger.error("job %s (%s) is dead after %d tries: %s", job.id, job.kind, job.attempts, error)
        run_at = self._parts.now() + timedelta(seconds=delay_s)
        await self._parts.store.give_back(job, error=f"{type(error).__name__}: {error}", run_at=run_at, dead=dead)
