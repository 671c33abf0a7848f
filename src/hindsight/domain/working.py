"""Working memory of one session: importance decides what stays under a token budget, never "the last N" (M7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from hindsight.domain.conversation import Role
from hindsight.domain.text import count_tokens

WorkingKind = Literal["goal", "constraint", "fact", "note", "message"]

WORKING_KINDS: tuple[WorkingKind, ...] = get_args(WorkingKind)
"""In the order in which a context shows them."""

WEIGHT: dict[WorkingKind, float] = {"goal": 1.0, "constraint": 0.9, "fact": 0.8, "note": 0.6, "message": 0.3}
"""How much each kind matters, 0–1: the task's goal first, small talk last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingItem:
    """One item; ``importance`` 0–1 overrides the weight of its kind."""

    kind: WorkingKind
    text: str
    role: Role = "user"
    at: datetime
    importance: float | None = None


def trim(
    items: Sequence[WorkingItem], budget: int, shown: Callable[[WorkingItem], str] = lambda item: item.text
) -> tuple[WorkingItem, ...]:
    """The most important items that fit ``budget`` tokens as ``shown``, in their order; equally important: the newest.

    An item that alone exceeds the budget is left out whole: half a constraint misleads.
    """
    kept: list[int] = []
    left = budget
    for index in _by_worth(items):
        cost = count_tokens(shown(items[index]))
        if cost <= left:
            kept.append(index)
            left -= cost
    return tuple(items[index] for index in sorted(kept))


def least_worth(items: Sequence[WorkingItem], count: int) -> tuple[WorkingItem, ...]:
    """The ``count`` least important items, in their order; equally important: the oldest."""
    return tuple(items[index] for index in sorted(_by_worth(items)[max(0, len(items) - max(0, count)) :]))


def context(items: Sequence[WorkingItem], budget: int) -> str:
    """What fits ``budget`` tokens as lines: goals, constraints, facts, notes, then what was said, each by time."""
    kept = trim(items, budget, lambda item: _line(item) + "\n")
    ordered = sorted(kept, key=lambda item: WORKING_KINDS.index(item.kind))
    return "\n".join(map(_line, ordered))


def _line(item: WorkingItem) -> str:
    label = item.role if item.kind == "message" else item.kind.capitalize()
    return f"{label}: {item.text}"


def _by_worth(items: Sequence[WorkingItem]) -> list[int]:
    return sorted(range(len(items)), key=lambda i: (_worth(items[i]), i), reverse=True)


def _worth(item: WorkingItem) -> float:
    return WEIGHT[item.kind] if item.importance is None else item.importance
