"""A quick look at a text: many name no time, and reading one word by word takes ten times as long as this.

Every expression of time holds a digit, a numeral or a word that a time can be made of; the other words of the tables
("before", "last", 上) only say how. Derived from the tables, so that a word added there is seen here.
"""

import re

from hindsight.domain.temporal import lexicon_en, lexicon_zh
from hindsight.domain.temporal.lexicon import Entry
from hindsight.domain.temporal.numerals import CARDINALS, DECADES, ORDINALS

_SAYS_HOW = frozenset("&=ABFHIKORSabiknoprstuvwx") | {""}
"""Kinds of words (see ``nodes``) without a time of their own, and from which together none is made."""
_WORD = re.compile(r"[a-z]+", re.ASCII)
_DIGIT = re.compile(r"\d", re.ASCII)
_AFTER_NUMERALS = frozenset("点号时刻旬")
"""With a Chinese numeral before it each makes a time; none of them stands in the table."""


def _that_say_when(table: dict[str, Entry]) -> list[str]:
    return [name for name, entry in table.items() if any(word.kind not in _SAYS_HOW for word in entry)]


def _english() -> frozenset[str]:
    """Words of which every English entry that says when holds one: its only one, or of a phrase the longest."""
    names = [name for table in (CARDINALS, ORDINALS, DECADES) for name in table] + _that_say_when(lexicon_en.WORDS)
    parts = [_WORD.findall(name) for name in names]
    alone = {words[0] for words in parts if len(words) == 1}
    return frozenset(alone | {max(words, key=len) for words in parts if words and alone.isdisjoint(words)})


def _chinese() -> tuple[frozenset[str], re.Pattern[str]]:
    """Signs that say when, and a pattern of the longer entries that hold none of them."""
    names = _that_say_when(lexicon_zh.WORDS)
    alone = frozenset(name for name in names if len(name) == 1) | _AFTER_NUMERALS
    return alone, re.compile("|".join(re.escape(name) for name in names if alone.isdisjoint(name)))


_WORDS = _english()
_SIGNS, _NAMES = _chinese()


def may_name_a_time(smooth: str) -> bool:
    """Whether a `plain` text holds anything that a time could be made of. False: it surely names none."""
    if _DIGIT.search(smooth) or not _WORDS.isdisjoint(_WORD.findall(smooth)):
        return True
    return not smooth.isascii() and bool(not _SIGNS.isdisjoint(smooth) or _NAMES.search(smooth))
