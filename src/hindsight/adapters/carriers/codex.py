"""Codex rollout files: `response_item` lines carry calls and outputs; `event_msg` lines repeat them with exit codes."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, kind_of, objects, text_of, time_or_none
from hindsight.domain.trajectory import Trajectory

NAME = "codex"
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
_ENDS = frozenset({"exec_command_end", "mcp_tool_call_end", "patch_apply_end"})


def detect(lines: Any) -> bool:
    return any(
        line.get("type") in ("session_meta", "response_item", "event_msg") and isinstance(line.get("payload"), Mapping)
        for line in objects(lines)
    )


def read(lines: Iterable[Any]) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    for line in lines:
        payload = line.get("payload") if isinstance(line, Mapping) else None
        if not isinstance(payload, Mapping):
            continue
        at = time_or_none(line.get("timestamp"))
        if line.get("type") == "session_meta":
            run.session_id = str(payload.get("id", ""))
        elif line.get("type") == "response_item":
            _item(run, payload, at)
        elif line.get("type") == "event_msg" and kind_of(payload) in _ENDS:
            _end(run, payload, at)
    if not run.empty:
        yield run.trajectory()


def _item(run: Recorder, item: Mapping[str, Any], at: Any) -> None:
    kind, call_id = kind_of(item), str(item.get("call_id") or item.get("id") or "")
    if kind == "message" and item.get("role") == "user":
        text = text_of(item.get("content"))
        if not text.lstrip().startswith("<"):
            run.remark(text, started_at=at)
    elif kind in _CALLS:
        name = item.get("name") or "local_shell_call"
        run.call(call_id, str(name), item.get("arguments", item.get("input", item.get("action"))), started_at=at)
    elif kind in _OUTPUTS:
        text, exit_code = _output(item.get("output"))
        run.answer(call_id, text, exit_code=exit_code, ended_at=at)


def _output(output: Any) -> tuple[Any, int | None]:
    """Shell outputs are JSON text with the exit code beside the output."""
    value = output
    if isinstance(output, str) and output.startswith("{"):
        try:
            value = json.loads(output)
        except ValueError:
            return output, None
    if isinstance(value, Mapping) and "output" in value:
        meta = value.get("metadata")
        code = meta.get("exit_code") if isinstance(meta, Mapping) else None
        return value["output"], code if isinstance(code, int) else None
    return output, None


def _end(run: Recorder, event: Mapping[str, Any], at: Any) -> None:
    """An end event adds the exit code to a known call, or is the call where no item told of it."""
    call_id = str(event.get("call_id", ""))
    code = event.get("exit_code")
    if not call_id:
        return
    if not run.knows(call_id):
        invocation = event.get("invocation")
        if isinstance(invocation, Mapping):
            run.call(call_id, str(invocation.get("tool", "")), invocation.get("arguments"), started_at=at)
        else:
            run.call(call_id, "shell", {"command": event.get("command") or ""}, started_at=at)
    result = event.get("aggregated_output", event.get("result", event.get("stdout")))
    failed = True if event.get("status") == "failed" or event.get("success") is False else None
    run.answer(call_id, result, exit_code=code if isinstance(code, int) else None, is_error=failed, ended_at=at)
