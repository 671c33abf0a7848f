"""What was handed over on purpose: a text given to ``remember`` is kept even where the rules see no statement in it.

Turns of a talk come by the hundred, and most say nothing; a single text was chosen by its caller (W7). Greetings,
questions, hypotheticals and requests in it are still dropped, with their reason; not an instruction that names what to
use ("Use gb18030 for CSV files from Excel").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hindsight.domain.analysis import tokens
from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped, Extracted
from hindsight.domain.keyfields import key_fields_of

KEPT = frozenset({"no_statement", "nothing_stated", "undecided", "material"})
"""Reasons for which a turn of a conversation is dropped and a deliberate text is not."""
CERTAINTY = 0.8
_JOINED = 3
"""Characters between two pieces of one text that are kept as one: apart, the guard would not see what they come to."""
_ADDRESSED = re.compile(
    r"(?<![a-z])(?:you|your|me|us|please|pls|kindly|help|let's|this|these|those|above|below)(?![a-z])|[?？]"
    r"|请|帮|给我|麻烦|能不能|可不可以|一下|这[个段篇些]",
    re.IGNORECASE,
)
"""Words of a request to the assistant, about what lies before it."""
_NAMED = re.compile(r"(?<![a-z0-9])(?:[a-z]+\d[a-z0-9.]*|[a-z0-9]+[_/][a-z0-9_/]+|--?[a-z][a-z-]*)", re.IGNORECASE)
"""An identifier: gb18030, python3.11, snake_case, --flag."""


def keep_deliberate(extracted: Extracted, turns: Sequence[Turn]) -> Extracted:
    """``extracted`` with what was dropped for a reason in :data:`KEPT` as further candidates, in their words."""
    by_id = {turn.id: turn for turn in turns}
    kept = [item for item in extracted.dropped if _is_kept(item)]
    said: list[Candidate] = []
    for item in kept:
        found = _as_said(item, by_id[item.turn])
        if said and said[-1].turn == found.turn and 0 <= found.span[0] - said[-1].span[1] <= _JOINED:
            found = _as_said(
                replace(item, text=by_id[item.turn].text[said.pop().span[0] : found.span[1]]), by_id[item.turn]
            )
        said.append(found)
    return replace(
        extracted,
        candidates=(*extracted.candidates, *said),
        dropped=tuple(item for item in extracted.dropped if item not in kept),
    )


def _is_kept(item: Dropped) -> bool:
    if item.reason == "request":
        return _ADDRESSED.search(item.text) is None and bool(_NAMED.search(item.text) or key_fields_of(item.text))
    return item.reason in KEPT and bool(tokens(item.text))


def _as_said(item: Dropped, turn: Turn) -> Candidate:
    start = max(0, turn.text.find(item.text))
    return Candidate(
        kind="procedure" if item.reason == "request" else "episode",
        content=item.text,
        turn=item.turn,
        span=(start, start + len(item.text)),
        key_fields=key_fields_of(item.text),
        certainty=CERTAINTY,
    )
