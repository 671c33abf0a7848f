"""Several processes on one store, and processes that die: nothing acknowledged is lost, nothing is stuck."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import anyio
import pytest
from tests.faults.processes import kill_after_output, start

from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import SqlStore, open_store
from hindsight.domain.filters import EVERYTHING
from hindsight.testing.store.records import ALICE, NOW

JOBS = 1500
"""More than the killed workers can get through, however late a busy machine delivers their kill."""

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("W8", "D4")]

WRITER = """
import sys, anyio
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import open_store
from hindsight.testing.store.records import insertion, job, memory

async def main(url, name, number):
    store = open_store(url, Resources())
    for n in range(number):
        id_ = f"{name}-{n}"
        changes = insertion(memory(id=id_), id=f"c{id_}", jobs=(job(id=f"j{id_}", lane=name),))
        await store.apply(changes)
        print(id_, flush=True)

anyio.run(main, sys.argv[1], sys.argv[2], int(sys.argv[3]))
"""

WORKER = """
import sys, anyio
from dataclasses import replace
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import open_store
from hindsight.testing.store.records import NOW, insertion, memory

async def main(url, name):
    store = open_store(url, Resources())
    while True:
        for job in await store.claim(name, lease_s=30, now=NOW):
            made = memory(id=f"made-by-{job.id}")
            await store.apply(insertion(made, id=f"done-{job.id}-{job.attempts}", completes=job))
            print(job.id, flush=True)

anyio.run(main, sys.argv[1], sys.argv[2])
"""


async def ids(store: SqlStore) -> set[str]:
    found: set[str] = set()
    cursor = None
    while True:
        page = await store.find(ALICE, EVERYTHING, limit=500, cursor=cursor)
        found |= {memory.id for memory in page.memories}
        cursor = page.cursor
        if cursor is None:
            return found


async def inherit(store: SqlStore) -> None:
    """Take over what the dead left running and give it back.

    A PostgreSQL that has not noticed a client's death yet holds the row for a moment: then one looks again.
    """
    with anyio.fail_after(10):
        while await store.jobs(status="running"):
            for job in await store.claim("heir", lease_s=30, now=NOW + timedelta(seconds=31)):
                await store.give_back(job, error="", run_at=NOW, dead=False)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path}/memory.db"


async def test_four_processes_write_200_each_and_all_of_it_is_there(url: str) -> None:
    writers = [start(WRITER, url, f"p{n}", "200") for n in range(4)]
    outputs = [await anyio.to_thread.run_sync(writer.communicate) for writer in writers]
    assert [error for _, error in outputs] == [""] * 4
    resources = Resources()
    store = open_store(url, resources)
    assert await ids(store) == {f"p{n}-{i}" for n in range(4) for i in range(200)}
    assert await store.backlog() == 800
    assert len(await store.audit("acme", limit=1000)) == 800
    await resources.aclose()


async def test_a_killed_writer_leaves_every_acknowledged_write(url: str) -> None:
    acknowledged: set[str] = set()
    for n in range(6):
        writer = start(WRITER, url, f"p{n}", "100000")
        acknowledged |= set(await anyio.to_thread.run_sync(kill_after_output, writer, 0.03 * n))
        resources = Resources()
        store = open_store(url, resources)
        stored = await ids(store)
        assert acknowledged <= stored
        assert len(stored - acknowledged) <= n + 1
        assert await store.backlog() == len(stored)
        await resources.aclose()
    assert len(acknowledged) > 6


async def test_a_killed_worker_gives_its_job_back_and_no_job_has_two_effects(url: str) -> None:
    resources = Resources()
    store = open_store(url, resources)
    writer = start(WRITER, url, "p", str(JOBS))
    await anyio.to_thread.run_sync(writer.communicate)
    finished: set[str] = set()
    for n in range(4):
        worker = start(WORKER, url, f"w{n}")
        finished |= set(await anyio.to_thread.run_sync(kill_after_output, worker, 0.05 * n))
        await inherit(store)
    done = {job.id for job in await store.jobs(status="done", limit=1000)}
    assert finished <= done
    assert {id_ for id_ in await ids(store) if id_.startswith("made-by-")} == {f"made-by-{id_}" for id_ in done}
    assert await store.backlog() == JOBS - len(done)
    [following] = await store.claim("last", lease_s=30, now=NOW)
    assert following.id == f"jp-{len(done)}"
    await resources.aclose()
