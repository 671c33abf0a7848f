"""Times made of times: "Monday of last week", "end of March", "yesterday at 9am", 去年中秋."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import cast

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.holidays import HALVES, QUARTERS, weekday_in
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, every, find, node, pick
from hindsight.domain.temporal.periods import (
    DAY,
    DAYS,
    SECONDS,
    Period,
    Quantity,
    TimeOfDay,
    Weekly,
    Yearly,
    add,
    add_quantity,
    day,
    day_of,
    midnight,
    unit_of,
)
from hindsight.domain.temporal.settle import (
    BIASED,
    FUZZY,
    edge,
    is_day_like,
    nearest,
    on_day,
    settle,
)


def _of_year(_: Now, ns: Sequence[Node]) -> Node | None:
    """What returns yearly, in a year that is said."""
    frame, cycle = pick(ns, "DY"), cast(Yearly, pick(ns, "C").value)
    if frame.kind == "D" and cast(Period, frame.value).grain != "year":
        return None
    year = int(frame.value) if frame.kind == "Y" else cast(Period, frame.value).start.year
    found = cycle.in_year(year)
    across = (found.end - DAY).year > year  # a winter belongs to two years
    return node("D", found, others=[cycle.in_year(year - 1)] if across else [])


def _in_week(_: Now, ns: Sequence[Node]) -> Node | None:
    week, weekly = cast(Period, pick(ns, "D").value), cast(Weekly, pick(ns, "W").value)
    if week.grain != "week":
        return None
    start = week.start + DAY * ((weekly.first - week.start.weekday()) % 7)
    return node("D", Period(start, start + DAY * weekly.days, "day"))


def _today_in_unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """上个月的今天: the day of another week, month or year that corresponds to today."""
    frame, today = cast(Period, ns[0].value), day_of(now.local)
    if ns[1].value != today or frame.grain not in ("week", "month", "year"):
        return None
    current = unit_of(now.local, frame.grain, now.week_first)
    if frame.grain == "week":
        return node("D", day_of(frame.start + (today.start - current.start)))
    months = (frame.start.year - current.start.year) * 12 + frame.start.month - current.start.month
    return node("D", day_of(add(today.start, months, "month")))


def _in_month(_: Now, ns: Sequence[Node]) -> Node | None:
    """上个月15号, "the 20th of next month"."""
    month, number = cast(Period, pick(ns, "D").value), float(pick(ns, "dON").value)
    if month.grain != "month" or number != int(number):
        return None
    return node("D", day(month.start.year, month.start.month, int(number)))


def _nth_weekday(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Third Tuesday of September", "last Friday of the month"."""
    weekly = cast(Weekly, pick(ns, "W").value)
    nth = int(pick(ns, "OR").value)
    if nth == 0 or (find(ns, "R") and nth > 0):
        return None
    frame = pick(ns, "CDYU")
    periods = _frames(now, frame)
    days = [day_of(weekday_in(period, weekly.first, nth)) for period in periods]
    found = [each._replace(end=each.start + DAY * weekly.days) for each in days]
    return node("D", found[0], others=found[1:])


def _frames(now: Now, frame: Node) -> list[Period]:
    if frame.kind == "U":
        return [unit_of(now.local, str(frame.value), now.week_first)]
    main, others = settle(now, frame)
    return [main, *others[:1]] if frame.kind == "C" else [main]


