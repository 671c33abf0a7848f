"""Trajectories (X1): what an agent did, step by step, towards a goal."""

# ruff: noqa: TRY004 - what is wrong here is the data, not the call: a ValueError

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

OUTCOMES = frozenset({"success", "failure", "partial", "interrupted"})
HUMAN_ACTORS = frozenset({"user", "human", "operator"})
REMARK_TOOLS = frozenset({"user_message", "user", "human", "user_feedback", "user_input", "human_feedback"})
RAW = "$raw"

# Recorders disagree on names; the first name is ours.
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "tool": ("tool", "tool_name", "name"),
    "args": ("args", "arguments", "input", "parameters"),
    "result": ("result", "output", "observation"),
    "error": ("error",),
    "status": ("status",),
    "exit_code": ("exit_code", "exitCode", "returncode"),
    "http_status": ("http_status", "status_code"),
    "is_error": ("is_error", "isError"),
    "thought": ("thought", "reasoning", "decision"),
    "started_at": ("started_at", "ts", "timestamp", "time"),
    "duration_ms": ("duration_ms",),
    "actor": ("actor", "role"),
    "call_id": ("call_id", "id", "tool_call_id"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call, or one remark of a person (`tool` in `REMARK_TOOLS`).

    `i` is the position in the trajectory from 0. `result` and `error` are None when nothing came back:
    a step with neither, and without status, exit code and HTTP status, has a missing result.
    `duration_ms` is in milliseconds; `started_at` carries a time zone.
    """

    i: int
    tool: str
    args: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    result: str | None = None
    error: str | None = None
    status: str | None = None
    exit_code: int | None = None
    http_status: int | None = None
    is_error: bool | None = None
    thought: str | None = None
    started_at: datetime | None = None
    duration_ms: float | None = None
    actor: str = "agent"
    call_id: str = ""

    @property
    def text(self) -> str:
        """What came back: the error where there is one, else the result."""
        return self.error or self.result or ""

    @property
    def is_remark(self) -> bool:
        """Something a person said between two calls; a call made by a person is no remark."""
        return self.tool in REMARK_TOOLS

    @property
    def said(self) -> str:
        """The words of a remark."""
        words = next((self.args[key] for key in ("text", "content", "message", RAW) if self.args.get(key)), None)
        return as_text(words) or self.result or self.thought or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """A run. `tools` are the tools at hand, `marks` what the user said of it ("wrong", "remember", "pinned")."""

    goal: str = ""
    steps: tuple[Step, ...] = ()
    id: str = ""
    task_type: str = ""
    tools: tuple[str, ...] = ()
    stage: str = ""
    outcome: str | None = None
    session_id: str = ""
    carrier: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    marks: tuple[str, ...] = ()


def trajectory_from_dict(data: Mapping[str, Any]) -> Trajectory:
    """Read a trajectory from JSON-like data.

    Shape: `{"goal", "task_type", "steps": [{"tool", "args", "result", "error", ...}], "outcome"?, "tools"?, ...}`.
    Results that are not text are JSON-encoded, arguments may be a JSON string, arguments that are not an
    object are kept under `$raw`; a record with a `call_id` and no tool completes the call of that id.

    Raises:
        ValueError: the data is not of this shape; the message names the place.
    """
    if not isinstance(data, Mapping):
        raise ValueError("a trajectory must be an object")
    raw_steps = data.get("steps")
    if not isinstance(raw_steps, Sequence) or isinstance(raw_steps, str | bytes):
        raise ValueError("a trajectory needs a list of steps")
    outcome = data.get("outcome")
    if outcome is not None and outcome not in OUTCOMES:
        raise ValueError(f"outcome must be one of {', '.join(sorted(OUTCOMES))}, not {outcome!r}")
    return Trajectory(
        goal=_text(data, "goal", "task"),
        steps=_steps(raw_steps),
        id=_text(data, "id"),
        task_type=_text(data, "task_type"),
        tools=_names(data.get("tools"), "tools"),
        stage=_text(data, "stage"),
        outcome=outcome,
        session_id=_text(data, "session_id", "conversation_id"),
        carrier=_text(data, "carrier"),
        started_at=parse_time(data.get("started_at")),
        ended_at=parse_time(data.get("ended_at")),
        marks=_names(data.get("marks"), "marks"),
    )


def trajectory_to_dict(trajectory: Trajectory) -> dict[str, Any]:
    """The JSON shape that `trajectory_from_dict` reads; empty fields are left out."""
    whole = {name: getattr(trajectory, name) for name in Trajectory.__slots__ if name != "steps"}
    return {
        "goal": trajectory.goal,
        **{name: _plain(value) for name, value in whole.items() if value not in (None, "", ())},
        "steps": [
            {
                name: _plain(getattr(step, name))
                for name in Step.__slots__
                if name != "i" and getattr(step, name) is not None and (name != "call_id" or step.call_id)
            }
            for step in trajectory.steps
        ],
    }


def parse_args(value: Any) -> dict[str, Any]:
    """Arguments as a JSON object: a JSON string is read, anything that is no object is kept under `$raw`; what JSON
    does not know (a path, a time) is text.
    """
    if value is None or value == "":
        return {}
    if isinstance(value, Mapping):
        return {str(key): json.loads(json.dumps(item, default=str)) for key, item in value.items()}
    if isinstance(value, str):
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return {RAW: value}
        return {str(key): item for key, item in parsed.items()} if isinstance(parsed, dict) else {RAW: value}
    return {RAW: value}


def as_text(value: Any) -> str | None:
    """Text as it is, None as None, anything else as JSON."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def parse_time(value: Any) -> datetime | None:
    """A time from ISO 8601 text or epoch seconds, milliseconds or nanoseconds; a time without a zone is UTC.

    Raises:
        ValueError: the text is no time.
    """
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        moment = value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = float(value)
        # Beyond the year 5138 in seconds: the unit is a finer one.
        seconds /= 1e9 if seconds > 1e17 else 1e6 if seconds > 1e14 else 1e3 if seconds > 1e11 else 1.0
        try:
            moment = datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, OSError) as problem:
            raise ValueError(f"not a time: {value!r}") from problem
    elif isinstance(value, str):
        moment = datetime.fromisoformat(value.strip())
    else:
        raise ValueError(f"not a time: {value!r}")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _steps(raw_steps: Sequence[Any]) -> tuple[Step, ...]:
    records: list[dict[str, Any]] = []
    by_call: dict[str, dict[str, Any]] = {}
    for position, raw in enumerate(raw_steps):
        if not isinstance(raw, Mapping):
            raise ValueError(f"step {position} must be an object")
        record = {ours: _first(raw, names) for ours, names in _ALIASES.items()}
        call = str(record["call_id"] or "")
        if not record["tool"] and call in by_call:
            by_call[call].update(
                {
                    name: record[name]
                    for name in ("result", "error", "status", "exit_code", "http_status", "is_error")
                    if record[name] is not None
                }
            )
            continue
        if record["actor"] in HUMAN_ACTORS and not record["tool"]:
            record["tool"] = "user_message"
        if record["tool"] in REMARK_TOOLS:
            record["actor"] = record["actor"] or "user"
            record["args"] = record["args"] or {"text": _first(raw, ("text", "content", "message"))}
        if not isinstance(record["tool"], str) or not record["tool"].replace("\x00", " ").strip():
            raise ValueError(f"step {position} needs a tool name")
        records.append(record)
        if call:
            by_call[call] = record
    return tuple(_step(i, record) for i, record in enumerate(records))


