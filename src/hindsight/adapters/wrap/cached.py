from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from hindsight.domain.index import Vector
from hindsight.ports.models import Embedder

PART, PART_CHARS = 64, 16_000
"""Texts and characters that are embedded, and kept, at a time."""


class CachedEmbedder:
    """An embedder that remembers its last ``size`` vectors, so that admitting and projecting embed a text once.

    Keys are hashes: no text stays in memory. 2,048 vectors of 384 dimensions are 3 MB.
    """

    def __init__(self, inner: Embedder, size: int) -> None:
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
        for part in _parts(missing):
            fresh = await self._inner.embed([missing[key] for key in part], purpose)
            found.update(zip(part, fresh, strict=True))
            # Kept part by part: a caller whose patience ends here finds them done when it comes again.
            self._keep(part, found)
        self._keep(keys, found)
        return tuple(found[key] for key in keys)

    def _keep(self, keys: Sequence[bytes], vectors: Mapping[bytes, Vector]) -> None:
        for key in keys:
            self._kept[key] = vectors[key]
            self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    async def aclose(self) -> None:
        self._kept.clear()
        await self._inner.aclose()


def _parts(texts: Mapping[bytes, str]) -> Iterator[list[bytes]]:
    part: list[bytes] = []
    size = 0
    for key, text in texts.items():
        if part and (len(part) == PART or size + len(text) > PART_CHARS):
            yield part
            part, size = [], 0
        part.append(key)
        size += len(text)
    if part:
        yield part


def _key(text: str, purpose: str) -> bytes:
    return hashlib.blake2b(f"{purpose}\x00{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
