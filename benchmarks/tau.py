"""Real runs of a tool-calling agent: is the memory of earlier runs of the same task found, and is it right?

    python -m benchmarks.tau TRAJECTORIES.jsonl[.gz] [--trials 4] [--json FILE]

TRAJECTORIES: one JSON object a run, ``{"task_id", "trial", "reward" 0|1, "instruction", "expected_tools", "steps":
[{"role": "user"|"assistant"|"tool", "content"?, "calls"?: [{"name", "args": JSON text}], "name"?}]}`` (tau-bench,
airline: 25 tasks, 4 trials). Leave one trial out: the others are recorded, then each task of that trial is asked about.

Prints, for `query_experience` and for `recall` of episodes: how often something of the same task is among the first
three, the share of what is shown that comes from other tasks (noise), and of the recorded paths shown how many make
just the changes that the task expects, beside how many of all runs did.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hindsight import Hindsight, Space

READING = ("get_", "search_", "list_", "calculate", "think")


@dataclass
class Sums:
    """Counts over the questions asked."""

    asked: int = 0
    experience_found: int = 0
    episode_found: int = 0
    episode_first: int = 0
    shown: int = 0
    noise: int = 0
    by_kind: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    paths: int = 0
    right_paths: int = 0
    milliseconds: list[float] = field(default_factory=list)


def load(path: Path) -> list[dict[str, Any]]:
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def steps_of(run: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The calls with their results, and what the user said between them."""
    waiting: list[dict[str, Any]] = []
    for step in run["steps"]:
        if step["role"] == "user":
            yield {"tool": "user_message", "actor": "user", "args": {"text": step.get("content") or ""}}
        elif step["role"] == "tool":
            call = next((item for item in waiting if item["tool"] == step.get("name")), None)
            if call:
                waiting.remove(call)
                yield {**call, "result": step.get("content") or ""}
        waiting.extend({"tool": call["name"], "args": call["args"]} for call in step.get("calls") or ())


def trajectory(run: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": f"task-{run['task_id']}-trial-{run['trial']}",
        "goal": run["instruction"],
        "task_type": "airline",
        "steps": list(steps_of(run)),
        "outcome": "success" if run["reward"] >= 1 else "failure",
    }


def task_of(trajectory_id: str) -> str:
    return trajectory_id.partition("-trial-")[0]


def ask(space: Space, run: dict[str, Any], tools: list[str], sums: Sums) -> None:
    mine = f"task-{run['task_id']}"
    start = time.perf_counter()
    hits = space.experience(run["instruction"], task_type="airline", tools=tools).hits
    sums.milliseconds.append((time.perf_counter() - start) * 1000)
    sums.asked += 1
    same = [mine in {task_of(item.trajectory_id) for item in hit.experience.evidence} for hit in hits]
    sums.experience_found += any(same)
    sums.shown += len(hits)
    sums.noise += same.count(False)
    for hit, is_mine in zip(hits, same, strict=True):
        sums.by_kind[hit.kind][0] += 1
        sums.by_kind[hit.kind][1] += is_mine
        if hit.kind == "minimal_path" and is_mine:
            calls = [op.new["tool"] for op in hit.ops if op.rule == "call"]
            sums.paths += 1
            sums.right_paths += changes(calls) == sorted(run["expected_tools"])
    episodes = space.recall(run["instruction"], kinds=["episode"], limit=3)
    found = [mine in {task_of(id_) for id_ in hit.memory.origins} for hit in episodes]
    sums.episode_found += any(found)
    sums.episode_first += found[:1] == [True]


def changes(calls: list[str]) -> list[str]:
    return sorted(name for name in calls if not name.startswith(READING))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--trials", type=int, default=4)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    runs = load(arguments.path)
    tools = sorted({call["name"] for run in runs for step in run["steps"] for call in step.get("calls") or ()})
    sums = Sums()
    for left_out in sorted({run["trial"] for run in runs})[: arguments.trials]:
        with tempfile.TemporaryDirectory() as home, Hindsight(home, worker=False) as hs:
            space = hs.space("agent")
            for run in runs:
                if run["trial"] != left_out:
                    space.record(trajectory(run))
            for run in runs:
                if run["trial"] == left_out:
                    ask(space, run, tools, sums)
    right = sum(
        changes([call["name"] for step in run["steps"] for call in step.get("calls") or ()])
        == sorted(run["expected_tools"])
        for run in runs
    )
    times = sorted(sums.milliseconds)
    found = {
        "questions": sums.asked,
        "same_task_among_experiences": sums.experience_found / sums.asked,
        "same_task_first_of_episodes": sums.episode_first / sums.asked,
        "same_task_among_3_episodes": sums.episode_found / sums.asked,
        "shown": sums.shown / sums.asked,
        "noise": sums.noise / max(1, sums.shown),
        "kinds_shown_and_of_the_same_task": dict(sums.by_kind),
        "paths_with_the_expected_changes": [sums.right_paths, sums.paths],
        "runs_with_the_expected_changes": [right, len(runs)],
        "median_ms": times[len(times) // 2],
    }
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.json:
        arguments.json.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
