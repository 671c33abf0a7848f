"""Working under a lease: it is kept alive while the work runs, and however the work ends, the job is settled (W8)."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

import anyio

from hindsight.domain.change import Job
from hindsight.domain.errors import Conflict, HindsightError, InvalidInput, NotFound, Unavailable
from hindsight.domain.policy import WorkPolicy
from hindsight.services.parts import Parts

logger = logging.getLogger("hindsight.worker")

_LAST_WORD_S = 5.0


class NotItsTurn(HindsightError):
    """The job was claimed too early; it goes back as it was."""


async def run_leased(parts: Parts, job: Job, work: Callable[[], Awaitable[None]]) -> Exception | None:
    """Do ``work`` for the claimed ``job``, then finish the job or give it back. What went wrong is returned.

    Cancelled work gives its job back at once, and so does work that raises :class:`NotItsTurn`. If the store does not
    answer at the end, the lease runs out.
    """
    async with anyio.create_task_group() as group:
        group.start_soon(_keep_alive, parts, job)
        failure = await _attempt(parts, job, work)
        await _settle(parts, job, failure)
        group.cancel_scope.cancel()
    return failure


async def lay_aside(parts: Parts, job: Job, error: str) -> None:
    """Put a claimed job among the dead ones, with its reason."""
    logger.error("job %s (%s) is laid aside after %d tries: %s", job.id, job.kind, job.attempts, error)
    await _quietly(parts.store.give_back(job, error=error, run_at=parts.now(), dead=True), job)


async def _keep_alive(parts: Parts, job: Job) -> None:
    lease_s = parts.policy.work.lease_s
    while True:
        await anyio.sleep(lease_s / 3)
        try:
            # False: the job is done, or another worker has it; then its change set cannot be written twice.
            if not await parts.store.heartbeat(job, lease_s=lease_s, now=parts.now()):
                return
        except HindsightError as error:
            logger.warning("the lease of job %s could not be prolonged: %s", job.id, error)


async def _attempt(parts: Parts, job: Job, work: Callable[[], Awaitable[None]]) -> Exception | None:
    try:
        await work()
    except anyio.get_cancelled_exc_class():
        with anyio.move_on_after(_LAST_WORD_S, shield=True):
            await _quietly(parts.store.give_back(job, error="interrupted", run_at=parts.now(), dead=False), job)
        raise
    except Exception as error:
        # A job must never end its worker, whatever a back end or a hostile text made it raise: the error is logged
        # with its traceback and kept with the job, which is tried again and in the end laid aside as dead.
        if not isinstance(error, HindsightError):
            logger.exception("job %s (%s) failed", job.id, job.kind)
        return error
    return None


async def _settle(parts: Parts, job: Job, failure: Exception | None) -> None:
    if failure is None:
        await _quietly(parts.store.finish(job), job)
        return
    if isinstance(failure, NotItsTurn):
        await _quietly(parts.store.give_back(job, error=job.error, run_at=job.run_at, dead=False), job)
        return
    policy = parts.policy.work
    if isinstance(failure, Conflict):  # somebody else was quicker: that says nothing about the job
        job = replace(job, setbacks=job.setbacks + 1)
    elif not isinstance(failure, Unavailable):
        job = replace(job, failures=job.failures + 1)
    reason = f"{type(failure).__name__}: {failure}"
    if is_hopeless(failure, job, policy, parts.now()):
        await lay_aside(parts, job, reason)
        return
    run_at = parts.now() + timedelta(seconds=delay_s(failure, job, policy))
    await _quietly(parts.store.give_back(job, error=reason, run_at=run_at, dead=False), job)


def is_hopeless(failure: Exception, job: Job, policy: WorkPolicy, now: datetime) -> bool:
    """Whether to stop trying a job, whose counts include this failure. What a back end that is down kept from being
    done is tried for days, not five times.
    """
    if isinstance(failure, NotFound | InvalidInput):  # no second try makes the input another one
        return True
    if isinstance(failure, Unavailable):
        return now - job.created_at > timedelta(hours=policy.outage_h)
    return job.failures >= policy.attempts or job.setbacks >= policy.setbacks


def delay_s(failure: Exception, job: Job, policy: WorkPolicy) -> float:
    """Seconds until the next try: none after a conflict, otherwise doubled with each try."""
    if isinstance(failure, Conflict):
        return 0.0
    tries = job.attempts if isinstance(failure, Unavailable) else job.failures
    return min(policy.longest_backoff_s, policy.backoff_s * 2.0 ** min(tries - 1, 30))


async def _quietly(settling: Awaitable[object], job: Job) -> None:
    try:
        await settling
    except HindsightError as error:
        logger.warning("job %s (%s) runs again when its lease has run out: %s", job.id, job.kind, error)
