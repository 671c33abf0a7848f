"""Counted times: "third Tuesday of September", "first week of February", "week 40 of 2017", 2024年最后两个月."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import cast

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.holidays import HALVES, QUARTERS, weekday_in
from hindsight.domain.temporal.nodes import Node, Rule, every, find, node, pick
from hindsight.domain.temporal.periods import (
    DAY,
    Period,
    Quantity,
    Weekly,
    add,
    add_quantity,
    day,
    day_of,
    midnight,
    unit_of,
)
from hindsight.domain.temporal.settle import (
    BIASED,
    settle,
)


def _nth_weekday(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Third Tuesday of September", "last Friday of the month"."""
    weekly = cast(Weekly, pick(ns, "W").value)
    nth = int(pick(ns, "OR").value)
    if nth == 0 or (find(ns, "R") and nth > 0):
        return None
    frame = pick(ns, "CDYU")
    periods = frames(now, frame)
    days = [day_of(weekday_in(period, weekly.first, nth)) for period in periods]
    found = [each._replace(end=each.start + DAY * weekly.days) for each in days]
    return node("D", found[0], others=found[1:])


def frames(now: Now, frame: Node) -> list[Period]:
    """The period that a counted time lies in: of what recurs the meant occurrence and the next."""
    if frame.kind == "U":
        return [unit_of(now.local, str(frame.value), now.week_first)]
    main, others = settle(now, frame)
    return [main, *others[:1]] if frame.kind == "C" else [main]


