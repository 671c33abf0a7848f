"""What a space does with entities: relations around one, two that are one, one that is two (M8)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from hindsight.app import inputs
from hindsight.app.part import SpacePart
from hindsight.domain.errors import NotFound
from hindsight.domain.index import Relation
from hindsight.domain.memory import Scope
from hindsight.services import entities
from hindsight.services.entities import Renamed


class AsyncNaming(SpacePart):
    """The part of a space that is about entities."""

    async def relations(
        self,
        entity: str,
        *,
        hops: int = 1,
        predicate: str | Iterable[str] = (),
        as_of: datetime | str | None = None,
        space: str | None = None,
        limit: int = 100,
    ) -> tuple[Relation, ...]:
        """What memories claim about an entity, under all its names, and, from the second hop (up to 3), its neighbours.

        Nearest first, then newest. ``predicate``: only relations of this kind or these; ``as_of``: those that held
        then (default: now); ``space``: only what this one of the spaces that may be read says. Raises NotFound (no such
        space) and InvalidInput.
        """
        scope = await self._scope()
        if space is not None:
            if inputs.name(space, "space") not in scope.spaces:
                raise NotFound(f"{self.name!r} reads no space {inputs.shown(space)}.")
            scope = Scope(tenant=scope.tenant, spaces=(space,))
        return await entities.relations(
            self._hindsight.parts,
            scope,
            inputs.name(entity, "entity"),
            hops=inputs.limit(hops, 3, "hops"),
            limit=inputs.limit(limit),
            predicates=inputs.names(predicate, "predicate"),
            as_of=inputs.moment(as_of, "as_of", self._zone),
        )

    async def add_alias(self, entity: str, names: str | Iterable[str]) -> Renamed:
        """``names`` are other names of ``entity``: what is stored under one is found by the others.

        Such names are also learned from what is told ("Bob, also called Robert"). To take one back, forget the memory
        that says it (``result.ids``). Raises InvalidInput, TooLarge (above 50 names), Refused (by the guard).
        """
        others = inputs.names(names, "names")
        scope = await self._scope(write=True)
        name = inputs.name(entity, "entity")
        return await entities.also_called(self._hindsight.parts, scope, name, others, actor=self._actor)

    async def merge_entities(self, into: str, others: str | Iterable[str]) -> Renamed:
        """``others`` are other names of ``into``: memories that name them name it from now on; the words stay.

        The names stay known as aliases. ``roll_back(result.change_set)`` takes it back. Raises InvalidInput, and
        Refused when the guard does not keep one of the names.
        """
        names = inputs.names(others, "others")
        scope = await self._scope(write=True)
        return await entities.merge(self._hindsight.parts, scope, inputs.name(into, "into"), names, actor=self._actor)

    async def split_entity(self, entity: str, ids: str | Iterable[str], new: str) -> Renamed:
        """In the memories ``ids``, ``entity`` is somebody or something else, called ``new``.

        Raises NotFound when one of them is unknown or does not name it, and InvalidInput.
        """
        wanted, name = inputs.names(ids, "ids"), inputs.name(entity, "entity")
        scope = await self._scope(write=True)
        return await entities.split(
            self._hindsight.parts, scope, name, wanted, inputs.name(new, "new"), actor=self._actor
        )
