"""Embedders whose weights lie in an installed package and run in this process."""

from __future__ import annotations

import importlib.util
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from anyio import CapacityLimiter, create_task_group, to_thread
from anyio.lowlevel import RunVar

from hindsight.adapters.embed.fit import Purpose, interpolate, load_fit
from hindsight.adapters.embed.text import clean
from hindsight.domain.errors import ConfigError, HindsightError, Unavailable
from hindsight.domain.index import Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Encode: TypeAlias = "Callable[[Sequence[str], Purpose], NDArray[np.float32]]"
"""Texts to raw rows, blocking. Called from several threads unless ``LocalEmbedder.threads`` is 1."""

BATCH = 16
"""Texts a thread works on before others get a turn: about 0.3 s, so a question never waits long behind an import."""
BATCH_CHARS = 4_000
"""Characters that make a batch, however few texts: long ones cost as much as many short ones."""


def batches(texts: Sequence[str], most: int = BATCH) -> Iterator[Sequence[str]]:
    """``texts`` in order, in batches of up to ``most`` texts and about :data:`BATCH_CHARS` characters."""
    start = size = 0
    for end, text in enumerate(texts):
        if end - start == most or (end > start and size + len(text) > BATCH_CHARS):
            yield texts[start:end]
            start, size = end, 0
        size += len(text)
    if start < len(texts):
        yield texts[start:]


class LocalEmbedder(ABC):
    """Loads its model at first use, runs it in worker threads, centres and calibrates what comes out."""

    name: ClassVar[str]
    module: ClassVar[str]
    package: ClassVar[str]
    weights: ClassVar[str]
    size: ClassVar[int]
    longest: ClassVar[int]
    threads: ClassVar[int] = 1

    def __init__(self) -> None:
        if importlib.util.find_spec(self.module) is None:
            raise ConfigError(
                f"The embedder {self.name!r} needs the package {self.package!r}.", hint=f"pip install {self.package}"
            )
        self._fit = load_fit(self.name)
        self._encode: Encode | None = None
        self._loading = threading.Lock()
        self._limiter: RunVar[CapacityLimiter] = RunVar(f"embedder_{self.name}")

    @cached_property
    def model(self) -> str:
        return f"{self.name}-{version(self.package)}/{self.weights}/{self._fit.version}"

    @property
    def dimension(self) -> int:
        return self.size

    def similarity(self, cosine: float) -> float:
        return interpolate(self._fit.knots, cosine)

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """One vector a text; of an over-long text the first ``longest`` tokens count. All ``threads`` take part.

        No more batches than that wait for a thread at a time: a question need not wait until all of an import is done.
        """
        cut = [clean(text, self.longest) for text in texts]
        left = enumerate(batches(cut, max(1, min(BATCH, -(-len(cut) // self.threads)))))
        made: dict[int, list[Vector]] = {}
        failed: list[HindsightError] = []

        async def work_off() -> None:
            for number, batch in left:
                try:
                    work = partial(self._embed, batch, purpose)
                    made[number] = await to_thread.run_sync(work, limiter=self._at_once())
                except HindsightError as error:
                    failed.append(error)

        async with create_task_group() as group:
            for _ in range(self.threads):
                group.start_soon(work_off)
        if failed:
            raise failed[0]
        return tuple(vector for _, vectors in sorted(made.items()) for vector in vectors)

    async def aclose(self) -> None:
        self._encode = None

    @staticmethod
    @abstractmethod
    def load() -> Encode:
        """Load the weights: a few tenths of a second."""

    def _at_once(self) -> CapacityLimiter:
        """How many threads of this event loop the model may hold; the others wait in the loop."""
        limiter = self._limiter.get(None)
        if limiter is None:
            limiter = CapacityLimiter(self.threads)
            self._limiter.set(limiter)
        return limiter

    def _embed(self, texts: Sequence[str], purpose: Purpose) -> list[Vector]:
        with self._loading:
            if self._encode is None:
                self._encode = self._load()
            encode = self._encode
        rows = self._fit.centre(encode(texts, purpose), texts, purpose)
        return [row.tobytes() for row in rows]

    def _load(self) -> Encode:
        try:
            return self.load()
        except (ImportError, OSError, RuntimeError) as error:
            raise Unavailable(
                f"The embedder {self.name!r} does not load: {error}",
                hint="Reinstall it, or choose HINDSIGHT_EMBEDDER_URL=fuse: or none:.",
            ) from error
