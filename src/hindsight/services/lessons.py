"""A lesson as a memory of kind ``experience``: what it is found by, what identifies it, how two of them join."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from hindsight.domain import experience as lessons
from hindsight.domain.change import Change, update
from hindsight.domain.debrief import Debrief
from hindsight.domain.debrief.binding import bound, unbound
from hindsight.domain.debrief.diff import goal_words
from hindsight.domain.debrief.wording import language
from hindsight.domain.duplicates import MOST_SITUATIONS
from hindsight.domain.experience import Experience, Outcome, count, sealed
from hindsight.domain.experience.conditions import excludes, told_apart
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Claim, Memory, Polarity, Scope, Source
from hindsight.domain.policy import LifecyclePolicy, Policy
from hindsight.domain.proof import proven, runs_of
from hindsight.domain.text import content_hash
from hindsight.domain.tools import same_place
from hindsight.services.parts import Parts

_SITUATION = 600
_SAME_FAILURE = 100
_MOST_NAMES = 2


def lesson_of(memory: Memory) -> Experience:
    """The lesson that a memory of kind ``experience`` holds, under the memory's id."""
    return Experience.from_dict({**(memory.body or {}), "id": memory.id})


def situations_of(memory: Memory) -> tuple[str, ...]:
    """The tasks in which the lesson was learnt, newest last."""
    return tuple(str(item) for item in (memory.body or {}).get("situations", ()))


def lesson_claim(lesson: Experience) -> Claim:
    """Which failure of which tool a lesson is about, and what it changes: equal claims are the same lesson.

    Which wrong value a right one replaces is no matter: the agent had tried several.
    """
    ops = json.dumps(
        [{**op, "old": None} if op["op"] == "set" and not op["rule"] else op for op in _ops(lesson)],
        sort_keys=True,
        ensure_ascii=False,
    )
    said = ops if lesson.adjustment.ops else lesson.adjustment.text
    digest = hashlib.sha256(f"{lesson.kind}|{lesson.polarity}|{said}".encode()).hexdigest()[:16]
    return Claim(entity=lesson.tool or "task", attribute=lesson.fingerprint or lesson.kind, value=digest)


def _ops(lesson: Experience) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = lesson.to_dict()["adjustment"]["ops"]
    return made


def failure_key(tool: str, fingerprint: str) -> str:
    """The key under which the lessons about a failure are found: ``Claim.key`` of theirs."""
    return Claim(entity=tool, attribute=fingerprint, value="").key


async def about_failures(parts: Parts, scope: Scope, keys: Sequence[str]) -> tuple[Memory, ...]:
    """The active experiences of the private space about failures with these keys (see :func:`failure_key`)."""
    if not keys:
        return ()
    where = all_of(
        Condition("claim", "in", tuple(keys)),
        Condition("kind", "eq", "experience"),
        Condition("status", "eq", "active"),
    )
    private = scope.private
    return (await parts.store.find(private, where, limit=_SAME_FAILURE)).memories


async def with_tools(parts: Parts, scope: Scope, report: Debrief) -> tuple[Memory, ...]:
    """The newest active lessons of the private space that change arguments of tools which the run used."""
    used = tuple(sorted({same_place(tool) for tool in report.episode.tools_used}))
    if not used:
        return ()
    where = all_of(
        Condition("kind", "eq", "experience"),
        Condition("status", "eq", "active"),
        Condition("tags", "contains", "lesson:changed_arguments"),
        Condition("tools", "within", used),
    )
    private = scope.private
    return (await parts.store.find(private, where, limit=_SAME_FAILURE)).memories


async def same_lesson(parts: Parts, scope: Scope, lesson: Experience) -> Memory | None:
    """The stored experience that says the same about the same failure; an archived one too: it can be revived."""
    claim = lesson_claim(lesson)
    where = all_of(
        Condition("claim", "eq", claim.key),
        Condition("kind", "eq", "experience"),
        Condition("status", "in", ("active", "archived")),
    )
    page = await parts.store.find(scope, where, limit=_SAME_FAILURE)
    return next((memory for memory in page.memories if memory.claim == claim), None)


async def settled(parts: Parts, scope: Scope, lesson: Experience, goal: str) -> Experience:
    """The lesson, as what is known of the same failure leaves it.

    Where another value for the same argument helped with other arguments beside it, those become its conditions. Where
    nothing tells the cases apart and the other value never helped again, the lesson is that the value differs;
    not so where this one has been borne out. A lesson that is new takes on what others say against it: each counts like
    a run in which another value went well.
    """
    places = _literals(lesson)
    if not places or not lesson.fingerprint:
        return lesson
    where = all_of(
        Condition("claim", "eq", lesson_claim(lesson).key),
        Condition("kind", "eq", "experience"),
        Condition("status", "in", ("active", "archived")),
    )
    opposed: list[Experience] = []
    borne_out, policy, own = False, parts.policy.lifecycle, lesson_claim(lesson)
    first = True
    for memory in (await parts.store.find(scope, where, limit=_SAME_FAILURE)).memories:
        known = lesson_of(memory)
        first = first and memory.claim != own
        borne_out = borne_out or (
            _put(known) == _put(lesson)
            and known.state in ("new", "active")
            and _confirmed(known)
            and proven(known, policy)
        )
        if not _opposed(known, lesson, places) or excludes(lesson, known):
            continue
        named = goal_words("\n".join((goal, *situations_of(memory))))
        conditions = told_apart(lesson, known, named)
        if conditions:
            asked = tuple(dict.fromkeys((*lesson.context.preconditions, *conditions)))
            lesson = sealed(replace(lesson, context=replace(lesson.context, preconditions=asked)))
        elif not excludes(known, lesson):
            opposed.append(known)
    varies = not borne_out and any(_varies(known, policy) for known in opposed)
    if varies:
        return unbound(lesson, language(goal))
    against = sum(bool(runs_of(known)) for known in opposed) if first else 0
    return replace(lesson, counters=replace(lesson.counters, unneeded=lesson.counters.unneeded + against))


