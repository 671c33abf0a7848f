"""The routes of recall, run side by side, each with a deadline; one that fails is named, never hidden (R3, R12)."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import anyio

from hindsight.domain.errors import HindsightError
from hindsight.domain.filters import Filter, Or, all_of
from hindsight.domain.index import Vector
from hindsight.domain.query import Found, Plan, Route
from hindsight.domain.visibility import window
from hindsight.services.parts import Parts

Search = Callable[[], Awaitable[Sequence[Found]]]


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What the routes brought, what is missing, and how long each took."""

    found: dict[Route, Sequence[Found]] = field(default_factory=dict)
    degraded: list[str] = field(default_factory=list)
    timings_ms: dict[str, float] = field(default_factory=dict)
    similarity: Mapping[str, float] = field(default_factory=dict)


async def gather(parts: Parts, plan: Plan) -> Gathered:
    """Run every route that exists for ``plan``; the slowest decides, up to the deadline of each."""
    gathered = Gathered()
    deadline = parts.policy.recall.route_deadline_s
    async with anyio.create_task_group() as group:
        for route, search in _searches(parts, plan, gathered).items():
            group.start_soon(_run, gathered, route, search, deadline)
    if parts.embedder:
        gathered.similarity = {
            found.id: parts.embedder.similarity(found.score) for found in gathered.found.get("dense", ())
        }
    return gathered


async def _run(gathered: Gathered, route: Route, search: Search, deadline: float) -> None:
    start = time.perf_counter()
    try:
        with anyio.fail_after(deadline):
            gathered.found[route] = await search()
    except TimeoutError:
        gathered.degraded.append(f"{route}: no answer within {deadline:g} s")
    except HindsightError as error:
        gathered.degraded.append(f"{route}: {error.code}: {error.message}")
    gathered.timings_ms[route] = (time.perf_counter() - start) * 1000


def _searches(parts: Parts, plan: Plan, gathered: Gathered) -> dict[Route, Search]:
    searches: dict[Route, Search] = {}
    lexical, graph = parts.lexical, parts.graph
    if lexical:
        searches["lexical"] = lambda: lexical.search(plan.scope, plan.text, plan.where, plan.candidates)
    if graph:
        searches["graph"] = lambda: graph.search(plan.scope, plan.text, plan.where, plan.candidates)
    if parts.vectors and parts.embedder:
        searches["dense"] = lambda: _dense(parts, plan, gathered)
    if plan.spans:
        searches["time"] = lambda: _in_window(parts, plan)
    return searches


async def _dense(parts: Parts, plan: Plan, gathered: Gathered) -> Sequence[Found]:
    assert parts.vectors is not None  # noqa: S101 - the route exists only with both
    vector = await embed_query(parts, plan.text, gathered.timings_ms)
    return await parts.vectors.search(plan.scope, vector, plan.where, plan.candidates)


async def embed_query(parts: Parts, text: str, timings_ms: dict[str, float]) -> Vector:
    assert parts.embedder is not None  # noqa: S101
    start = time.perf_counter()
    (vector,) = await parts.embedder.embed([text], "query")
    timings_ms["embedding"] = (time.perf_counter() - start) * 1000
    return vector


async def _in_window(parts: Parts, plan: Plan) -> Sequence[Found]:
    """The best matches inside the time that the question names, found before ranking: noise cannot hide them."""
    inside = in_spans(plan)
    where = all_of(plan.where, inside)
    if parts.lexical:
        found = await parts.lexical.search(plan.scope, plan.text, where, plan.candidates)
        if found:
            return [Found(item.id, 1.0) for item in found]
    page = await parts.store.find(plan.scope, where, limit=plan.candidates)
    return [Found(memory.id, 1.0) for memory in page.memories]


def in_spans(plan: Plan) -> Filter:
    """Memories that lie in one of the spans that ``plan`` names."""
    return Or(tuple(window(span.start, span.end) for span in plan.spans))
