"""mem0: what ``get_all`` returns or its platform exports: ``{"results": [{"id", "memory", "metadata", …}]}``.

Also a bare list, a page (``count``, ``next``, ``results``) and one memory a line; ``relations`` are edges of its graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hindsight.adapters.importers.fields import labels, memory, related, texts
from hindsight.adapters.importers.stream import Value, each, told
from hindsight.domain.entries import BadEntry, Entry

NAME = "mem0"

_LISTS = ("results", "memories")


def detect(head: Sequence[Any]) -> bool:
    return any(_is_memory(row) for value in head for row in (value, *_rows(value)))


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:  # noqa: ARG001 - the signature of every importer
    return each(values, _object)


def _is_memory(row: Any) -> bool:
    return isinstance(row, Mapping) and isinstance(row.get("memory"), str) and ("id" in row or "user_id" in row)


def _rows(value: Any) -> list[Any]:
    if not isinstance(value, Mapping):
        return []
    return next((value[key] for key in _LISTS if isinstance(value.get(key), list)), [])


def _object(value: Mapping[str, Any], place: str) -> Iterator[Entry]:
    if _is_memory(value):
        yield _memory(value, place)
        return
    for index, row in enumerate(_rows(value)):
        where = f"{place}.{next(key for key in _LISTS if key in value)}[{index}]"
        yield _memory(row, where) if _is_memory(row) else BadEntry(where, "has no text in memory")
    for index, row in enumerate(value.get("relations") or ()):
        yield from told(f"{place}.relations[{index}]", _relation, row)


def _relation(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    target = row.get("target") or row["destination"]
    yield related(place, str(row["source"]), str(row["relationship"]), str(target))


def _memory(row: Mapping[str, Any], place: str) -> Entry:
    who = row.get("user_id") or row.get("agent_id")
    source = {"type": "import", "name": who, "conversation": row.get("run_id")}
    return memory(
        place,
        content=row["memory"],
        kind="fact",
        ref=str(row["id"]) if row.get("id") else None,
        occurred_at=row.get("created_at"),
        tags=[*texts(row.get("categories")), *labels(row.get("metadata"))],
        project=row.get("app_id"),
        source={key: str(value) for key, value in source.items() if value},
    )
