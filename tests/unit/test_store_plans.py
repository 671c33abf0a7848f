"""The reads that every write and recall makes go through an index, on a new database too."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from hindsight.adapters.sql.filters import compile_filter
from hindsight.adapters.sql.queries import load_queries
from hindsight.adapters.sql.resources import Resources
from hindsight.domain.filters import Condition, Filter, all_of

ACTIVE = Condition("status", "eq", "active")
QUERIES = load_queries(files("hindsight.adapters.store"), "sqlite")

pytestmark = pytest.mark.anyio


async def plan(path: Path, sql: str, params: dict[str, object]) -> str:
    resources = Resources()
    rows = await resources.database(f"sqlite:///{path}/m.db").read(
        lambda conn: conn.all(f"EXPLAIN QUERY PLAN {sql}", params)
    )
    await resources.aclose()
    return "\n".join(row[3] for row in rows)


@pytest.mark.parametrize(
    "where, index",
    [
        (all_of(Condition("content_hash", "in", ("a", "b", "c")), ACTIVE), "memory_by_hash"),
        (all_of(Condition("claim", "eq", "alice|likes"), ACTIVE), "memory_by_claim"),
        (all_of(Condition("kind", "eq", "experience"), ACTIVE), "memory_by_kind"),
        (ACTIVE, "memory_by_space"),
    ],
)
async def test_a_listing_uses_its_index(tmp_path: Path, where: Filter, index: str) -> None:
    condition, params = compile_filter(where)
    sql = QUERIES["newest"].replace("{where}", condition)
    used = await plan(tmp_path, sql, {**params, "space": 1, "cursor": 9, "limit": 5})
    assert f"SEARCH m USING INDEX {index} (space_id=?" in used


@pytest.mark.parametrize(
    "name", ["get", "freshness", "turns", "claim", "update_memory", "by_seq", "undo", "audit", "heartbeat"]
)
async def test_no_read_by_id_or_of_the_queue_scans_a_table(tmp_path: Path, name: str) -> None:
    sql = QUERIES[name].replace("{where}", "TRUE")
    lists = {"ids": ["a"], "spaces": [1], "seqs": [1], "names": ["a"]}
    used = await plan(tmp_path, sql, {**dict.fromkeys(re.findall(r":(\w+)", sql), 1), **lists})
    scans = [line for line in used.splitlines() if line.startswith("SCAN") and "json_each" not in line]
    assert scans == (["SCAN j USING INDEX job_open"] if name == "claim" else [])
