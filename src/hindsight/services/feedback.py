"""Feedback: what was used and how it went moves counters, and experiences through their lifecycle (M3, X9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from hindsight.domain.change import Change
from hindsight.domain.errors import NotFound
from hindsight.domain.experience import Outcome as Applied
from hindsight.domain.experience import advance, count
from hindsight.domain.memory import Counters, Memory, Scope
from hindsight.domain.policy import LifecyclePolicy
from hindsight.services.govern import commit
from hindsight.services.lessons import lesson_of, with_outcome
from hindsight.services.newest import on_newest
from hindsight.services.parts import Parts


async def feed_back(
    parts: Parts, scope: Scope, ids: Sequence[str], *, used: bool, outcome: str | None, note: str | None, actor: str
) -> tuple[Memory, ...]:
    """Count the use of memories; NotFound names the first unknown id. Returns them as they are now."""

    async def write() -> None:
        memories = await parts.store.get(scope, ids)
        known = {memory.id for memory in memories}
        for id_ in ids:
            if id_ not in known:
                raise NotFound(f"There is no memory {id_!r} in space {scope.space!r}.")
        now = parts.now()
        lessons = [memory for memory in memories if memory.kind == "experience" and memory.body]
        policy = parts.policy.lifecycle
        changes = [_learn(memory, policy, used=used, outcome=outcome, note=note, now=now) for memory in lessons]
        touches = {memory.id: _counted(used=used, outcome=outcome) for memory in memories}
        await commit(parts, scope, changes, actor=actor, reason=_reason(note), touches=touches)

    await on_newest(write)
    return await parts.store.get(scope, ids)


def _counted(*, used: bool, outcome: str | None) -> Counters:
    return Counters(
        stated=0,
        retrieved=int(not used),
        accessed=int(used),
        successes=int(used and outcome == "success"),
        failures=int(used and outcome == "failure"),
    )


def _learn(
    memory: Memory, policy: LifecyclePolicy, *, used: bool, outcome: str | None, note: str | None, now: datetime
) -> Change:
    """An experience after explicit feedback: used and failed counts as recurred, the user's "wrong" at once (X9)."""
    lesson = lesson_of(memory)
    applied = Applied(applied=used, recurred=used and outcome == "failure")
    counters = count(lesson.counters, applied, outcome)
    pinned = lesson.pinned or note == "pinned"
    state = advance(lesson.state, counters, marked_wrong=note == "wrong", pinned=pinned, policy=policy)
    return with_outcome(memory, replace(lesson, counters=counters, state=state, pinned=pinned), now)


def _reason(note: str | None) -> str:
    return f"feedback: {note}" if note in ("wrong", "pinned") else "feedback"
