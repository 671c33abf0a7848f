"""SWE-agent .traj files: `trajectory` of actions (shell lines) and observations, `history`, `info`."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, objects, text_of
from hindsight.domain.trajectory import Trajectory

NAME = "sweagent"

# What the environment writes when it refuses an action; there is no flag.
FAILURE_MARKERS = (
    "Your proposed edit has introduced new syntax error",
    "Your edit was not applied",
    "No replacement was performed",
    "EXECUTION TIMED OUT",
    "COMMAND FAILED TO EXECUTE",
)


def detect(document: Any) -> bool:
    return isinstance(document, Mapping) and "trajectory" in document and ("history" in document or "info" in document)


def read(document: Any) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    first = next((item for item in objects(document.get("history")) if item.get("role") == "user"), {})
    run.remark(text_of(first.get("content")))
    for number, item in enumerate(objects(document.get("trajectory"))):
        action = text_of(item.get("action")).strip()
        if not action:
            continue
        thought = text_of(item.get("thought") or item.get("response")) or None
        run.call(str(number), "bash", {"command": action}, thought=thought, duration_ms=_milliseconds(item))
        if item.get("observation") is not None:
            text = text_of(item["observation"])
            refused = any(marker in text for marker in FAILURE_MARKERS)
            run.answer(str(number), text, is_error=True if refused else None)
    info = document.get("info")
    status = str(info.get("exit_status", "")) if isinstance(info, Mapping) else ""
    if status.startswith("exit_") or status in ("early_exit", "skipped"):
        run.outcome = "interrupted"
    if not run.empty:
        yield run.trajectory()


def _milliseconds(item: Mapping[str, Any]) -> float | None:
    seconds = item.get("execution_time")
    return seconds * 1000 if isinstance(seconds, int | float) else None
