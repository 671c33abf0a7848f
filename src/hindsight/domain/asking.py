"""What a question asks for: its parts, the people it names, whether it wants one thing or several (R1, R3)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hindsight.domain.text import normalise, sentences

MOST_PARTS = 4
"""Questions looked up for themselves; of more the last ones are taken together."""

_QUOTED = re.compile(r"[\"“「『《`][^\"”」』》`\n]{1,500}[\"”」』》`]")
_ASKS = re.compile(r"[?？][\s\"”』」)）]{0,4}$")
_CORRECTION = re.compile(
    r"(?:(?:真正|实际上?|其实|本来|到底)[^。！？；，：?!;:\n]{0,6}(?:问|知道|了解|搞清楚|弄清楚|说|问题)"
    r"|我(?:的意思|要问的|想问的)|我那个问题)[^。！？；，：?!;:\n]{0,4}(?:是|，)(?:这个)?[：:，,\s]{0,3}"
    r"|我想(?:请)?问(?:一下|问)?[，,：:]\s{0,3}"
    r"|(?<![a-z])what i (?:really |actually )?(?:want(?:ed)?|meant?|need(?:ed)?) to (?:ask|know)(?: is| was)?[:,]?\s"
    r"|(?<![a-z])my (?:real |actual )?question (?:is|was)[:,]?\s",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(
    r"^(?:另外|还有|此外|再者|顺便(?:问一下)?|also|and(?: also)?|plus|besides|by the way)[，,：:\s]+", re.IGNORECASE
)
_SEVERAL = re.compile(
    r"\b(?:what|which)\s(?:kinds|types|sorts|other|all)\b|\b(?:what|which)\s(?:[a-z]+\s){0,2}[a-z]{2,}(?<!['’s])s\s"
    r"(?:has|have|had|does|do|did|are|were|can|could|would)\b|\bhow many\b|\blist\b|\ball (?:the|of|my)\b"
    r"|哪些|有几|有多少|多少(?:个|次|人|种)|列出|所有|都有|分别",
    re.IGNORECASE,
)
_ABOUT_QUESTIONS = re.compile(r"\bask(?:s|ed|ing)?\b|\bquestions?\b|问", re.IGNORECASE)
_CAPTION = re.compile(r"\s*\[[^\[\]]{0,400}\]\s*$")
_LETTERS = re.compile(r"[^\W\d_]")
_SAID = re.compile(r"[^\W_]")


def asked(text: str) -> tuple[str, ...]:
    """The questions in ``text``, each with what is said right before it; ``text`` itself when there is only one.

    "What I really want to know is …" takes back what came before it, up to the question before. Quoted text is not cut.
    """
    hidden = masked(text)
    parts: list[str] = []
    start = 0
    corrected = False
    for begin, end in sentences(hidden):
        cues = list(_CORRECTION.finditer(hidden, begin, end))
        if cues and cues[-1].end() < end:
            start, corrected = cues[-1].end(), True
        if _ASKS.search(hidden, begin, end):
            parts.append(_CONNECTIVE.sub("", text[start:end].strip()))
            start = end
    if not parts or (len(parts) == 1 and not corrected):
        return (text,)
    rest = text[start:].strip()
    if rest:
        parts[-1] = f"{parts[-1]} {rest}"
    return (*parts[: MOST_PARTS - 1], " ".join(parts[MOST_PARTS - 1 :])) if len(parts) > MOST_PARTS else tuple(parts)


def masked(text: str) -> str:
    """``text``, as long as before, with blanks for what stands in quotation marks: it neither asks nor ends."""
    return _QUOTED.sub(lambda m: m[0][0] + "_" * (len(m[0]) - 2) + m[0][-1], text)


def named(text: str, people: Iterable[str]) -> frozenset[str]:
    """Those of ``people`` that ``text`` names, by the whole name or its first word; letters beside it end a match."""
    folded = normalise(text)
    return frozenset(
        name
        for name in people
        if any(form in folded and _word(form).search(folded) for form in _forms(normalise(name)))
    )


def without(text: str, people: Iterable[str]) -> str:
    """``text`` without these names; the text itself when little else is left.

    Who speaks is a matter of its own: a name weighs so much in an embedding that it hides what is asked about.
    """
    left = text
    for form in sorted({form for name in people for form in _forms(normalise(name))}, key=len, reverse=True):
        left = _word(form, "(?:['’]s)?").sub(" ", left)
    left = " ".join(left.split())
    return left if len(_LETTERS.findall(left)) >= 2 else text


def says_something(text: str) -> bool:
    """Whether there is a letter or a digit in it: "%" and an emoji mean nothing that can be compared."""
    return bool(_SAID.search(text))


def wants_several(text: str) -> bool:
    """Whether the question asks for a list or a count, whose evidence lies in many places."""
    return bool(_SEVERAL.search(text))


def is_about_questions(text: str) -> bool:
    """Whether it asks what somebody asked."""
    return bool(_ABOUT_QUESTIONS.search(text))


def is_question(text: str) -> bool:
    """Whether a turn ends in asking (what is in brackets after it, a caption, does not count)."""
    end = text[-800:].rstrip()
    if end.endswith("]"):
        end = _CAPTION.sub("", end)
    return bool(_ASKS.search(end.strip()[-5:]))


def _forms(name: str) -> tuple[str, ...]:
    first = name.partition(" ")[0]
    return (name, first) if len(first) > 2 and first != name else (name,) if name else ()


def _word(form: str, tail: str = "") -> re.Pattern[str]:
    """``form`` where it is no part of a longer word; Chinese is written without blanks and has no such border."""
    left = r"(?<![a-z0-9])" if form[:1].isascii() else ""
    right = r"(?![a-z0-9])" if form[-1:].isascii() else ""
    return re.compile(f"{left}{re.escape(form)}{right}{tail}", re.IGNORECASE)
