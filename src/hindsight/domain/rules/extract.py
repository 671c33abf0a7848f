"""Extraction by rules: sentence by sentence, stated things only, each with its place in the words (W2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped, Extracted
from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memory import KeyField, Kind
from hindsight.domain.patterns import pattern
from hindsight.domain.rules import cues
from hindsight.domain.rules.claims import Found, find_claim
from hindsight.domain.rules.clauses import Span, clauses, spoken_sentences, without_lead_in
from hindsight.domain.rules.names import entities_of, keywords_of
from hindsight.domain.rules.verdicts import agent_objection, happened, lacks_case, objection
from hindsight.domain.temporal import resolve
from hindsight.domain.text import Script, script
from hindsight.domain.turns import remember_command, substance

EXTRACTOR: Final = "rules/1"
HEDGED: Final = 0.6
"""Certainty of a statement in hedging words, 0–1."""
_MAX_CONTENT: Final = 600
"""Characters of one statement; sentences that go on are cut into the next."""
_AGENT_NAMES: Final = frozenset(
    [
        "",
        "assistant",
        "ai",
        "bot",
        "agent",
        "system",
        "chatgpt",
        "claude",
        "gemini",
        "copilot",
        "gpt",
        "model",
        "助手",
        "机器人",
        "小助手",
    ]
)
_FOLLOWS: Final = pattern(
    r"""
    ^(?:it|they|that|this|he|she|there|these|those|both|everyone|all of them|the (?:kids|event|trip|food|view
    |whole))(?:'s|'re|'ve)?\s(?:was|were|had|got|did|made|went|felt|really|all|took|said|gave|has|have|helped|turned
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


@dataclass(frozen=True, slots=True)
class _Statement:
    span: Span
    kind: Kind
    found: Found | None
    words: str | None = None
    """The words with their subject put in, where the clause alone lacks it."""


def extract(turns: Sequence[Turn], *, zone: str = "UTC") -> Extracted:
    """What ``turns`` state, in order, and what was left out with the reason.

    ``zone`` is the speaker's time zone, in which "yesterday" is resolved. Contents keep the speaker's words; where
    the speaker has a name of their own, it stands before them. Deterministic; linear in the text.
    """
    kept: list[Candidate] = []
    dropped: list[Dropped] = []
    for turn in turns:
        _extract_turn(turn, zone, kept, dropped)
    return Extracted(candidates=tuple(kept), dropped=tuple(dropped), extractor=EXTRACTOR)


def _extract_turn(turn: Turn, zone: str, kept: list[Candidate], dropped: list[Dropped]) -> None:
    verdict = substance(turn.text, turn.role)
    if not verdict.keep:
        dropped.append(Dropped(turn=turn.id, text=turn.text, reason=verdict.reason))
        return
    command = remember_command(turn.text)
    begin = command.start if command else 0
    for span in spoken_sentences(turn.text):
        if span[1] <= begin:
            continue
        place = (max(span[0], begin), span[1])
        explicit = command is not None and span[0] <= begin
        words = turn.text[slice(*place)]
        if kept and _FOLLOWS.match(words) and not cues.asks(words) and _adjacent(kept[-1], turn, place):
            kept[-1] = _grown(kept[-1], turn, place)
            continue
        statements = _sentence(turn, place, explicit, dropped)
        kept.extend(_candidate(turn, statement, zone, verbatim=explicit) for statement in statements)


def _sentence(turn: Turn, span: Span, explicit: bool, dropped: list[Dropped]) -> Iterator[_Statement]:
    """The statements of one sentence; whole-sentence forms (procedures, standing wishes) before clauses."""
    agent = _is_agent(turn)
    span = without_lead_in(turn.text, span)
    text = turn.text[span[0] : span[1]]
    language = script(text)
    if explicit:
        found = find_claim(text, language)
        yield _Statement(span, _kind(text, language, found), found)
        return
    if not agent and not cues.asks(text):
        kind = _whole(text)
        if kind:
            yield _Statement(span, kind, find_claim(text, language) if kind == "preference" else None)
            return
        if cues.HYPOTHETICAL.match(text):
            dropped.append(Dropped(turn=turn.id, text=text, reason="hypothetical"))
            return
    pieces = [without_lead_in(turn.text, piece) for piece in clauses(turn.text, span)]
    yield from _grouped(turn, pieces, language, agent, dropped)


def _whole(text: str) -> Kind | None:
    if cues.PROCEDURE.search(text):
        return "procedure"
    if cues.once(text) or cues.HYPOTHETICAL.match(text) or cues.UNDECIDED.search(text):
        return None
    wish = cues.FOR_GOOD.search(text) or (cues.standing(text) and cues.REQUEST.search(text))
    return "preference" if wish else None


def _grouped(
    turn: Turn, pieces: list[Span], language: Script, agent: bool, dropped: list[Dropped]
) -> Iterator[_Statement]:
    """Clauses that stand alone, each with the remarks that follow it."""
    open_one: _Statement | None = None
    for piece in pieces:
        text = turn.text[piece[0] : piece[1]]
        reason = agent_objection(text, language) if agent else objection(text)
        found = None if reason else find_claim(text, language)
        if not (reason or found or agent):
            reason = lacks_case(text, language, among_people=_own_name(turn) is not None)
        if reason:
            if reason != "no_statement" or open_one is None:
                dropped.append(Dropped(turn=turn.id, text=text, reason=reason))
            if reason == "no_statement" and open_one is not None:
                open_one = replace(open_one, span=(open_one.span[0], piece[1]))
            continue
        statement = _Statement(piece, "episode" if agent else _kind(text, language, found), found)
        if open_one is not None:
            joint = turn.text[open_one.span[1] : piece[0]]
            if not _stands_alone(open_one, statement, joint, text):
                open_one = replace(open_one, span=(open_one.span[0], piece[1]), found=open_one.found or found)
                continue
            yield open_one
            statement = _resolved(statement, open_one, text)
        open_one = statement
    if open_one is not None:
        yield open_one


def _stands_alone(first: _Statement, second: _Statement, joint: str, text: str) -> bool:
    """Whether ``second`` could become untrue alone: it makes a claim or gives a value of its own, or is a full clause.

    Who says the same attribute twice in one breath explains it. Chinese parts statements by commas; a clause of eight
    characters is long enough to be one.
    """
    if _REMARK.match(text) or (first.found and second.found and _topic(first.found) == _topic(second.found)):
        return False
    if second.found is not None or _PARTED.search(joint) or key_fields_of(text):
        return True
    return script(text) == "zh" and len(text) >= _FULL_CLAUSE


_FULL_CLAUSE: Final = 8


def _topic(found: Found) -> tuple[str, str, bool]:
    return found.claim.entity, found.claim.attribute, found.claim.negated


_REMARK: Final = pattern(
    r"""
    ^(?:而?不是|叫|名叫|名字|今年|下次|一般|通常|平均|其中|大概|大约|还|也|就|挺|很|特别|左|右
    |[零一二两三四五六七八九十\d]{1,3}岁|开会|看|听|说|之后|然后|最后|后来|结果|感觉|觉得|医生)|^(?:it|that|this
    |which)(?:'s| is| was| has| makes?| made| feels?)(?![a-z])|^(?:my|his|her) (?:stomach|doctor|head|back|family
    |boss) (?:is|says|said|feels)(?![a-z])
    """
)
_PARTED: Final = pattern(r"[;；]|[,，]\s(?:and|so|but)\s|[，,](?:所以|但是?|不过|而且|另外)|因为")
_PRONOUN: Final = pattern(
    r"^(?:(?P<person>she|he)|(?P<thing>it|they)|(?P<its>its|his|her))(?:'s)?(?=\s)|^(?P<zh>他们?|她们?|它)"
)
_NAME: Final = pattern(r"^(?:[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?|[\u4e00-\u9fff]{2,4})$", 0)


def _resolved(statement: _Statement, before: _Statement, text: str) -> _Statement:
    """``statement`` with the subject that it takes from the clause before it ("My manager is Priya; she took over")."""
    if before.found is None:
        return statement
    claim = before.found.claim
    pronoun = _PRONOUN.match(text)
    named = claim.value if pronoun and not pronoun["thing"] and _NAME.match(claim.value) else claim.entity
    owned = "'s" if pronoun and pronoun["its"] else ""
    subject = claim.entity if claim.entity != "user" else named
    if subject == "user":
        return statement
    mine = statement.found
    silent = mine is not None and mine.claim.entity == "user" and text[:1] not in "我咱" and not text.isascii()
    if not pronoun and not silent:
        return statement
    words = f"{subject}{owned}{text[pronoun.end() if pronoun else 0 :]}"
    found = find_claim(words, script(words)) or mine
    return replace(statement, found=found, words=words)


def _kind(text: str, language: Script, found: Found | None) -> Kind:
    if found is not None:
        return found.kind
    if cues.PROCEDURE.search(text):
        return "procedure"
    return "episode" if happened(text, language) else "fact"


def _candidate(turn: Turn, statement: _Statement, zone: str, *, verbatim: bool) -> Candidate:
    start, end = statement.span[0], min(statement.span[1], statement.span[0] + _MAX_CONTENT)
    text = turn.text[start:end].strip()
    found = statement.found
    claim = found.claim if found else None
    hedged = cues.HEDGE.search(text) is not None
    fields = key_fields_of(text)
    if (
        claim is not None
        and any(c.isdigit() for c in claim.value)
        and not any(f.name == claim.attribute for f in fields)
    ):
        fields = (*fields, KeyField(claim.attribute, claim.value))
    since, until = _when(text, turn, zone, dated=any(f.name in {"date", "time"} for f in fields))
    context = turn.text[max(0, start - 40) : start]
    return Candidate(
        kind=statement.kind,
        content=_attributed(turn, statement.words or text),
        turn=turn.id,
        span=(start, start + len(text)),
        claim=claim,
        key_fields=fields,
        entities=entities_of(text, *((claim.entity,) if claim else ()), *((turn.name,) if turn.name else ())),
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


_NOT_THIS: Final = pattern(
    r"""
    [,，]\s?(?:and )?(?:not|而?不是)\s?(?P<old>[^,，。.;；!！]{1,40})[。.!！]?$
    |^[^，。]{0,12}不是(?P<zh>[^，。]{1,20})[，,]\s?(?:而)?是
    """
)


def _taken_back(text: str) -> str | None:
    match = _NOT_THIS.search(text)
    return (match["old"] or match["zh"]).strip() if match else None


def _importance(kind: Kind, attribute: str, text: str, verbatim: bool) -> float:
    base = _IMPORTANCE.get(attribute, _KIND_IMPORTANCE.get(kind, 0.5))
    if cues.grave(text):
        base = max(base, 0.75)
    return max(base, 0.8) if verbatim else base


def _attributed(turn: Turn, text: str) -> str:
    """The speaker's words, after the name if it is a person's own: who "I" is must not get lost among several."""
    name = _own_name(turn)
    return f"{name}: {text}" if name else text


def _own_name(turn: Turn) -> str | None:
    """The name of a person who speaks; None for agents and for "user"."""
    if turn.name is None or _is_agent(turn) or turn.name.casefold() in {"user", "human", "用户", "me"}:
        return None
    return turn.name


def _is_agent(turn: Turn) -> bool:
    return turn.role == "assistant" and (turn.name or "").strip().casefold() in _AGENT_NAMES


def _adjacent(last: Candidate, turn: Turn, span: Span) -> bool:
    gap = turn.text[last.span[1] : span[0]]
    return last.turn == turn.id and len(gap) < 4 and span[1] - last.span[0] <= _MAX_CONTENT


def _grown(last: Candidate, turn: Turn, span: Span) -> Candidate:
    """``last`` with the remark on it that follows ("It was great!"), for the words alone would not say what was."""
    text = turn.text[last.span[0] : span[1]]
    fields = dict.fromkeys((*last.key_fields, *key_fields_of(turn.text[span[0] : span[1]])))
    return replace(
        last,
        content=_attributed(turn, text),
        span=(last.span[0], span[1]),
        key_fields=tuple(fields),
        entities=tuple(dict.fromkeys((*last.entities, *entities_of(text)))),
        keywords=keywords_of(text),
        polarity=cues.polarity_of(text),
    )


_AHEAD: Final = pattern(
    r"""
    (?<![a-z])(?:will|'ll|going to|gonna|fly|flying|leave|plan|next|due|ends?|expires?|by|starts?|visiting
    |deadline)(?![a-z])|要|将|打算|计划|准备|到期|截止|下周|明
    """
)


def _when(text: str, turn: Turn, zone: str, *, dated: bool) -> tuple[datetime | None, datetime | None]:
    """When it happened or will, in UTC, or (None, None); plans take the next such date and not the last."""
    if not dated:
        return None, None
    now = turn.said_at or turn.created_at
    for span in resolve(text, now, zone):
        start, end = span.utc_bounds()
        if start is not None and start < now and _AHEAD.search(text):
            later = [pair for pair in span.alternatives if pair[0] >= now]
            if later:
                start, end = later[0]
        if start is not None:
            return start, end
    return None, None
