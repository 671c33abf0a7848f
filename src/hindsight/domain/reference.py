"""What a question points at: "that script from last time", 刚才说的那个, "her" (R1).

A pointer alone finds nothing. Its name stands in what was said before: in this session's working memory, or, for "last
time", in the session before. The names found there are put into the question; nothing else is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hindsight.domain.patterns import pattern
from hindsight.domain.rules.names import entities_of, keywords_of

_LAST_TIME = pattern(
    r"""
    (?<![a-z])(?:last\stime(?![a-z])|(?:(?:the|our|my)\s)?(?:last|previous|prior|earlier)\s
    (?:session|chat|conversation|talk|discussion|meeting\swith\syou)(?![a-z]))
    |上一?[次回](?!数)|前一[次回]|上个?会话|之前那[次回]
    """
)
_JUST_NOW = pattern(
    r"""
    (?<![a-z])(?:just\s(?:now|said|mentioned|told|discussed|talked|wrote|showed|did|asked)
    |(?:i|we|you)\s(?:mentioned|talked\sabout|discussed)(?:\sabout)?(?:\s(?:earlier|before|above))
    |mentioned\s(?:earlier|above|before))(?![a-z])
    |刚才|刚刚|方才|(?:上面|前面|之前|先前)(?:说|提|讲|聊|讨论|写)(?:到|过|起)?的
    """
)
_THAT = pattern(
    r"""
    (?<![a-z])(?:that|this|those|these|the\ssame)\s(?P<noun>[a-z][a-z0-9_-]{1,30}(?:\s[a-z][a-z0-9_-]{1,30})?)
    |(?:那|这|同一|该)(?:[个份段条件张只本台家位种些款篇部套项])(?P<zh>[\u4e00-\u9fffA-Za-z]{0,8})
    """
)
_PRONOUN = pattern(
    r"""
    (?<![a-z'’])(?P<en>he|him|his|she|her|hers|it|its|they|them|their)(?![a-z'’])
    |(?<![其])(?P<zh>他们|她们|它们|他|她|它)(?!人|乡|国)
    """
)
_EMPTY_IT = pattern(
    r"""
    (?<![a-z])(?:what\stime\s(?:is|was)\sit|how['’]?s?\s(?:is\s)?it\sgoing
    |how\s(?:long|much)\s(?:does|did|will|would)\sit\s(?:take|cost\sto)
    |(?:is|was|isn['’]t|does|did|will|would)\sit\s(?:be\s)?(?:rain|snow|sunny|cold|hot|warm|late|early|dark|time|true|possible
    |ok|okay|fine|necessary|worth|safe|better|best|good|bad|important|normal|make\ssense|matter|just|only|because|that|really)
    |it\s?(?:['’]s|is|was)\s(?:rain|snow|late|early|dark|time|true|possible|important|just|only|because|not\s))
    """
)
_OWN = frozenset({"his", "her", "its", "their"})
_STOPPED = """
    is was are were be been i we you he she it they the a an my your his her our will would can could should may
    might must has had have did does do time week month year morning afternoon evening night weekend quarter summer
    winter spring autumn day way kind sort of in on for to with as at by and or not much many said all one from
    about just who which where when then than
"""
_NO_NOUN = frozenset(_STOPPED.split())
_ZH_TIME = re.compile(r"^(?:月|周|星期|礼拜|时候|时间|季度|年|周末)")
_ZH_END = re.compile(r"[的是在了叫有吗呢吧啊怎什么哪谁几多要会能可里上下用放改写说给把被和跟与到去来再还又也都就]")
_LABEL = re.compile(
    r"^(?:goal|constraint|fact|note|message|user|assistant|agent|tool|system)[:：]\s{0,3}", re.IGNORECASE
)
_IDENTIFIER = re.compile(
    r"(?<![\w./-])[A-Za-z][\w-]{0,60}(?:[._/][\w-]{1,60}){1,8}|(?<![\w-])[A-Za-z]\w{0,40}_\w{1,40}", re.ASCII
)
_MOST_NAMES = 3
_ADDRESS = frozenset({"user", "assistant", "agent", "i", "你", "我", "用户"})


@dataclass(frozen=True, slots=True)
class Pointers:
    """What a question points with. ``last``: at the session before; ``now``: at what was just said."""

    last: bool
    now: bool
    that: bool
    pronoun: bool

    def __bool__(self) -> bool:
        return self.last or self.now or self.that or self.pronoun


def pointers(text: str) -> Pointers:
    """Whether, and with what, ``text`` points at something that it does not name."""
    return Pointers(
        last=_LAST_TIME.search(text) is not None,
        now=_JUST_NOW.search(text) is not None,
        that=any(_noun(match) is not None for match in _THAT.finditer(text)),
        pronoun=_free_pronoun(text) is not None,
    )


def named_in_full(text: str, said: Sequence[str], before: Sequence[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """``text`` with what it points at by name, and the pairs (pointer, name) that were put in.

    ``said`` are this session's lines and ``before`` those of the session before, newest first. What has no answer
    there stays as it is.
    """
    found = pointers(text)
    lines = [line.strip() for line in (before if found.last else said) if line.strip()]
    if not found or not lines:
        return text, ()
    if found.last or found.now or found.that:
        return _pointed(text, lines, last=found.last or found.now)
    return _replaced(text, lines)


def _pointed(text: str, lines: Sequence[str], *, last: bool) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The names of the line that shares most with what is pointed at, after the pointer."""
    match = next((match for match in _THAT.finditer(text) if _noun(match) is not None), None)
    noun = (_noun(match, lines) if match else None) or ""
    wanted = [noun] if noun else keywords_of(_JUST_NOW.sub(" ", _LAST_TIME.sub(" ", text)))
    line = _best(lines, wanted)
    if line is None and noun and not last:
        return text, ()
    line = line or next((line for line in lines if _names(line)), lines[0])
    names = [
        name for name in _names(line) or keywords_of(_LABEL.sub("", line)) if name.casefold() not in text.casefold()
    ]
    if not names:
        return text, ()
    put = " ".join(names[:_MOST_NAMES])
    if match and noun:
        end = match.start("noun" if match["noun"] else "zh") + len(noun)
        return f"{text[:end]} {put} {text[end:].lstrip()}".strip(), ((text[match.start() : end], put),)
    cue = match or _LAST_TIME.search(text) or _JUST_NOW.search(text)
    return f"{text} {put}", ((cue[0] if cue else text, put),)


def _replaced(text: str, lines: Sequence[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The first pronoun by the name that was spoken of last: of a thing, or of somebody."""
    match = _free_pronoun(text)
    if match is None:
        return text, ()
    word = match[0].casefold()
    thing = word in ("it", "its", "它", "它们")
    fits = [[name for name in _names(line) if _is_thing(name) is thing] for line in lines]
    name = next((names[0] for names in fits if names), None)
    if name is None and thing:
        name = next((names[0] for names in map(_names, lines) if names), None)
    if name is None:
        return text, ()
    owner = word in _OWN and re.match(r"\s[a-z]", text[match.end() :], re.IGNORECASE) is not None
    put = f"{name}'s" if owner else name
    return f"{text[: match.start()]}{put}{text[match.end() :]}", ((match[0], name),)


def _best(lines: Sequence[str], wanted: Sequence[str]) -> str | None:
    """The line that holds most of ``wanted``, of equals the newest; None when none holds any."""
    scored = [(sum(_holds(line, word) for word in wanted), -place) for place, line in enumerate(lines)]
    score, place = max(scored)
    return lines[-place] if score else None


def _holds(line: str, word: str) -> bool:
    folded = word.casefold()
    if not folded.isascii():
        return folded in line
    parts = folded.split()
    return any(re.search(rf"(?<![a-z]){re.escape(part.removesuffix('s'))}", line.casefold()) for part in parts)


def _names(line: str) -> list[str]:
    """Identifiers first, then names; nobody who is merely spoken to."""
    line = _LABEL.sub("", line)
    found = [match[0].rstrip(".") for match in _IDENTIFIER.finditer(line)]
    whole = " ".join(found)
    found += [name for name in entities_of(line) if name not in whole and not name[0].islower()]
    return [name for name in dict.fromkeys(found) if name.casefold() not in _ADDRESS]


def _is_thing(name: str) -> bool:
    """Whether a name is that of a file, an identifier or a title rather than of somebody."""
    return not (name[0].isupper() or "\u4e00" <= name[0] <= "\u9fff") or _IDENTIFIER.fullmatch(name) is not None


def _noun(match: re.Match[str], lines: Sequence[str] = ()) -> str | None:
    """What is pointed at: '' for 那个 alone, None when it is no pointer ("that is", 这个月)."""
    if match["noun"] is None:
        rest = match["zh"] or ""
        if _ZH_TIME.match(rest):
            return None
        told = (rest[:size] for size in range(len(rest), 1, -1) if any(rest[:size] in line for line in lines))
        return next(told, _ZH_END.split(rest)[0])
    words = match["noun"].split()
    if words[0].casefold() in _NO_NOUN:
        return None
    return match["noun"] if words[-1].casefold() not in _NO_NOUN else words[0]


def _free_pronoun(text: str) -> re.Match[str] | None:
    """The first pronoun, unless the question itself names somebody or something before it, or it stands for nothing."""
    empty = [match.span() for match in _EMPTY_IT.finditer(text)]
    for match in _PRONOUN.finditer(text):
        if any(start <= match.start() < end for start, end in empty):
            continue
        return None if entities_of(text[: match.start()]) else match
    return None
