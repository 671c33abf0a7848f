"""What a new memory is to an old one: the same, a rewording to merge, a case for review, or something else (W4, W5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeVar

from hindsight.domain import experience
from hindsight.domain.analysis import query_terms
from hindsight.domain.attributes import canonical_entity, denied, same_topic, same_value, single_valued
from hindsight.domain.contrast import contrast
from hindsight.domain.memory import LAYER, Claim, Counters, Memory, Source
from hindsight.domain.policy import WritePolicy
from hindsight.domain.text import normalise

__all__ = ["Likeness", "merge", "relation", "repeat"]

Likeness = Literal["same", "merge", "review", "different", "conflict"]
"""``same``: the same text, no new row. ``merge``: one memory in other words. ``review``: a person decides.
``conflict``: about the same thing, not both true; :mod:`hindsight.domain.conflicts`. ``different``: two memories."""

MAX_SOURCES: Final = 20
"""Sources kept on a merged memory; the first and the newest stay."""
MOST_SITUATIONS: Final = 4
"""Situations kept with a lesson; the newest stay."""

T = TypeVar("T")


def relation(
    new: Memory,
    old: Memory,
    similarity: float,
    policy: WritePolicy | None = None,
    speaker: AbstractSet[str] = frozenset(),
) -> Likeness:
    """What ``new`` is to ``old``. ``similarity`` is calibrated, 0–1. Pure text rules decide; similarity only opens
    the door.
    """
    limits = policy or WritePolicy()
    if (new.tenant, new.space) != (old.tenant, old.space):
        return "different"
    if normalise(new.content) == normalise(old.content):
        return "same"
    if _apart(new, old, limits):
        return "different"
    if _claims_conflict(new.claim, old.claim, speaker):
        return "conflict"
    if similarity < min(limits.review, limits.contradiction, limits.duplicate):
        return "different"
    if new.verbatim and old.verbatim and LAYER[new.kind] != "semantic":
        return "different"
    found = contrast(new.content, old.content)
    if found == "contradicts" and LAYER[new.kind] == "semantic":
        return "conflict" if similarity >= limits.contradiction else "different"
    if found != "equal" or _claims_differ(new.claim, old.claim) or (new.verbatim and old.verbatim):
        return "different"
    if similarity >= limits.duplicate and _words_in_common(new, old) >= limits.in_common:
        return "merge"
    if new.kind == "experience" and similarity >= limits.review:
        return "review"
    return "different"


def repeat(old: Memory, new: Memory) -> Memory:
    """``old`` after it was said again in the same words: fresh time, one more count, the new source added (W4)."""
    return replace(
        old,
        updated_at=max(old.updated_at, new.created_at),
        counters=_added(old.counters, new.counters),
        sources=_joined_sources(old, new),
    )


def merge(old: Memory, new: Memory, policy: WritePolicy, *, concreteness: tuple[float, float] = (0.0, 0.0)) -> Memory:
    """``old`` (its id, its age) with what ``new`` adds (W5).

    The newest wording is kept, except that a less trusted source does not reword, a memory kept word for word stays,
    and of two experiences the more concrete one wins; ``concreteness`` is that of (old, new), 0–1. Confidence rises by
    ``merge_gain`` unless ``new`` came out of ``old``, its own echo.
    """
    reworded = _rewords(old, new, concreteness)
    words = new if reworded else old
    echo = any(old.id in source.derived_from for source in new.sources)
    raised = max(old.confidence, min(1.0, old.confidence + policy.merge_gain))
    return replace(
        old,
        kind=words.kind,
        content=words.content,
        content_hash=words.content_hash,
        summary=words.summary or ("" if reworded else old.summary),
        claim=words.claim or old.claim or new.claim,
        key_fields=words.key_fields or old.key_fields or new.key_fields,
        polarity=words.polarity,
        body=_joined_body(old, new, words) if old.kind == "experience" else words.body or old.body,
        keywords=_union(words.keywords, old.keywords, new.keywords),
        entities=_union(words.entities, old.entities, new.entities),
        tags=_union(old.tags, new.tags),
        because=_union(old.because, new.because),
        attachments=tuple(dict.fromkeys((*old.attachments, *new.attachments))),
        confidence=old.confidence if echo else raised,
        importance=max(old.importance, new.importance),
        verbatim=old.verbatim or new.verbatim,
        project=old.project or new.project,
        occurred_at=old.occurred_at or new.occurred_at,
        occurred_until=old.occurred_until or new.occurred_until,
        updated_at=max(old.updated_at, new.created_at),
        counters=_added(old.counters, new.counters),
        sources=_joined_sources(old, new) if reworded else _joined_sources(new, old),
    )


def _joined_body(old: Memory, new: Memory, words: Memory) -> Mapping[str, Any] | None:
    """The lesson of two memories: evidence, contexts and situations of both, what it says from the one in ``words``."""
    if not old.body or not new.body:
        return words.body or old.body
    lesson = experience.Experience.from_dict(words.body or old.body)
    joined = experience.merge(experience.Experience.from_dict(old.body), experience.Experience.from_dict(new.body))
    told = replace(
        joined,
        decision_point=lesson.decision_point,
        adjustment=lesson.adjustment,
        counter_example=lesson.counter_example,
        concreteness=lesson.concreteness,
    )
    situations = _union(*(body.get("situations", ()) for body in (old.body, new.body)))
    return {**old.body, **experience.sealed(told).to_dict(), "situations": list(situations)[-MOST_SITUATIONS:]}


def _rewords(old: Memory, new: Memory, concreteness: tuple[float, float]) -> bool:
    if new.trust < old.trust or (old.verbatim and not new.verbatim):
        return False
    return not (new.kind == "experience" and concreteness[1] < concreteness[0])


def _apart(new: Memory, old: Memory, limits: WritePolicy) -> bool:
    """Two memories that are two whatever they say: other layers, other projects, two times of a recurring thing."""
    if LAYER[new.kind] != LAYER[old.kind]:
        return True
    if new.project and old.project and new.project != old.project:
        return True
    moment = timedelta(hours=limits.same_moment_h)
    return LAYER[new.kind] == "episodic" and _other_time(new.occurred_at, old.occurred_at, moment)


def _words_in_common(new: Memory, old: Memory) -> float:
    """Jaccard similarity of the words that say something, without the speakers' names, 0–1."""
    names = {term.term for memory in (new, old) for term in query_terms(memory.source.name or "")}
    a, b = ({term.term for term in query_terms(memory.content)} - names for memory in (new, old))
    return len(a & b) / len(a | b) if a | b else 1.0


