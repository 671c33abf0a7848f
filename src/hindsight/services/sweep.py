"""Upkeep: raw steps go after days (X15), experiences that nobody was shown go to the archive (X9), what was deleted is
purged when its time for second thoughts is over (G1), and so are attachments that belong to no memory (M10).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight.domain.change import Change
from hindsight.domain.experience import LifecyclePolicy, advance
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.services.attach import collect_idle
from hindsight.services.govern import commit, purge_deleted
from hindsight.services.lessons import lesson_of, with_outcome
from hindsight.services.paging import pages
from hindsight.services.parts import Parts

_PAGE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What a sweep did in ``spaces`` spaces: raw ``trajectories`` dropped, experiences ``archived``, memories that
    were deleted ``purged``, ``attachments`` removed that belonged to none.
    """

    spaces: int = 0
    trajectories: int = 0
    archived: int = 0
    purged: int = 0
    attachments: int = 0


async def sweep(parts: Parts, *, tenant: str | None = None, actor: str = "sweep") -> Swept:
    """Sweep every space of a tenant (None: of all tenants). Safe to repeat, and to run in several processes."""
    spaces = await parts.store.spaces(tenant)
    dropped = archived = purged = 0
    before = parts.now() - timedelta(days=parts.policy.reflect.raw_days)
    deleted_before = parts.now() - timedelta(days=parts.policy.forget.purge_days)
    for space in spaces:
        scope = Scope(tenant=space.tenant, spaces=(space.name,))
        dropped += await parts.store.drop_evidence(scope, trajectories_before=before)
        async for changes in _idle(parts, scope):
            await commit(parts, scope, changes, actor=actor, reason="not shown for long")
            archived += len(changes)
        purged += len((await purge_deleted(parts, scope, deleted_before, actor=actor)).ids)
    orphaned = parts.now() - timedelta(hours=parts.policy.forget.orphan_h)
    removed = 0
    for owner in dict.fromkeys(space.tenant for space in spaces):
        removed += await collect_idle(parts, owner, orphaned)
    return Swept(spaces=len(spaces), trajectories=dropped, archived=archived, purged=purged, attachments=removed)


async def _idle(parts: Parts, scope: Scope) -> AsyncIterator[Sequence[Change]]:
    """Experiences that were not shown for ``idle_days``, a page at a time; pinned ones stay."""
    now, days = parts.now(), parts.policy.reflect.idle_days
    where = all_of(
        Condition("kind", "eq", "experience"),
        Condition("status", "eq", "active"),
        Condition("created_at", "lt", now - timedelta(days=days)),
    )
    async for page in pages(parts, scope, where, size=_PAGE):
        changes = [change for memory in page if memory.body for change in _archived(memory, now, days)]
        if changes:
            yield changes


def _archived(memory: Memory, now: datetime, days: float) -> list[Change]:
    lesson = lesson_of(memory)
    last = max(time for time in (memory.last_used_at, memory.updated_at, memory.created_at) if time)
    idle = (now - last) / timedelta(days=1)
    policy = LifecyclePolicy(archive_idle_days=days)
    state = advance(lesson.state, lesson.counters, pinned=lesson.pinned, idle_days=idle, policy=policy)
    return [with_outcome(memory, replace(lesson, state=state), now)] if state == "archived" else []
