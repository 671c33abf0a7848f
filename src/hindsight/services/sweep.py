"""Upkeep: raw steps go after days (X15), experiences that nobody was shown go to the archive (X9), what was deleted is
purged when its time for second thoughts is over (G1), and so are attachments that belong to no memory (M10).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from hindsight.domain.change import Change
from hindsight.domain.errors import HindsightError
from hindsight.domain.experience import advance
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.policy import LifecyclePolicy
from hindsight.services.attach import collect_idle
from hindsight.services.forget import purge_deleted
from hindsight.services.govern import commit
from hindsight.services.lessons import lesson_of, with_outcome
from hindsight.services.paging import pages
from hindsight.services.parts import Parts

logger = logging.getLogger("hindsight.worker")

_PAGE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What a sweep did in ``spaces`` spaces: raw ``trajectories`` dropped, experiences ``archived``, memories that
    were deleted ``purged``, ``attachments`` removed that belonged to none. ``failed`` says where it did not come to an
    end, and why; the next sweep tries again.
    """

    spaces: int = 0
    trajectories: int = 0
    archived: int = 0
    purged: int = 0
    attachments: int = 0
    failed: tuple[str, ...] = ()


async def sweep(parts: Parts, *, tenant: str | None = None, actor: str = "sweep") -> Swept:
    """Sweep every space of a tenant (None: of all tenants). Safe to repeat, and to run in several processes.

    A space that cannot be swept is named and does not keep the others from it. Raises what the store raises when it
    does not answer at all.
    """
    spaces = await parts.store.spaces(tenant)
    done = Counter[str]()
    failed: list[str] = []

    async def trying(what: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except HindsightError as error:
            await parts.store.backlog()  # Raises when it is not this place but the store that fails.
            logger.warning("%s is not swept: %s", what, error)
            failed.append(f"{what}: {error.code}: {error.message}")

    for space in spaces:
        scope = Scope(tenant=space.tenant, spaces=(space.name,))
        await trying(f"{space.tenant}/{space.name}", partial(_sweep_space, parts, scope, actor, done))
    for owner in dict.fromkeys(space.tenant for space in spaces):
        await trying(f"attachments of {owner}", partial(_sweep_attachments, parts, owner, done))
    return Swept(
        spaces=len(spaces),
        trajectories=done["trajectories"],
        archived=done["archived"],
        purged=done["purged"],
        attachments=done["attachments"],
        failed=tuple(failed),
    )


async def _sweep_space(parts: Parts, scope: Scope, actor: str, done: Counter[str]) -> None:
    before = parts.now() - timedelta(days=parts.policy.reflect.raw_days)
    deleted_before = parts.now() - timedelta(days=parts.policy.forget.purge_days)
    done["trajectories"] += await parts.store.drop_evidence(scope, trajectories_before=before)
    async for changes in _idle(parts, scope):
        await commit(parts, scope, changes, actor=actor, reason="not shown for long")
        done["archived"] += len(changes)
    done["purged"] += len((await purge_deleted(parts, scope, deleted_before, actor=actor)).ids)


async def _sweep_attachments(parts: Parts, tenant: str, done: Counter[str]) -> None:
    orphaned = parts.now() - timedelta(hours=parts.policy.forget.orphan_h)
    done["attachments"] += await collect_idle(parts, tenant, orphaned)


async def _idle(parts: Parts, scope: Scope) -> AsyncIterator[Sequence[Change]]:
    """Experiences that were not shown for ``idle_days``, a page at a time; pinned ones stay."""
    now, policy = parts.now(), parts.policy.lifecycle
    where = all_of(
        Condition("kind", "eq", "experience"),
        Condition("status", "eq", "active"),
        Condition("created_at", "lt", now - timedelta(days=policy.idle_days)),
    )
    async for page in pages(parts, scope, where, size=_PAGE):
        changes = [change for memory in page if memory.body for change in _archived(memory, now, policy)]
        if changes:
            yield changes


def _archived(memory: Memory, now: datetime, policy: LifecyclePolicy) -> list[Change]:
    lesson = lesson_of(memory)
    last = max(time for time in (memory.last_used_at, memory.updated_at, memory.created_at) if time)
    idle = (now - last) / timedelta(days=1)
    state = advance(lesson.state, lesson.counters, pinned=lesson.pinned, idle_days=idle, policy=policy)
    return [with_outcome(memory, replace(lesson, state=state), now)] if state == "archived" else []
