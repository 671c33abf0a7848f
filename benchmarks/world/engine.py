"""The world: tasks drawn from families, and what its tools answer. Deterministic in the seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

UNLEARNABLE = frozenset({"random_error", "coin", "code", "never"})
ITEMS = ("north", "harbour", "lotus", "maple", "quartz", "delta", "amber", "cedar", "ember", "fjord", "grove", "haven")


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of task. ``data`` is its row of families.jsonl."""

    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def tool(self) -> str:
        return str(self.data["tool"])

    @property
    def trap(self) -> str:
        return str(self.data["trap"])

    @property
    def learnable(self) -> bool:
        return self.trap not in UNLEARNABLE

    @property
    def tools(self) -> list[str]:
        """The tools at hand in its tasks."""
        others = [self.data[key]["tool"] for key in ("first", "source", "to") if key in self.data]
        return list(dict.fromkeys([self.tool, *others, *(["unlock"] if not self.learnable else [])]))


@dataclass(frozen=True, slots=True)
class Task:
    """One task: its words, the naive call, and the state of the world it meets."""

    number: int
    family: Family
    goal: str
    item: str
    args: Mapping[str, Any]
    old: str
    now: str
    right: Any
    unlucky: bool
    changed: bool

    @property
    def data(self) -> Mapping[str, Any]:
        return self.family.data


@dataclass(slots=True)
class Session:
    """What has happened in one task."""

    task: Task
    done: list[tuple[str, str]] = field(default_factory=list)
    calls: int = 0
    locked: bool = False
    solved: bool = False

    def call(self, tool: str, args: Mapping[str, Any]) -> tuple[bool, str]:
        """(went well, what came back)."""
        data, task = self.task.data, self.task
        if tool == "unlock":
            self.locked = False
            return True, "unlocked"
        if tool == task.family.tool and not self._is_side_call(tool, args):
            self.calls += 1
            well, text = _TRAPS[task.family.trap](self, args)
            self.solved = well
            return well, text
        if "source" in data and tool == data["source"]["tool"]:
            return True, filled(data["gives"], task)
        if "to" in data and tool == data["to"]["tool"]:
            self.solved = True
            return True, "done"
        self.done.append((tool, json.dumps(dict(args), sort_keys=True)))
        return True, "ok"

    def _is_side_call(self, tool: str, args: Mapping[str, Any]) -> bool:
        first = self.task.data.get("first")
        return first is not None and tool == first["tool"] and dict(args) == first["args"]


def load() -> list[Family]:
    """The families of every file beside this one; ``split`` says what they may be used for."""
    files = sorted(Path(__file__).parent.glob("*.jsonl"))
    return [Family(json.loads(row)) for file in files for row in file.read_text("utf-8").splitlines()]


def tasks(families: Sequence[Family], count: int, seed: int, changes: Mapping[str, int]) -> list[Task]:
    """``count`` tasks in a random order; ``changes``: from that task on the cure of the family is another one."""
    draw = random.Random(seed)
    return [_task(draw, number, draw.choice(families), changes) for number in range(count)]


def _task(draw: random.Random, number: int, family: Family, changes: Mapping[str, int]) -> Task:
    data = family.data
    item = f"{draw.choice(ITEMS)}-{draw.randrange(100, 999)}"
    old, now = str(draw.randrange(10, 50)), str(draw.randrange(50, 99))
    changed = number >= changes.get(family.id, count_never())
    task = Task(number, family, "", item, {}, old, now, None, draw.random() < 0.5, changed)
    right = data.get("right")
    if family.trap == "coin":
        right = draw.choice(data["choices"])
    elif family.trap == "code":
        right = _code(draw, str(data["path"]))
    elif changed:
        right = data["args"].get(data.get("path")) if family.trap == "set" else right
    goal = filled(draw.choice(data["goal"]), task)
    args = {key: filled(value, task) for key, value in data["args"].items()}
    return Task(number, family, goal, item, args, old, now, filled(right, task), task.unlucky, changed)


def count_never() -> int:
    return 1 << 60


def _code(draw: random.Random, path: str) -> str:
    if path == "checksum":
        return f"{draw.getrandbits(80):020x}"
    if path == "tan":
        return str(draw.randrange(100_000, 999_999))
    if path == "order_no":
        return str(draw.randrange(200_000_000, 999_999_999))
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    return "".join(draw.choice(letters) for _ in range(3)) + f"-{draw.randrange(10_000, 99_999)}"


