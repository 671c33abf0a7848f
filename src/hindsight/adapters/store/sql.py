"""The store over SQLite or PostgreSQL: every port method is one transaction of plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from importlib.resources import files
from typing import TypeVar

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.queries import load_queries
from hindsight.adapters.sql.resources import MIGRATIONS, Resources
from hindsight.adapters.store import jobs, reading, spaces, writing
from hindsight.domain.change import ChangeSet, Job, JobKind, JobStatus
from hindsight.domain.conversation import Turn
from hindsight.domain.filters import Filter
from hindsight.domain.memory import Memory, Scope, SpaceInfo
from hindsight.domain.trajectory import Trajectory
from hindsight.ports.store import AuditEntry, Freshness, Order, Page

T = TypeVar("T")


class SqlStore:
    """Implements :class:`hindsight.ports.store.Store`. The database is borrowed, not closed."""

    def __init__(self, database: Database) -> None:
        database.require("store", MIGRATIONS)
        self._database = database
        self._queries = load_queries(files("hindsight.adapters.store"), database.dialect)

    async def start(self) -> None:
        await self._database.start()

    async def aclose(self) -> None:
        """Nothing of its own to close: the database belongs to the Resources that opened it."""

    async def _read(self, tenant: str | None, work: Callable[[Connection], T]) -> T:
        return await self._database.read(work, tenant=tenant)

    async def _write(self, tenant: str | None, work: Callable[[Connection], T]) -> T:
        return await self._database.write(work, tenant=tenant)

    # Memories

    async def apply(self, changes: ChangeSet) -> None:
        writing.check(changes)
        await self._write(changes.tenant, partial(writing.apply, queries=self._queries, changes=changes))
        if any(change.after is None for change in changes.changes):
            await self._database.scrub()

    async def get(self, scope: Scope, ids: Sequence[str], where: Filter | None = None) -> tuple[Memory, ...]:
        return await self._read(
            scope.tenant, partial(reading.get, queries=self._queries, scope=scope, ids=ids, where=where)
        )

    async def find(
        self, scope: Scope, where: Filter, *, limit: int, cursor: str | None = None, order: Order = "newest"
    ) -> Page:
        work = partial(reading.find, scope=scope, where=where, limit=limit, cursor=cursor, order=order)
        return await self._read(scope.tenant, partial(work, queries=self._queries))

    async def history(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, tuple[Memory, ...]]:
        return await self._read(scope.tenant, partial(reading.history, queries=self._queries, scope=scope, ids=ids))

    async def neighbours(self, scope: Scope, ids: Sequence[str], reach: int) -> Mapping[str, tuple[Memory, ...]]:
        work = partial(reading.neighbours, queries=self._queries, scope=scope, ids=ids, reach=reach)
        return await self._read(scope.tenant, work)

    async def freshness(self, scope: Scope, now: datetime) -> Freshness:
        work = partial(spaces.freshness, queries=self._queries, scope=scope, now=now)
        return await self._read(scope.tenant, work)

    async def undo_record(self, tenant: str, change_set: str) -> ChangeSet | None:
        work = partial(reading.undo_record, queries=self._queries, tenant=tenant, change_set=change_set)
        return await self._read(tenant, work)

    async def audit(self, tenant: str, *, after: int = 0, limit: int = 1000) -> tuple[AuditEntry, ...]:
        work = partial(reading.audit, queries=self._queries, tenant=tenant, after=after, limit=limit)
        return await self._read(tenant, work)

    # Evidence

    async def turns(self, scope: Scope, ids: Sequence[str]) -> tuple[Turn, ...]:
        return await self._read(scope.tenant, partial(reading.turns, queries=self._queries, scope=scope, ids=ids))

    async def trajectories(self, scope: Scope, ids: Sequence[str]) -> tuple[Trajectory, ...]:
        work = partial(reading.trajectories, queries=self._queries, scope=scope, ids=ids)
        return await self._read(scope.tenant, work)

    async def every_turn(self, scope: Scope, *, after: int, limit: int) -> tuple[tuple[int, Turn], ...]:
        work = partial(reading.every_turn, queries=self._queries, scope=scope, after=after, limit=limit)
        return await self._read(scope.tenant, work)

    async def every_trajectory(
        self, scope: Scope, *, after: int, limit: int
    ) -> tuple[tuple[int, datetime, Trajectory], ...]:
        work = partial(reading.every_trajectory, queries=self._queries, scope=scope, after=after, limit=limit)
        return await self._read(scope.tenant, work)

    async def drop_evidence(
        self, scope: Scope, *, turns: Sequence[str] = (), trajectories_before: datetime | None = None
    ) -> int:
        work = partial(reading.drop_evidence, scope=scope, ids=turns, trajectories_before=trajectories_before)
        gone = await self._write(scope.tenant, partial(work, queries=self._queries))
        if gone:
            await self._database.scrub()
        return gone

    # Spaces

    async def open_space(self, tenant: str, name: str, *, shared: bool) -> SpaceInfo:
        work = partial(spaces.open_space, queries=self._queries, tenant=tenant, name=name, shared=shared)
        return await self._write(tenant, work)

    async def grant(self, tenant: str, shared_space: str, reader: str) -> None:
        work = partial(spaces.grant, queries=self._queries, tenant=tenant, shared_space=shared_space, reader=reader)
        await self._write(tenant, work)

    async def readable(self, tenant: str, name: str) -> tuple[str, ...]:
        return await self._read(tenant, partial(spaces.readable, queries=self._queries, tenant=tenant, name=name))

    async def spaces(self, tenant: str | None = None) -> tuple[SpaceInfo, ...]:
        return await self._read(tenant, partial(spaces.spaces, queries=self._queries, tenant=tenant))

    async def changed(self, tenant: str, space: str) -> None:
        named = {"tenant": tenant, "space": space}
        await self._write(tenant, lambda conn: conn.run(self._queries["changed_by_name"], named))

    async def counts(self, scope: Scope) -> Mapping[str, Mapping[str, int]]:
        return await self._read(scope.tenant, partial(spaces.counts, queries=self._queries, scope=scope))

    # Jobs: a worker serves every tenant

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
        work = partial(jobs.claim, worker=worker, lease_s=lease_s, now=now, ids=ids, limit=limit, in_a_row=in_a_row)
        return await self._write(None, partial(work, queries=self._queries))

    async def heartbeat(self, job: Job, *, lease_s: float, now: datetime) -> bool:
        return await self._write(
            None, partial(jobs.heartbeat, queries=self._queries, job=job, lease_s=lease_s, now=now)
        )

    async def finish(self, job: Job) -> bool:
        return await self._write(None, partial(jobs.finish, queries=self._queries, job=job))

    async def give_back(self, job: Job, *, error: str | None, run_at: datetime, dead: bool) -> None:
        work = partial(jobs.give_back, queries=self._queries, job=job, error=error, run_at=run_at, dead=dead)
        await self._write(None, work)

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
        work = partial(jobs.jobs, tenant=tenant, space=space, ids=ids, status=status, kind=kind, limit=limit)
        return await self._read(tenant, partial(work, queries=self._queries))

    async def revive(self, ids: Sequence[str], *, now: datetime) -> int:
        return await self._write(None, partial(jobs.revive, queries=self._queries, ids=ids, now=now))

    async def backlog(self) -> int:
        return await self._read(None, partial(jobs.backlog, queries=self._queries))


def open_store(url: str, resources: Resources) -> SqlStore:
    """The entry point of ``sqlite:`` and ``postgresql:`` URLs."""
    return SqlStore(resources.database(url))
