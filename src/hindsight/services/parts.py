"""What every use case works with: the open back ends, the clock and the policies."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime

from hindsight.domain.errors import Overloaded
from hindsight.domain.memo import forget_texts
from hindsight.domain.policy import Policy
from hindsight.ports.blobs import BlobStore
from hindsight.ports.clock import Clock
from hindsight.ports.index import EntityGraph, LexicalIndex, VectorIndex
from hindsight.ports.models import Embedder, LanguageModel, Reranker
from hindsight.ports.store import Store
from hindsight.ports.working import WorkingMemory
from hindsight.services.kept import Answers


@dataclass(slots=True)
class Room:
    """Jobs that may be queued before the queue is counted again: a tenth of what was free at the last count.

    Counting a long queue costs more than queueing a job. Several processes may go over the limit by such a tenth each.
    """

    granted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The open back ends. An index or model that is None is switched off and its route does not exist.

    ``llm`` reads turns and judges; ``reflector`` debriefs, a smaller or a bigger one (X6). ``wording`` finds what is
    said in other words; ``reranker`` is the one that is configured, if any (R5).
    """

    store: Store
    lexical: LexicalIndex | None
    vectors: VectorIndex | None
    graph: EntityGraph | None
    embedder: Embedder | None
    llm: LanguageModel | None
    reflector: LanguageModel | None = None
    wording: Reranker | None = None
    reranker: Reranker | None = None
    blobs: BlobStore | None = None
    working: WorkingMemory
    clock: Clock
    policy: Policy = field(default_factory=Policy)
    room: Room = field(default_factory=Room)
    answers: Answers = field(default_factory=Answers)

    def now(self) -> datetime:
        return self.clock.now()

    def forget_texts(self) -> None:
        """Called when a text is purged: none stays in this process for having been read or answered with (G1)."""
        self.answers.clear()
        forget_texts()


async def make_room(parts: Parts) -> None:
    """Raise Overloaded when the queue takes no more jobs."""
    if parts.room.granted > 0:
        parts.room.granted -= 1
        return
    free = parts.policy.work.backlog - await parts.store.backlog()
    if free <= 0:
        raise Overloaded
    parts.room.granted = free // 10


def new_id(now: datetime) -> str:
    """A unique id that sorts by time: 12 hex digits of milliseconds, 20 random ones (as UUIDv7, without dashes)."""
    return f"{int(now.timestamp() * 1000):012x}{uuid.uuid4().hex[:20]}"
