"""A model's extraction becomes candidates: each with words that were really said, or it is dropped (W2)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hindsight.domain.attributes import canonical_attribute, canonical_entity, same_value
from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped
from hindsight.domain.memory import Claim, Kind, Polarity
from hindsight.domain.replies.answer import Reply
from hindsight.domain.replies.grounding import Span, faithful, locate, occurs
from hindsight.domain.rules.claims import Found, find_claim
from hindsight.domain.rules.extract import candidate_of
from hindsight.domain.rules.speaker import attributed, own_name
from hindsight.domain.rules.statements import Statement
from hindsight.domain.text import script
from hindsight.domain.turns import remember_command

KEY: Final = "memories"
"""The name under which a model lists its statements."""
MOST: Final = 200
"""Statements taken from one reply."""
_KINDS: Final[Mapping[str, Kind]] = {
    "fact": "fact",
    "preference": "preference",
    "episode": "episode",
    "event": "episode",
    "procedure": "procedure",
    "事实": "fact",
    "偏好": "preference",
    "事件": "episode",
    "经历": "episode",
    "流程": "procedure",
}
_POLARITIES: Final[Mapping[str, Polarity]] = {"positive": "positive", "negative": "negative", "neutral": "neutral"}
_ATTRIBUTE: Final = re.compile(r"[a-z0-9_\u4e00-\u9fff]{1,40}")
_NARRATED: Final = re.compile(r"^(?:the )?user(?![a-z])|^用户", re.IGNORECASE)
_TRUE: Final = frozenset({"true", "yes", "1", "是", "真"})
_LONGEST_VALUE: Final = 200


def statements_of(reply: Reply, turns: Sequence[Turn], *, zone: str = "UTC") -> tuple[list[Candidate], list[Dropped]]:
    """The candidates of a reply and what was dropped: ``not_in_source`` when the words were not said in any turn.

    The wording is the model's where it is in the speaker's language and holds nothing that was not said; otherwise
    the quoted words themselves. Claims, names and keywords that were not said are left out.
    """
    source = "\n".join(f"{turn.name or ''} {turn.text}" for turn in turns)
    kept: list[Candidate | None] = []
    dropped: list[Dropped] = []
    for item in reply.items[:MOST]:
        found = _quoted(item, turns)
        if found is None:
            words = _text(item, "quote") or _text(item, "text")
            dropped.append(Dropped(turn=_named(item, turns).id, text=words[:200], reason="not_in_source"))
            kept.append(None)
            continue
        kept.append(_candidate(item, *found, source, zone))
    linked = [_linked(candidate, item, kept) for candidate, item in zip(kept, reply.items, strict=False)]
    return _without_repeats(linked), dropped


def _quoted(item: Mapping[str, Any], turns: Sequence[Turn]) -> tuple[Turn, Span] | None:
    """The turn and the place of the quoted words; the turn that the model names is looked at first."""
    quote = _text(item, "quote") or _text(item, "source_span") or _text(item, "text")
    named = _named(item, turns)
    for turn in (named, *(turn for turn in turns if turn is not named)):
        span = locate(quote, turn.text)
        if span is not None and span[1] - span[0] > 1:
            return turn, span
    return None


def _named(item: Mapping[str, Any], turns: Sequence[Turn]) -> Turn:
    said = str(item.get("turn", "")).strip().lstrip("#")
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 6 else 1
    return turns[number - 1] if 0 < number <= len(turns) else turns[0]


def _candidate(item: Mapping[str, Any], turn: Turn, span: Span, source: str, zone: str) -> Candidate:
    words = turn.text[slice(*span)]
    by_rule = find_claim(words, script(words))
    claim = _claim(item, source, by_rule)
    kind = _KINDS.get(_text(item, "kind").lower()) or (by_rule.kind if by_rule else "fact")
    replaced = _text(item, "replaces")
    found = Found(claim, kind, replaced if replaced and occurs(replaced, source) else None) if claim else None
    command = remember_command(turn.text)
    base = candidate_of(
        turn, Statement(span, kind, found), zone, verbatim=command is not None and command.start <= span[0]
    )
    wording = _text(item, "text")
    return replace(
        base,
        content=_worded(turn, wording) if wording and faithful(wording, words, source) else base.content,
        entities=_joined(base.entities, _said(item, "entities", source)),
        keywords=_joined(base.keywords, _said(item, "keywords", source)),
        polarity=_POLARITIES.get(_text(item, "polarity").lower(), base.polarity),
        certainty=min(base.certainty, _share(item, "certainty", 1.0)),
        importance=base.importance if base.verbatim else _share(item, "importance", base.importance),
        update=base.update or _true(item, "changed"),
    )


def _worded(turn: Turn, wording: str) -> str:
    """The model's wording, with the name of the person who spoke, if it is a person's own."""
    name = own_name(turn)
    if name is None or name.casefold() in wording.casefold():
        return wording
    named = _NARRATED.sub(lambda _: name, wording, count=1)
    return named if named != wording else attributed(turn, wording)


def _claim(item: Mapping[str, Any], source: str, by_rule: Found | None) -> Claim | None:
    """The model's claim if its parts were said; a rule that found the same value names the attribute."""
    entity, value = _text(item, "entity") or "user", _text(item, "value")[:_LONGEST_VALUE]
    attribute = canonical_attribute(_text(item, "attribute"))
    known = canonical_entity(entity) == "user" or occurs(entity, source)
    if not (value and known and _ATTRIBUTE.fullmatch(attribute) and occurs(value, source)):
        return by_rule.claim if by_rule else None
    if by_rule and same_value(by_rule.claim.value, value):
        return by_rule.claim
    entity = "user" if canonical_entity(entity) == "user" else entity
    return Claim(entity=entity, attribute=attribute, value=value, negated=_true(item, "negated"))


