"""How long a recall takes, by the size of the store, and what of it goes where.

    python -m benchmarks.speed [--sizes 1k,10k] [--home FOLDER] [--postgres URL] [--queries 200] [--skip-bare]

A size is a number of memories, ``100k``, ``1m``, or ``1mx2000`` for so many in 2,000 spaces. ``--home`` keeps the
filled stores: a million take a while to fill and are then asked again by every run. Texts, vectors and questions are
made up (``benchmarks.synthetic``, two languages); the question's vector costs nothing, so that what is measured is the
recall. Everything else is the library as a user has it. No question is asked twice, so no answer comes from a cache.

For every size: the first recall of a process (cold: the store's file dropped from the system's cache too), then p50,
p95 and p99 of a warm one alone, with filters that one memory in a hundred passes, with eight callers at once;
milliseconds of the processor beside those of the clock, for a busy machine; where the time goes; and the vector index
beside the bare engine (numpy up to 2,000 vectors, turbovec with exact re-scoring above) at its share of the true ten
nearest.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.synthetic import NOW, TENANT, Question, SyntheticEmbedder, World
from hindsight import AsyncHindsight
from hindsight.adapters.numeric import np
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.vector.sql import open_vector
from hindsight.domain.change import ChangeSet, insert
from hindsight.domain.filters import Condition
from hindsight.domain.index import Entry
from hindsight.domain.memory import Scope

BATCH = 2_000
FILLED = "filled"
FILTERS: Mapping[str, dict[str, Any] | None] = {
    "warm": None,
    "1 %, project": {"project": "rare"},
    "1 %, tag": {"tags": {"contains": "rare"}},
}
ACTIVE = Condition("status", "eq", "active")


class Clock:
    """Stands still, so that every run asks the same."""

    def now(self) -> Any:
        return NOW


@dataclass
class Times:
    """Milliseconds of each recall, of the processor on average and of each recall asked alone, and by stage."""

    wall: list[float] = field(default_factory=list)
    cpu: float = 0.0
    alone: list[float] = field(default_factory=list)
    stages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    hits: int = 0

    def row(self) -> list[str]:
        cuts = statistics.quantiles(self.wall, n=100, method="inclusive")
        busy = statistics.quantiles(self.alone, n=100, method="inclusive")[94] if self.alone else None
        return [*(f"{value:.1f}" for value in (cuts[49], cuts[94], cuts[98], self.cpu)), f"{busy:.1f}" if busy else "–"]


@asynccontextmanager
async def opened(home: Path, url: str, world: World) -> AsyncIterator[tuple[AsyncHindsight, SyntheticEmbedder]]:
    """Hindsight with the made-up embedder in place of a model."""
    async with AsyncHindsight(home, store_url=url, embedder_url="none:", worker=False, clock=Clock()) as hs:
        built = hs._built  # noqa: SLF001
        assert built is not None  # noqa: S101
        embedder = SyntheticEmbedder(world)
        resources = Resources()
        vectors = open_vector(hs.settings.vector_url, resources)
        hs._built = replace(built, parts=replace(built.parts, embedder=embedder, vectors=vectors))  # noqa: SLF001
        yield hs, embedder
        await resources.aclose()


async def fill(home: Path, url: str, world: World) -> float:
    """Seconds it took. What a run that was ended has stored stays; the indexes of its last batch are made again."""
    began = time.perf_counter()
    async with opened(home, url, world) as (hs, _):
        there = await _stored(hs) // min(BATCH, world.per_space)
        for place, entries in enumerate(world.batches(BATCH)):
            if place >= there:
                await _store(hs, entries, place)
            if place >= there - 1:
                await _index(hs, entries)
            if place % 50 == 0:
                done = place * min(BATCH, world.per_space)
                print(f"\r  filling: {done:,} in {time.perf_counter() - began:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    return time.perf_counter() - began


async def _stored(hs: AsyncHindsight) -> int:
    store = hs.parts.store
    counts = [await store.counts(Scope(tenant=TENANT, spaces=(space.name,))) for space in await store.spaces(TENANT)]
    return sum(sum(count["status"].values()) for count in counts)


async def _store(hs: AsyncHindsight, entries: Sequence[Entry], place: int) -> None:
    """One batch of one space, past the jobs and the model."""
    changes = tuple(insert(entry.memory) for entry in entries)
    space = entries[0].memory.space
    head = ChangeSet(id=f"c{place}", tenant=TENANT, space=space, actor="bench", reason="fill", at=NOW)
    await hs.parts.store.apply(replace(head, changes=changes))


async def _index(hs: AsyncHindsight, entries: Sequence[Entry]) -> None:
    """Keywords, graph and vectors of a batch that is stored."""
    parts = hs.parts
    scope = Scope(tenant=TENANT, spaces=(entries[0].memory.space,))
    stored = await parts.store.get(scope, [entry.memory.id for entry in entries])
    assert parts.lexical is not None  # noqa: S101
    assert parts.graph is not None  # noqa: S101
    assert parts.vectors is not None  # noqa: S101
    await parts.lexical.upsert(stored)
    await parts.graph.upsert(stored)
    await parts.vectors.upsert(entries, SyntheticEmbedder.model)


async def ask(hs: AsyncHindsight, questions: Sequence[Question], where: Any, callers: int = 1) -> Times:
    """Every question once, by so many callers at a time."""
    times = Times()
    waiting = list(reversed(questions))

    async def caller() -> None:
        while waiting:
            question = waiting.pop()
            began, busy = time.perf_counter(), time.process_time()
            found = await hs.space(question.space).recall(question.text, where=where, explain=True)
            times.wall.append((time.perf_counter() - began) * 1000)
            if callers == 1:
                times.alone.append((time.process_time() - busy) * 1000)
            times.hits += len(found.hits)
            if found.degraded:
                raise SystemExit(f"A route is missing, so this measures nothing: {found.degraded}")
            for stage, taken in found.explanation.timings_ms.items() if found.explanation else ():
                times.stages[stage].append(taken)

    busy = time.process_time()
    await asyncio.gather(*(caller() for _ in range(callers)))
    times.cpu = (time.process_time() - busy) * 1000 / len(questions)
    return times


async def warmed(hs: AsyncHindsight, questions: Sequence[Question], where: Any) -> None:
    """Ask until every route takes part: reading a million vectors takes longer than a route may."""
    for question in questions:
        while (await hs.space(question.space).recall(question.text, where=where)).degraded:
            pass


async def first(home: Path, url: str, world: World) -> None:
    """In a process of its own: open, ask one question, then another of the same space; prints milliseconds and MB."""
    question, *others = world.questions(30, seed=99)
    began = time.perf_counter()
    async with opened(home, url, world) as (hs, embedder):
        embedder.learn([question, *others])
        started = time.perf_counter()
        answer = await hs.space(question.space).recall(question.text)
        asked = time.perf_counter()
        while answer.degraded:
            answer = await hs.space(question.space).recall(question.text)
        whole = time.perf_counter()
        again = await ask(hs, others, None)
        print(
            (started - began) * 1000,
            (asked - started) * 1000,
            (whole - started) * 1000,
            statistics.median(again.wall),
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        )


def cold(home: Path, url: str, size: str) -> list[float]:
    """What :func:`first` prints, with the store's file dropped from the system's cache."""
    for path in home.glob("hindsight.db*"):
        handle = os.open(path, os.O_RDONLY)
        os.fsync(handle)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)
    command = [sys.executable, "-m", "benchmarks.speed", "--first", size, "--home", str(home)]
    done = subprocess.run([*command, *(["--postgres", url] if url else [])], check=True, capture_output=True, text=True)
    return [float(value) for value in done.stdout.split()]


async def measure(home: Path, url: str, world: World, given: argparse.Namespace, console: Console) -> None:
    name = f"{world.count:,} in {world.spaces:,}"
    table = Table("", "p50 ms", "p95", "p99", "CPU ms", "p95", "hits", title=name)
    shares = Table("mean ms", *STAGES, title=f"{name}: time by stage; routes run side by side")
    async with opened(home, url, world) as (hs, embedder):
        rounds = [(case, where, 1) for case, where in FILTERS.items()]
        rounds += [("8 callers", None, 8), ("8 callers, 1 %", FILTERS["1 %, tag"], 8)]
        for number, (case, where, callers) in enumerate(rounds):
            questions = world.questions(given.queries + 20, seed=number)
            embedder.learn(questions)
            await warmed(hs, questions[:20], where)
            times = await ask(hs, questions[20:], where, callers)
            table.add_row(case, *times.row(), f"{times.hits / given.queries:.1f}")
            if callers == 1:
                shares.add_row(case, *(f"{_mean(times, stage):.2f}" for stage in STAGES))
        console.print(table)
        console.print(shares)
        if not given.skip_bare and world.spaces == 1:
            console.print(await beside_bare(hs, world, embedder, given.queries))


STAGES = ("embedding", "lexical", "graph", "time", "dense", "store", "ranking")


def _mean(times: Times, stage: str) -> float:
    """Over all recalls, those without this stage too."""
    return sum(times.stages.get(stage, ())) / len(times.wall)


async def beside_bare(hs: AsyncHindsight, world: World, embedder: SyntheticEmbedder, count: int) -> Table:
    """The vector index as recall uses it, and the engine alone over the same vectors."""
    table = Table("vectors", "search", "p50 ms", "p95", "p99", "CPU ms", "p95", "of the true ten")
    assert hs.parts.vectors  # noqa: S101
    vectors = np.concatenate(
        [np.frombuffer(e.vectors["content"], "<f4")[None] for batch in world.batches(BATCH) for e in batch]
    )
    questions = world.questions(count, seed=50)
    embedder.learn(questions)
    asked = [np.frombuffer((await embedder.embed([q.text], "query"))[0], "<f4") for q in questions]
    true = [set(np.argpartition(-(vectors @ query), 10)[:10].tolist()) for query in asked]
    scope = Scope(tenant=TENANT, spaces=(world.space(0),))
    bare = _engine(vectors)
    for name in ("bare engine", "vector index"):
        times, right, busy = Times(), 0, time.process_time()
        for query, nearest in zip(asked, true, strict=True):
            began = time.perf_counter()
            if name == "bare engine":
                best = bare(query)[:10]
            else:
                found = await hs.parts.vectors.search(scope, query.tobytes(), ACTIVE, 100)
                best = [int(item.id[1:]) for item in found[:10]]
            times.wall.append((time.perf_counter() - began) * 1000)
            right += len(nearest & set(best))
        times.cpu = (time.process_time() - busy) * 1000 / count
        table.add_row(f"{world.count:,}", name, *times.row(), f"{right / (10 * count):.3f}")
    return table


def _engine(vectors: np.ndarray) -> Callable[[np.ndarray], list[int]]:
    """The hundred nearest rows of a question, best first: numpy, or turbovec's 200 compared again."""
    if len(vectors) <= 2_000:

        def exact(query: np.ndarray) -> list[int]:
            scores = vectors @ query
            top = np.argpartition(-scores, 100)[:100]
            return list(top[np.argsort(-scores[top])])

        return exact
    from turbovec import IdMapIndex

    index = IdMapIndex(dim=vectors.shape[1], bit_width=4)
    index.add_with_ids(vectors, np.arange(len(vectors), dtype=np.uint64))

    def compressed(query: np.ndarray) -> list[int]:
        _, rows = index.search(query[None, :], k=200)
        found = rows[0].astype(np.int64)
        return list(found[np.argsort(-(vectors[found] @ query))][:100])

    return compressed


