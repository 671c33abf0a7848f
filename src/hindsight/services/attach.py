"""Attachments: bytes beside a memory, found by the caption or transcript in its text (M10)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight.domain.errors import ConfigError, InvalidInput, NotFound, TooLarge
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Attachment, Memory, Scope
from hindsight.domain.visibility import alive
from hindsight.ports.blobs import BlobStore
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.remember import Options

MOST = 16
"""Attachments of one memory."""
_TYPE = re.compile(r"(?:image|audio)/[a-z0-9][a-z0-9.+-]{0,60}", re.ASCII)
_SHORT = 12
_ASKED = 100
"""Hashes that are looked for at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """What a caller attaches. ``caption`` says what is to be seen or heard: it is what is searched."""

    data: bytes
    media_type: str
    caption: str


async def keep(parts: Parts, scope: Scope, uploads: Sequence[Upload], options: Options) -> Options:
    """The options with the uploads kept as attachments. InvalidInput, TooLarge, Unavailable."""
    largest = parts.policy.write.largest_attachment
    if len(uploads) > MOST:
        raise TooLarge(f"{len(uploads)} attachments; a memory has at most {MOST}.")
    for upload in uploads:
        if not _TYPE.fullmatch(upload.media_type):
            raise InvalidInput(f"media_type is that of an image or of audio, not {upload.media_type!r}.")
        if not upload.data:
            raise InvalidInput("An attachment holds no bytes.")
        if len(upload.data) > largest:
            raise TooLarge(f"An attachment has {len(upload.data)} bytes; at most {largest} are possible.")
    kept = [
        Attachment(
            hash=await _blobs(parts).put(scope.tenant, upload.data, now=parts.now()),
            media_type=upload.media_type,
            size=len(upload.data),
        )
        for upload in uploads
    ]
    return replace(options, attachments=tuple(dict.fromkeys(kept)))


def described(text: str, uploads: Sequence[Upload], attachments: Sequence[Attachment]) -> str:
    """The text with a line for each attachment: ``[image 3f9a1c2b4d5e: a cat on a red sofa]``."""
    lines = [
        f"[{attachment.media_type.partition('/')[0]} {attachment.hash[:_SHORT]}: {upload.caption.strip()}]"
        for upload, attachment in zip(uploads, attachments, strict=True)
    ]
    return "\n".join([*filter(str.strip, [text]), *lines])


async def fetch(parts: Parts, scope: Scope, hash_: str) -> tuple[Attachment, bytes]:
    """An attachment of a memory that this scope may read. NotFound otherwise, and when its bytes are gone."""
    page = await parts.store.find(scope, all_of(alive(), Condition("blobs", "contains", hash_)), limit=1)
    found = next((one for memory in page.memories for one in memory.attachments if one.hash == hash_), None)
    data = await _blobs(parts).get(scope.tenant, hash_) if found else None
    if found is None or data is None:
        raise NotFound(f"There is no attachment {hash_!r} in space {scope.space!r}.")
    return found, data


async def collect(parts: Parts, tenant: str, hashes: Iterable[str], *, until: datetime | None = None) -> int:
    """Remove those of ``hashes`` that no memory of the tenant has any more; returns how many went.

    What is put after ``until`` (None: now) stays: somebody is about to remember it.
    """
    until = until or parts.now()
    wanted = sorted(set(hashes))
    if not wanted or parts.blobs is None:
        return 0
    spaces = tuple(space.name for space in await parts.store.spaces(tenant))
    gone = 0
    for start in range(0, len(wanted), _ASKED):
        some = tuple(wanted[start : start + _ASKED])
        held = await _held(parts, Scope(tenant=tenant, spaces=spaces), some) if spaces else set()
        for hash_ in (one for one in some if one not in held):
            gone += await parts.blobs.delete(tenant, hash_, until=until)
    return gone


async def collect_idle(parts: Parts, tenant: str, until: datetime) -> int:
    """Remove what was put before ``until`` and belongs to no memory: its writer died between bytes and memory."""
    if parts.blobs is None:
        return 0
    gone = 0
    async for some in _batches(parts.blobs.idle(tenant, until=until)):
        gone += await collect(parts, tenant, some, until=until)
    return gone


async def _held(parts: Parts, scope: Scope, hashes: tuple[str, ...]) -> set[str]:
    """Those of ``hashes`` that a memory has, whatever its status."""
    found: set[str] = set()
    async for memory in every(parts, scope, Condition("blobs", "in", hashes)):
        found.update(memory.blobs)
        if found.issuperset(hashes):
            break
    return found


async def _batches(hashes: AsyncIterator[str]) -> AsyncIterator[list[str]]:
    some: list[str] = []
    async for hash_ in hashes:
        some.append(hash_)
        if len(some) == _ASKED:
            yield some
            some = []
    if some:
        yield some


def hashes_of(memories: Iterable[Memory]) -> set[str]:
    return {hash_ for memory in memories for hash_ in memory.blobs}


def _blobs(parts: Parts) -> BlobStore:
    if parts.blobs is None:
        raise ConfigError("This deployment keeps no attachments.")
    return parts.blobs
