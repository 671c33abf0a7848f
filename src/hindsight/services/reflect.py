"""Recording and reflecting: a trajectory is kept redacted, debriefed by rules, and its lessons go through the one door.

X1 record, X2 triggers, X3 debrief episode, X4–X7 lessons, X15 raw steps are kept for days while cited steps stay as
evidence.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

import anyio.to_thread

from hindsight.domain.change import Change, ChangeSet, Job, JobKind
from hindsight.domain.credit import credit
from hindsight.domain.debrief import Debrief, Loop, debrief
from hindsight.domain.debrief.errors import see
from hindsight.domain.debrief.privacy import Masks, Redact
from hindsight.domain.errors import InvalidInput, NotFound
from hindsight.domain.experience import Experience
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import TRUST, Memory, Scope, Source
from hindsight.domain.tools import same_place
from hindsight.domain.trajectory import Step, Trajectory, trajectory_to_dict
from hindsight.domain.triggers import should_reflect
from hindsight.services.admit import Admitted, Along, Draft, Outcome, admit
from hindsight.services.credit import Credited, credit_payload, elsewhere
from hindsight.services.lessons import joined, lesson_of, memory_of, same_lesson, settled
from hindsight.services.newest import on_newest
from hindsight.services.parts import Parts, make_room, new_id
from hindsight.services.patterns import DEBRIEF, FAILED, recent_failures
from hindsight.services.project import project_now
from hindsight.services.promote import promoted
from hindsight.services.reflector import Reflected, model_lessons
from hindsight.services.screening import cleaner, is_held

EXTRACTOR = "debrief/rules-1"
MOST_STEPS = 20_000
_SHORT = "kept without a debrief: it was short"
_IDLE = f"{_SHORT}, and what failed was not in its way"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of a trajectory. ``reflected``: it is debriefed, for the ``reason``; otherwise it is only kept,
    with an episode that tells its failures if it had any.

    ``known``: the same trajectory was recorded before and nothing was added. ``outcomes`` are the episode and the
    lessons, ``credited`` what it said about earlier experiences, once the jobs are done; ``status`` is ``done``,
    ``queued`` or ``failed``.
    """

    id: str
    status: str
    reflected: bool
    reason: str
    known: bool = False
    job: str | None = None
    jobs: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    credited: tuple[Credited, ...] = ()

    @property
    def experiences(self) -> tuple[str, ...]:
        """Ids of the memories that hold the lessons."""
        return tuple(outcome.id for outcome in self.outcomes if outcome.id)


async def record(
    parts: Parts, scope: Scope, trajectory: Trajectory, *, actor: str, shown: Sequence[str] = ()
) -> Recorded:
    """Keep a trajectory, redacted, and queue what follows from it. The same one twice adds nothing.

    A debrief when a trigger fires; credit for the experiences that were ``shown`` to it and for those about a failure
    that it had.
    """
    if len(trajectory.steps) > MOST_STEPS:
        raise InvalidInput(f"A trajectory has at most {MOST_STEPS} steps, this one {len(trajectory.steps)}.")
    redact = cleaner(parts.policy.guard)
    clean = await anyio.to_thread.run_sync(_cleaned, trajectory, redact)
    if await _is_known(parts, scope, clean.id):
        return Recorded(id=clean.id, status="done", reflected=False, reason="already recorded", known=True)
    report = await anyio.to_thread.run_sync(partial(debrief, clean, redact=redact))
    trigger = should_reflect(
        clean,
        report,
        cold=await is_cold(parts, scope),
        preset=parts.policy.reflect.preset,
        recent_failures=await recent_failures(parts, scope, report),
    )
    about = {"trajectory": clean.id, "actor": actor}
    credited = await credit_payload(parts, scope, clean, report, shown)
    jobs = [_job(parts, scope, "credit", {**about, **credited})] if credited else []
    jobs += [
        _job(parts, Scope(tenant=scope.tenant, spaces=(space,)), "credit", {**about, **payload, "run_of": scope.space})
        for space, payload in (await elsewhere(parts, scope, report, shown)).items()
    ]
    if trigger or report.episode.failure_steps:
        # Without a trigger no lesson is drawn, but its failures are told: patterns count them (X10).
        jobs.append(_job(parts, scope, "reflect", {**about, "trigger": trigger.kind if trigger else ""}))
    if jobs:
        await make_room(parts)
    now = parts.now()
    changes = ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=actor,
        reason="record trajectory",
        at=now,
        trajectories=(clean,),
        jobs=tuple(jobs),
    )
    await parts.store.apply(changes)
    return Recorded(
        id=clean.id,
        status="queued" if jobs else "done",
        reflected=trigger is not None,
        reason=trigger.reason
        if trigger
        else _IDLE
        if report.episode.failure_steps
        else f"{_SHORT}, and nothing failed",
        job=jobs[-1].id if jobs else None,
        jobs=tuple(job.id for job in jobs),
    )


