"""Whether a memory is what a request to forget means: stricter than an answer, for what is gone cannot be ranked."""

from __future__ import annotations

from typing import Final

from hindsight.domain.analysis import query_terms
from hindsight.domain.memory import Memory
from hindsight.domain.text import normalise, script

NAMED: Final = 0.999
"""Share of the request's words, 0–1, that by themselves say which memory is meant."""
PARTLY: Final = 0.5
"""Share of them, 0–1, that counts when the meaning is near too."""
NEAR: Final = 0.7
"""Calibrated similarity, 0–1, above which texts that only share a subject seldom lie."""
CLEAR: Final = 0.85
"""Calibrated similarity, 0–1, that needs no word in common (another language)."""


def is_meant(query: str, memory: Memory, similarity: float | None) -> bool:
    """Whether ``memory`` is clearly what ``query`` names. ``similarity``: calibrated, 0–1; None when unknown."""
    share = _share(query, memory)
    if similarity is None:
        return share >= NAMED
    return share >= NAMED or (share >= PARTLY and similarity >= NEAR) or similarity >= CLEAR


def _share(query: str, memory: Memory) -> float:
    """The weighted share of the query's words that the memory holds, 0–1; a single Chinese character is in no pair."""
    if script(query) == "zh" and normalise(query) in normalise(memory.content):
        return 1.0
    asked = query_terms(query)
    told = {term.term for text in (memory.content, *memory.entities, *memory.tags) for term in query_terms(text)}
    total = sum(term.weight for term in asked)
    return sum(term.weight for term in asked if term.term in told) / total if total else 0.0
