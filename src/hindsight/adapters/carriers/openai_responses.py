"""OpenAI Responses items: `function_call` and `function_call_output`, paired by `call_id`. No error flag."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, kind_of, objects, text_of
from hindsight.domain.trajectory import Trajectory

NAME = "openai_responses"
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "mcp_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})


def detect(document: Any) -> bool:
    return any(kind_of(item) in _CALLS | _OUTPUTS and "payload" not in item for item in _items(document))


def read(document: Any) -> Iterator[Trajectory]:
    run, thought = Recorder(NAME), ""
    if isinstance(document, Mapping) and isinstance(document.get("input"), str):
        run.remark(document["input"])
    for item in _items(document):
        kind = kind_of(item, "message")
        if kind == "reasoning":
            thought = text_of(item.get("summary"))
        elif kind in _CALLS:
            call(run, item, thought)
            thought = ""
        elif kind in _OUTPUTS:
            run.answer(str(item.get("call_id") or item.get("id") or ""), item.get("output"))
        elif kind == "message" and item.get("role") == "user":
            run.remark(text_of(item.get("content")))
        elif kind == "message" and item.get("role") == "assistant":
            thought = text_of(item.get("content"))
    if not run.empty:
        yield run.trajectory()


def call(run: Recorder, item: Mapping[str, Any], thought: str = "", **more: Any) -> None:
    """One call item; an `mcp_call` carries its own result."""
    call_id = str(item.get("call_id") or item.get("id") or "")
    name = item.get("name") or ("local_shell_call" if item.get("type") == "local_shell_call" else "")
    args = item.get("arguments", item.get("input", item.get("action")))
    run.call(call_id, str(name), args, thought=thought or None, **more)
    if item.get("type") == "mcp_call" and (item.get("output") is not None or item.get("error")):
        run.answer(call_id, item.get("error") or item.get("output"), is_error=bool(item.get("error")) or None)


def _items(document: Any) -> list[Mapping[str, Any]]:
    if isinstance(document, Mapping):
        return [*objects(document.get("input")), *objects(document.get("output")), *objects(document.get("items"))]
    return list(objects(document))
