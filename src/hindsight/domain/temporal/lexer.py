"""Text to typed tokens."""

import re

from hindsight.domain.temporal import lexicon_en, lexicon_zh, numeric, numeric_zh
from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.lexicon import Entry, Word
from hindsight.domain.temporal.nodes import Node
from hindsight.domain.temporal.numerals import (
    CARDINAL_RE,
    CARDINALS,
    DECADE_RE,
    DECADES,
    ORDINAL_RE,
    ORDINALS,
    YEAR_RE,
    english_decade,
    english_number,
    english_year,
)
from hindsight.domain.temporal.periods import Period, add, add_months, unit_of, year_of

_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?", re.ASCII)
_MERIDIEM = re.compile(r"[ap]\.? ?m\.(?![a-z])|[ap] m(?![a-z])", re.ASCII)
_GAP = re.compile(r"(?:(?<=st)\.)? {1,3}|-")
_NUMBER_WORDS = re.compile(
    rf"(?:(?P<decade>{DECADE_RE})|(?P<year>{YEAR_RE})|(?P<ordinal>{ORDINAL_RE})|(?P<cardinal>{CARDINAL_RE}))(?![a-z])",
    re.ASCII,
)
_THE_AMOUNT = re.compile(
    rf"the(?= (?:\d{{1,3}}|few|couple of|{CARDINAL_RE}) (?:days|weeks|months|years)(?![a-z]))", re.ASCII
)
_NUMBER_STARTS = frozenset(CARDINALS) | frozenset(ORDINALS) | frozenset(DECADES)
_PHRASE_STARTS = frozenset(name.split(" ")[0] for name in lexicon_en.PHRASES)
_ZH_DIGIT_TAIL = re.compile(r"[\d.]{1,8} ?(?=[\u4e00-\u9fff])", re.ASCII)
_SIGNS = {",": ",", "，": ",", "、": ",", "-": "-", "–": "-", "—": "-", "~": "-", "～": "-", "/": "/"}
_BLANK = frozenset(" \t\r\u3000\xa0")

