"""Whether a lesson can be relied on before it has failed: one success with another value may be luck."""

from collections.abc import Collection

from hindsight.domain.debrief.status import ERROR
from hindsight.domain.experience import Experience, Op

_RUNS = 2
_CASES_FOR_ONE_AGAINST = 2


def runs_of(experience: Experience) -> tuple[str, ...]:
    """The different runs that a lesson was seen in."""
    return tuple(dict.fromkeys(item.trajectory_id for item in experience.evidence if item.trajectory_id))


def literals(experience: Experience) -> tuple[Op, ...]:
    """The operations that put one literal value in place of another, or in."""
    return tuple(op for op in experience.adjustment.ops if op.op in ("set", "add") and op.rule in ("", "token"))


def proven(experience: Experience) -> bool:
    """Whether the change that the lesson makes is known to be right for more than the case it was learnt in.

    A person said so, two runs bear it out, or the error itself spoke of what is changed; and the old way did not go
    well in half as many runs. A change of kind (a unit, a type, a flag, a step before) is no matter of luck.
    """
    support = len(runs_of(experience)) + experience.counters.ok_after
    if experience.counters.unneeded * _CASES_FOR_ONE_AGAINST >= max(support, 1):
        return False
    if experience.kind == "human" or support >= _RUNS:
        return True
    told, tried = _errors(experience), experience.counter_example.tried
    return all(_explained(op, told, tried) for op in literals(experience))


def _errors(experience: Experience) -> str:
    copies = [copy.text for item in experience.evidence for copy in item.excerpts if copy.status == ERROR]
    return "\n".join(copies or [experience.counter_example.text]).casefold()


def _explained(op: Op, told: str, tried: Collection[str]) -> bool:
    """The error names what is wrong or what is right, or the change is one of kind."""
    if op.op == "add":
        return op.rule == "token" or _named(told, (op.path.rsplit(".", 1)[-1], op.new))
    if op.rule == "token":
        return str(op.old).startswith("-") or str(op.new).startswith("-") or _named(told, (op.old, op.new))
    return type(op.old) is not type(op.new) or _named(told, (op.old, op.new, *tried))


def _named(told: str, values: Collection[object]) -> bool:
    words = (str(value).casefold() for value in values if value not in (None, ""))
    return any(_stands(told, word) for word in words)


def _stands(told: str, word: str) -> bool:
    """The word stands in the text, not as a part of another one."""
    start = told.find(word)
    while start >= 0:
        before, after = told[start - 1 : start], told[start + len(word) : start + len(word) + 1]
        if not (_wordy(before) and _wordy(word[0])) and not (_wordy(after) and _wordy(word[-1])):
            return True
        start = told.find(word, start + 1)
    return False


def _wordy(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
