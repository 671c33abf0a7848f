"""SQLite: what goes wrong on a disk is said clearly; what was written in between is whole."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.sql.sqlite import SqliteDatabase
from hindsight.adapters.sql.sqlite_errors import translated
from hindsight.domain.errors import Conflict, InvalidInput, StorageError, Unavailable

ADD = "INSERT INTO space (tenant, name) VALUES (:tenant, :name)"
NAMES = "SELECT name FROM space ORDER BY id"

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    resources = Resources()
    yield resources.database(f"sqlite:///{tmp_path}/deep/folder/memory.db")
    await resources.aclose()


def add(conn: Connection, name: str) -> int:
    return conn.run(ADD, {"tenant": "t", "name": name})


async def names(database: Database) -> list[str]:
    return [row[0] for row in await database.read(lambda conn: conn.all(NAMES))]


async def test_it_opens_itself_and_keeps_what_was_written(database: Database, tmp_path: Path) -> None:
    assert await database.write(lambda conn: add(conn, "花生 'x' :y %s")) == 1
    await database.aclose()
    assert await names(database) == ["花生 'x' :y %s"]
    again = Resources().database(f"sqlite:///{tmp_path}/deep/folder/memory.db")
    assert await names(again) == ["花生 'x' :y %s"]
    await again.aclose()


async def test_only_its_owner_may_read_the_files(database: Database, tmp_path: Path) -> None:
    await database.write(lambda conn: add(conn, "a"))
    for file in (tmp_path / "deep" / "folder").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def work(conn: Connection) -> None:
        add(conn, "a")
        raise KeyError("stop")

    with pytest.raises(KeyError):
        await database.write(work)
    assert await names(database) == []
    await database.write(lambda conn: add(conn, "b"))
    assert await names(database) == ["b"]


async def test_a_reading_sees_one_state_and_cannot_write(database: Database) -> None:
    await database.start()

    def both(conn: Connection) -> tuple[int, int]:
        before = len(conn.all(NAMES))
        with sqlite3.connect(database.path) as other:  # type: ignore[attr-defined]
            other.execute(ADD, {"tenant": "t", "name": f"n{before}"})
        other.close()
        return before, len(conn.all(NAMES))

    assert await database.read(both) == (0, 0)
    assert await names(database) == ["n0"]
    with pytest.raises(StorageError):
        await database.read(lambda conn: add(conn, "x"))


async def test_readers_do_not_wait_for_a_writer(database: Database) -> None:
    await database.start()

    def slow(conn: Connection) -> list[str]:
        add(conn, "a")
        return anyio.from_thread.run(names, database)

    assert await database.write(slow) == []


async def test_a_broken_constraint_is_a_conflict(database: Database) -> None:
    await database.write(lambda conn: add(conn, "a"))
    with pytest.raises(Conflict):
        await database.write(lambda conn: add(conn, "a"))


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
async def test_what_is_no_text_is_refused(database: Database, name: str) -> None:
    with pytest.raises(InvalidInput):
        await database.write(lambda conn: add(conn, name))


async def test_a_script_is_part_of_its_transaction(database: Database) -> None:
    def work(conn: Connection) -> None:
        conn.script("CREATE TABLE extra (x TEXT); INSERT INTO extra VALUES ('a;b');\nINSERT INTO extra VALUES ('c')")
        assert conn.all("SELECT x FROM extra") == [("a;b",), ("c",)]
        raise KeyError

    with pytest.raises(KeyError):
        await database.write(work)
    assert not await database.read(lambda conn: conn.has_table("extra"))


async def test_the_audit_cannot_be_edited_or_cut(database: Database) -> None:
    def work(conn: Connection) -> None:
        add(conn, "a")
        conn.run(
            "INSERT INTO audit (tenant, change_set, space_id, memory, action, content_hash, revision)"
            " VALUES ('t', 'c', 1, 'm', 'insert', '', 1)"
        )

    await database.write(work)
    for sql in ("UPDATE audit SET memory = 'x'", "DELETE FROM audit"):
        with pytest.raises(Conflict):
            await database.write(lambda conn, sql=sql: conn.run(sql))


async def test_scrubbing_empties_the_log(database: Database, tmp_path: Path) -> None:
    await database.write(lambda conn: add(conn, "DELETED-NAME"))
    await database.write(lambda conn: conn.run("DELETE FROM space"))
    folder = tmp_path / "deep" / "folder"
    assert any(b"DELETED-NAME" in file.read_bytes() for file in folder.iterdir())
    assert await database.scrub()
    assert not any(b"DELETED-NAME" in file.read_bytes() for file in folder.iterdir())


async def test_a_damaged_file_is_named_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    with pytest.raises(StorageError, match=r"m\.db is not a Hindsight database.*backup"):
        await SqliteDatabase(path).start()


async def test_damage_inside_the_file_is_named(database: Database, tmp_path: Path) -> None:
    for n in range(300):
        await database.write(lambda conn, n=n: add(conn, f"{n}" * 100))
    await database.aclose()
    path = tmp_path / "deep" / "folder" / "memory.db"
    raw = bytearray(path.read_bytes())
    raw[8192:] = b"\xff" * (len(raw) - 8192)
    path.write_bytes(raw)
    with pytest.raises(StorageError):
        await names(database)


async def test_a_path_that_is_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        await SqliteDatabase(tmp_path).start()
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="cannot be opened"):
        await SqliteDatabase(tmp_path / "file" / "m.db").start()


async def test_a_full_disk_is_named_and_nothing_is_half_written(database: Database) -> None:
    await database.write(lambda conn: add(conn, "a"))
    await database.write(lambda conn: conn.one("PRAGMA max_page_count = 1"))

    def much(conn: Connection) -> None:
        for n in range(5000):
            add(conn, f"{n}" * 50)

    with pytest.raises(StorageError, match="disk is full"):
        await database.write(much)
    assert await names(database) == ["a"]


async def test_another_process_that_writes_for_too_long_is_told_plainly(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hindsight.adapters.sql.sqlite.WAIT_S", 0.05)
    await database.start()
    other = sqlite3.connect(tmp_path / "deep" / "folder" / "memory.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="another process") as caught:
        await database.write(lambda conn: add(conn, "a"))
    assert "locked" not in str(caught.value)
    other.execute("ROLLBACK")
    other.close()
    assert await database.write(lambda conn: add(conn, "a")) == 1


async def test_hundreds_of_tasks_write_and_read_at_once(database: Database) -> None:
    async def one(n: int) -> None:
        await database.write(lambda conn: add(conn, f"n{n}"))
        assert f"n{n}" in await names(database)

    async with anyio.create_task_group() as group:
        for n in range(200):
            group.start_soon(one, n)
    assert len(await names(database)) == 200


def test_a_home_that_is_read_only_is_told_with_what_to_do(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / "a.db")
    raw.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match="cannot be written") as raised, translated(tmp_path / "a.db"):
        raw.execute("CREATE TABLE t (x)")
    raw.close()
    assert "copy it to a folder of your own" in str(raised.value)
