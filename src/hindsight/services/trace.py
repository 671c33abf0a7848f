"""trace: where did a thing get lost that "was told"? Said, kept, visible, indexed, found, shown (R15)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from hindsight.domain.conversation import Turn
from hindsight.domain.filters import EVERYTHING, Condition, matches
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Plan
from hindsight.domain.text import normalise
from hindsight.domain.visibility import is_searchable
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.recall import recall

_PAGE = 1000
_MOST_TURNS = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage on the way from a word to an answer. ``ok`` None: it could not be told."""

    name: str
    ok: bool | None
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The stages in order; ``lost_at`` is the first that failed, '' when the text is recalled. ``memory`` holds it."""

    stages: tuple[Stage, ...]
    lost_at: str
    memory: str | None


async def trace(parts: Parts, text: str, plan: Plan) -> Trace:
    """Follow ``text`` through every stage; ``plan`` is the question that should have brought it."""
    stages = [await _said(parts, plan.scope, text)]
    memory = await _kept(parts, plan.scope, text)
    if memory is None:
        stages.append(Stage(name="kept", ok=False, detail="No memory holds it: it was dropped or refused when said."))
        return _ended(stages, None)
    stages.append(Stage(name="kept", ok=True, detail=f"{memory.kind} {memory.id}: {memory.content[:80]}"))
    stages.append(_visible(memory, plan))
    stages += [stage async for stage in _indexed(parts, memory, plan)]
    stages += await _asked(parts, memory, plan)
    return _ended(stages, memory.id)


def _ended(stages: list[Stage], memory: str | None) -> Trace:
    # A memory that was handed over ready has no turn: what it lacks at "said" is nothing lost.
    lost = next((stage.name for stage in stages if stage.ok is False), "")
    return Trace(stages=tuple(stages), lost_at=lost, memory=memory)


async def _said(parts: Parts, scope: Scope, text: str) -> Stage:
    wanted = normalise(text)
    after = seen = 0
    while seen < _MOST_TURNS:
        page = await parts.store.every_turn(scope, after=after, limit=_PAGE)
        for number, turn in page:
            after = number
            if wanted in normalise(turn.text):
                return Stage(name="said", ok=True, detail=await _fate(parts, scope, turn))
        seen += len(page)
        if len(page) < _PAGE:
            return Stage(name="said", ok=None, detail="No turn holds it: it was handed over ready, or never said.")
    return Stage(name="said", ok=None, detail=f"Not among the first {_MOST_TURNS} turns.")


async def _fate(parts: Parts, scope: Scope, turn: Turn) -> str:
    """What extraction made of a turn, as far as its job is still known."""
    for job in await parts.store.jobs(tenant=scope.tenant, kind="extract", limit=10_000):
        if turn.id in job.payload.get("turns", ()):
            reasons = [row["reason"] for row in (job.result or {}).get("dropped", ()) if row["turn"] == turn.id]
            dropped = f"; dropped as {', '.join(sorted(set(reasons)))}" if reasons else ""
            return f"turn {turn.id}, job {job.id} is {job.status}{dropped}"
    return f"turn {turn.id}"


async def _kept(parts: Parts, scope: Scope, text: str) -> Memory | None:
    """The memory that holds the text: by its words in any status, newest first."""
    wanted = normalise(text)
    async for memory in every(parts, scope, EVERYTHING):
        spans = (source.span or "" for source in memory.sources)
        if any(wanted in normalise(part) for part in (memory.content, memory.summary, *spans)):
            return memory
    return None


def _visible(memory: Memory, plan: Plan) -> Stage:
    ok = matches(plan.where, memory)
    times = f", valid until {memory.valid_to.isoformat()}" if memory.valid_to else ""
    return Stage(name="visible", ok=ok, detail=f"status {memory.status}{times}" + ("" if ok else "; filtered out"))


async def _indexed(parts: Parts, memory: Memory, plan: Plan) -> AsyncIterator[Stage]:
    if not is_searchable(memory):
        yield Stage(name="indexed", ok=False, detail=f"{memory.status} memories are in no index")
        return
    only = Condition("id", "eq", memory.id)
    if parts.lexical:
        found = await parts.lexical.search(plan.scope, memory.content[:_PAGE], only, 1)
        yield Stage(name="indexed: words", ok=bool(found), detail="its own words find it" if found else "not indexed")
    if parts.vectors and parts.embedder:
        (vector,) = await parts.embedder.embed([memory.content], "query")
        found = await parts.vectors.search(plan.scope, vector, only, 1)
        yield Stage(name="indexed: vectors", ok=bool(found), detail="it has vectors" if found else "not embedded")


async def _asked(parts: Parts, memory: Memory, plan: Plan) -> list[Stage]:
    answer = await recall(parts, replace(plan, candidates=max(plan.candidates, 1000)), explain=True)
    hit = next((hit for hit in answer if hit.memory.id == memory.id), None)
    if hit:
        ranks = ", ".join(f"{route} {rank}" for route, rank in hit.why.routes.items())
        return [Stage(name="found", ok=True, detail=ranks or "beside a hit"), Stage(name="shown", ok=True, detail="")]
    reason = answer.explanation.left_out.get(memory.id) if answer.explanation else None
    if reason is None:
        return [Stage(name="found", ok=False, detail=f"no route brings it for {plan.text!r}")]
    return [Stage(name="found", ok=True, detail="a candidate"), Stage(name="shown", ok=False, detail=reason)]
