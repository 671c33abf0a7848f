"""What one admission has decided so far: the newest state of each memory, and the changes that lead there."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Final

from hindsight.domain.attributes import canonical_attribute, canonical_entity, related
from hindsight.domain.change import Change
from hindsight.domain.memory import Counters, Memory
from hindsight.domain.recurrence import said_elsewhere
from hindsight.domain.settle import Settled
from hindsight.services.neighbours import SAME_CLAIM, twin_key

LATEST: Final = 100
"""Memories that the same admission added, the newest ones: what one text says twice lies close together."""

Topic = tuple[str, str]


class Ledger:
    """Collects decisions about several drafts, so that later ones see what earlier ones did.

    The thousandth statement of a text costs what the hundredth does: what was added is looked up by words and topic.
    """

    def __init__(self, now: datetime, recurring: int = 0, speaker: AbstractSet[str] = frozenset()) -> None:
        """``recurring``: sessions that are counted for the same words, see :mod:`hindsight.domain.recurrence`;
        ``speaker``: names, case folded, that are the speaker's own.
        """
        self.now = now
        self._recurring = recurring
        self._speaker = speaker
        self._before: dict[str, Memory | None] = {}
        self._after: dict[str, Memory] = {}
        self._touches: dict[str, Counters] = {}
        self._added = _Added()

    def insert(self, memory: Memory) -> None:
        self._before[memory.id] = None
        self._after[memory.id] = memory
        self._added.put(memory, self._topic(memory))

    def put(self, stored: Memory, after: Memory) -> None:
        """``after`` is the new state of a memory that is stored as ``stored`` (or was added in this admission)."""
        self._before.setdefault(after.id, stored)
        before = self._before[after.id]
        revision = before.revision + 1 if before else after.revision
        self._after[after.id] = replace(after, revision=revision, updated_at=self.now)
        if before is None:
            self._added.put(after, self._topic(after))

    def current(self, memory: Memory) -> Memory:
        return self._after.get(memory.id, memory)

    def pending(self, memory: Memory) -> tuple[Memory, ...]:
        """The active ones that this admission added and ``memory`` is compared with, in the order they were added:
        at most ``SAME_CLAIM`` that claim something about the same, and what is not about it of the ``LATEST``.
        """
        return tuple(self._after[id_] for id_ in self._added.near(self._topics(memory)))

    def twin(self, memory: Memory) -> Memory | None:
        """One that this admission added with the same text."""
        id_ = self._added.by_text.get(twin_key(memory))
        return self._after[id_] if id_ else None

    def _topic(self, memory: Memory) -> Topic | None:
        claim = memory.claim
        if claim is None:
            return None
        return canonical_entity(claim.entity, self._speaker), canonical_attribute(claim.attribute)

    def _topics(self, memory: Memory) -> frozenset[Topic]:
        """What it claims something about, under every attribute that it may have been told under."""
        topic = self._topic(memory)
        return frozenset((topic[0], attribute) for attribute in related(topic[1])) if topic else frozenset()

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


class _Added:
    """The active memories of one admission by their words and by their topic, in the order they were added."""

    def __init__(self) -> None:
        self.by_text: dict[str, str] = {}
        self._by_topic: dict[Topic, dict[str, None]] = {}
        self._places: dict[str, int] = {}
        self._known: dict[str, tuple[str, Topic | None]] = {}

    def put(self, memory: Memory, topic: Topic | None) -> None:
        """Add a memory, or take in what it has become; one that is no longer active is left out."""
        text, before = self._known.get(memory.id, ("", None))
        if self.by_text.get(text) == memory.id:
            del self.by_text[text]
        if before and (before != topic or memory.status != "active"):
            self._by_topic[before].pop(memory.id, None)
        place = len(self._known)
        self._known[memory.id] = twin_key(memory), topic
        if memory.status != "active":
            self._places.pop(memory.id, None)
            return
        self._places.setdefault(memory.id, place)
        self.by_text.setdefault(twin_key(memory), memory.id)
        if topic:
            self._by_topic.setdefault(topic, {}).setdefault(memory.id)

    def near(self, topics: AbstractSet[Topic]) -> list[str]:
        """See :meth:`Ledger.pending`."""
        same = {id_ for topic in topics for id_ in islice(reversed(self._by_topic.get(topic, {})), SAME_CLAIM)}
        newest = sorted(same, key=self._places.__getitem__)[-SAME_CLAIM:]
        latest = [id_ for id_ in islice(reversed(self._places), LATEST) if self._known[id_][1] not in topics]
        return sorted({*newest, *latest}, key=self._places.__getitem__)
