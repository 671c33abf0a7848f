"""An import that is killed again and again and then started once more: everything is there once (W9)."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hindsight import Hindsight

NOTES, TURNS = 60, 80


def export(folder: Path) -> list[str]:
    notes = folder / "notes"
    notes.mkdir()
    for number in range(NOTES):
        text = (
            f"# Crane {number}\n\nCrane {number} stands in hall {number % 7}.\n\n## 检修\n\n{number}号起重机已检修。\n"
        )
        (notes / f"{number}.md").write_text(text, "utf-8")
    rows = [
        {"role": "user", "content": f"My crane {n} likes oil of type {n * 13 % 997}.", "conversation": f"c{n // 20}"}
        for n in range(TURNS)
    ]
    (folder / "talk.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return [str(notes), str(folder / "talk.jsonl")]


def command(home: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "hindsight.cli", "--home", str(home), *arguments]


def stored(home: Path) -> int:
    try:
        with sqlite3.connect(f"file:{home}/hindsight.db?mode=ro", uri=True, timeout=5) as database:
            return int(
                database.execute("SELECT (SELECT count(*) FROM memory) + (SELECT count(*) FROM turn)").fetchone()[0]
            )
    except sqlite3.OperationalError:
        return 0


def contents(home: Path) -> list[str]:
    with Hindsight(home, embedder_url="none:", worker=False) as hs:
        return sorted(memory.content for memory in hs.space("default").list(limit=1000).memories)


@pytest.mark.requirement("W9")
def test_a_killed_import_goes_on_where_it_was_and_adds_nothing_twice(tmp_path: Path) -> None:
    paths = export(tmp_path)
    environment = {**os.environ, "HINDSIGHT_EMBEDDER_URL": "none:"}
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run(command(whole, "import", *paths), env=environment, check=True, capture_output=True, timeout=120)
    kills = 0
    for share in (0.15, 0.5, 0.8):
        process = subprocess.Popen(
            command(killed, "import", *paths), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 90
        while process.poll() is None and stored(killed) < share * stored(whole) and time.monotonic() < deadline:
            time.sleep(0.005)
        kills += process.poll() is None
        process.kill()
        process.wait()
    assert kills >= 2
    last = subprocess.run(
        command(killed, "--json", "import", *paths), env=environment, check=True, capture_output=True, timeout=120
    )
    report = json.loads(last.stdout)
    assert report["bad"] == []
    assert report["known"] > 0
    assert contents(killed) == contents(whole)
    assert len(contents(whole)) == 2 * NOTES + TURNS
