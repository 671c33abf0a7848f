"""MCP JSON-RPC logs: `tools/call` requests and their responses, paired by id."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, objects, text_of, time_or_none
from hindsight.domain.trajectory import Trajectory

NAME = "mcp_log"


def detect(lines: Any) -> bool:
    return any("jsonrpc" in message for line in objects(lines) for message in _messages(line))


def read(lines: Iterable[Any]) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    for line in lines:
        if not isinstance(line, Mapping | list):
            continue
        at = time_or_none(line.get("ts") or line.get("timestamp")) if isinstance(line, Mapping) else None
        for message in _messages(line):
            if message.get("method") == "initialize" and not run.empty:
                yield run.trajectory()
                run = Recorder(NAME)  # ids start again with each session
            _record(run, message, at)
    if not run.empty:
        yield run.trajectory()


def _record(run: Recorder, message: Mapping[str, Any], at: Any) -> None:
    call_id = str(message.get("id", ""))
    params = message.get("params")
    if message.get("method") == "tools/call" and isinstance(params, Mapping):
        run.call(call_id, str(params.get("name", "")), params.get("arguments"), started_at=at)
    elif "method" in message or not run.knows(call_id):
        return
    elif isinstance(message.get("error"), Mapping):
        run.answer(call_id, message["error"].get("message"), is_error=True, ended_at=at)
    elif isinstance(message.get("result"), Mapping):
        result = message["result"]
        content = text_of(result.get("content")) or text_of(result.get("structuredContent"))
        run.answer(call_id, content, is_error=result.get("isError", result.get("is_error")), ended_at=at)


def _messages(line: Any) -> list[Mapping[str, Any]]:
    """The JSON-RPC messages of a line: bare, wrapped in a log record, or a batch."""
    if isinstance(line, Mapping):
        line = line.get("message", line)
    return [line] if isinstance(line, Mapping) else list(objects(line))
