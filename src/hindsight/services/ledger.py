"""What one admission has decided so far: the newest state of each memory, and the changes that lead there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from hindsight.domain.change import Change
from hindsight.domain.memory import Counters, Memory
from hindsight.domain.recurrence import said_elsewhere
from hindsight.domain.settle import Settled


class Ledger:
    """Collects decisions about several drafts, so that later ones see what earlier ones did."""

    def __init__(self, now: datetime, recurring: int = 0) -> None:
        """``recurring``: sessions that are counted for the same words, see :mod:`hindsight.domain.recurrence`."""
        self.now = now
        self._recurring = recurring
        self._before: dict[str, Memory | None] = {}
        self._after: dict[str, Memory] = {}
        self._touches: dict[str, Counters] = {}

    def insert(self, memory: Memory) -> None:
        self._before[memory.id] = None
        self._after[memory.id] = memory

    def put(self, stored: Memory, after: Memory) -> None:
        """``after`` is the new state of a memory that is stored as ``stored`` (or was added in this admission)."""
        self._before.setdefault(after.id, stored)
        before = self._before[after.id]
        revision = before.revision + 1 if before else after.revision
        self._after[after.id] = replace(after, revision=revision, updated_at=self.now)

    def current(self, memory: Memory) -> Memory:
        return self._after.get(memory.id, memory)

    def pending(self) -> tuple[Memory, ...]:
        """Active memories that this admission added."""
        return tuple(
            memory for id_, memory in self._after.items() if self._before[id_] is None and memory.status == "active"
        )

    def twin(self, memory: Memory) -> Memory | None:
        """One that this admission added with the same text."""
        for other in self.pending():
            if other.content_hash == memory.content_hash and (other.kind == "experience") == (
                memory.kind == "experience"
            ):
                return other
        return None

    def stated_again(self, twin: Memory, again: Memory) -> None:
        """The same text once more: a count, no new row. Its source only matters where sessions are counted."""
        elsewhere = said_elsewhere(self.current(twin), again, self._recurring)
        if elsewhere is not None:
            self.put(twin, elsewhere)
            return
        if twin.id in self._before:
            counters = self._after[twin.id].counters
            self._after[twin.id] = replace(
                self._after[twin.id], counters=replace(counters, stated=counters.stated + again.counters.stated)
            )
            return
        known = self._touches.get(twin.id, Counters(stated=0))
        self._touches[twin.id] = replace(known, stated=known.stated + again.counters.stated)

    def record(self, settled: Settled, stored: Mapping[str, Memory]) -> None:
        """Take over a decision; ``stored`` are the neighbours it was made about, by id."""
        if settled.insert is not None:
            self.insert(settled.insert)
        for after in settled.changed:
            self.put(stored[after.id], after)

    def link(self, effect: str, cause: str) -> None:
        """Name ``cause`` as a reason of ``effect``, one that this admission wrote: what was only counted stays."""
        if effect in self._after:
            memory = self._after[effect]
            self._after[effect] = replace(memory, because=tuple(dict.fromkeys((*memory.because, cause))))

    def changes(self) -> tuple[Change, ...]:
        return tuple(Change(before=self._before[id_], after=after) for id_, after in self._after.items())

    def touches(self) -> dict[str, Counters]:
        return dict(self._touches)

    def changed_ids(self) -> list[str]:
        return list(self._after)