def _step(i: int, record: Mapping[str, Any]) -> Step:
    error = record["error"]
    flag = record["is_error"]
    if isinstance(error, bool):
        flag, error = (True if error else flag), None
    duration = record["duration_ms"]
    if duration is not None and (isinstance(duration, bool) or not isinstance(duration, int | float)):
        raise ValueError(f"step {i}: duration_ms must be a number of milliseconds")
    try:
        started_at = parse_time(record["started_at"])
    except ValueError as problem:
        raise ValueError(f"step {i}: {problem}") from problem
    return Step(
        i=i,
        tool=record["tool"].replace("\x00", " ").strip(),
        args=MappingProxyType(parse_args(record["args"])),
        result=as_text(record["result"]),
        error=as_text(error) or None,
        status=None if record["status"] is None else str(record["status"]),
        exit_code=_integer(record["exit_code"], f"step {i}: exit_code"),
        http_status=_integer(record["http_status"], f"step {i}: http_status"),
        is_error=None if flag is None else bool(flag),
        thought=as_text(record["thought"]),
        started_at=started_at,
        duration_ms=duration,
        actor=str(record["actor"] or "agent"),
        call_id=str(record["call_id"] or ""),
    )


def _first(raw: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((raw[name] for name in names if raw.get(name) is not None), None)


def _integer(value: Any, name: str) -> int | None:
    if value is None or value == "":
        return None
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from problem


def _text(data: Mapping[str, Any], *names: str) -> str:
    value = _first(data, names)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"{names[0]} must be text")
    return value


def _names(value: Any, name: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, Sequence) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{name} must be a list of texts")
    return tuple(value)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
