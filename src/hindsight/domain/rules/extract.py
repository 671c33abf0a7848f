"""Extraction by rules: sentence by sentence, stated things only, each with its place in the words (W2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hindsight.domain.aliases import SAME, SPEAKER, aliases_in
from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped, Extracted
from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memory import Claim, KeyField, Kind
from hindsight.domain.patterns import pattern
from hindsight.domain.rules import cues
from hindsight.domain.rules.carried import carried
from hindsight.domain.rules.causes import with_reasons
from hindsight.domain.rules.claims import Found, find_claim, find_general_claim
from hindsight.domain.rules.clauses import MAX_SENTENCE, Span, spoken_sentences
from hindsight.domain.rules.dating import when
from hindsight.domain.rules.handed import disowned, handed_over, is_handed_over, only_corrects
from hindsight.domain.rules.names import entities_of, keywords_of
from hindsight.domain.rules.speaker import attributed, of_speaker
from hindsight.domain.rules.spoken_of import with_meant
from hindsight.domain.rules.statements import Statement, spoken_in, statements_in
from hindsight.domain.turns import remember_command, substance

EXTRACTOR: Final = "rules/1"
HEDGED: Final = 0.6
"""Certainty of a statement in hedging words, 0–1."""
_ALIAS_ASIDE: Final = pattern(
    r"""
    ^(?:(?P<head>(?:(?:my|our) )?[\w'-]{1,30}(?: [\w'-]{1,30}){0,3}),?\s(?:\(|(?<=,\s))(?:who(?:'s| is) )?(?:(?:also
    |sometimes|better|usually|formerly|often|a\.?k\.?a\.?)\s
    (?:called |known as |named )?|(?:called|known as|named|nicknamed|aka)\s)[^,()]{1,40}(?:,
    |\))\s(?P<rest>[a-z].{3,300})
    |(?P<head_zh>[\u4e00-\u9fffA-Za-z]{2,12})[，,（(](?:又叫|也叫|又名|大名|本名|外号|绰号|人称|小名|英文名|昵称
    |大家都?叫[他她])(?:叫|是)?[^，,（()）]{1,16}[，,)）]\s?(?P<rest_zh>.{3,300}))$
    """
)
_FOLLOWS: Final = pattern(
    r"""
    ^(?:it|they|that|this|he|she|there|these|those|both|everyone|all of them|the (?:kids|event|trip|food|view
    |whole(?: \w+)?))(?:'s|'re|'ve)?\s(?:was|were|had|got|did|made|went|felt|really|all|took|said|gave|came|brought
    |sang|ate|drank|left|stayed|has|have|helped|turned
    |loved|even|also|reminds?|makes?|is|are|means?|feels?|[a-z]+ed)(?![a-z])
    """
)
_IMPORTANCE: Final = {
    **dict.fromkeys(["allergic_to", "condition", "medication", "blood_type"], 0.9),
    **dict.fromkeys(["name", "diet"], 0.85),
    **dict.fromkeys(["birthday", "lives_in", "works_at", "works_as"], 0.75),
    **dict.fromkeys(["has_family", "relationship", "deadline", "constraint"], 0.7),
    **dict.fromkeys(["age", "has_pet", "base_url", "rate_limit", "version", "port"], 0.65),
}
_KIND_IMPORTANCE: Final[dict[Kind, float]] = {"preference": 0.6, "procedure": 0.65, "fact": 0.5, "episode": 0.4}
_NOT_THIS: Final = pattern(
    r"""
    [,，]\s?(?:and )?(?:not|而?不是)\s?(?P<old>[^,，。.;；!！]{1,40})(?:[。.!！]?$|[,，])
    |^[^，。]{0,12}不是(?P<zh>[^，。]{1,20})[，,]\s?(?:而)?是
    """
)


def extract(turns: Sequence[Turn], *, zone: str = "UTC") -> Extracted:
    """What ``turns`` state, in order, and what was left out with the reason.

    ``zone`` is the speaker's time zone, in which "yesterday" is resolved. Contents keep the speaker's words; where
    the speaker has a name of their own, it stands before them. Deterministic; linear in the text.
    """
    kept: list[Candidate] = []
    dropped: list[Dropped] = []
    for turn in turns:
        said: list[Candidate] = []
        unsaid: list[Dropped] = []
        _extract_turn(turn, zone, said, unsaid)
        said, unsaid = carried(turn, said, unsaid, _grown)
        kept += with_reasons(said, turn.text)
        dropped += unsaid
    return Extracted(candidates=with_meant(kept, turns), dropped=tuple(dropped), extractor=EXTRACTOR)


def _extract_turn(turn: Turn, zone: str, kept: list[Candidate], dropped: list[Dropped]) -> None:
    verdict = substance(turn.text, turn.role)
    if not verdict.keep:
        dropped.append(Dropped(turn=turn.id, text=turn.text, reason=verdict.reason))
        return
    command = remember_command(turn.text)
    begin, until = (command.start, command.end) if command else (0, len(turn.text))
    material = [] if command else handed_over(turn.text)
    for span in spoken_sentences(turn.text):
        if span[1] <= begin or span[0] >= until:
            continue
        place = (max(span[0], begin), min(span[1], until))
        explicit = command is not None and span[0] <= begin
        words = turn.text[slice(*place)]
        more = turn.text[place[1] :].strip() != ""
        taken_back = not explicit and (disowned(words) or (more and only_corrects(words)))
        if taken_back or is_handed_over(place, material):
            dropped.append(Dropped(turn=turn.id, text=words, reason="meta" if taken_back else "material"))
            continue
        if kept and _FOLLOWS.match(words) and not cues.asks(words) and _adjacent(kept[-1], turn, place):
            kept[-1] = _grown(kept[-1], turn, place)
            continue
        missing: list[Dropped] = []
        statements = list(statements_in(turn, place, explicit, missing))
        if both := _two_names(turn, place, statements):
            statements, missing = list(both), []
        dropped.extend(missing)
        kept.extend(candidate_of(turn, statement, zone, verbatim=explicit) for statement in statements)


def _two_names(turn: Turn, place: Span, statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """What a sentence says that gives a second name of somebody where no statement of it has both: apart they are idle.

    The names stay together; what the sentence says besides is a statement of its own ("Bob, also called Robert, works
    at Acme").
    """
    words = turn.text[slice(*place)]
    pairs = aliases_in(words) if not cues.asks(words) else ()
    if not pairs or any(one.found and one.found.claim.attribute in SAME for one in statements):
        return ()
    said = [turn.text[slice(*one.span)] for one in statements]
    if any(all(x == SPEAKER or x in text for x in pair) for pair in pairs for text in said):
        return ()
    name, other = pairs[0]
    found = Found(Claim(entity=other, attribute="alias_of", value=name), "fact", None)
    if (aside := _ALIAS_ASIDE.match(words)) is None:
        return (Statement(place, "fact", found),)
    rest_at = "rest" if aside["rest"] else "rest_zh"
    told = f"{aside['head']} {aside['rest']}" if aside["rest"] else f"{aside['head_zh']}{aside['rest_zh']}"
    language = spoken_in(told)
    rest = find_claim(told, language) or find_general_claim(told, language)
    if rest is None:
        return (Statement(place, "fact", found),)
    cut = place[0] + aside.start(rest_at)
    before = turn.text[place[0] : cut].rstrip(" ,，")
    return (
        Statement((place[0], place[0] + len(before)), "fact", found),
        Statement((cut, place[1]), rest.kind, rest, told),
    )


def candidate_of(turn: Turn, statement: Statement, zone: str, *, verbatim: bool = False) -> Candidate:
    """The candidate that a statement makes, whoever found the statement: all that its words themselves tell."""
    start, end = statement.span
    text = turn.text[start:end].strip()
    found = statement.found
    claim = of_speaker(turn, found.claim) if found else None
    hedged = cues.HEDGE.search(text) is not None
    fields = key_fields_of(text)
    if claim is not None and any(c.isdigit() for c in claim.value):
        fields = (*fields, KeyField(claim.attribute, claim.value))
    dated = any(field.name in {"date", "time"} for field in fields)
    context = turn.text[max(0, start - 40) : start]
    since, until = when(text, turn.said_at or turn.created_at, zone, context) if dated else (None, None)
    return Candidate(
        kind=statement.kind,
        content=attributed(turn, statement.words or text),
        turn=turn.id,
        span=(start, start + len(text)),
        claim=claim,
        key_fields=fields,
        entities=entities_of(text, *(name for name in (claim and claim.entity, statement.about, turn.name) if name)),
        keywords=keywords_of(text),
        polarity=cues.polarity_of(text),
        certainty=1.0 if verbatim or not hedged else HEDGED,
        importance=_importance(statement.kind, claim.attribute if claim else "", text, verbatim),
        update=cues.UPDATE.search(text) is not None or cues.CORRECTION.search(context) is not None,
        replaces=found.replaces if found and found.replaces else _taken_back(text),
        verbatim=verbatim,
        occurred_at=since,
        occurred_until=until,
    )


def _taken_back(text: str) -> str | None:
    match = _NOT_THIS.search(text)
    return (match["old"] or match["zh"]).strip() if match else None


def _importance(kind: Kind, attribute: str, text: str, verbatim: bool) -> float:
    base = _IMPORTANCE.get(attribute, _KIND_IMPORTANCE.get(kind, 0.5))
    if cues.grave(text):
        base = max(base, 0.75)
    return max(base, 0.8) if verbatim else base


def _adjacent(last: Candidate, turn: Turn, span: Span) -> bool:
    gap = turn.text[last.span[1] : span[0]]
    return last.turn == turn.id and len(gap) < 4 and span[1] - last.span[0] <= MAX_SENTENCE


def _grown(last: Candidate, turn: Turn, span: Span) -> Candidate:
    """``last`` with the remark on it that follows ("It was great!"), for the words alone would not say what was."""
    text = turn.text[last.span[0] : span[1]]
    fields = dict.fromkeys((*last.key_fields, *key_fields_of(turn.text[span[0] : span[1]])))
    return replace(
        last,
        content=attributed(turn, text),
        span=(last.span[0], span[1]),
        key_fields=tuple(fields),
        entities=tuple(dict.fromkeys((*last.entities, *entities_of(text)))),
        keywords=keywords_of(text),
        polarity=cues.polarity_of(text),
    )
