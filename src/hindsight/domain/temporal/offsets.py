"""So much time before or after now: "two days ago", "in half an hour", 两周前的周五, "two Fridays ago"."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from hindsight.domain.temporal.clock import Now, occurrences
from hindsight.domain.temporal.nodes import Node, Rule, find, node, pick
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


def by_clock(now: Now, quantity: Quantity, sign: int) -> datetime:
    """The wall clock so much real time away: hours that pass, clock changes included."""
    seconds = sum(count * SECONDS[unit] for count, unit in quantity.parts if unit in SECONDS)
    rest = Quantity(tuple(part for part in quantity.parts if part[1] not in SECONDS))
    moved = now.shifted(sign * seconds)
    return add_quantity(moved, rest, sign) if rest.parts else moved


def _from_now(now: Now, quantity: Quantity, sign: int) -> Node:
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
    moment = by_clock(now, quantity, sign)
    grain = "second" if quantity.finest == "second" else "minute"
    found = unit_of(moment, grain, now.week_first)
    between = Period(found.start, now.local, grain) if sign < 0 else Period(now.local, found.start, grain)
    return node("D", found, others=[between])


def _offset(now: Now, ns: Sequence[Node]) -> Node | None:
    sign = next((int(each.value) for each in ns if each.kind in "AJ"), 1)
    amount = pick(ns, "Q")
    quantity = cast(Quantity, amount.value)
    if amount.flag == "exact" and quantity.finest not in SECONDS:
        return node("D", day_of(add_quantity(now.local, quantity, sign)))
    return _from_now(now, quantity, sign)


def _offset_to_the_day(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "a year ago today", "a week ago yesterday"."""
    base = cast(Period, ns[2].value)
    if base.grain != "day" or abs(base.start - now.local) > DAY * 4:
        return None
    return node("D", day_of(add_quantity(base.start, cast(Quantity, ns[0].value), int(ns[1].value))))


def _offset_to_the_unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "two years ago this month"."""
    quantity, unit = cast(Quantity, ns[0].value), str(ns[3].value)
    if ns[2].value or quantity.finest != "year" or unit not in ("week", "month", "quarter"):
        return None
    return node("D", unit_of(add_quantity(now.local, quantity, int(ns[1].value)), unit, now.week_first))


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


def _occurrences_ago(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "two summers ago"."""
    count = int(ns[0].value or 1)
    past = [p for p in occurrences(now, ns[1].value) if p.end <= now.local]
    return node("D", past[-count]) if 0 < count <= len(past) and ns[2].flag != "zh" else None


def _parts_ago(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "two nights ago"."""
    count, sign = float(ns[0].value or 1), int(ns[-1].value)
    if ns[-1].flag == "zh" or count != int(count) or not 0 < count < 10_000:
        return None
    part = cast(TimeOfDay, ns[1].value)
    return node("D", at_clock(now.local + DAY * int(count) * sign, part))


OFFSETS: tuple[Rule, ...] = (
    Rule("parts ago", "[Na]PA", _parts_ago),
    Rule("weekdays ago", "[Na]?WA", _weekdays_ago),
    Rule("occurrences ago", "[Na]CA", _occurrences_ago),
    Rule("offset to the day", "QAD", _offset_to_the_day),
    Rule("offset to the unit", "QARU", _offset_to_the_unit),
    Rule("day of an earlier week", "QAn?W|Wn?QA", _weekday_of_offset),
    Rule("day of an earlier month", "QA[dO]", _day_of_offset),
    Rule("offset", "QA(?!Q)", _offset),
    Rule("offset", "IQ(?!A)", _offset),
    Rule("offset", "QJ", _offset),
    Rule("beside a date", "[CDYM]AQ", _beside),
    Rule("first quarters", "[DY]AC", _first_quarters),
)
