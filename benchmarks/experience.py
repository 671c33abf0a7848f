"""Do agents stop repeating mistakes? A simulated world, with and without Hindsight.

    python -m benchmarks.experience [--tasks 1000] [--split report|tune|fresh|judge|verdict|appeal|retrial] [--seed 7]
        [--embedder none:] [--json FILE]

One thousand tasks of 60 families over more than 25 tools, in random order. About 30 % of the families have traps that
cannot be learnt and punish a guess. Late in the run the cures of some families turn round, and wrong lessons are handed
in by somebody. Prints: repeated failures (of kinds that an earlier task had), steps a task, tasks that took longer than
without memory (the first one after a cure has turned round is told apart: no memory can know of it), wrong advice, and
after how many uses wrong advice was retired.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.world.agent import Run, work
from benchmarks.world.engine import Family, Session, Task, load, tasks
from hindsight import Hindsight, Space

TURNED = 8
POISONED = 6


@dataclass
class Score:
    """Sums over tasks."""

    steps: int = 0
    failures: int = 0
    solved: int = 0
    repeated: int = 0
    chances: int = 0
    by_family: Counter[str] = field(default_factory=Counter)
    runs: list[Run] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def add(self, task: Task, run: Run) -> None:
        self.steps += len(run.steps)
        self.failures += run.failures
        self.solved += run.solved
        self.runs.append(run)
        key = f"{task.family.id}/{task.changed}"
        if task.family.learnable:
            if key in self.seen:
                self.chances += 1
                if run.failures:
                    self.repeated += 1
                    self.by_family[task.family.id] += 1
            if run.failures:
                self.seen.add(key)


@dataclass
class Watch:
    """What became of advice: shown, wrong, and how often wrong advice was followed before it was retired."""

    shown: int = 0
    wrong: int = 0
    trials: int = 0
    unconfirmed: int = 0
    wrong_uses: Counter[str] = field(default_factory=Counter)
    what: dict[str, str] = field(default_factory=dict)
    told: dict[int, list[str]] = field(default_factory=dict)
    milliseconds: list[float] = field(default_factory=list)


def plain(hit: Any) -> dict[str, Any]:
    """A piece of advice as the agent reads it."""
    ops = [{name: getattr(op, name) for name in ("tool", "op", "path", "old", "new", "rule")} for op in hit.ops]
    return {
        "id": hit.id,
        "tools": hit.tools,
        "ops": ops,
        "tried": hit.experience.counter_example.tried,
        "preconditions": hit.experience.context.preconditions,
        "trial": hit.trial,
        "unconfirmed": hit.unconfirmed,
        "text": hit.text,
    }


def without(task: Task) -> Run:
    return work(task, None)


def with_memory(space: Space, task: Task, watch: Watch) -> Run:
    shown: dict[str, Any] = {}

    def ask(error: str) -> Sequence[dict[str, Any]]:
        start = time.perf_counter()
        found = space.experience(task.goal, tools=task.family.tools, error=error or None)
        watch.milliseconds.append((time.perf_counter() - start) * 1000)
        hits = [plain(hit) for hit in found.hits if hit.polarity == "positive"]
        for hit in hits:
            shown[hit["id"]] = hit
        watch.trials += sum(hit["trial"] for hit in hits)
        watch.unconfirmed += sum(hit["unconfirmed"] for hit in hits)
        return hits

    run = work(task, ask)
    watch.told[task.number] = [f"{'(trial) ' * hit['trial']}{hit['text']}" for hit in shown.values()]
    for hit in shown.values():
        watch.shown += 1
        if hit["unconfirmed"]:
            continue
        if is_wrong(task, hit):
            watch.wrong += 1
            if hit["trial"]:
                continue
            watch.wrong_uses[hit["id"]] += 1
            watch.what[hit["id"]] = f"{task.family.id}: {hit['text']}"
    run_data = {"goal": task.goal, "steps": run.steps, "outcome": "success" if run.solved else "failure"}
    space.record({**run_data, "tools": task.family.tools, "id": f"task-{task.number}"}, shown=list(shown))
    return run


def is_wrong(task: Task, hit: dict[str, Any]) -> bool:
    """Following this advice alone changes the naive call, and the world refuses the result."""
    from benchmarks.world.agent import follow

    session, run = Session(task), Run()
    naive = {"tool": task.family.tool, "args": dict(task.args)}
    call = follow(session, run, naive, [hit])
    if call == naive and not run.steps:
        return False
    return not session.call(call["tool"], call["args"])[0]


def poison(space: Space, families: Sequence[Family]) -> list[str]:
    """Wrong lessons, well worded, handed in by an agent."""
    ids = []
    for family in families:
        path, data = family.data["path"], family.data
        op = {"op": "set", "path": path, "old": data["args"].get(path), "new": "bogus-9"}
        learnt = space.learn(
            data["goal"][0].replace("{x}", "anything"),
            f"set {path} to `bogus-9` instead of `{data['args'].get(path)}`",
            tools=[family.tool],
            error=data["error"],
            ops=[op],
        )
        ids.append(learnt.id)
    return ids


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    families = [family for family in load() if family.data["split"] == arguments.split]
    literal = [item for item in families if item.trap == "set" and "cond" not in item.data]
    turned = {item.id: arguments.tasks * 6 // 10 for item in literal[:TURNED]}
    todo = tasks(families, arguments.tasks, arguments.seed, turned)
    base, helped, watch = Score(), Score(), Watch()
    for task in todo:
        base.add(task, without(task))
    poisoned: list[str] = []
    with tempfile.TemporaryDirectory() as home, Hindsight(home, worker=False, **arguments.settings) as hs:
        space = hs.space("agent")
        for task in todo:
            if task.number == arguments.tasks * 4 // 10:
                poisoned = poison(space, literal[TURNED : TURNED + POISONED])
            helped.add(task, with_memory(space, task, watch))
        states: dict[str, Any] = {id_: (space.get(id_).body or {}).get("state") for id_ in watch.wrong_uses}
    states = {watch.what[id_]: [count, states[id_]] for id_, count in watch.wrong_uses.most_common(arguments.show)}
    return report(todo, base, helped, watch, [watch.wrong_uses[id_] for id_ in poisoned]) | {"wrong": states}


def report(
    todo: Sequence[Task],
    base: Score,
    helped: Score,
    watch: Watch,
    poisoned: Sequence[int],
) -> dict[str, Any]:
    worse: dict[str, list[str]] = defaultdict(list)
    how: list[dict[str, Any]] = []
    for task, one, other in zip(todo, base.runs, helped.runs, strict=True):
        if len(other.steps) > len(one.steps) or other.solved < one.solved:
            first = task.changed and task.family.id not in worse["outdated"]
            worse["outdated" if first else "learnable" if task.family.learnable else "unlearnable"].append(
                task.family.id
            )
            how.append(
                {
                    "task": task.number,
                    "goal": task.goal,
                    "told": watch.told[task.number],
                    "without": steps(one),
                    "with": steps(other),
                }
            )
    uses = [watch.wrong_uses[id_] for id_ in watch.wrong_uses]
    latencies = sorted(watch.milliseconds)
    return {
        "tasks": len(todo),
        "families": len({task.family.id for task in todo}),
        "tools": len({tool for task in todo for tool in task.family.tools}),
        "repeated_failure_rate": [base.repeated / base.chances, helped.repeated / helped.chances],
        "repeated_failures": [base.repeated, helped.repeated],
        "steps_per_task": [base.steps / len(todo), helped.steps / len(todo)],
        "failed_steps": [base.failures, helped.failures],
        "solved": [base.solved, helped.solved],
        "worse_learnable": Counter(worse["learnable"]),
        "worse_unlearnable": Counter(worse["unlearnable"]),
        "worse_by_outdated_advice": Counter(worse["outdated"]),
        "worse": how,
        "advice_shown": watch.shown,
        "wrong_advice_shown": watch.wrong,
        "trials": watch.trials,
        "unconfirmed_shown": watch.unconfirmed,
        "wrong_uses_most": max(uses, default=0),
        "wrong_uses": Counter(uses),
        "poison_uses": list(poisoned),
        "repeated_by_family": helped.by_family,
        "query_ms": {"median": latencies[len(latencies) // 2], "p95": latencies[int(len(latencies) * 0.95)]},
    }


def steps(run: Run) -> list[str]:
    return [f"{step['tool']} {dict(step['args'])} -> {step.get('error') or step['result']}" for step in run.steps]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=1000)
    splits = ("report", "tune", "fresh", "judge", "verdict", "appeal", "retrial")
    parser.add_argument("--split", default="report", choices=splits)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=12)
    parser.add_argument("--embedder", default="")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    arguments.settings = {"embedder_url": arguments.embedder} if arguments.embedder else {}
    start = time.perf_counter()
    found = measure(arguments)
    found["seconds"] = round(time.perf_counter() - start, 1)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    print(text)
    if arguments.json:
        arguments.json.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
