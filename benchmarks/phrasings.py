"""Is the right lesson found for a situation in other words? Precision of `query_experience` in two languages.

    python -m benchmarks.phrasings [--set tune|held] [--embedder none:] [--sweep] [--show]

66 lessons are learnt from recorded runs; 170 phrasings ask for them, or for something that was never learnt.
No tools are given, so that all lessons compete. Prints precision@1 and @3, how often nothing was said where there was
nothing to say, and the time of a query.
"""

from __future__ import annotations

import argparse
import itertools
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from hindsight import Hindsight
from hindsight.services import consult

DATA = Path(__file__).parent.parent / "tests" / "data" / "experience"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def measure(ask: Any, asked: list[dict[str, Any]], keys: dict[str, str], *, show: bool = False) -> dict[str, float]:
    first = third = silent = shown = 0
    wanted = sum(row["want"] is not None for row in asked)
    times = []
    for row in asked:
        start = time.perf_counter()
        hits = ask(row)
        times.append((time.perf_counter() - start) * 1000)
        found = [keys.get(hit.id, "?") for hit in hits]
        shown += len(found)
        if row["want"] is None:
            silent += not found
            if found and show:
                print("  noise ", row["q"], "->", found, [round(hit.similarity, 2) for hit in hits])
            continue
        first += found[:1] == [row["want"]]
        third += row["want"] in found[:3]
        if show and found[:1] != [row["want"]]:
            print("  missed", row["q"], "->", found, [round(hit.similarity, 2) for hit in hits])
    times.sort()
    return {
        "precision@1": first / wanted,
        "precision@3": third / wanted,
        "silent_when_nothing": silent / max(1, len(asked) - wanted),
        "shown": shown / len(asked),
        "median_ms": times[len(times) // 2],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="held", choices=("tune", "held"))
    parser.add_argument("--embedder", default="")
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    settings = {"embedder_url": arguments.embedder} if arguments.embedder else {}
    with tempfile.TemporaryDirectory() as home, Hindsight(home, worker=False, **settings) as hs:
        space = hs.space("agent")
        keys: dict[str, str] = {}
        for row in rows("lessons.jsonl"):
            recorded = space.record({name: row[name] for name in ("goal", "task_type", "steps")})
            keys |= dict.fromkeys(recorded.experiences, row["key"])
        asked = [row for row in rows("phrasings.jsonl") if row["set"] == arguments.set]

        def ask(row: dict[str, Any]) -> Any:
            return space.experience(row["q"], error=row.get("error")).hits

        if arguments.sweep:
            for share, floor in itertools.product((0.6, 0.7, 0.8, 0.9, 1.0), (0.3, 0.33, 0.35, 0.37, 0.4)):
                consult.MEANING, consult.FLOOR = share, floor
                print(share, floor, {name: round(value, 3) for name, value in measure(ask, asked, keys).items()})
            return
        print(len(asked), "phrasings", json.dumps(measure(ask, asked, keys, show=arguments.show), indent=1))


if __name__ == "__main__":
    main()
