"""The source of truth: memories, their history, evidence, audit and the job queue (D3, W8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from hindsight.domain.change import ChangeSet, Job, JobKind, JobStatus
from hindsight.domain.conversation import Turn
from hindsight.domain.filters import Filter
from hindsight.domain.memory import Memory, Scope, SpaceInfo
from hindsight.domain.trajectory import Trajectory

Order = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class Page:
    """Some memories and the cursor of the next page; ``None``: this was the last."""

    memories: tuple[Memory, ...]
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Freshness:
    """What an answer from some spaces depends on: ``changes`` differ after any write to them that could change it, by
    any process; ``ends`` is when the next of their memories stops being valid or expires, if one does.
    """

    changes: tuple[tuple[int, int], ...]
    ends: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One change: who did what to which memory when. Holds ids and hashes, never text (G8)."""

    seq: int
    change_set: str
    tenant: str
    space: str
    memory: str
    actor: str
    action: Literal["insert", "update", "purge"]
    reason: str
    content_hash: str
    revision: int
    at: datetime


class MemoryStore(Protocol):
    """Memories with their history. Every method is scoped: nothing of another tenant or space ever comes back."""

    async def apply(self, changes: ChangeSet) -> None:
        """Write memories, history, turns, trajectories, audit, undo record and jobs in one transaction.

        A change whose ``before.revision`` is no longer the stored one raises ``Conflict`` and nothing is written. An
        insert whose ``content_hash`` is already active in the space, kind and ref raises ``DuplicateContent``; so does,
        in a change set of a ``first``, an experience whose claim another active one of the space makes already. A
        ``completes`` job whose lease was lost raises ``Conflict``. A purge removes the row, its history and undo texts.
        """
        ...

    async def get(self, scope: Scope, ids: Sequence[str], where: Filter | None = None) -> tuple[Memory, ...]:
        """The current memories with these ids that lie in scope and pass ``where``, in the order of ``ids``."""
        ...

    async def find(
        self, scope: Scope, where: Filter, *, limit: int, cursor: str | None = None, order: Order = "newest"
    ) -> Page:
        """Memories that pass ``where``, by order of arrival. Pages neither skip nor repeat under concurrent writes."""
        ...

    async def history(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, tuple[Memory, ...]]:
        """For each id every stored revision, oldest first; empty when it is unknown or was purged."""
        ...

    async def neighbours(self, scope: Scope, ids: Sequence[str], reach: int) -> Mapping[str, tuple[Memory, ...]]:
        """For each id the active verbatim memories up to ``reach`` before and after it in its conversation."""
        ...

    async def freshness(self, scope: Scope, now: datetime) -> Freshness:
        """The state of the spaces in scope, and what ends after ``now``.

        Memories count as changed by :meth:`MemoryStore.apply` (but for how often they were shown), and once more when
        a ``project`` job of theirs is finished: then the indexes have followed.
        """
        ...

    async def undo_record(self, tenant: str, change_set: str) -> ChangeSet | None:
        """The change set with this id, to roll it back; ``None`` when unknown or when a purge removed its texts."""
        ...

    async def audit(self, tenant: str, *, after: int = 0, limit: int = 1000) -> tuple[AuditEntry, ...]:
        """The audit entries after sequence number ``after``, oldest first."""
        ...


class EvidenceStore(Protocol):
    """Raw evidence: turns and trajectories."""

    async def turns(self, scope: Scope, ids: Sequence[str]) -> tuple[Turn, ...]:
        """The turns with these ids, in the order of ``ids``; unknown ones are left out."""
        ...

    async def trajectories(self, scope: Scope, ids: Sequence[str]) -> tuple[Trajectory, ...]:
        """The trajectories with these ids; unknown or expired ones are left out."""
        ...

    async def every_turn(self, scope: Scope, *, after: int, limit: int) -> tuple[tuple[int, Turn], ...]:
        """The turns in scope by order of arrival, each with its number, those after number ``after`` (0: all)."""
        ...

    async def every_trajectory(
        self, scope: Scope, *, after: int, limit: int
    ) -> tuple[tuple[int, datetime, Trajectory], ...]:
        """The trajectories in scope by order of arrival, with their number and when they were recorded."""
        ...

    async def drop_evidence(
        self, scope: Scope, *, turns: Sequence[str] = (), trajectories_before: datetime | None = None
    ) -> int:
        """Remove turns by id and trajectories recorded before a time, for good; returns how many went."""
        ...


