"""A route that is slow is left out and named, and the answer does not wait for it (R12)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from hindsight import AsyncHindsight
from hindsight.adapters.sql.connection import Connection
from hindsight.domain.policy import Policy, RecallPolicy

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("R12")]

TEXT = "The zebrafinch sings at dawn."
DEADLINE_S = 0.4
STUCK_S = 8.0
"""How long a back end is stuck: longer than every deadline of a recall together."""
POLICY = Policy(recall=RecallPolicy(route_deadline_s=DEADLINE_S))


@contextmanager
def locked(url: str, table: str) -> Iterator[None]:
    """Nobody else can read ``table`` meanwhile."""
    with psycopg.connect(url) as holder:
        holder.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield
        holder.rollback()


@pytest.mark.parametrize(
    "table, left_out",
    [("lex_term", {"lexical"}), ("graph_entity", {"graph", "names"}), ("vec_memory", {"dense"})],
)
async def test_an_index_that_is_locked_is_left_out_and_named(
    tmp_path: Path, postgres_url: str, table: str, left_out: set[str]
) -> None:
    async with AsyncHindsight(tmp_path, store_url=postgres_url, policy=POLICY, worker=False) as hs:
        alice = hs.space("alice")
        await alice.remember(TEXT, verbatim=True)
        await alice.remember("Mei lives in Toronto.", verbatim=True)
        await hs.space("bob").recall("a first one, elsewhere, so that the model is loaded and no vector of hers")
        with locked(postgres_url, table):
            begun = time.monotonic()
            answer = await alice.recall("When does the zebrafinch sing?")
            assert time.monotonic() - begun < STUCK_S
            assert {note.partition(":")[0] for note in answer.degraded} == left_out
            assert [hit.memory.content for hit in answer][:1] == [TEXT]
        assert not (await alice.recall("When does the zebrafinch sing?")).degraded


@pytest.mark.parametrize("index", ["lexical", "graph", "vectors"])
async def test_a_read_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: str) -> None:
    """The thread of SQLite cannot be stopped: it ends by itself, and nobody waits for it."""
    freed = threading.Event()

    def hang(conn: Connection) -> list[Any]:
        freed.wait(STUCK_S)
        return conn.all("SELECT 1")

    async with AsyncHindsight(tmp_path, policy=POLICY, worker=False) as hs:
        alice = hs.space("alice")
        await alice.remember(TEXT, verbatim=True)
        await alice.recall("a first one, so that the model is loaded")
        part: Any = getattr(hs.parts, index)

        async def search(*_: object) -> list[Any]:
            found: list[Any] = await part._database.read(hang)
            return found

        monkeypatch.setattr(part, "search", search)
        begun = time.monotonic()
        answer = await alice.recall("When does the zebrafinch sing?")
        assert time.monotonic() - begun < STUCK_S
        assert {note.partition(":")[0] for note in answer.degraded} == {"dense" if index == "vectors" else index}
        assert [hit.memory.content for hit in answer] == [TEXT]
        freed.set()
        monkeypatch.undo()
        assert not (await alice.recall("When does the zebrafinch sing?")).degraded
