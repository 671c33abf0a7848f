"""The synchronous facade of what a space does with entities."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from hindsight.domain.index import Relation
from hindsight.services.entities import Renamed

if TYPE_CHECKING:
    from hindsight.app.space import AsyncSpace
    from hindsight.app.sync import Hindsight


class Naming:
    """See :class:`hindsight.app.naming.AsyncNaming` for what each method does."""

    _hindsight: Hindsight
    _async: AsyncSpace

    def relations(
        self,
        entity: str,
        *,
        hops: int = 1,
        predicate: str | Iterable[str] = (),
        as_of: datetime | str | None = None,
        space: str | None = None,
        limit: int = 100,
    ) -> tuple[Relation, ...]:
        return self._hindsight.run(
            self._async.relations, entity, hops=hops, predicate=predicate, as_of=as_of, space=space, limit=limit
        )

    def add_alias(self, entity: str, names: str | Iterable[str]) -> Renamed:
        return self._hindsight.run(self._async.add_alias, entity, names)

    def merge_entities(self, into: str, others: str | Iterable[str]) -> Renamed:
        return self._hindsight.run(self._async.merge_entities, into, others)

    def split_entity(self, entity: str, ids: str | Iterable[str], new: str) -> Renamed:
        return self._hindsight.run(self._async.split_entity, entity, ids, new)
