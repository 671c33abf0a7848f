"""Claude's data export: ``conversations.json``, a list of conversations with ``chat_messages``.

A message has ``uuid``, ``sender`` (human, assistant), ``text``, ``content`` (blocks) and ``attachments``, whose
``extracted_content`` is a document that the user handed in: it becomes a memory of source ``document``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hindsight.adapters.importers.stream import Value, each, told
from hindsight.domain.entries import Entry, MemoryEntry, TurnEntry

NAME = "claude"

_SUMMARY = "conversations_memory"
_HEADING = re.compile(r"\*\*([^*\n]{1,80})\*\*:?|#{1,6}[ ]([^\n]{1,80})")


def detect(head: Sequence[Any]) -> bool:
    return any(
        isinstance(value, Mapping) and (isinstance(value.get("chat_messages"), list) or _SUMMARY in value)
        for value in head
    )


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:  # noqa: ARG001 - the signature of every importer
    return each(values, _object)


def _object(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    """A conversation, or ``memories.json``: what Claude itself noted, in all and for each project, by paragraphs."""
    if _SUMMARY not in row:
        yield from _conversation(row, place)
        return
    yield from _noted(str(row[_SUMMARY] or ""), place)
    projects = row.get("project_memories")
    for name, text in projects.items() if isinstance(projects, Mapping) else ():
        yield from _noted(str(text or ""), f"{place}.project_memories.{name}")


def _noted(text: str, place: str) -> Iterator[Entry]:
    """A paragraph each, beginning with the heading above it."""
    heading = ""
    for paragraph in filter(None, map(str.strip, text.split("\n\n"))):
        if match := _HEADING.fullmatch(paragraph):
            heading = f"{(match[1] or match[2]).strip()}: "
            continue
        source = {"type": "import", "name": "Claude's memory"}
        yield MemoryEntry({"content": heading + paragraph, "verbatim": True, "source": source}, place)


def _conversation(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    conversation = str(row.get("uuid") or row.get("name") or place)
    documents: list[Entry] = []

    def turn(message: Mapping[str, Any], where: str) -> Iterator[Entry]:
        at = message.get("created_at") or row.get("created_at")
        text = _text(message)
        documents.extend(_documents(message, conversation, at, where))
        if text.strip():
            said = {
                "id": str(message.get("uuid") or where),
                "role": "user" if message.get("sender") == "human" else "assistant",
                "content": text,
                "time": at,
            }
            yield TurnEntry(conversation, said, where)

    for number, message in enumerate(row["chat_messages"] or ()):
        yield from told(f"{place}.chat_messages[{number}]", turn, message)
    yield from documents


def _text(message: Mapping[str, Any]) -> str:
    """The text blocks; exports from before there were blocks have only ``text``."""
    blocks = [block for block in message.get("content") or () if isinstance(block, Mapping)]
    texts = [str(block["text"]) for block in blocks if block.get("type") == "text" and block.get("text")]
    return "\n".join(texts) if blocks else str(message.get("text") or "")


def _documents(message: Mapping[str, Any], conversation: str, at: Any, place: str) -> Iterator[Entry]:
    for attached in message.get("attachments") or ():
        text = attached.get("extracted_content")
        if isinstance(text, str) and text.strip():
            name = attached.get("file_name") or "pasted text"
            fields = {
                "content": text,
                "verbatim": True,
                "occurred_at": at,
                "source": {"type": "document", "name": str(name), "conversation": conversation},
            }
            yield MemoryEntry(fields, f"{place} attachment {name}")
