"""The subject of a Chinese sentence holds for its later clauses: 陈立换工作了，现在在根特港做运营经理 (W2).

Who was named first is meant until somebody else is, and not the speaker; a clause that speaks of that person as 她 or
only gives a time stays with the statement before it. No sentence is built that nobody said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped
from hindsight.domain.rules.spoken_of import entity_meant, subject_in
from hindsight.domain.text import sentences

_CLAUSE: Final = re.compile(r"[，,；;]")
_SPEAKER: Final = re.compile(r"[我咱俺您你]")
_SOMEONE: Final = re.compile(r"[他她它](?!人)")
_SHORT: Final = 200
"""Characters of a sentence that are looked at."""

Grow = Callable[[Candidate, Turn, tuple[int, int]], Candidate]
"""Makes a statement longer by the words at a place that belong to it."""


def carried(
    turn: Turn, kept: Sequence[Candidate], dropped: Sequence[Dropped], grow: Grow
) -> tuple[list[Candidate], list[Dropped]]:
    """``kept`` of one turn with the subjects that its sentences carry over, and what stays dropped of it.

    A clause that only named the subject ("陈立换工作了") comes back with the statement that follows it.
    """
    found: list[Candidate] = []
    left = list(dropped)
    for one in kept:
        said = turn.text[slice(*one.span)]
        put = _put_before(one.content, said)
        glued = put[-1:].isascii() and said[:1].isascii()
        wrong = put != "" and (_SOMEONE.search(said) is not None or entity_meant(put) != put or glued)
        if wrong and found:
            found[-1] = grow(found[-1], turn, one.span)
        else:
            found.append(_with_subject(turn, replace(one, content=said) if wrong else one, said))
    held = [one.content for one in found]
    left = [item for item in left if item.reason != "no_statement" or not any(item.text in text for text in held)]
    return found, left


def _put_before(content: str, said: str) -> str:
    """The subject that was put before the words of a clause; empty when they stand as they were said."""
    if content == said or not content.endswith(said) or content.isascii():
        return ""
    put = content.removesuffix(said)
    return "" if ": " in put else put


def _with_subject(turn: Turn, one: Candidate, said: str) -> Candidate:
    """``one`` about whom its sentence is, when its own words leave that out."""
    if one.claim is None or one.claim.entity != "user" or said.isascii() or _SPEAKER.match(said):
        return one
    begin = next((start for start, end in sentences(turn.text) if start <= one.span[0] < end), one.span[0])
    at = one.span[0] + said.find(one.claim.value)
    lead = turn.text[max(begin, at - _SHORT) : at]
    parts = _CLAUSE.split(lead)
    if len(parts) < 2 or _SPEAKER.search(parts[-1]) or _SOMEONE.search(said):
        return one
    place = at - len(parts[-1])
    for part in reversed(parts[:-1]):
        place -= len(part) + 1
        subject = subject_in(part)
        if subject:
            start = min(one.span[0], place + len(part) - len(part.lstrip()))
            claim = replace(one.claim, entity=subject)
            words = turn.text[start : one.span[1]]
            return replace(one, claim=claim, content=words, entities=tuple(dict.fromkeys((subject, *one.entities))))
        if _SPEAKER.search(part) or _SOMEONE.search(part):
            return one
    return one
