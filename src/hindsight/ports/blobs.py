"""Images and audio that belong to memories, kept by what they are (M10)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Protocol


class BlobStore(Protocol):
    """Bytes by their SHA-256 (64 hex digits), apart for each tenant. Unavailable when it cannot be read or written.

    Bytes are put before the memory that has them is written, so each knows when it was last put: what nobody has and
    nobody puts again is removed later, however a writer ended.
    """

    async def put(self, tenant: str, data: bytes, *, now: datetime) -> str:
        """Keep ``data`` and return its hash. The same bytes are kept once; each time they count as put ``now``."""
        ...

    async def get(self, tenant: str, hash: str) -> bytes | None:
        """The bytes, or None when there are none of this hash, or they are no longer those that were kept."""
        ...

    async def delete(self, tenant: str, hash: str, *, until: datetime) -> bool:
        """Remove the bytes for good, unless they were put after ``until``; whether there were any to remove."""
        ...

    def idle(self, tenant: str, *, until: datetime) -> AsyncIterator[str]:
        """The hashes of bytes that were last put at or before ``until``; what a broken writer left is removed."""
        ...

    async def aclose(self) -> None: ...
