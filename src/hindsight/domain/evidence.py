"""What speaks for a memory beside its own words: the turns around it, its conversation, who said it (R3, R4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import TypeAlias

from hindsight.domain.asking import is_about_questions, is_question
from hindsight.domain.memory import Memory
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Plan

Loans: TypeAlias = Mapping[str, Sequence[tuple[str, float]]]
"""By id of a turn: to which others it lends, and which share, 0–1, of its keyword score."""

_BEST = 3
"""How many of the best keyword scores of a conversation speak for it."""


def loans(heads: Iterable[Memory], around: Mapping[str, Sequence[Memory]], weights: RecallPolicy) -> Loans:
    """To whom each of ``heads`` lends: to the turns beside it, most of all a question to the turn that replies.

    The words of a question to memory are often spread over a turn that asks and one that answers.
    """
    lent: dict[str, list[tuple[str, float]]] = {}
    for head in heads:
        reply = weights.reply if is_question(head.content) else weights.neighbour
        lent[head.id] = [
            (other.id, reply if other.seq > head.seq else weights.neighbour)
            for other in around.get(head.id, ())
            if other.id != head.id
        ]
    return lent


def smoothed(scores: Mapping[str, float], lent: Loans) -> dict[str, float]:
    """Scores 0–1 after each turn lent a share of its own to those beside it, combined as independent evidence.

    Noisy-or: 1 − (1 − own)·Π(1 − share·other). Measured against sum and maximum on LoCoMo and MemDaily: as good as the
    better of them in each language, and bounded.
    """
    doubt = {id_: 1.0 - min(1.0, score) for id_, score in scores.items()}
    for id_, others in lent.items():
        for other, share in others:
            doubt[other] = doubt.get(other, 1.0) * (1.0 - share * min(1.0, scores.get(id_, 0.0)))
    return {id_: 1.0 - left for id_, left in doubt.items()}


def signs(
    plan: Plan, memories: Sequence[Memory], words: Mapping[str, float], speakers: Collection[str], weights: RecallPolicy
) -> dict[str, dict[str, float]]:
    """By id what is added to relevance, by name: ``speaker``, ``session``, ``asking`` (negative).

    ``words`` are keyword scores, ``speakers`` the people that the question names.
    """
    sessions = {} if plan.several else _sessions(memories, words)
    forgive = is_about_questions(plan.text)
    added: dict[str, dict[str, float]] = {}
    for memory in memories:
        found = {
            "speaker": weights.speaker * (memory.source.name in speakers),
            "session": weights.session * sessions.get(memory.source.conversation or "", 0.0),
            "asking": -weights.asking * (memory.verbatim and not forgive and is_question(memory.content)),
        }
        added[memory.id] = {name: value for name, value in found.items() if value}
    return added


def _sessions(memories: Iterable[Memory], words: Mapping[str, float]) -> dict[str, float]:
    """By conversation the mean of its three best keyword scores (missing ones are 0): one stray match is no topic."""
    scores: dict[str, list[float]] = defaultdict(list)
    for memory in memories:
        if memory.source.conversation and memory.id in words:
            scores[memory.source.conversation].append(min(1.0, words[memory.id]))
    return {name: sum(nlargest(_BEST, held)) / _BEST for name, held in scores.items()}
