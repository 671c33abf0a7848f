"""Blobs in a table of PostgreSQL: where the store is on a server, so are they, and a backup of it holds them too."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from importlib.resources import files
from typing import Any

from hindsight.adapters.sql.connection import Connection, Params
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.queries import load_queries
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.sql.times import micros

_PAGE = 1000


def open_blobs(url: str, resources: Resources) -> SqlBlobs:
    """The entry point of ``postgresql:`` URLs; the same URL as the store's is the same database."""
    return SqlBlobs(resources.database(url))


class SqlBlobs:
    """A :class:`hindsight.ports.blobs.BlobStore` over a :class:`Database`. A blob is read and written whole."""

    def __init__(self, database: Database) -> None:
        here = files(__package__)
        self._database = database
        self._sql = load_queries(here, database.dialect)
        database.require("blob", here / "migrations")

    async def put(self, tenant: str, data: bytes, *, now: datetime) -> str:
        digest = hashlib.sha256(data).hexdigest()
        row: Params = {"tenant": tenant, "hash": digest, "at": micros(now)}

        def work(conn: Connection) -> None:
            if not conn.run(self._sql["put_again"], row):
                conn.run(self._sql["put"], {**row, "data": data})

        await self._database.write(work, tenant=tenant)
        return digest

    async def get(self, tenant: str, hash: str) -> bytes | None:
        row: Params = {"tenant": tenant, "hash": hash}
        found = await self._database.read(lambda conn: conn.one(self._sql["get"], row), tenant=tenant)
        data = bytes(found[0]) if found else None
        return data if data is not None and hashlib.sha256(data).hexdigest() == hash else None

    async def delete(self, tenant: str, hash: str, *, until: datetime) -> bool:
        row: Params = {"tenant": tenant, "hash": hash, "until": micros(until)}
        return await self._database.write(lambda conn: conn.run(self._sql["delete"], row), tenant=tenant) > 0

    async def idle(self, tenant: str, *, until: datetime) -> AsyncIterator[str]:
        row: dict[str, Any] = {"tenant": tenant, "until": micros(until), "after": "", "limit": _PAGE}
        while True:
            page = await self._database.read(partial(self._page, row=dict(row)), tenant=tenant)
            for hash_ in page:
                yield hash_
            if len(page) < _PAGE:
                return
            row["after"] = page[-1]

    async def aclose(self) -> None:
        """Nothing: the database belongs to whoever opened it."""

    def _page(self, conn: Connection, *, row: Params) -> list[str]:
        return [found[0] for found in conn.all(self._sql["idle"], row)]
