"""What derived indexes hold and say of themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from hindsight.domain.memory import Memory

Vector: TypeAlias = bytes
"""An embedding: little-endian float32 values of unit length. Bytes, so that no layer below the adapters needs numpy."""

Facet = Literal["content", "summary", "keywords"]
"""Which text of a memory an embedding stands for (M9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A memory with its embeddings, by facet: what a vector index stores."""

    memory: Memory
    vectors: dict[Facet, Vector]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexState:
    """What an index was built with and how many memories it holds. ``model`` is '' while it is empty."""

    model: str
    dimension: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """An edge of the entity graph, with the memory that states it and when it holds (None: unknown, or open)."""

    subject: str
    predicate: str
    object: str
    memory: str
    valid_from: datetime | None = None
    valid_to: datetime | None = None
