"""What can be brought into a space: turns of a conversation, memories, runs of an agent, records of an export (W9).

Importers make entries, :mod:`hindsight.services.transfer` stores them. A place that cannot be read is an entry too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from hindsight.domain.conversation import Turn
from hindsight.domain.memory import Claim, Memory
from hindsight.domain.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """One message of a conversation, with an id that is the same at every import."""

    conversation: str
    message: Mapping[str, Any]
    place: str


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One ready memory: the arguments of ``remember``. ``claim``: what a relation of a knowledge graph asserts."""

    fields: Mapping[str, Any]
    place: str
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One run of an agent."""

    run: Trajectory
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEntry:
    """A record of a whole space as it was exported: exactly one of memory, turn, trajectory and blob.

    ``former`` are the memory's earlier revisions, oldest first; ``recorded_at`` is when the trajectory was recorded;
    ``blob`` are the bytes of an attachment.
    """

    place: str
    memory: Memory | None = None
    former: tuple[Memory, ...] = field(default=())
    turn: Turn | None = None
    trajectory: Trajectory | None = None
    recorded_at: datetime | None = None
    blob: bytes | None = None

    @property
    def what(self) -> str:
        """The kind of record, in the plural."""
        if self.memory is not None:
            return "memories"
        return "turns" if self.turn is not None else "trajectories" if self.trajectory is not None else "attachments"


@dataclass(frozen=True, slots=True)
class BadEntry:
    """A place that could not be read or stored, and why."""

    place: str
    reason: str


Entry: TypeAlias = TurnEntry | MemoryEntry | RunEntry | RecordEntry | BadEntry
