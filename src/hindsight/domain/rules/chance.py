"""How likely a clause states something, and how likely it is a statement of its own: linear, over cheap features (W1).

The features are function words, the shape of words, marks, key fields and the kind of claim that was read: nothing of
what the clause is about. The weights are fitted on labelled turns by ``benchmarks/make_chances.py`` and lie in
:mod:`hindsight.domain.rules.weights`. Where no pattern says that a clause states something, or that two clauses are
two statements, these decide.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.patterns import pattern
from hindsight.domain.rules import cues, weights
from hindsight.domain.rules.claims import LOOSE, Found, find_claim, find_general_claim
from hindsight.domain.rules.general import verb_at
from hindsight.domain.text import Script
from hindsight.domain.verbs import base

_TOKEN: Final = re.compile(r"[a-z]{1,40}(?:'[a-z]{1,3})?|\d[\w.,:%/]{0,40}")
_LATER: Final = re.compile(r"[?？]")
_QUOTE: Final = re.compile('["“”‘「」『』]')
_NUMBER: Final = re.compile(r"\d|[一二三四五六七八九十两百千万]")
_CLASSES_TEXT: Final = """
    number one two three four five six seven eight nine ten
    person i we he she they everyone nobody
    pointer it that this which those these there its
    owner my our his her their your
    article the a an
    denial not no never
    place in on at by for from to with of near until till since about after before during under over around into like as
    place per within without between through
    manner still also just usually only even then mostly mainly always now normally sometimes often roughly plus
    past got bought sold took went came made left had been born was were did
    """
_CLASSES: Final = {word: name for name, *words in map(str.split, _CLASSES_TEXT.strip().splitlines()) for word in words}
_AND: Final = frozenset(["and", "but", "so", "because", "or", "while", "though"])
_AROUND: Final = 120
"""Characters around a clause that are looked at."""
_LONGEST: Final = 300
_WHEN: Final = pattern(
    r"""
    ^(?:每|今|明|昨|前|后|上个?[周月]|下个?[周月]|周|星期|早上|晚上|中午|下午|上午|平时|一般|通常|现在|目前|以前|之前
    |之后|\d{1,4}[月日号点年]|去年|最近|刚)
    """,
    0,
)


KEEP: Mapping[str, float] = weights.KEEP
"""Whether a clause states something worth keeping."""


def odds(table: Mapping[str, float], features: Iterator[str]) -> float:
    """The log-odds that ``table`` gives to ``features``; a feature that is not in the table weighs nothing."""
    return sum(table.get(name, 0.0) for name in set(features))


def clause_features(text: str, language: Script) -> Iterator[str]:
    """What the clause ``text`` is built of, as names of features."""
    text = text[:_LONGEST]
    yield language
    yield from (f"{language}:{name}" for name in _shape(text, language))
    yield from _english_words(text) if language == "en" else _chinese_words(text)


def place_features(text: str, span: tuple[int, int], language: Script) -> Iterator[str]:
    """What lies around the clause at ``span`` of the turn ``text``: questions, requests, quotation marks."""
    before, after = text[max(0, span[0] - _AROUND) : span[0]], text[span[1] : span[1] + _AROUND]
    for name, found in (
        ("asks", _LATER.search(after)),
        ("wants", cues.REQUEST.search(after)),
        ("wanted", cues.REQUEST.search(before)),
        ("quoted", _QUOTE.search(before) and _QUOTE.search(after)),
        ("lines", "\n" in text),
        ("shouts", after[:1] in {"!", "！"}),
    ):
        if found:
            yield f"{language}:{name}"


def _read(text: str, language: Script) -> Found | None:
    return find_claim(text, language) or find_general_claim(text, language)


def _shape(text: str, language: Script) -> Iterator[str]:
    found = _read(text, language)
    yield (
        "none"
        if not found
        else "known"
        if not found.general
        else "loose"
        if found.claim.attribute in LOOSE
        else "tight"
    )
    size = len(text.split()) if language == "en" else len(text) / 2
    yield f"size{min(6, int(math.log2(size + 1) * 1.5))}"
    if cues.TASTE.search(text):
        yield "taste"
    for name in {field.name for field in key_fields_of(text)}:
        yield f"field:{name}"
    for name, marks in (("?", "?？"), ("!", "!！"), ("quote", '"“”‘'), ("dots", "…")):
        if any(mark in text for mark in marks):
            yield name
    if _NUMBER.search(text):
        yield "number"


def _english_words(text: str) -> Iterator[str]:
    words = _TOKEN.findall(text.lower().replace("’", "'"))
    if not words:
        return
    yield from (f"en:word:{word}" for word in words if not word[0].isdigit())
    if words[0] in _AND and len(words) > 1:
        yield f"en:goes on:{words.pop(0)}"
    capital = "capital " if text[0].isupper() else ""
    for where, word in (("first", words[0]), ("second", words[1] if len(words) > 1 else ""), ("last", words[-1])):
        yield f"en:{where}:{word}"
        yield f"en:{where}:{capital if where == 'first' else ''}<{_kind(word)}>"
    at = verb_at(words)
    yield "en:no verb" if at is None else f"en:verb{min(at, 4)}"
    if any(_kind(word) in {"ed", "past"} for word in words):
        yield "en:past"
    if any(_kind(word) == "denial" or word.endswith("n't") for word in words):
        yield "en:denied"
    if any(letter.isupper() for letter in text[1:]):
        yield "en:name"


def _kind(word: str) -> str:
    """The class of a word by the lists above, else by its ending."""
    if word[:1].isdigit():
        return "number"
    if known := _CLASSES.get(word.partition("'")[0]):
        return known
    for ending in ("ing", "ed"):
        if word.endswith(ending):
            return ending
    if base(word):
        return "third person" if word.endswith("s") else "verb"
    return "plural" if word.endswith("s") else "word"


def _chinese_words(text: str) -> Iterator[str]:
    body = text.rstrip("。.！!～~？? ")
    for size in (1, 2):
        yield f"zh:first:{body[:size]}"
        yield f"zh:last:{body[-size:]}"
        yield from (f"zh:word:{body[at : at + size]}" for at in range(len(body) - size + 1))
    if _WHEN.match(body):
        yield "zh:when"
    if any(letter.isascii() and letter.isalpha() for letter in body):
        yield "zh:latin"


def states(text: str, span: tuple[int, int], clause: str, language: Script) -> float:
    """Log-odds that the clause at ``span`` of the turn ``text`` states something worth keeping.

    ``clause``: its words, with the subject that they leave out.
    """
    return odds(KEEP, chain(clause_features(clause, language), place_features(text, span, language)))
