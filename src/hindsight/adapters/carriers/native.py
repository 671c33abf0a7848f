"""Our own shape: `{"goal", "task_type", "steps": [{"tool", "args", "result", ...}]}`."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import objects
from hindsight.domain.trajectory import Trajectory, trajectory_from_dict

NAME = "hindsight"


def detect(document: Any) -> bool:
    return isinstance(document, Mapping) and any("tool" in step for step in objects(document.get("steps")))


def read(document: Any) -> Iterator[Trajectory]:
    yield trajectory_from_dict({"carrier": NAME, **document})
