"""The debrief as one episode (X3), told differently for success, failure and interruption."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hindsight.domain.debrief.errors import NO_RESULT, Seen
from hindsight.domain.debrief.lessons import Telling
from hindsight.domain.debrief.repairs import Repair
from hindsight.domain.debrief.status import ERROR, NEGATIVE, OK
from hindsight.domain.debrief.wording import Language, show
from hindsight.domain.experience.record import Experience
from hindsight.domain.tools import changes, probes, talks

_SHOWN = 3
_TOLD = 12
_BATCH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureStep:
    """A failed step with its cause; `repaired_by` is the step that made it good."""

    step: int
    tool: str
    cause: str
    cls: str
    nature: str
    fingerprint: str
    repaired_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """Where an interrupted run can go on: the calls that changed something, the last good step, the open call."""

    last_good_step: int | None
    done: tuple[str, ...]
    pending: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """`failure_type` is transient, permanent, mixed or unknown, "" without a failure; `confidence` 0..1."""

    task_goal: str
    task_type: str
    outcome: str
    tools_used: tuple[str, ...]
    success_steps: tuple[int, ...]
    failure_steps: tuple[FailureStep, ...]
    final_result: str
    failure_type: str
    insight: str
    confidence: float
    excluded: tuple[str, ...] = ()
    resume: Resumption | None = None
    unclear_goal: bool = False

    def summary(self) -> str:
        """One line: the goal, how it ended, and what it teaches."""
        return ": ".join(part for part in (f"{self.task_goal} [{self.outcome}]".strip(), self.insight) if part)

    def text(self) -> str:
        """The whole debrief as a text: goal, outcome, tools, failures with their causes, result, insight."""
        failed = [
            f"step {item.step} {item.tool} failed ({item.nature}): {item.cause}"
            + ("" if item.repaired_by is None else f"; repaired by step {item.repaired_by}")
            for item in self.failure_steps[:_TOLD]
        ]
        more = len(self.failure_steps) - len(failed)
        lines = [
            f"{self.task_goal} [{self.outcome}]".strip(),
            f"tools: {', '.join(self.tools_used)}" if self.tools_used else "",
            *failed,
            f"{more} more failed steps" if more > 0 else "",
            f"result: {self.final_result}" if self.final_result else "",
            f"insight: {self.insight}" if self.insight else "",
        ]
        return "\n".join(line for line in lines if line)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        data: dict[str, Any] = json.loads(json.dumps(asdict(self), ensure_ascii=False))
        return data


def outcome_of(stated: str | None, seen: Sequence[Seen], repairs: Sequence[Repair]) -> str:
    """The stated outcome, else what the end shows.

    A missing last result is an interruption; a batch of which some items stayed undone is partial; otherwise the
    last call decides.
    """
    if stated:
        return stated
    calls = [item for item in seen if not item.step.is_remark]
    if not calls or calls[-1].cls == NO_RESULT:
        return "interrupted"
    if any(_undone_item(repair, calls) for repair in repairs):
        return "partial"
    return "failure" if calls[-1].status == ERROR else "success"


def tell(
    told: Telling,
    seen: Sequence[Seen],
    *,
    repairs: Sequence[Repair],
    experiences: Sequence[Experience],
    path: Sequence[Seen] | None,
    outcome: str,
    unclear: bool,
) -> Episode:
    """The episode of a run whose parts are known."""
    calls = [item for item in seen if not item.step.is_remark]
    failures = _failures(calls, repairs, told)
    open_ones = [repair for repair in repairs if repair.by is None]
    excluded = tuple(told.call(repair.last) for repair in open_ones)[:8] if outcome != "success" else ()
    resume = _resumption(calls, told) if outcome == "interrupted" else None
    final = next((item.step.text for item in reversed(calls) if item.step.text), "")
    return Episode(
        task_goal=told.redact(told.trajectory.goal),
        task_type=told.trajectory.task_type,
        outcome=outcome,
        tools_used=tuple(dict.fromkeys(item.family for item in calls)),
        success_steps=tuple(item.i for item in calls if item.status in (OK, NEGATIVE)),
        failure_steps=failures,
        final_result=told.redact(show(final, 500)),
        failure_type=_failure_type(repairs),
        insight=_insight(
            told.lang,
            outcome=outcome,
            experiences=experiences,
            failures=failures,
            excluded=excluded,
            resume=resume,
            path=path,
            unclear=unclear,
        ),
        confidence=_confidence(told.trajectory.outcome, calls),
        excluded=excluded,
        resume=resume,
        unclear_goal=unclear,
    )


def _undone_item(repair: Repair, calls: Sequence[Seen]) -> bool:
    """The failure of one item of a batch: at least two other calls of the tool, with other arguments, went well."""
    if repair.by is not None or probes(repair.last.family) or talks(repair.last.family):
        return False
    same = [item for item in calls if item.family == repair.last.family]
    good = {str(item.flat) for item in same if item.status == OK}
    return len(same) >= _BATCH and len(good) >= _BATCH - 1


def _failures(calls: Sequence[Seen], repairs: Sequence[Repair], told: Telling) -> tuple[FailureStep, ...]:
    repaired = {item.i: repair for repair in repairs for item in repair.failed}
    return tuple(
        FailureStep(
            step=item.i,
            tool=item.family,
            cause=told.redact(item.template) or item.cls,
            cls=item.cls,
            nature=repaired[item.i].nature if item.i in repaired else item.nature,
            fingerprint=item.fingerprint,
            repaired_by=by.i if item.i in repaired and (by := repaired[item.i].by) else None,
        )
        for item in calls
        if item.status == ERROR
    )


def _failure_type(repairs: Sequence[Repair]) -> str:
    """The nature of what stayed open, else of everything that failed."""
    natures = {repair.nature for repair in repairs if repair.by is None} or {repair.nature for repair in repairs}
    if len(natures) > 1:
        natures.discard("unknown")
    return next(iter(natures)) if len(natures) == 1 else "mixed" if natures else ""


def _resumption(calls: Sequence[Seen], told: Telling) -> Resumption:
    good = [item for item in calls if item.status in (OK, NEGATIVE)]
    last_good = good[-1].i if good else None
    pending = next((item for item in calls if item.failed and (last_good is None or item.i > last_good)), None)
    return Resumption(
        last_good_step=last_good,
        done=tuple(told.call(item) for item in good if changes(item.family))[-8:],
        pending=told.call(pending) if pending else "",
    )


def _confidence(stated: str | None, calls: Sequence[Seen]) -> float:
    """0.9 for a stated outcome, 0.7 for an inferred one; less where results are missing."""
    lost = any(item.cls == NO_RESULT for item in calls)
    return (0.9 if stated else 0.7) - (0.2 if lost else 0.0)


def _insight(
    lang: Language,
    *,
    outcome: str,
    experiences: Sequence[Experience],
    failures: Sequence[FailureStep],
    excluded: Sequence[str],
    resume: Resumption | None,
    path: Sequence[Seen] | None,
    unclear: bool,
) -> str:
    zh = lang == "zh"
    if unclear:
        return (
            "目标本身不明确，不从中得出经验；先确认要什么"
            if zh
            else "the goal was unclear, so no experience is drawn from it: ask what is wanted first"
        )
    parts = [item.adjustment.text for item in experiences if item.adjustment.text and item.polarity != "negative"][
        :_SHOWN
    ]
    if outcome == "interrupted" and resume:
        after = "-" if resume.last_good_step is None else str(resume.last_good_step)
        parts.insert(
            0, f"从第 {after} 步之后继续：{resume.pending}" if zh else f"resume after step {after}: {resume.pending}"
        )
    elif outcome in ("failure", "partial"):
        causes = dict.fromkeys(f"{item.tool}: {item.cause}" for item in failures if item.repaired_by is None)
        parts += [f"失败原因：{cause}" if zh else f"cause: {cause}" for cause in list(causes)[:_SHOWN]]
        parts += [f"行不通：{call}" if zh else f"does not work: {call}" for call in list(excluded)[:_SHOWN]]
    elif not parts and path:
        names = " → ".join(item.family for item in path)
        parts.append(f"有效步骤：{names}" if zh else f"steps that worked: {names}")
    return ("；" if zh else "; ").join(parts)
