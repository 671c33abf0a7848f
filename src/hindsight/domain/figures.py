"""Figures written in groups: "2,150", "1.250,00 €", "2 150 km", 2，150 元 and 12'500 are one number each.

Patterns that read words stop at a comma or a blank; they are given the text with its figures joined.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hindsight.domain.patterns import pattern

_MONEY: Final = (
    r"(?:[€$£¥￥]|(?:euros?|eur|dollars?|usd|pounds?|gbp|yuan|rmb|cny|yen|francs?|chf|bucks|rupees?|crowns?)(?![a-z])"
    r"|元|块|圆|美元|美金|欧元|日元|英镑|港币|人民币|卢布|韩元|万元)"
)
_COUNTED: Final = (
    r"(?:(?:km|kilomet(?:er|re)s?|met(?:er|re)s?|miles?|kg|kilos?|grams?|tons?|tonnes?|lit(?:er|re)s?|kwh|people|users"
    r"|rows|lines|requests|tokens|steps|words|pages|calories|kcal|copies|items|customers|subscribers|followers|visitors"
    r"|employees|students|residents|inhabitants|hours|square)(?![a-z])|[人名户次件份册台套]|平方?米|公里|千米|步|多[元人])"
)
_FIGURE: Final = pattern(
    rf"""
    (?<![\d.,，'’a-z_])(?:
    (?P<comma>\d{{1,3}}(?:,\d{{2,3}}){{0,4}},\d{{3}}(?:\.\d{{1,9}})?)(?![\d，]|[.,]\d)
    |(?P<dot>\d{{1,3}}(?:\.\d{{3}}){{1,5}},\d{{1,2}}(?![\d.,]\d?))
    |(?P<dots>\d{{1,3}}(?:\.\d{{3}}){{1,5}})(?=[\s-]?{_MONEY})
    |(?P<cents>\d{{1,12}},\d{{1,2}})(?=\s?{_MONEY})
    |(?P<wide>\d{{1,3}}(?:，\d{{3}}){{1,5}}(?:\.\d{{1,9}})?)(?=\s?(?:{_MONEY}|{_COUNTED}))
    |(?P<thin>\d{{1,3}}(?:[\u00a0\u2009\u202f'’]\d{{3}}){{1,5}}(?:[.,]\d{{1,2}})?)(?![\d，]|[.,]\d)
    |(?P<blank>\d{{1,3}}(?:\x20\d{{3}}){{1,5}}(?:[.,]\d{{1,2}})?)(?=\s?(?:{_MONEY}|{_COUNTED}))
    |(?<=[€$£¥￥])\s?(?P<paid>\d{{1,3}}(?:\.\d{{3}}){{1,5}}|\d{{1,3}}(?:(?:\x20|，)\d{{3}}){{1,5}}|\d{{1,12}},\d\d
    )(?![\d，]|[.,]\d))
    """
)
"""A list has blanks behind its commas ("60, 70 and 80"), or its parts have other lengths; blanks, wide commas and
lone dots group only what is counted or paid."""
_DECIMAL_COMMA: Final = re.compile(r",(?=\d{1,2}$)")
_MARKS: Final = re.compile(r"[^\d.]")


@dataclass(frozen=True, slots=True)
class Joined:
    """``text`` with every figure in one piece; ``places``: where each of its characters and its end stood before."""

    written: str
    text: str
    places: tuple[int, ...] | None = None

    def as_written(self, start: int, end: int) -> str:
        """The words of ``text[start:end]`` as they were written."""
        if self.places is None or start >= end:
            return self.text[start:end]
        return self.written[self.places[start] : self.places[end - 1] + 1]

    def found(self, part: str) -> str:
        """``part``, if it is one of ``text``, as it was written."""
        start = self.text.find(part) if self.places is not None else -1
        return part if start < 0 else self.as_written(start, start + len(part))


def joined(text: str) -> Joined:
    """``text`` with its figures joined: "2,150" → "2150", "1.250,00 €" → "1250.00 €"."""
    pieces: list[str] = []
    places: list[int] = []
    position = 0
    for match in _FIGURE.finditer(text):
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        places += range(position, start)
        pieces.append(text[position:start])
        for offset, char in enumerate(_with_point(match[kind], kind)):
            if not _MARKS.match(char):
                pieces.append(char)
                places.append(start + offset)
        position = end
    if not position:
        return Joined(text, text)
    places += range(position, len(text))
    return Joined(text, "".join([*pieces, text[position:]]), (*places, len(text)))


def inside_figures(text: str) -> frozenset[int]:
    """The offsets of ``text`` behind a mark that groups a figure: nothing may be cut there."""
    spans = [match.span(match.lastgroup or 0) for match in _FIGURE.finditer(text)]
    return frozenset(at for start, end in spans for at in range(start + 1, end))


def _with_point(figure: str, kind: str) -> str:
    """``figure`` with a point for its decimals alone and commas for its groups; of the same length."""
    if kind in {"comma", "wide"}:
        return figure
    figure = figure if "," in figure or kind not in {"thin", "blank"} else figure.replace(".", "\0")
    ungrouped = _DECIMAL_COMMA.sub("\0", figure).replace(".", ",")
    return ungrouped.replace("\0", ".")
