"""What a space does with entities: relations around one, two that are one, one that is two (M8)."""

from __future__ import annotations

from collections.abc import Iterable

from hindsight.app import inputs
from hindsight.app.part import SpacePart
from hindsight.domain.index import Relation
from hindsight.services import entities
from hindsight.services.entities import Renamed


class AsyncNaming(SpacePart):
    """The part of a space that is about entities."""

    async def relations(
        self, entity: str, *, hops: int = 1, predicate: str | None = None, limit: int = 100
    ) -> tuple[Relation, ...]:
        """What active memories claim about an entity and, from the second hop (up to 3), about its neighbours."""
        name, most = inputs.name(entity, "entity"), inputs.limit(limit)
        scope, parts = await self._scope(), self._hindsight.parts
        return await entities.relations(parts, scope, name, hops=inputs.limit(hops, 3), limit=most, predicate=predicate)

    async def merge_entities(self, into: str, others: str | Iterable[str]) -> Renamed:
        """``others`` are other names of ``into``: memories that name them name it from now on; the words stay.

        The names stay known as aliases. ``roll_back(result.change_set)`` takes it back. Raises InvalidInput.
        """
        names = inputs.names(others, "others")
        scope = await self._scope(write=True)
        return await entities.merge(self._hindsight.parts, scope, inputs.name(into, "into"), names, actor=self._actor)

    async def split_entity(self, entity: str, ids: str | Iterable[str], new: str) -> Renamed:
        """In the memories ``ids``, ``entity`` is somebody or something else, called ``new``. Raises InvalidInput."""
        wanted, name = inputs.names(ids, "ids"), inputs.name(entity, "entity")
        scope = await self._scope(write=True)
        return await entities.split(
            self._hindsight.parts, scope, name, wanted, inputs.name(new, "new"), actor=self._actor
        )
