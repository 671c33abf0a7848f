"""Fusing routes and weighing candidates: pure functions over scores and memories (R4, R6).

Relevance is about 0–1. The default blends absolute scores, not ranks: a rank says which candidate is better but never
whether any is good (docs/decisions/0003). ``rrf_decay`` uses reciprocal ranks (Cormack, Clarke, Büttcher 2009).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from hindsight.domain.memory import Memory
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Found, Route
from hindsight.domain.text import script

DAY_S = 86_400.0
_TOLD = 500
"""Characters of a memory that tell its language."""


def rrf(routes: Mapping[Route, Sequence[Found]], k: int) -> dict[str, float]:
    """Reciprocal rank fusion scaled to 0–1: 1 means first in every route."""
    fused: dict[str, float] = {}
    for found in routes.values():
        for rank, item in enumerate(found, start=1):
            fused[item.id] = fused.get(item.id, 0.0) + 1.0 / (k + rank)
    best = sum(1.0 / (k + 1) for found in routes.values() if found) or 1.0
    return {id_: score / best for id_, score in fused.items()}


def blend(routes: Mapping[Route, Sequence[Found]], weights: RecallPolicy) -> dict[str, float]:
    """The weighted sum of the routes' absolute scores, about 0–1; see :func:`unseen`."""
    lexical = {found.id: min(1.0, found.score) for found in routes.get("lexical", ())}
    dense = {found.id: max(0.0, found.score) for found in routes.get("dense", ())}
    graph = _scaled(routes.get("graph", ()))
    rest = unseen(routes, weights)
    timely = {found.id for found in routes.get("time", ())}
    return {
        id_: weights.lexical * lexical.get(id_, 0.0)
        + (weights.dense * dense[id_] if id_ in dense else rest)
        + weights.graph * graph.get(id_, 0.0)
        + weights.time * (id_ in timely)
        for id_ in dict.fromkeys((*lexical, *dense, *graph, *timely))
    }


def unseen(routes: Mapping[Route, Sequence[Found]], weights: RecallPolicy) -> float:
    """What a memory gets that the vector route did not return: a share of its last one, which it did not reach. As much
    as that one, short texts that hold a name asked for would pass longer ones that are about what is asked.
    """
    found = routes.get("dense", ())
    last = max(0.0, found[-1].score) if found else 0.0
    return weights.unseen * weights.dense * last


def reworded(words: Mapping[str, float], said: Mapping[str, float], weights: RecallPolicy) -> dict[str, float]:
    """What is added to relevance, by id, when part of the keyword weight goes to ``said``: the share of the question,
    0–1, that a memory says in whatever words. ``words``: the keyword scores.
    """
    weight = weights.lexical * weights.wording
    return {id_: weight * (share - min(1.0, words.get(id_, 0.0))) for id_, share in said.items()}


def foreign(question: str, memories: Iterable[Memory], weights: RecallPolicy) -> dict[str, float]:
    """What is added to the relevance, by id, of memories in the other language than ``question``: a text in its own
    language has a word in common with it by chance, and its vectors are nearer.
    """
    spoken = script(question)
    return {memory.id: weights.language for memory in memories if script(memory.content[:_TOLD]) != spoken}


def reordered(relevance: Mapping[str, float], verdict: Mapping[str, float], weight: float) -> dict[str, float]:
    """Relevance of the memories in ``verdict`` (0–1 each), dealt out anew by the blend of both: the best blend gets the
    highest relevance there was. So the scale stays, and no memory passes those that were not read.
    """
    best = sorted(verdict, key=lambda id_: -((1.0 - weight) * relevance[id_] + weight * verdict[id_]))
    return dict(zip(best, sorted((relevance[id_] for id_ in verdict), reverse=True), strict=True))


def _scaled(found: Sequence[Found]) -> dict[str, float]:
    best = max((item.score for item in found), default=0.0)
    return {item.id: item.score / best for item in found} if best > 0 else {}


def ranks(routes: Mapping[Route, Sequence[Found]], ids: Collection[str]) -> dict[str, dict[str, int]]:
    """For each of ``ids`` its rank (1 = best) in every route that found it."""
    placed: dict[str, dict[str, int]] = {}
    for route, found in routes.items():
        for rank, item in enumerate(found, start=1):
            if item.id in ids:
                placed.setdefault(item.id, {})[route] = rank
    return placed


def decay(age_s: float, half_life_days: float) -> float:
    """0–1: one half after each half-life; future times count as now."""
    return float(0.5 ** (max(0.0, age_s) / (half_life_days * DAY_S)))


def factors(policy: str, memory: Memory, now: datetime, similarity: float) -> dict[str, float]:
    """The named factors that ``policy`` multiplies relevance with (``weighted`` adds instead, see :func:`weigh`)."""
    match policy:
        case "rrf_decay":
            return {
                "age": 0.99 ** (_age_s(memory, now) / DAY_S),
                "use": 1.0 + 0.1 * min(10, memory.counters.accessed),
            }
        case "weighted":
            return {
                "similarity": similarity,
                "recency": decay(_age_s(memory, now), 7.0),
                "confidence": memory.confidence,
            }
        case "confidence":
            return {"confidence": memory.confidence}
        case _:
            return {
                "confidence": 0.9 + 0.1 * memory.confidence,
                "importance": 0.95 + 0.1 * memory.importance,
                "use": 1.0 + 0.02 * math.log1p(memory.counters.accessed),
                "outcome": _outcome(memory),
            }


def _age_s(memory: Memory, now: datetime) -> float:
    return max(0.0, (now - memory.when).total_seconds())


def _outcome(memory: Memory) -> float:
    """0.9–1.1 by the successes and failures it took part in (Laplace)."""
    ok, failed = memory.counters.successes, memory.counters.failures
    return 0.9 + 0.2 * (ok + 1) / (ok + failed + 2)


def weigh(policy: str, relevance: float, named: Mapping[str, float]) -> float:
    """The final score of a candidate from its relevance and factors."""
    if policy == "weighted":
        return 0.5 * named["similarity"] + 0.3 * named["recency"] + 0.2 * named["confidence"]
    return relevance * math.prod(named.values())


POLICIES: tuple[str, ...] = ("default", "rrf_decay", "weighted", "confidence")
"""The ranking policies that ``policy=`` names."""
