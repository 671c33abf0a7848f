"""Working memory of sessions (M7)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import JSONResponse

from hindsight.app.sessions import CONTEXT_TOKENS
from hindsight.http.answers import SessionContext, SessionItems
from hindsight.http.bodies import EndBody, ItemBody
from hindsight.http.deps import Space, decoded, json
from hindsight.http.errors import documented
from hindsight.services.remember import Receipt

router = APIRouter(prefix="/v1/spaces/{space}", tags=["sessions"])


def session_of(session: Annotated[str, Path(description="Id of a session, percent-encoded.")]) -> str:
    return decoded(session, "session")


Session = Annotated[str, Depends(session_of)]


@router.post("/sessions/{session}/items", response_model=SessionItems, responses=documented(413, 422))
async def add(space: Space, session: Session, body: ItemBody) -> JSONResponse:
    """Add an item to a session's working memory. Answers with all that it holds."""
    given = body.given(space.name)
    opened = space.session(session)
    await opened.add(given.pop("kind"), given.pop("text"), **given)
    return json(SessionItems(items=await opened.items()))


@router.get("/sessions/{session}/items", response_model=SessionItems, responses=documented())
async def items(space: Space, session: Session) -> JSONResponse:
    """Everything that a session holds, in order; nothing when it is unknown or its time is over."""
    return json(SessionItems(items=await space.session(session).items()))


@router.get("/sessions/{session}/context", response_model=SessionContext, responses=documented())
async def context(
    space: Space,
    session: Session,
    tokens: Annotated[
        int, Query(description="At most so many tokens.", json_schema_extra={"minimum": 1})
    ] = CONTEXT_TOKENS,
) -> JSONResponse:
    """What matters most within `tokens`: goals, constraints and facts first, small talk last."""
    return json(SessionContext(context=await space.session(session).context(tokens)))


@router.post("/sessions/{session}/end", response_model=Receipt, responses=documented(409, 429))
async def end(space: Space, session: Session, body: EndBody) -> JSONResponse:
    """End a session; with `flush` what it came to is kept as an episode."""
    return json(await space.session(session).end(flush=body.flush))
