"""Requirement ids ↔ tests, in both directions: a claim names a real id; what no test claims yet stands here."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
COUNTS = {"M": 11, "W": 9, "R": 15, "X": 15, "G": 9, "S": 6, "I": 7, "D": 8}
KNOWN = {f"{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)}

UNCLAIMED = {"D2", "D6", "G2", "G3", "G4", "G6", "G7", "G9", "I5", "I6"}
"""Requirements that no test covers yet. A new test that claims one must take it out of here."""

_CLAIM = re.compile(r"requirement\(([^)]*)\)")


def claimed() -> set[str]:
    ids: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for claim in _CLAIM.findall(path.read_text("utf-8")):
            ids.update(re.findall(r"[A-Z]\d+", claim))
    return ids


def test_every_claimed_requirement_exists() -> None:
    assert claimed() - KNOWN == set()


def test_every_requirement_is_claimed_by_a_test_or_listed_as_open() -> None:
    assert KNOWN - claimed() == UNCLAIMED
