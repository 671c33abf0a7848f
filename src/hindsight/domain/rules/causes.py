"""Causal links: which statement of a turn is given as the reason of the one beside it (M8)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hindsight.domain.extraction import Candidate

_NEAR: Final = 24
"""Characters between two statements, at most, for the word between them to join the two."""
_AHEAD: Final = 12
"""Characters before a statement and at its begin in which its joining word is looked for."""

_REASON_FOLLOWS: Final = re.compile(
    r"(?:(?<![a-z])(?:because|due to|owing to|on account of|the reason (?:is|was|being))(?![a-z])"
    r"|因为|由于|原因是|理由是|毕竟)[\s,，:：of]{0,4}$",
    re.IGNORECASE,
)
_REASON_BEGINS: Final = re.compile(
    r"^\s*(?:(?:because|due to|owing to|the reason (?:is|was))(?![a-z])|因为|由于|原因是|理由是|毕竟)", re.IGNORECASE
)
_RESULT_FOLLOWS: Final = re.compile(
    r"(?:[,，;；]\s?so|(?<![a-z])(?:therefore|hence|thus|consequently|as a result|that's why|that is why|which is why"
    r"|for that reason|because of (?:this|that)|and so)"
    r"|所以|因此|因而|于是|故而|为此|这就是为什么|正因如此)[\s,，:：]{0,3}$",
    re.IGNORECASE,
)
_RESULT_BEGINS: Final = re.compile(
    r"^\s*(?:(?:therefore|hence|thus|consequently|as a result|that's why|that is why|which is why|for that reason"
    r"|because of (?:this|that))(?![a-z])|所以|因此|因而|于是|故而|为此|这就是为什么|正因如此)",
    re.IGNORECASE,
)
_SENTENCE_ENDS: Final = re.compile(r"[.!?。！？\n]")


def with_reasons(candidates: Sequence[Candidate], text: str) -> list[Candidate]:
    """The candidates of one turn, in order, each with the place of its reason where the words between name one."""
    linked = list(candidates)
    for at, (first, second) in enumerate(itertools.pairwise(candidates)):
        joint = text[first.span[1] : second.span[0]]
        if len(joint) > _NEAR or second.span[0] < first.span[1]:
            continue
        begin = text[slice(*second.span)][: _AHEAD * 2]
        if _RESULT_FOLLOWS.search(joint) or _RESULT_BEGINS.match(begin):
            linked[at + 1] = replace(linked[at + 1], because=first.span)
        elif _REASON_FOLLOWS.search(joint) or _REASON_BEGINS.match(begin):
            linked[at] = replace(linked[at], because=second.span)
        elif _opens_with_reason(first, joint, text):
            linked[at + 1] = replace(linked[at + 1], because=first.span)
    return linked


def _opens_with_reason(first: Candidate, joint: str, text: str) -> bool:
    """One sentence of the form "because A, B": the word stands before the first statement, or is its first."""
    if _SENTENCE_ENDS.search(joint) or text[first.span[1] - 1 : first.span[1]] in ".!?。！？":
        return False
    start = first.span[0]
    ahead = text[max(0, start - _AHEAD) : start]
    return _REASON_FOLLOWS.search(ahead) is not None or _REASON_BEGINS.match(text[start : first.span[1]]) is not None
