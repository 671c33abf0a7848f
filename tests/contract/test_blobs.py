"""The blob stores that ship, under the contract of their port."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from hindsight.adapters.sql.resources import Resources
from hindsight.app.registry import opener
from hindsight.domain.errors import ConfigError, InvalidInput, Unavailable
from hindsight.ports.blobs import BlobStore
from hindsight.testing.blobs import DATA, HASH, NOW, BlobContract, idle


async def opened(url: str) -> AsyncIterator[BlobStore]:
    resources = Resources()
    yield opener("blobs", url)(url, resources)
    await resources.aclose()


def stored(folder: Path) -> Path:
    (path,) = folder.glob("*/*/*/*")
    return path


class TestFolder(BlobContract):
    @pytest.fixture
    async def blobs(self, tmp_path: Path) -> AsyncIterator[BlobStore]:
        async for blobs in opened((tmp_path / "mit leer zeichen").as_uri()):
            yield blobs

    async def test_bytes_that_changed_on_the_disk_are_not_handed_out(self, blobs: BlobStore, tmp_path: Path) -> None:
        await blobs.put("acme", DATA, now=NOW)
        path = stored(tmp_path)
        path.write_bytes(b"other")
        assert await blobs.get("acme", HASH) is None
        await blobs.put("acme", DATA, now=NOW)
        assert await blobs.get("acme", HASH) == DATA

    async def test_what_a_writer_left_that_died_goes_as_well(self, blobs: BlobStore, tmp_path: Path) -> None:
        await blobs.put("acme", DATA, now=NOW)
        path = stored(tmp_path)
        draft = path.parent / "tmpq1w2e3"
        draft.write_bytes(DATA[:100])
        os.utime(draft, (NOW.timestamp(), NOW.timestamp()))
        assert await idle(blobs, "acme", NOW - timedelta(hours=1)) == []
        assert draft.exists()
        assert await idle(blobs, "acme", NOW) == [HASH]
        assert not draft.exists()

    @pytest.mark.parametrize("hash_", ["../../etc/passwd", "ab", HASH.upper(), ""])
    async def test_a_name_that_is_no_hash_opens_no_file(self, blobs: BlobStore, hash_: str) -> None:
        with pytest.raises(InvalidInput):
            await blobs.get("acme", hash_)

    async def test_a_folder_that_cannot_be_used_is_unavailable(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("no folder")
        url = (tmp_path / "file").as_uri()
        with pytest.raises(Unavailable):
            await opener("blobs", url)(url, None).put("acme", DATA, now=NOW)


class TestPostgres(BlobContract):
    @pytest.fixture
    async def blobs(self, postgres_url: str) -> AsyncIterator[BlobStore]:
        async for blobs in opened(postgres_url):
            yield blobs


@pytest.mark.parametrize("url", ["file:relative", "file://host/folder", "s3://bucket"])
def test_a_wrong_url_is_a_setting_that_is_wrong(url: str) -> None:
    with pytest.raises(ConfigError):
        opener("blobs", url)(url, None)
