"""Entities: what is around one, other names, two that are one, one that is two; reasons; taking a change back (M8)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import JSONResponse

from hindsight.http.answers import Memories, Relations, RolledBack
from hindsight.http.bodies import AliasBody, MergeBody, SplitBody
from hindsight.http.deps import Id, Space, decoded, json
from hindsight.http.errors import documented
from hindsight.services.entities import Renamed

router = APIRouter(prefix="/v1/spaces/{space}", tags=["entities"])


def entity_of(entity: Annotated[str, Path(description="Name of a person or thing, percent-encoded.")]) -> str:
    return decoded(entity, "entity")


Entity = Annotated[str, Depends(entity_of)]


@router.get("/memories/{id}/why", response_model=Memories, responses=documented(404))
async def why(space: Space, id: Id) -> JSONResponse:
    """What was given as the reason of this memory ("because", 因为…所以), then the reasons of those."""
    return json(Memories(memories=await space.why(id)))


@router.get("/entities/{entity}/relations", response_model=Relations, responses=documented(404))
async def relations(
    space: Space,
    entity: Entity,
    *,
    hops: Annotated[int, Query(description="How far, 1–3.", json_schema_extra={"minimum": 1, "maximum": 3})] = 1,
    predicate: Annotated[list[str] | None, Query(description="Only relations of these kinds.")] = None,
    as_of: Annotated[str | None, Query(description="Those that held then, ISO 8601.")] = None,
    only: Annotated[str | None, Query(description="Only what this one of the readable spaces says.")] = None,
    limit: Annotated[int, Query(description="At most so many.", json_schema_extra={"minimum": 1})] = 100,
) -> JSONResponse:
    """What memories claim about an entity, under all its names, nearest first, then newest."""
    found = await space.relations(entity, hops=hops, predicate=predicate or (), as_of=as_of, space=only, limit=limit)
    return json(Relations(relations=found))


@router.post("/entities/{entity}/aliases", response_model=Renamed, responses=documented(409, 413, 429))
async def alias(space: Space, entity: Entity, body: AliasBody) -> JSONResponse:
    """Other names of an entity: what is stored under one is found by the others. Forget `ids` to take it back."""
    return json(await space.add_alias(entity, body.names))


@router.post("/entities/{entity}/merge", response_model=Renamed, responses=documented(409, 413, 429))
async def merge(space: Space, entity: Entity, body: MergeBody) -> JSONResponse:
    """Memories that name one of `others` name this entity instead. Roll `change_set` back to take it back."""
    return json(await space.merge_entities(entity, body.others))


@router.post("/entities/{entity}/split", response_model=Renamed, responses=documented(404, 409, 413))
async def split(space: Space, entity: Entity, body: SplitBody) -> JSONResponse:
    """In the memories `ids` this entity is another one, called `new`. Roll `change_set` back to take it back."""
    return json(await space.split_entity(entity, body.ids, body.new))


@router.post("/changes/{id}/rollback", response_model=RolledBack, responses=documented(404, 409))
async def roll_back(space: Space, id: Id) -> JSONResponse:
    """Take a change back: of forget, merge, split or an update. A purge cannot be taken back."""
    undone = await space.roll_back(id)
    return json(RolledBack(change_set=undone.id, ids=tuple(change.memory.id for change in undone.changes)))
