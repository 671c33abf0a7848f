"""The verbs: remember, recall, prefetch, trace, experience, record, learn, feedback, forget."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from hindsight.domain.answer import Recall
from hindsight.http.answers import Memories, RecallAnswer, Started
from hindsight.http.bodies import (
    ExperienceBody,
    FeedbackBody,
    ForgetBody,
    LearnBody,
    PrefetchBody,
    RecallBody,
    RecordBody,
    RememberBody,
    TraceBody,
)
from hindsight.http.deps import Id, Opened, Space, json
from hindsight.http.errors import documented
from hindsight.services.consult import Consultation
from hindsight.services.forget import Forgotten
from hindsight.services.learn import Learnt
from hindsight.services.reflect import Recorded
from hindsight.services.remember import Receipt
from hindsight.services.trace import Trace

router = APIRouter(prefix="/v1/spaces/{space}", tags=["verbs"])


@router.post(
    "/remember",
    response_model=Receipt,
    responses={
        202: {"model": Receipt, "description": "Stored durably, being worked on."},
        **documented(404, 409, 413, 429),
    },
)
async def remember(space: Space, body: RememberBody) -> JSONResponse:
    """Remember text, messages or a ready memory. What the guard refuses is no error: the receipt names it."""
    given = body.given(space.name)
    receipt = await space.remember(given.pop("content"), **given)
    return json(receipt, 202 if receipt.status == "queued" else 200)


@router.post("/recall", response_model=RecallAnswer, responses=documented(413))
async def recall(space: Space, body: RecallBody) -> JSONResponse:
    """The memories that answer a question, best first, each with reasons; none when nothing passes the floor."""
    given = body.given(space.name)
    tokens = given.pop("context_tokens", 0)
    found = await space.recall(given.pop("query"), **given)
    return _answered(found, tokens, given.get("zone", "UTC"))


def _answered(found: Recall, tokens: int, zone: str) -> JSONResponse:
    context = found.context(tokens, zone) if tokens else None
    return json(
        RecallAnswer(
            hits=found.hits,
            degraded=found.degraded,
            reason=found.reason,
            explanation=found.explanation,
            context=context,
        )
    )


@router.post("/prefetch", status_code=202, response_model=Started, responses=documented(413))
async def prefetch(hindsight: Opened, space: Space, body: PrefetchBody) -> JSONResponse:
    """Begin a recall and answer at once with its id: it need not hold up the first token.

    What is wrong with the question is told when the answer is fetched.
    """
    given = body.given(space.name)
    coming = space.prefetch(given.pop("query"), **given)
    return json(Started(id=hindsight.prefetches.start(space.tenant, space.name, coming)), 202)


@router.get(
    "/prefetch/{id}",
    response_model=RecallAnswer,
    responses={202: {"model": Started, "description": "Not there yet."}, **documented(404, 413)},
)
async def prefetched(
    hindsight: Opened,
    space: Space,
    id: Id,
    context_tokens: Annotated[
        int, Query(description="Also render the hits for a prompt within so many tokens; 0: do not.", ge=0, le=100_000)
    ] = 0,
) -> JSONResponse:
    """The answer of a prefetch, once: this turn or the next."""
    found = await hindsight.prefetches.fetch(space.tenant, space.name, id)
    return json(Started(id=id), 202) if found is None else _answered(found, context_tokens, "UTC")


@router.post("/trace", response_model=Trace, responses=documented(413))
async def trace(space: Space, body: TraceBody) -> JSONResponse:
    """Where a thing that was told got lost: filter, guard, extraction, status, index, route or rank."""
    given = body.given(space.name)
    return json(await space.trace(given.pop("text"), **given))


@router.post("/experience", response_model=Consultation, responses=documented(413))
async def experience(space: Space, body: ExperienceBody) -> JSONResponse:
    """What was learnt about doing a task: at most `limit` pieces of advice, positive first."""
    given = body.given(space.name)
    return json(await space.experience(given.pop("task"), **given))


@router.post(
    "/record",
    response_model=Recorded,
    responses={202: {"model": Recorded, "description": "Kept; its debrief is queued."}, **documented(413, 429)},
)
async def record(space: Space, body: RecordBody) -> JSONResponse:
    """Record a run. It is debriefed when it failed, was long, looped or was marked; the same twice adds nothing."""
    given = body.given(space.name)
    recorded = await space.record(given, shown=given.pop("shown", ()), wait=given.pop("wait", True))
    return json(recorded, 202 if recorded.status == "queued" else 200)


@router.post("/learn", response_model=Learnt, responses=documented(409, 413, 422))
async def learn(space: Space, body: LearnBody) -> JSONResponse:
    """Hand in a lesson. One that names nothing to act on ("be careful") is refused with the reason."""
    given = body.given(space.name)
    return json(await space.learn(given.pop("situation"), given.pop("adjustment"), **given))


@router.post("/feedback", response_model=Memories, responses=documented(404, 409, 413))
async def feedback(space: Space, body: FeedbackBody) -> JSONResponse:
    """Say whether memories were used and how it went. Answers with the memories as they are now."""
    given = body.given(space.name)
    return json(Memories(memories=await space.feedback(given.pop("ids"), **given)))


@router.post("/forget", response_model=Forgotten, responses=documented(409, 413))
async def forget(space: Space, body: ForgetBody) -> JSONResponse:
    """Forget memories, or with `preview` say what would go. Says what it removed."""
    given = body.given(space.name)
    return json(await space.forget(given.pop("ids", None), **given))
