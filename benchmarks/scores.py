"""What the retrieval benchmark adds up: recall at k, within token budgets, reciprocal rank, false answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table

from hindsight.domain.text import script

KS = (5, 10, 20)
BUDGETS = (500, 1000, 1500, 2000)
"""Tokens of ``Recall.context``."""


@dataclass(frozen=True)
class Answer:
    """The turns behind each hit, best first, and those behind what fits a budget, by budget."""

    ranked: Sequence[frozenset[str]]
    within: Mapping[int, frozenset[str]] = field(default_factory=dict)


@dataclass
class Score:
    """Sums over questions."""

    questions: int = 0
    recall: dict[int, float] = field(default_factory=lambda: dict.fromkeys(KS, 0.0))
    within: dict[int, float] = field(default_factory=lambda: dict.fromkeys(BUDGETS, 0.0))
    reciprocal: float = 0.0
    wrong: int = 0
    unanswerable: int = 0

    def add(self, gold: set[str], answer: Answer) -> None:
        self.questions += 1
        for k in KS:
            self.recall[k] += len(gold & frozenset().union(*answer.ranked[:k])) / len(gold)
        for budget, turns in answer.within.items():
            self.within[budget] += len(gold & turns) / len(gold)
        first = next((place for place, turns in enumerate(answer.ranked, start=1) if turns & gold), None)
        self.reciprocal += 1 / first if first else 0.0

    def row(self) -> list[str]:
        share = [*self.recall.values(), self.reciprocal, *self.within.values()]
        wrong = f"{self.wrong}/{self.unanswerable}" if self.unanswerable else ""
        return [str(self.questions), *(f"{value / max(1, self.questions):.3f}" for value in share), wrong]


def judge(query: dict[str, Any], known: set[str], answer: Answer, scores: dict[str, Score]) -> None:
    """Count one question, by language and category too; adversarial ones (a false premise) stay out of the total."""
    gold = set(query["gold"]) & known
    category = str(query["cat"])
    if not gold:
        scores["all"].unanswerable += 1
        scores["all"].wrong += bool(answer.ranked)
        return
    for name in (category,) if category == "adversarial" else ("all", f"in {script(query['q'])}", category):
        scores[name].add(gold, answer)


def table(results: Mapping[str, Mapping[str, Score]], *, categories: bool = True) -> Table:
    shown = Table(title="Recall of evidence turns")
    columns = ("questions", *(f"R@{k}" for k in KS), "MRR", *(f"in {budget}" for budget in BUDGETS), "false answers")
    shown.add_column("system")
    for column in columns:
        shown.add_column(column, justify="right")
    for system, every in results.items():
        languages = [name for name in every if name.startswith("in ")]
        scores = {name: score for name, score in every.items() if name not in languages or len(languages) > 1}
        for name in sorted(scores, key=lambda name: (name != "all", name)):
            if name == "all" or (categories and scores[name].questions):
                shown.add_row(system if name == "all" else f"  {name}", *scores[name].row())
    return shown
