"""trace says where a thing that "was told" got lost; for a memory, why it was not in the answer (R10, R15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hindsight.domain.answer import Recall
from hindsight.domain.change import Job
from hindsight.domain.conversation import Turn
from hindsight.domain.errors import InvalidInput
from hindsight.domain.filters import EVERYTHING, Condition, failing, matches
from hindsight.domain.guard import screen
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.plan import in_spans
from hindsight.domain.query import Plan
from hindsight.domain.text import normalise
from hindsight.domain.timely import tells_of
from hindsight.domain.turns import substance
from hindsight.domain.visibility import is_searchable
from hindsight.services.believed import as_believed
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.recall import recall
from hindsight.services.screening import found

_PAGE = 1000
_MOST_TURNS = 200_000
_CLOSE = 0.6
"""Keyword score, 0–1, from which a memory counts as the one that is meant when none holds the text itself."""
_FILTERED = frozenset({"small_talk", "question", "empty", "system", "tool_output", "pasted_recall"})
_WIDEST = 1000
"""Candidates of each route among which a memory is looked for, when it is not in the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage on the way from a word to an answer. ``ok`` None: it could not be told."""

    name: str
    ok: bool | None
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The stages in order; ``lost_at`` is the first that failed, '' when the text is recalled. ``memory`` holds it.

    Lost before it was a memory: ``said``, ``filter``, ``guard``, ``extraction``. After that: ``visible`` (status,
    validity, filter), ``indexed: words``, ``indexed: vectors`` (not embedded), ``found`` (by no route), ``shown``
    (ranked out).
    """

    stages: tuple[Stage, ...]
    lost_at: str
    memory: str | None


async def trace(parts: Parts, text: str, plan: Plan) -> Trace:
    """Follow ``text`` through every stage; ``plan`` is the question that should have brought it."""
    turn = await _turn(parts, plan.scope, text)
    memory = await _kept(parts, plan.scope, text)
    if memory is None:
        lost = await _lost(parts, plan.scope, text, turn)
        return _ended([lost] if turn is None else [_said(turn), lost], None)
    stages = [_said(turn)]
    if memory.status == "quarantined":
        held = Stage(name="guard", ok=False, detail=f"{memory.id} is held for review: it reads like an instruction.")
        return _ended([*stages, held], memory.id)
    stages.append(Stage(name="kept", ok=True, detail=f"{memory.kind} {memory.id}: {memory.content[:80]}"))
    stages += [_visible(memory, plan), *await _indexed(parts, memory, plan), *await _asked(parts, memory, plan)]
    return _ended(stages, memory.id)


async def told_why_not(parts: Parts, plan: Plan, answer: Recall, ids: Iterable[str]) -> Recall:
    """``answer`` with the reason for each of ``ids`` why it is not among the hits. InvalidInput without explanation."""
    if answer.explanation is None:
        raise InvalidInput("Why something is not among the hits is told with an explained answer: explain=True.")
    told = {id_: await _why_not(parts, plan, answer, id_) for id_ in ids}
    return replace(answer, explanation=replace(answer.explanation, why_not=told))


async def _why_not(parts: Parts, plan: Plan, answer: Recall, id_: str) -> str:
    for rank, hit in enumerate(answer.hits, start=1):
        if hit.memory.id == id_:
            return f"it is in the answer, at rank {rank}"
    stored = await parts.store.get(plan.scope, [id_])
    if not stored:
        return "there is no memory with this id in the space"
    memory = stored[0]
    left_out = answer.explanation.left_out.get(id_) if answer.explanation else None
    seen = _visible(memory, plan)
    if not seen.ok:
        return seen.detail
    if plan.known_at is not None and not await as_believed(parts, plan, stored):
        return f"it was not believed at {plan.known_at.isoformat(timespec='seconds')}"
    lost = next((stage for stage in await _indexed(parts, memory, plan) if stage.ok is False), None)
    if lost is not None:
        return f"{lost.name}: {lost.detail}"
    if left_out is not None:
        return left_out
    return f"no route brings it among its best {plan.candidates}: another wording, another subject, or a time not meant"


def _ended(stages: list[Stage], memory: str | None) -> Trace:
    # A memory that was handed over ready has no turn: what it lacks at "said" is nothing lost.
    lost = next((stage.name for stage in stages if stage.ok is False), "")
    return Trace(stages=tuple(stages), lost_at=lost, memory=memory)


async def _turn(parts: Parts, scope: Scope, text: str) -> Turn | None:
    wanted = normalise(text)
    after = seen = 0
    while seen < _MOST_TURNS:
        page = await parts.store.every_turn(scope, after=after, limit=_PAGE)
        for number, turn in page:
            after = number
            if wanted in normalise(turn.text):
                return turn
        seen += len(page)
        if len(page) < _PAGE:
            break
    return None


def _said(turn: Turn | None) -> Stage:
    if turn is None:
        return Stage(name="said", ok=None, detail="No turn holds it: it was handed over ready, or never said.")
    return Stage(
        name="said", ok=True, detail=f"turn {turn.id}, {turn.role}, {turn.created_at.isoformat('T', 'minutes')}"
    )


