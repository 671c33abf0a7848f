"""Recall: plan → routes in parallel → fuse → hydrate from the store → weigh → hits with reasons (R1–R12).

The read path never writes. What an index returns is only a candidate: the store re-checks scope, status, validity and
the caller's filter, so a stale or wrong index can lose recall, never leak or resurrect.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight.domain.answer import NOTHING, WORDLESS, Recall
from hindsight.domain.asking import says_something, without
from hindsight.domain.evidence import lifted, signs
from hindsight.domain.filters import Or, matcher, mentions
from hindsight.domain.memory import Memory
from hindsight.domain.newer import asks_for_the_present, renewed
from hindsight.domain.plan import KINDS_OF, in_spans
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Explanation, Hit, Plan, Why
from hindsight.domain.ranking import blend, factors, foreign, ranks, reordered, reworded, rrf, unseen, weigh
from hindsight.domain.timely import tells_of
from hindsight.domain.visibility import UNTRUSTED
from hindsight.domain.wanted import attributes_wanted, begins, settles
from hindsight.services.believed import as_believed
from hindsight.services.deadline import in_time
from hindsight.services.parts import Parts
from hindsight.services.routes import Gathered, gather

_READ = 40
"""How many of the best candidates are read for a short answer; thirty or a hundred measure the same."""
_LIFTING = 10
"""How many of them lift the turns beside them; eight or fifty measure the same."""
_SETTLED = 2
"""How many times what an answer must reach a claim has that is the answer."""
_REACH = 3
"""How many turns away."""


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
        """What the routes say of it, and whether it claims what is asked for, about 0–1."""
        return self.relevance - sum(value for name, value in self.signs.items() if name not in ("claim", "settled"))


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
    ranked = rank(plan, found, gathered, parts.policy.recall)
    chosen, left_out = choose(plan, ranked, gathered, parts.policy.recall)
    hits = _hits(chosen, gathered)
    gathered.timings_ms["ranking"] = (time.perf_counter() - start) * 1000
    explanation = None
    if explain:
        hidden = dict.fromkeys(found.relevance, "not among the best by the routes, or not visible now")
        shown = {item.memory.id for item in ranked}
        left_out = {**{id_: why for id_, why in hidden.items() if id_ not in shown}, **left_out}
        explanation = Explanation(
            intent=plan.intent,
            text=plan.text,
            spans=plan.spans,
            meant=plan.meant,
            timely=plan.timely,
            timings_ms=dict(gathered.timings_ms),
            left_out=left_out,
        )
    degraded = tuple(sorted({*plan.degraded, *gathered.degraded}))
    reason = "" if hits else NOTHING if says_something(plan.text) else WORDLESS
    return Recall(hits=hits, degraded=degraded, reason=reason, explanation=explanation)


async def weighed(parts: Parts, plan: Plan, gathered: Gathered) -> Weighed:
    """The best candidates as the store knows them, with their relevance and what it is made of."""
    policy = parts.policy.recall
    if plan.policy == "rrf_decay":
        relevance = rrf(gathered.found, policy.rrf_k)
        return Weighed(await _read(parts, plan, relevance), relevance, {})
    blended = blend(gathered.found, policy)
    memories = await _read(parts, plan, blended)
    read = {memory.id for memory in memories}
    memories += tuple(memory for memory in gathered.claims if memory.id not in read)
    blended |= {memory.id: unseen(gathered.found, policy) for memory in memories if memory.id not in blended}
    words = {found.id: found.score for found in gathered.found.get("lexical", ())}
    wording = reworded(words, await _said(parts, plan, gathered, memories), policy)
    abroad = foreign(plan.text, memories, policy)
    relevance = {id_: value + wording.get(id_, 0.0) + abroad.get(id_, 0.0) for id_, value in blended.items()}
    memories = tuple(sorted(memories, key=lambda memory: -relevance[memory.id]))
    rest = unseen(gathered.found, policy)
    around = await _around(parts, plan, memories)
    beside = lifted([memory for memory in memories if memory.id in around], around, relevance, rest, policy)
    memories += _lifted_in(plan, memories, around, beside)
    added = signs(plan, memories, words=words, beside=beside, speakers=gathered.speakers, weights=policy)
    for name, gains in (("wording", wording), ("language", abroad)):
        for id_, gain in gains.items():
            added[id_][name] = gain
    for id_ in _telling(plan, memories, gathered):
        added[id_]["told"] = policy.time
    total = {memory.id: blended.get(memory.id, rest) + sum(added[memory.id].values()) for memory in memories}
    for name, lift in (("newer", _renewed), ("settled", _settled)):
        for id_, gain in lift(plan, memories, total, policy).items():
            added[id_][name] = gain
            total[id_] += gain
    for id_, gain in (await _reread(parts, plan, gathered, memories, total)).items():
        added[id_]["rerank"] = gain
        total[id_] += gain
    return Weighed(memories, blended | total, added)


def _renewed(
    plan: Plan, memories: Sequence[Memory], total: Mapping[str, float], policy: RecallPolicy
) -> Mapping[str, float]:
    """What tells of a later state gains where the question is about the present, and not about a time that it names."""
    past = plan.spans or plan.known_at is not None or mentions(plan.where, "valid_from")
    if past or not policy.newer or not asks_for_the_present(plan.text):
        return {}
    return renewed(plan.text, sorted(memories, key=lambda memory: -total[memory.id]), total, policy.newer)


def _settled(
    plan: Plan, memories: Sequence[Memory], total: Mapping[str, float], policy: RecallPolicy
) -> Mapping[str, float]:
    """A claim that is the answer passes whatever has the words of the question: "I moved to Bergen" has none."""
    wanted = attributes_wanted(plan.text)
    if plan.spans or not policy.claim or not wanted or not asks_for_the_present(plan.text):
        return {}
    right = {memory.id for memory in memories if settles(memory, plan.text, wanted)}
    # Where no claim says it, the last turn that tells of a beginning does.
    begun = [memory for memory in memories if begins(memory, plan.text, wanted)] if not right else []
    right |= {max(begun, key=lambda memory: memory.when).id} if begun else set()
    best = max((total[memory.id] for memory in memories if memory.id not in right), default=0.0)
    goal = max(best + policy.newer, _SETTLED * policy.least)
    return {id_: goal - total[id_] for id_ in right if total[id_] < goal}


async def _said(parts: Parts, plan: Plan, gathered: Gathered, memories: Sequence[Memory]) -> Mapping[str, float]:
    """By id the share of the question that a memory says in whatever words; who speaks is a matter of its own."""
    if parts.wording is None or not parts.policy.recall.wording:
        return {}
    said = await parts.wording.score(without(plan.text, gathered.speakers), memories)
    return dict(zip((memory.id for memory in memories), said, strict=False))


async def _reread(
    parts: Parts, plan: Plan, gathered: Gathered, memories: Sequence[Memory], total: Mapping[str, float]
) -> Mapping[str, float]:
    """By id what the configured reranker adds; nothing when there is none, or when it fails: then it is named."""
    reranker, policy = parts.reranker, parts.policy.recall
    if reranker is None or len(memories) < 2:
        return {}
    best = sorted(memories, key=lambda memory: -total[memory.id])[: policy.reread]
    verdict: dict[str, float] = {}

    async def work() -> None:
        scores = await reranker.score(plan.text, best)
        verdict.update(zip((memory.id for memory in best), scores, strict=False))

    start = time.perf_counter()
    await in_time("rerank", work, policy.rerank_deadline_s, gathered.degraded)
    gathered.timings_ms["rerank"] = (time.perf_counter() - start) * 1000
    return {id_: new - total[id_] for id_, new in reordered(total, verdict, policy.rerank).items() if new != total[id_]}


async def _read(parts: Parts, plan: Plan, relevance: Mapping[str, float]) -> tuple[Memory, ...]:
    """The best candidates that may be shown, best first."""
    # Age and confidence may turn the order of the routes round; the default's factors are near 1.
    most = max(_READ, 3 * plan.limit) if plan.policy == "default" else max(plan.candidates, 2 * plan.limit)
    best = sorted(relevance, key=lambda id_: -relevance[id_])[:most]
    return await as_believed(parts, plan, await parts.store.get(plan.scope, best, plan.where))


def _telling(plan: Plan, memories: Sequence[Memory], gathered: Gathered) -> list[str]:
    """Those that do not lie in the time asked about but name it in their own words."""
    inside = {found.id for found in gathered.found.get("time", ())}
    others = [memory for memory in memories if memory.id not in inside] if plan.spans else []
    return [memory.id for memory in others if tells_of(memory, plan.spans, plan.zone)]


async def _around(parts: Parts, plan: Plan, memories: Sequence[Memory]) -> Mapping[str, Sequence[Memory]]:
    """The turns before and after the best candidates in their conversations; of the past nothing is beside."""
    if plan.known_at is not None:
        return {}
    # What lies in a time that is all that was asked for stands for itself; what was told of it later does not.
    inside = in_spans(plan.spans) if plan.timely else Or(())
    told = [memory for memory in memories if memory.verbatim and memory.source.conversation]
    lies_inside = matcher(inside)
    turns = [memory.id for memory in told if not lies_inside(memory)][:_LIFTING]
    return await parts.store.neighbours(plan.scope, turns, _REACH) if turns else {}


def _lifted_in(
    plan: Plan, memories: Sequence[Memory], around: Mapping[str, Sequence[Memory]], beside: Mapping[str, float]
) -> tuple[Memory, ...]:
    """The turns that no route found but that gain from one beside them, if they may be shown."""
    known = {memory.id for memory in memories}
    turns = {turn.id: turn for others in around.values() for turn in others if turn.id in beside}
    may_be_shown = matcher(plan.where)
    return tuple(turn for turn in turns.values() if turn.id not in known and may_be_shown(turn))


def rank(plan: Plan, found: Weighed, gathered: Gathered, policy: RecallPolicy) -> list[Ranked]:
    """Candidates by final score, best first; ties go to the newer one."""
    wanted = KINDS_OF[plan.intent]
    ranked: list[Ranked] = []
    for memory in found.memories:
        named = factors(plan.policy, memory, plan.now, gathered.similarity.get(memory.id, 0.0))
        if plan.policy == "default" and wanted:
            named["intent"] = 1.0 + policy.intent * (memory.kind in wanted)
        relevance = found.relevance[memory.id]
        score = weigh(plan.policy, relevance, named)
        ranked.append(Ranked(memory, relevance, score, named, found.signs.get(memory.id, {})))
    ranked.sort(key=lambda item: (-item.score, -item.memory.seq))
    return ranked


def choose(
    plan: Plan, ranked: Sequence[Ranked], gathered: Gathered, policy: RecallPolicy
) -> tuple[list[Ranked], dict[str, str]]:
    """The best ``limit`` that pass the floor, few from any one untrusted source; and why not the others.

    None when not one reaches what it takes: what is merely the best of the unrelated is no answer.
    """
    needed = _least(plan, gathered, policy)
    # Lying in the time that is named speaks for a memory; it is no answer unless that time is all that was asked for.
    added = plan.policy in ("default", "confidence") and not plan.timely
    timely = {found.id for found in gathered.found.get("time", ())} if added else set()
    # Nor does a language.
    bonus = {
        item.memory.id: policy.time * (item.memory.id in timely)
        + item.signs.get("told", 0.0)
        + item.signs.get("language", 0.0)
        for item in ranked
    }
    reached = max((item.matched - policy.time * (item.memory.id in timely) for item in ranked), default=0.0)
    if reached < needed:
        return [], {item.memory.id: f"nothing reaches {needed:.3f}; the best has {reached:.3f}" for item in ranked}
    floor = _floor(plan, gathered, policy)
    most = max(1, int(plan.limit * policy.untrusted_share))
    chosen: list[Ranked] = []
    held: Counter[str] = Counter()
    left_out: dict[str, str] = {}
    for item in ranked:
        judged = item.named["similarity"] if plan.policy == "weighted" else item.relevance - bonus[item.memory.id]
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
    """What the best candidate must reach: the best of a hundred unrelated memories is more like than the best of two.

    0 where relevance cannot tell: ranks and ages say no such thing, and words alone miss what is said in others.
    """
    if plan.policy in ("rrf_decay", "weighted") or "dense" not in gathered.found:
        return 0.0
    many = min(100, max(1, len(gathered.found["dense"])))
    return policy.least * (policy.few + (1 - policy.few) / 2 * math.log10(many))


def _floor(plan: Plan, gathered: Gathered, policy: RecallPolicy) -> float:
    """What every candidate must reach: the policy's, or where no vectors took part its keyword share.

    What answers one of several questions then holds but its share of their words.
    """
    if plan.policy == "weighted":
        return policy.weighted_floor
    both = policy.lexical + policy.dense
    if "dense" in gathered.found or not both:
        return policy.floor
    return policy.floor * policy.lexical / both / max(1, len(plan.asked))


def _who(memory: Memory) -> str:
    return f"{memory.source.type}:{memory.source.url or memory.source.name or ''}"


def _hits(chosen: Sequence[Ranked], gathered: Gathered) -> tuple[Hit, ...]:
    shown = {item.memory.id for item in chosen}
    placed: Mapping[str, Mapping[str, int]] = ranks(gathered.found, shown)
    scores: dict[tuple[str, str], float] = {
        (route, item.id): item.score for route, found in gathered.found.items() for item in found if item.id in shown
    }
    return tuple(
        Hit(
            memory=item.memory,
            score=min(1.0, item.score),
            why=Why(
                routes=dict(placed.get(item.memory.id, {})),
                scores={route: scores[route, item.memory.id] for route in placed.get(item.memory.id, {})},
                signs=item.signs,
                factors={"relevance": item.relevance, **item.named},
            ),
        )
        for item in chosen
    )
