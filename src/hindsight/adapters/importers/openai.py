"""ChatGPT's data export: ``conversations.json``, a list of conversations, each a tree of messages.

``mapping`` holds the nodes (``id``, ``message``, ``parent``, ``children``); ``current_node`` is the leaf of the branch
that the user saw. Other branches are answers that were generated again: they are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hindsight.adapters.importers.stream import Value, each, told
from hindsight.domain.entries import Entry, TurnEntry

NAME = "openai"

_ROLES = ("user", "assistant")
_CONTENT = ("text", "multimodal_text")


def detect(head: Sequence[Any]) -> bool:
    return any(
        isinstance(value, Mapping)
        and isinstance(value.get("mapping"), Mapping)
        and ("current_node" in value or "conversation_id" in value or "create_time" in value)
        for value in head
    )


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:  # noqa: ARG001 - the signature of every importer
    return each(values, _conversation)


def _conversation(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    nodes: Mapping[str, Any] = row["mapping"]
    conversation = str(row.get("conversation_id") or row.get("id") or row.get("title") or place)

    def turn(node: str, where: str) -> Iterator[Entry]:
        message = nodes[node].get("message")
        text = _text(message) if message else ""
        if text.strip():
            said = {
                "id": str(message.get("id") or node),
                "role": message["author"]["role"],
                "content": text,
                "time": message.get("create_time") or row.get("create_time"),
            }
            yield TurnEntry(conversation, said, where)

    for node in _branch(nodes, row.get("current_node")):
        yield from told(f"{place}.mapping.{node}", turn, node)


def _branch(nodes: Mapping[str, Any], leaf: Any) -> list[str]:
    """The node ids from the root to ``leaf``; without one, along the last child each time."""
    if leaf not in nodes:
        roots = [node for node, held in nodes.items() if held.get("parent") not in nodes]
        if not roots:
            return []
        leaf = roots[0]
        seen: set[str] = set()
        while leaf not in seen and (left := [child for child in nodes[leaf].get("children") or () if child in nodes]):
            seen.add(leaf)
            leaf = left[-1]
    path: list[str] = []
    visited: set[str] = set()
    while leaf in nodes and leaf not in visited:
        visited.add(leaf)
        path.append(leaf)
        leaf = nodes[leaf].get("parent")
    return path[::-1]


def _text(message: Mapping[str, Any]) -> str:
    """What a person could read: not calls of tools, their results, hidden context or thoughts."""
    content = message.get("content") or {}
    shown = not (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
    aloud = message.get("recipient") in (None, "all")
    role = (message.get("author") or {}).get("role")
    if role not in _ROLES or not shown or not aloud or content.get("content_type") not in _CONTENT:
        return ""
    parts = (part if isinstance(part, str) else part.get("text") for part in content.get("parts") or () if part)
    return "\n".join(part for part in parts if isinstance(part, str) and part.strip())
