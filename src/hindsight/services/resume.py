"""What was interrupted and can go on (X3), and recorded paths that can be played again (X13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hindsight.domain.errors import InvalidInput
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.procedure import Call, parameters, replay
from hindsight.services.govern import one
from hindsight.services.lessons import lesson_of, situations_of
from hindsight.services.parts import Parts
from hindsight.services.patterns import DEBRIEF

_LOOKED_AT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """An interrupted task: ``done`` are the calls that changed something, ``pending`` the one to go on with.

    ``last_good_step`` counts from 0 (None: nothing had worked yet). ``episode`` is the id of its debrief.
    """

    episode: str
    trajectory: str
    goal: str
    task_type: str
    last_good_step: int | None
    done: tuple[str, ...]
    pending: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A recorded path, filled in: ``calls`` in order; ``parameters`` with the values they have here."""

    id: str
    goal: str
    parameters: Mapping[str, Any]
    calls: tuple[Call, ...]


async def unfinished(parts: Parts, scope: Scope, *, limit: int) -> tuple[Unfinished, ...]:
    """Interrupted tasks that no later run of the same goal brought to an end, newest first."""
    private = scope.private
    where = all_of(
        Condition("kind", "eq", "episode"), Condition("tags", "contains", DEBRIEF), Condition("status", "eq", "active")
    )
    page = await parts.store.find(private, where, limit=_LOOKED_AT)
    ended: set[str] = set()
    found: list[Unfinished] = []
    for memory in page.memories:
        goal = str((memory.body or {}).get("task_goal", ""))
        if goal not in ended and "outcome:interrupted" in memory.tags and len(found) < limit:
            found.append(_unfinished(memory))
        ended.add(goal)
    return tuple(found)


def _unfinished(memory: Memory) -> Unfinished:
    body: Mapping[str, Any] = memory.body or {}
    resume: Mapping[str, Any] = body.get("resume") or {}
    return Unfinished(
        episode=memory.id,
        trajectory=str(body.get("trajectory", "")),
        goal=str(body.get("task_goal", "")),
        task_type=str(body.get("task_type", "")),
        last_good_step=resume.get("last_good_step"),
        done=tuple(resume.get("done", ())),
        pending=str(resume.get("pending", "")),
        at=memory.when,
    )


async def procedure(parts: Parts, scope: Scope, id_: str, values: Mapping[str, Any] | None) -> Procedure:
    """A recorded path with these values in place of the recorded ones. NotFound; InvalidInput: it is none."""
    memory = await one(parts, scope, id_)
    if memory.kind != "experience":
        raise InvalidInput(f"Memory {id_!r} is no experience.")
    lesson = lesson_of(memory)
    try:
        calls = replay(lesson, values)
    except ValueError as error:
        raise InvalidInput(f"{error}.") from None
    situations = situations_of(memory)
    return Procedure(
        id=memory.id,
        goal=situations[-1] if situations else lesson.decision_point,
        parameters={**parameters(lesson), **(values or {})},
        calls=calls,
    )
