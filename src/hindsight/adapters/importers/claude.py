"""Claude's data export: ``conversations.json``, a list of conversations with ``chat_messages``.

A message has ``uuid``, ``sender`` (human, assistant), ``text``, ``content`` (blocks) and ``attachments``, whose
``extracted_content`` is a document that the user handed in: it becomes a memory of source ``document``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hindsight.adapters.importers.stream import Value, each
from hindsight.domain.entries import Entry, MemoryEntry, TurnEntry

NAME = "claude"

_SUMMARY = "conversations_memory"


def detect(head: Sequence[Any]) -> bool:
    return any(
        isinstance(value, Mapping) and (isinstance(value.get("chat_messages"), list) or _SUMMARY in value)
        for value in head
    )


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:  # noqa: ARG001 - the signature of every importer
    return each(values, _object)


def _object(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    """A conversation, or ``memories.json``: what Claude itself noted, by paragraphs."""
    if _SUMMARY not in row:
        yield from _conversation(row, place)
        return
    for paragraph in str(row[_SUMMARY] or "").split("\n\n"):
        if paragraph.strip():
            source = {"type": "import", "name": "Claude's memory"}
            yield MemoryEntry({"content": paragraph.strip(), "verbatim": True, "source": source}, place)


def _conversation(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    conversation = str(row.get("uuid") or row.get("name") or place)
    documents: list[Entry] = []
    for number, message in enumerate(row["chat_messages"]):
        at = message.get("created_at") or row.get("created_at")
        text = _text(message)
        if text.strip():
            said = {
                "id": str(message.get("uuid") or f"{conversation}-{number}"),
                "role": "user" if message.get("sender") == "human" else "assistant",
                "content": text,
                "time": at,
            }
            yield TurnEntry(conversation, said, place)
        documents += _documents(message, conversation, at, place)
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
