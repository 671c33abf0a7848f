"""Precision and recall of extraction by rules on the labelled turns; claim, kind and key-field accuracy of the matched.

    python -m benchmarks.extraction [--errors] [--set NAME ...]

Without ``--set`` the sets that may be read are scored; ``--set fifth`` scores the blind one, whose errors are never
shown. The gap is that of F1 between the first set and each other one.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hindsight.domain.conversation import SOURCE_OF_ROLE, Turn
from hindsight.domain.extraction import Candidate
from hindsight.domain.keyfields import canonical
from hindsight.domain.memory import KeyField
from hindsight.domain.rules import extract

DATA = Path(__file__).parent.parent / "tests" / "data" / "extraction"
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
OVERLAP = 0.5
FITTED = ("second", "third", "fourth", "pool_a")
"""Rules were written and weights fitted on these, as on the first."""
UNFITTED = ("pool_b", "pool_c", "pool_d", "pool_e", "pool_g")
"""No weight is fitted on these; the errors of ``pool_b`` and ``pool_e`` were read when rules were written."""
OTHERS = (*FITTED, *UNFITTED)
BLIND = frozenset({"fifth", "sixth"})
"""Sets that judge: nobody who writes rules reads them, and no weight is fitted on them."""


@dataclass
class Score:
    """Counts of one slice of a set."""

    right: int = 0
    missed: int = 0
    invented: int = 0
    kinds: int = 0
    values: int = 0
    claims: int = 0
    fields_found: int = 0
    fields: int = 0
    idle: int = 0
    """Invented in turns that state nothing."""
    split: int = 0
    """Invented as a second part of a labelled statement."""
    covered: int = 0
    """Labels of which some candidate covers half, be it one that covers others too."""
    true: int = 0
    """Candidates of which half stands in some label, or that cover half of one."""
    missed_kinds: Counter[str] = field(default_factory=Counter)
    found_kinds: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.invented)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @property
    def kept(self) -> str:
        """Precision and recall of contents, however they are parted."""
        precision = self.true / max(1, self.right + self.invented)
        return f"precision {precision:.3f}  recall {self.covered / max(1, self.right + self.missed):.3f}"

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)

    def line(self) -> str:
        return f"precision {self.precision:.3f}  recall {self.recall:.3f}  F1 {self.f1:.3f}"


def turns(name: str) -> Iterator[tuple[Turn, dict[str, Any]]]:
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield (
            Turn(
                id=row["id"],
                tenant="t",
                space="s",
                role=row["role"],
                text=row["text"],
                created_at=NOW,
                source=SOURCE_OF_ROLE[row["role"]],
            ),
            row,
        )


def overlap(a: tuple[int, int], b: tuple[int, int]) -> float:
    """Shared characters over those of the shorter span: the rule of the set's README."""
    shared = min(a[1], b[1]) - max(a[0], b[0])
    return shared / max(1, min(a[1] - a[0], b[1] - b[0]))


def span_of(row: dict[str, Any], label: dict[str, Any]) -> tuple[int, int]:
    start = row["text"].index(label["span"])
    return start, start + len(label["span"])


def match(row: dict[str, Any], found: list[Candidate]) -> list[tuple[dict[str, Any], Candidate | None]]:
    free = list(found)
    pairs: list[tuple[dict[str, Any], Candidate | None]] = []
    for label in row["memories"]:
        span = span_of(row, label)
        best = max(free, key=lambda c: overlap(span, c.span), default=None)
        if best is not None and overlap(span, best.span) >= OVERLAP:
            free.remove(best)
            pairs.append((label, best))
        else:
            pairs.append((label, None))
    return pairs


def count(score: Score, row: dict[str, Any], found: list[Candidate]) -> bool:
    """Add one turn; whether it was entirely right."""
    pairs = match(row, found)
    hits = [(label, c) for label, c in pairs if c is not None]
    score.right += len(hits)
    score.missed += len(pairs) - len(hits)
    score.invented += len(found) - len(hits)
    matched = [candidate for _, candidate in hits]
    spans = [span_of(row, label) for label in row["memories"]]
    score.covered += sum(any(overlap(span, c.span) >= OVERLAP for c in found) for span in spans)
    score.true += sum(any(overlap(span, c.span) >= OVERLAP for span in spans) for c in found)
    for candidate in found:
        if candidate not in matched:
            score.idle += not spans
            score.split += any(overlap(span, candidate.span) >= OVERLAP for span in spans)
    for label, best in pairs:
        (score.missed_kinds if best is None else score.found_kinds)[label["kind"]] += 1
    for label, candidate in hits:
        score.kinds += label["kind"] == candidate.kind
        if label["claim"]:
            score.claims += 1
            claim, want = candidate.claim, label["claim"]["value"].casefold()
            if claim is not None and claim.negated == label["negated"]:
                score.values += want in claim.value.casefold() or claim.value.casefold() in want
        have = {canonical(f) for f in candidate.key_fields}
        wanted = {canonical(KeyField(f["name"], f["value"])) for f in label["key_fields"]}
        score.fields += len(wanted)
        score.fields_found += len(wanted & have)
    return len(hits) == len(pairs) == len(found)


def run(name: str, show: bool) -> Score:
    total, by_language = Score(), {"en": Score(), "zh": Score()}
    for turn, row in turns(name):
        found = list(extract([turn]).candidates)
        count(by_language[row["lang"]], row, found)
        if not count(total, row, found) and show:
            print(row["id"], row["text"])
            for label, candidate in match(row, found):
                if candidate is None:
                    print("    missed:  ", label["kind"], "|", label["span"])
            matched = [c for _, c in match(row, found) if c is not None]
            for candidate in found:
                if candidate not in matched:
                    print("    invented:", candidate.kind, "|", candidate.content, "|", candidate.claim)
    print(f"{name:13} {total.line()}")
    print(f"  kept        {total.kept}")
    for language, score in by_language.items():
        print(f"  {language:11} {score.line()}  invented {score.invented}: {score.idle} idle, {score.split} cut")
    for kind in sorted(total.found_kinds | total.missed_kinds):
        hits, lost = total.found_kinds[kind], total.missed_kinds[kind]
        print(f"  {kind:11} recall {hits / max(1, hits + lost):.3f} of {hits + lost}")
    print(
        f"  of the matched: kind {total.kinds / max(1, total.right):.3f}"
        f"  claim value and negation {total.values / max(1, total.claims):.3f}"
        f"  key fields {total.fields_found / max(1, total.fields):.3f}"
    )
    print(f"  invented {total.invented}: {total.idle} in turns that state nothing, {total.split} by cutting a label")
    return total


def speed() -> float:
    everything = [turn for turn, _ in turns("first.jsonl")]
    start = time.perf_counter()
    for _ in range(5):
        extract(everything)
    return 5 * len(everything) / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--errors", action="store_true", help="show what is missed and invented, but for blind sets")
    parser.add_argument("--set", nargs="+", default=OTHERS, help="sets beside the first one", metavar="NAME")
    options = parser.parse_args()
    first = run("first.jsonl", show=options.errors)
    for name in options.set:
        other = run(f"{name}.jsonl", show=options.errors and name not in BLIND)
        print(f"gap of F1     {abs(first.f1 - other.f1):.3f}   of recall {abs(first.recall - other.recall):.3f}")
    print(f"speed         {speed():,.0f} turns/s")


if __name__ == "__main__":
    main()
