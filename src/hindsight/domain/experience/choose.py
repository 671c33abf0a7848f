"""Which experiences an agent is shown (X8): hard filter, rank, variety."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight.domain.experience.conditions import separating
from hindsight.domain.experience.lifecycle import utility
from hindsight.domain.experience.record import TRANSIENT_TTL_H, Experience
from hindsight.domain.policy import RankPolicy
from hindsight.domain.tools import same_place

_PARENT_MARKS = "/.:-"


DEFAULT_RANK = RankPolicy()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An experience with the similarity 0..1 of its situation to the one asked about; `proven`: it can be relied on."""

    experience: Experience
    similarity: float
    proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A chosen experience. `trial` marks a suspect one that is shown for want of a better."""

    experience: Experience
    score: float
    trial: bool = False
    proven: bool = True


def applicable(
    experience: Experience,
    tools: Collection[str] | None,
    task_type: str = "",
    stage: str = "",
) -> bool:
    """The hard filter. `tools` None: not known, not filtered; empty: the agent has none.

    Every tool the experience names must be at hand (canonical names, any shell serves every program); its task
    type must be absent, equal to the one asked for, or a parent of it (`data` of `data/csv` and `data-cleaning`);
    its stage, where the recorder stated one, equal. The state must be new or active, or suspect (a trial).
    """
    context = experience.context
    if experience.state not in ("new", "active", "suspect"):
        return False
    if tools is not None and not {same_place(tool) for tool in context.tools} <= {same_place(tool) for tool in tools}:
        return False
    if context.task_type and task_type and not _covers(context.task_type.casefold(), task_type.casefold()):
        return False
    return not (stage and context.stage_stated and context.stage != stage)


def score(candidate: Candidate, now: datetime, policy: RankPolicy = DEFAULT_RANK) -> float:
    """The rank of one candidate, about 0..1; advice that was ignored and proved right rises a little."""
    experience = candidate.experience
    age = _age_days(experience.last_seen or experience.first_seen, now)
    value: float = (
        policy.similarity * candidate.similarity
        + policy.concreteness * experience.concreteness
        + policy.utility * utility(experience.counters)
        + policy.recency * 0.5 ** (age / policy.half_life_days)
        + policy.ignored_bonus * min(experience.counters.recurred, policy.ignored_bonus_max)
    )
    if experience.polarity == "negative":
        value *= policy.negative_factor
    if experience.nature == "transient" and age * timedelta(days=1) > timedelta(hours=TRANSIENT_TTL_H):
        value *= policy.stale_transient_factor
    return value


def select(
    candidates: Iterable[Candidate],
    now: datetime,
    limit: int = 3,
    policy: RankPolicy = DEFAULT_RANK,
) -> tuple[Choice, ...]:
    """The few to show, positive ones first: one for each coarse key and condition, at most half of them negative.

    A suspect one is chosen only when nothing better exists, and then just one, marked as a trial.
    """
    if limit < 1:
        return ()
    ranked = sorted(
        (Choice(experience=item.experience, score=score(item, now, policy), proven=item.proven) for item in candidates),
        key=lambda choice: (-choice.score, choice.experience.id),
    )
    good = _one_a_key(choice for choice in ranked if choice.experience.state in ("new", "active"))
    chosen = _mixed(good, limit)
    if not chosen:
        trial = next((choice for choice in ranked if choice.experience.state == "suspect"), None)
        return (replace(trial, trial=True),) if trial else ()
    return tuple(sorted(chosen, key=lambda choice: choice.experience.polarity != "positive"))


def _one_a_key(choices: Iterable[Choice]) -> list[Choice]:
    """The best of each key, best first; what is proven stands before what somebody merely said, however well.

    What was only said is left out beside what a run came to, under whatever conditions that one stands.
    """
    best: dict[tuple[str, ...], Choice] = {}
    seen: set[str] = set()
    for choice in sorted(choices, key=lambda choice: (not choice.proven, not _ran(choice), -choice.score)):
        experience = choice.experience
        key = experience.coarse_key or experience.fingerprint or experience.id
        if _ran(choice):
            seen.add(key)
        elif key in seen:
            continue
        best.setdefault((key, *sorted(separating(experience.context.preconditions))), choice)
    return sorted(best.values(), key=lambda choice: -choice.score)


def _ran(choice: Choice) -> bool:
    """It comes from a run, or from a person, not from what an agent said."""
    experience = choice.experience
    return experience.kind == "human" or any(item.trajectory_id for item in experience.evidence)


def _mixed(ranked: list[Choice], limit: int) -> list[Choice]:
    """The head of the ranking, with negatives thinned until they are at most half; a lone negative may stand."""
    others = [choice for choice in ranked if choice.experience.polarity != "negative"]
    negatives = [choice for choice in ranked if choice.experience.polarity == "negative"]
    for size in range(min(limit, len(ranked)), 0, -1):
        allowed = max(size // 2, int(size == 1))
        wanted = sum(choice.experience.polarity == "negative" for choice in ranked[:size])
        minus = min(wanted, allowed)
        if len(others) >= size - minus:
            picked = [*others[: size - minus], *negatives[:minus]]
            return sorted(picked, key=lambda choice: -choice.score)
    return []


def _covers(parent: str, child: str) -> bool:
    return child == parent or (child.startswith(parent) and child[len(parent)] in _PARENT_MARKS)


def _age_days(seen: datetime | None, now: datetime) -> float:
    return 0.0 if seen is None else max((now - seen) / timedelta(days=1), 0.0)
