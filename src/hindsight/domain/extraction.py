"""What extraction brings: candidates for memory with their evidence, and what was left out with the reason (W2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from hindsight.domain.memory import Claim, KeyField, Kind, Polarity


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A statement worth remembering. ``span`` is its place in the turn's text; ``certainty`` 0–1 lowers confidence.

    ``update`` is True when the words say that something changed or was wrong ("switched to", "not 14", 改成, 不再);
    ``replaces`` is the old value if they name it ("from *coffee* to tea"). ``verbatim``: "remember this" was said.
    ``because``: the span of the statement in the same turn that is given as its reason (M8).
    """

    kind: Kind
    content: str
    turn: str
    span: tuple[int, int]
    claim: Claim | None = None
    key_fields: tuple[KeyField, ...] = ()
    entities: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    polarity: Polarity = "neutral"
    certainty: float = 1.0
    importance: float = 0.5
    update: bool = False
    replaces: str | None = None
    verbatim: bool = False
    occurred_at: datetime | None = None
    occurred_until: datetime | None = None
    because: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A turn or sentence that was not kept, and why: a short stable reason such as ``small_talk``."""

    turn: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """All that one extraction kept and dropped; ``extractor`` names the rules or model and prompt that did it."""

    candidates: tuple[Candidate, ...]
    dropped: tuple[Dropped, ...]
    extractor: str
