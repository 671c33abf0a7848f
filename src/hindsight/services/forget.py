"""Forgetting: what a caller means, what goes with it, what is current again, and the purge (G1).

All of it is change sets over the one store: atomic, audited, and undoable until a purge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from hindsight.domain.change import Change, purge, update
from hindsight.domain.filters import Condition, Filter, Or, all_of
from hindsight.domain.meant import is_meant
from hindsight.domain.memory import SOURCE_TYPES, Memory, Scope
from hindsight.domain.query import Hit
from hindsight.domain.text import normalise
from hindsight.services.attach import collect, hashes_of
from hindsight.services.govern import PRESENT, commit
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.tally import Going, going, tally

Mode = Literal["delete", "demote", "expire"]
MODES: tuple[Mode, ...] = ("delete", "demote", "expire")

_MOST = 10_000
_PAGE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What ``forget`` did, or with ``preview`` would do.

    ``ids`` are the memories concerned, ``going`` (of a preview) the words of the first 20; ``restored`` those that one
    of them had superseded and that are, or would be, current again. ``removed`` counts what went, or would go:
    memories, vectors, edges of the graph, and with a purge turns and attachments. ``degraded`` names an index that was
    down: what it holds goes when it is back, and is not shown by any answer until then.
    """

    mode: Mode
    preview: bool
    ids: tuple[str, ...]
    restored: tuple[str, ...] = ()
    purged: bool = False
    removed: Mapping[str, int] = field(default_factory=dict)
    change_set: str | None = None
    going: tuple[Going, ...] = ()
    degraded: tuple[str, ...] = ()


async def select(
    parts: Parts,
    scope: Scope,
    *,
    ids: Sequence[str] | None = None,
    query_ids: Sequence[str] | None = None,
    source: str | None = None,
    subject: str | None = None,
) -> tuple[Memory, ...]:
    """The memories that are to be forgotten, and those that were derived from them alone."""
    private = scope.private
    wanted: dict[str, Memory] = {}
    for some in (ids, query_ids):
        if some:
            wanted |= {memory.id: memory for memory in await parts.store.get(private, list(some), PRESENT)}
    if source is not None:
        wanted |= {memory.id: memory for memory in await _all(parts, private, by_source(source))}
    if subject is not None:
        wanted |= await _about(parts, private, subject)
    return await _with_derived(parts, private, wanted)


def meant(parts: Parts, query: str, hits: Iterable[Hit]) -> list[str]:
    """Of the memories that a query found, those that it clearly names: merely related ones are not forgotten."""
    chosen: list[str] = []
    for hit in hits:
        cosine = hit.why.scores.get("dense")
        similarity = parts.embedder.similarity(cosine) if parts.embedder and cosine is not None else None
        if is_meant(query, hit.memory, similarity, parts.policy.forget):
            chosen.append(hit.memory.id)
    return chosen


def by_source(source: str) -> Filter:
    """Memories from a conversation, message, speaker, URL, ``ref`` or type of source with this name."""
    named: list[Filter] = [Condition("origins", "contains", source)]
    if source in SOURCE_TYPES:
        named.append(Condition("source", "eq", source))
    return Or(tuple(named))


async def _about(parts: Parts, scope: Scope, subject: str) -> dict[str, Memory]:
    found = {memory.id: memory for memory in await _all(parts, scope, Condition("entities", "contains", subject))}
    hits = await parts.lexical.search(scope, f'"{subject}"', PRESENT, _MOST) if parts.lexical else ()
    if parts.lexical and len(hits) < _MOST:
        named = await parts.store.get(scope, [hit.id for hit in hits], PRESENT)
    else:
        named = tuple(await _all(parts, scope, PRESENT))
    return found | {memory.id: memory for memory in named if _mentions(memory, subject)}


def _mentions(memory: Memory, subject: str) -> bool:
    wanted = normalise(subject)
    named = (*memory.entities, memory.claim.value if memory.claim else "", memory.claim.entity if memory.claim else "")
    return wanted in normalise(memory.content) or any(normalise(name) == wanted for name in named if name)


