"""What was believed at a time: memories as their revisions then said, exactly (R8).

The indexes hold what memories say today. They bring the candidates; each is then read as it was, and judged by that.
What has been worded anew since is found by its words of then.
"""

from __future__ import annotations

from collections.abc import Sequence

from hindsight.domain.analysis import query_terms, tokens
from hindsight.domain.filters import Condition, all_of, matcher
from hindsight.domain.memory import Memory
from hindsight.domain.query import Found, Plan
from hindsight.services.parts import Parts

_MOST = 1000
"""Memories changed since that are looked through for other words; of more the latest changed by order of arrival."""


async def as_believed(parts: Parts, plan: Plan, memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """``memories`` as they were at ``plan.known_at``, without those that nobody believed then; as they are without."""
    if plan.known_at is None:
        return tuple(memories)
    then = [await _then(parts, plan, memory) for memory in memories]
    believed = matcher(plan.believed)
    return tuple(memory for memory in then if memory is not None and believed(memory))


async def by_earlier_words(parts: Parts, plan: Plan, degraded: list[str]) -> Sequence[Found]:
    """Memories whose words of then differ from those of today, by the share of the question that these held, 0–1."""
    if plan.known_at is None:
        return ()
    changed = all_of(plan.where, Condition("updated_at", "gt", plan.known_at))
    page = await parts.store.find(plan.scope, changed, limit=_MOST)
    if page.cursor is not None:
        degraded.append(f"known_at: only {_MOST} of the memories changed since were searched by their earlier words")
    terms = query_terms(plan.text)
    asked = sum(term.weight for term in terms) or 1.0
    found: list[Found] = []
    for memory in page.memories:
        earlier = await _then(parts, plan, memory)
        if earlier is None or earlier.content == memory.content:
            continue
        held = set(tokens(earlier.content))
        share = sum(term.weight for term in terms if term.term in held) / asked
        if share:
            found.append(Found(memory.id, share, memory.source.name))
    return sorted(found, key=lambda item: -item.score)


async def _then(parts: Parts, plan: Plan, memory: Memory) -> Memory | None:
    """The revision of ``memory`` at ``known_at``; None when it was not known yet."""
    assert plan.known_at is not None  # noqa: S101 - asked for only with it
    if memory.updated_at <= plan.known_at:
        return memory
    revisions = await parts.store.history(plan.scope, memory.id)
    return next((each for each in reversed(revisions) if each.updated_at <= plan.known_at), None)