def _weekday_beside(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the Tuesday before Christmas"."""
    weekly, sign = cast(Weekly, ns[0].value), int(ns[1].value)
    base = settle(now, ns[2])[0]
    moment = base.start - DAY if sign < 0 else base.end
    back = (midnight(moment).weekday() - weekly.first) % 7
    start = midnight(moment) - DAY * back if sign < 0 else midnight(moment) + DAY * ((7 - back) % 7)
    return node("D", Period(start, start + DAY * weekly.days, "day"))


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
    period = _frames(now, frame)[0]
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
    period = _frames(now, frame)[0]
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
    period = _frames(now, frame)[0]
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


def _edge(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "End of last month", 三月初, "mid-November"."""
    which, frame = str(pick(ns, "Ee").value), pick(ns, "CDYUWd")
    if frame.kind in "Wd" or (frame.kind == "D" and cast(Period, frame.value).grain in (*SECONDS, "weekend")):
        return None
    before: tuple[Period, ...] = ()
    if frame.kind == "U":
        period = unit_of(now.local, str(frame.value), now.week_first)
        if frame.value in SECONDS or frame.value == "business day":
            return None
    else:
        period, before = settle(now, frame)
    wide = pick(ns, "Ee").flag == "wide"
    main, others = edge(period, which, wide)
    others = (*others, *(edge(each, which, wide)[0] for each in before))
    return node("D", main, confidence=FUZZY, others=others, flag="edge")


def _unit_edge(now: Now, ns: Sequence[Node]) -> Node | None:
    """月底, 上月底, 三月中旬, 去年年底."""
    which, unit = cast(tuple[str, str], pick(ns, "Gg").value)
    frame = find(ns, "CDYR")
    if frame is None or frame.kind == "R":
        shift = int(frame.value) if frame else 0
        period = unit_of(add(now.local, shift, unit), unit, now.week_first)
        others: tuple[Period, ...] = ()
    else:
        period, others = settle(now, frame)
        if period.grain != unit:
            return None
    main, wider = edge(period, which)
    return node("D", main, confidence=FUZZY, others=(*wider, *(edge(each, which)[0] for each in others[:1])))


def _so_far(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Earlier this month", "later today", "the rest of the week"."""
    frame, late = pick(ns, "DU"), pick(ns, "Jr").value != -1
    period = _frames(now, frame)[0]
    if not period.start <= now.local < period.end:
        part = edge(period, "end" if late else "start")[0]
        return node("D", period, confidence=FUZZY, others=[part])
    if late:
        return node("D", Period(now.local, period.end, period.grain))
    return node("D", Period(period.start, now.local, period.grain))


def _with_clock(now: Now, ns: Sequence[Node]) -> Node | None:
    """A day with a time of day."""
    base, clock = pick(ns, "DCWd"), pick(ns, "TPp")
    if not is_day_like(base):
        return None
    tod = cast(TimeOfDay, clock.value)
    main, others = settle(now, base)
    if main.end - main.start > DAY or (main.grain == "part" and clock.kind in "Pp"):
        return None
    made = [on_day(each, tod) for each in (main, *others)]
    if tod.half == "?" and main.grain != "part":
        later = tod._replace(start=tod.start + 43_200, end=tod.end + 43_200, half="")
        made.insert(1, on_day(main, later))
        if tod.start < 7 * 3600:
            made[0], made[1] = made[1], made[0]
    return node("D", made[0], others=made[1:], confidence=base.confidence)


def _offset_from(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Two days after Christmas", "a week from tomorrow", "15 minutes before 3pm"."""
    quantity, base = cast(Quantity, pick(ns, "Q").value), ns[-1]
    sign = -1 if any(each.kind == "B" and each.value == -1 for each in ns) else 1
    main, others = settle(now, base)
    fine = any(unit in SECONDS for _, unit in quantity.parts)
    made = []
    for each in (main, *others):
        moved = add_quantity(each.start, quantity, sign)
        made.append(unit_of(moved, "minute", 0) if fine else day_of(moved))
    return node("D", made[0], others=made[1:], confidence=BIASED)


def _unit_holding(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "The week of March 2", "the month of Easter"."""
    unit, base = str(ns[0].value), ns[-1]
    if unit in SECONDS or unit not in (*DAYS, "month", "quarter", "year") or unit == "fortnight":
        return None
    main, others = settle(now, base)
    made = [unit_of(each.start, unit, now.week_first) for each in (main, *others)]
    return node("D", made[0], others=made[1:], confidence=0.9)


def _weekend_of(now: Now, ns: Sequence[Node]) -> Node | None:
    weekly, base = cast(Weekly, ns[0].value), ns[-1]
    if weekly.days == 1:
        return None
    start = settle(now, base)[0].start
    return node("D", nearest(_weekends(start, weekly), start))


def _holiday_weekend(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Labor day weekend": the weekend beside the holiday, the holiday included where they touch."""
    if cast(Weekly, ns[1].value).days == 1:
        return None
    holiday = settle(now, ns[0])[0]
    if holiday.grain != "day":
        return None
    weekend = nearest(_weekends(holiday.start, cast(Weekly, ns[1].value)), holiday.start)
    if weekend.end < holiday.start or holiday.end < weekend.start:
        return node("D", weekend)
    return node("D", Period(min(weekend.start, holiday.start), max(weekend.end, holiday.end), "weekend"))


def _unit_beside(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "The day after Christmas", "the week before Easter"."""
    unit, sign = str(ns[0].value), int(ns[1].value)
    if unit not in ("day", "week", "month", "quarter", "year"):
        return None
    main, others = settle(now, ns[-1])
    made = [unit_of(add(each.start, sign, unit), unit, now.week_first) for each in (main, *others)]
    return node("D", made[0], others=made[1:], confidence=BIASED)


def _weekends(moment: datetime, weekly: Weekly) -> list[Period]:
    first = midnight(moment) - DAY * moment.weekday() + DAY * weekly.first
    return [Period(first + DAY * 7 * k, first + DAY * (7 * k + weekly.days), "weekend") for k in (-1, 0, 1)]


_FRAME = "[oI]?[CDYU]"
COMPOSE = Grammar(
    Rule("offset from", "Q[BF][DCWTdP]", _offset_from),
    Rule("weekday beside", "WB[CD]", _weekday_beside),
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
    Rule("week holding", "Uo[CDWd]", _unit_holding),
    Rule("weekend of", "Wo[CD]", _weekend_of),
    Rule("holiday weekend", "CW", _holiday_weekend),
    Rule("unit beside", "UB[DCWd]", _unit_beside),
    Rule("of year", "C[,oI-]?[YD]", _of_year),
    Rule("of year", "[YD][,oI-]?C", _of_year),
    Rule("today in unit", "DD", _today_in_unit),
    Rule("weekday of week", "W[,oIF]?D|D[,n]?W", _in_week),
    Rule("day of month", "[dO]o?D|D[,n]?[dO](?!U)", _in_month),
    Rule("edge of", "E[o-]?[CDYU](?!P)", _edge),
    Rule("edge of", "[CDY]e", _edge),
    Rule("edge of unit", "[CDYR]?G", _unit_edge),
    Rule("edge of unit", "g", _unit_edge),
    Rule("so far", "[Jr]I?[DU]|DJ", _so_far),
    Rule("day and clock", "[DCWd][,nIF]{0,2}[TP]", _with_clock),
    Rule("day and clock", "[DCWd]p", _with_clock),
    Rule("clock and day", "[TP][,noI]?[DCWd](?!P)", _with_clock),
)
