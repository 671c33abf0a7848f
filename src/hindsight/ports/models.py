"""Models: text to vectors, text to text. All optional but for one embedder or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from hindsight.domain.index import Vector
from hindsight.domain.memory import Memory


class Embedder(Protocol):
    """Turns text into unit vectors. ``model`` names weights and centring; it is stored with every vector."""

    @property
    def model(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "passage"]) -> tuple[Vector, ...]:
        """One vector a text. An over-long text is cut by the model, never fails its batch. Unavailable on failure."""
        ...

    def similarity(self, cosine: float) -> float:
        """The calibrated similarity, 0–1: paraphrases lie above 0.92, unrelated text below 0.5 (W5)."""
        ...

    async def aclose(self) -> None: ...


class LanguageModel(Protocol):
    """Completes a prompt."""

    @property
    def model(self) -> str: ...

    async def complete(self, system: str, user: str, *, max_tokens: int, timeout_s: float) -> str:
        """The model's text, which may be a refusal. Unavailable when it does not answer within ``timeout_s``."""
        ...

    async def aclose(self) -> None: ...


class Reranker(Protocol):
    """Reads what was found beside the question: slower than an index and nearer to the meaning (R5)."""

    @property
    def model(self) -> str: ...

    async def score(self, question: str, memories: Sequence[Memory]) -> tuple[float, ...]:
        """How well each memory answers, 0–1; empty when it has nothing to say. Unavailable on failure."""
        ...

    async def aclose(self) -> None: ...
