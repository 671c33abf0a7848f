"""Blobs as files of a folder: ``TENANT/ab/abcdef…``, where TENANT is a hash, so that no name can leave the folder."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path

import anyio.to_thread

from hindsight.domain.errors import InvalidInput, Unavailable

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class FolderBlobs:
    """A :class:`hindsight.ports.blobs.BlobStore` in a folder, made at the first use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, tenant: str, data: bytes) -> str:
        return await anyio.to_thread.run_sync(self._put, tenant, data)

    async def get(self, tenant: str, hash: str) -> bytes | None:
        return await anyio.to_thread.run_sync(self._get, tenant, hash)

    async def delete(self, tenant: str, hash: str) -> None:
        await anyio.to_thread.run_sync(self._delete, tenant, hash)

    def _put(self, tenant: str, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        path = self._path(tenant, digest)
        if self._get(tenant, digest) is not None:
            return digest
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                Path(draft).replace(path)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise Unavailable(f"The attachment cannot be kept: {error.strerror}.") from error
        return digest

    def _get(self, tenant: str, digest: str) -> bytes | None:
        try:
            data = self._path(tenant, digest).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unavailable(f"The attachment cannot be read: {error.strerror}.") from error
        return data if hashlib.sha256(data).hexdigest() == digest else None

    def _delete(self, tenant: str, digest: str) -> None:
        try:
            self._path(tenant, digest).unlink(missing_ok=True)
        except OSError as error:
            raise Unavailable(f"The attachment cannot be removed: {error.strerror}.") from error

    def _path(self, tenant: str, digest: str) -> Path:
        if not _HASH.fullmatch(digest):
            raise InvalidInput("An attachment is named by its SHA-256: 64 hexadecimal digits.")
        owner = hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return self._folder / owner / digest[:2] / digest
