"""SQLite's result codes as our errors, with what to do about them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hindsight.domain.errors import Conflict, HindsightError, InvalidInput, StorageError, TooLarge, Unavailable

_DAMAGED = "Restore a backup, or export what can still be read and start a new database."
WRITABLE = (
    "Check that the file and its folder exist and that this user may write to both; to read a home that is read-only, "
    "copy it to a folder of your own."
)

_MEANING: Mapping[int, tuple[type[HindsightError], str, str]] = {
    sqlite3.SQLITE_BUSY: (Unavailable, "is being written by another process for too long", "Try again."),
    sqlite3.SQLITE_LOCKED: (Unavailable, "is being written by another process for too long", "Try again."),
    sqlite3.SQLITE_CONSTRAINT: (Conflict, "already holds such a record", "Read it again and repeat the change."),
    sqlite3.SQLITE_CORRUPT: (StorageError, "is damaged", _DAMAGED),
    sqlite3.SQLITE_NOTADB: (StorageError, "is not a Hindsight database", _DAMAGED),
    sqlite3.SQLITE_READONLY: (StorageError, "cannot be written", WRITABLE),
    sqlite3.SQLITE_CANTOPEN: (StorageError, "cannot be opened", WRITABLE),
    sqlite3.SQLITE_PERM: (StorageError, "cannot be opened", WRITABLE),
    sqlite3.SQLITE_FULL: (StorageError, "cannot grow: the disk is full", "Free some space; nothing was half written."),
    sqlite3.SQLITE_IOERR: (StorageError, "cannot be read or written: the disk reports an error", _DAMAGED),
    sqlite3.SQLITE_TOOBIG: (TooLarge, "cannot hold a text this long", "Split it."),
}


def is_busy(error: sqlite3.Error) -> bool:
    return _primary(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _primary(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as ours. What only a fault of this program can cause stays as it is."""
    try:
        yield
    except sqlite3.Error as error:
        meaning = _MEANING.get(_primary(error))
        if meaning is None:
            raise
        kind, what, hint = meaning
        raise kind(f"{path} {what}.", hint=hint) from error
    except UnicodeEncodeError as error:
        raise InvalidInput("The text holds half of a surrogate pair, which is not a character.") from error
