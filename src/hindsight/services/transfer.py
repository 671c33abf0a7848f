"""Bringing entries into a space: in batches, with progress, and again without adding anything twice (W9).

An import can be stopped anywhere and started again: turns, runs and records have ids, and a memory carries a key made
of its foreign id and its words among its origins, so that it is known even after it was merged into another one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import Any

import anyio.to_thread

from hindsight.domain.entries import BadEntry, Entry, MemoryEntry, RecordEntry, RunEntry, TurnEntry
from hindsight.domain.errors import InvalidInput
from hindsight.domain.filters import Condition
from hindsight.domain.guard import strip_frame
from hindsight.domain.memory import TRUST, Scope, Source
from hindsight.domain.text import content_hash
from hindsight.services.admit import Draft, Outcome, admit
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.reflect import outcomes_of, record
from hindsight.services.remember import Options, drafts_of, enqueue, make_turns
from hindsight.services.restore import restore

BATCH = 50
"""Turns, memories or records that are written in one transaction."""
_LOOKED_UP = 4 * BATCH
"""Memories that are looked up at once: a lookup by origin reads much of a space."""


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What an import did. ``known`` entries were imported before; ``bad`` ones could not be read or stored.

    ``records`` were restored from an export of a space, ``refused`` of its records were not. ``actions`` counts what
    became of statements (added, merged …), ``dropped`` what was not kept, by reason.
    """

    turns: int = 0
    memories: int = 0
    runs: int = 0
    records: int = 0
    refused: int = 0
    known: int = 0
    actions: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    bad: list[BadEntry] = field(default_factory=list)

    def count(self, outcomes: Iterable[Outcome] = (), dropped: Iterable[str] = ()) -> None:
        self.actions = dict(Counter(self.actions) + Counter(outcome.action for outcome in outcomes))
        self.dropped = dict(Counter(self.dropped) + Counter(dropped))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How the caller's surface checks what it is given: messages, and the fields of a memory. They raise InvalidInput.

    ``finish`` waits until a job is done; None: what is queued is left to the worker.
    """

    messages: Callable[[Sequence[Mapping[str, Any]]], list[dict[str, Any]]]
    memory: Callable[[Mapping[str, Any]], tuple[str, Options]]
    zone: str = "UTC"
    finish: Callable[[str], Awaitable[bool]] | None = None
    verbatim: bool = False


async def transfer(
    parts: Parts,
    scope: Scope,
    entries: Iterable[Entry],
    shape: Shape,
    *,
    actor: str,
    progress: Callable[[int], None] = lambda _: None,
) -> ImportReport:
    """Store ``entries``; ``progress`` is told how many were worked off with each batch.

    Raises Unavailable, Overloaded or StorageError when it cannot go on; start it again then.
    """
    importer = _Importer(parts, scope, shape, actor, progress)
    batches = _batches(entries)
    while batch := await anyio.to_thread.run_sync(next, batches, None):
        await importer.store(batch)
    return importer.report


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Turns of one conversation, memories, records together, up to a batch; everything else alone."""
    for (kind, _), group in groupby(entries, lambda entry: (type(entry), getattr(entry, "conversation", None))):
        size = _LOOKED_UP if kind is MemoryEntry else BATCH if kind in (TurnEntry, RecordEntry) else 1
        while batch := list(islice(group, size)):
            yield batch


