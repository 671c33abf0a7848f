"""Names of entities as they are compared, and the names that a text may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from hindsight.domain.analysis.scan import chunks, is_unspaced
from hindsight.domain.analysis.stopwords import ENGLISH
from hindsight.domain.analysis.terms import plain
from hindsight.domain.memo import remembered

MAX_UNITS = 12
"""A name is at most this many words or characters of an unspaced script."""
MAX_TEXT_UNITS = 400
"""Of a longer query the first and the last half of this are looked through."""


def norm(name: str) -> str:
    """A name folded, its punctuation and possessive gone: ``Caroline's`` → ``caroline``. '' when nothing is left."""
    return "".join(_glued(_units(name)))


@remembered(32)
def names_in(text: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Every normal form in ``text`` that could be a name, with where it stands: ``(start, end)`` in units.

    Names in spaced scripts are whole words. A single character of an unspaced script and a lone stop word are only a
    name when there is nothing else. Several looks at one question come here one after the other.
    """
    units = _units(text)
    half = MAX_TEXT_UNITS // 2
    if len(units) > MAX_TEXT_UNITS:
        units = units[:half] + units[-half:]
    found: dict[str, list[tuple[int, int]]] = {}
    glued = _glued(units)
    for start, unit in enumerate(units):
        if len(units) == 1 or not _says_little(unit):
            found.setdefault(unit, []).append((start, start + 1))
        rest = glued[start + 1 : start + MAX_UNITS]
        for end, name in enumerate(accumulate(rest, initial=unit), start + 1):
            if end > start + 1:
                found.setdefault(name, []).append((start, end))
    return found


def longest(spans: Mapping[str, Sequence[tuple[int, int]]], known: set[str]) -> list[str]:
    """The ``known`` names, without those that only stand inside a longer known one (York in New York)."""
    taken: list[tuple[int, int]] = []
    kept: list[str] = []
    places = [(span, name) for name in known for span in spans.get(name, ())]
    for (start, end), name in sorted(places, key=lambda place: (place[0][0] - place[0][1], place)):
        if not any(first <= start and end <= last for first, last in taken):
            taken.append((start, end))
            kept.append(name)
    return list(dict.fromkeys(kept))


def _units(text: str) -> list[str]:
    return [unit for chunk in chunks(text) for unit in _cut(chunk) if unit]


def _cut(chunk: str) -> Iterator[str]:
    if is_unspaced(chunk):
        yield from chunk
    else:
        yield plain(chunk)


def _glued(units: Sequence[str]) -> list[str]:
    """Units as they follow one another: a blank between two unless both are of an unspaced script."""
    both = pairwise([is_unspaced(unit) for unit in units])
    return [*units[:1], *(unit if all(pair) else f" {unit}" for unit, pair in zip(units[1:], both, strict=True))]


def _says_little(unit: str) -> bool:
    return is_unspaced(unit) or unit in ENGLISH
