"""kill -9 at any moment: every acknowledged write is there and found, no job is stuck, nothing happened twice."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from tests.faults.processes import KILLED, kill_after_output, start

from hindsight import Hindsight
from hindsight.domain.memory import Memory
from hindsight.domain.policy import Policy, WorkPolicy

pytestmark = pytest.mark.requirement("W8", "D4")

RUNS = 20
EACH = 7
"""Texts of each of two kinds that a run tries to write; those that do not wait are soon written, not worked off."""
WITH_MODEL = {4, 11, 17}
SHORT_LEASES = Policy(work=WorkPolicy(lease_s=1.0, poll_s=0.05, backoff_s=0.1))


def everything(hs: Hindsight) -> list[Memory]:
    found: list[Memory] = []
    cursor = None
    while True:
        page = hs.space("alice").list(cursor=cursor, limit=300)
        found += page.memories
        cursor = page.cursor
        if cursor is None:
            return found


def test_twenty_kills_lose_no_acknowledged_write_and_leave_no_job(tmp_path: Path) -> None:
    moments = random.Random(20)
    acknowledged: list[str] = []
    for run in range(RUNS):
        waiting = "wait" if run % 2 else "go on"
        writer = start(KILLED, tmp_path, f"run{run}", EACH, "auto:" if run in WITH_MODEL else "none:", waiting)
        acknowledged += kill_after_output(writer, moments.uniform(0, 0.25))
    with Hindsight(tmp_path, policy=SHORT_LEASES) as hs:
        assert hs.drain(timeout_s=60)
        assert not [*hs.jobs(status="pending"), *hs.jobs(status="running"), *hs.jobs(status="dead")]
        memories = everything(hs)
        held = Counter(memory.ref for memory in memories)
        assert set(acknowledged) <= set(held)
        assert len(set(held) - set(acknowledged)) <= RUNS
        assert set(held.values()) == {1}
        assert {memory.counters.stated for memory in memories} == {1}
        assert len(acknowledged) >= 2 * RUNS
        assert [report.missing for report in hs.verify_indexes() if report.index == "lexical"] == [0]
    with Hindsight(tmp_path, embedder_url="none:", worker=False) as hs:
        space = hs.space("alice")
        assert [ref for ref in acknowledged if ref not in [hit.memory.ref for hit in space.recall(ref)]] == []


def test_what_was_written_without_a_model_is_embedded_by_a_rebuild_after_the_kills(tmp_path: Path) -> None:
    writer = start(KILLED, tmp_path, "run", EACH, "none:", "wait")
    acknowledged = kill_after_output(writer, 0.2)
    with Hindsight(tmp_path, policy=SHORT_LEASES) as hs:
        assert hs.drain(timeout_s=30)
        hs.rebuild_indexes(only_missing=True)
        assert all(report.healthy for report in hs.verify_indexes())
        assert len(everything(hs)) >= len(acknowledged)
