"""Credit (X9): a later run moves the counters and the state of the experiences it bears on.

Those that were shown to it, those about a failure that it had, and those whose warning it had no need of. No model is
asked: ``ops`` say whether advice was followed, fingerprints whether the failure came back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import anyio.to_thread

from hindsight.domain.change import Change, ChangeSet, Job
from hindsight.domain.credit import credit, unneeded
from hindsight.domain.debrief import Debrief
from hindsight.domain.debrief.errors import Seen, see
from hindsight.domain.experience import Experience, credited
from hindsight.domain.memory import Counters, Memory, Scope
from hindsight.domain.trajectory import Trajectory
from hindsight.services.lessons import about_failures, failure_key, lesson_of, with_outcome, with_tools
from hindsight.services.newest import on_newest
from hindsight.services.parts import Parts, new_id
from hindsight.services.project import own_project_job, project_now

_MOST_KEYS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Credited:
    """What a run said about one experience, and the state it is in since."""

    id: str
    applied: bool
    recurred: bool
    state: str
    declared: bool


async def credit_payload(
    parts: Parts, scope: Scope, run: Trajectory, report: Debrief, shown: Sequence[str]
) -> dict[str, Any]:
    """What a credit job has to look at: empty when the run bears on no experience."""
    keys = dict.fromkeys(failure_key(item.tool, item.fingerprint) for item in report.episode.failure_steps)
    keys |= dict.fromkeys(failure_key(item.tool, item.fingerprint) for item in report.loop_lessons)
    wanted = list(keys)[:_MOST_KEYS]
    seen = tuple(see(step) for step in run.steps)
    spared = [item.id for item in await with_tools(parts, scope, report) if unneeded(lesson_of(item), seen)]
    if not shown and not spared and not await about_failures(parts, scope, wanted):
        return {}
    return {
        "shown": list(dict.fromkeys(shown)),
        "failures": wanted,
        "unneeded": spared,
        "outcome": report.outcome,
    }


async def elsewhere(parts: Parts, scope: Scope, report: Debrief, shown: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What credit jobs of shared spaces have to look at, by space: lessons shown from spaces that this one may read.

    The run stays in the private space; only counters and state of what was shown move there.
    """
    readable = await parts.store.readable(scope.tenant, scope.space) if shown else ()
    if not readable:
        return {}
    found = await parts.store.get(Scope(tenant=scope.tenant, spaces=tuple(readable)), list(shown))
    return {
        space: {
            "shown": [memory.id for memory in found if memory.space == space],
            "failures": [],
            "outcome": report.outcome,
        }
        for space in dict.fromkeys(memory.space for memory in found)
        if space != scope.space
    }


async def run_credit(parts: Parts, job: Job) -> None:
    """Run one ``credit`` job: new revisions of the experiences concerned, in the transaction that ends the job."""
    scope = Scope(tenant=job.tenant, spaces=(job.space,))
    home = Scope(tenant=job.tenant, spaces=(job.payload.get("run_of", job.space),))
    found = await parts.store.trajectories(home, [job.payload["trajectory"]])
    if not found:
        return
    seen = await anyio.to_thread.run_sync(lambda: tuple(see(step) for step in found[0].steps))

    async def write() -> ChangeSet:
        changes = _change_set(parts, scope, job, await _concerned(parts, scope, job, seen))
        await parts.store.apply(changes)
        return changes

    changes = await on_newest(write)
    await project_now(parts, changes.jobs[0] if changes.jobs else None)


async def _concerned(parts: Parts, scope: Scope, job: Job, seen: Sequence[Seen]) -> list[tuple[Credited, Change]]:
    shown = await parts.store.get(scope, job.payload["shown"])
    declared = [memory for memory in shown if _counts(memory)]
    known = {memory.id for memory in declared}
    found = await about_failures(parts, scope, job.payload["failures"])
    found += await parts.store.get(scope, job.payload.get("unneeded", ()))
    others = {item.id: item for item in found if item.id not in known}.values()
    judge = partial(_judged, parts, seen=seen, outcome=job.payload.get("outcome"))
    judged = [judge(memory, declared=True) for memory in declared]
    judged += [judge(memory, declared=False) for memory in others if _counts(memory)]
    return [pair for pair in judged if pair]


def _counts(memory: Memory) -> bool:
    return memory.kind == "experience" and bool(memory.body) and memory.status == "active"


def _judged(
    parts: Parts, memory: Memory, *, seen: Sequence[Seen], outcome: str | None, declared: bool
) -> tuple[Credited, Change] | None:
    """The experience after this run. Of one that was not shown only what went against it, or came back, counts."""
    lesson, now = lesson_of(memory), parts.now()
    said = credit(lesson, seen)
    spared = unneeded(lesson, seen)
    lesson = replace(lesson, counters=replace(lesson.counters, unneeded=lesson.counters.unneeded + spared))
    if declared or (said.applied and said.recurred):
        after = credited(lesson, said, task_outcome=outcome, now=now, policy=parts.policy.lifecycle)
    elif said.recurred:
        after = _came_back(lesson)
        after = replace(after, last_seen=now)
    elif spared:
        after = lesson
    else:
        return None
    told = Credited(id=memory.id, applied=said.applied, recurred=said.recurred, state=after.state, declared=declared)
    return told, with_outcome(memory, after, now)


def _came_back(lesson: Experience) -> Experience:
    """The failure came back where the advice was not shown: it is needed, and ranks higher."""
    return replace(lesson, counters=replace(lesson.counters, recurred=lesson.counters.recurred + 1))


def _change_set(parts: Parts, scope: Scope, job: Job, pairs: Sequence[tuple[Credited, Change]]) -> ChangeSet:
    now = parts.now()
    changes = tuple(change for _, change in pairs)
    project = own_project_job(parts, scope, [change.memory.id for change in changes], writer=job.payload["actor"])
    return ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=job.payload["actor"],
        reason="credit",
        at=now,
        changes=changes,
        touches={told.id: _used(told) for told, _ in pairs if told.declared},
        jobs=(project,) if project else (),
        completes=replace(job, result={"credited": [_packed(told) for told, _ in pairs]}),
    )


def _used(told: Credited) -> Counters:
    won = told.applied and not told.recurred
    return Counters(
        stated=0, retrieved=1, accessed=int(told.applied), successes=int(won), failures=int(told.applied and not won)
    )


def _packed(told: Credited) -> dict[str, Any]:
    return {
        "id": told.id,
        "applied": told.applied,
        "recurred": told.recurred,
        "state": told.state,
        "declared": told.declared,
    }


def credited_of(job: Job) -> tuple[Credited, ...]:
    """What a finished credit job came to."""
    rows: Sequence[Mapping[str, Any]] = (job.result or {}).get("credited", ())
    return tuple(Credited(**row) for row in rows)
