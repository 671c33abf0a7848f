"""The memory record and what it is made of (M1–M5, M11).

All times are aware UTC datetimes; intervals are half open, ``[start, end)``. All scores are 0–1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

Kind = Literal["fact", "preference", "insight", "episode", "procedure", "experience"]
"""What a long-term memory is. Layers: episode → episodic; fact, preference, insight → semantic;
procedure, experience → procedural."""

Status = Literal["active", "superseded", "archived", "quarantined", "deleted"]
"""``active`` answers queries; ``superseded`` is history; ``archived`` answers on request; ``quarantined`` and
``deleted`` answer nothing."""

Polarity = Literal["positive", "negative", "neutral"]

SourceType = Literal["system", "operator", "user", "agent", "tool", "web", "document", "email", "import"]
"""Who said it. Each has a trust tier, see :data:`TRUST`."""

KINDS: tuple[Kind, ...] = get_args(Kind)
STATUSES: tuple[Status, ...] = get_args(Status)
SOURCE_TYPES: tuple[SourceType, ...] = get_args(SourceType)

Layer = Literal["episodic", "semantic", "procedural"]
LAYER: Mapping[Kind, Layer] = {
    "fact": "semantic",
    "preference": "semantic",
    "insight": "semantic",
    "episode": "episodic",
    "procedure": "procedural",
    "experience": "procedural",
}

TRUST: Mapping[SourceType, float] = {
    "system": 1.0,
    "operator": 0.9,
    "user": 0.7,
    "import": 0.5,
    "agent": 0.5,
    "tool": 0.3,
    "web": 0.2,
    "document": 0.2,
    "email": 0.2,
}
"""Trust tier of a source, 0–1. What is imported was often worked over by another model: it counts as an agent's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory came from. ``span`` is the quoted text; ``messages`` are turn ids; ``derived_from`` memory ids."""

    type: SourceType = "user"
    trust: float = TRUST["user"]
    name: str | None = None
    conversation: str | None = None
    messages: tuple[str, ...] = ()
    span: str | None = None
    url: str | None = None
    extractor: str | None = None
    derived_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyField:
    """A short name → value pair that must agree before two memories may be merged: ``rate_limit`` → ``60/min``."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a fact or preference asserts: ``user –allergic_to→ peanuts``. ``negated``: it is denied."""

    entity: str
    attribute: str
    value: str
    negated: bool = False

    @property
    def key(self) -> str:
        """What the claim is about, for finding others about the same: ``entity|attribute``, case folded."""
        return f"{self.entity}|{self.attribute}".casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """An image or audio beside a memory: the SHA-256 of its bytes, its media type, its size in bytes."""

    hash: str
    media_type: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """Use of a memory: shown as a hit, really used, stated again, helped, failed."""

    retrieved: int = 0
    accessed: int = 0
    stated: int = 1
    successes: int = 0
    failures: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One thing remembered. Immutable: a change is a new revision under the same id; history keeps the old one.

    ``summary`` is a written one-liner or empty, never a cut of ``content``. ``body`` holds the structured part of an
    experience or a debrief; ``tools`` are those an experience or procedure needs. ``ref`` is the caller's own id.
    ``seq`` is the store's order of arrival (0: not stored).
    """

    id: str
    tenant: str
    space: str
    kind: Kind
    content: str
    summary: str = ""
    keywords: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    claim: Claim | None = None
    key_fields: tuple[KeyField, ...] = ()
    confidence: float = 0.7
    importance: float = 0.5
    polarity: Polarity = "neutral"
    project: str | None = None
    task_type: str | None = None
    stage: str | None = None
    tools: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    status: Status = "active"
    verbatim: bool = False
    ref: str | None = None
    sources: tuple[Source, ...] = (Source(),)
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    conflicts: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    body: Mapping[str, Any] | None = None
    content_hash: str = ""
    revision: int = 1
    seq: int = 0
    created_at: datetime
    updated_at: datetime
    occurred_at: datetime | None = None
    occurred_until: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    deleted_at: datetime | None = None
    last_used_at: datetime | None = None
    counters: Counters = field(default_factory=Counters)

    @property
    def source(self) -> Source:
        """The source that the current wording came from (the newest)."""
        return self.sources[-1]

    @property
    def trust(self) -> float:
        """0–1; the lowest trust among the sources of the current wording and what it was derived from (taint)."""
        return self.source.trust

    @property
    def origins(self) -> tuple[str, ...]:
        """Every name by which a source of this memory is known: conversation, speaker, URL, message ids, ``ref``."""
        named: list[str | None] = [self.ref]
        for source in self.sources:
            named += (source.conversation, source.name, source.url, *source.messages)
        return tuple(dict.fromkeys(name for name in named if name))

    @property
    def blobs(self) -> tuple[str, ...]:
        """The hashes of its attachments."""
        return tuple(dict.fromkeys(attachment.hash for attachment in self.attachments))

    @property
    def derived_from(self) -> tuple[str, ...]:
        """The memories that this one was derived from."""
        return tuple(dict.fromkeys(id_ for source in self.sources for id_ in source.derived_from))

    @property
    def when(self) -> datetime:
        """When it happened, or when it was stored if that is unknown."""
        return self.occurred_at or self.created_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Whose memories a call may touch: one tenant, the private space first, then shared spaces it may read."""

    tenant: str
    spaces: tuple[str, ...]

    @property
    def space(self) -> str:
        """The private space: where writes go."""
        return self.spaces[0]

    @property
    def private(self) -> Scope:
        """The private space alone: what is written is only compared with what is there, and only that is changed."""
        return Scope(tenant=self.tenant, spaces=(self.space,))


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceInfo:
    """A space of a tenant. ``readers`` are the spaces that were granted to read this shared one."""

    tenant: str
    name: str
    shared: bool = False
    readers: tuple[str, ...] = ()
    created_at: datetime | None = None


def initial_confidence(trust: float, certainty: float = 1.0) -> float:
    """M11: 1.0 × trust of the source, lowered by an extractor's ``certainty`` (0–1), clamped to 0–1."""
    return min(1.0, max(0.0, trust * certainty))
