"""The deterministic debrief (X6): one straight line from a trajectory to what can be learned from it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from typing import Any

from hindsight.domain import guard
from hindsight.domain.debrief.episode import Episode, outcome_of, tell
from hindsight.domain.debrief.errors import ErrorRecord, Seen, record, see
from hindsight.domain.debrief.lessons import Telling, human_lesson, loop_lesson, path_lesson, repair_lesson
from hindsight.domain.debrief.loops import Loop, find_loops
from hindsight.domain.debrief.minimal_path import minimal_path
from hindsight.domain.debrief.privacy import Redact
from hindsight.domain.debrief.remarks import corrections, goal_unclear
from hindsight.domain.debrief.repairs import Repair, find_repairs
from hindsight.domain.debrief.status import ERROR
from hindsight.domain.debrief.wording import language
from hindsight.domain.experience.record import Experience
from hindsight.domain.trajectory import Trajectory, trajectory_from_dict


@dataclass(frozen=True, slots=True, kw_only=True)
class Debrief:
    """What a run teaches.

    `experiences` are the lessons of its failures and of the user's corrections; `loop_lessons` and `procedure` are
    further ones. `lessons` is all of them. A run with an unclear goal has none (see `episode.unclear_goal`).
    """

    statuses: tuple[str, ...]
    errors: tuple[ErrorRecord, ...]
    experiences: tuple[Experience, ...]
    loops: tuple[Loop, ...]
    minimal_path: tuple[int, ...] | None
    outcome: str
    episode: Episode
    loop_lessons: tuple[Experience, ...] = ()
    procedure: Experience | None = None

    @property
    def lessons(self) -> tuple[Experience, ...]:
        return (*self.experiences, *self.loop_lessons, *((self.procedure,) if self.procedure else ()))

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the statuses, errors, experiences in brief, loops, minimal path and outcome."""
        return {
            "statuses": list(self.statuses),
            "errors": [list(item) for item in self.errors],
            "experiences": [brief(item) for item in self.experiences],
            "loops": [asdict(loop) for loop in self.loops],
            "minimal_path": None if self.minimal_path is None else list(self.minimal_path),
            "outcome": self.outcome,
        }


def debrief(trajectory: Trajectory | Mapping[str, Any], *, redact: Redact | None = None) -> Debrief:
    """Find failed steps, their repairs, loops and the shortest path, without a model.

    Args:
        trajectory: a Trajectory, or the shape that `trajectory_from_dict` reads.
        redact: applied to every text that is kept; by default the project's guard.

    Raises:
        ValueError: the data is no trajectory.
    """
    run = trajectory if isinstance(trajectory, Trajectory) else trajectory_from_dict(trajectory)
    seen = tuple(see(step) for step in run.steps)
    repairs = find_repairs(seen, run.goal)
    loops = find_loops(seen)
    outcome = outcome_of(run.outcome, seen, repairs)
    path = minimal_path(seen, run.goal) if outcome == "success" else None
    # A step is told as failure, repair, path and evidence: its texts pass the redactor once.
    told = Telling(run, language(run.goal), cache(redact or _guarded), _ended(run))
    unclear = goal_unclear(run, seen, outcome)
    walked = None if path is None else [item for item in seen if item.i in set(path)]
    experiences = () if unclear else _experiences(seen, repairs, told)
    return Debrief(
        statuses=tuple(item.status for item in seen),
        errors=tuple(_clean(record(item), told.redact) for item in seen if item.status == ERROR),
        experiences=experiences,
        loops=loops,
        minimal_path=path,
        outcome=outcome,
        episode=tell(
            told, seen, repairs=repairs, experiences=experiences, path=walked, outcome=outcome, unclear=unclear
        ),
        loop_lessons=() if unclear else _loop_lessons(loops, seen, told),
        procedure=path_lesson(walked, told) if walked else None,
    )


def brief(experience: Experience) -> dict[str, Any]:
    """An experience in the flat shape that people read and harnesses compare."""
    failed, repaired_by = experience.steps
    return {
        "context": {
            "tools": list(experience.context.tools),
            "task_type": experience.context.task_type,
            "failure_type": experience.context.failure_type,
        },
        "decision_point": experience.decision_point,
        "adjustment": experience.adjustment.text,
        "counter_example": experience.counter_example.text,
        "polarity": experience.polarity,
        "nature": experience.nature,
        "kind": experience.kind,
        "steps": [list(failed), repaired_by],
        "fingerprint": experience.fingerprint,
        "concreteness": experience.concreteness,
        "ttl_h": experience.ttl_h,
        "layer": experience.layer,
    }


def _experiences(seen: Sequence[Seen], repairs: Sequence[Repair], told: Telling) -> tuple[Experience, ...]:
    human = tuple(human_lesson(item.wrong, item.right, item.words, told) for item in corrections(seen))
    return (*(repair_lesson(repair, told) for repair in repairs), *human)


def _loop_lessons(loops: Sequence[Loop], seen: Sequence[Seen], told: Telling) -> tuple[Experience, ...]:
    return tuple(
        loop_lesson(loop, seen[loop.start : loop.start + loop.period * loop.times], told)
        for loop in loops
        if loop.same_result
    )


def _clean(error: ErrorRecord, redact: Redact) -> ErrorRecord:
    return error._replace(template=redact(error.template))


def _ended(run: Trajectory) -> datetime | None:
    last_step = next((step.started_at for step in reversed(run.steps) if step.started_at), None)
    return run.ended_at or last_step or run.started_at


def _guarded(text: str) -> str:
    return guard.redact(text)[0] if text else text
