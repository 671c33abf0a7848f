"""Recording and reflecting: a trajectory is kept redacted, debriefed by rules, and its lessons go through the one door.

X1 record, X2 triggers, X3 debrief episode, X4–X7 lessons, X15 raw steps are kept for days while cited steps stay as
evidence.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hindsight.domain import experience as lessons
from hindsight.domain.change import Change, ChangeSet, Job, update
from hindsight.domain.debrief import Debrief, debrief
from hindsight.domain.debrief.privacy import scrub
from hindsight.domain.errors import InvalidInput, NotFound
from hindsight.domain.experience import Experience
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.guard import redact
from hindsight.domain.memory import TRUST, Claim, Memory, Polarity, Scope, Source
from hindsight.domain.text import content_hash
from hindsight.domain.tools import same_place
from hindsight.domain.trajectory import Step, Trajectory, trajectory_to_dict
from hindsight.domain.triggers import should_reflect
from hindsight.services.admit import Along, Draft, Outcome, admit
from hindsight.services.parts import Parts, new_id
from hindsight.services.project import project_now

EXTRACTOR = "debrief/rules-1"
MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of a trajectory. ``reflected``: it is debriefed, for the ``reason``; otherwise it is only kept.

    ``known``: the same trajectory was recorded before and nothing was added. ``outcomes`` are the lessons, once the job
    is done; ``status`` is ``done``, ``queued`` or ``failed``.
    """

    id: str
    status: str
    reflected: bool
    reason: str
    known: bool = False
    job: str | None = None
    outcomes: tuple[Outcome, ...] = ()

    @property
    def experiences(self) -> tuple[str, ...]:
        """Ids of the memories that hold the lessons."""
        return tuple(outcome.id for outcome in self.outcomes if outcome.id)


async def record(parts: Parts, scope: Scope, trajectory: Trajectory, *, actor: str) -> Recorded:
    """Keep a trajectory, redacted, and queue its debrief when a trigger fires. The same one twice adds nothing."""
    if len(trajectory.steps) > MOST_STEPS:
        raise InvalidInput(f"A trajectory has at most {MOST_STEPS} steps, this one {len(trajectory.steps)}.")
    clean = redacted(trajectory)
    clean = replace(clean, id=clean.id or trajectory_id(clean))
    if await parts.store.trajectories(scope, [clean.id]):
        return Recorded(id=clean.id, status="done", reflected=False, reason="already recorded", known=True)
    now = parts.now()
    trigger = should_reflect(
        clean, debrief(clean), cold=await _is_cold(parts, scope), preset=parts.policy.reflect.preset
    )
    job = Job(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        kind="reflect",
        payload={"trajectory": clean.id, "actor": actor},
        lane=f"reflect:{scope.tenant}/{scope.space}",
        run_at=now,
        created_at=now,
    )
    changes = ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=actor,
        reason="record trajectory",
        at=now,
        trajectories=(clean,),
        jobs=(job,) if trigger else (),
    )
    await parts.store.apply(changes)
    return Recorded(
        id=clean.id,
        status="queued" if trigger else "done",
        reflected=trigger is not None,
        reason=trigger.reason if trigger else "no trigger: nothing failed and it was short",
        job=job.id if trigger else None,
    )


async def run_reflect(parts: Parts, job: Job) -> None:
    """Run one ``reflect`` job: debrief, then admit the episode and the lessons in the transaction that ends the job."""
    scope = Scope(tenant=job.tenant, spaces=(job.space,))
    found = await parts.store.trajectories(scope, [job.payload["trajectory"]])
    if not found:
        raise NotFound("The trajectory of this job was deleted before it was debriefed.")
    report = debrief(found[0])
    drafts: list[Draft] = [Draft(memory=_episode(scope, found[0], report, parts))]
    joined: list[Change] = []
    for lesson in report.lessons:
        twin = await _same_lesson(parts, scope, lesson)
        if twin:
            joined.append(_join(twin, lesson, parts))
        else:
            drafts.append(Draft(memory=memory_of(scope, lesson, found[0], parts)))
    result = {"joined": [change.memory.id for change in joined]}
    along = Along(completes=job, result=result, changes=tuple(joined))
    admitted = await admit(parts, scope, drafts, actor=job.payload["actor"], reason="reflect", along=along)
    await project_now(parts, admitted.project_job)


def redacted(trajectory: Trajectory) -> Trajectory:
    """The trajectory without secrets and identity numbers: nothing else is ever written (S1)."""
    return replace(
        trajectory,
        goal=_clean(trajectory.goal),
        steps=tuple(_clean_step(step) for step in trajectory.steps),
    )


