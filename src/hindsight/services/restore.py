"""A whole space out and back in, with the same ids, history, times and counters (G8).

Records go out as they are stored. On the way back the guard reads them again, for a file can be edited, and a source
is not trusted beyond its tier. Who may read a shared space is not taken from a file.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import anyio.to_thread

from hindsight.domain.change import ChangeSet, insert
from hindsight.domain.entries import BadEntry, RecordEntry
from hindsight.domain.errors import Conflict, DuplicateContent
from hindsight.domain.filters import EVERYTHING
from hindsight.domain.guard import GuardPolicy, screen
from hindsight.domain.memory import TRUST, Memory, Scope
from hindsight.services.paging import pages
from hindsight.services.parts import Parts, new_id
from hindsight.services.project import own_project_job, project_now
from hindsight.services.reflect import redacted
from hindsight.services.screening import cleaner, screen_memory

_PAGE = 500
_TAKEN = (
    "another space here has a record of this id, probably the one it was exported from; restore it into another home"
)


@dataclass(slots=True, kw_only=True)
class Restored:
    """How many records were stored, how many were there already, and which could not be stored."""

    stored: int = 0
    known: int = 0
    bad: list[BadEntry] = field(default_factory=list)


async def records(parts: Parts, scope: Scope) -> AsyncIterator[RecordEntry]:
    """Everything that the private space of ``scope`` holds: turns, trajectories, memories of every status."""
    own = scope.private
    after = 0
    while turns := await parts.store.every_turn(own, after=after, limit=_PAGE):
        for _, turn in turns:
            yield RecordEntry(place=turn.id, turn=turn)
        after = turns[-1][0]
    after = 0
    while runs := await parts.store.every_trajectory(own, after=after, limit=_PAGE):
        for _, recorded_at, run in runs:
            yield RecordEntry(place=run.id, trajectory=run, recorded_at=recorded_at)
        after = runs[-1][0]
    sent: set[str] = set()
    async for page in pages(parts, own, EVERYTHING, order="oldest", size=_PAGE):
        history = await parts.store.history(own, [memory.id for memory in page if memory.revision > 1])
        for memory in page:
            for hash_ in (one for one in memory.blobs if one not in sent):
                sent.add(hash_)
                data = await parts.blobs.get(own.tenant, hash_) if parts.blobs else None
                if data is not None:
                    yield RecordEntry(place=hash_, blob=data)
            yield RecordEntry(place=memory.id, memory=memory, former=history.get(memory.id, ())[:-1])


async def restore(parts: Parts, scope: Scope, batch: Sequence[RecordEntry], *, actor: str) -> Restored:
    """Store records under the ids they had, in the space of ``scope``; those that are there stay as they are."""
    restored = Restored()
    own = scope.private
    rest = [record for record in batch if record.blob is None]
    new = await _unknown(parts, own, rest)
    restored.known = len(rest) - len(new)
    for data in (record.blob for record in batch if record.blob is not None):
        await _keep(parts, own, data, restored)
    guard = parts.policy.guard
    cleaned = await anyio.to_thread.run_sync(lambda: [_cleaned(record, own, guard) for record in new])
    kept: list[RecordEntry] = []
    for item in cleaned:
        if isinstance(item, BadEntry):
            restored.bad.append(item)
        else:
            kept.append(item)
    for run in [record for record in kept if record.trajectory]:
        await _apply(parts, own, [run], actor, restored)
    await _apply(parts, own, [record for record in kept if not record.trajectory], actor, restored)
    return restored


async def _keep(parts: Parts, scope: Scope, data: bytes, restored: Restored) -> None:
    """Keep the bytes of an attachment, as those of any other caller."""
    name = hashlib.sha256(data).hexdigest()
    if parts.blobs is None or len(data) > parts.policy.write.largest_attachment:
        restored.bad.append(BadEntry(name, "is larger than an attachment may be here"))
    elif await parts.blobs.get(scope.tenant, name) is not None:
        restored.known += 1
    else:
        await parts.blobs.put(scope.tenant, data, now=parts.now())
        restored.stored += 1


async def _unknown(parts: Parts, scope: Scope, batch: Sequence[RecordEntry]) -> list[RecordEntry]:
    store = parts.store
    there: set[tuple[str, str]] = set()
    there |= {("memory", memory.id) for memory in await store.get(scope, [r.memory.id for r in batch if r.memory])}
    there |= {("turn", turn.id) for turn in await store.turns(scope, [r.turn.id for r in batch if r.turn])}
    runs = [r.trajectory.id for r in batch if r.trajectory]
    there |= {("trajectory", run.id) for run in await store.trajectories(scope, runs)}
    return list({key: record for record in batch if (key := _key(record)) not in there}.values())


def _key(record: RecordEntry) -> tuple[str, str]:
    for name in ("memory", "turn", "trajectory"):
        held = getattr(record, name)
        if held is not None:
            return name, held.id
    return "", record.place


async def _apply(parts: Parts, scope: Scope, batch: Sequence[RecordEntry], actor: str, restored: Restored) -> None:
    """Write a batch in one transaction; when one of its records cannot be stored, the others one by one."""
    if not batch:
        return
    now = parts.now()
    memories = [record.memory for record in batch if record.memory]
    job = own_project_job(parts, scope, [memory.id for memory in memories], writer=actor)
    changes = ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=actor,
        reason="import",
        at=next((record.recorded_at for record in batch if record.recorded_at), now),
        changes=tuple(map(insert, memories)),
        former={record.memory.id: record.former for record in batch if record.memory and record.former},
        turns=tuple(record.turn for record in batch if record.turn),
        trajectories=tuple(record.trajectory for record in batch if record.trajectory),
        jobs=(job,) if job else (),
    )
    try:
        await parts.store.apply(changes)
    except Conflict as error:
        if len(batch) == 1:
            taken = isinstance(error, DuplicateContent)
            restored.bad.append(BadEntry(batch[0].place, error.message if taken else _TAKEN))
            return
        for record in batch:
            await _apply(parts, scope, [record], actor, restored)
        return
    restored.stored += len(batch)
    await project_now(parts, job)


def _cleaned(record: RecordEntry, scope: Scope, policy: GuardPolicy) -> RecordEntry | BadEntry:
    """The record in its new place, read by the guard as if it were new."""
    if record.turn:
        verdict = screen(record.turn.text, source=record.turn.source, policy=policy)
        if verdict.action == "reject":
            return BadEntry(record.place, "the guard does not store this text")
        text = verdict.redacted if verdict.action == "redact" else record.turn.text
        return replace(record, turn=replace(_placed(record.turn, scope), text=text))
    if record.trajectory:
        return replace(record, trajectory=redacted(record.trajectory, cleaner(policy)))
    if record.memory is None:
        return record
    memory = _screened(_placed(record.memory, scope), policy)
    if memory is None:
        return BadEntry(record.place, "the guard does not store this text")
    former = (_screened(_placed(revision, scope), policy) for revision in record.former)
    return replace(record, memory=memory, former=tuple(revision for revision in former if revision is not None))


def _placed(held: Any, scope: Scope) -> Any:
    return replace(held, tenant=scope.tenant, space=scope.space)


def _screened(memory: Memory, policy: GuardPolicy) -> Memory | None:
    """The memory without secrets, quarantined when it instructs; None when it may not be stored."""
    screened = screen_memory(memory, policy)
    inside = (screen(text, source=memory.source.type, policy=policy) for text in _strings(memory.body))
    actions = {screened.action, *(verdict.action for verdict in inside)}
    if "reject" in actions:
        return None
    held = memory.status in ("active", "archived") and "quarantine" in actions
    clean = screened.memory
    return replace(
        clean,
        status="quarantined" if held else memory.status,
        sources=tuple(replace(one, trust=max(0.0, min(one.trust, TRUST[one.type]))) for one in clean.sources),
    )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, Iterable):
        for item in value:
            yield from _strings(item)
