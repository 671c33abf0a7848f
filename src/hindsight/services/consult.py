"""query_experience: what did we learn about doing this, with these tools, at this point (X8).

Hard filter on tools, task type and status inside the index, candidates by similarity of the situation, then the ranking
and the mix of :mod:`hindsight.domain.experience`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hindsight.domain.debrief.classes import error_class
from hindsight.domain.experience import Candidate, Experience, Op, applicable, select
from hindsight.domain.filters import Condition, Filter, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Plan
from hindsight.domain.tools import canonical, same_place
from hindsight.domain.visibility import visible
from hindsight.services.parts import Parts
from hindsight.services.routes import Gathered, gather

SAME_ERROR = 0.25
"""Added to the similarity, 0–1, of an experience about the error the agent has right now."""
FLOOR = 0.30
"""Similarity, 0–1, below which an experience is about something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An experience that applies here. ``ops`` are its executable changes, ``text`` says the same for a reader.

    ``trial``: it failed before and is shown for want of a better one. ``score`` is its rank, about 0–1.
    """

    id: str
    text: str
    ops: tuple[Op, ...]
    counter_example: str
    polarity: str
    kind: str
    nature: str
    tools: tuple[str, ...]
    task_type: str
    failure_type: str
    state: str
    trial: bool
    trust: float
    score: float
    similarity: float
    experience: Experience


@dataclass(frozen=True, slots=True, kw_only=True)
class Consultation:
    """At most ``limit`` pieces of advice, positive first; empty when nothing applies. ``degraded`` names what is
    missing.
    """

    hits: tuple[Advice, ...]
    degraded: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Advice]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)


async def consult(
    parts: Parts,
    scope: Scope,
    task: str,
    *,
    task_type: str,
    tools: Sequence[str] | None,
    stage: str,
    error: str,
    limit: int,
    include_archived: bool = False,
    include_untrusted: bool = True,
) -> Consultation:
    """Advice for ``task``. ``tools`` None: not known, nothing is filtered by tool; empty: the agent has none."""
    now = parts.now()
    plan = Plan(
        query=task,
        text=f"{task}\n{error}".strip(),
        scope=scope,
        now=now,
        intent="how",
        where=hard_filter(
            visible(now, include_archived=include_archived, action=True, include_untrusted=include_untrusted), tools
        ),
        limit=limit,
        candidates=parts.policy.reflect.candidates,
    )
    gathered = await gather(parts, plan)
    similarity = _similarities(gathered)
    memories = await parts.store.get(scope, list(similarity), plan.where)
    failure = error_class(error) if error else ""
    by_experience: dict[str, tuple[Memory, float]] = {}
    candidates: list[Candidate] = []
    for memory in memories:
        lesson = Experience.from_dict({**(memory.body or {}), "id": memory.id})
        same = bool(failure) and failure not in ("ERROR", "EXIT_1") and lesson.context.failure_type == failure
        likeness = min(1.0, similarity[memory.id] + (SAME_ERROR if same else 0.0))
        if likeness >= FLOOR and applicable(lesson, tools, task_type, stage):
            by_experience[memory.id] = (memory, likeness)
            candidates.append(Candidate(experience=lesson, similarity=likeness))
    chosen = select(candidates, now, limit)
    hits = tuple(
        _advice(choice.experience, choice.score, choice.trial, *by_experience[choice.experience.id])
        for choice in chosen
    )
    return Consultation(hits=hits, degraded=tuple(sorted(gathered.degraded)))


def hard_filter(seen: Filter, tools: Sequence[str] | None) -> Filter:
    """Experiences whose tools are all at hand, decided inside the index: others never become candidates."""
    at_hand = None
    if tools is not None:
        at_hand = Condition("tools", "within", tuple(sorted({same_place(canonical(tool)) for tool in tools})))
    return all_of(seen, Condition("kind", "eq", "experience"), at_hand)


def _similarities(gathered: Gathered) -> dict[str, float]:
    """How like the situation each candidate is, 0–1: calibrated cosine where there is one, keyword match helps."""
    lexical = gathered.found.get("lexical", ())
    best = max((item.score for item in lexical), default=1.0) or 1.0
    words: Mapping[str, float] = {item.id: item.score / best for item in lexical}
    if not gathered.similarity:
        return {id_: 0.8 * share for id_, share in words.items()}
    ids = dict.fromkeys((*gathered.similarity, *words))
    return {id_: 0.8 * gathered.similarity.get(id_, 0.0) + 0.2 * words.get(id_, 0.0) for id_ in ids}


def _advice(lesson: Experience, score: float, trial: bool, memory: Memory, similarity: float) -> Advice:
    return Advice(
        id=memory.id,
        text=lesson.adjustment.text,
        ops=lesson.adjustment.ops,
        counter_example=lesson.counter_example.text,
        polarity=lesson.polarity,
        kind=lesson.kind,
        nature=lesson.nature,
        tools=lesson.context.tools,
        task_type=lesson.context.task_type,
        failure_type=lesson.context.failure_type,
        state=lesson.state,
        trial=trial,
        trust=memory.trust,
        score=score,
        similarity=similarity,
        experience=lesson,
    )
