"""From a node to the interval it denotes, and the edges of intervals."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast

from hindsight.domain.temporal.clock import Now, occurrences, past_biased
from hindsight.domain.temporal.nodes import Node
from hindsight.domain.temporal.periods import (
    DAY,
    Period,
    TimeOfDay,
    Weekly,
    Yearly,
    add,
    add_months,
    at_clock,
    day_of,
    year_of,
)

RECURRING = "CWd"
PERIODS = "DCWdYTP"
CERTAIN, BIASED, FUZZY = 0.95, 0.8, 0.6

# The first, middle and last part of a unit as offsets in (months, days) from its start; None: its end.
_Mark = tuple[int, int] | None
_EDGES: dict[str, dict[str, tuple[_Mark, _Mark]]] = {
    "week": {"start": ((0, 0), (0, 2)), "mid": ((0, 2), (0, 4)), "end": ((0, 4), None)},
    "month": {
        "start": ((0, 0), (0, 10)),
        "mid": ((0, 10), (0, 20)),
        "end": ((0, 20), None),
        "first": ((0, 0), (0, 15)),
        "second": ((0, 15), None),
    },
    "quarter": {"start": ((0, 0), (1, 0)), "mid": ((1, 0), (2, 0)), "end": ((2, 0), None)},
    "season": {"start": ((0, 0), (1, 0)), "mid": ((1, 0), (2, 0)), "end": ((2, 0), None)},
    "half": {"start": ((0, 0), (2, 0)), "mid": ((2, 0), (4, 0)), "end": ((4, 0), None)},
    "year": {"start": ((0, 0), (2, 0)), "mid": ((5, 0), (7, 0)), "end": ((11, 0), None)},
    "decade": {"start": ((0, 0), (48, 0)), "mid": ((48, 0), (72, 0)), "end": ((72, 0), None)},
    "century": {"start": ((0, 0), (360, 0)), "mid": ((360, 0), (840, 0)), "end": ((840, 0), None)},
}
# Other readers draw the edges of a year wider.
_WIDER: dict[str, tuple[_Mark, _Mark]] = {"start": ((0, 0), (3, 0)), "mid": ((4, 0), (8, 0)), "end": ((9, 0), None)}


def _marked(period: Period, marks: tuple[_Mark, _Mark], grain: str) -> Period:
    def place(mark: _Mark) -> datetime:
        return period.end if mark is None else add_months(period.start, mark[0]) + DAY * mark[1]

    return Period(place(marks[0]), place(marks[1]), grain)


def edge(period: Period, which: str, wide: bool = False) -> tuple[Period, tuple[Period, ...]]:
    """The "start", "mid" or "end" of a period, and what others take for it; `wide` as in "early 2025"."""
    marks = _EDGES.get(period.grain)
    if marks is None:
        third = (period.end - period.start) / 3
        shift = {"start": 0, "mid": 1, "end": 2}[which]
        begin = period.start + third * shift
        return Period(begin, begin + third, "part"), ()
    grain = "month" if period.grain in ("year", "half", "quarter", "season") else "day"
    others: tuple[Period, ...] = ()
    if period.grain == "year":
        others = (_marked(period, _WIDER[which], grain),)
        if wide:
            return others[0], (_marked(period, marks[which], grain),)
    return _marked(period, marks[which], grain), others


def settle(now: Now, found: Node) -> tuple[Period, tuple[Period, ...]]:
    """The interval of a node of one of the PERIODS kinds, and the alternatives."""
    if found.kind == "D":
        return cast(Period, found.value), found.others
    if found.kind == "Y":
        return year_of(int(found.value)), ()
    if found.kind in "TP":
        return _today(now, cast(TimeOfDay, found.value))
    return past_biased(now, occurrences(now, found.value))


def _today(now: Now, tod: TimeOfDay) -> tuple[Period, tuple[Period, ...]]:
    """A bare clock is today's; one to half past six are taken for the afternoon when no half of the day is said."""
    times = [tod._replace(half="")]
    if tod.half == "?":
        times.append(shifted(tod, 12 if tod.start < 12 * 3600 else -12))
        if tod.start < 7 * 3600:
            times.reverse()
    today = [at_clock(now.local, each) for each in times]
    yesterday = [at_clock(now.local - DAY, each) for each in times]
    return today[0], tuple(today[1:] + yesterday[:1])


def shifted(tod: TimeOfDay, hours: int) -> TimeOfDay:
    size = tod.end - tod.start
    start = tod.start + hours * 3600
    return TimeOfDay(start, start + size, tod.grain)


def candidates(now: Now, found: Node) -> Sequence[Period]:
    """Every interval a node may mean, in order of time."""
    if found.kind in RECURRING:
        return occurrences(now, found.value)
    return (settle(now, found)[0],)


def nearest(periods: Sequence[Period], moment: datetime) -> Period:
    return min(periods, key=lambda period: abs(period.start - moment))


def is_day_like(found: Node) -> bool:
    """Whether a time of day can stand beside it."""
    if found.kind == "D":
        return cast(Period, found.value).grain in ("day", "part")
    if found.kind == "C":
        return cast(Yearly, found.value).grain in ("day", "leap")
    return found.kind == "d" or (found.kind == "W" and cast(Weekly, found.value).days == 1)


def fit(tod: TimeOfDay, half: str, late: bool = False) -> TimeOfDay:
    """A clock that may be morning or evening, read in a part of the day ("afternoon", three o'clock)."""
    hour = tod.start // 3600
    if hour > 12 or half in ("", "?"):
        return tod._replace(half="")
    if half == "am":
        return shifted(tod, -12) if hour == 12 else tod._replace(half="")
    if half == "noon":
        return shifted(tod, 12) if hour < 10 else tod._replace(half="")
    if half == "pm":
        return shifted(tod, 12) if hour < 12 else tod._replace(half="")
    if hour < 5:
        return tod._replace(half="") if late else shifted(tod, 24)
    return shifted(tod, 12)


def on_day(base: Period, tod: TimeOfDay) -> Period:
    """The time of day on a day, or within a part of a day."""
    if base.grain == "part" and tod.half == "?":
        hour = base.start.hour
        half = "am" if hour < 11 else "noon" if hour < 12 else "pm" if hour < 18 else "night"
        return at_clock(base.start, fit(tod, half, late=hour >= 21))
    return at_clock(base.start, tod)


def around(now: Now, count: float, unit: str) -> Period:
    """As in "A few days ago": between one and five units before now, for the usual count of three."""
    stretch = max(count + 2, 5)
    if unit in ("second", "minute", "hour"):
        return Period(add(now.local, -stretch, unit), add(now.local, -1, unit), unit)
    start = day_of(add(now.local, -stretch, unit)).start
    end = day_of(now.local).start if unit == "day" else day_of(add(now.local, -1, unit)).end
    return Period(start, max(end, start + timedelta(days=1)), unit)
