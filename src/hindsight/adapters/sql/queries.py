"""Named queries from ``.sql`` files: ``-- name: find`` starts one. Nothing else in the adapters holds SQL.

``queries.sql`` serves both dialects; ``queries.sqlite.sql`` and ``queries.postgres.sql`` hold what truly differs.
``{where}`` in a query is a slot for a compiled filter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType

from hindsight.adapters.sql.connection import Dialect

_NAME = re.compile(r"^-- name: (\w+)[^\S\n]*$", re.MULTILINE | re.ASCII)
_COMMENT = re.compile(r"^--.*\n?", re.MULTILINE)


def load_queries(folder: Traversable, dialect: Dialect) -> Mapping[str, str]:
    """The queries of ``folder`` for ``dialect``, by name. ValueError when a name is given twice."""
    queries: dict[str, str] = {}
    for file in (folder / "queries.sql", folder / f"queries.{dialect}.sql"):
        if file.is_file():
            for name, sql in parse_queries(file.read_text(encoding="utf-8")):
                if name in queries:
                    raise ValueError(f"The query {name!r} is written twice.")
                queries[name] = sql
    return MappingProxyType(queries)


def parse_queries(text: str) -> list[tuple[str, str]]:
    """(name, SQL) in the order of the file, without the lines that are comments."""
    parts = _NAME.split(text)
    bodies = (_COMMENT.sub("", part).strip().rstrip(";") for part in parts[2::2])
    return list(zip(parts[1::2], bodies, strict=True))
