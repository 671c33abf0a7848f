"""What is said in one session after the other is a pattern, noticed after an admission and written once (W7)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from hindsight.domain.errors import HindsightError
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.recurrence import may_recur, pattern_of, sessions_of
from hindsight.services.admit import Draft, Outcome, admit
from hindsight.services.parts import Parts
from hindsight.services.project import embedded, project_now

logger = logging.getLogger("hindsight.worker")

_KEPT = ("added", "merged", "duplicate", "superseded")


async def notice(parts: Parts, scope: Scope, outcomes: Sequence[Outcome], *, actor: str) -> None:
    """Write the patterns that ``outcomes`` complete. What is admitted stays, whatever goes wrong here.

    A pattern that is missed is noticed when it comes up the next time.
    """
    try:
        drafts = [Draft(memory=memory) for memory in await _patterns(parts, scope, outcomes)]
        if drafts:
            admitted = await admit(parts, scope, drafts, actor=actor, reason="pattern")
            await project_now(parts, admitted.project_job)
    except HindsightError as error:
        logger.warning("patterns were not looked for: %s", error)


async def _patterns(parts: Parts, scope: Scope, outcomes: Sequence[Outcome]) -> list[Memory]:
    private = Scope(tenant=scope.tenant, spaces=(scope.space,))
    ids = dict.fromkeys(outcome.id for outcome in outcomes if outcome.id and outcome.action in _KEPT)
    if not ids:
        return []
    found: list[Memory] = []
    for memory in await parts.store.get(private, list(ids)):
        if not may_recur(memory):
            continue
        alike = await _alike(parts, private, memory)
        pattern = pattern_of([memory, *alike], parts.policy.write.recurring)
        if pattern and not await _is_noticed(parts, private, pattern.derived_from):
            found.append(pattern)
    return found


async def _alike(parts: Parts, scope: Scope, memory: Memory) -> list[Memory]:
    """Episodes of other times that say the same: they are memories of their own, all else was merged."""
    if memory.kind != "episode" or parts.embedder is None or parts.vectors is None:
        return []
    same = all_of(Condition("status", "eq", "active"), Condition("kind", "eq", "episode"))
    (vector,) = await parts.embedder.embed([embedded(memory)], "passage")
    near = await parts.vectors.search(scope, vector, same, parts.policy.write.neighbours)
    ids = [
        item.id
        for item in near
        if item.id != memory.id and parts.embedder.similarity(item.score) >= parts.policy.write.duplicate
    ]
    return [other for other in await parts.store.get(scope, ids) if sessions_of(other)]


async def _is_noticed(parts: Parts, scope: Scope, ids: Sequence[str]) -> bool:
    """Whether there is, or was, an insight from any of these: one that was taken back does not return."""
    where = all_of(Condition("derived_from", "in", tuple(ids)), Condition("kind", "eq", "insight"))
    return bool((await parts.store.find(scope, where, limit=1)).memories)
