"""Outcome feedback without an LLM (X9): what a later run says about an experience that was shown to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight.domain.experience.record import Counters, Experience
from hindsight.domain.policy import LifecyclePolicy


@dataclass(frozen=True, slots=True)
class Outcome:
    """`applied`: the advice was followed. `recurred`: the failure it is about came back."""

    applied: bool
    recurred: bool


DEFAULT_POLICY = LifecyclePolicy()

# (applied, recurred) -> counters that grow; ok_after is withheld unless the task succeeded.
_CREDIT: Mapping[tuple[bool, bool], tuple[str, ...]] = {
    (True, False): ("applied", "ok_after"),
    (True, True): ("applied", "fail_after"),
    (False, False): ("shown",),
    (False, True): ("shown", "recurred"),
}


def utility(counters: Counters) -> float:
    """(successes + 1) / (uses + 2): the expected success of the next use, 0..1."""
    return (counters.ok_after + 1) / (counters.applied + 2)


def count(counters: Counters, outcome: Outcome, task_outcome: str | None) -> Counters:
    """The counters after one run. An applied advice in a run that failed of another cause counts as used only."""
    grown = _CREDIT[outcome.applied, outcome.recurred]
    if task_outcome != "success":
        grown = tuple(name for name in grown if name != "ok_after")
    streak = counters.streak
    if "ok_after" in grown:
        streak = max(streak, 0) + 1
    elif "fail_after" in grown:
        streak = min(streak, 0) - 1
    return replace(counters, streak=streak, **{name: getattr(counters, name) + 1 for name in grown})


def advance(
    state: str,
    counters: Counters,
    *,
    marked_wrong: bool = False,
    pinned: bool = False,
    idle_days: float = 0.0,
    policy: LifecyclePolicy = DEFAULT_POLICY,
) -> str:
    """The state that follows from the record.

    new -> active -> suspect -> archived, suspect -> active again after `recover_after_ok` further successes.
    A user's "wrong" makes it suspect at once; what is pinned is never archived by rule; quarantine is left alone.
    """
    if state in ("quarantined", "archived"):
        return state
    if marked_wrong:
        state = "suspect"
    elif state in ("new", "active"):
        if counters.fail_after >= 1 and counters.streak < 0:
            state = "suspect"
        elif counters.ok_after >= 1:
            state = "active"
    elif counters.streak >= policy.recover_after_ok:
        state = "active"
    used_up = counters.applied >= policy.archive_after_applied and utility(counters) < policy.archive_below_utility
    idle = idle_days >= policy.idle_days
    return "archived" if not pinned and (idle or (state == "suspect" and used_up)) else state


def credited(
    experience: Experience,
    outcome: Outcome,
    *,
    task_outcome: str | None,
    now: datetime,
    policy: LifecyclePolicy = DEFAULT_POLICY,
) -> Experience:
    """The experience after one run in which it was shown; what it says stays as it is."""
    counters = count(experience.counters, outcome, task_outcome)
    return replace(
        experience,
        counters=counters,
        state=advance(experience.state, counters, pinned=experience.pinned, policy=policy),
        last_seen=now if outcome.recurred else experience.last_seen,
    )
