"""The keyword index alone: ranking quality on questions with known evidence, and speed by size.

    python -m benchmarks.lexical --data FILE.jsonl.gz [--data ...] [--postgres URL]
    python -m benchmarks.lexical --speed 10000 [--spaces 1]

FILE as for ``benchmarks.retrieval``; every turn is one memory, a namespace is one space. Beside it plain BM25 over the
same text, with the speaker's name in front, so that both see the same words.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
from rich.console import Console
from rich.table import Table

from benchmarks.baseline import Bm25
from benchmarks.conversations import load, text_of
from benchmarks.scores import KS, Answer, Score
from hindsight.adapters.lexical.sql import SqlLexicalIndex, open_lexical
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import SqlStore, open_store
from hindsight.domain.change import ChangeSet, insert
from hindsight.domain.filters import Condition
from hindsight.domain.memory import Memory, Scope, Source

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 1000
ACTIVE = Condition("status", "eq", "active")


async def write(store: SqlStore, lexical: SqlLexicalIndex, scope: Scope, memories: Sequence[Memory]) -> float:
    """Store and index; the CPU seconds that indexing took."""
    taken = 0.0
    for start in range(0, len(memories), BATCH):
        batch = memories[start : start + BATCH]
        change = ChangeSet(
            id=f"{scope.space} {batch[0].id}",
            tenant=scope.tenant,
            space=scope.space,
            actor="benchmark",
            reason="",
            at=NOW,
            changes=tuple(map(insert, batch)),
        )
        await store.apply(change)
        kept = await store.get(scope, [memory.id for memory in batch])
        begun = time.process_time()
        await lexical.upsert(kept)
        taken += time.process_time() - begun
    return taken


def memory(scope: Scope, id: str, text: str, **fields: Any) -> Memory:
    return Memory(
        id=f"{scope.space}/{id}",
        tenant=scope.tenant,
        space=scope.space,
        kind="episode",
        content=text,
        created_at=NOW,
        updated_at=NOW,
        **fields,
    )


def turns(scope: Scope, namespace: dict[str, Any]) -> Iterator[Memory]:
    for turn in namespace["turns"]:
        source = Source(name=turn["speaker"], conversation=turn["session"], messages=(turn["id"],))
        yield memory(scope, turn["id"], text_of(turn), verbatim=True, sources=(source,))


async def quality(path: Path, url: str) -> tuple[Score, Score, float]:
    """Ours, plain BM25, and the median milliseconds of a query."""
    resources = Resources()
    store, lexical = open_store(url, resources), open_lexical(url, resources)
    ours, plain, times = Score(), Score(), []
    for namespace in load([path], None):
        scope = Scope(tenant="benchmark", spaces=(namespace["ns"],))
        await write(store, lexical, scope, list(turns(scope, namespace)))
        baseline = Bm25({turn["id"]: f"{turn['speaker']}: {text_of(turn)}" for turn in namespace["turns"]})
        for query in namespace["queries"]:
            if not query["gold"] or query["cat"] == "adversarial":
                continue
            begun = time.perf_counter()
            hits = await lexical.search(scope, query["q"], ACTIVE, 100)
            times.append((time.perf_counter() - begun) * 1000)
            ours.add(set(query["gold"]), Answer([frozenset([hit.id.partition("/")[2]]) for hit in hits]))
            plain.add(set(query["gold"]), Answer(baseline.search(query["q"], 100)))
    await resources.aclose()
    return ours, plain, sorted(times)[len(times) // 2]


def quality_table(paths: Sequence[Path], postgres: str | None) -> Table:
    table = Table("data", "system", *(f"R@{k}" for k in KS), "MRR", "ms")
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            places = {"SQLite": f"sqlite:///{folder}/memory.db"} | ({"PostgreSQL": postgres} if postgres else {})
            for place, url in places.items():
                ours, plain, median = anyio.run(quality, path, url)
                rows = ((f"index, {place}", ours, f"{median:.1f}"), ("plain BM25", plain, ""))
                for name, score, ms in rows if place == "SQLite" else rows[:1]:
                    found = (f"{score.recall[k] / score.questions:.3f}" for k in KS)
                    table.add_row(path.name, name, *found, f"{score.reciprocal / score.questions:.3f}", ms)
    return table


async def speed(count: int, spaces: int, url: str, table: Table) -> None:
    """Short texts of a Zipf vocabulary, spread over spaces; questions of one to 230 of them; CPU time."""
    resources, chance = Resources(), random.Random(1)
    store, lexical = open_store(url, resources), open_lexical(url, resources)
    words = [f"word{n:05d}" for n in range(20_000)]
    shares = [1 / (n + 3) for n in range(len(words))]

    def text(length: int) -> str:
        return " ".join(chance.choices(words, shares, k=length))

    taken, homes = 0.0, [Scope(tenant="benchmark", spaces=(f"space {n}",)) for n in range(spaces)]
    for home in homes:
        made = [memory(home, f"{n}", text(chance.randint(8, 25))) for n in range(count // spaces)]
        taken += await write(store, lexical, home, made)
    table.add_row(f"{count:,} in {spaces:,}", "indexing, memories/CPU s", f"{count / taken:,.0f}", "")
    for name, length in {"one word": 1, "five words": 5, "twelve words": 12, "2 KB pasted": 230}.items():
        times = []
        for _ in range(100):
            home, query = chance.choice(homes), text(length)
            begun = time.process_time()
            await lexical.search(home, query, ACTIVE, 100)
            times.append((time.process_time() - begun) * 1000)
        times.sort()
        table.add_row("", f"{name}, CPU ms", f"{times[50]:.1f}", f"{times[95]:.1f}")
    await resources.aclose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", default=[])
    parser.add_argument("--postgres", help="an empty database to measure as well")
    parser.add_argument("--speed", type=int, action="append", default=[], help="how many memories")
    parser.add_argument("--spaces", type=int, default=1)
    given = parser.parse_args()
    console = Console()
    if given.data:
        console.print(quality_table(given.data, given.postgres))
    if given.speed:
        table = Table("memories in spaces", "", "median", "p95")
        for count in given.speed:
            with tempfile.TemporaryDirectory() as folder:
                anyio.run(speed, count, given.spaces, f"sqlite:///{folder}/memory.db", table)
        console.print(table)


if __name__ == "__main__":
    main()
