"""Vectors in memory, by row: exact ones, and compressed ones for spaces that are too large to compare one by one."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hindsight.adapters.numeric import np
from hindsight.domain.index import Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float32]"
Halves: TypeAlias = "NDArray[np.float16]"
Numbers: TypeAlias = "NDArray[np.int64]"

EXACT_ROWS = 2_000
"""Above so many vectors a space is compressed: from about here on comparing a few of them exactly is quicker."""
KEPT_BYTES = 96 << 20
"""Up to so many bytes a compressed space also keeps its vectors as float16 (125,000 of 384 dimensions): reading those
that are compared exactly from the table takes longer than everything else in a search."""
COMPARED = 230
"""How many candidates of compressed rows are compared exactly with those kept."""


class Rows(Protocol):
    """Vectors numbered from 0 in the order they were added."""

    @property
    def exact(self) -> bool:
        """Whether scores are cosines; else they order the candidates that are then compared exactly."""
        ...

    @property
    def size(self) -> int:
        """Bytes held."""
        ...

    def add(self, vectors: Floats) -> None:
        """Append rows of shape ``(n, dimension)``."""
        ...

    def drop(self, rows: Numbers) -> None:
        """Never find these rows again."""
        ...

    def best(self, query: Floats, count: int, allowed: Numbers | None) -> tuple[Numbers, Floats]:
        """Up to ``count`` rows, best first, with their scores; only ``allowed`` ones if given."""
        ...


class ExactRows:
    """One float32 matrix and one product a question."""

    exact = True

    def __init__(self, dimension: int, room: int) -> None:
        self._matrix = np.empty((max(room, 64), dimension), dtype=np.float32)
        self._alive = np.zeros(len(self._matrix), dtype=bool)
        self._used = 0

    @property
    def size(self) -> int:
        return self._matrix.nbytes

    def add(self, vectors: Floats) -> None:
        needed = self._used + len(vectors)
        if needed > len(self._matrix):
            grown = np.empty((needed + needed // 4, self._matrix.shape[1]), dtype=np.float32)
            grown[: self._used] = self._matrix[: self._used]
            self._matrix = grown
            self._alive = np.concatenate([self._alive[: self._used], np.zeros(len(grown) - self._used, dtype=bool)])
        self._matrix[self._used : needed] = vectors
        self._alive[self._used : needed] = True
        self._used = needed

    def drop(self, rows: Numbers) -> None:
        self._alive[rows] = False

    def best(self, query: Floats, count: int, allowed: Numbers | None) -> tuple[Numbers, Floats]:
        if allowed is None:
            scores = self._matrix[: self._used] @ query
            scores[~self._alive[: self._used]] = -np.inf
            rows = np.arange(self._used)
        else:
            rows = allowed[self._alive[allowed]]
            scores = self._matrix[rows] @ query
        if count < len(scores):
            top = np.argpartition(-scores, count)[:count]
            rows, scores = rows[top], scores[top]
        order = np.argsort(-scores, kind="stable")
        order = order[np.isfinite(scores[order])]
        return rows[order], scores[order]


class CompressedRows:
    """4 bits a dimension (``turbovec``); what it finds is compared again with the vectors as they are stored.

    Those are kept up to ``KEPT_BYTES``; of a larger space whoever searches reads them.
    """

    def __init__(self, dimension: int, room: int) -> None:
        from turbovec import IdMapIndex

        self._index: Any = IdMapIndex(dim=dimension, bit_width=4)
        self._dimension = dimension
        self._used = 0
        fits = 2 * dimension * room <= KEPT_BYTES
        self._kept: Halves | None = np.empty((room, dimension), dtype=np.float16) if fits else None

    @property
    def exact(self) -> bool:
        return self._kept is not None

    @property
    def size(self) -> int:
        kept = 0 if self._kept is None else self._kept.nbytes
        return self._used * (self._dimension // 2 + 32) + kept

    def add(self, vectors: Floats) -> None:
        needed = self._used + len(vectors)
        self._index.add_with_ids(np.ascontiguousarray(vectors), np.arange(self._used, needed, dtype=np.uint64))
        self._keep(vectors, needed)
        self._used = needed

    def _keep(self, vectors: Floats, needed: int) -> None:
        if 2 * self._dimension * needed > KEPT_BYTES:
            self._kept = None
        if self._kept is None:
            return
        if needed > len(self._kept):
            grown = np.empty((needed + needed // 4, self._dimension), dtype=np.float16)
            grown[: self._used] = self._kept[: self._used]
            self._kept = grown
        self._kept[self._used : needed] = vectors

    def drop(self, rows: Numbers) -> None:
        for row in rows.tolist():
            self._index.remove(row)

    def best(self, query: Floats, count: int, allowed: Numbers | None) -> tuple[Numbers, Floats]:
        only = None if allowed is None else allowed.astype(np.uint64)
        if len(self._index) == 0 or (only is not None and len(only) == 0):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        looked_at = count if self._kept is None else max(count, COMPARED)
        scores, found = self._index.search(query[None, :], k=min(looked_at, len(self._index)), allowlist=only)
        rows = found[0].astype(np.int64)
        if self._kept is None:
            return rows, scores[0]
        cosines = self._kept[rows].astype(np.float32) @ query
        order = np.argsort(-cosines, kind="stable")[:count]
        return rows[order], cosines[order]


def make_rows(dimension: int, room: int) -> Rows:
    """The kind that suits ``room`` vectors; exact where the package is missing or cannot take the dimension."""
    if room > EXACT_ROWS and dimension % 8 == 0 and can_compress():
        return CompressedRows(dimension, room)
    return ExactRows(dimension, room)


@lru_cache(maxsize=1)
def can_compress() -> bool:
    return importlib.util.find_spec("turbovec") is not None


def packed(vectors: Sequence[Vector]) -> bytes:
    """Float32 vectors end to end as float16: what the table holds. Costs under 0.001 of a cosine."""
    return np.frombuffer(b"".join(vectors), dtype="<f4").astype("<f2").tobytes()


def unpacked(blobs: Sequence[bytes], dimension: int) -> Floats:
    """Rows of all the blobs, in order."""
    return np.frombuffer(b"".join(blobs), dtype="<f2").astype(np.float32).reshape(-1, dimension)
