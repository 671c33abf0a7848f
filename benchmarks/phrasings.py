"""Is the right lesson found for a situation in other words? Precision of `query_experience` in two languages.

    python -m benchmarks.phrasings [--set tune|held] [--embedder none:] [--show]

66 lessons are learnt from recorded runs; 410 phrasings ask for one of them (most without tools: all compete), or
for something that none helps with, most with the very tool of a lesson, some with an error of it. The held half was
written before anything was tuned on the other. Prints precision@1 and @3, how often something was said where nothing
helps, how often the lesson is shown to an agent that has only its tool, and the CPU time of a query.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from hindsight import Hindsight

DATA = Path(__file__).parent.parent / "tests" / "data" / "experience"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def measure(ask: Any, asked: list[dict[str, Any]], keys: dict[str, str], *, show: bool = False) -> dict[str, float]:
    first = third = shown = 0
    wanted = sum(row["want"] is not None for row in asked)
    false: dict[str, list[int]] = {name: [] for name in ("elsewhere", "same_tools", "in_trouble")}
    times = []
    for row in asked:
        start = time.process_time()
        hits = ask(row)
        times.append((time.process_time() - start) * 1000)
        found = [keys.get(hit.id, "?") for hit in hits]
        shown += len(found)
        if row["want"] is None:
            false[kind_of(row)].append(len(found))
            if found and show:
                print(
                    "  false ", row["q"], row.get("error", ""), "->", found, [round(hit.similarity, 2) for hit in hits]
                )
            continue
        first += found[:1] == [row["want"]]
        third += row["want"] in found[:3]
        if show and found[:1] != [row["want"]]:
            print("  missed", row["q"], "->", found, [round(hit.similarity, 2) for hit in hits])
    times.sort()
    rates = {f"false_{name}": sum(map(bool, counts)) / len(counts) for name, counts in false.items() if counts}
    every = [count for counts in false.values() for count in counts]
    return {
        "wanted": wanted,
        "precision@1": first / wanted,
        "precision@3": third / wanted,
        "nothing_helps": len(every),
        "false_advice": sum(map(bool, every)) / len(every),
        **rates,
        "false_pieces": sum(every) / len(every),
        "shown": shown / len(asked),
        "median_cpu_ms": times[len(times) // 2],
    }


def found_keys(space: Any, row: dict[str, Any], tools: list[str], keys: dict[str, str]) -> list[str]:
    """The lessons shown to an agent that has just these tools."""
    return [keys.get(hit.id, "?") for hit in space.experience(row["q"], error=row.get("error"), tools=tools).hits]


def kind_of(row: dict[str, Any]) -> str:
    """Of a situation for which nothing helps: far from all tools, with a lesson's tool, and with an error as well."""
    return "in_trouble" if row.get("error") else "same_tools" if row.get("tools") else "elsewhere"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="held", choices=("tune", "held"))
    parser.add_argument("--embedder", default="")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    settings = {"embedder_url": arguments.embedder} if arguments.embedder else {}
    with tempfile.TemporaryDirectory() as home, Hindsight(home, worker=False, **settings) as hs:
        space = hs.space("agent")
        keys: dict[str, str] = {}
        tools: dict[str, str] = {}
        for row in rows("lessons.jsonl"):
            recorded = space.record({name: row[name] for name in ("goal", "task_type", "steps")})
            keys |= dict.fromkeys(recorded.experiences, row["key"])
            tools[row["key"]] = row["steps"][0]["tool"]
        asked = [row for row in rows("phrasings.jsonl") if row["set"] == arguments.set]

        def ask(row: dict[str, Any]) -> Any:
            return space.experience(row["q"], error=row.get("error"), tools=row.get("tools")).hits

        found = measure(ask, asked, keys, show=arguments.show)
        kept = [row["want"] in found_keys(space, row, [tools[row["want"]]], keys) for row in asked if row["want"]]
        print(len(asked), "phrasings", json.dumps({**found, "shown_with_its_tool": sum(kept) / len(kept)}, indent=1))


if __name__ == "__main__":
    main()
