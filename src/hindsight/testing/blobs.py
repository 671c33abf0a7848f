"""The contract of :class:`hindsight.ports.blobs.BlobStore`, as tests that any back end can be put to.

Subclass it and give an async ``blobs`` fixture that yields an empty one. It needs pytest with the anyio plugin.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

import anyio
import pytest

from hindsight.ports.blobs import BlobStore
from hindsight.testing.working import HOSTILE_NAMES

NOW = datetime(2026, 3, 14, 9, 26, 53, 589793, tzinfo=UTC)
LATER = NOW + timedelta(microseconds=1)
DATA = b"\x89PNG\r\n\x1a\n\0" + bytes(range(256)) * 8
HASH = hashlib.sha256(DATA).hexdigest()


async def idle(blobs: BlobStore, tenant: str, until: datetime) -> list[str]:
    return sorted([hash_ async for hash_ in blobs.idle(tenant, until=until)])


@pytest.mark.anyio
class BlobContract:
    """Every promise of the port."""

    @pytest.mark.requirement("M10")
    async def test_bytes_come_back_by_their_hash_as_they_were(self, blobs: BlobStore) -> None:
        for data in (DATA, b"\0", b"'; DROP TABLE blob; --", bytes(3_000_000)):
            hash_ = await blobs.put("acme", data, now=NOW)
            assert hash_ == hashlib.sha256(data).hexdigest()
            assert await blobs.get("acme", hash_) == data

    async def test_what_is_unknown_is_none(self, blobs: BlobStore) -> None:
        assert await blobs.get("acme", HASH) is None
        assert await blobs.delete("acme", HASH, until=NOW) is False
        assert await idle(blobs, "acme", NOW) == []

    async def test_the_same_bytes_are_kept_once(self, blobs: BlobStore) -> None:
        assert await blobs.put("acme", DATA, now=NOW) == await blobs.put("acme", DATA, now=LATER) == HASH
        assert await idle(blobs, "acme", LATER) == [HASH]
        assert await blobs.delete("acme", HASH, until=LATER) is True
        assert await blobs.get("acme", HASH) is None

    @pytest.mark.requirement("M10")
    async def test_what_was_put_again_meanwhile_is_not_removed(self, blobs: BlobStore) -> None:
        await blobs.put("acme", DATA, now=NOW)
        await blobs.put("acme", DATA, now=LATER)
        assert await blobs.delete("acme", HASH, until=NOW) is False
        assert await blobs.get("acme", HASH) == DATA

    @pytest.mark.requirement("M10")
    async def test_only_what_nobody_put_since_is_idle(self, blobs: BlobStore) -> None:
        old = await blobs.put("acme", b"old", now=NOW - timedelta(days=2))
        new = await blobs.put("acme", b"new", now=NOW)
        again = await blobs.put("acme", b"again", now=NOW - timedelta(days=2))
        await blobs.put("acme", b"again", now=NOW)
        assert await idle(blobs, "acme", NOW - timedelta(days=1)) == [old]
        assert await idle(blobs, "acme", NOW) == sorted([old, new, again])

    async def test_many_are_idle(self, blobs: BlobStore) -> None:
        kept = [await blobs.put("acme", str(number).encode(), now=NOW) for number in range(30)]
        assert await idle(blobs, "acme", NOW) == sorted(kept)

    @pytest.mark.requirement("M10", "S4")
    async def test_tenants_do_not_see_each_other_whatever_they_are_called(self, blobs: BlobStore) -> None:
        tenants = ["acme", "../acme", "acme/", *filter(None, HOSTILE_NAMES)]
        for number, tenant in enumerate(tenants):
            await blobs.put(tenant, str(number).encode(), now=NOW)
        for number, tenant in enumerate(tenants):
            assert await idle(blobs, tenant, NOW) == [hashlib.sha256(str(number).encode()).hexdigest()]
        assert await blobs.delete("acme", hashlib.sha256(b"1").hexdigest(), until=LATER) is False
        assert await blobs.get("../acme", hashlib.sha256(b"1").hexdigest()) == b"1"

    async def test_putting_and_removing_at_the_same_time_leaves_all_or_nothing(self, blobs: BlobStore) -> None:
        async def put_and_remove() -> None:
            await blobs.put("acme", DATA, now=NOW)
            assert await blobs.get("acme", HASH) in (DATA, None)
            await blobs.delete("acme", HASH, until=NOW)

        async with anyio.create_task_group() as group:
            for _ in range(50):
                group.start_soon(put_and_remove)
        assert await blobs.get("acme", HASH) is None
