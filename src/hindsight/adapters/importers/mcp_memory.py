"""The MCP reference memory server: ``memory.jsonl``, one entity or relation a line, or what ``read_graph`` returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hindsight.adapters.importers.fields import memory, related
from hindsight.adapters.importers.stream import Value, each, told
from hindsight.domain.entries import Entry
from hindsight.domain.memory import Claim

NAME = "mcp-memory"

_OTHER = {"content", "text", "memory", "results"}


def detect(head: Sequence[Any]) -> bool:
    return any(isinstance(value, Mapping) and (_is_row(value) or _is_graph(value)) for value in head)


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:  # noqa: ARG001 - the signature of every importer
    return each(values, _object)


def _is_row(value: Mapping[str, Any]) -> bool:
    return (value.get("type") == "entity" and "entityType" in value) or (
        value.get("type") == "relation" and "relationType" in value
    )


def _is_graph(value: Mapping[str, Any]) -> bool:
    entities = value.get("entities")
    return isinstance(entities, list) and isinstance(value.get("relations"), list) and not _OTHER & value.keys()


def _object(value: Mapping[str, Any], place: str) -> Iterator[Entry]:
    if _is_graph(value):
        for index, row in enumerate(value["entities"]):
            yield from told(f"{place}.entities[{index}]", _entity, row)
        for index, row in enumerate(value["relations"]):
            yield from told(f"{place}.relations[{index}]", _relation, row)
    elif value.get("type") == "relation":
        yield from _relation(value, place)
    else:
        yield from _entity(value, place)


def _entity(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    """Each observation is a fact that begins with the entity, as it would be found by; one without any is its type."""
    name, kind = str(row["name"]), str(row.get("entityType") or "")
    observations = [str(text) for text in row.get("observations") or () if str(text).strip()]
    for text in observations:
        yield memory(place, content=f"{name}: {text}", kind="fact", entities=[name], tags=[kind] if kind else [])
    if not observations and kind:
        claim = Claim(entity=name, attribute="type", value=kind)
        yield memory(place, claim, content=f"{name}: {kind}", kind="fact", entities=[name], tags=[kind])


def _relation(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    yield related(place, str(row["from"]), str(row["relationType"]), str(row["to"]))
