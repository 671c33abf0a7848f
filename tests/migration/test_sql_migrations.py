"""Schemas: an older database is brought up to date, a newer one is refused, and processes do not race."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.migrate import Migrations
from hindsight.adapters.sql.resources import MIGRATIONS, Resources
from hindsight.adapters.sql.sqlite import SqliteDatabase
from hindsight.adapters.store.sql import SqlStore
from hindsight.domain.errors import StorageError
from hindsight.testing.store.records import ALICE, insertion, memory

pytestmark = pytest.mark.anyio

OPEN = """
import sys, anyio
from hindsight.adapters.sql.resources import Resources
async def open_and_close():
    resources = Resources()
    await resources.database(sys.argv[1]).start()
    await resources.aclose()
anyio.run(open_and_close)
"""


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path}/memory.db"


def bare(url: str) -> Database:
    """A database that asks for no tables."""
    database = Resources().database(url)
    database._required.clear()
    return database


async def version(database: Database, component: str = "store") -> int:
    sql = "SELECT version FROM schema_version WHERE component = :component"
    row = await database.read(lambda conn: conn.one(sql, {"component": component}))
    return int(row[0]) if row else 0


async def test_a_database_made_by_migration_1_opens_and_keeps_its_memories(url: str) -> None:
    old = bare(url)
    migrations = Migrations("store", MIGRATIONS / old.dialect)
    await old.write(lambda conn: migrations.apply(conn, upto=1))
    assert await version(old) == 1
    first = memory("from the first version")
    await old.write(
        lambda conn: conn.run("INSERT INTO space (tenant, name) VALUES ('acme', 'alice')"), tenant=ALICE.tenant
    )
    await old.aclose()
    resources = Resources()
    database = resources.database(url)
    store = SqlStore(database)
    await store.start()
    assert await version(database) == migrations.scripts[-1][0]
    assert [space.name for space in await store.spaces("acme")] == ["alice"]
    await store.apply(insertion(first))
    assert len(await store.get(ALICE, [first.id])) == 1
    await resources.aclose()


async def test_a_newer_database_is_refused_with_a_way_out(url: str) -> None:
    database = Resources().database(url)
    await database.start()
    await database.write(lambda conn: conn.run("UPDATE schema_version SET version = 99"))
    await database.aclose()
    with pytest.raises(StorageError, match=r"version 99.*newer Hindsight"):
        await Resources().database(url).start()


async def test_components_have_versions_of_their_own_and_can_come_later(url: str, tmp_path: Path) -> None:
    database = Resources().database(url)
    await database.start()
    folder = tmp_path / "index" / database.dialect
    folder.mkdir(parents=True)
    (folder / "0001_words.sql").write_text("CREATE TABLE words (word TEXT);\nINSERT INTO words VALUES ('a')")
    database.require("words", tmp_path / "index")
    assert await database.read(lambda conn: conn.all("SELECT word FROM words")) == [("a",)]
    (folder / "0002_more.sql").write_text("INSERT INTO words VALUES ('b')")
    again = Resources().database(url)
    again.require("words", tmp_path / "index")
    assert await again.read(lambda conn: conn.all("SELECT word FROM words ORDER BY word")) == [("a",), ("b",)]
    assert await version(again, "words") == 2
    await database.aclose()
    await again.aclose()


async def test_a_migration_that_fails_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "sqlite").mkdir()
    (tmp_path / "sqlite" / "0001_bad.sql").write_text("CREATE TABLE good (x TEXT);\nINSERT INTO absent VALUES (1);")
    database = SqliteDatabase(tmp_path / "m.db")
    database.require("bad", tmp_path)
    with pytest.raises(Exception, match="absent"):
        await database.start()
    whole = SqliteDatabase(tmp_path / "m.db")
    assert not await whole.read(lambda conn: conn.has_table("good"))
    await database.aclose()
    await whole.aclose()


async def test_processes_that_create_one_database_at_once_do_not_race(url: str) -> None:
    racers = [
        subprocess.Popen([sys.executable, "-c", OPEN, url], stderr=subprocess.PIPE, text=True)  # noqa: ASYNC220
        for _ in range(4)
    ]
    errors = [racer.communicate(timeout=60)[1] for racer in racers]
    assert [(racer.returncode, error) for racer, error in zip(racers, errors, strict=True)] == [(0, "")] * 4
    resources = Resources()
    assert await version(resources.database(url)) >= 1
    await resources.aclose()


def test_migrations_are_numbered_without_gaps_and_alike() -> None:
    numbers = {
        dialect: [number for number, _ in Migrations("store", MIGRATIONS / dialect).scripts]
        for dialect in ("sqlite", "postgres")
    }
    assert numbers["sqlite"] == numbers["postgres"] == list(range(1, len(numbers["sqlite"]) + 1))


async def test_both_dialects_have_the_same_columns(postgres_url: str, tmp_path: Path) -> None:
    def of_sqlite(conn: Connection) -> set[tuple[str, str]]:
        sql = (
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
            " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        )
        return set(conn.all(sql))

    def of_postgres(conn: Connection) -> set[tuple[str, str]]:
        sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        return set(conn.all(sql))

    resources = Resources()
    lite = await resources.database(f"sqlite:///{tmp_path}/m.db").read(of_sqlite)
    full = await resources.database(postgres_url).read(of_postgres)
    assert full - lite == {("memory_item", "tenant")}
    assert lite - full == set()
    await resources.aclose()


def test_the_migrations_ship_with_the_package() -> None:
    assert (files("hindsight.adapters.sql") / "migrations" / "sqlite" / "0001_store.sql").is_file()
