"""What the indexes over the store's own database share: the ids that they hold, and the numbers of spaces."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping

from hindsight.adapters.sql.connection import Connection, Params, Row
from hindsight.adapters.sql.database import Database
from hindsight.domain.errors import NotFound

PAGE = 1000


async def indexed_ids(database: Database, sql: str, *, tenant: str, space: str) -> AsyncIterator[str]:
    """Ids from the query ``sql``, which gives (number, id) of those after a number, a page at a time."""
    after = 0
    while True:
        params: Params = {"tenant": tenant, "space": space, "after": after, "limit": PAGE}

        def work(conn: Connection, params: Params = params) -> list[Row]:
            return conn.all(sql, params)

        page = await database.read(work, tenant=tenant)
        for row in page:
            yield row[1]
        if len(page) < PAGE:
            return
        after = page[-1][0]


def numbers_of(conn: Connection, sql: str, *, tenant: str, spaces: Collection[str]) -> Mapping[str, int]:
    """The numbers of spaces by name, from the query ``sql``. NotFound names one that the store does not have."""
    found: dict[str, int] = dict(conn.all(sql, {"tenant": tenant, "names": list(spaces)}))
    for name in spaces:
        if name not in found:
            raise NotFound(f"The store has no space {name!r} for this tenant.")
    return found
