"""Whether an experience is about what an agent is doing now (X8): its situation, and the failure it has.

A lesson about something else with the same tool is noise, however few lessons there are: the floors are absolute.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from hindsight.domain.debrief.classes import error_class, worded_variously
from hindsight.domain.debrief.errors import see
from hindsight.domain.debrief.status import ERROR
from hindsight.domain.experience import Experience
from hindsight.domain.policy import ConsultPolicy
from hindsight.domain.trajectory import Step

Match = Literal["", "class", "kind", "failure"]
"""How the error that an agent has compares with the one a lesson is about: nothing in common, the same class, the same
fingerprint of a class that is worded in many ways (it says little), or the very same failure."""

_FEWEST, _FEWEST_OF_ANY = 2, 4
"""Words that two errors have in common at least to say the same: of one class, of any."""
_MOST_OF = 0.7
"""Share of the words of the shorter one, 0–1, that they have in common."""
_SCANNED = 1000
_SAID = re.compile(r"[A-Za-z][A-Za-z_]{1,40}|[\u4e00-\u9fff]{2}", re.ASCII)
_VAGUE = ("ERROR", "EXIT_1", "EMPTY", "NO_RESULT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """What is known of a lesson and a query: similarities 0–1 of the situation and of the error text, the match of the
    failures, whether the lesson was learnt in the language of the query, whether only words were compared, and whether
    it is the recorded path of one task: another task of the kind does not go that way.
    """

    situation: float
    error: float = 0.0
    match: Match = ""
    same_language: bool = True
    by_words: bool = False
    path: bool = False


def about(near: Nearness, policy: ConsultPolicy) -> bool:
    """Whether the lesson is about this: the situation is alike, or the failure is the same and nothing speaks against
    it.
    """
    if near.path:
        return near.situation >= policy.alike
    if near.match == "failure":
        return True
    if near.match == "kind" and near.situation >= policy.same_kind:
        return True
    if near.match in ("kind", "class") and near.error >= policy.same_error:
        return True
    if near.by_words:
        return near.situation >= policy.words_only
    return near.situation >= (policy.same_language if near.same_language else policy.other_language)


def similarity(near: Nearness, policy: ConsultPolicy, *, in_trouble: bool) -> float:
    """The similarity as it counts in the rank, 0–1. ``in_trouble``: the agent has an error; a part is kept for it."""
    scaled = _scaled(max(near.situation, near.error), policy)
    if not in_trouble:
        return scaled
    share = {"": 0.0, "class": policy.class_share, "kind": policy.failure_share, "failure": policy.failure_share}
    return scaled * (1.0 - policy.failure_share) + share[near.match]


def _scaled(near: float, policy: ConsultPolicy) -> float:
    """Most of the way to 1 at ``alike``, a situation in other words; the rest for the same words."""
    if near <= policy.alike:
        return policy.at_alike * near / policy.alike
    return policy.at_alike + (1.0 - policy.at_alike) * (min(1.0, near) - policy.alike) / (1.0 - policy.alike)


def match_of(lesson: Experience, error: str) -> Match:
    """How an error compares with the failure that the lesson is about; "" without an error."""
    if not error:
        return ""
    failure = error_class(error)
    same_class = lesson.context.failure_type == failure
    same_key = bool(lesson.fingerprint) and lesson.fingerprint == fingerprint_of(lesson.tool, error)
    both_vague = failure in _VAGUE and lesson.context.failure_type in _VAGUE
    fewest = _FEWEST if same_key or same_class or both_vague else _FEWEST_OF_ANY
    if (same_key and not worded_variously(failure)) or _same_words(lesson, error, fewest):
        return "failure"
    if same_key:
        return "kind"
    return "class" if same_class and failure not in _VAGUE else ""


def _same_words(lesson: Experience, error: str, fewest: int) -> bool:
    """The error says what a failure of the lesson said: most words of the shorter one stand in the longer one."""
    mine = _said(error)
    told = [copy.text for item in lesson.evidence for copy in item.excerpts if copy.status == ERROR]
    return any(
        len(mine & words) >= fewest and len(mine & words) >= _MOST_OF * min(len(mine), len(words))
        for words in map(_said, told or [lesson.counter_example.text])
    )


def _said(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _SAID.findall(text[:_SCANNED]))


def fingerprint_of(tool: str, error: str) -> str:
    """The fingerprint that a failure of the tool (canonical name) with this error text has."""
    return see(Step(i=0, tool=tool, error=error)).fingerprint
