"""A narrowing leaves at least what the filter lets through, out of an index alone, and gives up when it is wide."""

from __future__ import annotations

from pathlib import Path

import pytest

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.narrow import narrowest
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store import reading
from hindsight.adapters.store.sql import open_store
from hindsight.adapters.vector import search
from hindsight.adapters.vector.sql import open_vector
from hindsight.domain.filters import And, Condition, Filter, Not, Or, all_of, matches
from hindsight.ports.store import Order
from hindsight.testing.store.filters import conditions, population
from hindsight.testing.store.records import ALICE, insertion, memory
from hindsight.testing.vector import at, entry

pytestmark = pytest.mark.anyio

ACTIVE = Condition("status", "eq", "active")
RARE = Condition("tags", "contains", "rare")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/m.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")


async def test_a_narrowing_never_leaves_out_what_passes(url: str) -> None:
    resources = Resources()
    store, database = open_store(url, resources), resources.database(url)
    await store.apply(insertion(*population()))
    records = (await store.find(ALICE, And(()), limit=1000)).memories
    narrowed = 0
    for condition in conditions():
        for where in (condition, all_of(ACTIVE, condition), Not(condition), Or((condition, ACTIVE))):

            def work(conn: Connection, where: Filter = where) -> list[int] | None:
                return narrowest(conn, where, [1], 1000)

            found = await database.read(work, tenant=ALICE.tenant)
            if found is not None:
                narrowed += 1
                assert {record.seq for record in records if matches(where, record)} <= set(found), where
    await resources.aclose()
    assert narrowed > 5


async def test_of_several_the_narrowest_is_taken_and_a_wide_one_is_none(tmp_path: Path) -> None:
    resources = Resources()
    url = f"sqlite:///{tmp_path}/m.db"
    store, database = open_store(url, resources), resources.database(url)
    records = [
        memory(f"text {n}", id=f"m{n}", project="web", tags=("rare",) if n < 3 else ("often",)) for n in range(20)
    ]
    await store.apply(insertion(*records))
    both = And((Condition("project", "eq", "web"), And((RARE, ACTIVE))))
    often = Condition("tags", "contains", "often")
    assert await database.read(lambda conn: narrowest(conn, both, [1], 10)) == [1, 2, 3]
    assert await database.read(lambda conn: narrowest(conn, often, [1], 10)) is None
    assert await database.read(lambda conn: narrowest(conn, ACTIVE, [1], 10)) is None
    await resources.aclose()


@pytest.mark.parametrize("where", [RARE, Condition("project", "eq", "p"), Condition("conversation", "in", ("a", "b"))])
async def test_a_narrowing_reads_no_row_of_a_table(tmp_path: Path, where: Condition) -> None:
    resources = Resources()
    seen: list[str] = []

    class Spy:
        def __init__(self, conn: Connection) -> None:
            self.conn = conn

        def one(self, sql: str, params: dict[str, object]) -> tuple[int]:
            self.all(sql, params)
            return (1,)

        def all(self, sql: str, params: dict[str, object]) -> list[tuple[int]]:
            seen.extend(row[3] for row in self.conn.all(f"EXPLAIN QUERY PLAN {sql}", params))
            return [(1,)]

    await resources.database(f"sqlite:///{tmp_path}/m.db").read(lambda conn: narrowest(Spy(conn), where, [1], 10))
    await resources.aclose()
    searches = [step for step in seen if step.startswith("SEARCH")]
    assert searches
    assert all("COVERING INDEX" in step for step in searches)


@pytest.mark.parametrize("where", [RARE, all_of(ACTIVE, RARE), Condition("confidence", "gt", 0.95)])
async def test_the_nearest_of_the_few_that_pass_are_found_among_many(
    url: str, where: Filter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MARGIN", 0.5)
    monkeypatch.setattr(search, "FEW", 10)
    resources = Resources()
    store, index = open_store(url, resources), open_vector(url, resources)
    records = [
        memory(f"text {n}", id=f"m{n}", tags=("rare",) if n % 50 == 3 else (), confidence=0.96 if n % 50 == 3 else 0.5)
        for n in range(300)
    ]
    await store.apply(insertion(*records))
    await index.upsert([entry(record, at(n / 4)) for n, record in enumerate(records)], "m/1")
    found = await index.search(ALICE, at(80), where, 4)
    assert [hit.id for hit in found] == [f"m{n}" for n in (253, 203, 153, 103)]
    await resources.aclose()


@pytest.mark.parametrize("order", ["newest", "oldest"])
async def test_pages_of_a_narrow_listing_neither_skip_nor_repeat(
    url: str, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SOME", 5)
    resources = Resources()
    store = open_store(url, resources)
    records = [memory(f"text {n}", id=f"m{n}", tags=("rare",) if n % 3 else (), confidence=n / 40) for n in range(40)]
    await store.apply(insertion(*records))
    where = all_of(RARE, Condition("confidence", "gt", 0.2))
    expected = [f"m{n}" for n in range(40) if n % 3 and n > 8]
    found: list[str] = []
    cursor = None
    while True:
        page = await store.find(ALICE, where, limit=3, cursor=cursor, order=order)
        found += [record.id for record in page.memories]
        cursor = page.cursor
        if cursor is None:
            break
    assert found == (expected if order == "oldest" else expected[::-1])
    await resources.aclose()
