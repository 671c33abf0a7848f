"""What is said in one session after the other is a pattern, noticed after an admission and written once (W7)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from hindsight.domain.errors import HindsightError
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.recurrence import may_recur, pattern_of
from hindsight.services.admit import Admitted, Draft, admit
from hindsight.services.parts import Parts
from hindsight.services.project import project_now

logger = logging.getLogger("hindsight.worker")

_AGAIN = ("merged", "duplicate")


async def notice(parts: Parts, scope: Scope, admitted: Admitted, *, actor: str) -> None:
    """Write the patterns that an admission completes. What is admitted stays, whatever goes wrong here.

    A pattern that is missed is noticed when it comes up the next time.
    """
    try:
        drafts = [Draft(memory=memory) for memory in await _patterns(parts, scope, admitted)]
        if drafts:
            written = await admit(parts, scope, drafts, actor=actor, reason="pattern")
            await project_now(parts, written.project_job)
    except HindsightError as error:
        logger.warning("patterns were not looked for: %s", error)


async def _patterns(parts: Parts, scope: Scope, admitted: Admitted) -> list[Memory]:
    private = scope.private
    again = {outcome.id: None for outcome in admitted.outcomes if outcome.id and outcome.action in _AGAIN}
    ids = again | dict.fromkeys(admitted.alike)
    if not ids:
        return []
    found: list[Memory] = []
    for memory in await parts.store.get(private, list(ids)):
        if not may_recur(memory):
            continue
        pattern = pattern_of([memory, *admitted.alike.get(memory.id, ())], parts.policy.write.recurring)
        if pattern and not await _is_noticed(parts, private, pattern.derived_from):
            found.append(pattern)
    return found


async def _is_noticed(parts: Parts, scope: Scope, ids: Sequence[str]) -> bool:
    """Whether there is, or was, an insight from any of these: one that was taken back does not return."""
    where = all_of(Condition("derived_from", "in", tuple(ids)), Condition("kind", "eq", "insight"))
    return bool((await parts.store.find(scope, where, limit=1)).memories)
