"""What speaks for a memory beside its own words: the turns around it, its conversation, who said it (R3, R4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest

from hindsight.domain.asking import is_about_questions, is_question, named
from hindsight.domain.memory import Memory
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Plan
from hindsight.domain.wanted import answers, attributes_wanted

_BEST = 3
"""How many of the best keyword scores of a conversation speak for it."""
_INTRODUCES = 0.4
"""Keyword score from which a memory tells who it is that the question asks about."""
_READ = 500
"""Characters of it that are read for names."""


def lifted(
    heads: Iterable[Memory],
    around: Mapping[str, Sequence[Memory]],
    relevance: Mapping[str, float],
    unseen: float,
    weights: RecallPolicy,
) -> dict[str, float]:
    """What the turns beside ``heads`` gain: a share of what they lack to the head, less with every turn between.

    What a question asks for is often said a few turns after the words that it has in common with the conversation: in
    the reply to a question most of all. ``around`` holds for a head the turns before and after it, in order; a turn
    that is not in ``relevance`` counts ``unseen``. Bounded: no turn is lifted above its head.
    """
    gained: dict[str, float] = {}
    for head in heads:
        before = [turn for turn in around.get(head.id, ()) if turn.seq < head.seq]
        after = [turn for turn in around.get(head.id, ()) if turn.seq > head.seq]
        shares = [(turn, weights.before) for turn in reversed(before)]
        told = [head, *after]
        replies = [weights.after + weights.reply * is_question(turn.content) for turn in told]
        for side in (shares, list(zip(after, replies, strict=False))):
            reached = relevance[head.id]
            for turn, share in side:
                lack = reached - relevance.get(turn.id, unseen)
                gained[turn.id] = max(gained.get(turn.id, 0.0), share * lack)
                reached *= weights.fade
    return {id_: gain for id_, gain in gained.items() if gain > 0}


def signs(
    plan: Plan,
    memories: Sequence[Memory],
    *,
    words: Mapping[str, float],
    beside: Mapping[str, float],
    speakers: Collection[str],
    weights: RecallPolicy,
) -> dict[str, dict[str, float]]:
    """By id what is added to relevance, by name: ``beside``, ``speaker``, ``claim``, ``conversation``, ``hint`` (its
    project or a tool of it is named), ``asking`` and ``run`` (below 0).

    ``words`` are keyword scores, ``beside`` what :func:`lifted` gives, ``speakers`` the people the question names.
    """
    talks = {} if plan.several else _conversations(memories, words)
    forgive = is_about_questions(plan.text)
    wanted = attributes_wanted(plan.text)
    introduced = _introduced(memories, words) if wanted else ""
    told = plan.intent in ("truth", "any")
    hinted = named(plan.text, {name for memory in memories for name in (memory.project or "", *memory.tools) if name})
    added: dict[str, dict[str, float]] = {}
    for memory in memories:
        found = {
            "beside": beside.get(memory.id, 0.0),
            "speaker": weights.speaker * (memory.source.name in speakers),
            "claim": weights.claim * answers(memory, plan.text, wanted, introduced),
            "conversation": weights.conversation * talks.get(memory.source.conversation or "", 0.0),
            "hint": weights.hint * (memory.project in hinted or not hinted.isdisjoint(memory.tools)),
            "asking": -weights.asking * (memory.verbatim and not forgive and is_question(memory.content)),
            "run": -weights.run * (told and memory.kind == "episode" and memory.body is not None),
        }
        added[memory.id] = {name: value for name, value in found.items() if value}
    return added


def _introduced(memories: Iterable[Memory], words: Mapping[str, float]) -> str:
    """The text of the memory that has most of the question's words, if it has a good part of them: asked what the cat
    eats, "I have a cat, Miso" tells whom the claims about Miso are about.
    """
    best = max(memories, key=lambda memory: words.get(memory.id, 0.0), default=None)
    return best.content[:_READ] if best is not None and words.get(best.id, 0.0) >= _INTRODUCES else ""


def _conversations(memories: Iterable[Memory], words: Mapping[str, float]) -> dict[str, float]:
    """By conversation the mean of its three best keyword scores (missing ones are 0): one stray match is no topic."""
    scores: dict[str, list[float]] = defaultdict(list)
    for memory in memories:
        if memory.source.conversation and memory.id in words:
            scores[memory.source.conversation].append(min(1.0, words[memory.id]))
    return {name: sum(nlargest(_BEST, held)) / _BEST for name, held in scores.items()}
