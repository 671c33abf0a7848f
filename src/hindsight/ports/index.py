"""Derived indexes: disposable, fed by the projector, never trusted (D3).

Upserts and deletes are idempotent and come in any order. A search keeps to the scope and the filter inside the index,
before ranking; what it returns is still re-checked against the store.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol

from hindsight.domain.filters import Filter
from hindsight.domain.index import Entry, IndexState, Relation, Vector
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.query import Found


class VectorIndex(Protocol):
    """Nearest neighbours by cosine over up to three vectors a memory; the best one counts."""

    async def upsert(self, entries: Sequence[Entry], model: str) -> None:
        """Store vectors made by ``model``. IndexMismatch when the index holds another model or dimension."""
        ...

    async def delete(self, tenant: str, ids: Sequence[str]) -> None: ...

    async def search(self, scope: Scope, vector: Vector, where: Filter, limit: int) -> tuple[Found, ...]:
        """The nearest memories, best first; score is the cosine, −1 to 1."""
        ...

    async def state(self) -> IndexState: ...

    def ids(self, tenant: str, space: str) -> AsyncIterator[str]:
        """Every memory id the index holds for a space, for ``index verify``."""
        ...

    async def clear(self) -> None:
        """Forget everything, the model too, ahead of a rebuild."""
        ...

    async def aclose(self) -> None: ...


class LexicalIndex(Protocol):
    """BM25 over our own analyser: Chinese words, identifiers, versions and URLs find themselves."""

    async def upsert(self, memories: Sequence[Memory]) -> None: ...

    async def delete(self, tenant: str, ids: Sequence[str]) -> None: ...

    async def search(self, scope: Scope, text: str, where: Filter, limit: int) -> tuple[Found, ...]:
        """The best matches, best first; score is BM25 scaled so that a text with every word of the query once has 1."""
        ...

    async def state(self) -> IndexState: ...

    def ids(self, tenant: str, space: str) -> AsyncIterator[str]: ...

    async def clear(self) -> None: ...

    async def aclose(self) -> None: ...


class EntityGraph(Protocol):
    """Entities, what mentions them, and the relations between them (M8)."""

    async def upsert(self, memories: Sequence[Memory]) -> None: ...

    async def delete(self, tenant: str, ids: Sequence[str]) -> None: ...

    async def search(self, scope: Scope, text: str, where: Filter, limit: int, *, hops: int = 1) -> tuple[Found, ...]:
        """Memories about the entities that ``text`` names and those up to ``hops`` relations away; rarer is higher."""
        ...

    async def other_names(self, scope: Scope, text: str) -> Mapping[str, tuple[str, ...]]:
        """The entities that ``text`` names, as they were first written, each with the other names it is known by.

        Learned from active memories of some trust: their claims (:data:`hindsight.domain.aliases.SAME`) and words.
        """
        ...

    async def relations(
        self,
        scope: Scope,
        entity: str,
        *,
        where: Filter = ...,
        predicates: Sequence[str] = (),
        hops: int = 1,
        limit: int = 100,
    ) -> tuple[Relation, ...]:
        """The relations around an entity, whatever it is called, by memories that pass ``where`` (default: active).

        Nearest first, then newest; up to 3 ``hops``. ``predicates``: only these are returned.
        """
        ...

    async def count_edges(self, tenant: str, ids: Sequence[str]) -> int:
        """How many relations the memories with these ids state."""
        ...

    def ids(self, tenant: str, space: str) -> AsyncIterator[str]: ...

    async def clear(self) -> None: ...

    async def aclose(self) -> None: ...
