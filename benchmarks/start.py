"""How long starting takes and how much memory is held.

    python -m benchmarks.start [--runs 10] [--sizes 0,1000,10000]

Every time is of a fresh process, from its start, with warm disk caches: the median of ``--runs``. Resident memory is of
a process that opened a folder with so many memories (vectors included) and answered one question with the default
embedder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, cast

from rich.console import Console
from rich.table import Table

from hindsight import AsyncHindsight
from hindsight.domain.change import ChangeSet, insert
from hindsight.domain.index import Entry
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.text import content_hash

BATCH = 500
SCOPE = Scope(tenant="default", spaces=("bench",))
WORDS = (
    "harbour",
    "parcel",
    "invoice",
    "garden",
    "violin",
    "ledger",
    "上海",
    "会议",
    "合同",
    "训练",
    "orbit",
    "quartz",
)
PYTHON = sys.executable
HINDSIGHT = str(Path(PYTHON).with_name("hindsight"))
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}
EMBEDS = """
import sys
from hindsight import Hindsight
with Hindsight(sys.argv[1]) as hs:
    hs.space("s").recall("anything at all")
"""
HOLDS = """
import sys
from hindsight import Hindsight
with Hindsight(sys.argv[1], worker=False) as hs:
    hs.space("bench").recall("which parcel went to the harbour?")
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmRSS")))
"""


def seconds(command: Sequence[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def initialize_s(home: str) -> float:
    """From starting ``hindsight mcp`` until it has answered ``initialize``."""
    began = time.perf_counter()
    command = [HINDSIGHT, "--home", home, "mcp"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with server, cast("IO[bytes]", server.stdin) as requests, cast("IO[bytes]", server.stdout) as answers:
        requests.write(json.dumps(INITIALIZE).encode() + b"\n")
        requests.flush()
        answer = json.loads(answers.readline())
        took = time.perf_counter() - began
        server.kill()
    if "result" not in answer:
        raise SystemExit(f"initialize failed: {answer}")
    return took


def times(runs: int) -> Table:
    table = Table(title=f"Start, median of {runs}")
    table.add_column("what")
    for column in ("median s", "fastest", "slowest"):
        table.add_column(column, justify="right")
    with tempfile.TemporaryDirectory(prefix="hindsight-start-") as home:
        cases: dict[str, Callable[[], float]] = {
            "python -c pass": lambda: seconds([PYTHON, "-c", "pass"]),
            "import hindsight": lambda: seconds([PYTHON, "-c", "import hindsight"]),
            "from hindsight import Hindsight": lambda: seconds([PYTHON, "-c", "from hindsight import Hindsight"]),
            "hindsight --help": lambda: seconds([HINDSIGHT, "--help"]),
            "MCP over stdio: initialize answered": lambda: initialize_s(home),
            "open, embed and answer the first question": lambda: seconds([PYTHON, "-c", EMBEDS, home]),
        }
        for name, case in cases.items():
            case()
            took = [case() for _ in range(runs)]
            table.add_row(name, *(f"{value:.2f}" for value in (statistics.median(took), min(took), max(took))))
    return table


def imports(most: int = 12) -> Table:
    """The modules that cost most by themselves when the client is imported."""
    command = [PYTHON, "-X", "importtime", "-c", "from hindsight import Hindsight"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stderr.splitlines()
    rows = [line.removeprefix("import time:").split("|") for line in lines if "[us]" not in line and "|" in line]
    own = sorted(((int(self_us), name.strip()) for self_us, _, name in rows), reverse=True)
    table = Table(
        title=f"from hindsight import Hindsight: {len(rows)} modules, {sum(us for us, _ in own) / 1000:.0f} ms"
    )
    table.add_column("module")
    table.add_column("ms by itself", justify="right")
    for us, name in own[:most]:
        table.add_row(name, f"{us / 1000:.1f}")
    return table


async def fill(home: str, count: int) -> None:
    """``count`` memories with vectors, written in batches past the model, so that filling is quick."""
    dice = random.Random(count)
    async with AsyncHindsight(home, worker=False) as hs:
        parts = hs.parts
        if not (parts.vectors and parts.lexical and parts.embedder):
            raise SystemExit("This benchmark needs an embedder; see `hindsight doctor`.")
        for start in range(0, count, BATCH):
            now = datetime.now(UTC)
            memories = [_memory(n, now, dice) for n in range(start, min(start + BATCH, count))]
            changes = tuple(insert(memory) for memory in memories)
            head = ChangeSet(id=f"c{start}", tenant="default", space="bench", actor="b", reason="fill", at=now)
            await parts.store.apply(replace(head, changes=changes))
            stored = await parts.store.get(SCOPE, [memory.id for memory in memories])
            await parts.lexical.upsert(stored)
            vectors = [_direction(parts.embedder.dimension, dice) for _ in stored]
            entries = [Entry(memory=m, vectors={"content": v}) for m, v in zip(stored, vectors, strict=True)]
            await parts.vectors.upsert(entries, parts.embedder.model)


def _memory(n: int, now: datetime, dice: random.Random) -> Memory:
    text = f"Note {n}: " + " ".join(dice.choices(WORDS, k=18))
    return Memory(
        id=f"m{n}",
        tenant="default",
        space="bench",
        kind="episode",
        content=text,
        content_hash=content_hash(text),
        created_at=now,
        updated_at=now,
    )


def _direction(dimension: int, dice: random.Random) -> bytes:
    values = [dice.gauss(0, 1) for _ in range(dimension)]
    length = sum(value * value for value in values) ** 0.5
    return array("f", (value / length for value in values)).tobytes()


def resident(sizes: Sequence[int]) -> Table:
    table = Table(title="Resident memory after one question")
    table.add_column("memories", justify="right")
    table.add_column("MB", justify="right")
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="hindsight-start-") as home:
            asyncio.run(fill(home, size))
            done = subprocess.run([PYTHON, "-c", HOLDS, home], check=True, capture_output=True, text=True)
            table.add_row(f"{size:,}", f"{int(done.stdout) / 1024:.0f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--sizes", default="0,1000,10000", help="comma list of numbers of memories")
    given = parser.parse_args()
    console = Console()
    console.print(times(given.runs))
    console.print(imports())
    console.print(resident([int(size) for size in given.sizes.split(",")]))


if __name__ == "__main__":
    main()
