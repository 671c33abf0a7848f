"""Times relative to now: "last week", "two days ago", 过去三天, "in half an hour"."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from hindsight.domain.temporal.clock import Now, occurrences
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, find, node, pick
from hindsight.domain.temporal.periods import (
    DAY,
    SECONDS,
    Period,
    Quantity,
    TimeOfDay,
    Weekly,
    Yearly,
    add,
    add_quantity,
    at_clock,
    day,
    day_of,
    unit_of,
)
from hindsight.domain.temporal.settle import BIASED, FUZZY, around, settle


def _unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Last week", 本月: a calendar unit beside the current one."""
    shift, unit = sum(int(each.value) for each in ns if each.kind == "R"), str(pick(ns, "U").value)
    if unit == "business day" or (unit == "day" and ns[0].flag == "zh"):
        return None
    if unit in SECONDS:
        return _window_of(now, Quantity(((1.0, unit),)), 1 if shift > 0 else -1) if shift else None
    return node("D", unit_of(add(now.local, shift, unit), unit, now.week_first))


def _window_of(now: Now, quantity: Quantity, sign: int) -> Node:
    """The last or next so many units up to or from now; whole units beside the current one are alternatives."""
    unit = quantity.finest
    confidence = FUZZY if quantity.vague else BIASED
    if unit in SECONDS:
        far = _by_clock(now, quantity, sign)
        start, end = (far, now.local) if sign < 0 else (now.local, far)
        return node("D", Period(start, end, unit), confidence=BIASED, flag="window")
    today = day_of(now.local)
    exact = add_quantity(now.local, quantity, sign)
    if sign < 0:
        first = day_of(exact).start
        main = Period(first, now.local, unit)
        others = [Period(first, today.start, unit), Period(first, today.end, unit), Period(exact, now.local, unit)]
    else:
        main = Period(today.end, add_quantity(today.end, quantity, 1), unit)
        others = [Period(now.local, exact, unit), Period(today.start, day_of(exact).end, unit)]
    if unit in ("week", "month", "quarter", "year"):
        current = unit_of(now.local, unit, now.week_first)
        if sign < 0:
            others.append(Period(add_quantity(current.start, quantity, -1), current.start, unit))
        else:
            others.append(Period(current.end, add_quantity(current.end, quantity, 1), unit))
    return node("D", main, confidence=confidence, others=others, flag="window")


def _by_clock(now: Now, quantity: Quantity, sign: int) -> datetime:
    seconds = sum(count * SECONDS[unit] for count, unit in quantity.parts if unit in SECONDS)
    rest = Quantity(tuple(part for part in quantity.parts if part[1] not in SECONDS))
    moved = now.shifted(sign * seconds)
    return add_quantity(moved, rest, sign) if rest.parts else moved


def _window(now: Now, ns: Sequence[Node]) -> Node | None:
    toward = find(ns, "RLA")
    direction = int(toward.value) if toward else -1
    quantity = find(ns, "Q")
    amount = cast(Quantity, quantity.value) if quantity else Quantity(((1.0, str(pick(ns, "U").value)),))
    return _window_of(now, amount, 1 if direction > 0 else -1)


def offset_from_now(now: Now, quantity: Quantity, sign: int) -> Node:
    """So many units before or after now: a minute for hours, a day for days and longer."""
    unit = quantity.finest
    if quantity.vague and sign < 0:
        (count, _), *_rest = quantity.parts
        exact = day_of(add_quantity(now.local, quantity, sign))
        return node("D", around(now, count, unit), confidence=FUZZY, others=[exact])
    if quantity.least:
        return _spread(now, quantity, sign)
    if unit in SECONDS:
        return _instant(now, quantity, sign)
    moment = add_quantity(now.local, quantity, sign)
    if any(count != int(count) for count, _ in quantity.parts) and unit == "day":
        return node("D", unit_of(moment, "minute", now.week_first), others=[day_of(moment)])
    whole = [] if unit in ("day", "business day") else [unit_of(moment, unit, now.week_first)]
    if unit in ("year", "decade", "century") and all(count == int(count) for count, _ in quantity.parts):
        month = unit_of(moment, "month", now.week_first)
        return node("D", unit_of(moment, "year", now.week_first), others=[day_of(moment), month], confidence=BIASED)
    return node("D", day_of(moment), others=whole, confidence=BIASED if whole else 0.95)


def _spread(now: Now, quantity: Quantity, sign: int) -> Node:
    """两三天前: from the day of the longer to the day of the shorter amount."""
    unit = quantity.finest
    grain = "minute" if unit in SECONDS else "day"
    ends = [add(now.local, sign * count, unit) for count in (quantity.parts[0][0], quantity.least)]
    first, last = (unit_of(moment, grain, now.week_first) for moment in sorted(ends))
    return node("D", Period(first.start, last.end, unit), confidence=FUZZY, others=[first, last])


