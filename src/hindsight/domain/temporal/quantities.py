"""Amounts of time: "two days", "an hour and a half", 一个半小时. An amount alone is no time."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, every, find, node, pick
from hindsight.domain.temporal.periods import DAYS, MONTHS, SECONDS, Quantity

_SIZES = {unit: float(size) for unit, size in SECONDS.items()}
_SIZES |= {unit: days * 86_400.0 for unit, days in DAYS.items()} | {"business day": 86_400.0}
_SIZES |= {unit: months * 30 * 86_400.0 for unit, months in MONTHS.items()}


def _counted(_: Now, ns: Sequence[Node]) -> Node | None:
    count = find(ns, "NY")
    half = 0.5 if find(ns, "h") else 0.0
    whole = (
        math.prod(float(each.value) for each in every(ns, "NY"))
        if count
        else 0.0
        if half and not find(ns, "&")
        else 1.0
    )
    vague = count is not None and count.flag == "vague" and whole >= 3
    flag = "the" if ns[0].flag == "the" else ""
    return node("Q", Quantity(((whole + half, str(pick(ns, "U").value)),), vague), flag=flag)


def _hundreds(now: Now, ns: Sequence[Node]) -> Node | None:
    return _counted(now, ns) if ns[1].value in (100.0, 1000.0) else None


def _part_of_hour(_: Now, ns: Sequence[Node]) -> Node | None:
    fraction, unit = every(ns, "U")
    return node("Q", Quantity(((0.25, str(unit.value)),))) if fraction.value == "quarter" else None


def _joined(_: Now, ns: Sequence[Node]) -> Node | None:
    parts = [part for each in every(ns, "Q") for part in each.value.parts]
    sizes = [_SIZES[unit] for _, unit in parts]
    if any(later >= earlier for earlier, later in pairwise(sizes)):
        return None
    return node("Q", Quantity(tuple(parts)))


def _and_half(_: Now, ns: Sequence[Node]) -> Node | None:
    *before, (count, unit) = pick(ns, "Q").value.parts
    return node("Q", Quantity((*before, (count + 0.5, unit))))


def _exact(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Exactly one year ago", 整整一年前: that very day; beside anything else the word adds nothing."""
    return replace(ns[1], flag="exact") if ns[1].kind == "Q" else ns[1]


def _no_time(_: Now, __: Sequence[Node]) -> Node | None:
    """As in "Every Monday" recurs; it is no interval."""
    return node("x", None)


def _on_weekdays(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Tuesdays at 10:00": the plural recurs like "every Tuesday"."""
    return node("x", None) if pick(ns, "W").weak == "whole" else None


AMOUNTS = Grammar(
    Rule("quarter of an hour", "a?UoaU", _part_of_hour),
    Rule("n and a half units", "N&ahU", _counted),
    Rule("half a unit", "a?haU|hoaU|a?hU", _counted),
    Rule("n units", "a?[NY]-?o?U", _counted),
    Rule("n hundred units", "NNU", _hundreds),
    Rule("a unit and a half", "aU&ah", _counted),
    Rule("a unit", "aU", _counted),
)
SUMS = Grammar(
    Rule("recurring", "v[NO]?[UWMPDCQdT](?:[nI]?[TPN]){0,2}", _no_time),
    Rule("recurring", "v(?:[nI]?[TPN]){1,2}", _no_time),
    Rule("recurring weekdays", "W(?:[nI]?[TPN]){1,2}|[TP]nW", _on_weekdays),
    Rule("units and a half", "Q&ah", _and_half),
    Rule("sum of units", "Q(?:[&,]?Q){1,3}", _joined),
)
EXACT = Grammar(Rule("exactly", "=[A-Za-z]", _exact))
