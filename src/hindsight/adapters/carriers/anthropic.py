"""Anthropic messages: content blocks `tool_use` and `tool_result` (with `is_error`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, objects, text_of
from hindsight.domain.trajectory import Trajectory

NAME = "anthropic"


def detect(document: Any) -> bool:
    return any(
        block.get("type") in ("tool_use", "tool_result")
        for message in _messages(document)
        if "role" in message
        for block in objects(message.get("content"))
    )


def read(document: Any) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    for message in _messages(document):
        _record(run, message)
    if not run.empty:
        yield run.trajectory()


def _record(run: Recorder, message: Mapping[str, Any]) -> None:
    content = message.get("content")
    if isinstance(content, str):
        if message.get("role") == "user":
            run.remark(content)
        return
    thought = ""
    for block in objects(content):
        kind = block.get("type")
        if kind in ("text", "thinking") and message.get("role") == "assistant":
            thought = text_of(block.get("text") or block.get("thinking"))
        elif kind == "text":
            run.remark(text_of(block.get("text")))
        elif kind == "tool_use":
            run.call(str(block.get("id", "")), str(block.get("name", "")), block.get("input"), thought=thought or None)
            thought = ""
        elif kind == "tool_result":
            failed = True if block.get("is_error") else None
            run.answer(str(block.get("tool_use_id", "")), block.get("content"), is_error=failed)


def _messages(document: Any) -> list[Mapping[str, Any]]:
    return list(objects(document.get("messages") if isinstance(document, Mapping) else document))
