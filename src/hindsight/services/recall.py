"""Recall: plan → routes in parallel → fuse → hydrate from the store → weigh → hits with reasons (R1–R12).

The read path never writes. What an index returns is only a candidate: the store re-checks scope, status, validity and
the caller's filter, so a stale or wrong index can lose recall, never leak or resurrect.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight.domain.answer import Recall
from hindsight.domain.evidence import Loans, loans, signs
from hindsight.domain.memory import Memory
from hindsight.domain.plan import KINDS_OF
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Explanation, Hit, Plan, Why
from hindsight.domain.ranking import blend, factors, ranks, rrf, weigh
from hindsight.domain.visibility import UNTRUSTED
from hindsight.services.parts import Parts
from hindsight.services.routes import Gathered, gather


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its relevance before and its score after weighing."""

    memory: Memory
    relevance: float
    score: float
    named: Mapping[str, float]
    signs: Mapping[str, float]

    @property
    def matched(self) -> float:
        """What the routes alone say of it, about 0–1."""
        return self.relevance - sum(self.signs.values())


@dataclass(frozen=True, slots=True)
class Weighed:
    """Candidates that may be shown, relevance by id, and what was added to it beside the routes, by id and name."""

    memories: tuple[Memory, ...]
    relevance: Mapping[str, float]
    signs: Mapping[str, Mapping[str, float]]


async def recall(parts: Parts, plan: Plan, *, explain: bool = False) -> Recall:
    """Answer ``plan``. An empty answer is an answer: nothing passed the floor."""
    gathered = await gather(parts, plan)
    start = time.perf_counter()
    found = await weighed(parts, plan, gathered)
    gathered.timings_ms["store"] = (time.perf_counter() - start) * 1000
    start = time.perf_counter()
    ranked = rank(plan, found, gathered)
    chosen, left_out = choose(plan, ranked, parts.policy.recall, _least(plan, gathered, parts.policy.recall))
    hits = _hits(chosen, gathered)
    gathered.timings_ms["ranking"] = (time.perf_counter() - start) * 1000
    explanation = None
    if explain:
        unseen = dict.fromkeys(found.relevance, "not visible now: other scope, status, validity or filter")
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


async def weighed(parts: Parts, plan: Plan, gathered: Gathered) -> Weighed:
    """The best candidates as the store knows them, with their relevance and what it is made of."""
    policy = parts.policy.recall
    if plan.policy == "rrf_decay":
        relevance = rrf(gathered.found, policy.rrf_k)
    else:
        relevance = blend(gathered.found, policy, await _lent(parts, plan, gathered))
    most = max(plan.candidates, 2 * plan.limit)
    known = {memory.id: memory for memory in gathered.heads}
    best = sorted(relevance, key=lambda id_: -relevance[id_])[:most]
    unknown = [id_ for id_ in best if id_ not in known]
    known |= {memory.id: memory for memory in await parts.store.get(plan.scope, unknown, plan.where)}
    memories = tuple(known[id_] for id_ in best if id_ in known)
    words = {found.id: found.score for found in gathered.found.get("lexical", ())}
    added = {} if plan.policy == "rrf_decay" else signs(plan, memories, words, gathered.speakers, policy)
    for id_, named in added.items():
        relevance[id_] += sum(named.values())
    return Weighed(memories, relevance, added)


async def _lent(parts: Parts, plan: Plan, gathered: Gathered) -> Loans:
    """Which of the best keyword matches lend to which turns beside them."""
    policy = parts.policy.recall
    turns = [memory for memory in gathered.heads if memory.verbatim and memory.source.conversation]
    if not turns or not (policy.neighbour or policy.reply):
        return {}
    around = await parts.store.neighbours(plan.scope, [memory.id for memory in turns], 1)
    return loans(turns, around, policy)


def rank(plan: Plan, found: Weighed, gathered: Gathered) -> list[Ranked]:
    """Candidates by final score, best first; ties go to the newer one."""
    wanted = KINDS_OF[plan.intent]
    ranked: list[Ranked] = []
    for memory in found.memories:
        named = factors(plan.policy, memory, plan.now, gathered.similarity.get(memory.id, 0.0))
        if plan.policy == "default" and wanted:
            named["intent"] = 1.05 if memory.kind in wanted else 1.0
        relevance = found.relevance[memory.id]
        score = weigh(plan.policy, relevance, named)
        ranked.append(Ranked(memory, relevance, score, named, found.signs.get(memory.id, {})))
    ranked.sort(key=lambda item: (-item.score, -item.memory.seq))
    return ranked


def choose(
    plan: Plan, ranked: Sequence[Ranked], policy: RecallPolicy, least: float
) -> tuple[list[Ranked], dict[str, str]]:
    """The best ``limit`` that pass the floor, few from any one untrusted source; and why not the others.

    None when not one reaches ``least``: what is merely the best of the unrelated is no answer.
    """
    reached = max((item.matched for item in ranked), default=0.0)
    if reached < least:
        return [], {item.memory.id: f"nothing reaches {least:g}; the best has {reached:.3f}" for item in ranked}
    floor = 0.6 if plan.policy == "weighted" else policy.floor
    most = max(1, int(plan.limit * policy.untrusted_share))
    chosen: list[Ranked] = []
    held: Counter[str] = Counter()
    left_out: dict[str, str] = {}
    for item in ranked:
        judged = item.named["similarity"] if plan.policy == "weighted" else item.relevance
        if judged < floor:
            left_out[item.memory.id] = f"relevance {judged:.3f} is below the floor of {floor:g}"
        elif len(chosen) >= plan.limit:
            left_out[item.memory.id] = f"ranked below the limit of {plan.limit}"
        elif item.memory.source.trust <= UNTRUSTED and held[_who(item.memory)] >= most:
            left_out[item.memory.id] = f"its source already holds {most} of the results"
        else:
            chosen.append(item)
            held[_who(item.memory)] += 1
    return chosen, left_out


def _least(plan: Plan, gathered: Gathered, policy: RecallPolicy) -> float:
    """What the best candidate must reach: less where no vectors speak for it. Ranks and ages say no such thing."""
    if plan.policy in ("rrf_decay", "weighted"):
        return 0.0
    full = policy.lexical + policy.dense
    return policy.least if "dense" in gathered.found or not full else policy.least * policy.lexical / full


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
                factors={"relevance": item.relevance, **item.signs, **item.named},
            ),
        )
        for item in chosen
    )
