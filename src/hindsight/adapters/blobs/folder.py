"""Blobs as files of a folder: ``TENANT/ab/abcdef…``, where TENANT is a hash, so that no name can leave the folder.

``file:///absolute/folder``; several machines may share it. When a file was last put is its time of modification.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import anyio.to_thread

from hindsight.adapters.sql.times import micros
from hindsight.domain.errors import ConfigError, InvalidInput, Unavailable

T = TypeVar("T")
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_DRIVE = re.compile(r"/[A-Za-z]:", re.ASCII)


class FolderBlobs:
    """A :class:`hindsight.ports.blobs.BlobStore` in a folder, made at the first use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, tenant: str, data: bytes, *, now: datetime) -> str:
        return await _run(partial(self._put, tenant, data, _ns(now)))

    async def get(self, tenant: str, hash: str) -> bytes | None:
        return await _run(partial(self._get, tenant, hash))

    async def delete(self, tenant: str, hash: str, *, until: datetime) -> bool:
        return await _run(partial(self._delete, self._path(tenant, hash), _ns(until)))

    async def idle(self, tenant: str, *, until: datetime) -> AsyncIterator[str]:
        for part in await _run(lambda: _entries(self._owner(tenant))):
            for name in await _run(partial(self._idle, part, _ns(until))):
                yield name

    async def aclose(self) -> None:
        """Nothing is held open."""

    def _put(self, tenant: str, data: bytes, now: int) -> str:
        digest = hashlib.sha256(data).hexdigest()
        path = self._path(tenant, digest)
        if self._get(tenant, digest) is not None:
            with suppress(FileNotFoundError):  # removed meanwhile: it is written again
                os.utime(path, ns=(now, now))
                return digest
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.utime(draft, ns=(now, now))
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
        return digest

    def _get(self, tenant: str, digest: str) -> bytes | None:
        try:
            data = self._path(tenant, digest).read_bytes()
        except FileNotFoundError:
            return None
        return data if hashlib.sha256(data).hexdigest() == digest else None

    def _delete(self, path: Path, until: int) -> bool:
        if not _put_by(path, until):
            return False
        try:
            path.unlink()
        except FileNotFoundError:
            return False
        return True

    def _idle(self, part: Path, until: int) -> list[str]:
        """Hashes in one folder; a draft that is as old was left by a writer that died."""
        found = [path for path in _entries(part) if _put_by(path, until)]
        for draft in (path for path in found if not _HASH.fullmatch(path.name)):
            draft.unlink(missing_ok=True)
        return [path.name for path in found if _HASH.fullmatch(path.name)]

    def _owner(self, tenant: str) -> Path:
        return self._folder / hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _path(self, tenant: str, digest: str) -> Path:
        if not _HASH.fullmatch(digest):
            raise InvalidInput("An attachment is named by its SHA-256: 64 hexadecimal digits.")
        return self._owner(tenant) / digest[:2] / digest


def open_blobs(url: str, resources: object) -> FolderBlobs:  # noqa: ARG001 - the signature of every opener
    """The entry point of ``file:`` URLs. ConfigError."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    if parts.netloc not in ("", "localhost") or not path.startswith("/"):
        raise ConfigError("A folder of attachments is named by its whole path: file:///absolute/folder.")
    return FolderBlobs(Path(path[1:] if _DRIVE.match(path) else path))


async def _run(work: Callable[[], T]) -> T:
    def run() -> T:
        with _errors():
            return work()

    return await anyio.to_thread.run_sync(run)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unavailable(f"The folder of attachments cannot be used: {error.strerror}.") from error


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _put_by(path: Path, until: int) -> bool:
    """Whether it is there and was last put no later than ``until``, in nanoseconds."""
    try:
        return path.stat().st_mtime_ns <= until
    except FileNotFoundError:
        return False


def _ns(time: datetime) -> int:
    return micros(time) * 1000