def _other_time(a: datetime | None, b: datetime | None, moment: timedelta) -> bool:
    return a is not None and b is not None and abs(a - b) > moment


def _claims_conflict(a: Claim | None, b: Claim | None, speaker: AbstractSet[str]) -> bool:
    """The same entity and attribute: the value denied on one side, or another value of what can have only one."""
    if a is None or b is None or not same_topic(a, b, speaker):
        return False
    if same_value(a.value, b.value):
        return denied(a) != denied(b)
    return single_valued(a.attribute, b.value) and not denied(a) and not denied(b)


def _claims_differ(a: Claim | None, b: Claim | None) -> bool:
    """They assert something of two things, or not the same of the same attribute."""
    if a is None or b is None:
        return False
    if canonical_entity(a.entity) != canonical_entity(b.entity):
        return True
    return not same_value(a.value, b.value) or (same_topic(a, b) and denied(a) != denied(b))


def _union(*groups: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))


def _added(a: Counters, b: Counters) -> Counters:
    return Counters(
        retrieved=a.retrieved + b.retrieved,
        accessed=a.accessed + b.accessed,
        stated=a.stated + b.stated,
        successes=a.successes + b.successes,
        failures=a.failures + b.failures,
    )


def _joined_sources(first: Memory, last: Memory) -> tuple[Source, ...]:
    """All sources once, those of ``last`` at the end: the last one is the source of the wording."""
    kept = [source for source in first.sources if source not in last.sources]
    joined = (*kept, *dict.fromkeys(last.sources))
    return joined if len(joined) <= MAX_SOURCES else (joined[0], *joined[1 - MAX_SOURCES :])