def _days_of_month(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "from the 4th to the 23rd of next month"."""
    month = cast(Period, ns[-1].value)
    first, last = (int(each.value) for each in every(ns, "NOd"))
    if month.grain != "month" or first >= last or (find(ns, "&") and not find(ns, "K")):
        return None
    year, number = month.start.year, month.start.month
    return node("D", Period(day(year, number, first).start, day(year, number, last).end, "day"))


def _first_of_unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the first of the month"."""
    unit = str(ns[2].value)
    if unit not in ("month", "year"):
        return None
    start = unit_of(now.local, unit, now.week_first).start
    return node("D", day(start.year, start.month, int(ns[0].value)))


def _nth_unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "First week of February", "last day of the year", 2025年第10周."""
    unit, nth = str(pick(ns, "U").value), int(pick(ns, "OR").value)
    frame = next(each for each in reversed(ns) if each.kind in "CDYU") if ns[0].kind in "OR" else ns[0]
    if nth == 0 or unit == "business day" or (find(ns, "R") and nth > 0):
        return None
    period = frames(now, frame)[0]
    if unit == "week" and period.grain == "year" and nth > 0:
        return node("D", now.week(midnight(_iso_week(period.start.year, nth))))
    if unit == "week":
        return _nth_week(now, period, nth)
    if frame.kind == "C" and unit == "day" == period.grain and nth > 0:
        return node("D", day_of(period.start + DAY * (nth - 1)))  # 国庆第三天
    found = _count_units(now, period, unit, nth)
    return node("D", found) if period.start <= found.start < period.end else None


def _first_units(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the first two weeks of March", 2024年最后两个月."""
    quantity, nth = cast(Quantity, pick(ns, "Q").value), int(pick(ns, "OR").value)
    if nth not in (1, -1) or (find(ns, "R") and nth > 0):
        return None
    frame = next(each for each in reversed(ns) if each.kind in "CDYU") if ns[0].kind in "OR" else ns[0]
    period = frames(now, frame)[0]
    if nth > 0:
        found = Period(period.start, add_quantity(period.start, quantity, 1), quantity.finest)
    else:
        found = Period(add_quantity(period.end, quantity, -1), period.end, quantity.finest)
    return node("D", found) if period.start <= found.start < found.end <= period.end else None


def _iso_week(year: int, week: int) -> date:
    return date.fromisocalendar(year, week, 4)


def _count_units(now: Now, period: Period, unit: str, nth: int) -> Period:
    first = (
        unit_of(period.start, unit, now.week_first)
        if nth > 0
        else unit_of(period.end - timedelta(seconds=1), unit, now.week_first)
    )
    return unit_of(add(first.start, nth - 1 if nth > 0 else nth + 1, unit), unit, now.week_first)


def _nth_week(now: Now, period: Period, nth: int) -> Node | None:
    """The nth whole week; others count seven days from the first of the month, or the week that holds it."""
    holding = now.week(period.start)
    if nth > 0:
        first = holding if holding.start == period.start else now.week(period.start, 1)
        main = now.week(first.start, nth - 1)
        start = period.start + DAY * 7 * (nth - 1)
        others = [Period(start, start + DAY * 7, "week"), now.week(holding.start, nth - 1)]
    else:
        last = now.week(period.end - DAY)
        main = now.week(last.start, nth + 1)
        end = period.end - DAY * 7 * (-nth - 1)
        others = [Period(end - DAY * 7, end, "week"), now.week(main.start, -1)]
    return node("D", main, confidence=BIASED, others=[each for each in others if each[:2] != main[:2]])


def _half_of(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "The second half of 2024", "first half of March"."""
    nth, frame = int(pick(ns, "O").value), next(each for each in reversed(ns) if each.kind in "CDYU")
    period = frames(now, frame)[0]
    if nth not in (1, 2):
        return None
    if period.grain == "year":
        return node("D", HALVES[nth].in_year(period.start.year))
    middle = midnight(period.start + (period.end - period.start) / 2)
    return node("D", Period(period.start, middle, "day") if nth == 1 else Period(middle, period.end, "day"))


def _numbered_unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Week 7", "week 40 of 2017"."""
    unit, number = str(pick(ns, "U").value), int(pick(ns, "NO").value)
    year = find(ns, "Y")
    if unit == "week" and 1 <= number <= 53:
        of = int(year.value) if year else now.local.year
        weak = "" if year else "ordinal" if ns[0].kind == "O" else ""
        return node("D", now.week(midnight(_iso_week(of, number))), confidence=BIASED, weak=weak)
    if unit == "century" and 1 <= number <= 30 and ns[0].kind == "O":
        return node("D", unit_of(datetime(100 * number - 50, 1, 1), "century", 0))  # noqa: DTZ001 - local time
    if unit == "quarter" and 1 <= number <= 4:
        cycle = QUARTERS[number]
        return node("D", cycle.in_year(int(year.value))) if year else node("C", cycle, weak="name")
    return None


def _nth_half(_: Now, ns: Sequence[Node]) -> Node | None:
    nth = int(ns[0].value)
    return node("C", HALVES[nth], weak="name") if nth in HALVES else None


_FRAME = "[oI]?[CDYU]"
ORDINALS: tuple[Rule, ...] = (
    Rule("days of month", "[FK]?[NOd][tu&-][NOd][oI]{1,2}D", _days_of_month),
    Rule("first of unit", "OoU", _first_of_unit),
    Rule("half of", f"Oh{_FRAME}", _half_of),
    Rule("half", "Oh", _nth_half),
    Rule("nth weekday of", f"[OR]W{_FRAME}", _nth_weekday),
    Rule("weekday of", "[CDY]OW", _nth_weekday),
    Rule("nth unit of", "[OR]U[oI]?[CDY]", _nth_unit),
    Rule("nth unit of", "[OR]UoU", _nth_unit),
    Rule("first units of", "[OR]Q[oI][CDYU]|[CDY]OQ", _first_units),
    Rule("nth unit of", "[CDY]o?[OR]U", _nth_unit),
    Rule("numbered unit", "UN[,oI]?Y", _numbered_unit),
    Rule("numbered unit", "UN", _numbered_unit),
    Rule("numbered unit", "OU", _numbered_unit),
)