def _instant(now: Now, quantity: Quantity, sign: int) -> Node:
    moment = _by_clock(now, quantity, sign)
    grain = "second" if quantity.finest == "second" else "minute"
    found = unit_of(moment, grain, now.week_first)
    between = Period(found.start, now.local, grain) if sign < 0 else Period(now.local, found.start, grain)
    return node("D", found, others=[between])


def _offset(now: Now, ns: Sequence[Node]) -> Node | None:
    sign = next((int(each.value) for each in ns if each.kind in "AJ"), 1)
    return offset_from_now(now, cast(Quantity, pick(ns, "Q").value), sign)


def _offset_to_the_day(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "a year ago today", "a week ago yesterday"."""
    base = cast(Period, ns[2].value)
    if base.grain != "day" or abs(base.start - now.local) > DAY * 4:
        return None
    return node("D", day_of(add_quantity(base.start, cast(Quantity, ns[0].value), int(ns[1].value))))


def _weekday_of_offset(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Thursday two weeks ago", 两周前的周五."""
    quantity, weekly = cast(Quantity, pick(ns, "Q").value), cast(Weekly, pick(ns, "W").value)
    if quantity.finest != "week" or quantity.vague or quantity.least:
        return None
    week = now.week(add_quantity(now.local, quantity, int(pick(ns, "A").value)))
    start = week.start + DAY * ((weekly.first - now.week_first) % 7)
    return node("D", Period(start, start + DAY * weekly.days, "day"), confidence=BIASED)


def _day_of_offset(now: Now, ns: Sequence[Node]) -> Node | None:
    """两个月前的15号."""
    quantity, number = cast(Quantity, ns[0].value), int(ns[2].value)
    if quantity.finest != "month":
        return None
    month = add_quantity(now.local, quantity, int(ns[1].value))
    return node("D", day(month.year, month.month, number))


def _beside(now: Now, ns: Sequence[Node]) -> Node | None:
    """中秋节前三天: the days that lead up to it, or the third one before."""
    quantity, sign = cast(Quantity, ns[2].value), int(ns[1].value)
    if quantity.finest in SECONDS or ns[1].flag != "zh" or ns[0].kind == "M":
        return None
    base = settle(now, ns[0])[0]
    if sign < 0 and ns[0].kind in "DY" and base.grain in ("month", "year", "half", "decade"):
        return node("D", Period(base.start, add_quantity(base.start, quantity, 1), quantity.finest))  # 今年前三个月
    if sign < 0:
        far = add_quantity(base.start, quantity, -1)
        return node("D", Period(far, base.start, "day"), confidence=FUZZY, others=[day_of(far)])
    far = add_quantity(base.end, quantity, 1)
    return node("D", Period(base.end, far, "day"), confidence=FUZZY, others=[day_of(far - DAY)])


def _first_quarters(now: Now, ns: Sequence[Node]) -> Node | None:
    """2025年前三季度."""
    year, cycle = settle(now, ns[0])[0], cast(Yearly, ns[2].value)
    if ns[1].value != -1 or year.grain != "year" or cycle.grain != "quarter":
        return None
    return node("D", Period(year.start, cycle.in_year(year.start.year).end, "quarter"))


def _today_in(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "This morning", "last night": a part of today, yesterday or tomorrow."""
    part, shift = cast(TimeOfDay, pick(ns, "P").value), int(pick(ns, "RL").value)
    return node("D", at_clock(now.local + DAY * max(-1, min(1, shift)), part), flag="today")


def _weekday(now: Now, ns: Sequence[Node]) -> Node | None:
    """English "last Tuesday" is the most recent one, "next Tuesday" that of next week; Chinese counts weeks."""
    relative, weekly = ns[-2], cast(Weekly, ns[-1].value)
    shift = int(relative.value)
    week = now.week(now.local, shift)
    start = week.start + DAY * ((weekly.first - now.week_first) % 7)
    calendar = Period(start, start + DAY * weekly.days, "day" if weekly.days == 1 else "weekend")
    if relative.flag == "zh" and relative.kind == "R":
        return node("D", calendar)
    all_of_them = occurrences(now, weekly)
    if shift < 0:
        recent = next(p for p in reversed(all_of_them) if p.end <= now.local)
        return node("D", recent, confidence=BIASED, others=[calendar] if calendar != recent else [])
    if shift > 0:
        soon = next(p for p in all_of_them if p.start > now.local)
        main, other = (soon, calendar) if relative.kind == "L" or len(ns) > 2 else (calendar, soon)
        return node("D", main, confidence=BIASED, others=[other] if other != main else [])
    soon = next(p for p in all_of_them if p.end > now.local)
    return node("D", calendar, others=[soon] if soon != calendar else [])


def _yearly(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Last Christmas", "next March", "this summer"."""
    shift = int(ns[-2].value)
    periods = occurrences(now, ns[-1].value)
    if len(periods) < 4:  # a lunar date near the end of the table
        return None
    if shift == 0:
        this_year = [p for p in periods if now.local.year in (p.start.year, (p.end - DAY).year)] or list(periods)
        middle = sorted(this_year, key=lambda p: abs(p.start + (p.end - p.start) / 2 - now.local))
        return node("D", middle[0], others=middle[1:2])
    past = [p for p in periods if p.end <= now.local]
    coming = [p for p in periods if p.start > now.local]
    if shift < 0:
        return node("D", past[-1], confidence=BIASED, others=past[-2:-1])
    return node("D", coming[0], confidence=BIASED, others=coming[1:2])


def _weekdays_ago(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Two Fridays ago"."""
    counted = find(ns, "N")
    count, sign = int(counted.value) if counted else 1, int(ns[-1].value)
    weekly = cast(Weekly, pick(ns, "W").value)
    if not 0 < count < 10_000 or (counted is None and ns[-1].flag == "zh"):  # 周一之前
        return None
    step = occurrences(now, weekly)
    base = [p for p in step if (p.end <= now.local if sign < 0 else p.start > now.local)]
    first = base[-1] if sign < 0 else base[0]
    by = DAY * 7 * (count - 1) * sign
    return node("D", Period(first.start + by, first.end + by, first.grain))


def _before_last(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the Friday before last"."""
    if ns[0].kind == "P":
        return node("D", at_clock(now.local - DAY * 2, cast(TimeOfDay, ns[0].value)))
    past = [p for p in occurrences(now, ns[0].value) if p.end <= now.local]
    return node("D", past[-2]) if len(past) > 1 else None


def _occurrences_ago(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "two summers ago"."""
    count = int(ns[0].value or 1)
    past = [p for p in occurrences(now, ns[1].value) if p.end <= now.local]
    return node("D", past[-count]) if 0 < count <= len(past) and ns[2].flag != "zh" else None


def _named(now: Now, ns: Sequence[Node]) -> Node | None:
    """Fixed phrases: "recently", "the other day", "year to date"."""
    name = str(ns[0].value)
    if name == "now":
        found = unit_of(now.local, "minute", now.week_first)
        return node("D", Period(now.local, found.end, "minute"), weak="whole", confidence=0.7)
    if name == "moment":
        return node("D", Period(add(now.local, -30, "minute"), now.local, "minute"), confidence=0.5)
    if name == "recent":
        return _recent(now)
    if name == "other day":
        return node("D", around(now, 3, "day"), confidence=FUZZY)
    return node("D", Period(unit_of(now.local, name, now.week_first).start, now.local, name))


def _recent(now: Now) -> Node:
    today = day_of(now.local).start
    others = [Period(today - DAY * days, now.local, "day") for days in (7, 30)]
    return node("D", Period(today - DAY * 14, now.local, "day"), weak="whole", confidence=0.4, others=others)


def _recently(now: Now, ns: Sequence[Node]) -> Node | None:
    return _recent(now) if ns[0].flag == "recent" else None


WINDOWS = Grammar(
    Rule("before last", "[WPC]b", _before_last),
    Rule("weekdays ago", "[Na]?WA", _weekdays_ago),
    Rule("occurrences ago", "[Na]CA", _occurrences_ago),
    Rule("offset to the day", "QAD", _offset_to_the_day),
    Rule("day of an earlier week", "QAn?W|Wn?QA", _weekday_of_offset),
    Rule("day of an earlier month", "QA[dO]", _day_of_offset),
    Rule("offset", "QA(?!Q)", _offset),
    Rule("offset", "IQ", _offset),
    Rule("offset", "QJ", _offset),
    Rule("window", "R?[RL]Q(?!o[CDYUR]|I[CDY])", _window),
    Rule("window", "Qs", _window),
    Rule("beside a date", "[CDYM]AQ", _beside),
    Rule("first quarters", "[DY]AC", _first_quarters),
    Rule("window", "AQ", _window),
    Rule("window", "LU", _window),
    Rule("window", "wQ|Qi", _window),
    Rule("part of today", "[RL]P", _today_in),
    Rule("relative weekday", "R?[RL]W(?![oI][CDYUR])", _weekday),
    Rule("relative yearly", "R?[RL]C", _yearly),
    Rule("relative unit", "R(?=U[o]?[CDY])U(?!o)", _unit),
    Rule("relative unit", "RR?U(?!o[CDYM])", _unit),
    Rule("named", "z", _named),
    Rule("recently", "L", _recently),
)
