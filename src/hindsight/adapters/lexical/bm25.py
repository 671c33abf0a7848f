"""BM25, the same arithmetic for every database, so that they rank alike."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from hindsight.domain.analysis import QueryTerm, tokens
from hindsight.domain.memory import Memory

K1 = 1.2
B = 0.75
"""The usual constants: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", 3.7."""

DELTA = 1.0
"""What holding a word counts at all, however long the text (BM25+; Lv and Zhai (2011), "Lower-bounding term frequency
normalization"). Measured on two languages: LoCoMo R@10 +.02, MemDaily unchanged."""

CONTENT = 1.0
SPEAKER = 1.0
KEYWORDS = 0.5
ENTITIES = 0.5
SUMMARY = 0.5
TAGS = 0.5
"""Field weights: a term's frequency is the weighted sum over the fields before saturation (BM25F, same source, 3.6)."""

RAREST = 12
"""So many of the words of a pasted text a memory has to hold to answer it wholly."""

BUDGET = 5_000
"""Postings that a query reads before commoner terms only re-score what rarer ones found (≈ 1 µs each)."""


@dataclass(frozen=True, slots=True)
class Document:
    """What is indexed of a memory: weighted term frequencies and the length in terms."""

    terms: Mapping[str, float]
    length: int


def document(memory: Memory) -> Document:
    """The terms of a memory, its fields weighted."""
    fields = (
        (memory.content, CONTENT),
        ("\n".join(dict.fromkeys(source.name or "" for source in memory.sources)), SPEAKER),
        (memory.summary, SUMMARY),
        ("\n".join(memory.keywords), KEYWORDS),
        ("\n".join(memory.entities), ENTITIES),
        ("\n".join(memory.tags), TAGS),
    )
    terms: dict[str, float] = defaultdict(float)
    for text, weight in fields:
        for term, times in Counter(tokens(text)).items():
            terms[term] += times * weight
    return Document(dict(terms), max(1, round(sum(terms.values()))))


@dataclass(slots=True)
class Scorer:
    """Scores postings ``(term, memory, tf, length)`` of one query against the totals of its spaces."""

    weights: Mapping[str, float]
    average: float
    scores: dict[int, float]

    @classmethod
    def of(
        cls, terms: Iterable[QueryTerm], frequencies: Mapping[str, int], docs: int, length: int, *, pasted: bool
    ) -> Scorer:
        """Weight of a term: its own × the inverse document frequency, always above 0 (as Lucene has it).

        Scaled so that a text of average length which holds every word of the query once scores 1: a word that no text
        holds lowers all scores, so that they say how well a query is answered, not only by which text best.
        """
        weights: dict[str, float] = {}
        asked = 0.0
        for term in terms:
            held = frequencies.get(term.term, 0)
            weight = term.weight * math.log1p((docs - held + 0.5) / (held + 0.5))
            asked += weight
            if held:
                weights[term.term] = weight
        if pasted:
            # No question that one memory could answer whole: the rarest of its words that are known are what it asks.
            rarest = sum(nlargest(RAREST, weights.values()))
            asked = min(asked, max(rarest, 2 * math.log1p((docs + 0.5) / 0.5)))
        ideal = (1 + DELTA) * asked or 1.0
        return cls({term: weight / ideal for term, weight in weights.items()}, length / max(1, docs), {})

    def add(self, postings: Iterable[Sequence[Any]]) -> None:
        """Add what these postings bring to their memories."""
        scores, weights = self.scores, self.weights
        flat, slope = K1 * (1 - B), K1 * B / self.average
        for term, memory, tf, length in postings:
            gain = weights[term] * (DELTA + tf * (K1 + 1) / (tf + flat + slope * length))
            scores[memory] = scores.get(memory, 0.0) + gain

    def best(self) -> list[int]:
        """The memories, best first; of equals the newer."""
        return [memory for _, memory in sorted(zip(self.scores.values(), self.scores, strict=True), reverse=True)]


def split_terms(
    frequencies: Mapping[str, int], weights: Mapping[str, float], budget: int = BUDGET
) -> tuple[list[str], list[str]]:
    """``(read, skipped)``: the rarest and heaviest terms, whose postings are read, and the others. One is always read.

    ``weights`` are the query's own (a pasted word counts less than one asked for).
    """
    ranked = sorted(frequencies, key=lambda term: (frequencies[term] / weights[term] ** 2, term))
    spent = 0
    for place, term in enumerate(ranked):
        spent += frequencies[term]
        if place and spent > budget:
            return ranked[:place], ranked[place:]
    return ranked, []
