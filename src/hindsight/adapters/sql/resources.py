"""What adapters share: one Database per URL, so that the store and the indexes over it are one file, one pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.sqlite import SqliteDatabase
from hindsight.domain.errors import ConfigError

MIGRATIONS = files("hindsight.adapters.sql") / "migrations"


class Resources:
    """Opens databases by URL and closes them. Adapters borrow; whoever made the Resources calls :meth:`aclose`."""

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        """``keys``: API keys of model endpoints by port name (``embedder``); they are never part of a URL or a log."""
        self.keys: Mapping[str, str] = keys or {}
        self._databases: dict[str, Database] = {}

    def database(self, url: str) -> Database:
        """The database behind ``url``, always the same one for the same URL. ConfigError when the URL is wrong.

        It always has the store's tables: an index joins ``memory`` to filter.
        """
        if url not in self._databases:
            scheme = url.partition(":")[0]
            if scheme not in _OPEN:
                raise ConfigError(f"There is no SQL database for {scheme!r}.", hint=f"Known: {', '.join(_OPEN)}.")
            database = _OPEN[scheme](url)
            database.require("store", MIGRATIONS)
            self._databases[url] = database
        return self._databases[url]

    async def aclose(self) -> None:
        for database in self._databases.values():
            await database.aclose()
        self._databases.clear()


def sqlite_path(url: str) -> Path:
    """``sqlite:///relative.db`` or ``sqlite:////absolute.db``, percent-encoding resolved."""
    parts = urlsplit(url)
    path = unquote(parts.path).removeprefix("/")
    if parts.netloc or not path or path == ":memory:":
        raise ConfigError(
            "A SQLite URL names a file: sqlite:///relative.db or sqlite:////absolute/path.db.",
            hint="For a database that does not stay, name a file in a temporary folder.",
        )
    return Path(path)


def _sqlite(url: str) -> Database:
    options = dict(parse_qsl(urlsplit(url).query))
    synchronous = options.pop("synchronous", "normal").lower()
    if options or synchronous not in ("normal", "full"):
        raise ConfigError("A SQLite URL takes one option: ?synchronous=normal or ?synchronous=full.")
    return SqliteDatabase(sqlite_path(url), synchronous="full" if synchronous == "full" else "normal")


def _postgres(url: str) -> Database:
    from hindsight.adapters.sql.postgres import PostgresDatabase

    return PostgresDatabase(url)


_OPEN: Mapping[str, Callable[[str], Database]] = {
    "sqlite": _sqlite,
    "postgresql": _postgres,
}
