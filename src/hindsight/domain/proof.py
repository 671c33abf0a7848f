"""Whether a lesson can be relied on before it has failed: one success with another value may be luck."""

import re
from collections.abc import Collection

from hindsight.domain.debrief.status import ERROR, OK
from hindsight.domain.debrief.values import holds_one_case
from hindsight.domain.experience import Evidence, Experience, Op
from hindsight.domain.patterns import compiled
from hindsight.domain.policy import LifecyclePolicy

_DEFAULT = LifecyclePolicy()
_PARTS = ("part", "token", "prefix", "suffix")
_LUCK = compiled(
    r"(?<![a-z])(?:(?:is|are|was|already|been|currently) (?:taken|occupied|busy|full|booked|reserved|gone)|occupied"
    r"|sold out|fully booked|out of stock|exhausted|not free|insufficient (?:cpu|memory|capacity|resources|space|stock)"
    r"|no (?:free|capacity|vacancy|slots?|seats?|space left)|not enough"
    r"|(?:not found|no such \w{1,30}|missing|absent|not here) (?:on|in|at|for) th(?:is|at)|(?:try|pick) another"
    r"|overbooked|wrong (?:guess|attempt)|(?:attempts?|tries) (?:left|remaining)"
    r"|too many (?:failed|wrong|incorrect|attempts))(?![a-z])"
    r"|已满|满员|约满|占用|被占|拒单|拒接|售罄|无货|缺货|没有空|无空|不在(?:此|该|本|这)|换一个"
    r"|已被(?:预订|预约|占|抢|他人)|锁定|剩余.{0,4}次|次数过多|猜错|资源不足|余量不足",
    re.IGNORECASE | re.ASCII,
)
"""The error speaks of a choice that happens to be gone, or of guesses: another one is right the next time."""


def runs_of(experience: Experience) -> tuple[str, ...]:
    """The different runs that a lesson was seen in."""
    return tuple(dict.fromkeys(item.trajectory_id for item in experience.evidence if item.trajectory_id))


def literals(experience: Experience) -> tuple[Op, ...]:
    """The operations that put one literal value in place of another, or in."""
    return tuple(op for op in experience.adjustment.ops if op.op in ("set", "add") and op.rule in ("", "token"))


def of_one_case(experience: Experience) -> bool:
    """It puts a part in that belongs to one case (an account, an order): no advice before a second run did the same."""
    parts = (op for op in experience.adjustment.ops if op.rule in _PARTS or (op.op, op.rule) == ("set", "present"))
    return any(isinstance(op.new, str) and holds_one_case(op.new) for op in parts)


def proven(experience: Experience, policy: LifecyclePolicy = _DEFAULT) -> bool:
    """Whether the change that the lesson makes is known to be right for more than the case it was learnt in.

    A person said so, two runs bear it out, or the error itself spoke of what is changed; and neither the old way nor
    another one went well in a fourth as many runs. A change of kind (a unit, a type, a flag, a step before) is no
    matter of luck. A choice among what may be taken is, and so is what helped only after another tool had changed
    something meanwhile: two runs with the same one may be chance, four are not.
    """
    runs, worked = len(runs_of(experience)), experience.counters.ok_after
    seen = max(runs, worked)  # one run may be both
    if experience.counters.unneeded * policy.cases_for_one_against >= max(seen, 1):
        return False
    if experience.kind == "human":
        return True
    if of_one_case(experience):
        return runs + worked >= policy.confirming_runs
    told, tried, changed = _errors(experience), experience.counter_example.tried, literals(experience)
    if changed and (_LUCK.search(told) or _meddled(experience)):
        return seen >= policy.runs_of_luck or all(_named(told, (op.new,)) for op in changed)
    return runs + worked >= policy.confirming_runs or all(_explained(op, told, tried) for op in changed)


def _meddled(experience: Experience) -> bool:
    """In every run something else was changed between the failure and its cure."""
    return bool(experience.evidence) and all(_beside(item) for item in experience.evidence)


def _beside(evidence: Evidence) -> bool:
    own = {copy.tool for copy in evidence.excerpts if copy.step in evidence.steps}
    return bool(own) and any(copy.status == OK and copy.tool not in own for copy in evidence.excerpts)


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
