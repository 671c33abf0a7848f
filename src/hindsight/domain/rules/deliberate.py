"""What was handed over on purpose: a text given to ``remember`` is kept even where the rules see no statement in it.

Turns of a talk come by the hundred, and most say nothing; a single text was chosen by its caller (W7). Greetings,
questions, requests and hypotheticals in it are still dropped, with their reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hindsight.domain.analysis import tokens
from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped, Extracted
from hindsight.domain.keyfields import key_fields_of

KEPT = frozenset({"no_statement", "nothing_stated", "undecided"})
"""Reasons for which a turn of a conversation is dropped and a deliberate text is not."""
CERTAINTY = 0.8


def keep_deliberate(extracted: Extracted, turns: Sequence[Turn]) -> Extracted:
    """``extracted`` with what was dropped for a reason in :data:`KEPT` as further candidates, in their words."""
    by_id = {turn.id: turn for turn in turns}
    kept = [item for item in extracted.dropped if item.reason in KEPT and tokens(item.text)]
    return replace(
        extracted,
        candidates=(*extracted.candidates, *(_as_said(item, by_id[item.turn]) for item in kept)),
        dropped=tuple(item for item in extracted.dropped if item not in kept),
    )


def _as_said(item: Dropped, turn: Turn) -> Candidate:
    start = max(0, turn.text.find(item.text))
    return Candidate(
        kind="episode",
        content=item.text,
        turn=item.turn,
        span=(start, start + len(item.text)),
        key_fields=key_fields_of(item.text),
        certainty=CERTAINTY,
    )
