from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

from hindsight.adapters.wrap.rest import SLOW_S, Rest
from hindsight.domain.index import Vector
from hindsight.ports.models import Embedder, LanguageModel


class RestedEmbedder:
    """A remote embedder that rests after it failed, see :class:`hindsight.adapters.wrap.rest.Rest`."""

    def __init__(
        self,
        inner: Embedder,
        *,
        rest_s: float,
        slow_s: float = SLOW_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._rest = Rest("The embedder", rest_s, slow_s=slow_s, monotonic=monotonic)

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    def similarity(self, cosine: float) -> float:
        return self._inner.similarity(cosine)

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "passage"]) -> tuple[Vector, ...]:
        async with self._rest.attempt():
            return await self._inner.embed(texts, purpose)

    async def aclose(self) -> None:
        await self._inner.aclose()


class RestedModel:
    """A remote language model that rests after it failed: meanwhile the rules work alone, without waiting for it."""

    def __init__(
        self,
        inner: LanguageModel,
        *,
        rest_s: float,
        slow_s: float = SLOW_S,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._rest = Rest("The language model", rest_s, slow_s=slow_s, monotonic=monotonic)

    @property
    def model(self) -> str:
        return self._inner.model

    async def complete(self, system: str, user: str, *, max_tokens: int, timeout_s: float) -> str:
        async with self._rest.attempt():
            return await self._inner.complete(system, user, max_tokens=max_tokens, timeout_s=timeout_s)

    async def aclose(self) -> None:
        await self._inner.aclose()
