"""What importers of memories share: fields of ``remember`` made of foreign ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hindsight.domain.entries import MemoryEntry
from hindsight.domain.memory import Claim

_LONGEST = 500


def texts(values: Any) -> list[str]:
    """Names from a list of names or of objects with a ``name``, or from ``"Alice (PERSON), Google (ORG)"``."""
    if isinstance(values, str):
        values = [re.sub(r"\s{0,3}\([A-Z_]{1,40}\)\s{0,3}$", "", part) for part in values.split(",")]
    if not isinstance(values, Iterable) or isinstance(values, Mapping):
        return []
    named = (str(value.get("name", "")) if isinstance(value, Mapping) else str(value) for value in values if value)
    return list(dict.fromkeys(name.strip()[:_LONGEST] for name in named if name.strip()))


def labels(metadata: Any) -> list[str]:
    """Metadata as tags: ``{"topic": "food"}`` is the tag ``topic:food``. Nested values are left out."""
    if not isinstance(metadata, Mapping):
        return []
    plain = (
        (key, value)
        for key, value in metadata.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    )
    return [f"{key}:{value}"[:_LONGEST] for key, value in plain if str(value).strip()]


def memory(place: str, claim: Claim | None = None, **fields: Any) -> MemoryEntry:
    """A memory of an import; empty fields are left out."""
    kept = {key: value for key, value in fields.items() if key == "content" or value not in (None, "", [], ())}
    return MemoryEntry({"source": "import", **kept}, place, claim)


def related(place: str, entity: str, relation: str, value: str, **fields: Any) -> MemoryEntry:
    """An edge of a knowledge graph: ``John –works_at→ Acme`` as a fact with its claim."""
    words = relation.replace("_", " ").strip()
    claim = Claim(entity=entity, attribute=relation.strip(), value=value)
    return memory(place, claim, content=f"{entity} {words} {value}", kind="fact", entities=[entity, value], **fields)
