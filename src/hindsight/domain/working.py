"""Working memory of one session: importance decides what stays under a token budget, never "the last N" (M7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from hindsight.domain.text import count_tokens

WorkingKind = Literal["goal", "constraint", "fact", "note", "message"]

WEIGHT: dict[WorkingKind, float] = {"goal": 1.0, "constraint": 0.9, "fact": 0.8, "note": 0.6, "message": 0.3}
"""How much each kind matters, 0–1: the task's goal first, small talk last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingItem:
    """One item; ``importance`` 0–1 overrides the weight of its kind."""

    kind: WorkingKind
    text: str
    role: str = "user"
    at: datetime
    importance: float | None = None


def trim(items: Sequence[WorkingItem], budget: int) -> tuple[WorkingItem, ...]:
    """The most important items whose texts fit ``budget`` tokens, in their order; equally important: the newest.

    An item that alone exceeds the budget is left out whole: half a constraint misleads.
    """
    by_worth = sorted(range(len(items)), key=lambda i: (_worth(items[i]), i), reverse=True)
    kept: list[int] = []
    left = budget
    for index in by_worth:
        cost = count_tokens(items[index].text)
        if cost <= left:
            kept.append(index)
            left -= cost
    return tuple(items[index] for index in sorted(kept))


def _worth(item: WorkingItem) -> float:
    return WEIGHT[item.kind] if item.importance is None else item.importance
