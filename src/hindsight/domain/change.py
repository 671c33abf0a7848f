"""A ChangeSet is the transaction, the audit entry and the undo record.

``store.apply(changes)`` writes rows, audit and jobs in one transaction or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from hindsight.domain.conversation import Turn
from hindsight.domain.errors import InvalidInput
from hindsight.domain.memory import Counters, Memory
from hindsight.domain.trajectory import Trajectory

JobKind = Literal["extract", "project", "reflect", "credit"]
JobStatus = Literal["pending", "running", "done", "dead"]
JOB_KINDS: tuple[JobKind, ...] = ("extract", "project", "reflect", "credit")
JOB_STATUSES: tuple[JobStatus, ...] = ("pending", "running", "done", "dead")

LEASE_RAN_OUT = "Its worker died, or lost the lease."
"""The error of a job that was claimed from a worker that did not bring it to an end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Durable work. It carries ids in ``payload``, not text. ``lane``: jobs of one lane run in order, one at a time.
    ``result`` is what it came to (ids, actions and reasons, no text), stored by the change set that completes it.

    ``attempts`` counts its leases, ``failures`` the tries that failed by themselves, ``setbacks`` those that were
    ended from outside: a worker that died, a conflict.
    """

    id: str
    tenant: str
    space: str
    kind: JobKind
    payload: Mapping[str, Any]
    lane: str | None = None
    status: JobStatus = "pending"
    attempts: int = 0
    failures: int = 0
    setbacks: int = 0
    run_at: datetime
    created_at: datetime
    lease_until: datetime | None = None
    worker: str | None = None
    error: str | None = None
    result: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One memory before and after. ``before`` None: it is new. ``after`` None: it is purged for good."""

    before: Memory | None
    after: Memory | None

    @property
    def memory(self) -> Memory:
        """The newest state that is known: after, or before when it was purged."""
        record = self.after or self.before
        if record is None:
            raise InvalidInput("A change needs a memory before or after it.")
        return record


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """What one act changes: applied whole or not at all.

    ``turns`` and ``trajectories`` are raw evidence that is kept beside the memories. ``touches`` adds to counters
    of memories (increments by id): no new revision, no audit; ``stated`` > 0 refreshes ``updated_at``, ``retrieved``
    or ``accessed`` > 0 ``last_used_at``; an id that is gone is passed over. ``completes`` is a claimed job
    that this change set finishes in the same transaction, so that its effect is never visible twice. ``former`` are
    earlier revisions, oldest first, that inserted memories bring along from an export. ``first``: an experience that
    it inserts is the first of its claim in the space; if another writer was quicker, nothing is written.
    """

    id: str
    tenant: str
    space: str
    actor: str
    reason: str
    at: datetime
    changes: tuple[Change, ...] = ()
    turns: tuple[Turn, ...] = ()
    trajectories: tuple[Trajectory, ...] = ()
    touches: Mapping[str, Counters] = field(default_factory=dict)
    former: Mapping[str, tuple[Memory, ...]] = field(default_factory=dict)
    jobs: tuple[Job, ...] = ()
    completes: Job | None = None
    first: bool = False


def insert(memory: Memory) -> Change:
    return Change(before=None, after=memory)


def update(before: Memory, at: datetime, **fields: Any) -> Change:
    """The next revision of ``before`` with ``fields`` changed; the revision check makes a lost update impossible."""
    return Change(before=before, after=replace(before, updated_at=at, revision=before.revision + 1, **fields))


def purge(memory: Memory) -> Change:
    return Change(before=memory, after=None)


def inverse(changes: ChangeSet, *, id: str, actor: str, at: datetime) -> ChangeSet:
    """The change set that takes ``changes`` back. A new memory becomes deleted, a changed one its former self.

    Raises InvalidInput when something was purged: its text is gone and cannot come back.
    """
    undone: list[Change] = []
    for change in reversed(changes.changes):
        if change.after is None:
            raise InvalidInput("A purge cannot be undone: the text is gone.")
        if change.before is None:
            undone.append(update(change.after, at, status="deleted", deleted_at=at))
        else:
            former = replace(change.before, updated_at=at, revision=change.after.revision + 1)
            undone.append(Change(before=change.after, after=former))
    return ChangeSet(
        id=id,
        tenant=changes.tenant,
        space=changes.space,
        actor=actor,
        reason=f"rollback of {changes.id}",
        at=at,
        changes=tuple(undone),
    )
