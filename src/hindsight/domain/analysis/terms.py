"""From chunks to index terms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from operator import add

from hindsight.domain.analysis.numbers import number
from hindsight.domain.analysis.scan import chunks, fold, is_picture, is_unspaced
from hindsight.domain.analysis.stem import stem
from hindsight.domain.memo import remembered

MAX_TERM = 64
"""Longer terms (hashes, encoded data) are cut to this many characters; the start still finds them."""

MAX_PARTS = 48
"""A chunk of more pieces (a table row, a log line without blanks) is split and not kept whole as well."""

_SCHEME = re.compile(r"^[a-z][a-z0-9+]{0,15}://(?:www\.)?", re.ASCII | re.IGNORECASE)
_OUTER = re.compile(r"[/\\:@?&=+~#%$]+")
_HYPHENS = re.compile(r"[-_']+")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", re.ASCII)
_HAS_HUMP = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]", re.ASCII)
_NUMBERED = re.compile(r"([a-z]{1,24})([0-9]{1,12})|([0-9]{1,12})([a-z]{1,12})", re.ASCII)
_CLITIC = re.compile(r"'(?:s|re|ve|ll|d|m)$", re.ASCII)
_NEGATED = re.compile(r"n't$", re.ASCII)
_SKIN = re.compile("[\U0001f3fb-\U0001f3ff]")


@dataclass(frozen=True, slots=True)
class Chunk:
    """The terms of one chunk: itself, what it is made of, and what only an index holds (shorter versions, units)."""

    whole: str
    parts: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def terms(self) -> tuple[str, ...]:
        """All of them, each once; none when the chunk was an accent without its letter."""
        return tuple(filter(None, (self.whole, *self.parts, *self.extra)))


def tokens(text: str) -> list[str]:
    """The terms of ``text`` for an index, in order, repeated as often as they occur. Linear in its length.

    An empty list when nothing in it is a letter, digit or symbol.
    """
    found: list[str] = []
    for chunk in chunks(text):
        if chunk[0] >= "\u0e00" and is_unspaced(chunk):
            run = chunk.casefold()
            found.extend(run)
            found.extend(map(add, run, run[1:]))
        else:
            found.extend(_terms(chunk))
    return found


def pairs(run: str) -> list[str]:
    """What a run of an unspaced script is looked up by: its pairs, or itself when it is one character."""
    folded = run.casefold()
    return list(map(add, folded, folded[1:])) or [folded]


def plain(chunk: str) -> str:
    """A chunk folded, without 's, 're, 'll and the like."""
    return _CLITIC.sub("", fold(chunk))


@remembered(65_536)
def _terms(chunk: str) -> tuple[str, ...]:
    return analyse(chunk).terms


def analyse(chunk: str) -> Chunk:
    """The terms of one chunk that is no run of an unspaced script."""
    if chunk.isalpha() and not _HAS_HUMP.search(chunk):
        return Chunk(_word(fold(chunk)))
    if is_picture(chunk):
        whole = chunk.replace("\ufe0f", "")
        bare = _SKIN.sub("", whole)
        return Chunk(whole, (bare,) if bare and bare != whole else ())
    folded = fold(chunk)
    figure = number(folded)
    if figure:
        return Chunk(figure[0][:MAX_TERM], figure[1], figure[2])
    pieces = [piece for piece in _OUTER.split(_SCHEME.sub("", chunk)) if piece]
    if len(pieces) > MAX_PARTS:
        flat = [term for piece in pieces for term in _HYPHENS.split(fold(piece)) if term]
        return _chunk(_word(flat[0]), map(_word, flat), ())
    parts: list[str] = []
    extra: list[str] = []
    for piece in pieces:
        _split(piece, parts, extra)
    return _chunk(_whole(folded), parts, extra)


def _chunk(whole: str, parts: Iterable[str], extra: Iterable[str]) -> Chunk:
    """Each term once; a single letter or a short number does not find the identifier it is a part of."""
    kept = [term for term in dict.fromkeys(parts) if term != whole]
    small = [term for term in kept if len(term) == 1 or (term.isdigit() and not whole.rstrip("%").isdigit())]
    main = tuple(term for term in kept if term not in small)
    rest = dict.fromkeys([*small, *extra])
    return Chunk(whole, main, tuple(term for term in rest if term != whole and term not in main))


def _word(folded: str) -> str:
    return stem(folded) if len(folded) <= 32 and folded.isascii() and folded.isalpha() else folded[:MAX_TERM]


def _whole(folded: str) -> str:
    r"""One spelling for what is written in several: snake_case = kebab-case = camelCase, / = \, no scheme."""
    bare = _CLITIC.sub("", _SCHEME.sub("", folded))
    if not _OUTER.search(bare) and "." not in bare and not bare.replace("-", "").isdigit():
        return _word(_HYPHENS.sub("", bare))
    return bare.replace("\\", "/")[:MAX_TERM]


def _split(piece: str, parts: list[str], extra: list[str]) -> None:
    """Add the smaller terms of a piece of an identifier, its case kept."""
    bare = _CLITIC.sub("", piece)
    if _NEGATED.search(bare):
        return
    words = [word for word in _HYPHENS.split(bare) if word]
    if "." in bare and not any("." in word and number(fold(word)) for word in words):
        parts.append(_whole(fold(bare)))
        for name in filter(None, bare.split(".")):
            _split(name, parts, extra)
        return
    if len(words) > 1:
        parts.append(_whole(fold(bare)))
    for word in words:
        figure = number(fold(word))
        if figure:
            parts.append(figure[0])
            extra.extend(figure[2])
        else:
            _humps(word, parts, extra)


def _humps(word: str, parts: list[str], extra: list[str]) -> None:
    """Add the humps of camelCase and the halves of letters joined with digits (gpt4, 5kg)."""
    for hump in [word, *(_CAMEL.findall(word) if _HAS_HUMP.search(word) else ())]:
        folded = fold(hump)
        if not folded:
            continue
        parts.append(_word(folded))
        numbered = _NUMBERED.fullmatch(folded)
        if numbered:
            letters, digits, amount, unit = numbered.groups()
            parts.append(letters or amount)
            extra.append(digits or _word(unit))
