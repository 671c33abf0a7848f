"""The small connection that work functions get, and the one SQL spelling that both dialects are given."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol, TypeAlias

Row: TypeAlias = tuple[Any, ...]
Params: TypeAlias = Mapping[str, Any]
Dialect = Literal["sqlite", "postgres"]

NO_PARAMS: Params = {}

_TOKEN = re.compile(r"'(?:[^']|'')*'|--[^\n]*|::|:(?P<name>[A-Za-z_]\w*)|%", re.ASCII)
_ANY = re.compile(r"=\s*ANY\s*\(\s*:(\w+)\s*\)", re.ASCII | re.IGNORECASE)


class Connection(Protocol):
    """A connection inside a transaction.

    SQL holds ``:name`` placeholders for both dialects; ``column = ANY(:names)`` takes a list. Times go in and out as
    microseconds (``times.py``), flags as 0 and 1, JSON as text. Text with a NUL character or a lone surrogate raises
    InvalidInput, a broken constraint Conflict.
    """

    def all(self, sql: str, params: Params = NO_PARAMS) -> list[Row]:
        """Every row."""
        ...

    def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        """The first row, if there is one."""
        ...

    def run(self, sql: str, params: Params = NO_PARAMS) -> int:
        """Execute and return how many rows were changed."""
        ...

    def many(self, sql: str, rows: Sequence[Params]) -> None:
        """Execute once a row."""
        ...

    def script(self, sql: str) -> None:
        """Execute several statements without parameters, in the same transaction."""
        ...

    def has_table(self, name: str) -> bool:
        """Whether the database has this table."""
        ...


@lru_cache(maxsize=1024)
def for_sqlite(sql: str) -> str:
    """``= ANY(:list)`` reads a JSON array; named placeholders are SQLite's own."""
    return _ANY.sub(r"IN (SELECT value FROM json_each(:\1))", sql)


@lru_cache(maxsize=1024)
def for_postgres(sql: str) -> str:
    """``:name`` as psycopg's ``%(name)s``, outside of strings, comments and casts."""

    def spell(token: re.Match[str]) -> str:
        name = token["name"]
        return f"%({name})s" if name else token[0].replace("%", "%%")

    return _TOKEN.sub(spell, sql)