class SpaceStore(Protocol):
    """The spaces of a tenant and who may read the shared ones (M5)."""

    async def open_space(self, tenant: str, name: str, *, shared: bool) -> SpaceInfo:
        """The space, made if it is new. ``shared`` only counts when it is made."""
        ...

    async def grant(self, tenant: str, shared_space: str, reader: str) -> None:
        """Let ``reader`` read ``shared_space``. NotFound when either is unknown, InvalidInput when it is not shared."""
        ...

    async def readable(self, tenant: str, name: str) -> tuple[str, ...]:
        """The shared spaces that ``name`` may read."""
        ...

    async def spaces(self, tenant: str | None = None) -> tuple[SpaceInfo, ...]:
        """All spaces of a tenant; of every tenant when None (for maintenance)."""
        ...

    async def changed(self, tenant: str, space: str) -> None:
        """Count a change of what can be found in a space that no job brought: its indexes were rebuilt."""
        ...

    async def counts(self, scope: Scope) -> Mapping[str, Mapping[str, int]]:
        """How many memories, by kind and by status: ``{"kind": {...}, "status": {...}}``."""
        ...


class JobQueue(Protocol):
    """Durable jobs with leases. ``apply`` enqueues them; a worker claims, heartbeats and completes or gives back."""

    async def claim(
        self,
        worker: str,
        *,
        lease_s: float,
        now: datetime,
        ids: Sequence[str] | None = None,
        limit: int = 1,
        in_a_row: int = 1,
    ) -> tuple[Job, ...]:
        """Lease due jobs, oldest first, and count the attempt. A running job whose lease has passed is due again, with
        ``LEASE_RAN_OUT`` as its error and one more setback.

        Never two workers in one lane at once, and within a lane never a later job while an earlier one is unfinished.
        ``in_a_row``: up to so many of the first job's lane, which their worker brings to an end in their order.
        ``ids`` narrows to these jobs.
        """
        ...

    async def heartbeat(self, job: Job, *, lease_s: float, now: datetime) -> bool:
        """Prolong the lease; False when it was lost to another worker."""
        ...

    async def finish(self, job: Job) -> bool:
        """Mark a claimed job done (when no change set completes it); False when its lease was lost.

        A ``project`` job has nothing to look up later and is removed. Other done jobs are kept for days.
        """
        ...

    async def give_back(self, job: Job, *, error: str | None, run_at: datetime, dead: bool) -> None:
        """Return a claimed job, with its counts, to run again at ``run_at``, or lay it aside as dead."""
        ...

    async def jobs(
        self,
        *,
        tenant: str | None = None,
        space: str | None = None,
        ids: Sequence[str] | None = None,
        status: JobStatus | None = None,
        kind: JobKind | None = None,
        limit: int = 100,
    ) -> tuple[Job, ...]:
        """Jobs for inspection, oldest first."""
        ...

    async def revive(self, ids: Sequence[str], *, now: datetime) -> int:
        """Make dead jobs pending again, with their attempts reset; returns how many."""
        ...

    async def backlog(self) -> int:
        """How many jobs are pending or running."""
        ...


class Store(MemoryStore, EvidenceStore, SpaceStore, JobQueue, Protocol):
    """All of them over one database, so that a change set is one transaction."""

    async def start(self) -> None:
        """Open the database and bring its schema up to date. Unavailable, StorageError or ConfigError."""
        ...

    async def aclose(self) -> None: ...
