"""What a question is looked up by: weighted terms, bounded however long the text is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight.domain.analysis.scan import chunks, fold, is_unspaced
from hindsight.domain.analysis.stopwords import ASIDE, CHINESE, ENGLISH, PARTICLES
from hindsight.domain.analysis.terms import analyse, pairs, plain
from hindsight.domain.text import sentences

MAX_QUERY_CHARACTERS = 16_000
"""A longer query is cut in the middle: what is asked stands at its start or, after a pasted text, at its end."""

MAX_QUERY_TERMS = 1024
"""Terms of the lowest weight are dropped above this number."""

PART = 0.5
"""Weight of a part of an identifier against the identifier itself."""
PARTICLE = 0.3
"""Weight of a Chinese pair that holds a particle."""
QUOTED = 2.0
"""Weight of what stands in quotation marks. A boost and no condition: a pasted text is full of quotes."""
PASTED = 0.3
"""Weight of the middle of a long query against its first and last sentence and its questions."""
LONG = 400
"""Characters from which a query is taken for a question with a text pasted to it."""

_QUOTES = re.compile(
    r"\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|「([^」\n]{1,200})」|『([^』\n]{1,200})』|《([^》\n]{1,200})》|`([^`\n]{1,200})`"
)


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term to look up and how much it counts, above 0; 1 is a plain word."""

    term: str
    weight: float


def query_terms(text: str) -> list[QueryTerm]:
    """The terms of a query, heaviest first, each once with its greatest weight; empty when there is nothing to find.

    Stop words are left out unless there is nothing else. At most MAX_QUERY_TERMS.
    """
    if len(text) > MAX_QUERY_CHARACTERS:
        text = text[: MAX_QUERY_CHARACTERS // 4] + "\n" + text[-MAX_QUERY_CHARACTERS * 3 // 4 :]
    found: dict[str, float] = {}
    stop: dict[str, float] = {}
    for part, weight in _weighted(ASIDE.sub(" ", text)):
        _collect(part, weight, found, stop)
    for quote in _QUOTES.finditer(text):
        _collect(next(group for group in quote.groups() if group is not None), QUOTED, found, found)
    ranked = sorted((found or stop).items(), key=lambda item: -item[1])
    return [QueryTerm(term, weight) for term, weight in ranked[:MAX_QUERY_TERMS]]


def _weighted(text: str) -> list[tuple[str, float]]:
    """The stretches of a query with their weights."""
    if len(text) <= LONG:
        return [(text, 1.0)]
    pieces = [text[start:end] for start, end in sentences(text)]
    last = len(pieces) - 1
    return [
        (piece, 1.0 if place in (0, last) or piece.endswith(("?", "？")) else PASTED)
        for place, piece in enumerate(pieces)
    ]


def _collect(text: str, weight: float, found: dict[str, float], stop: dict[str, float]) -> None:
    for chunk in chunks(text):
        if is_unspaced(chunk):
            for pair in pairs(chunk):
                light = PARTICLE if not PARTICLES.isdisjoint(pair) else 1.0
                _raise(stop if pair in CHINESE or pair in PARTICLES else found, pair, weight * light)
            continue
        terms = analyse(chunk)
        common = plain(chunk) in ENGLISH or fold(chunk) in ENGLISH
        _raise(stop if common else found, terms.whole, weight)
        for part in terms.parts:
            _raise(stop if part in ENGLISH else found, part, weight * PART)


def _raise(terms: dict[str, float], term: str, weight: float) -> None:
    if term:
        terms[term] = max(terms.get(term, 0.0), weight)
