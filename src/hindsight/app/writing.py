"""The two ways into memory: a ready memory goes through the door at once, said things go through the queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from hindsight.domain.errors import NotFound
from hindsight.domain.guard import strip_frame
from hindsight.domain.memory import Scope
from hindsight.services.admit import admit
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.reflect import outcomes_of
from hindsight.services.remember import Dropped, Options, Receipt, drafts_of, enqueue, make_turns

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight

WAIT_S = 120.0
"""Seconds that a call with ``wait`` waits for its job before it answers ``queued``."""
_SHORT = 500
"""Characters that the guard reads in less time than it takes to hand them to a thread."""


async def remember_ready(parts: Parts, scope: Scope, text: str, options: Options, actor: str) -> Receipt:
    """One memory as it stands, stored and indexed before this returns."""
    text = strip_frame(text)
    if not text.strip():
        return Receipt(status="done", dropped=(Dropped(turn="", reason="pasted_recall"),))
    drafts = drafts_of(scope, text, options, parts.now(), parts.policy.write.longest)
    admitted = await admit(parts, scope, drafts, actor=actor, reason="remember")
    late = await project_now(parts, admitted.project_job)
    return Receipt(status="done", outcomes=admitted.outcomes, degraded=admitted.degraded + ((late,) if late else ()))


async def remember_turns(
    hindsight: AsyncHindsight,
    scope: Scope,
    messages: Sequence[Mapping[str, Any]],
    options: Options,
    actor: str,
    *,
    wait: bool,
) -> Receipt:
    """Turns kept durably with a job; with ``wait`` until the job is done."""
    made = partial(make_turns, hindsight.parts, scope, messages, options)
    short = sum(len(message["content"]) for message in messages) <= _SHORT
    turns, refused = made() if short else await anyio.to_thread.run_sync(made)
    if not turns:
        return Receipt(status="done", dropped=refused)
    job = await enqueue(hindsight.parts, scope, turns, options, actor)
    hindsight.worker.wake()
    if not wait:
        return Receipt(status="queued", job=job.id, dropped=refused)
    return await receipt(hindsight, scope.tenant, scope.space, job.id, refused=refused)


async def receipt(
    hindsight: AsyncHindsight,
    tenant: str,
    space: str,
    job: str,
    *,
    refused: tuple[Dropped, ...] = (),
    timeout_s: float = WAIT_S,
) -> Receipt:
    """What became of a queued ``remember``; NotFound for a job of another space."""
    found = await hindsight.parts.store.jobs(tenant=tenant, ids=[job])
    if not found or found[0].space != space:
        raise NotFound(f"There is no job {job!r} in space {space!r}.")
    finished = await hindsight.worker.finish([job], timeout_s)
    done = (await hindsight.parts.store.jobs(tenant=tenant, ids=[job]))[0]
    result: Mapping[str, Any] = done.result or {}
    late = await hindsight.worker.settled(done) if finished and timeout_s > 0 else ""
    return Receipt(
        status="done" if finished else "failed" if done.status == "dead" else "queued",
        job=job,
        outcomes=outcomes_of(done),
        dropped=refused + tuple(Dropped(turn=row["turn"], reason=row["reason"]) for row in result.get("dropped", ())),
        degraded=(*result.get("degraded", ()), *((late,) if late else ())),
    )