class _Importer:
    """One import: where it goes, how, and what came of it so far."""

    def __init__(self, parts: Parts, scope: Scope, shape: Shape, actor: str, progress: Callable[[int], None]) -> None:
        self.report = ImportReport()
        self._parts = parts
        self._scope = scope
        self._shape = shape
        self._actor = actor
        self._progress = progress
        self._seen: set[str] = set()

    async def store(self, batch: Sequence[Entry]) -> None:
        """Store a batch; where one of its entries is refused as input, the others are stored all the same."""
        first = batch[0]
        try:
            match first:
                case TurnEntry():
                    await self._turns([entry for entry in batch if isinstance(entry, TurnEntry)])
                case MemoryEntry():
                    await self._memories([entry for entry in batch if isinstance(entry, MemoryEntry)])
                    return
                case RecordEntry():
                    await self._records([entry for entry in batch if isinstance(entry, RecordEntry)])
                case RunEntry():
                    await self._run(first)
                case BadEntry():
                    self.report.bad.append(first)
        except InvalidInput as error:
            if len(batch) == 1:
                self.report.bad.append(BadEntry(first.place, error.message))
                self._progress(1)
                return
            for entry in batch:
                await self.store([entry])
        else:
            self._progress(len(batch))

    async def _turns(self, batch: Sequence[TurnEntry]) -> None:
        ids = [str(entry.message["id"]) for entry in batch]
        there = {turn.id for turn in await self._parts.store.turns(self._scope, ids)}
        new = {str(entry.message["id"]): entry.message for entry in batch}
        messages = [message for id_, message in new.items() if id_ not in there]
        if messages:
            source = Source(type="import", trust=TRUST["import"], conversation=batch[0].conversation)
            options = Options(verbatim=self._shape.verbatim, source=source, zone=self._shape.zone)
            shaped = self._shape.messages(messages)
            turns, refused = await anyio.to_thread.run_sync(make_turns, self._parts, self._scope, shaped, options)
            self.report.count(dropped=[item.reason for item in refused])
            if turns:
                job = await enqueue(self._parts, self._scope, turns, options, self._actor)
                await self._finish(job.id)
        self.report.known += len(batch) - len(messages)
        self.report.turns += len(messages)

    async def _memories(self, batch: Sequence[MemoryEntry]) -> None:
        drafted: dict[str, list[Draft]] = {}
        for entry in batch:
            try:
                key, drafts = self._drafts(entry)
            except InvalidInput as error:
                self.report.bad.append(BadEntry(entry.place, error.message))
            else:
                self.report.known += key in drafted
                drafted.setdefault(key, drafts)
        known = await self._known(drafted)
        self.report.known += len(known)
        new = [drafts for key, drafts in drafted.items() if key not in known]
        self._progress(len(batch) - len(new))
        for start in range(0, len(new), BATCH):
            chunk = new[start : start + BATCH]
            drafts = [draft for drafts in chunk for draft in drafts]
            admitted = await admit(self._parts, self._scope, drafts, actor=self._actor, reason="import")
            await project_now(self._parts, admitted.project_job)
            self.report.count(admitted.outcomes)
            self.report.memories += len(chunk)
            self._progress(len(chunk))

    def _drafts(self, entry: MemoryEntry) -> tuple[str, list[Draft]]:
        """The key by which an import knows this memory again, and its drafts, which carry it among their origins."""
        text, options = self._shape.memory(entry.fields)
        text = strip_frame(text)
        if not text.strip():
            raise InvalidInput("It only holds what a recall returned.")
        key = f"import:{hashlib.sha256(f'{options.ref}|{content_hash(text)}'.encode()).hexdigest()[:20]}"
        source = replace(options.source, messages=(*options.source.messages, key))
        longest = self._parts.policy.write.longest
        drafts = drafts_of(self._scope, text, replace(options, source=source), self._parts.now(), longest)
        return key, [replace(draft, memory=replace(draft.memory, claim=entry.claim)) for draft in drafts]

    async def _known(self, drafted: Mapping[str, Sequence[Draft]]) -> set[str]:
        """The keys that a memory of the space carries, whatever its status, or whose very words are there."""
        known = drafted.keys() & self._seen
        self._seen |= drafted.keys()
        if not drafted:
            return known
        by_hash = {content_hash(drafts[0].memory.content): key for key, drafts in drafted.items() if len(drafts) == 1}
        for where in (
            Condition("content_hash", "in", tuple(by_hash) or ("",)),
            Condition("origins", "in", tuple(drafted)),
        ):
            async for memory in every(self._parts, self._scope, where):
                known |= drafted.keys() & set(memory.origins)
                known |= {by_hash[memory.content_hash]} if memory.content_hash in by_hash else set()
        return known

    async def _run(self, entry: RunEntry) -> None:
        recorded = await record(self._parts, self._scope, entry.run, actor=self._actor)
        if recorded.known:
            self.report.known += 1
            return
        self.report.runs += 1
        if recorded.job:
            await self._finish(recorded.job)

    async def _records(self, batch: Sequence[RecordEntry]) -> None:
        restored = await restore(self._parts, self._scope, batch, actor=self._actor)
        self.report.records += restored.stored
        self.report.known += restored.known
        self.report.refused += len(restored.bad)
        self.report.bad += restored.bad

    async def _finish(self, job: str) -> None:
        """Wait for a job and count what came of it, when the caller waits."""
        if self._shape.finish is None:
            return
        await self._shape.finish(job)
        for done in await self._parts.store.jobs(tenant=self._scope.tenant, ids=[job]):
            dropped = (done.result or {}).get("dropped", ())
            self.report.count(outcomes_of(done), [row["reason"] for row in dropped])
