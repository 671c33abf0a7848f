"""A SQL database as the adapters see it: whole transactions of synchronous work, one thread hop each.

``work(conn)`` is an ordinary function over a :class:`Connection`. It runs in a worker thread inside one transaction,
which commits when it returns and rolls back when it raises. Cancelling the caller never cuts a transaction in half: a
write is waited for, a read goes on by itself and nobody looks at what it brings.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import ClassVar, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from hindsight.adapters.sql.connection import Connection, Dialect
from hindsight.adapters.sql.migrate import Migrations

T = TypeVar("T")


class Database(ABC):
    """One database, shared by the store and the indexes that name the same URL.

    It opens itself, and applies the migrations that were asked for with :meth:`require`, before its first transaction;
    :meth:`start` does so ahead of time. Raises Unavailable when it does not answer, StorageError when it is unusable.
    """

    dialect: ClassVar[Dialect]

    def __init__(self) -> None:
        self._opening = threading.Lock()
        self._required: dict[str, Migrations] = {}
        self._migrated: set[str] = set()
        self._opened = False

    def require(self, component: str, folder: Traversable) -> None:
        """Ask for the tables of ``component``: ``folder`` holds ``sqlite/0001_name.sql``, ``postgres/0001_name.sql``.

        Several components are migrated in the order in which they were asked for.
        """
        self._required.setdefault(component, Migrations(component, folder / self.dialect))

    async def start(self) -> None:
        """Open the database and bring every required schema up to date."""
        await anyio.to_thread.run_sync(self._ready)

    async def aclose(self) -> None:
        """Close every connection. It may be used again: it then opens anew."""
        await anyio.to_thread.run_sync(self._shut)

    async def read(self, work: Callable[[Connection], T], *, tenant: str | None = None) -> T:
        """``work`` in a read-only transaction that sees one state of the database.

        ``tenant`` is who it is for: PostgreSQL then hides every other tenant's rows. ``None``: maintenance, sees all.
        """
        return await anyio.to_thread.run_sync(self._reading, work, tenant, abandon_on_cancel=True)

    async def write(self, work: Callable[[Connection], T], *, tenant: str | None = None) -> T:
        """``work`` in a writing transaction: all of it or nothing. ``tenant`` as for :meth:`read`."""
        return await anyio.to_thread.run_sync(self._writing, work, tenant, limiter=self._write_limiter())

    async def scrub(self) -> bool:
        """Drive deleted text out of the files of the database, as far as it can; True when none is left."""
        return await anyio.to_thread.run_sync(self._scrub)

    def _reading(self, work: Callable[[Connection], T], tenant: str | None) -> T:
        self._ready()
        return self._read(work, tenant)

    def _writing(self, work: Callable[[Connection], T], tenant: str | None) -> T:
        self._ready()
        return self._write(work, tenant)

    def _ready(self) -> None:
        if self._opened and len(self._migrated) == len(self._required):
            return
        with self._opening:
            if not self._opened:
                self._open()
                self._opened = True
            for component, migrations in list(self._required.items()):
                if component not in self._migrated:
                    self._migrate(migrations)
                    self._migrated.add(component)

    def _migrate(self, migrations: Migrations) -> None:
        if not self._read(migrations.current, None):
            self._write(migrations.apply, None)

    def _shut(self) -> None:
        with self._opening:
            if self._opened:
                self._opened = False
                self._migrated.clear()
                self._close()

    def _write_limiter(self) -> CapacityLimiter | None:
        """How many writers may hold a thread at once; None: as many as there are threads."""
        return None

    @abstractmethod
    def _open(self) -> None: ...

    @abstractmethod
    def _close(self) -> None: ...

    @abstractmethod
    def _read(self, work: Callable[[Connection], T], tenant: str | None) -> T: ...

    @abstractmethod
    def _write(self, work: Callable[[Connection], T], tenant: str | None) -> T: ...

    @abstractmethod
    def _scrub(self) -> bool: ...
