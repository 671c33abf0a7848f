"""Any endpoint that speaks OpenAI's ``POST /embeddings``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import anyio

from hindsight.adapters.embed.fit import Knots, Purpose, corners, interpolate, probed, unit
from hindsight.adapters.embed.text import clean
from hindsight.domain.errors import ConfigError, IndexMismatch, Unavailable
from hindsight.domain.index import Vector

if TYPE_CHECKING:
    import httpx2
    import numpy as np
    from numpy.typing import NDArray

TOO_LONG = frozenset({400, 413, 422})
"""How servers answer a text that is longer than their model takes."""
SHORTEST = 100
"""A text of so few characters is not too long; the refusal has another reason."""

UNKNOWN: Knots = corners(0.4, 0.85)
"""Until the endpoint has answered once: near what most current models do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What a URL ``openai+http(s)://host:port/v1?model=…`` says.

    Options: ``dimension`` (asked of the server), ``query_prefix`` and ``passage_prefix`` (E5, Nomic and others want
    them), ``batch`` (texts a request), ``longest`` (tokens of a text), ``timeout`` (seconds a request).
    """

    url: str
    model: str
    dimension: int = 0
    query_prefix: str = ""
    passage_prefix: str = ""
    batch: int = 32
    longest: int = 8_000
    timeout: float = 30.0

    @classmethod
    def parse(cls, url: str) -> Endpoint:
        """Raises ConfigError for a wrong URL, an unknown option, or a key inside the URL."""
        parts = urlsplit(url.removeprefix("openai+"))
        options = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        if parts.username or parts.password or parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(
                "An embedding endpoint reads openai+http://host:port/v1?model=name.",
                hint="The key goes into HINDSIGHT_EMBEDDER_KEY, never into the URL.",
            )
        try:
            return cls(url=f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/embeddings", **_typed(options))
        except (TypeError, ValueError) as error:
            raise ConfigError(f"A wrong or missing option of the embedding endpoint: {error}.") from None


def _typed(options: Mapping[str, str]) -> dict[str, Any]:
    """Options with the types of the fields; ValueError for one that does not parse or is out of range."""
    kinds: dict[str, type] = {"dimension": int, "batch": int, "longest": int, "timeout": float}
    typed = {name: kinds.get(name, str)(value) for name, value in options.items()}
    if any(name in kinds and not 0 < value < 1_000_000 for name, value in typed.items()):
        raise ValueError("a number is out of range")
    if not typed.get("model"):
        raise ValueError("model=… is missing")
    return typed


class OpenAIEmbedder:
    """Sends batches; a text that the server finds too long is cut by halves without failing the others.

    What the model's cosines mean is measured once, with a few shipped sentences, before its first vectors are used.
    """

    def __init__(self, endpoint: Endpoint, *, key: str | None = None) -> None:
        import httpx2

        self._endpoint = endpoint
        self._dimension = endpoint.dimension
        self._knots: Knots | None = None
        self._calibrating = anyio.Lock()
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._client: httpx2.AsyncClient = httpx2.AsyncClient(headers=headers, timeout=endpoint.timeout)

    @property
    def model(self) -> str:
        prefixed = "+prefix" if self._endpoint.query_prefix or self._endpoint.passage_prefix else ""
        return f"openai/{self._endpoint.model}{prefixed}"

    @property
    def dimension(self) -> int:
        """0 until the endpoint has answered, unless the URL says it."""
        return self._dimension

    def similarity(self, cosine: float) -> float:
        return interpolate(self._knots or UNKNOWN, cosine)

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        if not texts:
            return ()
        await self._calibrate()
        rows = await self._rows(texts, purpose)
        return tuple(row.tobytes() for row in rows)

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _calibrate(self) -> None:
        async with self._calibrating:
            if self._knots is not None:
                return
            lines = resources.files(__package__).joinpath("data", "probe.tsv").read_text(encoding="utf-8").splitlines()
            columns = list(zip(*(line.split("\t") for line in lines[1:]), strict=True))
            rows = await self._rows([text for column in columns for text in column], "passage")
            text, paraphrase, related = rows.reshape(3, len(columns[0]), -1)
            self._knots = probed(text @ paraphrase.T, (text * related).sum(axis=1))

    async def _rows(self, texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        from hindsight.adapters.numeric import np

        prefix = self._endpoint.query_prefix if purpose == "query" else self._endpoint.passage_prefix
        cut = [prefix + (clean(text, self._endpoint.longest).strip() or ".") for text in texts]
        rows: list[list[float]] = []
        for start in range(0, len(cut), self._endpoint.batch):
            rows += await self._send(cut[start : start + self._endpoint.batch])
        return unit(np.asarray(rows, dtype=np.float32))

    async def _send(self, texts: list[str]) -> list[list[float]]:
        """One request; after a refusal the batch is halved, and a single text cut to its first half."""
        answer = await self._post(texts)
        if answer is not None:
            return answer
        if len(texts) > 1:
            middle = len(texts) // 2
            return [*await self._send(texts[:middle]), *await self._send(texts[middle:])]
        if len(texts[0]) > SHORTEST:
            return await self._send([texts[0][: len(texts[0]) // 2]])
        raise Unavailable(
            "The embedding endpoint refuses every text.", hint="Check the model name and the options in its URL."
        )

    async def _post(self, texts: list[str]) -> list[list[float]] | None:
        """The vectors, or None when the server found something too long."""
        import httpx2

        body: dict[str, Any] = {"model": self._endpoint.model, "input": texts, "encoding_format": "float"}
        if self._endpoint.dimension:
            body["dimensions"] = self._endpoint.dimension
        try:
            response = await self._client.post(self._endpoint.url, json=body)
            if response.status_code in TOO_LONG:
                return None
            response.raise_for_status()
            data = response.json()
        except httpx2.HTTPStatusError as error:
            raise Unavailable(f"The embedding endpoint answers {error.response.status_code}.") from None
        except (httpx2.HTTPError, ValueError) as error:
            raise Unavailable(f"The embedding endpoint does not answer: {type(error).__name__}.") from None
        return self._checked(data, len(texts))

    def _checked(self, data: object, count: int) -> list[list[float]]:
        """The vectors of a reply in the order of the texts; Unavailable when it is not what was asked for."""
        try:
            items = sorted(data["data"], key=lambda item: int(item["index"]))  # type: ignore[index]
            rows = [[float(value) for value in item["embedding"]] for item in items]
        except (KeyError, TypeError, ValueError):
            raise Unavailable("The embedding endpoint sent something that is no list of embeddings.") from None
        if len(rows) != count or not all(any(row) and all(map(math.isfinite, row)) for row in rows):
            raise Unavailable("The embedding endpoint sent missing, empty or non-finite vectors.")
        self._dimension = self._dimension or len(rows[0])
        if any(len(row) != self._dimension for row in rows):
            raise IndexMismatch(f"The embedding endpoint sent {len(rows[0])} dimensions instead of {self._dimension}.")
        return rows
