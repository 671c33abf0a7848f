"""Answers that are asked for again are kept, and given while nothing has changed that could change them (R13).

An answer is kept under its plan without the present moment, with the state of the spaces from before it was looked up.
It holds until one of them is written to by any process, another space may be read (the plan then differs), or a memory
of theirs ends or expires. What depends on the moment itself is not kept: ages in a ranking, what was believed when.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

from hindsight.domain.answer import Recall
from hindsight.domain.filters import And, Condition, Filter, Not, Or
from hindsight.domain.query import Plan
from hindsight.services.kept import Kept
from hindsight.services.parts import Parts
from hindsight.services.recall import recall

TIMELESS = frozenset({"default", "confidence"})
"""Ranking policies whose factors do not know the time."""
MOST_HITS = 50
"""Longer answers are not kept: the cache is bounded by its entries."""
_SOME_TIME = datetime(1970, 1, 1, tzinfo=UTC)


async def answered(parts: Parts, plan: Plan, *, explain: bool = False) -> Recall:
    """As :func:`hindsight.services.recall.recall`, from the cache where it still holds."""
    most = parts.policy.recall.cached
    if most < 1 or plan.policy not in TIMELESS or plan.known_at is not None:
        return await recall(parts, plan, explain=explain)
    start = time.perf_counter()
    among = parts.answers.kept
    fresh = await parts.store.freshness(plan.scope, plan.now)
    parts.answers.notice(fresh)
    key = replace(plan, now=_SOME_TIME, where=_timeless(plan.where, plan.now), believed=And(()))
    kept = parts.answers.kept.get(key)
    if kept and kept.holds(plan.now):
        parts.answers.kept.move_to_end(key)
        explanation = kept.answer.explanation
        if not explain or explanation is None:
            return replace(kept.answer, explanation=None)
        spent = {"cache": (time.perf_counter() - start) * 1000}
        return replace(kept.answer, explanation=replace(explanation, cached=True, timings_ms=spent))
    answer = await recall(parts, plan, explain=True)
    if not answer.degraded and len(answer.hits) <= MOST_HITS:
        parts.answers.keep(among, key, Kept(answer, plan.now, fresh), most)
    return answer if explain else replace(answer, explanation=None)


def _timeless(where: Filter, now: datetime) -> Filter:
    """``where`` with the present moment taken out where it only asks what has ended: :class:`Freshness` tells that."""
    match where:
        case And(parts):
            return And(tuple(_timeless(part, now) for part in parts))
        case Or(parts):
            return Or(tuple(_timeless(part, now) for part in parts))
        case Not(part):
            return Not(_timeless(part, now))
        case Condition("valid_to" | "expires_at", "gt", value) if value == now:
            return replace(where, value=_SOME_TIME)
        case _:
            return where
