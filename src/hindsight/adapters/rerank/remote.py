"""A cross-encoder behind the ``POST /v1/rerank`` of Jina, Cohere, vLLM, Infinity and llama.cpp."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from hindsight.domain.errors import ConfigError, Unavailable
from hindsight.domain.memory import Memory

if TYPE_CHECKING:
    import httpx2

LONGEST = 2_000
"""Characters of a memory that are sent."""


class RemoteReranker:
    """One request a question. Raw logits, as some servers send them, are squashed to 0–1."""

    def __init__(self, url: str, *, key: str | None = None) -> None:
        """``url``: ``http(s)://host/path?model=name``. ConfigError for a wrong one, or a key inside it."""
        parts = urlsplit(url)
        model = parse_qs(parts.query).get("model", [""])[-1]
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password or not model:
            raise ConfigError(
                "A reranker reads rerank+http://host:port/v1/rerank?model=name.",
                hint="The key goes into HINDSIGHT_RERANK_KEY, never into the URL.",
            )
        import httpx2

        self._url = f"{parts.scheme}://{parts.netloc}{parts.path}"
        self._model = model
        headers = {"authorization": f"Bearer {key}"} if key else {}
        # The caller's deadline bounds a question.
        self._client: httpx2.AsyncClient = httpx2.AsyncClient(headers=headers, timeout=None)

    @property
    def model(self) -> str:
        return self._model

    async def score(self, question: str, memories: Sequence[Memory]) -> tuple[float, ...]:
        """0–1 for each memory. Unavailable when the server does not answer or its answer cannot be used."""
        import httpx2

        texts = [memory.content[:LONGEST] for memory in memories]
        asked = {"model": self._model, "query": question, "documents": texts, "top_n": len(texts)}
        try:
            response = await self._client.post(self._url, json=asked)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise Unavailable(f"The reranker does not answer: {type(error).__name__}.") from None
        if response.status_code != 200:
            raise Unavailable(f"The reranker answers {response.status_code}.", hint="Are its URL and key right?")
        try:
            return _scores(json.loads(response.content), len(texts))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise Unavailable("The reranker's answer cannot be read: it is no list of index and score.") from None

    async def aclose(self) -> None:
        await self._client.aclose()


def _scores(answer: Any, count: int) -> tuple[float, ...]:
    """By place; a text that the answer leaves out gets the lowest score. Raises what a wrong shape raises."""
    given: dict[int, float] = {}
    for item in answer["results"]:
        score = float(item["relevance_score"])
        if not 0 <= item["index"] < count or not math.isfinite(score):
            raise ValueError
        given[item["index"]] = score
    if any(not 0.0 <= score <= 1.0 for score in given.values()):
        given = {place: 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, score)))) for place, score in given.items()}
    return tuple(given.get(place, 0.0) for place in range(count))
