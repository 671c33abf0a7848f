"""The routes of recall, run side by side, each with a deadline; one that fails is named, never hidden (R3, R12)."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import chain

import anyio

from hindsight.domain.aliases import renamed
from hindsight.domain.asking import named, says_something, without
from hindsight.domain.filters import Condition, Not, all_of
from hindsight.domain.index import Vector
from hindsight.domain.memory import Memory
from hindsight.domain.plan import in_spans
from hindsight.domain.query import Found, Plan, Route
from hindsight.domain.timely import tells_of
from hindsight.domain.visibility import during
from hindsight.domain.wanted import attributes_wanted, own_claims
from hindsight.ports.index import LexicalIndex, VectorIndex
from hindsight.ports.models import Embedder
from hindsight.services.believed import by_earlier_words
from hindsight.services.deadline import in_time
from hindsight.services.parts import Parts

Search = Callable[[], Awaitable[Sequence[Found]]]


HEADS = 30
"""How many of the best keyword matches are looked at for who speaks."""
_CLAIMS = 10
"""Claims of whoever asks that are looked up; of most things there is one."""
_TOLD_WITHIN = timedelta(days=7)
"""How long before or after a time it is told of, so that it is read for it without a word in common."""
_PLANNED = timedelta(days=60)
"""How long ago what lies ahead was planned at most, to be read for it."""


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What the routes brought, what is missing, and how long each took. ``speakers`` are those of the best keyword
    matches that the question names; ``renamed`` is the question by other names of what it
    is about, ``claims`` what whoever asks has claimed of what is asked for.
    """

    found: dict[Route, Sequence[Found]] = field(default_factory=dict)
    speakers: frozenset[str] = frozenset()
    claims: tuple[Memory, ...] = ()
    degraded: list[str] = field(default_factory=list)
    timings_ms: dict[str, float] = field(default_factory=dict)
    similarity: Mapping[str, float] = field(default_factory=dict)
    renamed: tuple[str, ...] = ()


async def gather(parts: Parts, plan: Plan) -> Gathered:
    """Run every route that exists for ``plan``, the vectors last: whom the question names is known from the words."""
    gathered = Gathered()
    deadline = parts.policy.recall.route_deadline_s
    if plan.timely:  # what lies in the time is the answer: there is nothing else to match
        await _run(gathered, "time", lambda: _in_window(parts, plan), deadline)
        gathered.similarity = {found.id: 1.0 for found in gathered.found.get("time", ())}
        return gathered
    async with anyio.create_task_group() as group:
        for route, search in _searches(parts, plan).items():
            group.start_soon(_run, gathered, route, search, deadline)
        group.start_soon(in_time, "claims", lambda: _claim(parts, plan, gathered), deadline, gathered.degraded)
        group.start_soon(in_time, "names", lambda: _rename(parts, plan, gathered), deadline, gathered.degraded)
    if gathered.renamed and parts.lexical and "lexical" in gathered.found:
        await _run(gathered, "lexical", partial(_by_other_names, parts.lexical, plan, gathered), deadline)
    if plan.known_at is not None:
        await _run(gathered, "lexical", lambda: _with_earlier_words(parts, plan, gathered), deadline)
    heads = gathered.found.get("lexical", ())[:HEADS]
    gathered.speakers = named(plan.text, {found.speaker for found in heads if found.speaker})
    if parts.vectors and parts.embedder and says_something(plan.text):
        await _run(gathered, "dense", partial(_dense, parts.vectors, parts.embedder, plan, gathered), deadline)
        if plan.policy == "weighted":
            nearest = gathered.found.get("dense", ())
            gathered.similarity = {found.id: parts.embedder.similarity(found.score) for found in nearest}
    return gathered


async def _run(gathered: Gathered, route: Route, search: Search, deadline: float) -> None:
    async def work() -> None:
        gathered.found[route] = await search()

    start = time.perf_counter()
    await in_time(route, work, deadline, gathered.degraded)
    gathered.timings_ms[route] = (time.perf_counter() - start) * 1000


def _searches(parts: Parts, plan: Plan) -> dict[Route, Search]:
    searches: dict[Route, Search] = {}
    lexical, graph = parts.lexical, parts.graph
    if lexical:
        searches["lexical"] = lambda: lexical.search(plan.scope, plan.text, plan.where, plan.candidates)
    if graph:
        searches["graph"] = lambda: graph.search(plan.scope, plan.text, plan.where, plan.candidates)
    if plan.spans:
        searches["time"] = lambda: _in_window(parts, plan)
    return searches


