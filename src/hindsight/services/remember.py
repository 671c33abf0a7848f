"""remember: keep what was said, then make memories of it (W1, W2, W7, W8).

Text and messages are kept as turns together with an ``extract`` job in one transaction: that is the acknowledgement. A
ready memory (verbatim, or with kind, key fields or entities given) goes straight through the one door when its caller
waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from hindsight.domain.change import ChangeSet, Job
from hindsight.domain.conversation import SOURCE_OF_ROLE, Turn
from hindsight.domain.guard import screen, strip_frame
from hindsight.domain.memory import Attachment, KeyField, Kind, Memory, Scope, Source, initial_confidence
from hindsight.domain.text import split_long
from hindsight.services.admit import Draft, Outcome
from hindsight.services.parts import Parts, make_room, new_id
from hindsight.services.screening import found


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How content is to be remembered. ``ready``: it is a memory as it stands, nothing is extracted from it.

    ``zone`` is the speaker's, for "yesterday". ``deliberate``: one text that its caller chose, not turns of a talk.
    """

    kind: Kind | None = None
    verbatim: bool = False
    occurred_at: datetime | None = None
    occurred_until: datetime | None = None
    key_fields: tuple[KeyField, ...] = ()
    entities: tuple[str, ...] = ()
    project: str | None = None
    tags: tuple[str, ...] = ()
    confidence: float | None = None
    importance: float | None = None
    summary: str = ""
    keywords: tuple[str, ...] = ()
    ref: str | None = None
    attachments: tuple[Attachment, ...] = ()
    source: Source = field(default_factory=Source)
    zone: str = "UTC"
    deliberate: bool = False

    @property
    def ready(self) -> bool:
        return self.verbatim or self.kind is not None or bool(self.key_fields) or bool(self.entities)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Something that was said and not kept, with a short reason such as ``small_talk`` or ``guard: secret (…)``."""

    turn: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What ``remember`` did. ``status``: ``done``, ``queued`` (stored durably, being worked on) or ``failed`` (see
    job).

    ``outcomes`` says for each statement what became of it, ``dropped`` what was not kept and why. ``degraded`` names a
    step that did not happen yet, such as an index that is down: the memory is safe and will be indexed.
    """

    status: str
    job: str | None = None
    outcomes: tuple[Outcome, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    degraded: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The memories that now hold what was said, without repeats."""
        return tuple(dict.fromkeys(outcome.id for outcome in self.outcomes if outcome.id))


def make_turns(
    parts: Parts, scope: Scope, messages: Sequence[Mapping[str, Any]], options: Options
) -> tuple[tuple[Turn, ...], tuple[Dropped, ...]]:
    """Turns ready to be stored: screened, so that no secret reaches the disk; refused ones are named."""
    now = parts.now()
    conversation = options.source.conversation
    turns: list[Turn] = []
    dropped: list[Dropped] = []
    for position, message in enumerate(messages):
        role = message.get("role", "user")
        source = options.source.type if role == "user" else SOURCE_OF_ROLE[role]
        text = strip_frame(message["content"])
        id_ = str(message.get("id") or new_id(now))
        verdict = screen(text, source=source, policy=parts.policy.guard)
        if verdict.action == "reject":
            dropped.append(Dropped(turn=id_, reason=found(verdict.findings)))
            continue
        if not text.strip():
            dropped.append(Dropped(turn=id_, reason="pasted_recall"))
            continue
        turns.append(
            Turn(
                id=id_,
                tenant=scope.tenant,
                space=scope.space,
                role=role,
                name=message.get("name"),
                text=verdict.redacted if verdict.action == "redact" else text,
                conversation=conversation,
                position=position,
                said_at=message.get("said_at") or options.occurred_at,
                created_at=now,
                source=source,
            )
        )
    return tuple(turns), tuple(dropped)


async def enqueue(parts: Parts, scope: Scope, turns: Sequence[Turn], options: Options, actor: str) -> Job:
    """Store the turns and an ``extract`` job durably, and return the job. Overloaded when the queue is full."""
    await make_room(parts)
    now = parts.now()
    job = Job(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        kind="extract",
        payload={"turns": [turn.id for turn in turns], "options": _packed(options), "actor": actor},
        lane=f"extract:{scope.tenant}/{scope.space}",
        run_at=now,
        created_at=now,
    )
    changes = ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=actor,
        reason="remember",
        at=now,
        turns=tuple(turns),
        jobs=(job,),
    )
    await parts.store.apply(changes)
    return job


def drafts_of(scope: Scope, text: str, options: Options, now: datetime, longest: int) -> list[Draft]:
    """A ready memory as drafts: one, or several when the text is longer than a memory may be."""
    pieces = split_long(text, longest)
    return [
        _draft(scope, piece, options, now, part=index if len(pieces) > 1 else None)
        for index, piece in enumerate(pieces)
    ]


def _draft(scope: Scope, text: str, options: Options, now: datetime, part: int | None) -> Draft:
    source = options.source
    confidence = options.confidence if options.confidence is not None else initial_confidence(source.trust)
    return Draft(
        memory=Memory(
            id="",
            tenant=scope.tenant,
            space=scope.space,
            kind=options.kind or "episode",
            content=text,
            summary=options.summary,
            keywords=options.keywords,
            entities=options.entities,
            key_fields=options.key_fields,
            confidence=confidence,
            importance=0.5 if options.importance is None else options.importance,
            project=options.project,
            tags=options.tags + ((f"part:{part + 1}",) if part is not None else ()),
            verbatim=options.verbatim,
            ref=options.ref,
            attachments=options.attachments,
            sources=(source,),
            created_at=now,
            updated_at=now,
            occurred_at=options.occurred_at,
            occurred_until=options.occurred_until,
        )
    )


def _packed(options: Options) -> dict[str, Any]:
    """Options as JSON for the job. The text itself is in the turns."""
    source = options.source
    return {
        "kind": options.kind,
        "verbatim": options.verbatim,
        "occurred_at": options.occurred_at.isoformat() if options.occurred_at else None,
        "occurred_until": options.occurred_until.isoformat() if options.occurred_until else None,
        "key_fields": [[item.name, item.value] for item in options.key_fields],
        "entities": list(options.entities),
        "project": options.project,
        "tags": list(options.tags),
        "confidence": options.confidence,
        "importance": options.importance,
        "summary": options.summary,
        "keywords": list(options.keywords),
        "ref": options.ref,
        "zone": options.zone,
        "deliberate": options.deliberate,
        "source": {
            "type": source.type,
            "trust": source.trust,
            "name": source.name,
            "conversation": source.conversation,
            "url": source.url,
        },
    }


def unpacked(packed: Mapping[str, Any]) -> Options:
    """The options that :func:`enqueue` put into a job."""
    fields: dict[str, Any] = {name: packed.get(name) for name in ("kind", "project", "confidence", "importance", "ref")}
    for name in ("occurred_at", "occurred_until"):
        fields[name] = datetime.fromisoformat(packed[name]) if packed.get(name) else None
    for name in ("entities", "tags", "keywords"):
        fields[name] = tuple(packed.get(name, ()))
    return Options(
        verbatim=bool(packed.get("verbatim")),
        deliberate=bool(packed.get("deliberate")),
        zone=packed.get("zone", "UTC"),
        summary=packed.get("summary", ""),
        key_fields=tuple(KeyField(key, value) for key, value in packed.get("key_fields", ())),
        source=Source(**packed["source"]),
        **fields,
    )


def with_turn(options: Options, turn: Turn) -> Options:
    """The options for one turn: its own time, speaker and words as source."""
    source = replace(
        options.source,
        type=turn.source,
        name=turn.name or options.source.name,
        conversation=turn.conversation,
        messages=(turn.id,),
    )
    return replace(options, occurred_at=turn.said_at or options.occurred_at, source=source)
