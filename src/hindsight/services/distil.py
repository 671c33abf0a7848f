"""Turns to candidates: by the language model where there is one, by the rules for all that it does not answer (W2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import anyio.to_thread

from hindsight.domain.conversation import Turn
from hindsight.domain.errors import Unavailable
from hindsight.domain.extraction import Candidate, Dropped, Extracted
from hindsight.domain.replies import Failure, read_reply
from hindsight.domain.replies.statements import KEY, statements_of
from hindsight.domain.rules import EXTRACTOR, extract
from hindsight.domain.rules.spoken_of import with_meant
from hindsight.domain.text import script, split_long
from hindsight.domain.turns import remember_command, substance
from hindsight.ports.models import LanguageModel
from hindsight.services.asking import Answer, ask
from hindsight.services.parts import Parts
from hindsight.services.prompts import prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Distilled:
    """What was extracted, by which extractor, and which step did not happen as configured (``degraded``)."""

    extracted: tuple[Extracted, ...]
    degraded: tuple[str, ...] = ()

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        return tuple(item for some in self.extracted for item in some.dropped)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Turns for one prompt. ``shown`` is what the model sees of each: all of it, or a piece of one long turn."""

    turns: tuple[Turn, ...]
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    candidates: tuple[Candidate, ...]
    dropped: tuple[Dropped, ...]
    truncated: bool = False


async def distil(parts: Parts, turns: Sequence[Turn], *, zone: str) -> Distilled:
    """The statements of ``turns``. A turn that the model does not answer for is read by the rules, never lost.

    ``zone`` is the speaker's time zone, in which "yesterday" is resolved.
    """
    by_rules = partial(extract, zone=zone)
    if parts.llm is None:
        return Distilled(extracted=(await anyio.to_thread.run_sync(by_rules, turns),))
    verdicts = {turn.id: substance(turn.text, turn.role) for turn in turns}
    worth = {id_ for id_, verdict in verdicts.items() if verdict.keep}
    idle = tuple(
        Dropped(turn=turn.id, text=turn.text, reason=verdicts[turn.id].reason) for turn in turns if turn.id not in worth
    )
    extracted: list[Extracted] = []
    degraded: dict[str, None] = {}
    for_rules: set[str] = set()
    for batch in _batches(turns, worth, parts, for_rules):
        if for_rules.issuperset(turn.id for turn in batch.turns):
            continue
        try:
            by, told = await _told(parts, parts.llm, batch, zone)
        except Unavailable as error:
            degraded[f"extract: {error.code}: {error.message}"] = None
            for_rules |= {turn.id for turn in batch.turns} & worth
            continue
        kept = with_meant([found for found in told.candidates if found.turn in worth], batch.turns)
        for_rules |= _uncovered(batch, told) & worth
        extracted.append(Extracted(candidates=kept, dropped=told.dropped, extractor=by))
    known = tuple(found for some in extracted for found in some.candidates)
    silent = worth - {found.turn for found in known} - for_rules
    nothing = tuple(
        Dropped(turn=turn.id, text=turn.text, reason="nothing_stated") for turn in turns if turn.id in silent
    )
    extracted.append(Extracted(candidates=(), dropped=idle + nothing, extractor=EXTRACTOR))
    if for_rules:
        degraded = degraded or {"extract: the model's reply did not cover all of it, the rules read the rest": None}
        left = [turn for turn in turns if turn.id in for_rules]
        extracted.append(_beside(known, await anyio.to_thread.run_sync(by_rules, left)))
    return Distilled(extracted=tuple(extracted), degraded=tuple(degraded))


def _uncovered(batch: _Batch, told: _Told) -> set[str]:
    """Turns whose silence does not mean that they are empty: the reply broke off, made things up about them, or their
    words say to remember.
    """
    heard = {found.turn for found in told.candidates}
    made_up = {item.turn for item in told.dropped}
    unsure = {turn.id for turn in batch.turns if turn.id in made_up or remember_command(turn.text)} - heard
    if told.truncated:
        last = max((at for at, turn in enumerate(batch.turns) if turn.id in heard), default=0)
        unsure |= {turn.id for turn in batch.turns[last:]}
    return unsure


def _beside(known: Sequence[Candidate], by_rules: Extracted) -> Extracted:
    """What the rules found at places where nothing is known yet."""
    fresh = tuple(
        found
        for found in by_rules.candidates
        if not any(
            other.turn == found.turn and other.span[0] < found.span[1] and found.span[0] < other.span[1]
            for other in known
        )
    )
    return replace(by_rules, candidates=fresh)


def _batches(turns: Iterable[Turn], worth: set[str], parts: Parts, for_rules: set[str]) -> list[_Batch]:
    """Turns in prompts of bounded length; those not worth keeping are shown too: they tell what "Berlin" answers."""
    limit = parts.policy.model.request_chars
    batches: list[_Batch] = []
    room: list[Turn] = []
    for turn in turns:
        if turn.role in ("system", "tool") and turn.id not in worth:
            continue
        if len(turn.text) > limit:
            pieces = split_long(turn.text, limit)
            if len(pieces) > parts.policy.model.requests:
                for_rules.add(turn.id)
            batches += [_Batch((turn,), (piece,)) for piece in pieces]
            continue
        if sum(len(other.text) for other in room) + len(turn.text) > limit:
            batches.append(_whole(room))
            room = []
        room.append(turn)
    batches.append(_whole(room))
    return [batch for batch in batches if any(turn.id in worth for turn in batch.turns)]


def _whole(turns: Sequence[Turn]) -> _Batch:
    return _Batch(tuple(turns), tuple(turn.text for turn in turns))


async def _told(parts: Parts, model: LanguageModel, batch: _Batch, zone: str) -> tuple[str, _Told]:
    """What the model says about a batch, and the extractor. Unavailable, also when its reply stays unusable."""
    language = script("\n".join(batch.shown))
    instructions = prompt("extract", language)
    answer = await ask(
        model,
        instructions.text,
        _rendered(batch),
        partial(_read, batch=batch, zone=zone),
        language=language,
        policy=parts.policy.model,
    )
    if answer.value is None:
        raise Unavailable(f"The language model's reply cannot be used: {answer.complaint}.")
    return instructions.by(model.model), answer.value


def _rendered(batch: _Batch) -> str:
    """The turns as data: what looks like our own mark is taken out of their text."""
    lines: list[str] = []
    for number, (turn, shown) in enumerate(zip(batch.turns, batch.shown, strict=True), 1):
        said_at = (turn.said_at or turn.created_at).isoformat(timespec="minutes")
        text = shown.replace("<turn", "‹turn").replace("</turn", "‹/turn")
        name = "".join(letter for letter in turn.name or "" if letter not in '<>"\n')[:60]
        lines.append(f'<turn number="{number}" role="{turn.role}" name="{name}" time="{said_at}">\n{text}\n</turn>')
    return "\n".join(lines)


def _read(reply: str, *, batch: _Batch, zone: str) -> Answer[_Told]:
    found = read_reply(reply, KEY)
    if isinstance(found, Failure):
        return Answer(None, found.reason)
    candidates, dropped = statements_of(found, batch.turns, zone=zone)
    told = _Told(tuple(candidates), tuple(dropped), found.truncated)
    if found.truncated:
        return Answer(told, "truncated", worth=len(candidates))
    if found.items and not candidates:
        return Answer(told, "not_in_source: quotes must be copied from the turns")
    return Answer(told)
