"""Images and audio beside memories (M10)."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.services.conftest import World

from hindsight import AsyncHindsight, InvalidInput, NotFound, TooLarge
from hindsight.domain.policy import Policy, WritePolicy

pytestmark = pytest.mark.anyio

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
HASH = hashlib.sha256(PNG).hexdigest()


def picture(caption: str = "a heron on a red boat", data: Any = PNG) -> dict[str, Any]:
    return {"data": data, "media_type": "image/png", "caption": caption}


async def kept(world: World, tenant: str = "default") -> list[str]:
    """The hashes of all bytes that are kept for a tenant."""
    blobs = world.hs.parts.blobs
    assert blobs is not None
    return [hash_ async for hash_ in blobs.idle(tenant, until=datetime(2100, 1, 1, tzinfo=UTC))]


@pytest.mark.requirement("M10")
async def test_a_picture_is_found_by_its_caption_and_comes_back(world: World) -> None:
    audio = {"data": base64.b64encode(b"ID3 sound").decode(), "media_type": "audio/mpeg", "caption": "明天下午三点开会"}
    (id_,) = (await world.alice.remember("Seen on the walk.", attachments=[picture(), audio])).ids
    hit = (await world.alice.recall("heron on a boat")).hits[0].memory
    assert hit.id == id_
    assert (await world.alice.recall("下午三点开会")).hits[0].memory.id == id_
    assert [(one.hash, one.media_type, one.size) for one in hit.attachments] == [
        (HASH, "image/png", len(PNG)),
        (hashlib.sha256(b"ID3 sound").hexdigest(), "audio/mpeg", 9),
    ]
    assert await world.alice.attachment(HASH) == PNG
    assert hit.content.startswith("Seen on the walk.\n[image ")


async def test_a_picture_may_stand_alone_and_come_from_a_file(world: World, tmp_path: Path) -> None:
    (tmp_path / "heron.png").write_bytes(PNG)
    given = {"path": str(tmp_path / "heron.png"), "media_type": "image/png", "caption": "a heron"}
    receipt = await world.alice.remember("", attachments=[given])
    assert len(receipt.ids) == 1
    assert await world.alice.attachment(HASH) == PNG


@pytest.mark.requirement("M10", "G1")
async def test_the_bytes_go_with_the_last_memory_that_has_them(world: World) -> None:
    (one,) = (await world.alice.remember("First sight of it.", attachments=[picture()])).ids
    (two,) = (await world.hs.space("bob").remember("Bob saw it as well, in May.", attachments=[picture()])).ids
    assert await kept(world) == [HASH]
    await world.alice.forget(one)
    with pytest.raises(NotFound):
        await world.alice.attachment(HASH)
    assert await kept(world) == [HASH]
    await world.hs.space("bob").forget(two, purge=True)
    assert await kept(world) == [HASH]  # Alice's memory is deleted, not purged: it may come back.
    await world.alice.remember("Seen again.", attachments=[picture("the same heron, later")])
    (three,) = [memory.id for memory in (await world.alice.list()).memories]
    await world.alice.forget(three, purge=True)
    assert await kept(world) == [HASH]


@pytest.mark.requirement("M10", "G1")
async def test_a_purge_removes_the_bytes(world: World) -> None:
    (id_,) = (await world.alice.remember("First sight of it.", attachments=[picture()])).ids
    gone = await world.alice.forget(id_, purge=True)
    assert gone.removed["attachments"] == 1
    assert await kept(world) == []


@pytest.mark.requirement("M5")
async def test_an_attachment_is_read_only_where_its_memory_is(world: World) -> None:
    await world.alice.remember("First sight of it.", attachments=[picture()])
    for other in (world.hs.space("bob"), world.hs.space("alice", tenant="other")):
        with pytest.raises(NotFound):
            await other.attachment(HASH)
    for wrong in ("../../etc/passwd", "ab", HASH.upper()):
        with pytest.raises(NotFound):
            await world.alice.attachment(wrong)


@pytest.mark.requirement("S1", "M10")
async def test_a_caption_is_guarded_and_nothing_is_left_of_what_is_refused(world: World) -> None:
    receipt = await world.alice.remember("", attachments=[picture("the key AKIAIOSFODNN7EXAMPLE on a screen")])
    assert receipt.ids == ()
    assert await kept(world) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"media_type": "text/html"},
        {"media_type": "image/../x"},
        {"data": b""},
        {"data": "not base64!"},
        {"data": 7},
        {"caption": " "},
        {"caption": None},
        {"path": "/nowhere.png"},
        {"colour": "red"},
    ],
)
async def test_wrong_attachments_are_refused(world: World, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await world.alice.remember("x marks the spot", attachments=[{**picture(), **wrong}])
    assert await kept(world) == []


async def test_an_attachment_of_messages_or_of_a_missing_file_is_refused(world: World) -> None:
    with pytest.raises(InvalidInput):
        await world.alice.remember([{"role": "user", "content": "hi"}], attachments=[picture()])
    given = {"path": "/nowhere/x.png", "media_type": "image/png", "caption": "x"}
    with pytest.raises(InvalidInput):
        await world.alice.remember("x", attachments=[given])


@pytest.mark.requirement("M10")
async def test_sizes_have_limits(tmp_path: Path) -> None:
    policy = Policy(write=WritePolicy(largest_attachment=100))
    async with AsyncHindsight(tmp_path, policy=policy, worker=False) as hs:
        with pytest.raises(TooLarge):
            await hs.space("alice").remember("x", attachments=[picture()])
        (tmp_path / "big.png").write_bytes(PNG)
        given = {"path": tmp_path / "big.png", "media_type": "image/png", "caption": "x"}
        with pytest.raises(TooLarge):
            await hs.space("alice").remember("x", attachments=[given])
        with pytest.raises(TooLarge):
            await hs.space("alice").remember("x", attachments=[picture(data=bytes([n + 1])) for n in range(17)])


@pytest.mark.requirement("G8", "M10")
async def test_attachments_travel_with_an_export(world: World, tmp_path: Path) -> None:
    await world.alice.remember("First sight of it.", attachments=[picture()])
    assert (await world.alice.export(tmp_path / "alice.jsonl")).attachments == 1
    async with AsyncHindsight(tmp_path / "other", worker=False) as other:
        report = await other.space("alice").import_files(tmp_path / "alice.jsonl")
        assert (report.records, report.bad) == (2, [])
        assert await other.space("alice").attachment(HASH) == PNG
        assert (await other.space("alice").import_files(tmp_path / "alice.jsonl")).records == 0


@pytest.mark.requirement("M10", "G1")
async def test_no_file_of_the_home_holds_the_bytes_after_a_purge(world: World) -> None:
    (id_,) = (await world.alice.remember("First sight of it.", attachments=[picture()])).ids
    await world.alice.forget(id_, purge=True)
    for path in world.home.rglob("*"):
        assert not path.is_file() or PNG not in path.read_bytes(), path


@pytest.mark.requirement("M10")
async def test_bytes_are_where_the_store_is_or_where_the_url_says(world: World, tmp_path: Path) -> None:
    await world.alice.remember("First sight of it.", attachments=[picture()])
    assert (world.home / "blobs").exists() is (not world.store_url)
    async with AsyncHindsight(tmp_path / "elsewhere", store_url=world.hs.settings.store_url, worker=False) as other:
        found = await other.space("alice").attachment(HASH) if world.store_url else PNG
    assert found == PNG
    async with world.another(blob_url=(tmp_path / "shared").as_uri(), worker=False) as apart:
        await apart.space("bob").remember("Bob saw it.", attachments=[picture()])
        assert [path.name for path in (tmp_path / "shared").rglob("*") if path.is_file()] == [HASH]


@pytest.mark.requirement("M10")
async def test_bytes_whose_writer_died_before_the_memory_are_swept_a_day_later(world: World) -> None:
    blobs = world.hs.parts.blobs
    assert blobs is not None
    await world.alice.remember("First sight of it.", attachments=[picture()])
    await blobs.put("default", b"nobody's", now=world.clock.now())
    assert (await world.hs.sweep()).attachments == 0
    world.clock.pass_(hours=25)
    assert (await world.hs.sweep()).attachments == 1
    assert await kept(world) == [HASH]
    assert (await world.hs.sweep()).attachments == 0


@pytest.mark.requirement("M10")
async def test_many_orphans_go_and_what_a_deleted_memory_has_stays(world: World) -> None:
    blobs = world.hs.parts.blobs
    assert blobs is not None
    (id_,) = (await world.alice.remember("First sight of it.", attachments=[picture()])).ids
    for number in range(230):
        await blobs.put("default", str(number).encode(), now=world.clock.now())
    await world.alice.forget(id_)
    world.clock.pass_(hours=25)
    assert (await world.hs.sweep()).attachments == 230
    assert await kept(world) == [HASH]
    world.clock.pass_(days=31)
    assert (await world.hs.sweep()).purged == 1
    assert await kept(world) == []
