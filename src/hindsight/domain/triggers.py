"""When a run is worth reflecting on (X2). A plain question and answer never is."""

from collections.abc import Mapping
from dataclasses import dataclass

from hindsight.domain.debrief import Debrief
from hindsight.domain.tools import talks
from hindsight.domain.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Trigger:
    """Why a run is reflected on: the name of the rule and a sentence."""

    kind: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerPolicy:
    """Counts from which a run is reflected on: more than `steps`, more than `calls` (None: not counted by calls),
    `repeats` failures of one kind within the caller's window (7 days by default).
    """

    steps: int = 5
    calls: int | None = 3
    repeats: int = 3


PRESETS: Mapping[str, TriggerPolicy] = {
    "standard": TriggerPolicy(),
    "lean": TriggerPolicy(steps=8, calls=None),
}
COLD = TriggerPolicy(steps=1, calls=1, repeats=2)

_WRONG = frozenset({"wrong", "this is wrong", "bad", "错了", "不对", "有误"})
_REMEMBER = frozenset({"remember", "remember this", "pinned", "记住", "记下来"})


def should_reflect(
    trajectory: Trajectory,
    debrief: Debrief,
    *,
    cold: bool = False,
    preset: str = "standard",
    recent_failures: Mapping[str, int] | None = None,
) -> Trigger | None:
    """The first rule that fires, None when none does.

    Args:
        trajectory: the run.
        debrief: what the rules found in it.
        cold: the store holds few experiences yet: reflect more readily.
        preset: a name of `PRESETS`; an unknown one counts as "standard".
        recent_failures: earlier failures per coarse key (family|class) within the window.
    """
    mark = _mark(trajectory)
    if mark:
        return mark
    calls = [step for step in trajectory.steps if not step.is_remark and not talks(step.tool)]
    if not calls:
        return None
    policy = COLD if cold else PRESETS.get(preset, PRESETS["standard"])
    return (
        _outcome(debrief)
        or _findings(debrief)
        or _repeated(debrief, recent_failures or {}, policy.repeats)
        or _length(len(trajectory.steps), len(calls), policy)
    )


def _mark(trajectory: Trajectory) -> Trigger | None:
    for mark in trajectory.marks:
        said = mark.strip().lower()
        if said in _WRONG:
            return Trigger("user_wrong", "the user said that it was wrong")
        if said in _REMEMBER:
            return Trigger("user_remember", "the user asked to remember it")
    return None


def _outcome(debrief: Debrief) -> Trigger | None:
    if debrief.outcome in ("failure", "partial", "interrupted"):
        return Trigger(debrief.outcome, f"the task ended in {debrief.outcome}")
    return None


def _findings(debrief: Debrief) -> Trigger | None:
    human = next((item for item in debrief.experiences if item.kind == "human"), None)
    if human:
        return Trigger("user_correction", f"the user corrected step {human.steps[0][0]}")
    repaired = next((item for item in debrief.experiences if item.steps[1] is not None), None)
    if repaired:
        return Trigger("repair", f"step {repaired.steps[1]} repaired a failure ({repaired.kind})")
    if debrief.loops:
        loop = debrief.loops[0]
        return Trigger("loop", f"steps {loop.start} and on were repeated {loop.times} times")
    return None


def _repeated(debrief: Debrief, recent: Mapping[str, int], repeats: int) -> Trigger | None:
    counts = dict(recent)
    for failure in debrief.episode.failure_steps:
        key = f"{failure.tool}|{failure.cls}"
        counts[key] = counts.get(key, 0) + 1
        if counts[key] >= repeats:
            return Trigger("repeated_failure", f"{key} failed {counts[key]} times within the window")
    return None


def _length(steps: int, calls: int, policy: TriggerPolicy) -> Trigger | None:
    if steps > policy.steps:
        return Trigger("steps", f"{steps} steps are more than {policy.steps}")
    if policy.calls is not None and calls > policy.calls:
        return Trigger("calls", f"{calls} tool calls are more than {policy.calls}")
    return None
