"""What a later run says about an experience (X9): was it followed, and did the failure come back."""

import json
from collections.abc import Sequence
from typing import Any

from hindsight.domain.debrief.diff import words
from hindsight.domain.debrief.errors import Seen, fine_key, see
from hindsight.domain.debrief.generalise import follows
from hindsight.domain.debrief.lessons import LOOP_CLASS
from hindsight.domain.debrief.loops import find_loops
from hindsight.domain.debrief.status import OK
from hindsight.domain.experience import Experience, Op, Outcome
from hindsight.domain.procedure import PARAMETER
from hindsight.domain.tools import command_of, is_shell
from hindsight.domain.trajectory import Trajectory

_ELSEWHERE = frozenset({"before", "refresh"})


def credit(experience: Experience, trajectory: Trajectory) -> Outcome:
    """Applied: some call satisfies every operation. Recurred: a failure with its fingerprint (or coarse key).

    An experience without operations cannot be seen to be applied; a loop recurs when the same calls loop again.
    """
    seen = tuple(see(step) for step in trajectory.steps)
    return Outcome(applied=applied(experience, seen), recurred=recurred(experience, seen))


def applied(experience: Experience, seen: Sequence[Seen]) -> bool:
    ops = tuple(op for op in experience.adjustment.ops if op.rule != PARAMETER)
    target = next((op.tool for op in reversed(ops) if op.op not in _ELSEWHERE), experience.tool)
    return bool(ops) and any(
        item.family == target and all(_satisfied(op, item, at, seen) for op in ops) for at, item in enumerate(seen)
    )


def recurred(experience: Experience, seen: Sequence[Seen]) -> bool:
    if experience.kind == "loop":
        keys = {fine_key(seen[loop.start].family, LOOP_CLASS, "") for loop in find_loops(seen) if loop.same_result}
        return experience.fingerprint in keys
    if experience.fingerprint:
        return any(item.failed and item.fingerprint == experience.fingerprint for item in seen)
    return bool(experience.coarse_key) and any(
        item.failed and item.coarse_key == experience.coarse_key for item in seen
    )


def _satisfied(op: Op, item: Seen, at: int, seen: Sequence[Seen]) -> bool:
    match op.op:
        case "set" | "add":
            return _word_set(op, item) if op.rule == "token" else _value_set(op, item)
        case "del":
            return not _has_words(op.old, item) if op.rule == "token" else op.path not in item.flat
        case "line+":
            return str(op.new).strip() in _lines(item.flat.get(op.path))
        case "line-":
            return str(op.old).strip() not in _lines(item.flat.get(op.path))
        case "before":
            return any(earlier.family == op.tool and earlier.status == OK for earlier in seen[:at])
        case "refresh":
            return _refreshed(op, item, at, seen)
        case "retry":
            return any(
                earlier.failed and earlier.family == item.family and earlier.flat == item.flat for earlier in seen[:at]
            )
        case "instead":
            return item.family == op.tool
        case _:
            return False


def _value_set(op: Op, item: Seen) -> bool:
    if op.path not in item.flat:
        return False
    value = item.flat[op.path]
    if op.rule == "part":
        return isinstance(value, str) and str(op.new) in value and not (op.old and str(op.old) in value)
    return bool(value == _plain(op.new)) or follows(op.rule, value, op.old)


def _word_set(op: Op, item: Seen) -> bool:
    return _has_words(op.new, item) and not (op.old is not None and _has_words(op.old, item))


def _has_words(value: Any, item: Seen) -> bool:
    """The words stand in the command, next to each other."""
    command = words(command_of(item.step.args) if is_shell(item.family) else str(item.flat))
    wanted = str(value).split()
    return any(command[at : at + len(wanted)] == wanted for at in range(len(command) - len(wanted) + 1))


def _lines(value: Any) -> set[str]:
    return {line.strip() for line in value.splitlines()} if isinstance(value, str) else set()


def _refreshed(op: Op, item: Seen, at: int, seen: Sequence[Seen]) -> bool:
    """The value came out of a call of the named tool made after the last use of this one."""
    last_use = next((k for k in range(at - 1, -1, -1) if seen[k].family == item.family), -1)
    value = item.flat.get(op.path)
    if value is None:
        return False
    values = words(value) if op.rule == "token" and isinstance(value, str) else [str(value)]
    results = [step.step.result or "" for step in seen[last_use + 1 : at] if step.family == op.tool]
    return any(single in result for single in values if len(single) > 1 for result in results)


def _plain(value: Any) -> Any:
    """A list or object as JSON gives it back."""
    return json.loads(json.dumps(value)) if isinstance(value, list | dict | tuple) else value
