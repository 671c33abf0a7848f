"""Numbered ``.sql`` migrations, applied in order, each component with its own version in ``schema_version``."""

from __future__ import annotations

from functools import cached_property
from importlib.resources.abc import Traversable

from hindsight.adapters.sql.connection import Connection
from hindsight.domain.errors import StorageError

CREATE = "CREATE TABLE IF NOT EXISTS schema_version (component TEXT PRIMARY KEY, version INTEGER NOT NULL)"
VERSION = "SELECT version FROM schema_version WHERE component = :component"
RECORD = """INSERT INTO schema_version (component, version) VALUES (:component, :version)
ON CONFLICT (component) DO UPDATE SET version = excluded.version"""


class Migrations:
    """The migrations of one component for one dialect: ``0001_name.sql``, ``0002_name.sql``, in order."""

    def __init__(self, component: str, folder: Traversable) -> None:
        self.component = component
        self._folder = folder

    @cached_property
    def scripts(self) -> tuple[tuple[int, str], ...]:
        """(number, SQL), in order."""
        files = (entry for entry in self._folder.iterdir() if entry.name.endswith(".sql"))
        return tuple(sorted((int(entry.name.split("_")[0]), entry.read_text(encoding="utf-8")) for entry in files))

    def current(self, conn: Connection) -> bool:
        """Whether nothing is left to do. Raises StorageError when the database is newer than this program."""
        if not conn.has_table("schema_version"):
            return False
        return self._version(conn) == self.scripts[-1][0]

    def apply(self, conn: Connection, *, upto: int | None = None) -> None:
        """Run what is missing. The caller's transaction must keep other processes out while it does."""
        conn.script(CREATE)
        version = self._version(conn)
        for number, script in self.scripts:
            if version < number <= (upto or number):
                conn.script(script)
                conn.run(RECORD, {"component": self.component, "version": number})

    def _version(self, conn: Connection) -> int:
        row = conn.one(VERSION, {"component": self.component})
        version = int(row[0]) if row else 0
        if version > self.scripts[-1][0]:
            raise StorageError(
                f"The database has version {version} of {self.component!r}; this program knows {self.scripts[-1][0]}.",
                hint="Use the newer Hindsight that wrote it, or restore a backup.",
            )
        return version