def _job(parts: Parts, scope: Scope, kind: JobKind, payload: Mapping[str, Any]) -> Job:
    now = parts.now()
    lane = f"reflect:{scope.tenant}/{scope.space}"
    return Job(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        kind=kind,
        payload=payload,
        lane=lane,
        run_at=now,
        created_at=now,
    )


async def run_reflect(parts: Parts, job: Job) -> None:
    """Run one ``reflect`` job: debrief, then admit the episode and the lessons in the transaction that ends the job."""
    scope = Scope(tenant=job.tenant, spaces=(job.space,))
    run = await trajectory_of(parts, scope, job)
    report = await anyio.to_thread.run_sync(partial(debrief, run, redact=cleaner(parts.policy.guard)))
    if job.payload.get("trigger"):
        reflected = await model_lessons(parts, run, report)
    else:
        report, reflected = replace(report, experiences=(), loop_lessons=(), procedure=None), Reflected()
    admitted = await on_newest(partial(_admit_lessons, parts, job, run, report, reflected))
    await project_now(parts, admitted.project_job)


async def _admit_lessons(parts: Parts, job: Job, run: Trajectory, report: Debrief, reflected: Reflected) -> Admitted:
    """The episode and the lessons through the one door; lessons that are known join what is there."""
    scope, now = Scope(tenant=job.tenant, spaces=(job.space,)), parts.now()
    drafts = [Draft(memory=_episode(scope, run, report, job.payload.get("trigger", ""), now))]
    again: dict[str, Change] = {}
    for found in filter(says_something, (*report.lessons, *reflected.lessons)):
        lesson = await settled(parts, scope, found, run.goal)
        twin = await same_lesson(parts, scope, lesson)
        by = reflected.extractor if found in reflected.lessons else EXTRACTOR
        if twin is not None and await anyio.to_thread.run_sync(_refutes, run, twin):
            continue
        source = replace(source_of(run, lesson.trust_tier), extractor=by)
        fresh = memory_of(lesson, source, run.goal, scope, now)
        if twin is None or await anyio.to_thread.run_sync(is_held, fresh, parts.policy.guard):
            drafts.append(Draft(memory=fresh))
            continue
        earlier = again.get(twin.id)
        change = joined(earlier.memory if earlier else twin, lesson, run.goal, now, parts.policy)
        again[twin.id] = change if earlier is None else replace(earlier, after=_revised(change.memory, twin))
    drafts += await promoted(parts, scope, tuple(again.values()))
    result = {"joined": list(again), "degraded": list(reflected.degraded)}
    along = Along(completes=job, result=result, changes=tuple(again.values()), first=True)
    return await admit(parts, scope, drafts, actor=job.payload["actor"], reason="reflect", along=along)


def _refutes(run: Trajectory, twin: Memory) -> bool:
    """The run followed the lesson and failed all the same: that it came to the same value again bears nothing out."""
    said = credit(lesson_of(twin), tuple(see(step) for step in run.steps))
    return said.applied and said.recurred


def says_something(lesson: Experience) -> bool:
    """A failure that nothing cured and for which the tool had no hint is told by the episode, not by a lesson (X5)."""
    return bool(lesson.adjustment.text.strip())


def _revised(memory: Memory, stored: Memory) -> Memory:
    return replace(memory, revision=stored.revision + 1)


async def trajectory_of(parts: Parts, scope: Scope, job: Job) -> Trajectory:
    """The run that a job is about. NotFound when it is gone."""
    found = await parts.store.trajectories(scope, [job.payload["trajectory"]])
    if not found:
        raise NotFound("The trajectory of this job was deleted before it was debriefed.")
    return found[0]


def source_of(run: Trajectory, tier: str = "agent") -> Source:
    """A run as the source of what was learnt from it; what the user or a tool said in it has their trust."""
    return Source(
        type="agent",
        trust={"tool": TRUST["tool"], "user": TRUST["user"]}.get(tier, TRUST["agent"]),
        conversation=run.session_id or None,
        messages=(run.id,),
        extractor=EXTRACTOR,
    )


