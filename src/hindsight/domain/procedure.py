"""A recorded path as a procedure (X13): its parameters are marked, and it can be played again with other values.

What the goal names (a file, a date, a number, a quoted text) is a parameter: `{{path}}` in the arguments, with the
value of the recording as its default.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hindsight.domain.experience import Experience, Op

CALL, PARAMETER = "call", "parameter"
_MOST = 12
_DEPTH = 8
_ANCHOR = re.compile(
    r"https?://[^\s，。；]{1,300}"
    r"|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,100}\.[A-Za-z]{2,10}"
    r"|(?:[\w.-]{1,80}/){1,12}[\w.-]{1,80}|[\w-]{1,80}\.[A-Za-z][A-Za-z0-9]{1,5}(?![A-Za-z0-9])"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}|(?<![A-Za-z0-9_.])[0-9]{2,18}(?:\.[0-9]{1,6})?(?![A-Za-z0-9_])"
    r"|[A-Za-z]{1,8}[-_]?[0-9]{3,18}"
    r"|\"([^\"\n]{2,100})\"|'([^'\n]{2,100})'|“([^”\n]{2,100})”|「([^」\n]{2,100})」|《([^》\n]{2,100})》"
)
_OF_ONE_TASK = re.compile(
    r"(?<![A-Za-z0-9])(?:#?[0-9]{3,40}|[A-Za-z]{1,40}(?:[-_#][A-Za-z0-9]{1,40}){0,4}[-_#][0-9]{3,40})(?![A-Za-z0-9])",
    re.ASCII,
)
_NAME = re.compile(r"[^A-Za-z0-9_]+")
_PLACE = re.compile(r"\{\{([A-Za-z0-9_]{1,60})\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One step to make: the tool by the name of the recording, and its arguments."""

    tool: str
    args: Mapping[str, Any]


def ops_of(calls: Sequence[tuple[str, Call]], goal: str) -> tuple[Op, ...]:
    """The operations that stand for a path: its parameters, then its calls in order (canonical name, call)."""
    names = _parameters([call for _, call in calls], goal)
    last = len(calls) - 1
    target = calls[last][0]
    return (
        *(
            Op(tool=target, op="set", path=name, new=_recorded(anchor, calls), rule=PARAMETER)
            for anchor, name in names.items()
        ),
        *(
            Op(
                tool=family,
                op="instead" if position == last else "before",
                new={"tool": call.tool, "args": _marked(dict(call.args), names)},
                rule=CALL,
            )
            for position, (family, call) in enumerate(calls)
        ),
    )


def situation(goal: str) -> str:
    """The goal without the names and numbers of the one task (`order-4711`, `2026`): the kind of task, to compare."""
    return " ".join(_OF_ONE_TASK.sub(" ", goal).split()) or goal


def parameters(experience: Experience) -> dict[str, Any]:
    """Name and default of each parameter of a procedure; empty for any other experience."""
    return {op.path: op.new for op in experience.adjustment.ops if op.rule == PARAMETER}


def replay(experience: Experience, values: Mapping[str, Any] | None = None) -> tuple[Call, ...]:
    """The calls of a procedure in order, with the given values in place of the recorded ones.

    Raises:
        ValueError: the experience is no procedure, or a value is for no parameter of it.
    """
    known = parameters(experience)
    unknown = set(values or {}) - set(known)
    if unknown:
        raise ValueError(f"no such parameter: {', '.join(sorted(unknown))}; there are: {', '.join(known) or 'none'}")
    calls = [op.new for op in experience.adjustment.ops if op.rule == CALL]
    if not calls:
        raise ValueError("this experience is no recorded path")
    given = {**known, **(values or {})}
    return tuple(Call(tool=str(call["tool"]), args=_filled(call["args"], given)) for call in calls)


def _parameters(calls: Sequence[Call], goal: str) -> dict[str, str]:
    """What the goal names and the calls use: value -> name, the longest first."""
    anchors = {next((group for group in found.groups() if group), found[0]) for found in _ANCHOR.finditer(goal[:2000])}
    names: dict[str, str] = {}
    for anchor in sorted(anchors, key=lambda text: (-len(text), text)):
        key = next((key for call in calls for key, leaf in _leaves(call.args) if str(leaf) == anchor), None)
        within = any(isinstance(leaf, str) and anchor in leaf for call in calls for _, leaf in _leaves(call.args))
        if key is None and not within:
            continue
        name = _NAME.sub("_", key or "value").strip("_") or "value"
        while name in names.values():
            head, _, number = name.rpartition("_")
            name = f"{head}_{int(number) + 1}" if head and number.isdigit() else f"{name}_2"
        names[anchor] = name
        if len(names) == _MOST:
            break
    return names


def _recorded(anchor: str, calls: Sequence[tuple[str, Call]]) -> Any:
    """The value as the recording has it: a number stays a number."""
    return next((leaf for _, call in calls for _, leaf in _leaves(call.args) if str(leaf) == anchor), anchor)


def _leaves(value: Any, key: str = "", depth: int = 0) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping) and depth < _DEPTH:
        return [leaf for name, item in value.items() for leaf in _leaves(item, str(name), depth + 1)]
    if isinstance(value, list) and depth < _DEPTH:
        return [leaf for item in value for leaf in _leaves(item, key, depth + 1)]
    return [(key, value)]


def _marked(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _marked(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [_marked(item, names) for item in value]
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    if str(value) in names:
        return f"{{{{{names[str(value)]}}}}}"
    if not isinstance(value, str):
        return value
    for anchor, name in names.items():
        value = value.replace(anchor, f"{{{{{name}}}}}")
    return value


def _filled(value: Any, given: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {key: _filled(item, given) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, given) for item in value]
    if not isinstance(value, str):
        return value
    whole = _PLACE.fullmatch(value)
    if whole and whole[1] in given:
        return given[whole[1]]
    return _PLACE.sub(lambda found: str(given.get(found[1], found[0])), value)
