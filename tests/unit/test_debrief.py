"""The debrief against the worked examples: statuses, errors, lessons, loops and paths are exact."""

import json
from pathlib import Path

import pytest

from hindsight.domain.debrief import debrief

EXAMPLES = json.loads((Path(__file__).parent.parent / "data" / "debrief" / "worked_examples.json").read_text("utf-8"))
EXACT = ("polarity", "nature", "kind", "steps", "fingerprint", "decision_point", "ttl_h", "layer")


@pytest.mark.requirement("X3", "X6")
@pytest.mark.parametrize("example", EXAMPLES, ids=[example["name"] for example in EXAMPLES])
class TestWorkedExamples:
    @pytest.mark.parametrize("part", ["statuses", "errors", "loops", "minimal_path", "outcome"])
    def test_part_is_as_expected(self, example, part):
        assert debrief(example["input"]).to_dict()[part] == example["expected"][part]

    def test_experiences_are_as_expected(self, example):
        found = debrief(example["input"]).to_dict()["experiences"]
        expected = example["expected"]["experiences"]
        assert [{name: item[name] for name in EXACT} for item in found] == [
            {name: item[name] for name in EXACT} for item in expected
        ]
        for mine, theirs in zip(found, expected, strict=True):
            assert mine["concreteness"] >= theirs["concreteness"]
            assert mine["context"]["tools"][0] == theirs["context"]["tools"][0]
            assert mine["context"]["failure_type"] == theirs["context"]["failure_type"]
            assert theirs["adjustment"] in mine["adjustment"]
