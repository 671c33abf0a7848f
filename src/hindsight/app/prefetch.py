"""prefetch: recall need not hold up the first token. Its answer joins this turn or the next (R14)."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from hindsight.domain.answer import Recall


class AsyncPrefetch:
    """An answer on its way."""

    def __init__(self, task: asyncio.Task[Recall]) -> None:
        self._task = task

    @property
    def ready(self) -> bool:
        """Whether :meth:`answer` returns at once."""
        return self._task.done()

    async def answer(self, timeout_s: float = 0.0) -> Recall | None:
        """The answer, waited for up to ``timeout_s`` seconds; None when it is not there yet: ask again next turn.

        Raises what the recall raised.
        """
        done, _ = await asyncio.wait([self._task], timeout=timeout_s)
        return self._task.result() if done else None


class Prefetch:
    """An answer on its way, synchronous."""

    def __init__(self, future: Future[Recall]) -> None:
        self._future = future

    @property
    def ready(self) -> bool:
        return self._future.done()

    def answer(self, timeout_s: float = 0.0) -> Recall | None:
        try:
            return self._future.result(timeout_s)
        except FutureTimeout:
            return None
