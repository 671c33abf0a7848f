"""A task recorded step by step (X1)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from hindsight.domain.errors import InvalidInput
from hindsight.domain.trajectory import OUTCOMES, trajectory_from_dict
from hindsight.services.reflect import Recorded

if TYPE_CHECKING:
    from hindsight.app.learning import AsyncLearning
    from hindsight.services.consult import Consultation


class AsyncTask:
    """Steps of one task. Recorded and debriefed when it is finished, or when its block ends.

    A block that ends with an exception is a failure (cancelled: interrupted); without one the steps decide.
    """

    def __init__(
        self, space: AsyncLearning, *, goal: str, task_type: str, tools: tuple[str, ...], stage: str, id: str
    ) -> None:
        self._space = space
        self._head: dict[str, Any] = {"goal": goal, "task_type": task_type, "tools": tools, "stage": stage, "id": id}
        self._steps: list[dict[str, Any]] = []
        self._marks: list[str] = []
        self._shown: dict[str, None] = {}
        self.recorded: Recorded | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.recorded is None and self._steps:
            await self.finish(_outcome_of(error))

    async def experience(self, error: str | None = None, *, limit: int = 3) -> Consultation:
        """Advice for this task, with its own goal, type, stage and tools; ``error`` is the one it has right now.

        What was shown is remembered: when the task is finished, it is credited with how it went.
        """
        head = self._head
        found = await self._space.experience(
            head["goal"],
            task_type=head["task_type"],
            tools=head["tools"] or None,
            stage=head["stage"],
            error=error,
            limit=limit,
        )
        self._shown |= dict.fromkeys(advice.id for advice in found)
        return found

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
        """One call and what came back; ``error`` is the tool's own text. Raises InvalidInput after the end."""
        if self.recorded is not None:
            raise InvalidInput("This task is finished; start another one.")
        row = {
            "tool": tool,
            "args": args or {},
            "result": result,
            "error": error,
            "status": status,
            "exit_code": exit_code,
            "http_status": http_status,
            "thought": thought,
            "started_at": started_at,
            "duration_ms": duration_ms,
            "call_id": call_id,
            "actor": actor,
        }
        try:
            trajectory_from_dict({"goal": "", "steps": [row]})
        except ValueError as problem:
            raise InvalidInput(f"This is not a step: {problem}.") from None
        self._steps.append(row)

    def mark(self, text: str) -> None:
        """What the user said of the task: ``wrong`` or ``remember`` make it worth a debrief."""
        self._marks.append(text)

    async def finish(self, outcome: str | None = None, *, wait: bool = True) -> Recorded:
        """Record the task. ``outcome``: success, failure, partial, interrupted, or None: the steps decide."""
        if self.recorded is not None:
            return self.recorded
        if outcome is not None and outcome not in OUTCOMES:
            raise InvalidInput(f"outcome is one of {', '.join(sorted(OUTCOMES))}, not {outcome!r}.")
        run = {**self._head, "steps": self._steps, "outcome": outcome, "marks": self._marks}
        self.recorded = await self._space.record(run, shown=tuple(self._shown), wait=wait)
        return self.recorded


def _outcome_of(error: BaseException | None) -> str | None:
    if error is None:
        return None
    return "interrupted" if isinstance(error, KeyboardInterrupt | asyncio.CancelledError) else "failure"
