"""The bilingual recall set of the benchmarks: in step with what it is built from, and as large as it claims."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from benchmarks import make_recall_set as making


@pytest.mark.parametrize("split", ["fit", "held"])
def test_the_committed_set_is_what_its_scripts_build(split: str) -> None:
    assert (making.DATA / f"recall_{split}.jsonl").read_text("utf-8") == making.built(split, making.SEED)


def test_the_set_asks_what_its_readme_says() -> None:
    rows = [json.loads(row) for split in ("fit", "held") for row in making.built(split, making.SEED).splitlines()]
    questions = [question for row in rows for question in row["queries"]]
    kinds = Counter(question["cat"] for question in questions)
    assert sum(len(row["turns"]) for row in rows) >= 2_000
    assert len(questions) >= 150
    assert kinds["no-answer"] >= 35
    assert all(question["gold"] for question in questions if question["cat"] != "no-answer")
    assert not any(question["gold"] for question in questions if question["cat"] == "no-answer")
