from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Literal

from hindsight.domain.index import Vector
from hindsight.ports.models import Embedder


class CachedEmbedder:
    """An embedder that remembers its last ``size`` vectors, so that admitting and projecting embed a text once.

    Keys are hashes: no text stays in memory. 4,096 vectors of 384 dimensions are 6 MB.
    """

    def __init__(self, inner: Embedder, size: int = 4096) -> None:
        self._inner = inner
        self._size = size
        self._kept: OrderedDict[bytes, Vector] = OrderedDict()

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    def similarity(self, cosine: float) -> float:
        return self._inner.similarity(cosine)

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "passage"]) -> tuple[Vector, ...]:
        keys = [_key(text, purpose) for text in texts]
        found = {key: self._kept[key] for key in keys if key in self._kept}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            fresh = await self._inner.embed(list(missing.values()), purpose)
            found.update(zip(missing, fresh, strict=True))
        for key in keys:
            self._kept[key] = found[key]
            self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return tuple(found[key] for key in keys)

    async def aclose(self) -> None:
        self._kept.clear()
        await self._inner.aclose()


def _key(text: str, purpose: str) -> bytes:
    return hashlib.blake2b(f"{purpose}\x00{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
