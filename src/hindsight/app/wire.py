"""Records as plain JSON: one shape for the command line, HTTP and MCP.

A record becomes an object of its fields: times are ISO 8601 with offset, tuples are lists, nothing is left out. A few
properties that callers ask for first are added, see :data:`DERIVED`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from hindsight.domain.change import Job
from hindsight.domain.errors import HindsightError
from hindsight.domain.memory import Memory
from hindsight.services.indexes import IndexReport
from hindsight.services.reflect import Recorded
from hindsight.services.remember import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A property that is written beside a record's fields; ``schema`` is its JSON schema."""

    name: str
    schema: Mapping[str, Any]


_IDS = {"type": "array", "items": {"type": "string"}}

DERIVED: Mapping[type, tuple[Derived, ...]] = MappingProxyType(
    {
        Receipt: (Derived(name="ids", schema={**_IDS, "description": "The memories that hold what was said."}),),
        Recorded: (Derived(name="experiences", schema={**_IDS, "description": "The memories that hold the lessons."}),),
        IndexReport: (
            Derived(name="healthy", schema={"type": "boolean", "description": "Nothing is missing, nothing is stray."}),
        ),
        Memory: (
            Derived(
                name="when", schema={"type": "string", "description": "When it happened, else when it was stored."}
            ),
            Derived(name="trust", schema={"type": "number", "description": "Trust of its newest source, 0–1."}),
        ),
    }
)

HIDDEN: Mapping[type, frozenset[str]] = MappingProxyType({Job: frozenset({"payload", "lease_until", "worker"})})
"""Fields that no caller needs: a job's payload is the worker's own."""


def to_wire(value: Any) -> Any:
    """``value`` as what ``json.dumps`` writes without help. A number that JSON has no word for becomes null."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value)
    if isinstance(value, Mapping):
        return {str(key): to_wire(item) for key, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(to_wire(item) for item in value)
    if isinstance(value, list | tuple):
        return [to_wire(item) for item in value]
    return str(value)


def _record(record: Any) -> dict[str, Any]:
    hidden = HIDDEN.get(type(record), frozenset())
    plain = {item.name: to_wire(getattr(record, item.name)) for item in fields(record) if item.name not in hidden}
    for extra in DERIVED.get(type(record), ()):
        plain[extra.name] = to_wire(getattr(record, extra.name))
    return plain


def error_to_wire(error: HindsightError) -> dict[str, dict[str, str | None]]:
    """``{"error": {"code", "message", "hint"}}``."""
    return {"error": error.to_dict()}
