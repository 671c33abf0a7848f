"""Whether a memory is what a request to forget means: stricter than an answer, for what is gone cannot be ranked."""

from __future__ import annotations

from hindsight.domain.analysis import query_terms
from hindsight.domain.memory import Memory
from hindsight.domain.policy import ForgetPolicy
from hindsight.domain.text import normalise, script


def is_meant(query: str, memory: Memory, similarity: float | None, policy: ForgetPolicy) -> bool:
    """Whether ``memory`` is clearly what ``query`` names. ``similarity``: calibrated, 0–1; None when unknown."""
    share = _share(query, memory)
    if similarity is None:
        return share >= policy.named
    near = share >= policy.partly and similarity >= policy.near
    return share >= policy.named or near or similarity >= policy.clear


def _share(query: str, memory: Memory) -> float:
    """The weighted share of the query's words that the memory holds, 0–1; a single Chinese character is in no pair."""
    if script(query) == "zh" and normalise(query) in normalise(memory.content):
        return 1.0
    asked = query_terms(query)
    told = {term.term for text in (memory.content, *memory.entities, *memory.tags) for term in query_terms(text)}
    total = sum(term.weight for term in asked)
    return sum(term.weight for term in asked if term.term in told) / total if total else 0.0
