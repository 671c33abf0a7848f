"""Following causal links: the reasons of a memory, and the reasons of those (M8)."""

from __future__ import annotations

from hindsight.domain.filters import Condition, Not
from hindsight.domain.memory import Memory, Scope
from hindsight.services.govern import one
from hindsight.services.parts import Parts

_MOST = 100
_TOLD = Not(Condition("status", "in", ("deleted", "quarantined")))


async def reasons(parts: Parts, scope: Scope, id_: str) -> tuple[Memory, ...]:
    """What was given as the reason of a memory, nearest first; at most 100. NotFound when it is unknown.

    A reason that is history by now is still the reason; one that was forgotten is not told.
    """
    start = await one(parts, scope, id_)
    private = scope.private
    found: dict[str, Memory] = {}
    frontier = start.because
    while frontier and len(found) < _MOST:
        reached = await parts.store.get(private, frontier, _TOLD)
        found |= {memory.id: memory for memory in reached}
        beyond = dict.fromkeys(cause for memory in reached for cause in memory.because)
        frontier = tuple(cause for cause in beyond if cause not in found and cause != start.id)
    return tuple(found.values())[:_MOST]