async def _with_derived(parts: Parts, scope: Scope, wanted: dict[str, Memory]) -> tuple[Memory, ...]:
    frontier = list(wanted)
    while frontier:
        parents = tuple(frontier[:500])
        frontier = frontier[500:]
        for memory in await _all(parts, scope, Condition("derived_from", "in", parents)):
            if memory.id not in wanted and set(memory.derived_from) <= set(wanted):
                wanted[memory.id] = memory
                frontier.append(memory.id)
    return tuple(wanted.values())


async def _all(parts: Parts, scope: Scope, where: Filter) -> list[Memory]:
    return [memory async for memory in every(parts, scope, all_of(where, PRESENT))]


async def turns_about(parts: Parts, scope: Scope, *, source: str | None, subject: str | None) -> tuple[str, ...]:
    """The turns that a purge by source or subject takes along, whether memories came of them or not."""
    if source is None and subject is None:
        return ()
    wanted = normalise(subject) if subject else None
    found: list[str] = []
    after = 0
    while True:
        page = await parts.store.every_turn(scope.private, after=after, limit=_PAGE)
        for after, turn in page:  # noqa: B007 - the last number is where the next page begins
            of_source = source is not None and source in (turn.id, turn.conversation, turn.name)
            if of_source or (wanted is not None and wanted in normalise(turn.text)):
                found.append(turn.id)
        if len(page) < _PAGE:
            return tuple(found)


async def forget(
    parts: Parts,
    scope: Scope,
    memories: Sequence[Memory],
    *,
    mode: Mode,
    preview: bool,
    purged: bool,
    actor: str,
    turns: Sequence[str] = (),
) -> Forgotten:
    """Forget these memories. Deleting one restores what it had superseded; ``purged`` removes text for good, now.

    ``turns`` are further words about the same that a purge takes along.
    """
    ids = tuple(memory.id for memory in memories)
    if purged and turns and not preview and mode == "delete" and not memories:
        gone = await _drop(parts, scope.private, turns)
        return Forgotten(mode=mode, preview=False, ids=(), purged=True, removed={"memories": 0, "turns": gone})
    if not memories:
        removed = {"memories": 0, **({"turns": len(turns)} if purged else {})}
        return Forgotten(mode=mode, preview=preview, ids=(), removed=removed)
    now = parts.now()
    restored = await _restored(parts, scope, memories, now) if mode == "delete" else []
    current = tuple(change.memory.id for change in restored if change.memory.status == "active")
    removed, missing = await tally(parts, scope.tenant, memories) if mode == "delete" else ({"memories": 0}, ())
    if preview:
        removed |= {"turns": len(turns), "attachments": len(hashes_of(memories))} if purged else {}
        return Forgotten(
            mode=mode,
            preview=True,
            ids=ids,
            restored=current,
            removed=removed,
            going=going(memories),
            degraded=missing,
        )
    changes = [_forgotten(memory, mode, now) for memory in memories]
    if purged and mode == "delete":
        changes = [purge(memory) for memory in memories]
    change_set, late = await commit(parts, scope, [*changes, *restored], actor=actor, reason=f"forget ({mode})")
    if late:
        removed |= {"vectors": 0, "edges": 0}
    removed |= {"turns": 0, "attachments": 0}
    if purged and mode == "delete":
        removed["turns"] = await _drop_turns(parts, scope, memories, turns)
        removed["attachments"] = await collect(parts, scope.tenant, hashes_of(memories))
    return Forgotten(
        mode=mode,
        preview=False,
        ids=ids,
        restored=current,
        purged=purged and mode == "delete",
        removed=removed,
        change_set=change_set.id,
        degraded=tuple(dict.fromkeys(filter(None, (*missing, late)))),
    )


