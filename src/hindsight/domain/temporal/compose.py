"""Times made of times: "Monday of last week", "end of March", "yesterday at 9am", 去年中秋."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, find, node, pick
from hindsight.domain.temporal.ordinals import ORDINALS, frames
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
    candidates,
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


def _weekday_beside(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the Tuesday before Christmas"."""
    weekly, sign = cast(Weekly, ns[0].value), int(ns[1].value)
    base = settle(now, ns[2])[0]
    moment = base.start - DAY if sign < 0 else base.end
    back = (midnight(moment).weekday() - weekly.first) % 7
    start = midnight(moment) - DAY * back if sign < 0 else midnight(moment) + DAY * ((7 - back) % 7)
    return node("D", Period(start, start + DAY * weekly.days, "day"))


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
    frame, late = pick(ns, "DUC"), pick(ns, "Jr").value != -1
    period = frames(now, frame)[0]
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


def _side_of_day(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "yesterday before 10am"."""
    if not is_day_like(ns[0]):
        return None
    whole = settle(now, ns[0])[0]
    clock = on_day(whole, cast(TimeOfDay, ns[2].value))
    if ns[1].value == -1:
        return node("D", Period(whole.start, clock.start, "part"))
    return node("D", Period(clock.start if clock.grain != "part" else clock.end, whole.end, "part"))


def _offset_from(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Two days after Christmas", "a week from tomorrow", "15 minutes before 3pm"."""
    quantity, base = cast(Quantity, pick(ns, "Q").value), ns[-1]
    sign = -1 if any(each.kind == "B" and each.value == -1 for each in ns) else 1
    main, others = settle(now, base)
    if (
        sign > 0 and base.kind in "CWd" and not any(each.kind == "B" for each in ns)
    ):  # "a week from Friday": the next one
        main = next((each for each in candidates(now, base) if each.start > now.local), main)
    if pick(ns, "Q").flag == "the":  # "the two weeks before Christmas": all of them
        far = add_quantity(main.start if sign < 0 else main.end, quantity, sign)
        whole = Period(far, main.start, "day") if sign < 0 else Period(main.end, far, "day")
        return node("D", whole, confidence=BIASED)
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


def _unit_held(now: Now, ns: Sequence[Node]) -> Node | None:
    """3月2号那一周."""
    return _unit_holding(now, [ns[1], ns[0]]) if ns[1].flag == "holding" else None


def _unit_starting(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "The week starting February 16", "the month ending June 30"."""
    unit, edge_word, base = str(ns[0].value), pick(ns, "S"), ns[-1]
    if edge_word.flag not in ("begin", "end") or unit in SECONDS or unit in ("day", "business day"):
        return None
    main, others = settle(now, base)
    if edge_word.flag == "begin":
        made = [Period(each.start, add(each.start, 1, unit), unit) for each in (main, *others)]
    else:
        made = [Period(add(each.end, -1, unit), each.end, unit) for each in (main, *others)]
    return node("D", made[0], others=made[1:], confidence=0.9)


def _this_time_in(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "This time last year", 去年这个时候: the unit next smaller that corresponds to the present one."""
    frame = cast(Period, pick(ns, "D").value)
    if frame.grain == "day":
        moment = frame.start + (now.local - day_of(now.local).start)
        return node("D", unit_of(moment, "hour", now.week_first), confidence=FUZZY)
    found = _today_in_unit(now, [pick(ns, "D"), node("D", day_of(now.local))])
    if found is None:
        return None
    on_the_day = cast(Period, found.value)
    wider = {"year": "month", "month": "week"}.get(frame.grain)
    if wider is None:
        return found
    return node("D", unit_of(on_the_day.start, wider, now.week_first), others=[on_the_day], confidence=FUZZY)


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


COMPOSE = Grammar(
    *ORDINALS,
    Rule("offset from", "Q[BF][DCWTdP](?![,o]?[YD])", _offset_from),
    Rule("weekday beside", "WB[CD](?![,o]?[YD])", _weekday_beside),
    Rule("week holding", "Uo[CDWd]", _unit_holding),
    Rule("week holding", "[CD]U", _unit_held),
    Rule("week starting", "USn?[CDWd]", _unit_starting),
    Rule("this time in", "H[,n]?D|DH", _this_time_in),
    Rule("weekend of", "Wo[CD]", _weekend_of),
    Rule("holiday weekend", "CW", _holiday_weekend),
    Rule("unit beside", "UB[DCWd](?![,o]?[YD])", _unit_beside),
    Rule("of year", "C[,oI-]?[YD]", _of_year),
    Rule("of year", "[YD][,oI-]?C", _of_year),
    Rule("today in unit", "DD", _today_in_unit),
    Rule("weekday of week", "W[,oIF]?D|D[,n]?W", _in_week),
    Rule("day of month", "[dO]o?D|D[,n]?[dO](?!U)", _in_month),
    Rule("edge of", "E[o-]?[CDYU](?!P)", _edge),
    Rule("edge of", "[CDY]e", _edge),
    Rule("edge of unit", "[CDYR]?G", _unit_edge),
    Rule("edge of unit", "g", _unit_edge),
    Rule("so far", "[Jr]I?[DUC]|DJ", _so_far),
    Rule("day and clock", "[DCWd][,nIF]{0,2}[TP]", _with_clock),
    Rule("day and clock", "[DCWd]p", _with_clock),
    Rule("side of day", "[DCWd]B[TP]", _side_of_day),
    Rule("clock and day", "[TP][,noI]?[DCWd](?!P)", _with_clock),
)
