"""Names as callers write them: those that other memory systems use are understood (I7)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hindsight.domain.errors import InvalidInput

ALIASES: Mapping[str, str] = MappingProxyType(
    {"user_id": "space", "memory_type": "kind", "top_k": "limit", "filters": "where"}
)
"""Names that other memory systems use, and ours (I7)."""


def unaliased(given: Mapping[str, Any]) -> dict[str, Any]:
    """``given`` under our names. InvalidInput when a name and its alias both stand there with different values."""
    named: dict[str, Any] = {}
    for key, value in given.items():
        name = ALIASES.get(key, key)
        if name in named and named[name] != value:
            raise InvalidInput(f"{key!r} is another name of {name!r}; give one of them.")
        named[name] = value
    return named


def unaliased_where(where: Any) -> Any:
    """A filter with the aliases of its fields replaced, at any depth; anything else as it is."""
    if isinstance(where, list):
        return [unaliased_where(part) for part in where]
    if not isinstance(where, Mapping):
        return where
    return {
        ALIASES.get(key, key): unaliased_where(part) if key in ("and", "or", "not") else part
        for key, part in where.items()
    }
