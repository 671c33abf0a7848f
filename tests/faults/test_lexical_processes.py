"""Four processes index into one folder at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import anyio

from hindsight.adapters.graph.sql import open_graph
from hindsight.adapters.lexical.sql import open_lexical
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import open_store
from hindsight.domain.filters import EVERYTHING
from hindsight.testing.store.records import ALICE

PROCESSES = 4
EACH = 25
WRITER = """
import sys
import anyio
from hindsight.adapters.graph.sql import open_graph
from hindsight.adapters.lexical.sql import open_lexical
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import open_store
from hindsight.testing.kept import reread
from hindsight.testing.store.records import insertion, memory

async def main(url, name):
    resources = Resources()
    store, lexical, graph = (make(url, resources) for make in (open_store, open_lexical, open_graph))
    for number in range(int(sys.argv[3])):
        record = memory(f"tea cup {number} of {name}", id=f"{name}-{number}", entities=("Alice", name))
        await store.apply(insertion(record, id=f"change-{record.id}"))
        kept = await reread(store, record)
        await lexical.upsert([kept])
        await graph.upsert([kept])
    await resources.aclose()

anyio.run(main, sys.argv[1], sys.argv[2])
"""


def test_four_processes_lose_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, url, f"writer{n}", str(EACH)], stderr=subprocess.PIPE, text=True
        )
        for n in range(PROCESSES)
    ]
    assert [(writer.communicate(timeout=120)[1], writer.returncode) for writer in writers] == [("", 0)] * PROCESSES
    assert anyio.run(counts, url) == [PROCESSES * EACH] * 3


async def counts(url: str) -> list[int]:
    """How many memories the keyword index finds, the graph finds, and the index says it holds."""
    resources = Resources()
    open_store(url, resources)
    lexical, graph = open_lexical(url, resources), open_graph(url, resources)
    words = await lexical.search(ALICE, "tea", EVERYTHING, 1000)
    names = await graph.search(ALICE, "Alice", EVERYTHING, 1000, hops=0)
    held = [id_ async for id_ in lexical.ids("acme", "alice")]
    await resources.aclose()
    return [len(words), len(names), len(held)]
