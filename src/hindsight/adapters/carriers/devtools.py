"""Chrome DevTools recorder JSON: a recipe made by a person, so a path that worked."""

from collections.abc import Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, objects
from hindsight.domain.trajectory import Trajectory

NAME = "devtools"


def detect(document: Any) -> bool:
    return (
        isinstance(document, Mapping)
        and "title" in document
        and any("type" in step and "tool" not in step for step in objects(document.get("steps")))
    )


def read(document: Any) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    run.goal, run.task_type, run.outcome = str(document.get("title", "")), "browser", "success"
    for number, step in enumerate(objects(document.get("steps"))):
        args = {key: value for key, value in step.items() if key != "type"}
        run.call(str(number), str(step.get("type", "")), args, actor="user")
        run.answer(str(number), "", status="ok")
    if not run.empty:
        yield run.trajectory()
