"""SQLite: one file in WAL mode, shared safely by several processes of one machine.

Durability: what was acknowledged outlives the death of the process at any moment. A power cut may take the last
transactions (the file stays sound) unless the URL says ``?synchronous=full``: then every commit waits for the disk,
which costs 0.1 ms on an idle one and 7 ms on a busy one.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

from hindsight.adapters.sql.connection import NO_PARAMS, Connection, Dialect, Params, Row, for_sqlite
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.sqlite_errors import WRITABLE, is_busy, translated
from hindsight.domain.errors import ConfigError, InvalidInput, StorageError, Unavailable

T = TypeVar("T")
logger = logging.getLogger("hindsight.sql")

OLDEST = (3, 38, 0)
"""JSON functions built in, UPSERT, RETURNING."""
WAIT_S = 30.0
"""How long another process's writing is waited for."""
SCRUB_WAIT_S = 5.0
"""How long a scrub waits for readers."""
IDLE_READERS = 4

_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16000",
    "PRAGMA mmap_size = 2147418112",  # pages are read where the system holds them, not copied: a sixth of a recall
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA recursive_triggers = OFF",
)
_JSON = json.JSONEncoder(ensure_ascii=False).encode
_HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name"


class SqliteConnection:
    """The :class:`Connection` over :mod:`sqlite3`."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def all(self, sql: str, params: Params = NO_PARAMS) -> list[Row]:
        return self.raw.execute(for_sqlite(sql), _bound(params)).fetchall()

    def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        cursor = self.raw.execute(for_sqlite(sql), _bound(params))
        row: Row | None = cursor.fetchone()
        cursor.close()
        return row

    def run(self, sql: str, params: Params = NO_PARAMS) -> int:
        return self.raw.execute(for_sqlite(sql), _bound(params)).rowcount

    def many(self, sql: str, rows: Sequence[Params]) -> None:
        if rows:
            self.raw.executemany(for_sqlite(sql), map(_bound, rows))

    def script(self, sql: str) -> None:
        """Statement by statement: ``executescript`` would commit the transaction first."""
        statement = ""
        for piece in sql.split(";"):
            statement += f"{piece};"
            if sqlite3.complete_statement(statement):
                self.raw.execute(statement)
                statement = ""

    def has_table(self, name: str) -> bool:
        return self.one(_HAS_TABLE, {"name": name}) is not None


def _bound(params: Params) -> dict[str, Any]:
    bound: dict[str, Any] = {}
    for name, value in params.items():
        if isinstance(value, str) and "\0" in value:
            raise InvalidInput(f"{name!r} holds a NUL character, which cannot be stored.")
        bound[name] = _JSON(value) if isinstance(value, list | tuple) else value
    return bound


class SqliteDatabase(Database):
    """One writer at a time in this process and, through the file's lock, among all; readers never wait for it."""

    dialect: ClassVar[Dialect] = "sqlite"

    def __init__(self, path: Path, *, synchronous: Literal["normal", "full"] = "normal") -> None:
        super().__init__()
        if sqlite3.sqlite_version_info < OLDEST:
            raise ConfigError(f"SQLite {sqlite3.sqlite_version} is too old.", hint="Python needs SQLite 3.38 or newer.")
        self.path = path
        self._synchronous = synchronous
        self._writing_lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._readers: list[sqlite3.Connection] = []
        self._limiter: RunVar[CapacityLimiter] = RunVar("sqlite_writer")

    def _write_limiter(self) -> CapacityLimiter:
        """Waiting writers queue in the event loop, so that they do not use up the worker threads of the readers."""
        limiter = self._limiter.get(None)
        if limiter is None:
            limiter = CapacityLimiter(1)
            self._limiter.set(limiter)
        return limiter

    def _open(self) -> None:
        self._make_file()
        with translated(self.path):
            self._writer = self._connect()
            self._use_wal(self._writer)

    def _make_file(self) -> None:
        """A new database is for its owner's eyes only; SQLite gives its side files the same mode."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            raise StorageError(f"{self.path} cannot be opened: {error.strerror}.", hint=WRITABLE) from error

    def _connect(self) -> sqlite3.Connection:
        raw = sqlite3.connect(
            self.path, timeout=WAIT_S, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        for pragma in _PRAGMAS:
            raw.execute(pragma)
        raw.execute(f"PRAGMA synchronous = {self._synchronous}")
        return raw

    def _use_wal(self, raw: sqlite3.Connection) -> None:
        """SQLite does not wait when two processes switch a new file to WAL at once, so we do."""
        deadline = time.monotonic() + WAIT_S
        while True:
            try:
                mode = raw.execute("PRAGMA journal_mode = WAL").fetchone()[0]
                break
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        if mode != "wal":
            raise StorageError(
                f"{self.path} cannot use a write-ahead log.", hint="Keep it on a local disk, not on a network share."
            )

    def _close(self) -> None:
        with self._writing_lock:
            connections = [*self._readers, *filter(None, [self._writer])]
            self._readers, self._writer = [], None
        for raw in connections:
            raw.close()

    def _write(self, work: Callable[[Connection], T], tenant: str | None) -> T:  # noqa: ARG002 - one file, no roles
        with self._writing_lock, translated(self.path):
            return _transaction(self._held(), "BEGIN IMMEDIATE", work)

    def _held(self) -> sqlite3.Connection:
        if self._writer is None:
            raise Unavailable(f"{self.path} was closed while it was in use.")
        return self._writer

    def _read(self, work: Callable[[Connection], T], tenant: str | None) -> T:  # noqa: ARG002 - one file, no roles
        with translated(self.path), self._reader() as raw:
            return _transaction(raw, "BEGIN", work)

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        try:
            raw = self._readers.pop()
        except IndexError:
            raw = self._connect()
            raw.execute("PRAGMA query_only = ON")
        try:
            yield raw
        finally:
            if self._writer is not None and len(self._readers) < IDLE_READERS:
                self._readers.append(raw)
            else:
                raw.close()

    def _scrub(self) -> bool:
        """Move the log into the file and cut it to nothing; deleted text was overwritten there (secure_delete).

        False when a reader, perhaps of another process, held the log for the whole wait; the next scrub does it.
        """
        self._ready()
        with self._writing_lock, translated(self.path):
            raw = self._held()
            raw.execute(f"PRAGMA busy_timeout = {int(SCRUB_WAIT_S * 1000)}")
            busy: int = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            raw.execute(f"PRAGMA busy_timeout = {int(WAIT_S * 1000)}")
        if busy:
            logger.warning("%s is being read for long: deleted text stays in its log until the next scrub", self.path)
        return not busy


def _transaction(raw: sqlite3.Connection, begin: str, work: Callable[[Connection], T]) -> T:
    raw.execute(begin)
    try:
        result = work(SqliteConnection(raw))
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise
    return result
