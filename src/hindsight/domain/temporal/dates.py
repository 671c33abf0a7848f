"""Calendar dates: month and day, year, and ranges of days within a month."""

from collections.abc import Sequence
from datetime import timedelta
from typing import cast

from hindsight.domain.temporal.clock import Now, occurrences
from hindsight.domain.temporal.holidays import MONTHS_OF_YEAR, fixed
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, every, find, node, pick
from hindsight.domain.temporal.periods import Period, Weekly, Yearly, day, month_of


def _number(found: Node, low: int, high: int) -> int:
    """The whole number of a node; ValueError when it is no day or no month."""
    value = float(found.value)
    if value != int(value) or not low <= value <= high:
        raise ValueError("not a day of a month")
    return int(value)


def _year(ns: Sequence[Node]) -> int | None:
    found = find(ns, "Y")
    return int(found.value) if found else None


def _month_day(_: Now, ns: Sequence[Node]) -> Node | None:
    month, number, year = pick(ns, "M"), pick(ns, "NOd"), _year(ns)
    if month.weak and month.value == 5 and number.kind == "N" and ns[0] is number and year is None:
        return None  # "3 may fail"
    if number.kind == "O" and number.flag == "zh":
        return None
    value = _number(number, 1, 31)
    if year is not None:
        return node("D", day(year, int(month.value), value))
    day(2024, int(month.value), value)
    return node("C", fixed(int(month.value), value), confidence=0.9)


def _month_year(_: Now, ns: Sequence[Node]) -> Node | None:
    year = _year(ns)
    return None if year is None else node("D", month_of(year, int(pick(ns, "M").value)))


def _day_range(_: Now, ns: Sequence[Node]) -> Node | None:
    """Two days of one month: a period if the year is said, else what returns yearly."""
    if find(ns, "&") and not find(ns, "K"):
        return None
    month, year = int(pick(ns, "M").value), _year(ns)
    first, last = (_number(each, 1, 31) for each in every(ns, "NOd"))
    if first >= last:
        return None

    def in_year(of: int) -> Period:
        return Period(day(of, month, first).start, day(of, month, last).start + timedelta(days=1), "day")

    in_year(2024)
    if year is not None:
        return node("D", in_year(year), flag="range")
    return node("C", Yearly(in_year, "range"), confidence=0.9, flag="range")


def _month(_: Now, ns: Sequence[Node]) -> Node | None:
    month = pick(ns, "M")
    return node("C", MONTHS_OF_YEAR[int(month.value)], weak=month.weak and "month", flag=month.flag)


def _the_year(_: Now, ns: Sequence[Node]) -> Node | None:
    return node("Y", ns[-1].value) if ns[0].value == "year" else None


def _ordinal_day(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "The 15th" may be a day of the month; "the second" is not taken for one."""
    if ns[0].weak == "word" or ns[0].flag == "zh":
        return None
    return node("d", _number(ns[0], 1, 31), weak="ordinal")


def _on_day(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "On the 15"."""
    if ns[0].flag != "on" or ns[1].flag != "digits":
        return None
    return node("d", _number(ns[1], 1, 31), weak="led", confidence=0.6)


def _weekday_of_month(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Mon 13th": the nearest month whose 13th is a Monday, the past first."""
    weekly, number = cast(Weekly, ns[0].value), _number(ns[-1], 1, 31)
    found = []
    for shift in range(-14, 7):
        index = now.local.year * 12 + now.local.month - 1 + shift
        try:
            period = day(index // 12, index % 12 + 1, number)
        except ValueError:  # the month has no such day
            continue
        if period.start.weekday() == weekly.first:
            found.append(period)
    if not found:
        return None
    begun = [period for period in found if period.start <= now.local]
    best = begun[-1] if begun else found[0]
    return node("D", best, confidence=0.85, others=[period for period in found if period > best][:1])


def _weekday_and_date(now: Now, ns: Sequence[Node]) -> Node | None:
    """The date says which day; a date without a year is that of the year in which the weekday fits."""
    date_node, weekly = ns[-1], cast(Weekly, ns[0].value)
    if weekly.days > 1:
        return None
    if date_node.kind == "D":
        return node("D", date_node.value) if cast(Period, date_node.value).grain == "day" else None
    if cast(Yearly, date_node.value).grain != "day":
        return None
    fitting = [p for p in occurrences(now, date_node.value) if p.start.weekday() == weekly.first]
    begun = [p for p in fitting if p.start <= now.local]
    if not fitting:
        return node("C", date_node.value, confidence=0.8)
    return node("D", begun[-1] if begun else fitting[0])


_DAY = "[NOd]"
DATES = Grammar(
    Rule("days of a month", f"M{_DAY}[tu-]{_DAY},?Y?(?!U)", _day_range),
    Rule("days of a month", f"Y[,o-]?M{_DAY}[tu-]{_DAY}", _day_range),
    Rule("days of a month", f"[FK]?{_DAY}[tu&-]{_DAY}o?M,?Y?", _day_range),
    Rule("days of a month", f"[FK]M{_DAY}[tu&-]{_DAY},?Y?(?!U)", _day_range),
    Rule("days of a month", f"K{_DAY}&{_DAY}o?M,?Y?", _day_range),
    Rule("year month day", f"Y[,o-]?M{_DAY}", _month_day),
    Rule("month day year", f"M[-/]?{_DAY}[,o/-]?I?Y", _month_day),
    Rule("month day", "Md(?=U)", _month_day),
    Rule("month day", f"M[-/]?{_DAY}(?!U)", _month_day),
    Rule("day month year", "[NO][o/-]?M[,o/-]?Y", _month_day),
    Rule("day month", "[NO][o/-]?M", _month_day),
    Rule("month year", "M[,oIn/-]?Y", _month_year),
    Rule("year month", "Y[o-]?M", _month_year),
    Rule("the year", "Uo?Y", _the_year),
    Rule("day", "O(?![UWhoO])", _ordinal_day),
    Rule("on day", "nN(?![UQMoWO,%-])", _on_day),
    Rule("weekday and day", "W,?[Od](?!U)", _weekday_of_month),
    Rule("month", "M", _month),
)
WEEKDAY_DATES = Grammar(Rule("weekday and date", "W,?n?[CD]", _weekday_and_date))
