"""PostgreSQL: the second wall between tenants, and a server that goes away."""

from __future__ import annotations

import sys

import anyio
import pytest
from tests.servers import postgres

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.postgres import POOL, PostgresDatabase
from hindsight.adapters.sql.resources import Resources
from hindsight.domain.errors import ConfigError, StorageError, Unavailable

ADD = "INSERT INTO space (tenant, name) VALUES (:tenant, :name)"
NAMES = "SELECT name FROM space ORDER BY id"

pytestmark = pytest.mark.anyio


def add(conn: Connection, tenant: str, name: str) -> int:
    return conn.run(ADD, {"tenant": tenant, "name": name})


@pytest.mark.requirement("S4")
async def test_a_query_that_forgets_its_tenant_sees_only_its_own_rows(postgres_url: str) -> None:
    resources = Resources()
    database = resources.database(postgres_url)
    for tenant in ("a", "b", "o'*%"):
        await database.write(lambda conn, tenant=tenant: add(conn, tenant, f"of {tenant}"), tenant=tenant)
        assert await database.read(lambda conn: conn.all(NAMES), tenant=tenant) == [(f"of {tenant}",)]
    assert await database.read(lambda conn: conn.all(NAMES), tenant="") == []
    assert len(await database.read(lambda conn: conn.all(NAMES))) == 3
    with pytest.raises(StorageError):
        await database.write(lambda conn: add(conn, "b", "planted"), tenant="a")
    assert await database.write(lambda conn: conn.run("DELETE FROM space"), tenant="a") == 1
    assert len(await database.read(lambda conn: conn.all(NAMES))) == 2
    await resources.aclose()


@pytest.mark.requirement("S4")
async def test_every_table_that_holds_a_tenants_rows_is_walled(postgres_url: str) -> None:
    resources = Resources()
    unwalled = await resources.database(postgres_url).read(
        lambda conn: conn.all(
            "SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace"
            " AND NOT (c.relrowsecurity AND c.relforcerowsecurity)"
        )
    )
    assert {row[0] for row in unwalled} == {"schema_version", "space_reader"}
    await resources.aclose()


async def test_the_audit_cannot_be_edited_or_cut(postgres_url: str) -> None:
    import psycopg

    resources = Resources()
    database = resources.database(postgres_url)

    def work(conn: Connection) -> None:
        add(conn, "t", "a")
        conn.run(
            "INSERT INTO audit (tenant, change_set, space_id, memory, action, content_hash, revision)"
            " SELECT 't', 'c', id, 'm', 'insert', '', 1 FROM space"
        )

    await database.write(work)
    for sql in ("UPDATE audit SET memory = 'x'", "DELETE FROM audit"):
        with pytest.raises(psycopg.errors.RaiseException):
            await database.write(lambda conn, sql=sql: conn.run(sql))
    await resources.aclose()


async def test_a_server_that_restarts_is_found_again(postgres_admin_url: str) -> None:
    del postgres_admin_url  # only so that a missing PostgreSQL skips or fails in one place
    with postgres() as server:
        resources = Resources()
        database = resources.database(server.url)
        await database.write(lambda conn: add(conn, "t", "before"))
        server.stop()
        server.start()
        assert await database.read(lambda conn: conn.all(NAMES)) == [("before",)]
        await database.write(lambda conn: add(conn, "t", "after"))
        assert len(await database.read(lambda conn: conn.all(NAMES))) == 2
        await resources.aclose()


async def test_a_server_that_is_down_is_unavailable_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setattr("hindsight.adapters.sql.postgres.WAIT_S", 1.0)
    resources = Resources()
    with pytest.raises(Unavailable, match="URL"):
        await resources.database("postgresql://nobody:secret@127.0.0.1:9/none").start()
    await resources.aclose()


@pytest.mark.requirement("R12")
async def test_reads_that_are_stuck_and_abandoned_empty_the_pool_no_longer_than_a_read_may_take(
    postgres_url: str,
) -> None:
    import psycopg

    resources = Resources()
    database = resources.database(postgres_url)
    assert isinstance(database, PostgresDatabase)
    database.read_s = 1.0
    await database.write(lambda conn: add(conn, "t", "a"))
    late = 0

    async def abandoned() -> None:
        nonlocal late
        with anyio.move_on_after(0.2) as scope:
            await database.read(lambda conn: conn.all(NAMES))
        late += scope.cancelled_caught

    with psycopg.connect(postgres_url) as other:
        other.execute("LOCK TABLE space IN ACCESS EXCLUSIVE MODE")
        async with anyio.create_task_group() as group:
            for _ in range(POOL):
                group.start_soon(abandoned)
        assert late == POOL
        assert await database.read(lambda conn: conn.one("SELECT 1")) == (1,)
        with pytest.raises(Unavailable, match="no answer in time"):
            await database.read(lambda conn: conn.all(NAMES))
    assert await database.read(lambda conn: conn.all(NAMES)) == [("a",)]
    await resources.aclose()


async def test_a_missing_package_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg_pool", None)
    with pytest.raises(ConfigError, match=r"hindsight-memory\[postgres\]"):
        await Resources().database("postgresql://localhost/x").start()


async def test_importing_the_store_does_not_import_psycopg_or_numpy() -> None:
    code = "import sys, hindsight.adapters.store.sql; sys.exit('psycopg' in sys.modules or 'numpy' in sys.modules)"
    await anyio.run_process([sys.executable, "-c", code])


@pytest.mark.parametrize("value", ["0", "-1", "soon"])
async def test_how_long_a_server_is_waited_for_is_said_in_the_url(value: str) -> None:
    pytest.importorskip("psycopg")
    database = Resources().database("postgresql://localhost/x?connect_timeout=7")
    assert isinstance(database, PostgresDatabase)
    assert database.wait_s == 7.0
    with pytest.raises(ConfigError, match="connect_timeout"):
        Resources().database(f"postgresql://localhost/x?connect_timeout={value}")
