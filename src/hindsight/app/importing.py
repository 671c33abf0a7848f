"""Import of entries into a space: in batches, with progress, and again without adding anything twice (W9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from hindsight.app.client import AsyncHindsight
from hindsight.app.reading import BadEntry, Entry, MemoryEntry, RunEntry, TurnEntry
from hindsight.app.space import AsyncSpace
from hindsight.domain.errors import InvalidInput
from hindsight.domain.memory import Scope
from hindsight.services.remember import Receipt

_BATCH = 50


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What an import did. ``known`` entries were imported before; ``bad`` ones could not be read or stored.

    ``actions`` counts what became of statements (added, merged …), ``dropped`` what was not kept, by reason.
    """

    turns: int = 0
    memories: int = 0
    runs: int = 0
    known: int = 0
    actions: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    bad: list[BadEntry] = field(default_factory=list)

    def count(self, receipt: Receipt) -> None:
        actions = Counter(self.actions) + Counter(outcome.action for outcome in receipt.outcomes)
        dropped = Counter(self.dropped) + Counter(item.reason for item in receipt.dropped)
        self.actions, self.dropped = dict(actions), dict(dropped)


async def import_entries(
    hindsight: AsyncHindsight,
    space: AsyncSpace,
    entries: Sequence[Entry],
    *,
    verbatim: bool = False,
    zone: str | None = None,
    wait: bool = True,
    progress: Callable[[int], None] = lambda _: None,
) -> ImportReport:
    """Store ``entries``; ``progress`` is told how many were worked off. It can be stopped and started again.

    ``verbatim`` stores each turn as one memory; ``wait`` False leaves extraction to the worker.
    """
    importer = _Importer(hindsight, space, verbatim=verbatim, zone=zone, wait=wait)
    for batch in _batches(entries):
        await importer.store(batch)
        progress(len(batch))
    return importer.report


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Turns of one conversation together, up to a batch; everything else alone."""
    for conversation, group in groupby(entries, lambda entry: getattr(entry, "conversation", None)):
        rows = list(group)
        size = 1 if conversation is None else _BATCH
        yield from (rows[start : start + size] for start in range(0, len(rows), size))


class _Importer:
    """One import: where it goes, how, and what came of it so far."""

    def __init__(
        self, hindsight: AsyncHindsight, space: AsyncSpace, *, verbatim: bool, zone: str | None, wait: bool
    ) -> None:
        self.report = ImportReport()
        self._store = hindsight.parts.store
        self._space = space
        self._scope = Scope(tenant=space.tenant, spaces=(space.name,))
        self._verbatim = verbatim
        self._zone = zone
        self._wait = wait

    async def store(self, batch: Sequence[Entry]) -> None:
        """Store a batch; where one of its entries is refused as input, the others are stored all the same."""
        first = batch[0]
        try:
            match first:
                case TurnEntry():
                    await self._turns([entry for entry in batch if isinstance(entry, TurnEntry)])
                case MemoryEntry():
                    await self._memory(first)
                case RunEntry():
                    await self._run(first)
                case BadEntry():
                    self.report.bad.append(first)
        except InvalidInput as error:
            if len(batch) == 1:
                self.report.bad.append(BadEntry(_place(first), error.message))
                return
            for entry in batch:
                await self.store([entry])

    async def _turns(self, batch: Sequence[TurnEntry]) -> None:
        ids = [str(entry.message["id"]) for entry in batch]
        there = {turn.id for turn in await self._store.turns(self._scope, ids)}
        new = [entry.message for entry in batch if str(entry.message["id"]) not in there]
        self.report.known += len(batch) - len(new)
        if not new:
            return
        source = {"conversation": batch[0].conversation}
        receipt = await self._space.remember(
            new, verbatim=self._verbatim, zone=self._zone, source=source, wait=self._wait
        )
        self.report.count(receipt)
        self.report.turns += len(new)

    async def _memory(self, entry: MemoryEntry) -> None:
        fields = dict(entry.fields)
        ref = fields.get("ref")
        if ref and (await self._space.list({"ref": str(ref)}, limit=1)).memories:
            self.report.known += 1
            return
        receipt = await self._space.remember(fields.pop("content"), wait=self._wait, **fields)
        self.report.count(receipt)
        if receipt.outcomes and all(outcome.action == "duplicate" for outcome in receipt.outcomes):
            self.report.known += 1
        else:
            self.report.memories += 1

    async def _run(self, entry: RunEntry) -> None:
        recorded = await self._space.record(entry.run, wait=self._wait)
        if recorded.known:
            self.report.known += 1
            return
        self.report.runs += 1
        actions = Counter(outcome.action for outcome in recorded.outcomes)
        self.report.actions = dict(Counter(self.report.actions) + actions)


def _place(entry: Entry) -> str:
    return f"{entry.conversation} from {entry.message['id']}" if isinstance(entry, TurnEntry) else entry.place
