"""Which memories a question may see: valid and active by default, the past on request (R7, R8, G2, G5)."""

from __future__ import annotations

from datetime import datetime

from hindsight.domain.filters import And, Condition, Filter, Not, Or, all_of
from hindsight.domain.memory import Memory

UNTRUSTED = 0.3
"""Trust, 0–1, up to which a memory is left out of answers that drive an action."""


def visible(
    now: datetime,
    *,
    as_of: datetime | None = None,
    include_archived: bool = False,
    action: bool = False,
    include_untrusted: bool = False,
) -> Filter:
    """The filter for memories that are true at ``as_of`` (default ``now``), as far as is known today.

    What happened later and was told later was not true then; a plan is true from when it was told.
    """
    at = as_of or now
    statuses: tuple[str, ...] = ("active",)
    if as_of is not None:
        statuses += ("superseded",)
    if include_archived:
        statuses += ("archived",)
    return all_of(
        Condition("status", "in", statuses),
        _open_or("valid_to", "gt", at),
        _begun(at) if as_of is not None else None,
        _open_or("expires_at", "gt", at),
        Condition("trust", "gt", UNTRUSTED) if action and not include_untrusted else None,
    )


def believed_at(at: datetime, where: Filter) -> Filter:
    """What the indexes can tell of candidates for what was believed ``at``: known by then and not forgotten since.

    ``where`` narrows those that have not changed since; the others are judged as they were then.
    """
    return all_of(
        Condition("created_at", "lte", at),
        Condition("status", "in", ("active", "superseded", "archived")),
        Or((where, Condition("updated_at", "gt", at))),
    )


def _begun(at: datetime) -> Filter:
    told = Or((_open_or("occurred_at", "lte", at), Condition("created_at", "lte", at)))
    return Or((Condition("valid_from", "lte", at), And((Not(Condition("valid_from", "exists", value=True)), told))))


def _open_or(field: str, op: str, at: datetime) -> Filter:
    bound = Condition(field, "gt", at) if op == "gt" else Condition(field, "lte", at)
    return Or((Not(Condition(field, "exists", value=True)), bound))


def alive() -> Filter:
    """Everything that is not deleted or quarantined: what lists and histories show."""
    return Not(Condition("status", "in", ("deleted", "quarantined")))


def is_searchable(memory: Memory) -> bool:
    """Whether indexes hold this memory at all. Superseded ones stay: ``as_of`` asks for them."""
    return memory.status in ("active", "superseded", "archived")


def window(start: datetime | None, end: datetime | None) -> Filter:
    """Memories that happened (or, unknown, were stored) in ``[start, end)``, told by when they began."""
    stored = And((Not(Condition("occurred_at", "exists", value=True)), *_bounds("created_at", start, end)))
    return Or((And(_bounds("occurred_at", start, end)), stored))


def during(start: datetime | None, end: datetime | None) -> Filter:
    """As :func:`window`, and what had begun before and was not over: "last week" holds its Wednesday."""
    if start is None:
        return window(start, end)
    lasted = And((*_bounds("occurred_at", None, end), Condition("occurred_until", "gt", start)))
    return Or((window(start, end), lasted))


def _bounds(field: str, start: datetime | None, end: datetime | None) -> tuple[Filter, ...]:
    bounds: list[Filter] = []
    if start is not None:
        bounds.append(Condition(field, "gte", start))
    if end is not None:
        bounds.append(Condition(field, "lt", end))
    return tuple(bounds)