def parsed(size: str) -> tuple[int, int]:
    """``100k`` → (100000, 1), ``1mx2000`` → (1000000, 2000)."""
    count, _, spaces = size.lower().partition("x")
    scale = {"k": 1_000, "m": 1_000_000}.get(count[-1], 1)
    return int(count.rstrip("km")) * scale, int(spaces or 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1k,10k")
    parser.add_argument("--home", type=Path, help="where filled stores are kept")
    parser.add_argument("--postgres", default="", help="an empty database, or the one that the same size was filled in")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--skip-bare", action="store_true")
    parser.add_argument("--fill-only", action="store_true")
    parser.add_argument("--first", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.first:
        asyncio.run(first(given.home, given.postgres, World(*parsed(given.first))))
        return
    console = Console()
    with tempfile.TemporaryDirectory(prefix="hindsight-speed-") as folder:
        for size in given.sizes.split(","):
            world = World(*parsed(size))
            home = (given.home or Path(folder)) / f"{'postgres-' if given.postgres else ''}{size}"
            filled = 0.0
            if not (home / FILLED).exists():
                home.mkdir(parents=True, exist_ok=True)
                filled = asyncio.run(fill(home, given.postgres, world))
                (home / FILLED).touch()
            console.print(f"{size}: filled in {filled:.0f} s, {_megabytes(home)} MB on disk")
            if given.fill_only:
                continue
            start, one, whole, warm, peak = cold(home, given.postgres, size)
            console.print(
                f"  cold: open {start:.0f} ms, first recall {one:.0f} ms, every route in it after {whole:.0f} ms, "
                f"later ones {warm:.1f} ms; peak {peak:.0f} MB"
            )
            asyncio.run(measure(home, given.postgres, world, given, console))


def _megabytes(home: Path) -> int:
    return sum(path.stat().st_size for path in home.glob("hindsight.db*")) >> 20


if __name__ == "__main__":
    main()
