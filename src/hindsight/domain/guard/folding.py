"""The copy of a text that detection reads, with the way back to the original's positions."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

# Letters that look like Latin ones (Unicode TR 39, the part that occurs in attacks): Cyrillic, Greek, Armenian.
LOOKALIKES = dict(
    zip(
        "аеорсухіјѕԁԛԝһӏᴄкмтвнпґАВЕЗКМНОРСТУХІЈЅԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχγոսօ",
        "aeopcyxijsdqwhlckmtbhngABE3KMHOPCTYXIJSGABEZHIKMNOPTYXaeikvoptuxynuo",
        strict=True,
    )
)
_MAX_CACHED = 65_536


class _FoldTable(dict[int, str]):
    """Folds one character: NFKC, marks and invisible characters gone, look-alikes to Latin. Caches itself."""

    def __missing__(self, codepoint: int) -> str:
        folded = _fold_char(chr(codepoint))
        if len(self) < _MAX_CACHED:
            self[codepoint] = folded
        return folded


def _fold_char(char: str) -> str:
    if char in LOOKALIKES:
        return LOOKALIKES[char]
    if char.isascii():
        return char
    if "\ufe00" <= char <= "\ufe0f" or "\U000e0000" <= char <= "\U000e01ef":
        return ""
    if unicodedata.category(char) in {"Cf", "Mn"}:
        return ""
    bare = "".join(c for c in unicodedata.normalize("NFKD", char) if unicodedata.category(c) != "Mn")
    return bare if bare.isascii() else unicodedata.normalize("NFKC", char)


_TABLE = _FoldTable()


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is what rules read; `offsets[i]` is the place in the original of character i (None: the same)."""

    text: str
    length: int
    offsets: tuple[int, ...] | None = None

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original that folded into [start, end)."""
        if self.offsets is None or start >= end:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def fold(text: str) -> Folded:
    if text.isascii():
        return Folded(text, len(text))
    folded = text.translate(_TABLE)
    if all(len(_TABLE[ord(char)]) == 1 for char in set(text)):
        return Folded(folded, len(text))
    offsets = tuple(i for i, char in enumerate(text) for _ in _TABLE[ord(char)])
    return Folded(folded, len(text), offsets)


_SPACED = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z0-9](?:[ ._*|/-]{1,3}[A-Za-z0-9](?![A-Za-z0-9])){5,400}+"
    r"|[\u4e00-\u9fff](?:[ ._*|/-]{1,3}[\u4e00-\u9fff]){3,400}+"
)
_LEET_WORD = re.compile(r"[A-Za-z][0-9@$!|]{1,2}[A-Za-z]|(?<![0-9A-Za-z])[0-9@$][A-Za-z]{2}")
_LEET_MAPS = tuple(
    str.maketrans(*pair)
    for pair in (("013457@$!|", "oieastasil"), ("013457@$!|", "oleastaslI"), ("0134567892@$!+", "oieasgtbgzasit"))
)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{24,4000}={0,2}(?![A-Za-z0-9+/])")


def variants(folded: Folded) -> Iterator[Folded]:
    """Readings of a disguised text: spaced letters joined, three leet alphabets, base64 decoded."""
    text = folded.text
    if spaced := [m.span() for m in _SPACED.finditer(text)]:
        yield _joined(folded, spaced)
    if len(_LEET_WORD.findall(text)) >= 2:
        for table in _LEET_MAPS:
            yield Folded(text.translate(table), folded.length, folded.offsets)
    for match in _BASE64.finditer(text):
        if plain := _decoded(match[0]):
            start, end = folded.origin(*match.span())
            yield Folded(plain, folded.length, (start,) + (end - 1,) * (len(plain) - 1))


def _joined(folded: Folded, spans: list[tuple[int, int]]) -> Folded:
    """Single separators inside the spans vanish, wider ones become one blank."""
    chars: list[str] = []
    kept: list[int] = []
    at = 0
    for start, end in spans:
        chars.extend(folded.text[at:start])
        kept.extend(range(at, start))
        for part in re.finditer(r"([A-Za-z0-9\u4e00-\u9fff])|([ ._*|/-]{2,3})", folded.text[start:end]):
            chars.append(part[1] or " ")
            kept.append(start + part.start())
        at = end
    chars.extend(folded.text[at:])
    kept.extend(range(at, len(folded.text)))
    offsets = tuple(kept) if folded.offsets is None else tuple(folded.offsets[i] for i in kept)
    return Folded("".join(chars), folded.length, offsets)


def _decoded(segment: str) -> str | None:
    """The text inside a base64 run; None unless it is printable."""
    body = segment.rstrip("=")
    try:
        plain = base64.b64decode(body + "=" * (-len(body) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return plain if plain.isprintable() else None