def _opposed(known: Experience, lesson: Experience, places: frozenset[str]) -> bool:
    """Of the same arguments, the known lesson says that they vary, or it sets another value."""
    if any(op.rule == "another" and op.path in places for op in known.adjustment.ops):
        return True
    return _literals(known) == places and _put(known) != _put(lesson)


def _varies(known: Experience, policy: LifecyclePolicy) -> bool:
    """The known lesson says that the value varies, or its own, seen to help once, was refuted, or is not proven."""
    if any(op.rule == "another" for op in known.adjustment.ops):
        return True
    refuted = known.state in ("suspect", "archived") and known.counters.fail_after > 0
    return bool(runs_of(known)) and not _confirmed(known) and (refuted or not proven(known, policy))


def _confirmed(known: Experience) -> bool:
    """It helped once more, or a second run came to it by itself."""
    return known.counters.ok_after > 0 or len(runs_of(known)) > 1


def _literals(lesson: Experience) -> frozenset[str]:
    """The arguments that a lesson sets to one literal value."""
    return frozenset(_put(lesson))


def _put(lesson: Experience) -> dict[str, str]:
    """The literal values that a lesson sets, by argument."""
    return {op.path: repr(op.new) for op in lesson.adjustment.ops if op.op in ("set", "add") and not op.rule}


def joined(twin: Memory, lesson: Experience, situation: str, now: datetime, policy: Policy) -> Change:
    """The same lesson learnt again: evidence and contexts join, the more concrete text stays, a new version is made.

    A run that came to it by itself is a success of what it says: it brings a suspect nearer to recovery, and an
    archived one back, as new or, where it had failed, as a suspect.
    """
    known = lesson_of(twin)
    merged = lessons.merge(known, replace(lesson, last_seen=now))
    merged = bound(merged, language(merged.adjustment.text))
    state, counters = known.state, merged.counters
    if set(merged.context.preconditions) - set(known.context.preconditions):
        counters = replace(counters, unneeded=0)  # what spoke against it was another case
    if state == "suspect":
        counters = count(counters, Outcome(applied=True, recurred=False), "success")
        state = lessons.advance(state, counters, pinned=merged.pinned, policy=policy.lifecycle)
    elif state == "archived":
        state = "suspect" if counters.fail_after else "new"
        counters = replace(counters, streak=0)
    merged = replace(merged, id=twin.id, state=state, counters=counters)
    counted = replace(twin.counters, stated=twin.counters.stated + 1)
    said = (*(item for item in situations_of(twin) if item != situation), situation)[-MOST_SITUATIONS:]
    return update(
        twin,
        now,
        **fields_of(merged, twin.space, tuple(item for item in said if item)),
        status="archived" if state == "archived" else "active",
        confidence=min(1.0, twin.confidence + policy.write.merge_gain),
        counters=counted,
    )


def with_outcome(memory: Memory, lesson: Experience, now: datetime) -> Change:
    """The memory after counters and state of its lesson moved; what it says stays as it is."""
    status = "archived" if lesson.state == "archived" else memory.status
    return update(memory, now, body={**(memory.body or {}), **lesson.to_dict()}, status=status)


def fields_of(lesson: Experience, space: str, situations: Sequence[str]) -> dict[str, Any]:
    """The fields of a memory that follow from the lesson it holds."""
    text = spoken(lesson, situations)
    context = lesson.context
    return {
        "content": text,
        "content_hash": content_hash(text),
        "summary": lesson.adjustment.text,
        "keywords": tuple(dict.fromkeys((*situations, *(_named(tool) for tool in context.tools[:_MOST_NAMES])))),
        "polarity": _polarity(lesson),
        "task_type": context.task_type or None,
        "stage": context.stage if context.stage_stated else None,
        "tools": tuple(sorted({same_place(tool) for tool in context.tools})),
        "body": {**lesson.to_dict(), "space": space, "situations": list(situations)},
    }


def memory_of(lesson: Experience, source: Source, situation: str, scope: Scope, now: datetime) -> Memory:
    """A new lesson as a memory; a transient one says so in its tags."""
    seen = replace(lesson, tenant=scope.tenant, space=scope.space, first_seen=lesson.first_seen or now, last_seen=now)
    situation = situation.strip()[:_SITUATION]
    return Memory(
        id="",
        tenant=scope.tenant,
        space=scope.space,
        kind="experience",
        claim=lesson_claim(seen),
        confidence=seen.confidence,
        importance=0.7,
        tags=(f"nature:{seen.nature}", f"lesson:{seen.kind}", *(("unverified",) if seen.nature == "transient" else ())),
        created_at=now,
        updated_at=now,
        sources=(source,),
        **fields_of(seen, scope.space, (situation,) if situation else ()),
    )


def spoken(lesson: Experience, situations: Sequence[str]) -> str:
    """A lesson as one text: what it is searched by and shown as."""
    parts = [*situations, lesson.decision_point, lesson.adjustment.text, lesson.counter_example.text]
    return "\n".join(part for part in parts if part)


def _named(tool: str) -> str:
    """A tool's name as words: what it is called is half of what it does."""
    return tool.removeprefix("shell:").replace("_", " ")


def _polarity(lesson: Experience) -> Polarity:
    match lesson.polarity:
        case "positive":
            return "positive"
        case "negative":
            return "negative"
        case _:
            return "neutral"
