"""Whether what a model wrote was said: quotes are looked up in the source, words and numbers must come from it (W2)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from hindsight.domain.contrast import contrast
from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memo import remembered
from hindsight.domain.text import script

Span = tuple[int, int]

SHARE: Final = 0.5
"""Share of the telling words of a wording, 0–1, that must occur in the source."""

_PASSED_OVER: Final = re.compile(r"[\s\"'“”‘’`´「」『』«»]")
_ELLIPSIS: Final = re.compile(r"\s*(?:\.{3,}|…+|\[…\]|\[\.{3}\])\s*")
_ENDS: Final = " \t\n\"'“”‘’`「」『』.,，。;；:：!！?？"
_LATIN: Final = re.compile(r"[a-z][a-z'-]*", re.ASCII)
_NAME: Final = re.compile(r"(?<![\w'])[A-Z][\w&+#-]*", re.ASCII)
_NARRATED: Final = re.compile(r"^(?:the )?user(?:'s)?(?![a-z])|用户", re.IGNORECASE)
_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_NUMBER: Final = re.compile(r"\d+(?:[.:/-]\d+)*")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)[^\s，。；）)]+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}", re.ASCII)
_NUMBER_WORDS: Final = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty
"""
_SPELLED: Final = {str(n): (word,) for n, word in enumerate(_NUMBER_WORDS.split())} | {"2": ("two", "两", "俩")}
_ZH_NUMERALS: Final = "零一二三四五六七八九十"
_WIDE_DIGITS: Final = str.maketrans("０１２３４５６７８９", "0123456789")
_COMMON: Final = """
the and that this with for from has have had was were are been being user user's users speaker they them their his her
its she who which what when where will would also now currently said says stated mentions mentioned not does did doesn't
didn't isn't longer
"""
_SILENT_EN: Final = frozenset(_COMMON.split())
_SILENT_ZH: Final = frozenset("用户他她的是在了有和与也已将会于并对为其说表示目前现曾着过个")


def locate(quote: str, text: str) -> Span | None:
    """The place of ``quote`` in ``text``, or None. Case, width, blanks and quotation marks do not count, … skips."""
    parts = [part for part in _ELLIPSIS.split(quote.strip(_ENDS)) if part.strip(_ENDS)]
    if not parts:
        return None
    folded, places = _folded(text)
    start, at = -1, 0
    end = 0
    for part in parts:
        wanted, _ = _folded(part)
        found = folded.find(wanted, at) if wanted else -1
        if found < 0:
            return None
        start = found if start < 0 else start
        at = found + len(wanted)
        end = at
    return places[start], places[end - 1] + 1


def occurs(words: str, text: str) -> bool:
    """Whether ``words`` were said as they are."""
    return locate(words, text) is not None


def faithful(wording: str, quote: str, source: str) -> bool:
    """Whether ``wording`` says what ``quote`` says, in its language, with nothing that ``source`` does not have.

    Numbers, addresses and names must all be in the source, most other words too, and no denial may come or go.
    """
    spoken = _NARRATED.sub("我" if script(quote) == "zh" else "I", wording)
    if script(wording) != script(quote) or contrast(spoken, quote) == "contradicts":
        return False
    low = source.casefold()
    if any(address.casefold().rstrip(".,") not in low for address in _ADDRESS.findall(wording)):
        return False
    unknown = _numbers(wording) - _known_numbers(source)
    if any(not _spelled(number, low) for number in unknown):
        return False
    return _names_known(wording, low) and _words_known(wording, low)


@remembered(64)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """The text as it is compared, and for each character its place in the original."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        if _PASSED_OVER.match(letter):
            continue
        for plain in unicodedata.normalize("NFKC", letter).casefold():
            letters.append(plain)
            places.append(place)
    return "".join(letters), tuple(places)


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text.translate(_WIDE_DIGITS)))


@remembered(64)
def _known_numbers(source: str) -> frozenset[str]:
    """The numbers of a source, those in words too (三, three)."""
    numbers = _numbers(source)
    for field in key_fields_of(source):
        numbers |= _numbers(field.value)
    return frozenset(numbers)


def _spelled(number: str, source: str) -> bool:
    numeral = _ZH_NUMERALS[int(number)] if number in _SPELLED and int(number) < len(_ZH_NUMERALS) else ""
    return any(word and word in source for word in (*_SPELLED.get(number, ()), numeral))


def _names_known(wording: str, source: str) -> bool:
    """Whether every name was said; the first word of a sentence may be any word that was."""
    names = [match[0].casefold() for match in _NAME.finditer(wording)]
    return all(name in source or name[:4] in source or name in _SILENT_EN or len(name) == 1 for name in names)


def _words_known(wording: str, source: str) -> bool:
    words = [w for w in _LATIN.findall(wording.casefold()) if len(w) > 2 and w not in _SILENT_EN]
    letters = [c for c in _HAN.findall(wording) if c not in _SILENT_ZH]
    known = sum(word[:4] in source for word in words) + sum(letter in source for letter in letters)
    return known >= SHARE * (len(words) + len(letters))
