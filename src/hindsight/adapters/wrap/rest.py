from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio

from hindsight.domain.errors import Unavailable

SLOW_S = 2.0


class Rest:
    """Leaves a remote model alone for ``rest_s`` after it failed, so that a dead endpoint delays one caller.

    Meanwhile every attempt raises Unavailable at once. An attempt that its caller gave up after ``slow_s`` failed too.
    """

    def __init__(
        self,
        what: str,
        rest_s: float,
        *,
        slow_s: float = SLOW_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what = what
        self._rest_s = rest_s
        self._slow_s = slow_s
        self._monotonic = monotonic
        self._until = 0.0
        self._reason = ""

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """Around one call of the model."""
        begun = self._monotonic()
        if begun < self._until:
            raise Unavailable(self._reason, hint=f"It is asked again in {self._until - begun:.0f} s.")
        try:
            yield
        except Unavailable as error:
            self._begin(error.message)
            raise
        except anyio.get_cancelled_exc_class():
            if self._monotonic() - begun >= self._slow_s:
                self._begin(f"{self._what} does not answer in time.")
            raise

    def _begin(self, reason: str) -> None:
        self._reason = reason
        self._until = self._monotonic() + self._rest_s
