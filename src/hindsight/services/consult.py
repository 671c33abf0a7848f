"""query_experience: what did we learn about doing this, with these tools, at this point (X8).

Hard filter on tools, task type and status inside the index, candidates by similarity of the situation, then the ranking
and the mix of :mod:`hindsight.domain.experience`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import anyio

from hindsight.domain.debrief.privacy import masked
from hindsight.domain.experience import Candidate, Choice, Experience, Op, applicable, select
from hindsight.domain.experience.conditions import checked
from hindsight.domain.filters import Condition, Filter, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.nearness import Nearness, about, fingerprint_of, match_of, similarity
from hindsight.domain.procedure import situation
from hindsight.domain.proof import of_one_case, proven
from hindsight.domain.text import script
from hindsight.domain.tools import canonical, same_place
from hindsight.domain.visibility import visible
from hindsight.ports.index import LexicalIndex, VectorIndex
from hindsight.ports.models import Embedder
from hindsight.services.deadline import in_time
from hindsight.services.lessons import failure_key, lesson_of, situations_of
from hindsight.services.parts import Parts

_MOST_TOOLS = 100
_TASK, _ERROR = 0, 1
"""The places of the texts asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An experience that applies here. ``ops`` are its executable changes, ``text`` says the same for a reader.
    What was a secret is not kept: ``new`` is None there. ``conditions``: the arguments for which alone it holds
    ("url at api.example.com", "cluster is `eu`").

    ``trial``: it failed before and is shown for want of a better one. ``unconfirmed``: it was right once and may depend
    on the case, so the usual way comes first. ``score`` is its rank, about 0–1.
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
    conditions: tuple[str, ...]
    state: str
    trial: bool
    unconfirmed: bool
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
    policy = parts.policy.consult
    found = await _similar(parts, scope, [text for text in (situation(task), error) if text], where)
    likeness = found.likeness(0.0 if parts.embedder is None else policy.meaning)
    alike = dict.fromkeys((id_ for id_, _ in likeness), None) | dict.fromkeys(
        await _same_failure(parts, scope, tools, error, where), None
    )
    memories = {memory.id: memory for memory in await parts.store.get(scope, list(alike), where)}
    candidates: list[Candidate] = []
    for memory in memories.values():
        lesson = lesson_of(memory)
        if not applicable(lesson, tools, task_type, stage):
            continue
        near = Nearness(
            situation=likeness.get((memory.id, _TASK), 0.0),
            error=likeness.get((memory.id, _ERROR), 0.0),
            match=match_of(lesson, error),
            same_language=_told_in(memory, task),
            by_words=parts.embedder is None,
            path=lesson.kind == "minimal_path" and parts.embedder is not None,
        )
        borne_out = proven(lesson, parts.policy.lifecycle)
        if about(near, policy) and (borne_out or not of_one_case(lesson)):
            rank = similarity(near, policy, in_trouble=bool(error))
            candidates.append(Candidate(experience=lesson, similarity=rank, proven=borne_out))
    similar = {item.experience.id: item.similarity for item in candidates}
    hits = tuple(
        _advice(choice, memories[choice.experience.id], similar[choice.experience.id])
        for choice in select(candidates, now, limit, parts.policy.rank)
    )
    return Consultation(hits=hits, degraded=tuple(found.degraded))


def _told_in(memory: Memory, task: str) -> bool:
    """One of the situations in which it was learnt is told in the language of the task."""
    language = script(task)
    return any(script(text) == language for text in situations_of(memory) or (memory.content,))


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

    def likeness(self, meaning: float) -> dict[tuple[str, int], float]:
        """How like each text asked (by its place) an experience is, 0–1; ``meaning`` is the weight of the cosine."""
        return {
            key: meaning * max(0.0, self.cosine.get(key, 0.0)) + (1 - meaning) * min(1.0, self.words.get(key, 0.0))
            for key in dict.fromkeys((*self.cosine, *self.words))
        }


async def _similar(parts: Parts, scope: Scope, texts: Sequence[str], where: Filter) -> _Found:
    """Candidates by meaning and by words for each text; a way that fails or is late is named and left out."""
    found, most = _Found(), parts.policy.reflect.candidates
    deadline = parts.policy.recall.route_deadline_s

    async def by_words(lexical: LexicalIndex) -> None:
        for place, text in enumerate(texts):
            for item in await lexical.search(scope, text, where, most):
                found.words[item.id, place] = item.score

    async def by_meaning(vectors: VectorIndex, embedder: Embedder) -> None:
        for place, vector in enumerate(await embedder.embed(texts, "query")):
            for item in await vectors.search(scope, vector, where, most):
                found.cosine[item.id, place] = item.score

    async with anyio.create_task_group() as group:
        if parts.lexical:
            group.start_soon(in_time, "lexical", partial(by_words, parts.lexical), deadline, found.degraded)
        if parts.vectors and parts.embedder:
            meaning = partial(by_meaning, parts.vectors, parts.embedder)
            group.start_soon(in_time, "dense", meaning, deadline, found.degraded)
    return found


async def _same_failure(
    parts: Parts, scope: Scope, tools: Sequence[str] | None, error: str, where: Filter
) -> tuple[str, ...]:
    """Experiences about this very failure of one of the tools at hand, in whatever situation they were learnt."""
    if not error or not tools:
        return ()
    keys = tuple(failure_key(canonical(tool), fingerprint_of(canonical(tool), error)) for tool in tools[:_MOST_TOOLS])
    page = await parts.store.find(
        scope, all_of(where, Condition("claim", "in", keys)), limit=parts.policy.reflect.candidates
    )
    return tuple(memory.id for memory in page.memories)


def _advice(choice: Choice, memory: Memory, similarity: float) -> Advice:
    lesson = choice.experience
    return Advice(
        id=memory.id,
        text=lesson.adjustment.text,
        ops=tuple(replace(op, new=None) if masked(op.new) else op for op in lesson.adjustment.ops),
        counter_example=lesson.counter_example.text,
        polarity=lesson.polarity,
        kind=lesson.kind,
        nature=lesson.nature,
        tools=lesson.context.tools,
        task_type=lesson.context.task_type,
        failure_type=lesson.context.failure_type,
        conditions=checked(lesson.context.preconditions),
        state=lesson.state,
        trial=choice.trial,
        unconfirmed=not choice.proven,
        trust=memory.trust,
        score=choice.score,
        similarity=similarity,
        experience=lesson,
    )