def filled(value: Any, task: Task) -> Any:
    if not isinstance(value, str):
        return value
    return value.replace("{x}", task.item).replace("{old}", task.old).replace("{now}", task.now)


def holds(condition: str, value: Any) -> bool:
    """Whether a value passes a condition of a family."""
    name, _, bound = condition.partition(":")
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    tests: Mapping[str, Callable[[], bool]] = {
        "ms": lambda: number is not None and number > 1e11,
        "int": lambda: isinstance(value, int),
        "list": lambda: isinstance(value, list),
        "lower": lambda: isinstance(value, str) and value == value.lower(),
        "upper": lambda: isinstance(value, str) and value == value.upper(),
        "https": lambda: str(value).startswith("https://"),
        "abs": lambda: str(value).startswith("/"),
        "iso": lambda: len(str(value)) == 10 and str(value)[4] == str(value)[7] == "-",
        "le": lambda: number is not None and number <= float(bound),
        "ge": lambda: number is not None and number >= float(bound),
    }
    return tests[name]()


def passes(task: Task, args: Mapping[str, Any]) -> bool:
    """Whether a call with these arguments meets what a ``set`` trap wants."""
    value = args.get(task.data["path"])
    if task.changed:
        # The world turned round: the naive value is right now, the old cure is refused.
        return bool(value == task.args.get(task.data["path"]))
    if "cond" in task.data:
        return holds(task.data["cond"], value)
    return bool(value == task.right)


def _set(session: Session, args: Mapping[str, Any]) -> tuple[bool, str]:
    task = session.task
    if passes(task, args):
        return True, "done"
    path = task.data["path"]
    if task.changed:
        return False, f"Error: {path} {args.get(path)!r} is not accepted any more"
    return False, filled(task.data["error"], task)


def _add(session: Session, args: Mapping[str, Any]) -> tuple[bool, str]:
    well = args.get(session.task.data["path"]) == session.task.data["right"]
    return well, "done" if well else filled(session.task.data["error"], session.task)


def _replace(session: Session, args: Mapping[str, Any]) -> tuple[bool, str]:
    data = session.task.data
    text = str(args.get(data["path"], ""))
    well = data["right"] in text and (data["old"] in data["right"] or data["old"] not in text)
    return well, "done" if well else filled(data["error"], session.task)


def _before(session: Session, _: Mapping[str, Any]) -> tuple[bool, str]:
    first = session.task.data["first"]
    well = (first["tool"], json.dumps(first["args"], sort_keys=True)) in session.done
    return well, "done" if well else filled(session.task.data["error"], session.task)


def _refresh(session: Session, args: Mapping[str, Any]) -> tuple[bool, str]:
    well = args.get(session.task.data["path"]) == f"e{session.task.now}"
    return well, "done" if well else filled(session.task.data["error"], session.task)


def _switch(session: Session, _: Mapping[str, Any]) -> tuple[bool, str]:
    return False, filled(session.task.data["error"], session.task)


def _random(session: Session, _: Mapping[str, Any]) -> tuple[bool, str]:
    well = session.calls > 1 or not session.task.unlucky
    return well, "done" if well else filled(session.task.data["error"], session.task)


def _guess(session: Session, args: Mapping[str, Any]) -> tuple[bool, str]:
    """A value that only this task knows; a wrong guess locks the tool until it is unlocked."""
    task = session.task
    if session.locked:
        return False, "Error: locked after a wrong guess, call unlock first"
    value = args.get(task.data["path"])
    if value == task.right:
        return True, "done"
    session.locked = value not in (None, task.args.get(task.data["path"]))
    return False, filled(task.data["error"], task)


def _never(session: Session, _: Mapping[str, Any]) -> tuple[bool, str]:
    return False, filled(session.task.data["error"], session.task)


_TRAPS: Mapping[str, Callable[[Session, Mapping[str, Any]], tuple[bool, str]]] = {
    "set": _set,
    "add": _add,
    "replace": _replace,
    "before": _before,
    "refresh": _refresh,
    "switch": _switch,
    "random_error": _random,
    "coin": _guess,
    "code": _guess,
    "never": _never,
}
