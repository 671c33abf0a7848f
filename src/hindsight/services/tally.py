"""What goes with memories that are forgotten, for the preview and for the receipt (G1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hindsight.domain.errors import HindsightError
from hindsight.domain.memory import Kind, Memory, Status
from hindsight.domain.visibility import is_searchable
from hindsight.services.parts import Parts
from hindsight.services.project import facets

SHOWN = 20
"""Memories whose words a preview shows."""
_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """A memory that would go: the begin of its words, at most 200 characters, on one line."""

    id: str
    kind: Kind
    status: Status
    text: str


def going(memories: Sequence[Memory]) -> tuple[Going, ...]:
    """The first 20 of ``memories`` as a person would recognise them."""
    return tuple(
        Going(id=memory.id, kind=memory.kind, status=memory.status, text=_begin(memory.content))
        for memory in memories[:SHOWN]
    )


async def tally(parts: Parts, tenant: str, memories: Sequence[Memory]) -> tuple[dict[str, int], tuple[str, ...]]:
    """How many memories, vectors and edges these are, and which index could not be asked.

    Vectors are those of the embedder in use; a memory has one for each of its facets.
    """
    searchable = [memory for memory in memories if is_searchable(memory)]
    counts = {"memories": len(memories), "vectors": 0, "edges": 0}
    missing: list[str] = []
    try:
        if parts.vectors and parts.embedder and (await parts.vectors.state()).model == parts.embedder.model:
            counts["vectors"] = sum(len(facets(memory)) for memory in searchable)
        if parts.graph:
            counts["edges"] = await parts.graph.count_edges(tenant, [memory.id for memory in searchable])
    except HindsightError as error:
        missing.append(f"index: {error.code}: {error.message}")
    return counts, tuple(missing)


def _begin(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"
