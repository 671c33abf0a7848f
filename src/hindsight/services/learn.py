"""A lesson that somebody hands in: the agent's own debrief, or what a person says. It passes the gates of every other.

X5: advice that names nothing to act on is refused with the reason. X7: what a passing failure taught stays passing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import anyio.to_thread

from hindsight.domain.debrief import assess
from hindsight.domain.debrief.classes import error_class, nature_of
from hindsight.domain.debrief.errors import see
from hindsight.domain.debrief.privacy import Redact, clean_op
from hindsight.domain.errors import InvalidInput, Refused
from hindsight.domain.experience import Adjustment, CounterExample, Experience, Op, context_of, sealed
from hindsight.domain.experience.record import OPERATIONS
from hindsight.domain.memory import Memory, Scope, Source
from hindsight.domain.tools import canonical
from hindsight.domain.trajectory import Step
from hindsight.services.admit import Along, Draft, Outcome, admit
from hindsight.services.lessons import joined, memory_of, same_lesson
from hindsight.services.newest import on_newest
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.screening import cleaner, is_held

EXTRACTOR = "handed in"
_OPS_FLOOR = 0.85
_OUTAGE = re.compile(
    r"\b(?:is|are|was|were) (?:currently |temporarily |always )?(?:down|offline|unreachable|overloaded|flaky"
    r"|unavailable|not (?:available|reachable|responding|working))\b|\b(?:outage|downtime|maintenance window)\b"
    r"|(?:挂了|宕机|不可用|连不上|没响应|无响应|维护中|服务器?(?:崩|忙))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What is handed in. ``tools``: those it needs, the one it is about first. ``error``: the one it answers, verbatim.

    ``ops`` are its executable changes: ``{"tool", "op", "path", "old", "new"}``.
    """

    situation: str
    adjustment: str
    tools: tuple[str, ...] = ()
    counter_example: str = ""
    error: str = ""
    task_type: str = ""
    stage: str = ""
    polarity: str = "positive"
    ops: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """What became of a lesson. ``action``: added, merged (the same lesson again), duplicate, review or quarantined.

    ``concreteness`` is its score, 0–1; ``nature`` says whether it is lasting.
    """

    id: str
    action: str
    concreteness: float
    nature: str
    reason: str = ""


async def learn(parts: Parts, scope: Scope, lesson: Lesson, source: Source, *, actor: str) -> Learnt:
    """Keep one lesson. Refused: it says nothing to act on, or the guard holds it; InvalidInput: a malformed op.

    Handed in twice at once, the second joins what the first one wrote.
    """
    return await on_newest(partial(_learn, parts, scope, lesson, source, actor=actor))


async def _learn(parts: Parts, scope: Scope, lesson: Lesson, source: Source, *, actor: str) -> Learnt:
    clean = cleaner(parts.policy.guard)
    experience = experience_of(lesson, source, clean)
    situation = clean(lesson.situation)
    twin = await same_lesson(parts, scope.private, experience)
    fresh = _draft(experience, situation, source, scope, parts)
    drafts: list[Draft] = []
    along = Along(first=True)
    if twin and not await anyio.to_thread.run_sync(is_held, fresh, parts.policy.guard):
        change = joined(twin, experience, situation, parts.now(), parts.policy)
        along = Along(changes=(change,))
    else:
        drafts = [Draft(memory=fresh)]
    admitted = await admit(parts, scope, drafts, actor=actor, reason="learn", along=along)
    await project_now(parts, admitted.project_job)
    outcome = admitted.outcomes[0] if admitted.outcomes else Outcome(action="merged", id=twin.id if twin else None)
    if outcome.id is None:
        raise Refused(f"The lesson is not kept: {outcome.reason}.")
    return Learnt(
        id=outcome.id,
        action=outcome.action,
        concreteness=experience.concreteness,
        nature=experience.nature,
        reason=outcome.reason,
    )


def experience_of(lesson: Lesson, source: Source, clean: Redact) -> Experience:
    """The lesson as an experience, past the gates. Refused and InvalidInput as :func:`learn`."""
    ops = tuple(clean_op(_op(given, lesson.tools), clean) for given in lesson.ops)
    text = clean(lesson.adjustment)
    found = assess(text)
    if found.platitude and not ops:
        raise Refused(
            f"The lesson is not kept, because {found.reason or 'it is too vague to act on'}.",
            hint=f"Say what to do: give {', '.join(found.missing[:4])}.",
        )
    tools = tuple(dict.fromkeys((*(canonical(tool) for tool in lesson.tools), *(op.tool for op in ops))))
    context = context_of(
        tools,
        task_type=lesson.task_type,
        stage=lesson.stage,
        stage_stated=bool(lesson.stage),
        failure_type=error_class(lesson.error) if lesson.error else "",
    )
    human = source.type in ("user", "operator")
    experience = Experience(
        context=context,
        adjustment=Adjustment(text=text, ops=ops),
        counter_example=CounterExample(text=clean("\n".join(filter(None, (lesson.counter_example, lesson.error))))),
        polarity=lesson.polarity,
        nature=_nature(lesson, cured=bool(ops)),
        kind="human" if human else "llm",
        concreteness=max(found.score, _OPS_FLOOR if ops else 0.0),
        confidence=0.9 if human else 0.6,
        trust_tier="user" if human else source.type,
        author="human" if human else "llm" if source.type == "agent" else source.type,
    )
    return sealed(_about(experience, lesson))


def _about(experience: Experience, lesson: Lesson) -> Experience:
    """With the keys of the failure it answers, so that later runs can be credited and patterns show it as the cure."""
    if not lesson.error or not experience.tool:
        return experience
    seen = see(Step(i=0, tool=experience.tool, error=lesson.error))
    return replace(experience, fingerprint=seen.fingerprint, coarse_key=seen.coarse_key)


def _nature(lesson: Lesson, *, cured: bool) -> str:
    """What only says that something does not answer right now passes by itself; a cure for it is lasting."""
    if lesson.error and not cured and lesson.polarity == "negative":
        return nature_of(error_class(lesson.error), lesson.error)
    if not cured and _OUTAGE.search(f"{lesson.adjustment}\n{lesson.counter_example}"):
        return "transient"
    return "permanent" if cured or lesson.error else "unknown"


def _op(given: Mapping[str, Any], tools: Sequence[str]) -> Op:
    unknown = sorted(set(given) - set(Op.__slots__))
    if unknown:
        raise InvalidInput(f"An operation has no {unknown[0]!r}.", hint=f"It takes: {', '.join(Op.__slots__)}.")
    tool, name = given.get("tool") or (tools[0] if tools else ""), given.get("op")
    if name not in OPERATIONS or not tool:
        raise InvalidInput(f"An operation names its tool, and its op is one of {', '.join(OPERATIONS)}, not {name!r}.")
    return Op(**{**given, "tool": canonical(str(tool))})


def _draft(experience: Experience, situation: str, source: Source, scope: Scope, parts: Parts) -> Memory:
    return memory_of(
        experience, replace(source, extractor=source.extractor or EXTRACTOR), situation, scope, parts.now()
    )