async def _lost(parts: Parts, scope: Scope, text: str, turn: Turn | None) -> Stage:
    """Why no memory holds ``text``: what its turn's job says, and what filter and guard say to it today."""
    verdict = screen(text, source=turn.source if turn else "user", policy=parts.policy.guard)
    held = verdict.action in ("reject", "quarantine")
    if turn is None:
        if held:
            return Stage(name="guard", ok=False, detail=f"the guard does not take it: {found(verdict.findings)}")
        if verdict.action == "redact":
            detail = (
                f"the guard masks it before anything is stored, so it cannot be searched: {found(verdict.findings)}"
            )
            return Stage(name="guard", ok=False, detail=detail)
        return Stage(name="said", ok=False, detail="Never said: no turn and no memory holds it.")
    job = await _job(parts, scope, turn)
    if job is not None and job.status != "done":
        error = f": {job.error}" if job.error else ""
        return Stage(name="extraction", ok=False, detail=f"job {job.id} of turn {turn.id} is {job.status}{error}")
    rows = (job.result or {}).get("dropped", ()) if job else ()
    reasons = sorted({row["reason"] for row in rows if row["turn"] == turn.id})
    outcomes = (job.result or {}).get("outcomes", ()) if job else ()
    refused = sorted({row["reason"] for row in outcomes if row["action"] in ("refused", "quarantined")})
    if refused or (held and not reasons):
        return Stage(name="guard", ok=False, detail=", ".join(refused) or found(verdict.findings))
    if not reasons:
        seen = substance(turn.text, turn.role)
        reasons = [] if seen.keep else [seen.reason]
    name = "filter" if reasons and set(reasons) <= _FILTERED else "extraction"
    what = f"dropped as {', '.join(reasons)}" if reasons else "no statement was read from it, or it was purged since"
    return Stage(name=name, ok=False, detail=f"turn {turn.id}: {what}")


async def _job(parts: Parts, scope: Scope, turn: Turn) -> Job | None:
    """The extraction of a turn, as far as it is still known."""
    jobs = await parts.store.jobs(tenant=scope.tenant, kind="extract", limit=10_000)
    return next((job for job in reversed(jobs) if turn.id in job.payload.get("turns", ())), None)


async def _kept(parts: Parts, scope: Scope, text: str) -> Memory | None:
    """The memory that holds the text, in any status, newest first; else the one whose words come closest."""
    wanted = normalise(text)
    async for memory in every(parts, scope, EVERYTHING):
        spans = (source.span or "" for source in memory.sources)
        if any(wanted in normalise(part) for part in (memory.content, memory.summary, *spans)):
            return memory
    if parts.lexical:
        near = [item for item in await parts.lexical.search(scope, text, EVERYTHING, 1) if item.score >= _CLOSE]
        return next(iter(await parts.store.get(scope, [item.id for item in near])), None) if near else None
    return None


def _visible(memory: Memory, plan: Plan) -> Stage:
    timed = matches(in_spans(plan.spans), memory) or tells_of(memory, plan.spans, plan.zone)
    if plan.timely and not timed:
        detail = "it neither lies in the time that is asked about nor tells of it"
        return Stage(name="visible", ok=False, detail=detail)
    if not matches(plan.where, memory):
        return Stage(name="visible", ok=False, detail=f"filtered out: it lacks {failing(plan.where, memory)}")
    times = f", valid until {memory.valid_to.isoformat(timespec='minutes')}" if memory.valid_to else ""
    return Stage(name="visible", ok=True, detail=f"status {memory.status}{times}")


async def _indexed(parts: Parts, memory: Memory, plan: Plan) -> Sequence[Stage]:
    if not is_searchable(memory):
        return [Stage(name="indexed", ok=False, detail=f"{memory.status} memories are in no index")]
    stages = []
    only = Condition("id", "eq", memory.id)
    if parts.lexical:
        words = await parts.lexical.search(plan.scope, memory.content[:_PAGE], only, 1)
        detail = "its own words find it" if words else "not in the keyword index"
        stages.append(Stage(name="indexed: words", ok=bool(words), detail=detail))
    if parts.vectors and parts.embedder:
        (vector,) = await parts.embedder.embed([memory.content], "query")
        near = await parts.vectors.search(plan.scope, vector, only, 1)
        detail = "it has vectors" if near else "not embedded"
        stages.append(Stage(name="indexed: vectors", ok=bool(near), detail=detail))
    return stages


async def _asked(parts: Parts, memory: Memory, plan: Plan) -> list[Stage]:
    answer = await recall(parts, replace(plan, candidates=max(plan.candidates, _WIDEST)), explain=True)
    hit = next((hit for hit in answer if hit.memory.id == memory.id), None)
    if hit:
        ranks = ", ".join(f"{route} {rank}" for route, rank in hit.why.routes.items())
        return [Stage(name="found", ok=True, detail=ranks or "beside a hit"), Stage(name="shown", ok=True, detail="")]
    reason = answer.explanation.left_out.get(memory.id) if answer.explanation else None
    if reason is None:
        return [Stage(name="found", ok=False, detail=f"no route brings it for {plan.text[:200]!r}")]
    return [Stage(name="found", ok=True, detail="a candidate"), Stage(name="shown", ok=False, detail=reason)]
