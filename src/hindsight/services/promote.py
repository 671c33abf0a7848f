"""Promotion (X11): what several episodes confirmed becomes an insight of its own, linked to where it came from."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight.domain.change import Change
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import TRUST, Memory, Scope, Source
from hindsight.domain.proof import runs_of
from hindsight.services.admit import Draft
from hindsight.services.lessons import lesson_of
from hindsight.services.parts import Parts

_PASSING = ("plain_retry", "minimal_path", "unrepaired", "loop")


async def promoted(parts: Parts, scope: Scope, changes: Sequence[Change]) -> list[Draft]:
    """An insight for each lesson that its newest evidence lifted over the number of confirming runs."""
    drafts: list[Draft] = []
    for change in changes:
        if change.before is None or not _crossed(change.before, change.memory, parts.policy.reflect.confirmations):
            continue
        runs = runs_of(lesson_of(change.memory))
        where = all_of(
            Condition("origins", "in", runs), Condition("kind", "eq", "episode"), Condition("status", "eq", "active")
        )
        episodes = (await parts.store.find(scope, where, limit=len(runs))).memories
        drafts.append(Draft(memory=_insight(parts, change.memory, runs, [item.id for item in episodes])))
    return drafts


def _crossed(before: Memory, after: Memory, needed: int) -> bool:
    lesson = lesson_of(after)
    lasting = lesson.nature != "transient" and lesson.kind not in _PASSING and lesson.state in ("new", "active")
    return lasting and len(runs_of(lesson_of(before))) < needed <= len(runs_of(lesson))


def _insight(parts: Parts, memory: Memory, runs: tuple[str, ...], episodes: list[str]) -> Memory:
    lesson, now = lesson_of(memory), parts.now()
    about = " ".join(part for part in (lesson.tool, lesson.context.failure_type) if part)
    return Memory(
        id="",
        tenant=memory.tenant,
        space=memory.space,
        kind="insight",
        content=f"{about}: {lesson.adjustment.text}" if about else lesson.adjustment.text,
        confidence=min(1.0, memory.confidence),
        importance=0.7,
        task_type=memory.task_type,
        tools=memory.tools,
        tags=("promoted",),
        created_at=now,
        updated_at=now,
        sources=(
            Source(
                type="agent",
                trust=min(TRUST["agent"], memory.trust),
                messages=runs,
                extractor="promotion",
                derived_from=(memory.id, *episodes),
            ),
        ),
    )
