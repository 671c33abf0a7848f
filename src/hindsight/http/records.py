"""Single memories, listings, statistics and jobs."""

from __future__ import annotations

import json as json_
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from hindsight.app.names import unaliased_where
from hindsight.domain.change import Job, JobKind, JobStatus
from hindsight.domain.errors import InvalidFilter, NotFound
from hindsight.domain.memory import Memory
from hindsight.http.answers import Failures, Jobs, Memories, Spaces, Stats, Tasks
from hindsight.http.bodies import ReplayBody, UpdateBody
from hindsight.http.deps import Id, Opened, Space, Tenant, json
from hindsight.http.errors import documented
from hindsight.services.forget import Forgotten
from hindsight.services.resume import Procedure

router = APIRouter(prefix="/v1/spaces", tags=["records"])


@router.get("", response_model=Spaces, responses=documented())
async def spaces(hindsight: Opened, tenant: Tenant) -> JSONResponse:
    """The spaces of the tenant."""
    return json(Spaces(spaces=await hindsight.spaces(tenant=tenant)))


@router.get("/{space}/memories", response_model=Memories, responses=documented())
async def memories(
    space: Space,
    where: Annotated[
        str | None, Query(description='Filter as JSON, such as `{"kind": "fact", "tags": {"contains": "travel"}}`.')
    ] = None,
    cursor: Annotated[str | None, Query(description="Where the last page ended.")] = None,
    limit: Annotated[
        int, Query(description="At most so many, up to 1000 (alias: top_k).", json_schema_extra={"minimum": 1})
    ] = 100,
) -> JSONResponse:
    """Memories by order of arrival, newest first. Deleted and quarantined ones only when `where` asks for them."""
    page = await space.list(_filter(where), cursor=cursor, limit=limit)
    return json(Memories(memories=page.memories, cursor=page.cursor))


@router.get("/{space}/memories/{id}", response_model=Memory, responses=documented(404))
async def memory(space: Space, id: Id) -> JSONResponse:
    """One memory."""
    return json(await space.get(id))


@router.patch("/{space}/memories/{id}", response_model=Memory, responses=documented(404, 409, 413, 422))
async def update(space: Space, id: Id, body: UpdateBody) -> JSONResponse:
    """A new version with the sent fields changed; the old one stays in its history."""
    return json(await space.update(id, **body.given(space.name)))


@router.delete("/{space}/memories/{id}", response_model=Forgotten, responses=documented(404, 409))
async def delete(
    space: Space, id: Id, purge: Annotated[bool, Query(description="Remove the text for good, now.")] = False
) -> JSONResponse:
    """Forget one memory."""
    forgotten = await space.forget([id], purge=purge)
    if not forgotten.ids:
        raise NotFound(f"There is no memory {id!r} in space {space.name!r}.")
    return json(forgotten)


@router.get("/{space}/memories/{id}/history", response_model=Memories, responses=documented(404))
async def history(space: Space, id: Id) -> JSONResponse:
    """Every version of what this memory says, oldest first."""
    return json(Memories(memories=await space.history(id)))


@router.get("/{space}/stats", response_model=Stats, responses=documented())
async def stats(space: Space) -> JSONResponse:
    """How many memories there are, by kind and by status."""
    return json(await space.stats())


@router.get("/{space}/failures", response_model=Failures, responses=documented())
async def failures(
    space: Space,
    since: Annotated[str | None, Query(description="Counted from then on, ISO 8601; 30 days when left out.")] = None,
    limit: Annotated[int, Query(description="At most so many.", json_schema_extra={"minimum": 1})] = 20,
) -> JSONResponse:
    """Failures that keep coming back, most frequent first, with trend, example and known cure."""
    return json(Failures(patterns=await space.failure_patterns(limit=limit, since=since)))


@router.get("/{space}/unfinished", response_model=Tasks, responses=documented())
async def unfinished(
    space: Space,
    limit: Annotated[int, Query(description="At most so many.", json_schema_extra={"minimum": 1})] = 5,
) -> JSONResponse:
    """Interrupted tasks that no later run finished: what is done and where to go on."""
    return json(Tasks(tasks=await space.unfinished(limit=limit)))


@router.post("/{space}/procedures/{id}", response_model=Procedure, responses=documented(404, 413))
async def procedure(space: Space, id: Id, body: ReplayBody) -> JSONResponse:
    """A recorded successful path (an experience of kind `minimal_path`) as calls to make, in order."""
    return json(await space.procedure(id, **body.given(space.name)))


@router.get("/{space}/jobs", response_model=Jobs, responses=documented())
async def jobs(
    hindsight: Opened,
    space: Space,
    status: Annotated[JobStatus | None, Query(description="Only these; `dead`: laid aside after the last try.")] = None,
    kind: Annotated[JobKind | None, Query(description="Only these.")] = None,
    limit: Annotated[int, Query(description="At most so many.", ge=1, le=1000)] = 100,
) -> JSONResponse:
    """Background jobs of the space, oldest first, with how often they failed and why."""
    found = await hindsight.jobs(tenant=space.tenant, space=space.name, status=status, kind=kind, limit=limit)
    return json(Jobs(jobs=found))


@router.post("/{space}/jobs/{id}/retry", response_model=Job, responses=documented(404))
async def retry(hindsight: Opened, space: Space, id: Id) -> JSONResponse:
    """Try a dead job again, from the start of its tries."""
    found = await hindsight.jobs(tenant=space.tenant, space=space.name, ids=[id], status="dead")
    if not found or not await hindsight.revive([id]):
        raise NotFound(f"There is no dead job {id!r} in space {space.name!r}.")
    return json((await hindsight.jobs(ids=[id]))[0])


@router.get("/{space}/jobs/{id}", response_model=Job, responses=documented(404))
async def job(hindsight: Opened, space: Space, id: Id) -> JSONResponse:
    """What became of a queued write: `pending`, `running`, `done` with its result, or `dead` with its error."""
    found = await hindsight.jobs(tenant=space.tenant, space=space.name, ids=[id])
    if not found:
        raise NotFound(f"There is no job {id!r} in space {space.name!r}.")
    return json(found[0])


def _filter(where: str | None) -> Any:
    if where is None:
        return None
    try:
        return unaliased_where(json_.loads(where))
    except (ValueError, RecursionError):
        raise InvalidFilter("where is a JSON object.") from None