def _forgotten(memory: Memory, mode: Mode, now: datetime) -> Change:
    match mode:
        case "delete":
            return update(memory, now, status="deleted", deleted_at=now)
        case "demote":
            return update(memory, now, importance=memory.importance * 0.2, confidence=memory.confidence * 0.5)
        case "expire":
            return update(memory, now, expires_at=now)


async def _restored(parts: Parts, scope: Scope, memories: Sequence[Memory], now: datetime) -> list[Change]:
    """What the deleted ones had superseded is current again; nothing stays in conflict with them.

    Where a deleted one was itself superseded by one that stays, that one follows on what came before.
    """
    private = scope.private
    gone = {memory.id: memory for memory in memories}
    loss = parts.policy.write.contradiction_loss
    fields: dict[str, dict[str, Any]] = {}
    found: dict[str, Memory] = {}
    for memory in await _all(parts, private, Condition("superseded_by", "in", tuple(gone))):
        if memory.id in gone:
            continue
        found[memory.id] = memory
        last = _last_of(gone, memory.superseded_by)
        if last is None or last.superseded_by is None:
            confidence = min(1.0, memory.confidence + loss)
            fields[memory.id] = {"status": "active", "superseded_by": None, "valid_to": None, "confidence": confidence}
        else:
            fields[memory.id] = {"superseded_by": last.superseded_by, "valid_to": last.valid_to}
    others = sorted({id_ for memory in memories for id_ in memory.conflicts} - set(gone))
    for memory in await parts.store.get(private, others, PRESENT):
        found.setdefault(memory.id, memory)
        left = tuple(id_ for id_ in memory.conflicts if id_ not in gone)
        fields[memory.id] = {**fields.get(memory.id, {}), "conflicts": left}
    return [update(found[id_], now, **changed) for id_, changed in fields.items()]


def _last_of(gone: Mapping[str, Memory], id_: str | None) -> Memory | None:
    """The end of the chain of deleted memories that superseded each other, beginning with ``id_``."""
    last: Memory | None = None
    seen: set[str] = set()
    while id_ is not None and id_ in gone and id_ not in seen:
        seen.add(id_)
        last = gone[id_]
        id_ = last.superseded_by
    return last


async def _drop_turns(parts: Parts, scope: Scope, memories: Sequence[Memory], also: Sequence[str] = ()) -> int:
    """Remove the turns that only purged memories came from, and those named in ``also``."""
    private = scope.private
    cited = {id_ for memory in memories for source in memory.sources for id_ in source.messages}
    if not cited and not also:
        return 0
    still = await _all(parts, private, Condition("origins", "in", tuple(cited)))
    needed = {id_ for memory in still for source in memory.sources for id_ in source.messages}
    return await _drop(parts, private, sorted((cited - needed) | set(also)))


async def _drop(parts: Parts, scope: Scope, turns: Sequence[str]) -> int:
    """Remove these turns, from the store and from what this process has read."""
    gone = await parts.store.drop_evidence(scope, turns=turns)
    parts.forget_texts()
    return gone


async def purge_deleted(parts: Parts, scope: Scope, before: datetime, *, actor: str) -> Forgotten:
    """Purge what was deleted before a time (G1: 30 days by default)."""
    private = scope.private
    where = all_of(Condition("status", "eq", "deleted"), Condition("deleted_at", "lt", before))
    memories = [memory async for memory in every(parts, private, where)]
    if not memories:
        return Forgotten(mode="delete", preview=False, ids=(), purged=True)
    change_set, _ = await commit(parts, private, [purge(memory) for memory in memories], actor=actor, reason="purge")
    turns = await _drop_turns(parts, private, memories)
    attachments = await collect(parts, private.tenant, hashes_of(memories))
    return Forgotten(
        mode="delete",
        preview=False,
        ids=tuple(memory.id for memory in memories),
        purged=True,
        removed={"memories": len(memories), "turns": turns, "attachments": attachments},
        change_set=change_set.id,
    )
