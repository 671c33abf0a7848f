"""What the deterministic debrief costs, whether a long transcript is read in bounded memory, what a query costs.

    python -m benchmarks.debrief [--experiences 1000] [--megabytes 10] [--tau TRAJECTORIES.jsonl.gz]

CPU time of this process, all threads: of a debrief (runs of the simulated world; runs of 60 steps; with ``--tau`` real
ones, see :mod:`benchmarks.tau`), and of ``query_experience`` with its embedding over so many lessons, no two questions
alike. The growth of the peak resident memory is that of a fresh process which reads a transcript of so many megabytes,
with short results and with long ones.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import tau
from benchmarks.world.agent import work
from benchmarks.world.engine import load, tasks
from hindsight import Hindsight
from hindsight.adapters.carriers import detect_and_read
from hindsight.domain.debrief import debrief
from hindsight.domain.trajectory import trajectory_from_dict

LONG = 60
PLACES = ("north", "harbour", "lotus", "maple", "quartz", "delta", "amber", "cedar", "ember", "fjord")
THINGS = ("orders", "invoices", "dumps", "reports", "labels", "charts", "tickets", "images", "backups", "tables")
DEEDS = ("upload", "convert", "check", "publish", "archive", "compare", "translate", "count", "print", "merge")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experiences", type=int, default=1000)
    parser.add_argument("--megabytes", type=int, default=10)
    parser.add_argument("--tau", type=Path)
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.read:
        print(json.dumps(reading(arguments.read)))
        return
    found: dict[str, Any] = {"debrief_cpu_ms": {name: debriefs(runs) for name, runs in sets(arguments.tau).items()}}
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in (("results of 2 KB", 100), ("results of 200 KB", 10_000)):
            path = Path(folder) / f"{lines}.jsonl"
            write_transcript(path, arguments.megabytes, lines)
            found[f"transcript: {name}"] = in_a_fresh_process(path)
    found["query_cpu_ms"] = queries(arguments.experiences)
    print(json.dumps(found, indent=1))


def sets(path: Path | None) -> dict[str, list[dict[str, Any]]]:
    families = [family for family in load() if family.data["split"] in ("report", "tune")]
    world = [
        {"goal": task.goal, "task_type": "world", "steps": work(task, None).steps}
        for task in tasks(families, 300, 7, {})
    ]
    rounds = [steps for run in world for steps in run["steps"]]
    long = [{"goal": "go on", "task_type": "world", "steps": rounds[at : at + LONG]} for at in range(0, 600, LONG)]
    return {
        "world": world,
        f"{LONG} steps": long,
        **({"tau": list(map(tau.trajectory, tau.load(path)))} if path else {}),
    }


def debriefs(runs: Sequence[dict[str, Any]]) -> dict[str, float]:
    trajectories = [trajectory_from_dict(run) for run in runs]
    debrief(trajectories[0])
    return summary(cpu_ms(partial(debrief, run)) for run in trajectories)


def cpu_ms(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def summary(times: Iterable[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "n": len(ordered),
        "mean": round(sum(ordered) / len(ordered), 2),
        "p50": round(ordered[len(ordered) // 2], 2),
        "p95": round(ordered[int(len(ordered) * 0.95)], 2),
        "most": round(ordered[-1], 2),
    }


def write_transcript(path: Path, megabytes: int, lines: int) -> None:
    """A transcript of Claude Code; every result has so many lines."""
    size = call = 0
    with path.open("w", encoding="utf-8") as out:
        while size < megabytes * 1_000_000:
            use = {"type": "tool_use", "id": f"t{call}", "name": "Read", "input": {"file_path": f"src/{call}.py"}}
            back = {"type": "tool_result", "tool_use_id": f"t{call}", "content": f"line {call} of text\n" * lines}
            for kind, block in (("assistant", use), ("user", back)):
                row = {
                    "sessionId": "s-1",
                    "type": kind,
                    "uuid": f"{kind}-{call}",
                    "timestamp": "2026-03-18T07:30:00.000Z",
                    "message": {"role": kind, "content": [block]},
                }
                size += out.write(json.dumps(row) + "\n")
            call += 1


def in_a_fresh_process(path: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.debrief", "--read", str(path)]
    read: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return read


def reading(path: Path) -> dict[str, Any]:
    before = peak_mb()
    start = time.process_time()
    imported = detect_and_read(path)
    seconds = time.process_time() - start
    return {
        "file_mb": round(path.stat().st_size / 1e6, 1),
        "trajectories": len(imported.trajectories),
        "steps": sum(len(run.steps) for run in imported.trajectories),
        "cpu_s": round(seconds, 2),
        "peak_growth_mb": round(peak_mb() - before, 1),
    }


def peak_mb() -> float:
    """The peak of resident memory; Linux counts in kilobytes, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def queries(count: int) -> dict[str, float]:
    draw = random.Random(7)
    with tempfile.TemporaryDirectory() as home, Hindsight(home, worker=False) as hs:
        space = hs.space("agent")
        for number in range(count):
            deed, thing, place = DEEDS[number % 10], THINGS[number // 10 % 10], PLACES[number // 100 % 10]
            lesson = f"set `place` to `{place}-{number}` instead of `default`"
            space.learn(
                f"{deed} the {thing} of {place}", lesson, tools=[f"{deed}_{thing}"], error=f"no {thing} in default"
            )
        asked = [
            f"{draw.choice(DEEDS)} {draw.choice(THINGS)} for {draw.choice(PLACES)} and {n} more" for n in range(200)
        ]
        space.experience("warm up")
        return summary(cpu_ms(partial(space.experience, text)) for text in asked)


if __name__ == "__main__":
    main()
