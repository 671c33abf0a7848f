"""Several processes work in one folder at once: nothing is lost, nothing is doubled, no error comes out."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.faults.processes import SAID, SAME, VERBATIM, side_by_side

from hindsight import Hindsight

pytestmark = [pytest.mark.requirement("W8", "D4")]

NAMES = ("anna", "boris", "chidi", "dolores")
NO_ERRORS = [""] * len(NAMES)
LAST_WORD_S = 20.0
"""A thread that was told to end may be at its last line when close() returns; one that never ends fails."""


def contents(hs: Hindsight) -> list[str]:
    """Every current memory of the space, over all pages."""
    found: list[str] = []
    cursor = None
    while True:
        page = hs.space("alice").list(cursor=cursor, limit=300)
        found += [memory.content for memory in page.memories]
        cursor = page.cursor
        if cursor is None:
            return found


def missed(hs: Hindsight, refs: list[str]) -> list[str]:
    """The words that do not find their memory."""
    space = hs.space("alice")
    return [ref for ref in refs if ref not in [hit.memory.ref for hit in space.recall(ref, limit=3)]]


def test_four_processes_remember_200_texts_each_and_all_are_found(tmp_path: Path) -> None:
    calls = [(tmp_path, name, 200, "auto:") for name in NAMES]
    assert side_by_side(VERBATIM, calls) == NO_ERRORS
    with Hindsight(tmp_path, worker=False) as hs:
        assert len(contents(hs)) == 800
        assert all(report.healthy for report in hs.verify_indexes())
        assert not [*hs.jobs(status="pending"), *hs.jobs(status="running"), *hs.jobs(status="dead")]
        assert missed(hs, [f"{name}x{n}" for name in NAMES for n in range(0, 200, 20)]) == []
    with Hindsight(tmp_path, worker=False, embedder_url="none:") as hs:
        assert missed(hs, [f"{name}x{n}" for name in NAMES for n in range(200)]) == []


def test_four_processes_talk_in_one_space_and_every_statement_is_kept_once(tmp_path: Path) -> None:
    calls = [(tmp_path, name, 25, "auto:") for name in NAMES]
    assert side_by_side(SAID, calls) == NO_ERRORS
    with Hindsight(tmp_path, worker=False) as hs:
        text = sorted(contents(hs))
        wanted = [f"{name.title()}{n} " for name in NAMES for n in range(25)]
        assert [sum(f"{word} " in f"{line} " for line in text) for word in (w.strip() for w in wanted)] == [1] * 100
        assert len(text) == 100
        assert all(report.healthy for report in hs.verify_indexes())
        assert not [*hs.jobs(status="pending"), *hs.jobs(status="running"), *hs.jobs(status="dead")]


def test_the_same_text_from_four_processes_is_one_memory_with_a_count(tmp_path: Path) -> None:
    calls = [(tmp_path, name, 10, "none:") for name in NAMES]
    assert side_by_side(SAME, calls) == NO_ERRORS
    with Hindsight(tmp_path, embedder_url="none:", worker=False) as hs:
        (only,) = hs.space("alice").list().memories
        assert only.counters.stated == 40


def test_eight_threads_that_share_an_unopened_client_open_it_once(tmp_path: Path) -> None:
    hs = Hindsight(tmp_path, embedder_url="none:")
    before = set(threading.enumerate())
    with ThreadPoolExecutor(8) as threads:
        receipts = list(threads.map(lambda n: hs.space("alice").remember(f"Parcel t{n}z left.", kind="fact"), range(8)))
    assert len({receipt.ids[0] for receipt in receipts}) == 8
    assert len(contents(hs)) == 8
    hs.close()
    left = set(threading.enumerate()) - before
    for thread in left:
        thread.join(LAST_WORD_S)
    assert not [thread.name for thread in left if thread.is_alive()]