async def _rename(parts: Parts, plan: Plan, gathered: Gathered) -> None:
    """Bob is Robert: what was stored under one name is asked for under the other, too (M8)."""
    if parts.graph:
        gathered.renamed = renamed(plan.text, await parts.graph.other_names(plan.scope, plan.text))


async def _claim(parts: Parts, plan: Plan, gathered: Gathered) -> None:
    """What shares no word with the question and is near it by no vector: "I moved to Bergen" for "where do I live?"."""
    keys = own_claims(plan.text, attributes_wanted(plan.text))
    if keys and plan.known_at is None:
        page = await parts.store.find(plan.scope, all_of(plan.where, Condition("claim", "in", keys)), limit=_CLAIMS)
        gathered.claims = page.memories


async def _by_other_names(lexical: LexicalIndex, plan: Plan, gathered: Gathered) -> Sequence[Found]:
    """The keyword matches of the question and of its renamed forms, the best score of each."""
    others = [await lexical.search(plan.scope, text, plan.where, plan.candidates) for text in gathered.renamed]
    return _best_of([gathered.found["lexical"], *others], plan.candidates)


def _best_of(several: Iterable[Iterable[Found]], most: int) -> list[Found]:
    """What several searches found, each memory by its best score."""
    best: dict[str, Found] = {}
    for found in chain.from_iterable(several):
        if found.id not in best or found.score > best[found.id].score:
            best[found.id] = found
    return sorted(best.values(), key=lambda found: -found.score)[:most]


async def _with_earlier_words(parts: Parts, plan: Plan, gathered: Gathered) -> Sequence[Found]:
    """The keyword matches, and what was worded so at the time that the question is asked for."""
    earlier = await by_earlier_words(parts, plan, gathered.degraded)
    return _best_of([gathered.found.get("lexical", ()), earlier], plan.candidates)


async def _dense(vectors: VectorIndex, embedder: Embedder, plan: Plan, gathered: Gathered) -> Sequence[Found]:
    """The nearest to any of the questions asked, each without the names of those whose turns are looked for."""
    asked = (*(plan.asked or (plan.text,)), *gathered.renamed)
    texts = tuple(dict.fromkeys(without(text, gathered.speakers) for text in asked))
    queries = await embed_queries(embedder, texts, gathered.timings_ms)
    nearest = [await vectors.search(plan.scope, each, plan.where, plan.candidates) for each in queries]
    return nearest[0] if len(nearest) == 1 else _best_of(nearest, plan.candidates)


async def embed_queries(embedder: Embedder, texts: Sequence[str], timings_ms: dict[str, float]) -> tuple[Vector, ...]:
    start = time.perf_counter()
    vectors = await embedder.embed(texts, "query")
    timings_ms["embedding"] = (time.perf_counter() - start) * 1000
    return vectors


async def _in_window(parts: Parts, plan: Plan) -> Sequence[Found]:
    """The best matches inside the time that the question names, found before ranking: noise cannot hide them."""
    where = all_of(plan.where, in_spans(plan.spans))
    if parts.lexical and not plan.timely:
        found = await parts.lexical.search(plan.scope, plan.text, where, plan.candidates)
        if found:
            return [Found(item.id, 1.0) for item in found]
    page = await parts.store.find(plan.scope, where, limit=plan.candidates)
    told = await _told_of(parts, plan) if plan.timely else ()
    return [Found(memory.id, 1.0) for memory in (*page.memories, *told)][: plan.candidates]


async def _told_of(parts: Parts, plan: Plan) -> Sequence[Memory]:
    """What was told outside the time and names it in its own words: "at Christmas we …", 昨晚."""
    others = all_of(plan.where, Not(in_spans(plan.spans)))
    known: dict[str, Memory] = {}
    for span in plan.spans:
        first = span.start - _TOLD_WITHIN if span.start else None
        last = span.end + _TOLD_WITHIN if span.end else None
        if first and last and last > plan.now:
            first = min(first, plan.now - _PLANNED)
        page = await parts.store.find(plan.scope, all_of(others, during(first, last)), limit=plan.candidates)
        known |= {memory.id: memory for memory in page.memories}
    if parts.lexical:
        found = await parts.lexical.search(plan.scope, plan.text, others, plan.candidates)
        unknown = [item.id for item in found if item.id not in known]
        known |= {memory.id: memory for memory in await parts.store.get(plan.scope, unknown, others)}
    return [memory for memory in known.values() if tells_of(memory, plan.spans, plan.zone)]