def _cleaned(trajectory: Trajectory, redact: Redact) -> Trajectory:
    clean = redacted(trajectory, redact)
    return replace(clean, id=clean.id or trajectory_id(clean))


def redacted(trajectory: Trajectory, redact: Redact) -> Trajectory:
    """The trajectory without secrets and identity numbers: nothing else is ever written (S1).

    Masks are numbered, so that a changed password still counts as a change of arguments.
    """
    masks = Masks(redact)
    args = [masks.args(dict(step.args)) for step in trajectory.steps]  # first: what is secret there is so in the texts
    return replace(
        trajectory,
        goal=masks.text(trajectory.goal),
        steps=tuple(_clean_step(step, made, masks) for step, made in zip(trajectory.steps, args, strict=True)),
        marks=tuple(masks.text(mark) for mark in trajectory.marks),
    )


def _clean_step(step: Step, args: Mapping[str, Any], masks: Masks) -> Step:
    return replace(
        step,
        args=args,
        result=masks.text(step.result) if step.result else step.result,
        error=masks.text(step.error) if step.error else step.error,
        thought=masks.text(step.thought) if step.thought else step.thought,
    )


def trajectory_id(trajectory: Trajectory) -> str:
    """An id from the content, so that importing the same run twice adds nothing."""
    shape = json.dumps(trajectory_to_dict(trajectory), sort_keys=True, ensure_ascii=False, default=str)
    return f"run-{hashlib.sha256(shape.encode('utf-8', 'replace')).hexdigest()[:24]}"


async def _is_known(parts: Parts, scope: Scope, id_: str) -> bool:
    """It is kept, or its steps are gone and its debrief is kept."""
    private = scope.private
    if await parts.store.trajectories(private, [id_]):
        return True
    where = all_of(Condition("origins", "contains", id_), Condition("kind", "eq", "episode"))
    return bool((await parts.store.find(private, where, limit=1)).memories)


async def is_cold(parts: Parts, scope: Scope) -> bool:
    """Whether the space holds few experiences of its own yet (X2); the starter pack does not count."""
    private = scope.private
    where = all_of(
        Condition("kind", "eq", "experience"), Condition("status", "eq", "active"), Condition("source", "ne", "system")
    )
    page = await parts.store.find(private, where, limit=parts.policy.reflect.cold)
    return len(page.memories) < parts.policy.reflect.cold


def _episode(scope: Scope, trajectory: Trajectory, report: Debrief, trigger: str, now: datetime) -> Memory:
    episode = report.episode
    return Memory(
        id="",
        tenant=scope.tenant,
        space=scope.space,
        kind="episode",
        content=episode.text(),
        summary=episode.summary(),
        confidence=episode.confidence,
        task_type=trajectory.task_type or None,
        tools=tuple(sorted({same_place(tool) for tool in episode.tools_used})),
        tags=(DEBRIEF, f"outcome:{report.outcome}", *((FAILED,) if episode.failure_steps or report.loops else ())),
        body={
            **episode.to_dict(),
            "trajectory": trajectory.id,
            "trigger": trigger,
            "loops": [_loop(loop, report) for loop in report.loops],
        },
        created_at=now,
        updated_at=now,
        occurred_at=trajectory.started_at or now,
        occurred_until=trajectory.ended_at,
        sources=(source_of(trajectory),),
    )


def _loop(loop: Loop, report: Debrief) -> dict[str, Any]:
    lesson = next((item for item in report.loop_lessons if item.evidence[0].failed == loop.steps), None)
    return {
        "start": loop.start,
        "times": loop.times,
        "same_result": loop.same_result,
        "tool": lesson.tool if lesson else "",
        "fingerprint": lesson.fingerprint if lesson else "",
        "cause": lesson.counter_example.text if lesson else "",
    }


def outcomes_of(job: Job) -> tuple[Outcome, ...]:
    """What a finished reflect or extract job came to."""
    result: Mapping[str, Any] = job.result or {}
    rows: Sequence[Mapping[str, Any]] = result.get("outcomes", ())
    made = [Outcome(action=r["action"], id=r["id"], reason=r["reason"], also=tuple(r["also"])) for r in rows]
    made += [Outcome(action="merged", id=id_, reason="the same lesson again") for id_ in result.get("joined", ())]
    return tuple(made)
