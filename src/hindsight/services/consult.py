"""query_experience: what did we learn about doing this, with these tools, at this point (X8).

Hard filter on tools, task type and status inside the index, candidates by similarity of the situation, then the ranking
and the mix of :mod:`hindsight.domain.experience`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import anyio

from hindsight.domain.debrief.classes import error_class
from hindsight.domain.debrief.errors import see
from hindsight.domain.experience import Candidate, Choice, Experience, Op, applicable, select
from hindsight.domain.filters import Condition, Filter, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.tools import canonical, same_place
from hindsight.domain.trajectory import Step
from hindsight.domain.visibility import visible
from hindsight.services.deadline import in_time
from hindsight.services.lessons import failure_key, lesson_of
from hindsight.services.parts import Parts

MEANING = 0.9
"""Weight of the cosine in the similarity of two situations; the rest is the share of words they have in common."""
FLOOR = 0.37
"""Similarity, 0–1, below which an experience is about something else; of words alone, without an embedder, 0.2."""
ALIKE = 0.6
"""Similarity of a situation in other words. These three were fitted on the tuning half of tests/data/experience
(benchmarks/phrasings.py)."""
_AT_ALIKE = 0.75
FLOOR_OF_WORDS = 0.2
FLOOR_OF_ONE_TOOL, FLOOR_PER_TOOL = 0.15, 0.03
SAME_CLASS, SAME_FAILURE = 0.05, 0.25
"""Share of the similarity, for an agent in trouble, that an experience has by being about the class of its error, or
about that very failure.
"""
_VAGUE = ("ERROR", "EXIT_1", "EMPTY", "NO_RESULT")
_MOST_TOOLS = 100


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
    include_untrusted: bool = False,
    action: bool = False,
) -> Consultation:
    """Advice for ``task``. ``tools`` None: not known, nothing is filtered by tool; empty: the agent has none."""
    now = parts.now()
    seen = visible(now, include_archived=include_archived, action=action, include_untrusted=include_untrusted)
    where = hard_filter(seen, tools)
    found = await _similar(parts, scope, [text for text in (task, error) if text], where)
    likeness = found.likeness(words_only=parts.embedder is None)
    likeness |= {id_: likeness.get(id_, 0.0) for id_ in await _same_failure(parts, scope, tools, error, where)}
    memories = {memory.id: memory for memory in await parts.store.get(scope, list(likeness), where)}
    floor = FLOOR_OF_WORDS if parts.embedder is None else floor_of(tools)
    candidates: list[Candidate] = []
    for memory in memories.values():
        lesson = lesson_of(memory)
        near, same = likeness[memory.id], _same_error(lesson, error)
        if (near >= floor or same == SAME_FAILURE) and applicable(lesson, tools, task_type, stage):
            similarity = _scaled(near) * (1.0 - SAME_FAILURE if error else 1.0) + same
            candidates.append(Candidate(experience=lesson, similarity=similarity))
    similar = {item.experience.id: item.similarity for item in candidates}
    hits = tuple(
        _advice(choice, memories[choice.experience.id], similar[choice.experience.id])
        for choice in select(candidates, now, limit)
    )
    return Consultation(hits=hits, degraded=tuple(found.degraded))


def _scaled(near: float) -> float:
    """The similarity as it counts in the rank: most of the way to 1 at ``ALIKE``, the rest for the same words."""
    if near <= ALIKE:
        return _AT_ALIKE * near / ALIKE
    return _AT_ALIKE + (1.0 - _AT_ALIKE) * (min(1.0, near) - ALIKE) / (1.0 - ALIKE)


def floor_of(tools: Sequence[str] | None) -> float:
    """The floor, lower for an agent with few tools: what is about one of three tools is likely about this."""
    return FLOOR if tools is None else min(FLOOR, FLOOR_OF_ONE_TOOL + FLOOR_PER_TOOL * len(tools))


def hard_filter(seen: Filter, tools: Sequence[str] | None) -> Filter:
    """Experiences whose tools are all at hand, decided inside the index: others never become candidates."""
    at_hand = None
    if tools is not None:
        at_hand = Condition("tools", "within", tuple(sorted({same_place(canonical(tool)) for tool in tools})))
    return all_of(seen, Condition("kind", "eq", "experience"), at_hand)


@dataclass(slots=True)
class _Found:
    """The scores of each experience by text asked (its place) and by way of looking."""

    cosine: dict[tuple[str, int], float] = field(default_factory=dict)
    words: dict[tuple[str, int], float] = field(default_factory=dict)
    degraded: list[str] = field(default_factory=list)

    def likeness(self, *, words_only: bool) -> dict[str, float]:
        """How like one of the texts each experience is, 0–1: the best of them."""
        meaning = 0.0 if words_only else MEANING
        best: dict[str, float] = {}
        for key in dict.fromkeys((*self.cosine, *self.words)):
            value = meaning * max(0.0, self.cosine.get(key, 0.0)) + (1 - meaning) * min(1.0, self.words.get(key, 0.0))
            best[key[0]] = max(best.get(key[0], 0.0), value)
        return best


async def _similar(parts: Parts, scope: Scope, texts: Sequence[str], where: Filter) -> _Found:
    """Candidates by meaning and by words for each text; a way that fails or is late is named and left out."""
    found, most = _Found(), parts.policy.reflect.candidates
    deadline = parts.policy.recall.route_deadline_s
    lexical, vectors, embedder = parts.lexical, parts.vectors, parts.embedder

    async def by_words() -> None:
        assert lexical is not None  # noqa: S101 - started only with an index
        for place, text in enumerate(texts):
            for item in await lexical.search(scope, text, where, most):
                found.words[item.id, place] = item.score

    async def by_meaning() -> None:
        assert vectors is not None  # noqa: S101 - started only with both
        assert embedder is not None  # noqa: S101
        for place, vector in enumerate(await embedder.embed(texts, "query")):
            for item in await vectors.search(scope, vector, where, most):
                found.cosine[item.id, place] = item.score

    async with anyio.create_task_group() as group:
        if lexical:
            group.start_soon(in_time, "lexical", by_words, deadline, found.degraded)
        if vectors and embedder:
            group.start_soon(in_time, "dense", by_meaning, deadline, found.degraded)
    return found


async def _same_failure(
    parts: Parts, scope: Scope, tools: Sequence[str] | None, error: str, where: Filter
) -> tuple[str, ...]:
    """Experiences about this very failure of one of the tools at hand, in whatever situation they were learnt."""
    if not error or not tools:
        return ()
    keys = tuple(failure_key(canonical(tool), _fingerprint(canonical(tool), error)) for tool in tools[:_MOST_TOOLS])
    page = await parts.store.find(
        scope, all_of(where, Condition("claim", "in", keys)), limit=parts.policy.reflect.candidates
    )
    return tuple(memory.id for memory in page.memories)


def _same_error(lesson: Experience, error: str) -> float:
    if not error:
        return 0.0
    if lesson.fingerprint and lesson.fingerprint == _fingerprint(lesson.tool, error):
        return SAME_FAILURE
    failure = error_class(error)
    return SAME_CLASS if failure not in _VAGUE and lesson.context.failure_type == failure else 0.0


def _fingerprint(tool: str, error: str) -> str:
    return see(Step(i=0, tool=tool, error=error)).fingerprint


def _advice(choice: Choice, memory: Memory, similarity: float) -> Advice:
    lesson = choice.experience
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
        trial=choice.trial,
        trust=memory.trust,
        score=choice.score,
        similarity=similarity,
        experience=lesson,
    )
