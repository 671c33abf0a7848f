"""Images and audio that belong to memories, kept by what they are (M10)."""

from __future__ import annotations

from typing import Protocol


class BlobStore(Protocol):
    """Bytes by their SHA-256 (64 hex digits), apart for each tenant. Unavailable when it cannot be read or written."""

    async def put(self, tenant: str, data: bytes) -> str:
        """Keep ``data`` and return its hash; the same bytes are kept once."""
        ...

    async def get(self, tenant: str, hash: str) -> bytes | None:
        """The bytes, or None when there are none of this hash, or they are no longer those that were kept."""
        ...

    async def delete(self, tenant: str, hash: str) -> None:
        """Remove the bytes for good; does nothing when there are none."""
        ...
