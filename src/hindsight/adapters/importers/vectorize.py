"""Vectorize's Hindsight: its transfer archive, a list of memories, or what recall returned.

The archive is a ZIP of ``manifest.json``, ``documents/000000.json`` (each with its ``facts``) and, when asked for,
``observations.json``; a list is ``{"items": [{"id", "text", "fact_type", …}]}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hindsight.adapters.importers.fields import labels, memory, texts
from hindsight.adapters.importers.stream import Value, each
from hindsight.domain.entries import BadEntry, Entry
from hindsight.domain.memory import Kind

NAME = "vectorize"

_KINDS: Mapping[str, Kind] = {
    "world": "fact",
    "experience": "episode",
    "agent": "episode",
    "bank": "episode",
    "opinion": "insight",
    "observation": "insight",
}
_LISTS = ("items", "results", "memory_units")


def detect(head: Sequence[Any]) -> bool:
    return any(
        isinstance(value, Mapping)
        and ("source_bank_id" in value or _is_document(value) or any(map(_is_fact, (value, *_rows(value)))))
        for value in head
    )


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:  # noqa: ARG001 - the signature of every importer
    return each(values, _object)


def _is_fact(row: Any) -> bool:
    if not isinstance(row, Mapping) or not isinstance(row.get("text"), str):
        return False
    observed = "proof_count" in row and "sources" in row
    return row.get("fact_type", row.get("type")) in _KINDS or observed


def _is_document(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("facts"), list) and "chunks" in value


def _rows(value: Mapping[str, Any]) -> list[Any]:
    return next((value[key] for key in _LISTS if isinstance(value.get(key), list)), [])


def _object(value: Mapping[str, Any], place: str) -> Iterator[Entry]:
    if "source_bank_id" in value:
        return
    if _is_document(value):
        for index, row in enumerate(value["facts"]):
            own = {"document_id": value.get("id"), "id": row.get("source_id") or f"{value.get('id')}#{index}"}
            yield _fact(
                {**row, **own, "tags": [*texts(row.get("tags")), *texts(value.get("tags"))]}, f"{place}#{index}"
            )
    elif _is_fact(value):
        yield _fact(value, place)
    else:
        for index, row in enumerate(_rows(value)):
            yield _fact(row, f"{place}[{index}]")


def _fact(row: Any, place: str) -> Entry:
    if not _is_fact(row):
        return BadEntry(place, "is no fact with text and a known type")
    if row.get("state") == "invalidated":
        return BadEntry(place, "was invalidated in the bank it comes from")
    start = row.get("occurred_start") or row.get("mentioned_at") or row.get("date") or row.get("event_date")
    context = row.get("context")
    source = {"type": "import", "conversation": row.get("document_id")}
    tags = [*texts(row.get("tags")), *labels(row.get("metadata")), *([f"context:{context}"[:500]] if context else [])]
    ref = row.get("id") or row.get("source_id")
    return memory(
        place,
        content=row["text"],
        kind=_KINDS.get(str(row.get("fact_type", row.get("type"))), "insight"),
        ref=str(ref) if ref else None,
        occurred_at=[start, row["occurred_end"]] if row.get("occurred_start") and row.get("occurred_end") else start,
        entities=texts(row.get("entities")),
        tags=list(dict.fromkeys(tags)),
        source={key: str(value) for key, value in source.items() if value},
    )
