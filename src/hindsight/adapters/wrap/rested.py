from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

import anyio

from hindsight.domain.errors import Unavailable
from hindsight.domain.index import Vector
from hindsight.ports.models import Embedder

SLOW_S = 2.0


class RestedEmbedder:
    """A remote embedder that is left alone for ``rest_s`` after it failed, so that a dead endpoint delays one caller.

    Meanwhile every call raises Unavailable at once. A call that its caller gave up after ``slow_s`` is a failure too.
    """

    def __init__(
        self,
        inner: Embedder,
        *,
        rest_s: float,
        slow_s: float = SLOW_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._rest_s = rest_s
        self._slow_s = slow_s
        self._monotonic = monotonic
        self._resting_until = 0.0
        self._reason = ""

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    def similarity(self, cosine: float) -> float:
        return self._inner.similarity(cosine)

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "passage"]) -> tuple[Vector, ...]:
        begun = self._monotonic()
        if begun < self._resting_until:
            raise Unavailable(self._reason, hint=f"It is asked again in {self._resting_until - begun:.0f} s.")
        try:
            return await self._inner.embed(texts, purpose)
        except Unavailable as error:
            self._rest(error.message)
            raise
        except anyio.get_cancelled_exc_class():
            if self._monotonic() - begun >= self._slow_s:
                self._rest("The embedder does not answer in time.")
            raise

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _rest(self, reason: str) -> None:
        self._reason = reason
        self._resting_until = self._monotonic() + self._rest_s