# Upper case and full width to plain lower case, one character to one.
_PLAIN = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_PLAIN |= {code: code - 0xFEE0 for code in range(0xFF10, 0xFF1B)}
_PLAIN |= {code + 0xFEE0: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_PLAIN |= {code + 0xFEE0: code for code in range(ord("a"), ord("z") + 1)}
_PLAIN |= lexicon_zh.TRADITIONAL


def plain(text: str) -> str:
    """Lower case, half width, simplified characters; every character keeps its place."""
    return text.translate(_PLAIN)


def lex(now: Now, text: str) -> list[Node]:
    """The tokens of a `plain` text."""
    tokens: list[Node] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in _BLANK:
            at += 1
            continue
        entry, end = _read(now, text, at)
        middle = at + (end - at) // 2
        places = [(at, middle), (middle, end)] if len(entry) == 2 else [(at, end)]  # "tonight": a day and a part of it
        for word, (start, stop) in zip(entry, places, strict=True):
            if word.kind == "x" and _joins_previous(tokens, text, start, stop):
                continue
            token = _token(now, word, start, stop)
            if token is not None:
                tokens.append(_second_unit(tokens, token))
        at = end
    return tokens


def _joins_previous(tokens: list[Node], text: str, start: int, end: int) -> bool:
    """Whether a word without meaning adds nothing to the one before it: prose folds to one token."""
    if not tokens or tokens[-1].kind != "x":
        return False
    return text[tokens[-1].start : tokens[-1].end].isalnum() or not text[start:end].isalnum()


def _read(now: Now, text: str, at: int) -> tuple[Entry, int]:
    char = text[at]
    if char.isascii():
        if char.isalpha():
            return _english(now, text, at)
        if char.isdigit() and _ZH_DIGIT_TAIL.match(text, at):
            found = numeric_zh.read(text, at)
            if found is not None:
                return (found[0],), found[1]
        found = numeric.read(now, text, at)
        if found is not None:
            return (found[0],), found[1]
    else:
        word = lexicon_zh.longest_word(text, at)
        found = numeric_zh.read(text, at)
        if word is not None and (found is None or found[0].kind == "x" or at + len(word) >= found[1]):
            return lexicon_zh.WORDS[word], at + len(word)
        if found is not None:
            return (found[0],), found[1]
    return (Word(_SIGNS.get(char, "x")),), at + 1


def _english(now: Now, text: str, at: int) -> tuple[Entry, int]:
    match = _WORD.match(text, at)
    if match is None:
        return (Word("x"),), at + 1
    meridiem = _MERIDIEM.match(text, at)
    if meridiem is not None:
        return (Word("m", text[at]),), meridiem.end()
    end = match.end()
    word = match[0].replace("'", "").replace("’", "")
    if word == "the" and _THE_AMOUNT.match(text, at):
        return (Word("a", flag="the"),), end
    if word in _PHRASE_STARTS:
        phrase = _phrase(text, word, end)
        if phrase is not None:
            return phrase
    if word in _NUMBER_STARTS or word == "two":
        found = _number_words(text, at)
        if found is not None:
            return found
    if end < len(text) and text[end].isdigit():
        glued = numeric.read(now, text, at) if word not in ("q", "h") else None  # "sf1420", "v2"
        if glued is not None:
            return (glued[0],), glued[1]
        word, end = word + text[end], end + 1
    entry = lexicon_en.WORDS.get(word)
    if entry is None:
        return (Word("x"),), end
    if end < len(text) and text[end] == "." and entry[0].kind in "MW" and len(word) <= 4:
        end += 1
    return entry, end


def _phrase(text: str, word: str, end: int) -> tuple[Entry, int] | None:
    """The longest phrase of the word table that begins with this word."""
    found = None
    for _ in range(lexicon_en.LONGEST_PHRASE - 1):
        gap = _GAP.match(text, end)
        following = _WORD.match(text, gap.end()) if gap else None
        if following is None:
            break
        word, end = f"{word} {following[0].replace(chr(39), '').replace('’', '')}", following.end()
        if word in lexicon_en.PHRASES:
            found = lexicon_en.WORDS[word], end
    return found


def _number_words(text: str, at: int) -> tuple[Entry, int] | None:
    match = _NUMBER_WORDS.match(text, at)
    if match is None:
        return None
    if match["decade"]:
        start = year_of(english_decade(match[0])).start
        return (Word("D", Period(start, add_months(start, 120), "decade")),), match.end()
    if match["ordinal"]:
        return (Word("O", english_number(match[0]), "word"),), match.end()
    year = english_year(match[0]) if match["year"] else None
    if year is not None:
        return (Word("Y", year, "year"),), match.end()
    cardinal = re.compile(CARDINAL_RE + "(?![a-z])").match(text, at)
    if cardinal is None:
        return None
    return (Word("N", float(english_number(cardinal[0]))),), cardinal.end()


def _token(now: Now, word: Word, start: int, end: int) -> Node | None:
    if word.kind == "":
        return None
    if word.kind == "#":
        unit, shift, *days = word.value if isinstance(word.value, tuple) else ("day", 0)
        period = unit_of(add(now.local, shift, unit), unit, now.week_first)
        if days:
            period = period._replace(end=add(period.start, days[0], "day"))
        return Node("D", period, start, end, rule="relative word")
    return Node(word.kind, word.value, start, end, word.weak, word.flag, rule="word")


def _second_unit(before: list[Node], token: Node) -> Node:
    """As in "Second" after a number or an article is the unit."""
    if token.kind == "O" and token.value == 2 and token.weak == "word" and before and before[-1].kind in "Nah":
        return Node("U", "second", token.start, token.end, rule="word")
    return token
