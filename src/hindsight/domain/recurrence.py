"""A pattern across sessions: what is wished, done or suffered again and again is noticed and written once (W7).

A fact that is said again is confirmed, it is no pattern: only preferences, episodes and procedures recur.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hindsight.domain.contrast import contrast
from hindsight.domain.duplicates import repeat
from hindsight.domain.memory import Kind, Memory, Source
from hindsight.domain.text import content_hash, script

EXTRACTOR: Final = "recurrence/1"
RECURRING: Final[frozenset[Kind]] = frozenset({"preference", "episode", "procedure"})
_SAID_BY: Final = frozenset({"user", "operator"})
_FORM: Final = {"en": "Recurring across conversations: {}", "zh": "多次会话中反复出现：{}"}


def sessions_of(*memories: Memory) -> frozenset[str]:
    """The conversations in which a person said it. What an agent repeats, or quotes from memory, does not count."""
    return frozenset(
        source.conversation
        for memory in memories
        for source in memory.sources
        if source.conversation and source.type in _SAID_BY and not source.derived_from
    )


def may_recur(memory: Memory) -> bool:
    """Whether this is of a kind that makes a pattern, and was said in a session at all."""
    return memory.kind in RECURRING and memory.status == "active" and bool(sessions_of(memory))


def same_again(memory: Memory, similar: Sequence[Memory]) -> tuple[Memory, ...]:
    """Those of ``similar`` episodes in which the same happened: memories of their own, for another time it was."""
    if memory.kind != "episode":
        return ()
    return tuple(
        other
        for other in similar
        if other.kind == "episode" and sessions_of(other) and contrast(memory.content, other.content) == "equal"
    )


def said_elsewhere(known: Memory, again: Memory, needed: int) -> Memory | None:
    """``known`` with the source of the same words in another session, as long as sessions are still counted."""
    before = sessions_of(known)
    if known.kind not in RECURRING or len(before) >= needed or sessions_of(again) <= before:
        return None
    return repeat(known, again)


def pattern_of(memories: Sequence[Memory], needed: int) -> Memory | None:
    """The insight that ``memories``, which say the same, come to; None when they were said in fewer sessions.

    It keeps the wording and the claim of the first, so that what ends the one ends the other, and links to all.
    """
    newest = memories[0]
    if len(sessions_of(*memories)) < needed:
        return None
    content = _FORM[script(newest.content)].format(newest.content)
    source = Source(
        type=newest.source.type,
        trust=min(memory.trust for memory in memories),
        extractor=EXTRACTOR,
        derived_from=tuple(memory.id for memory in memories),
    )
    return Memory(
        id="",
        tenant=newest.tenant,
        space=newest.space,
        kind="insight",
        content=content,
        content_hash=content_hash(content),
        keywords=newest.keywords,
        entities=newest.entities,
        claim=newest.claim,
        key_fields=newest.key_fields,
        polarity=newest.polarity,
        project=newest.project,
        confidence=min(memory.confidence for memory in memories),
        importance=max(memory.importance for memory in memories),
        tags=("pattern",),
        sources=(source,),
        created_at=newest.updated_at,
        updated_at=newest.updated_at,
        occurred_at=min((memory.when for memory in memories), default=None),
    )
