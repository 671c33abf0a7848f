"""prefetch: recall need not hold up the first token. Its answer joins this turn or the next (R14)."""

from __future__ import annotations

import asyncio
import uuid
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from hindsight.app import inputs
from hindsight.domain.answer import Recall
from hindsight.domain.errors import NotFound

MOST_WAITING = 256
"""Answers that wait in one process to be fetched over the network; of more the oldest is dropped."""


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

        Raises what the recall raised, and InvalidInput.
        """
        done, _ = await asyncio.wait([self._task], timeout=inputs.seconds(timeout_s, "timeout_s"))
        return self._task.result() if done else None

    def drop(self) -> None:
        """Nobody will ask for it."""
        self._task.cancel()
        if self._task.done() and not self._task.cancelled():
            self._task.exception()


class Prefetch:
    """An answer on its way, synchronous."""

    def __init__(self, future: Future[Recall]) -> None:
        self._future = future

    @property
    def ready(self) -> bool:
        return self._future.done()

    def answer(self, timeout_s: float = 0.0) -> Recall | None:
        try:
            return self._future.result(inputs.seconds(timeout_s, "timeout_s"))
        except FutureTimeout:
            return None


class Prefetches:
    """Answers on their way for callers over the network, who name them by id. Each is handed out once.

    They live in one process and are lost with it: whoever does not find an answer asks again.
    """

    def __init__(self) -> None:
        self._coming: dict[tuple[str, str, str], AsyncPrefetch] = {}

    def start(self, tenant: str, space: str, coming: AsyncPrefetch) -> str:
        """Keep ``coming`` until it is fetched; returns its id."""
        id_ = uuid.uuid4().hex
        self._coming[tenant, space, id_] = coming
        while len(self._coming) > MOST_WAITING:
            self._coming.pop(next(iter(self._coming))).drop()
        return id_

    async def fetch(self, tenant: str, space: str, id_: str) -> Recall | None:
        """The answer; None when it is not there yet. NotFound when it was fetched, or is another process's."""
        coming = self._coming.get((tenant, space, id_))
        if coming is None:
            raise NotFound(
                f"There is no prefetch {id_!r} here.", hint="It was fetched, dropped or lost: ask the question again."
            )
        if not coming.ready:
            return None
        self._coming.pop((tenant, space, id_), None)
        return await coming.answer()

    def drop(self) -> None:
        """Drop all: the process ends."""
        for coming in self._coming.values():
            coming.drop()
        self._coming.clear()
