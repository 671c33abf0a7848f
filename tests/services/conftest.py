"""A whole Hindsight per test, on SQLite and a real PostgreSQL, with the default embedder and a clock that tests set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.factories import FixedClock

from hindsight import AsyncHindsight, AsyncSpace


@dataclass
class World:
    """An open Hindsight, its clock, and how to open another one on the same store."""

    hs: AsyncHindsight
    clock: FixedClock
    home: Path
    store_url: str

    @property
    def alice(self) -> AsyncSpace:
        return self.hs.space("alice")

    def another(self, **settings: object) -> AsyncHindsight:
        """As another process would open it."""
        return AsyncHindsight(self.home, store_url=self.store_url, clock=self.clock, **settings)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def world(store_url: str, tmp_path: Path) -> AsyncIterator[World]:
    clock = FixedClock()
    async with AsyncHindsight(tmp_path, store_url=store_url, clock=clock, worker=False) as hs:
        yield World(hs, clock, tmp_path, store_url)
