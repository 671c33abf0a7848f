"""What all carriers share: pairing calls with results, text out of content parts, bounded sizes."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from hindsight.domain.trajectory import Trajectory, parse_time, trajectory_from_dict

MAX_TEXT = 20_000
"""Characters of one result that are kept; the cut is marked."""
_CUT = "\n[cut: {more} more characters]"


class Recorder:
    """Collects one run. Calls are paired with results by id; a call seen twice is one call.

    A result without a call is dropped; a call without a result stays without one (NO_RESULT).
    """

    def __init__(self, carrier: str) -> None:
        self.session_id = ""
        self.outcome: str | None = None
        self.task_type = ""
        self.goal = ""
        self._carrier = carrier
        self._steps: list[dict[str, Any]] = []
        self._calls: dict[str, dict[str, Any]] = {}

    @property
    def empty(self) -> bool:
        return not self._calls and not any(step["tool"] != "user_message" for step in self._steps)

    def knows(self, call_id: str) -> bool:
        return call_id in self._calls

    def call(self, call_id: str, tool: str, args: Any, **more: Any) -> None:
        """A call; `more` are fields of a step (thought, started_at, actor, ...)."""
        if call_id and call_id in self._calls:
            return
        step = {"tool": tool or "unknown", "args": args, "call_id": call_id, **_present(more)}
        self._steps.append(step)
        if call_id:
            self._calls[call_id] = step

    def answer(self, call_id: str, result: Any, **more: Any) -> None:
        """The result of a call; the first one counts. `is_error` true turns the text into the error."""
        step = self._calls.get(call_id)
        if step is None:
            return
        text = cut(text_of(result))
        ended = more.pop("ended_at", None)
        if "result" not in step and "error" not in step:
            step["error" if more.get("is_error") and text else "result"] = text
            if ended and step.get("started_at"):
                step["duration_ms"] = _milliseconds(step["started_at"], ended)
        for name, value in _present(more).items():
            step.setdefault(name, value)

    def remark(self, text: str, **more: Any) -> None:
        """What a person said: the first words are the goal, later ones stand between the calls."""
        text = cut(text.strip())
        if not text:
            return
        if not self.goal and not self._steps:
            self.goal = text
        else:
            self._steps.append({"tool": "user_message", "actor": "user", "args": {"text": text}, **_present(more)})

    def trajectory(self) -> Trajectory:
        return trajectory_from_dict(
            {
                "goal": self.goal,
                "task_type": self.task_type,
                "session_id": self.session_id,
                "carrier": self._carrier,
                "outcome": self.outcome,
                "steps": self._steps,
                "started_at": next((step["started_at"] for step in self._steps if step.get("started_at")), None),
            }
        )


def text_of(content: Any) -> str:
    """Text out of a string, a list of content parts (images are dropped) or any other JSON."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(part, Mapping | str) for part in content):
        return "\n".join(text for text in map(_part, content) if text)
    return json.dumps(content, ensure_ascii=False, default=str)


def cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + _CUT.format(more=len(text) - MAX_TEXT)


def objects(value: Any) -> Iterable[Mapping[str, Any]]:
    """The objects in a list, whatever else is in it; nothing when it is no list."""
    return (item for item in value if isinstance(item, Mapping)) if isinstance(value, list) else ()


def mapping(value: Any) -> Mapping[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def kind_of(item: Mapping[str, Any], default: str = "") -> str:
    """The `type` of an item, as text whatever it is."""
    return str(item.get("type", default))


def time_or_none(value: Any) -> Any:
    """A time that `parse_time` can read, else None: a carrier's odd clock is no reason to lose the run."""
    try:
        return parse_time(value)
    except ValueError:
        return None


def _part(part: Mapping[str, Any] | str) -> str:
    if isinstance(part, str):
        return part
    if "image" in str(part.get("type", "")) or part.get("type") in ("audio", "input_audio", "file", "document"):
        return ""
    text = part.get("text", part.get("content"))
    if text is None:
        return json.dumps(part, ensure_ascii=False, default=str)
    return text if isinstance(text, str) else text_of(text)


def _present(more: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in more.items() if value is not None}


def _milliseconds(start: datetime, end: datetime) -> float:
    return max((end - start).total_seconds() * 1000, 0.0)
