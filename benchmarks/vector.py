"""Speed, memory and exactness of the vector index over a SQLite store.

    python benchmarks/vector.py                  # 1,000 and 10,000 memories
    python benchmarks/vector.py 100000 --url postgresql://…

Vectors are drawn around centres, as embeddings are; each question lies near a stored vector. Times are milliseconds on
the clock of ``search`` with everything in it: thread hop, transaction, filter, ranking. The processor's time is told
apart, for a busy machine. Limit 100, the candidates of a recall.
"""

from __future__ import annotations

import argparse
import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import anyio

from hindsight.adapters.numeric import np
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import open_store
from hindsight.adapters.vector.sql import SqlVectorIndex, open_vector
from hindsight.domain.change import ChangeSet, insert
from hindsight.domain.filters import EVERYTHING, And, Condition, Filter
from hindsight.domain.index import Entry
from hindsight.domain.memory import Memory, Scope
from hindsight.ports.store import Store

DIMENSION = 384
LIMIT = 100
QUESTIONS = 60
BATCH = 2000
SCOPE = Scope(tenant="bench", spaces=("one",))
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ACTIVE = Condition("status", "eq", "active")
FILTERS: dict[str, Filter] = {
    "none": EVERYTHING,
    "active": ACTIVE,
    "50 %": And((ACTIVE, Condition("tags", "contains", "half"))),
    "10 %": And((ACTIVE, Condition("tags", "contains", "tenth"))),
    "1 %": And((ACTIVE, Condition("project", "eq", "rare"))),
    "nothing": Condition("project", "eq", "unknown"),
}


def memories(count: int) -> Iterator[Memory]:
    text = "The meeting about the spring catalogue was moved to the room on the third floor. " * 3
    for number in range(count):
        tags = (*(("half",) if number % 2 else ()), *(("tenth",) if number % 10 == 3 else ()))
        yield Memory(
            id=f"m{number:08d}",
            tenant="bench",
            space="one",
            kind="fact",
            content=f"{text}{number}",
            content_hash=str(number),
            project="rare" if number % 100 == 7 else "common",
            tags=tags,
            created_at=NOW,
            updated_at=NOW,
        )


def clustered(count: int, dice: np.random.Generator) -> np.ndarray:
    centres = dice.normal(size=(max(count // 50, 10), DIMENSION))
    rows = centres[dice.integers(len(centres), size=count)] + 0.8 * dice.normal(size=(count, DIMENSION))
    unit: np.ndarray = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")
    return unit


async def fill(store: Store, index: SqlVectorIndex, vectors: np.ndarray) -> float:
    """Seconds that the index took."""
    made = list(memories(len(vectors)))
    spent = 0.0
    for start in range(0, len(made), BATCH):
        some = made[start : start + BATCH]
        changes = tuple(map(insert, some))
        await store.apply(
            ChangeSet(id=f"c{start}", tenant="bench", space="one", actor="bench", reason="", at=NOW, changes=changes)
        )
        entries = [
            Entry(memory=memory, vectors={"content": vectors[start + place].tobytes()})
            for place, memory in enumerate(some)
        ]
        began = time.perf_counter()
        await index.upsert(entries, "bench/1")
        spent += time.perf_counter() - began
    return spent


def resident() -> int:
    """Peak megabytes of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


async def measure(url: str, count: int) -> None:
    dice = np.random.default_rng(1)
    vectors = clustered(count, dice)
    resources = Resources()
    store = open_store(url, resources)
    await store.start()
    index = open_vector(url, resources)
    spent = await fill(store, index, vectors)
    asked = vectors[dice.integers(count, size=QUESTIONS)] + 0.02 * dice.normal(size=(QUESTIONS, DIMENSION))
    asked = (asked / np.linalg.norm(asked, axis=1, keepdims=True)).astype("<f4")
    began = time.perf_counter()
    await index.search(SCOPE, asked[0].tobytes(), EVERYTHING, LIMIT)
    first = time.perf_counter() - began
    print(f"\n{count:,} memories: {count / spent:,.0f} upserts/s, first search {first * 1000:.0f} ms")
    print(f"  {'filter':8} {'p50 ms':>8} {'p95 ms':>8} {'cpu ms':>8} {'recall':>7}")
    for name, where in FILTERS.items():
        passing = np.array([passes(name, number) for number in range(count)])
        times, recalls, cpu = [], [], 0.0
        for query in asked:
            began, busy = time.perf_counter(), time.process_time()
            hits = await index.search(SCOPE, query.tobytes(), where, LIMIT)
            times.append((time.perf_counter() - began) * 1000)
            cpu += (time.process_time() - busy) * 1000 / QUESTIONS
            scores = np.where(passing, vectors @ query, -np.inf)
            best = {f"m{row:08d}" for row in np.argsort(-scores)[:LIMIT] if np.isfinite(scores[row])}
            recalls.append(len(best & {hit.id for hit in hits}) / max(len(best), 1) if best else float(not hits))
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"  {name:8} {statistics.median(times):8.2f} {p95:8.2f} {cpu:8.2f} {statistics.fmean(recalls):7.3f}")
    print(f"  peak resident memory {resident()} MB, of which this script's own vectors {vectors.nbytes >> 20} MB")
    await resources.aclose()


def passes(name: str, number: int) -> bool:
    return {"50 %": number % 2 == 1, "10 %": number % 10 == 3, "1 %": number % 100 == 7}.get(name, name != "nothing")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[1_000, 10_000])
    parser.add_argument("--url", help="an empty database; without it a SQLite file that is removed afterwards")
    given = parser.parse_args()
    print(f"SQLite {sqlite3.sqlite_version}, numpy {np.__version__}, dimension {DIMENSION}, limit {LIMIT}")
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as folder:
            anyio.run(measure, given.url or f"sqlite:///{folder}/bench.db", size)


if __name__ == "__main__":
    main()