def _linked(candidate: Candidate | None, item: Mapping[str, Any], kept: Sequence[Candidate | None]) -> Candidate | None:
    """``candidate`` with the reason that the model names by its number in the list, if it was said in the same turn."""
    said = str(item.get("because") or "")
    if candidate is None or not (said.isascii() and said.isdigit() and 0 < int(said[:6]) <= len(kept)):
        return candidate
    cause = kept[int(said[:6]) - 1]
    if cause is None or cause.turn != candidate.turn or cause.span == candidate.span:
        return candidate
    return replace(candidate, because=cause.span)


def _without_repeats(candidates: Sequence[Candidate | None]) -> list[Candidate]:
    unique: dict[tuple[str, str], Candidate] = {}
    for candidate in candidates:
        if candidate is not None:
            unique.setdefault((candidate.turn, candidate.content), candidate)
    return list(unique.values())


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    if isinstance(value, bool) or value is None:
        return ""
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _true(item: Mapping[str, Any], name: str) -> bool:
    value = item.get(name)
    return value is True or str(value).strip().lower() in _TRUE


def _share(item: Mapping[str, Any], name: str, otherwise: float) -> float:
    try:
        value = float(item.get(name))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return otherwise
    return min(1.0, max(0.0, value)) if math.isfinite(value) else otherwise


def _said(item: Mapping[str, Any], name: str, source: str) -> tuple[str, ...]:
    """Those of a list of words that were said; a single word, or words joined by commas, are a list too."""
    value = item.get(name)
    listed = re.split(r"[,，、;；]", value) if isinstance(value, str) else value if isinstance(value, list) else ()
    words = [word.strip() for word in listed if isinstance(word, str) and 1 < len(word.strip()) <= 60]
    return tuple(word for word in words[:12] if occurs(word, source))


def _joined(first: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    known = {name.casefold() for name in first}
    return (*first, *(name for name in dict.fromkeys(more) if name.casefold() not in known))
