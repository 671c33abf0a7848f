"""Times relative to now: "last week", "two days ago", 过去三天, "in half an hour"."""

from collections.abc import Sequence
from typing import cast

from hindsight.domain.temporal.clock import Now, occurrences
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, find, node, pick
from hindsight.domain.temporal.offsets import OFFSETS, by_clock
from hindsight.domain.temporal.periods import (
    DAY,
    SECONDS,
    Period,
    Quantity,
    TimeOfDay,
    Weekly,
    add,
    add_quantity,
    at_clock,
    day_of,
    unit_of,
)
from hindsight.domain.temporal.settle import BIASED, FUZZY, around


def _unit(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Last week", 本月: a calendar unit beside the current one."""
    shift, unit = sum(int(each.value) for each in ns if each.kind == "R"), str(pick(ns, "U").value)
    if unit == "business day":
        return node("D", day_of(add(now.local, shift, unit))) if shift else None
    if unit == "day" and ns[0].flag == "zh":
        return None
    if unit in SECONDS:
        return _window_of(now, Quantity(((1.0, unit),)), 1 if shift > 0 else -1) if shift else None
    return node("D", unit_of(add(now.local, shift, unit), unit, now.week_first))


def _window_of(now: Now, quantity: Quantity, sign: int) -> Node:
    """The last or next so many units up to or from now; whole units beside the current one are alternatives."""
    unit = quantity.finest
    confidence = FUZZY if quantity.vague else BIASED
    if unit in SECONDS:
        far = by_clock(now, quantity, sign)
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


def _window(now: Now, ns: Sequence[Node]) -> Node | None:
    toward = find(ns, "RLA")
    direction = int(toward.value) if toward else -1
    quantity = find(ns, "Q")
    amount = cast(Quantity, quantity.value) if quantity else Quantity(((1.0, str(pick(ns, "U").value)),))
    return _window_of(now, amount, 1 if direction > 0 else -1)


def _today_in(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "This morning", "last night": a part of today, yesterday or tomorrow."""
    part, shift = cast(TimeOfDay, pick(ns, "P").value), int(pick(ns, "RL").value)
    return node("D", at_clock(now.local + DAY * max(-1, min(1, shift)), part), flag="today")


def _parts_in_a_row(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the past two nights"."""
    count, sign, part = float(pick(ns, "N").value), int(pick(ns, "RL").value), cast(TimeOfDay, ns[-1].value)
    if not sign or count != int(count) or not 1 < count < 1000:
        return None
    first, last = sorted((now.local + DAY * sign * int(count), now.local + DAY * sign))
    return node("D", Period(at_clock(first, part).start, at_clock(last, part).end, "part"), confidence=BIASED)


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


def _before_last(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "the Friday before last", "the Monday after next"."""
    sign = int(ns[1].value)
    if ns[0].kind == "P":
        return node("D", at_clock(now.local + DAY * 2 * sign, cast(TimeOfDay, ns[0].value)))
    periods = occurrences(now, ns[0].value)
    found = [p for p in periods if (p.end <= now.local if sign < 0 else p.start > now.local)]
    if len(found) < 2:
        return None
    return node("D", found[-2] if sign < 0 else found[1])


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
    *OFFSETS,
    Rule("before last", "[WPC]b", _before_last),
    Rule("window", "R?[RL]Q(?!o[CDYUR]|I[CDY])", _window),
    Rule("window", "Qs", _window),
    Rule("window", "AQ", _window),
    Rule("window", "LU", _window),
    Rule("window", "wQ|Qi", _window),
    Rule("part of today", "[RL]P", _today_in),
    Rule("parts in a row", "[RL]NP", _parts_in_a_row),
    Rule("relative weekday", "R?[RL]W(?![oI][CDYUR])", _weekday),
    Rule("relative yearly", "R?[RL]C", _yearly),
    Rule("relative unit", "RR?U(?!o[CDYMRU])", _unit),
    Rule("named", "z", _named),
    Rule("recently", "L", _recently),
)
