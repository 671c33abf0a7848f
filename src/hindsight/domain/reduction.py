"""A pasted prompt reduced to what it asks, wherever in it that stands: at its end, at its start, in its middle (R1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from hindsight.domain.asking import masked
from hindsight.domain.patterns import pattern
from hindsight.domain.text import sentences

LONG = 400
"""Characters above which a query is a question with a text pasted to it."""
_MOST = 4
"""Questions that are kept of one text."""
_BORDER = 2
"""Sentences at the end, then at the start, in which a question counts before any in between."""
_LONGEST = 600
"""Characters of one question; of a longer one the end is kept."""

_FENCED = re.compile(r"```[^`]{0,9000}```")
_MARKED = pattern(r"[?？][\s\"'”’」』)）*_]{0,6}$")
_CUED = pattern(
    r"""
    ^[\s>*#\-•"'“「（(]{0,8}(?:(?:and|so|but|also|now|please|hey|ok|okay|hi|well|oh|then|question|q|task)[,:.]?\s){0,3}
    (?:(?:what|where|who|whom|whose|which)(?:['’]s)?(?![a-z'])(?!.{0,200}:$)
    |when(?:['’]s|\s(?:is|was|did|does|do|are|were|will|has|have|had))(?![a-z])
    |how\s(?:many|much|long|often|far|old|big|do|does|did|to|can|could|should|is|was|are)(?![a-z])
    |(?:can|could|would|will)\syou\s(?:please\s)?(?:tell|find|remind|check|look|recall|say)(?![a-z])
    |(?:tell|remind|show)\sme(?![a-z])|find\s(?:me|out|the|my|all)(?![a-z])|look\sup(?![a-z])|list\s(?:all|the|my)(?![a-z])
    |search\s(?:for|my)(?![a-z])|do\syou\s(?:remember|recall|know)(?![a-z])
    |i\s(?:want|need|would\slike|wish)\sto\sknow(?![a-z])|i['’]d\slike\sto\sknow(?![a-z])|fix|recall)(?![a-z])
    |(?:告诉我|帮我(?:查|找|看|想|回忆|回想|列)|请问|提醒我|查一下|找一下|搜一下|想知道|还记得|问一下|问题是?[:：])
    |(?:什么|哪里|哪儿|哪个|哪些|哪家|哪位|哪天|哪年|哪一|是谁|谁的|谁在|几点|几号|几个|几次|多少|多久|多大|在哪|怎么样|是不是|有没有)
    .{0,40}$|[吗呢么嘛][\s。.!！]{0,3}$
    """
)


def question_in(text: str) -> str:
    """What a long ``text`` asks: up to four questions or requests; '' when it asks nothing. Short text whole.

    What its first and last two sentences ask counts, the last first; else what is asked in between, with a question
    mark before other wordings; on a line of its own before amid other sentences. Quoted text, fenced code and what is
    said twice ask nothing.
    """
    if len(text) <= LONG:
        return text
    hidden = masked(_FENCED.sub(lambda match: re.sub(r"[^\n]", "_", match[0]), text))
    spans = sentences(hidden)
    pieces = [hidden[start:end] for start, end in spans]
    said = Counter(pieces)
    marked = [said[piece] == 1 and bool(_MARKED.search(piece)) for piece in pieces]
    cued = [said[piece] == 1 and bool(_CUED.search(piece)) for piece in pieces]
    alone = [_is_alone(hidden, start, end) for start, end in spans]
    plain = [place in (0, len(spans) - 1) or one for place, one in enumerate(alone)]
    chosen = (
        _at_borders(_both(marked, plain), _both(cued, plain))
        or _among(_both(marked, alone))
        or _among(_both(cued, alone))
        or _at_borders(marked, cued)
        or _among(marked)
        or _among(cued)
    )
    return " ".join(text[start:end][-_LONGEST:] for start, end in (spans[at] for at in chosen))


def _both(asks: Sequence[bool], where: Sequence[bool]) -> list[bool]:
    return [one and other for one, other in zip(asks, where, strict=True)]


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether a sentence has its line to itself."""
    before, after = text[max(0, start - 40) : start], text[end : end + 40]
    return before.rpartition("\n")[2].strip(" >*-#\t") == "" and after.partition("\n")[0].strip() == ""


def _at_borders(marked: Sequence[bool], cued: Sequence[bool]) -> list[int]:
    """Where the last and the first sentences ask, in order; questions that follow one another belong together."""
    count = len(marked)
    last = _run(marked, cued, range(count - 1, -1, -1))
    first = _run(marked, cued, range(count))
    return sorted({*last, *first[: _MOST - len(last)]})


def _run(marked: Sequence[bool], cued: Sequence[bool], way: range) -> list[int]:
    border = way[:_BORDER]
    for asks in (marked, cued):
        begin = next((place for place, at in enumerate(border) if asks[at]), None)
        if begin is not None:
            return list(takewhile(asks.__getitem__, way[begin:]))[: _MOST - 1]
    return []


def _among(asks: Sequence[bool]) -> list[int]:
    return [at for at, found in enumerate(asks) if found][-_MOST:]
