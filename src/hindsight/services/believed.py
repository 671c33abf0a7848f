"""What was believed at a time: memories as their revisions then said, exactly (R8).

The indexes hold what memories say today. They bring the candidates; each is then read as it was, and judged by that.
What has been worded anew since is found by its words of then.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from hindsight.domain.analysis import query_terms, tokens
from hindsight.domain.filters import Condition, all_of, matcher
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Found, Plan
from hindsight.services.parts import Parts

_MOST = 1000
"""Memories changed since that are looked through for other words; of more the latest changed by order of arrival."""


async def as_believed(parts: Parts, plan: Plan, memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """``memories`` as they were at ``plan.known_at``, without those that nobody believed then; as they are without."""
    if plan.known_at is None:
        return tuple(memories)
    then = await _then(parts, plan.scope, memories, plan.known_at)
    return tuple(filter(matcher(plan.believed), then.values()))


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
    then = await _then(parts, plan.scope, page.memories, plan.known_at)
    for memory in page.memories:
        earlier = then.get(memory.id)
        if earlier is None or earlier.content == memory.content:
            continue
        held = set(tokens(earlier.content))
        share = sum(term.weight for term in terms if term.term in held) / asked
        if share:
            found.append(Found(memory.id, share, memory.source.name))
    return sorted(found, key=lambda item: -item.score)


async def _then(parts: Parts, scope: Scope, memories: Sequence[Memory], known_at: datetime) -> dict[str, Memory]:
    """The revision of each at ``known_at``, by id, in their order; those not known yet are left out."""
    changed = [memory.id for memory in memories if memory.updated_at > known_at]
    history = await parts.store.history(scope, changed) if changed else {}
    then: dict[str, Memory] = {}
    for memory in memories:
        revisions = history.get(memory.id, (memory,))
        known = [revision for revision in revisions if revision.updated_at <= known_at]
        if known:
            then[memory.id] = known[-1]
    return then
