"""`make demo`: the main job on shipped input, with a restart in between, and timings.

The first process remembers thirteen sessions and records three agent runs. A second one, started after it has ended,
opens the folder, answers questions and asks for experience.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from hindsight import Hindsight, Space
from hindsight.adapters.carriers import detect_and_read
from hindsight.domain.answer import Recall
from hindsight.services.consult import Consultation

INPUT = files("hindsight.demo")
SPACE = "lin-yue"
ZONE = "Asia/Shanghai"
NOW = "2026-11-09T09:00:00+08:00"

console = Console(highlight=False, soft_wrap=True)


def sessions() -> dict[str, list[dict[str, Any]]]:
    """The turns of the shipped conversation by session."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in (INPUT / "conversation.jsonl").read_text("utf-8").splitlines():
        turn = json.loads(line)
        found.setdefault(turn["session"], []).append({**turn, "content": turn["text"]})
    return found


def learn(home: str) -> None:
    """First process: remember the conversation, record the runs."""
    start = time.perf_counter()
    with Hindsight(home, zone=ZONE) as hindsight:
        space = hindsight.space(SPACE)
        console.print(f"Opened {home} in {time.perf_counter() - start:.2f} s.")
        remember_all(space)
        record_all(space)
        stats = space.stats()
        console.print(f"In memory now: {_counted(stats['kind'])} ({_counted(stats['status'])}).")


def remember_all(space: Space) -> None:
    outcomes: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    turns = 0
    start = time.perf_counter()
    for name, messages in sessions().items():
        receipt = space.remember(messages, source={"conversation": name})
        outcomes.update(outcome.action for outcome in receipt.outcomes)
        dropped.update(item.reason for item in receipt.dropped)
        turns += len(messages)
    seconds = time.perf_counter() - start
    console.print(f"Remembered {turns} turns in {seconds:.1f} s ({turns / seconds:.0f} turns/s): {_counted(outcomes)}.")
    console.print(f"Left out: {_counted(dropped)}.")


def record_all(space: Space) -> None:
    start = time.perf_counter()
    runs = steps = lessons = 0
    for path in sorted((INPUT / "transcripts").iterdir(), key=lambda path: path.name):
        for run in detect_and_read(path.read_bytes()).trajectories:
            recorded = space.record(run)
            runs, steps, lessons = runs + 1, steps + len(run.steps), lessons + len(recorded.outcomes)
    seconds = time.perf_counter() - start
    console.print(f"Recorded {runs} agent runs with {steps} steps in {seconds:.1f} s: {lessons} lessons and debriefs.")


def ask(home: str) -> bool:
    """Second process: answer from what the first left; whether enough was found, see ``_ANSWERED``, ``_ADVISED``."""
    asked = json.loads((INPUT / "questions.json").read_text("utf-8"))
    start = time.perf_counter()
    with Hindsight(home, zone=ZONE) as hindsight:
        space = hindsight.space(SPACE)
        space.recall("warm up", now=NOW)
        console.print(f"Opened again by another process; first answer after {time.perf_counter() - start:.2f} s.\n")
        answered = answer_questions(space, asked["questions"]) / len(asked["questions"])
        advised = ask_experience(space, asked["situations"]) / len(asked["situations"])
    enough = answered >= _ANSWERED and advised >= _ADVISED
    expected = f"at least {_ANSWERED:.0%} of the questions and {_ADVISED:.0%} of the situations are expected"
    console.print(f"\nDemo {'passed' if enough else 'failed'}: {expected}.")
    return enough


def answer_questions(space: Space, questions: Sequence[Mapping[str, Any]]) -> int:
    console.print("[bold]recall[/] (✓: a turn that holds the answer is among the sources of the first five hits)")
    answered = 0
    for question in questions:
        start = time.perf_counter()
        answer = space.recall(question["query"], limit=5, now=NOW)
        milliseconds = (time.perf_counter() - start) * 1000
        found = evidence(answer) & set(question["evidence"])
        answered += bool(found)
        shown = [hit for hit in answer if set(hit.memory.source.messages) & found] or list(answer.hits[:1])
        _line(bool(found), question["query"], milliseconds)
        for hit in shown:
            console.print(f"      {'(disputed) ' if hit.memory.conflicts else ''}{hit.memory.content}", markup=False)
    console.print(f"  {answered} of {len(questions)} answered.")
    return answered


def ask_experience(space: Space, situations: Sequence[Mapping[str, Any]]) -> int:
    console.print("\n[bold]experience[/] (✓: the advice says what had worked)")
    advised = 0
    for situation in situations:
        start = time.perf_counter()
        advice = space.experience(situation["task"], tools=situation["tools"], error=situation["error"])
        milliseconds = (time.perf_counter() - start) * 1000
        hit = helpful(advice, situation["expected"])
        advised += hit is not None
        _line(hit is not None, f"{situation['task']} {situation['error'] or ''}", milliseconds)
        console.print(f"      {hit or next((item.text for item in advice), 'nothing')}", markup=False)
    console.print(f"  {advised} of {len(situations)} advised.")
    return advised


def _line(good: bool, asked: str, milliseconds: float) -> None:
    console.print(f"  {'[green]✓[/]' if good else '[red]✗[/]'} {escape(asked)} [dim]{milliseconds:.0f} ms[/]")


def evidence(answer: Recall) -> set[str]:
    """Turns that the hits come from."""
    return {turn for hit in answer for source in hit.memory.sources for turn in source.messages}


def helpful(advice: Consultation, expected: str) -> str | None:
    return next((item.text for item in advice if expected in f"{item.text}\n{item.counter_example}"), None)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(counts.items())) or "nothing"


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["ask"]:
        return 0 if ask(arguments[1]) else 1
    with tempfile.TemporaryDirectory(prefix="hindsight-demo-") as folder:
        home = str(Path(folder) / "memory")
        learn(home)
        sys.stdout.flush()
        again = [sys.executable, "-m", "hindsight.demo", "ask", home]
        return subprocess.run(again, check=False).returncode  # noqa: S603 - this module, in a process of its own


_ANSWERED = 0.8
_ADVISED = 0.6
"""Share of the questions, and of the situations, that must be answered: with fewer, something is broken."""

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
