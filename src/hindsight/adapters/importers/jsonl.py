"""JSON lines, or one list, of plain turns (``role``, ``content``) or memories (``content``, ``kind``, ``tags`` …)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any

from hindsight.adapters.importers.stream import Value, each
from hindsight.domain.entries import BadEntry, Entry, MemoryEntry, TurnEntry

NAME = "jsonl"

_CONVERSATION = ("conversation", "conversation_id", "session", "session_id", "thread")
_KIND = ("kind", "memory_type")
_MEMORY_ONLY = (*_KIND, "key_fields", "entities", "tags", "project", "confidence", "importance")
_FOREIGN = ("messages", "steps", "jsonrpc", "payload", "tool_calls", "tool_use_id", "tool_call_id", "resourceSpans")
_TAKEN = frozenset(
    {
        "kind",
        "verbatim",
        "occurred_at",
        "zone",
        "key_fields",
        "entities",
        "project",
        "tags",
        "source",
        "ref",
        "summary",
        "keywords",
        "confidence",
        "importance",
    }
)


def detect(head: Sequence[Any]) -> bool:
    """Whether the first object is a plain turn or memory, and none of the head a call of a tool: that is a run."""
    rows = [value for value in head if isinstance(value, Mapping)]
    return bool(rows) and _is_plain(rows[0]) and not any(map(_is_of_a_run, rows))


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:
    return each(values, partial(_entry, name=name, seen=Counter()))


def _is_plain(row: Mapping[str, Any]) -> bool:
    text = row.get("content", row.get("text"))
    return isinstance(text, str) and not any(key in row for key in _FOREIGN)


def _is_of_a_run(row: Mapping[str, Any]) -> bool:
    called = any(row.get(key) for key in ("tool_calls", "tool_call_id", "function_call"))
    return "role" in row and (called or row["role"] == "tool")


def _entry(row: Mapping[str, Any], place: str, *, name: str, seen: Counter[str]) -> Iterator[Entry]:
    if _is_of_a_run(row):
        yield BadEntry(place, "is a step of an agent's run; import the file with --format transcript")
    elif not _is_plain(row):
        yield BadEntry(place, "has no text in content or text")
    elif any(key in row for key in _MEMORY_ONLY) and "role" not in row:
        yield _memory(row, place)
    else:
        yield _turn(row, place, name, seen)


def _turn(row: Mapping[str, Any], place: str, name: str, seen: Counter[str]) -> Entry:
    conversation = next((str(row[key]) for key in _CONVERSATION if row.get(key)), PurePath(name).stem)
    text = str(row.get("content", row.get("text")))
    message = {key: value for key, value in row.items() if key not in _CONVERSATION}
    if not row.get("id"):
        told = json.dumps([conversation, row.get("role"), row.get("name"), row.get("time"), text], ensure_ascii=False)
        digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:20]
        seen[digest] += 1
        message["id"] = f"{digest}-{seen[digest]}"
    return TurnEntry(conversation, message, place)


def _memory(row: Mapping[str, Any], place: str) -> Entry:
    given = {row[key] for key in _KIND if isinstance(row.get(key), str)}
    if len(given) > 1:
        return BadEntry(place, "'memory_type' is another name of 'kind'; give one of them")
    fields = {key: value for key, value in row.items() if key in _TAKEN and value is not None}
    fields["content"] = row.get("content", row.get("text"))
    fields.setdefault("source", "import")
    if "ref" not in fields and row.get("id"):
        fields["ref"] = str(row["id"])
    if given:
        fields["kind"] = given.pop()
    else:
        fields["verbatim"] = True
    return MemoryEntry(fields, place)
