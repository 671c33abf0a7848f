"""The store's contract over SQLite and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import SqlStore, open_store
from hindsight.testing.store import FileContract, StoreContract


async def opened(url: str) -> AsyncIterator[SqlStore]:
    resources = Resources()
    store = open_store(url, resources)
    await store.start()
    yield store
    await store.aclose()
    await resources.aclose()


class TestSqliteStore(StoreContract, FileContract):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[SqlStore]:
        self.folder = tmp_path
        async for store in opened(f"sqlite:///{tmp_path}/memory.db"):
            yield store

    def stored_bytes(self) -> bytes:
        return b"".join(file.read_bytes() for file in sorted(self.folder.iterdir()))


class TestPostgresStore(StoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[SqlStore]:
        async for store in opened(postgres_url):
            yield store
