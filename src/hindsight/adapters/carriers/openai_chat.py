"""OpenAI chat messages: `tool_calls` of the assistant, answered by messages of role `tool`. No error flag."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, mapping, objects, text_of
from hindsight.domain.trajectory import Trajectory

NAME = "openai_chat"


def detect(document: Any) -> bool:
    return any(
        item.get("tool_calls") or item.get("function_call") or item.get("role") in ("tool", "function")
        for item in _messages(document)
        if "role" in item
    )


def read(document: Any) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    for position, message in enumerate(_messages(document)):
        role, content = message.get("role"), text_of(message.get("content"))
        if role == "user":
            run.remark(content)
        elif role == "assistant":
            _calls(run, message, content, position)
        elif role in ("tool", "function"):
            run.answer(str(message.get("tool_call_id") or f"fn:{message.get('name')}"), content)
    if not run.empty:
        yield run.trajectory()


def _calls(run: Recorder, message: Mapping[str, Any], thought: str, position: int) -> None:
    for number, call in enumerate(objects(message.get("tool_calls"))):
        made = mapping(call.get("function") or call.get("custom"))
        call_id = str(call.get("id") or f"{position}.{number}")
        run.call(call_id, str(made.get("name", "")), made.get("arguments", made.get("input")), thought=thought or None)
    legacy = message.get("function_call")
    if isinstance(legacy, Mapping):
        run.call(
            f"fn:{legacy.get('name')}", str(legacy.get("name", "")), legacy.get("arguments"), thought=thought or None
        )


def _messages(document: Any) -> list[Mapping[str, Any]]:
    return list(objects(document.get("messages") if isinstance(document, Mapping) else document))
