"""LangChain and LangGraph messages (`messages_to_dict` or plain dumps): human, ai with tool_calls, tool with status."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, objects, text_of
from hindsight.domain.trajectory import Trajectory

NAME = "langchain"
_TYPES = frozenset({"human", "ai", "tool", "system", "AIMessageChunk", "function", "chat"})


def detect(document: Any) -> bool:
    messages = _messages(document)
    return any(kind in ("ai", "human", "AIMessageChunk") for kind, _ in messages) and all(
        kind in _TYPES for kind, _ in messages
    )


def read(document: Any) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    for kind, data in _messages(document):
        if kind == "human":
            run.remark(text_of(data.get("content")))
        elif kind in ("ai", "AIMessageChunk"):
            _calls(run, data)
        elif kind == "tool":
            # "success" is what the class is born with; only "error" says something.
            failed = True if data.get("status") == "error" else None
            run.answer(str(data.get("tool_call_id", "")), data.get("content"), is_error=failed)
    if not run.empty:
        yield run.trajectory()


def _calls(run: Recorder, data: Mapping[str, Any]) -> None:
    thought = text_of(data.get("content")) or None
    for call in objects(data.get("tool_calls")):
        run.call(str(call.get("id", "")), str(call.get("name", "")), call.get("args"), thought=thought)
    for call in objects(data.get("invalid_tool_calls")):
        call_id = str(call.get("id", ""))
        run.call(call_id, str(call.get("name", "")), call.get("args"), thought=thought)
        if call.get("error"):
            run.answer(call_id, call["error"], is_error=True)


def _messages(document: Any) -> list[tuple[str, Mapping[str, Any]]]:
    found = objects(document.get("messages") if isinstance(document, Mapping) else document)
    return [
        (str(item.get("type", "")), item["data"] if isinstance(item.get("data"), Mapping) else item) for item in found
    ]
