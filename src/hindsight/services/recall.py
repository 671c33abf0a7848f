"""Recall: plan → routes in parallel → fuse → hydrate from the store → weigh → hits with reasons (R1–R12).

The read path never writes. What an index returns is only a candidate: the store re-checks scope, status, validity and
the caller's filter, so a stale or wrong index can lose recall, never leak or resurrect.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight.domain.answer import Recall
from hindsight.domain.memory import Memory
from hindsight.domain.plan import KINDS_OF
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Explanation, Found, Hit, Plan, Why
from hindsight.domain.ranking import blend, factors, ranks, rrf, weigh
from hindsight.domain.text import normalise
from hindsight.domain.visibility import UNTRUSTED
from hindsight.services.parts import Parts
from hindsight.services.routes import Gathered, gather

_SMOOTHED = 50
"""How many of the best keyword matches lend to the turns beside them."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its relevance before and its score after weighing."""

    memory: Memory
    relevance: float
    score: float
    named: Mapping[str, float]


async def recall(parts: Parts, plan: Plan, *, explain: bool = False) -> Recall:
    """Answer ``plan``. An empty answer is an answer: nothing passed the floor."""
    gathered = await gather(parts, plan)
    start = time.perf_counter()
    relevance, memories = await hydrate(parts, plan, gathered)
    gathered.timings_ms["store"] = (time.perf_counter() - start) * 1000
    start = time.perf_counter()
    ranked = rank(plan, memories, relevance, gathered)
    chosen, left_out = choose(plan, ranked, relevance, parts.policy.recall)
    hits = _hits(chosen, gathered)
    gathered.timings_ms["ranking"] = (time.perf_counter() - start) * 1000
    explanation = None
    if explain:
        unseen = dict.fromkeys(relevance, "not visible now: other scope, status, validity or filter")
        shown = {item.memory.id for item in ranked}
        left_out = {**{id_: why for id_, why in unseen.items() if id_ not in shown}, **left_out}
        explanation = Explanation(
            intent=plan.intent,
            text=plan.text,
            spans=plan.spans,
            timings_ms=dict(gathered.timings_ms),
            left_out=left_out,
        )
    return Recall(hits=hits, degraded=tuple(sorted(gathered.degraded)), explanation=explanation)


async def hydrate(parts: Parts, plan: Plan, gathered: Gathered) -> tuple[dict[str, float], tuple[Memory, ...]]:
    """The best candidates as the store knows them, with their relevance."""
    policy = parts.policy.recall
    if plan.policy == "rrf_decay":
        relevance = rrf(gathered.found, policy.rrf_k)
    else:
        relevance = blend(gathered.found, policy, await _around(parts, plan, gathered.found.get("lexical", ())))
    most = max(plan.candidates, 2 * plan.limit)
    best = sorted(relevance, key=lambda id_: -relevance[id_])[:most]
    memories = await parts.store.get(plan.scope, best, plan.where)
    named = normalise(plan.text)
    for memory in memories:
        if memory.source.name and normalise(memory.source.name) in named:
            relevance[memory.id] += policy.speaker
    return relevance, memories


async def _around(parts: Parts, plan: Plan, lexical: Sequence[Found]) -> dict[str, list[str]]:
    """For the best keyword matches the turns beside them."""
    if not parts.policy.recall.neighbour or not lexical:
        return {}
    ids = [found.id for found in lexical[:_SMOOTHED]]
    around = await parts.store.neighbours(plan.scope, ids, 1)
    return {id_: [other.id for other in others if other.id != id_] for id_, others in around.items()}


def rank(plan: Plan, memories: Sequence[Memory], relevance: Mapping[str, float], gathered: Gathered) -> list[Ranked]:
    """Candidates by final score, best first; ties go to the newer one."""
    wanted = KINDS_OF[plan.intent]
    ranked: list[Ranked] = []
    for memory in memories:
        named = factors(plan.policy, memory, plan.now, gathered.similarity.get(memory.id, 0.0))
        if plan.policy == "default" and wanted:
            named["intent"] = 1.05 if memory.kind in wanted else 1.0
        score = weigh(plan.policy, relevance[memory.id], named)
        ranked.append(Ranked(memory, relevance[memory.id], score, named))
    ranked.sort(key=lambda item: (-item.score, -item.memory.seq))
    return ranked


def choose(
    plan: Plan, ranked: Sequence[Ranked], relevance: Mapping[str, float], policy: RecallPolicy
) -> tuple[list[Ranked], dict[str, str]]:
    """The best ``limit`` that pass the floor, few from any one untrusted source; and why not the others."""
    floor = 0.6 if plan.policy == "weighted" else policy.floor
    most = max(1, int(plan.limit * policy.untrusted_share))
    chosen: list[Ranked] = []
    held: dict[str, int] = {}
    left_out: dict[str, str] = {}
    for item in ranked:
        source = item.memory.source
        judged = item.named["similarity"] if plan.policy == "weighted" else relevance[item.memory.id]
        if judged < floor:
            left_out[item.memory.id] = f"relevance {judged:.3f} is below the floor of {floor:g}"
        elif len(chosen) >= plan.limit:
            left_out[item.memory.id] = f"ranked below the limit of {plan.limit}"
        elif source.trust <= UNTRUSTED and held.get(_who(item.memory), 0) >= most:
            left_out[item.memory.id] = f"its source already holds {most} of the results"
        else:
            chosen.append(item)
            held[_who(item.memory)] = held.get(_who(item.memory), 0) + 1
    return chosen, left_out


def _who(memory: Memory) -> str:
    return f"{memory.source.type}:{memory.source.url or memory.source.name or ''}"


def _hits(chosen: Sequence[Ranked], gathered: Gathered) -> tuple[Hit, ...]:
    placed: Mapping[str, Mapping[str, int]] = ranks(gathered.found)
    scores: dict[tuple[str, str], float] = {
        (route, item.id): item.score for route, found in gathered.found.items() for item in found
    }
    return tuple(
        Hit(
            memory=item.memory,
            score=min(1.0, item.score),
            why=Why(
                routes=dict(placed.get(item.memory.id, {})),
                scores={route: scores[route, item.memory.id] for route in placed.get(item.memory.id, {})},
                factors={"relevance": item.relevance, **item.named},
            ),
        )
        for item in chosen
    )