def _clean_step(step: Step) -> Step:
    return replace(
        step,
        args=_clean(scrub(dict(step.args))),
        result=_clean(step.result),
        error=_clean(step.error),
        thought=_clean(step.thought),
    )


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)[0] if value else value
    if isinstance(value, Mapping):
        return {key: _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    return value


def trajectory_id(trajectory: Trajectory) -> str:
    """An id from the content, so that importing the same run twice adds nothing."""
    shape = json.dumps(trajectory_to_dict(trajectory), sort_keys=True, ensure_ascii=False, default=str)
    return f"run-{hashlib.sha256(shape.encode('utf-8', 'replace')).hexdigest()[:24]}"


async def _is_cold(parts: Parts, scope: Scope) -> bool:
    where = all_of(Condition("kind", "eq", "experience"), Condition("status", "eq", "active"))
    page = await parts.store.find(scope, where, limit=parts.policy.reflect.cold)
    return len(page.memories) < parts.policy.reflect.cold


def lesson_claim(lesson: Experience) -> Claim:
    """Which failure of which tool a lesson is about, and what it changes: equal claims are the same lesson."""
    ops = json.dumps(lesson.to_dict()["adjustment"]["ops"], sort_keys=True, ensure_ascii=False)
    said = ops if lesson.adjustment.ops else lesson.adjustment.text
    digest = hashlib.sha256(f"{lesson.kind}|{lesson.polarity}|{said}".encode()).hexdigest()[:16]
    return Claim(entity=lesson.tool or "task", attribute=lesson.fingerprint or lesson.kind, value=digest)


async def _same_lesson(parts: Parts, scope: Scope, lesson: Experience) -> Memory | None:
    claim = lesson_claim(lesson)
    where = all_of(
        Condition("claim", "eq", claim.key), Condition("kind", "eq", "experience"), Condition("status", "eq", "active")
    )
    page = await parts.store.find(scope, where, limit=100)
    return next((memory for memory in page.memories if memory.claim == claim), None)


def _join(twin: Memory, lesson: Experience, parts: Parts) -> Change:
    """The same lesson again: evidence and contexts join, the more concrete text stays, a new version is made."""
    known = Experience.from_dict(twin.body or {})
    merged = lessons.merge(replace(known, id=twin.id), replace(lesson, last_seen=parts.now()))
    confidence = min(1.0, twin.confidence + parts.policy.write.merge_gain)
    counters = replace(twin.counters, stated=twin.counters.stated + 1)
    return update(
        twin,
        parts.now(),
        **fields_of(replace(merged, id=twin.id), twin.space),
        confidence=confidence,
        counters=counters,
    )


def fields_of(lesson: Experience, space: str) -> dict[str, Any]:
    """The fields of a memory that follow from the lesson it holds."""
    text = spoken(lesson)
    context = lesson.context
    return {
        "content": text,
        "content_hash": content_hash(text),
        "summary": lesson.adjustment.text,
        "keywords": tuple(dict.fromkeys((*context.tools, context.failure_type)))
        if context.failure_type
        else context.tools,
        "polarity": _polarity(lesson),
        "task_type": context.task_type or None,
        "stage": context.stage if context.stage_stated else None,
        "tools": tuple(sorted({same_place(tool) for tool in context.tools})),
        "body": {**lesson.to_dict(), "space": space},
    }


def memory_of(scope: Scope, lesson: Experience, trajectory: Trajectory, parts: Parts) -> Memory:
    """A lesson as a memory of kind ``experience``; a transient one says so in its tags."""
    now = parts.now()
    seen = replace(lesson, tenant=scope.tenant, space=scope.space, first_seen=lesson.first_seen or now, last_seen=now)
    trust = {"tool": TRUST["tool"], "user": TRUST["user"]}.get(seen.trust_tier, TRUST["agent"])
    return Memory(
        id="",
        tenant=scope.tenant,
        space=scope.space,
        kind="experience",
        claim=lesson_claim(seen),
        confidence=seen.confidence,
        importance=0.7,
        tags=(f"nature:{seen.nature}", f"lesson:{seen.kind}"),
        created_at=now,
        updated_at=now,
        occurred_at=trajectory.ended_at or trajectory.started_at,
        sources=(
            Source(
                type="agent",
                trust=trust,
                conversation=trajectory.session_id or None,
                messages=(trajectory.id,),
                extractor=EXTRACTOR,
            ),
        ),
        **fields_of(seen, scope.space),
    )


def spoken(lesson: Experience) -> str:
    """A lesson as one text: what it is searched by and shown as."""
    parts = [lesson.decision_point, lesson.adjustment.text, lesson.counter_example.text]
    return "\n".join(part for part in parts if part)


def _polarity(lesson: Experience) -> Polarity:
    match lesson.polarity:
        case "positive":
            return "positive"
        case "negative":
            return "negative"
        case _:
            return "neutral"


def _episode(scope: Scope, trajectory: Trajectory, report: Debrief, parts: Parts) -> Memory:
    now = parts.now()
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
        tags=(f"outcome:{report.outcome}",),
        body=episode.to_dict(),
        created_at=now,
        updated_at=now,
        occurred_at=trajectory.started_at or now,
        occurred_until=trajectory.ended_at,
        sources=(
            Source(
                type="agent",
                trust=TRUST["agent"],
                conversation=trajectory.session_id or None,
                messages=(trajectory.id,),
                extractor=EXTRACTOR,
            ),
        ),
    )


def outcomes_of(job: Job) -> tuple[Outcome, ...]:
    """What a finished reflect or extract job came to."""
    result: Mapping[str, Any] = job.result or {}
    rows: Sequence[Mapping[str, Any]] = result.get("outcomes", ())
    made = [Outcome(action=r["action"], id=r["id"], reason=r["reason"], also=tuple(r["also"])) for r in rows]
    made += [Outcome(action="merged", id=id_, reason="the same lesson again") for id_ in result.get("joined", ())]
    return tuple(made)
