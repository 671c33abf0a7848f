"""The synchronous facade of what a space does with experience, and of a task that is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from hindsight.app.recording import AsyncTask
from hindsight.domain.memory import Memory
from hindsight.domain.trajectory import Trajectory
from hindsight.services.consult import Consultation
from hindsight.services.learn import Learnt
from hindsight.services.patterns import FailurePattern
from hindsight.services.reflect import Recorded
from hindsight.services.resume import Procedure, Unfinished

if TYPE_CHECKING:
    from hindsight.app.space import AsyncSpace
    from hindsight.app.sync import Hindsight


class Learning:
    """See :class:`hindsight.app.learning.AsyncLearning` for what each method does."""

    _hindsight: Hindsight
    _async: AsyncSpace

    def task(
        self,
        goal: str,
        *,
        task_type: str | None = None,
        tools: Iterable[str] = (),
        stage: str | None = None,
        id: str | None = None,
    ) -> Task:
        return Task(self._hindsight, self._async.task(goal, task_type=task_type, tools=tools, stage=stage, id=id))

    def record(
        self, trajectory: Trajectory | Mapping[str, Any], *, shown: Iterable[str] = (), wait: bool = True
    ) -> Recorded:
        return self._hindsight.run(self._async.record, trajectory, shown=shown, wait=wait)

    def experience(
        self,
        task: str,
        *,
        task_type: str | None = None,
        tools: Iterable[str] | None = None,
        stage: str | None = None,
        error: str | None = None,
        limit: int = 3,
        include_archived: bool = False,
        include_untrusted: bool = False,
        action: bool = False,
    ) -> Consultation:
        return self._hindsight.run(
            self._async.experience,
            task,
            task_type=task_type,
            tools=tools,
            stage=stage,
            error=error,
            limit=limit,
            include_archived=include_archived,
            include_untrusted=include_untrusted,
            action=action,
        )

    def feedback(
        self, ids: str | Iterable[str], *, used: bool, outcome: str | None = None, note: str | None = None
    ) -> tuple[Memory, ...]:
        return self._hindsight.run(self._async.feedback, ids, used=used, outcome=outcome, note=note)

    def learn(
        self,
        situation: str,
        adjustment: str,
        *,
        tools: Iterable[str] = (),
        counter_example: str | None = None,
        error: str | None = None,
        ops: Iterable[Mapping[str, Any]] = (),
        task_type: str | None = None,
        stage: str | None = None,
        polarity: str = "positive",
        source: str = "agent",
    ) -> Learnt:
        return self._hindsight.run(
            self._async.learn,
            situation,
            adjustment,
            tools=tools,
            counter_example=counter_example,
            error=error,
            ops=ops,
            task_type=task_type,
            stage=stage,
            polarity=polarity,
            source=source,
        )

    def failure_patterns(self, *, limit: int = 20, since: datetime | str | None = None) -> tuple[FailurePattern, ...]:
        return self._hindsight.run(self._async.failure_patterns, limit=limit, since=since)

    def unfinished(self, *, limit: int = 5) -> tuple[Unfinished, ...]:
        return self._hindsight.run(self._async.unfinished, limit=limit)

    def procedure(self, id: str, values: Mapping[str, Any] | None = None) -> Procedure:
        return self._hindsight.run(self._async.procedure, id, values)

    def load_starter(self) -> int:
        return self._hindsight.run(self._async.load_starter)


class Task:
    """Steps of one task, synchronous: see :class:`hindsight.app.recording.AsyncTask`."""

    def __init__(self, hindsight: Hindsight, task: AsyncTask) -> None:
        self._hindsight = hindsight
        self._async = task

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hindsight.run(self._async.__aexit__, kind, error, trace)

    @property
    def recorded(self) -> Recorded | None:
        return self._async.recorded

    def experience(self, error: str | None = None, *, limit: int = 3) -> Consultation:
        return self._hindsight.run(self._async.experience, error, limit=limit)

    def step(
        self,
        tool: str,
        args: Mapping[str, Any] | str | None = None,
        result: Any = None,
        error: str | None = None,
        *,
        status: str | None = None,
        exit_code: int | None = None,
        http_status: int | None = None,
        thought: str | None = None,
        started_at: datetime | str | None = None,
        duration_ms: float | None = None,
        call_id: str | None = None,
        actor: str = "agent",
    ) -> None:
        self._async.step(
            tool,
            args,
            result,
            error,
            status=status,
            exit_code=exit_code,
            http_status=http_status,
            thought=thought,
            started_at=started_at,
            duration_ms=duration_ms,
            call_id=call_id,
            actor=actor,
        )

    def mark(self, text: str) -> None:
        self._async.mark(text)

    def finish(self, outcome: str | None = None, *, wait: bool = True) -> Recorded:
        return self._hindsight.run(self._async.finish, outcome, wait=wait)
