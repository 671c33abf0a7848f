"""Builds the bilingual recall set from hand-written scripts and the small talk around them.

    python -m benchmarks.make_recall_set [--seed 4]

Reads ``data/recall/{fit,held}-{personal,work}-{en,zh}.txt`` (told things and questions) and
``data/recall/around-*.txt`` (scenes that answer nothing), writes ``data/recall_fit.jsonl`` and
``data/recall_held.jsonl`` in the format of ``benchmarks.retrieval``. The forms are described in ``data/README.md``.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
SEED = 4
CHOICE = re.compile(r"\{(?:(\w{1,20}):)?([^{}]{1,400})\}")


@dataclass
class Script:
    """One namespace as written by hand."""

    now: str = ""
    people: dict[str, str] = field(default_factory=dict)
    sessions: list[tuple[datetime, list[tuple[str, str, str]]]] = field(default_factory=list)
    questions: list[tuple[str, list[str], str]] = field(default_factory=list)


def read(path: Path) -> Script:
    script = Script()
    for line in filter(None, path.read_text("utf-8").splitlines()):
        word, _, rest = line.partition(" ")
        if word == "speakers":
            script.people = dict(pair.split("=") for pair in rest.split())
        elif word == "now":
            script.now = f"{rest}:00+00:00"
        elif word == "@":
            script.sessions.append((datetime.fromisoformat(f"{rest}:00+00:00"), []))
        elif word == "?":
            category, keys, question = (part.strip() for part in rest.split("|", 2))
            script.questions.append((category, [key for key in keys.split(",") if key != "-"], question))
        else:
            key, told = (word[1:], rest) if word.startswith("*") else ("", line)
            speaker, text = told.split(": ", 1)
            script.sessions[-1][1].append((key, script.people[speaker], text))
    return script


def scenes(path: Path) -> list[list[str]]:
    return [block.splitlines() for block in path.read_text("utf-8").split("\n\n") if block.strip()]


def played(scene: list[str], people: dict[str, str], draw: random.Random) -> list[tuple[str, str, str]]:
    """A scene with its choices made and its parts cast; a named choice stays the same within the scene."""
    chosen: dict[str, str] = {}

    def choose(found: re.Match[str]) -> str:
        name, options = found[1], found[2].split("|")
        if not name and options[0] in chosen and len(options) == 1:
            return chosen[options[0]]
        value: str = draw.choice(options)
        if name:
            chosen[name] = value
        return value

    cast = dict(people)
    if "1" in people:
        cast = dict(zip(people, draw.sample(list(people.values()), len(people)), strict=True))
    turns = []
    for line in scene:
        speaker, text = line.strip().split(": ", 1)
        turns.append(("", cast[speaker], CHOICE.sub(choose, text)))
    return turns


def timetable(script: Script, around: list[list[str]], draw: random.Random) -> list[tuple[datetime, Any]]:
    """Sessions in order of time: every scene is put at the head or tail of a told one, or on a day of its own."""
    start = script.sessions[0][0]
    told_on = {time.date() for time, _ in script.sessions}
    days = range(1, (datetime.fromisoformat(script.now) - start).days)
    free = [day for day in days if (start + timedelta(days=day)).date() not in told_on]
    sessions = [(time, list(turns)) for time, turns in script.sessions]
    for scene in draw.sample(around, len(around)):
        turns = played(scene, script.people, draw)
        if draw.random() < 0.4:
            place = draw.randrange(len(script.sessions))
            time, told = sessions[place]
            sessions[place] = (time, turns + told if place and draw.random() < 0.3 else told + turns)
        else:
            day = start + timedelta(days=draw.choice(free))
            free.remove((day - start).days)
            sessions.append((day.replace(hour=draw.randrange(8, 22), minute=draw.randrange(60)), turns))
    return sorted(sessions, key=lambda session: session[0])


def namespace(name: str, seed: int) -> dict[str, Any]:
    script = read(DATA / "recall" / f"{name}.txt")
    around = scenes(DATA / "recall" / f"around-{name.partition('-')[2]}.txt")
    draw = random.Random(f"{seed}/{name}")
    turns: list[dict[str, Any]] = []
    ids: dict[str, str] = {}
    for number, (start, said) in enumerate(timetable(script, around, draw), start=1):
        at = start
        for place, (key, speaker, text) in enumerate(said, start=1):
            id_ = f"D{number}:{place}"
            if key:
                ids[key] = id_
            turns.append({"id": id_, "session": f"D{number}", "time": at.isoformat(), "speaker": speaker, "text": text})
            at += timedelta(seconds=draw.randrange(20, 150))
    queries = [
        {
            "qid": f"{name}-{number:02}",
            "q": question,
            "gold": [ids[key] for key in keys],
            "cat": category,
            "now": script.now,
        }
        for number, (category, keys, question) in enumerate(script.questions, start=1)
    ]
    return {"ns": name, "turns": turns, "queries": queries}


def built(split: str, seed: int) -> str:
    """The lines of one file of the set."""
    rows = [namespace(f"{split}-{kind}", seed) for kind in ("personal-en", "personal-zh", "work-en", "work-zh")]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    seed = parser.parse_args().seed
    for split in ("fit", "held"):
        (DATA / f"recall_{split}.jsonl").write_text(built(split, seed), "utf-8")


if __name__ == "__main__":
    main()
