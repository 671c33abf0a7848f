"""Calendar arithmetic on naive local time: periods, units, and moving by units."""

from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

DAY = timedelta(days=1)

SECONDS = {"second": 1, "minute": 60, "hour": 3600}
DAYS = {"day": 1, "week": 7, "fortnight": 14}
MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}


class Period(NamedTuple):
    """A half-open interval of naive local time and the grain it was said in."""

    start: datetime
    end: datetime
    grain: str


class Yearly(NamedTuple):
    """What returns every year (a month, a holiday, a season): its period in a given year."""

    in_year: Callable[[int], Period]
    grain: str


class Weekly(NamedTuple):
    """What returns every week: `days` days from weekday `first` (Monday is 0)."""

    first: int
    days: int = 1


class TimeOfDay(NamedTuple):
    """Seconds from midnight, half-open; `end` may pass midnight.

    `half` is "am" or "pm" for a part of the day, "" for an exact clock, "?" for a clock that may be either.
    """

    start: int
    end: int
    grain: str
    half: str = ""


class Quantity(NamedTuple):
    """An amount of time: (count, unit) pairs, the largest unit first; `vague` for "a few".

    `least` is the lower bound of a spread such as 两三天 (two or three days), 0 when there is none.
    """

    parts: tuple[tuple[float, str], ...]
    vague: bool = False
    least: float = 0

    @property
    def finest(self) -> str:
        return self.parts[-1][1]


def midnight(moment: datetime | date) -> datetime:
    return datetime(moment.year, moment.month, moment.day)  # noqa: DTZ001 - local time until the very end


def day_of(moment: datetime | date) -> Period:
    start = midnight(moment)
    return Period(start, start + DAY, "day")


def day(year: int, month: int, number: int) -> Period:
    return day_of(date(year, month, number))


def month_of(year: int, month: int) -> Period:
    start = midnight(date(year, month, 1))
    return Period(start, add_months(start, 1), "month")


def year_of(year: int) -> Period:
    return Period(midnight(date(year, 1, 1)), midnight(date(year + 1, 1, 1)), "year")


def add_months(moment: datetime, months: int) -> datetime:
    """The same day `months` later, or the last day of that month when it is shorter."""
    index = moment.year * 12 + moment.month - 1 + months
    year, month = index // 12, index % 12 + 1
    return moment.replace(year=year, month=month, day=min(moment.day, monthrange(year, month)[1]))


def week_of(moment: datetime, first: int) -> Period:
    start = midnight(moment) - DAY * ((moment.weekday() - first) % 7)
    return Period(start, start + DAY * 7, "week")


def unit_of(moment: datetime, unit: str, first: int) -> Period:
    """The calendar unit that holds `moment`; weeks begin on weekday `first`."""
    if unit == "week":
        return week_of(moment, first)
    if unit in MONTHS:
        size = MONTHS[unit]
        index = moment.year * 12 + moment.month - 1
        begin = index // size * size
        start = midnight(date(begin // 12, begin % 12 + 1, 1))
        return Period(start, add_months(start, size), unit)
    if unit in SECONDS:
        step = SECONDS[unit]
        into = (moment - midnight(moment)).seconds
        start = midnight(moment) + timedelta(seconds=into // step * step)
        end = start + timedelta(seconds=step)
        return Period(start.replace(fold=moment.fold), end.replace(fold=moment.fold), unit)
    return day_of(moment)


def add_business_days(moment: datetime, count: int) -> datetime:
    step = 1 if count > 0 else -1
    weeks, left = divmod(abs(count), 5)
    moment += DAY * (7 * weeks * step)
    while left or moment.weekday() >= 5:
        moment += DAY * step
        left -= moment.weekday() < 5 and left > 0
    return moment


def add(moment: datetime, count: float, unit: str) -> datetime:
    """Move by `count` calendar units; the fraction of a month counts 30 days, of a day 24 hours."""
    if unit == "business day":
        return add_business_days(moment, round(count))
    if unit in MONTHS:
        months = count * MONTHS[unit]
        return add_months(moment, int(months)) + DAY * round((months - int(months)) * 30)
    if unit in DAYS:
        days = count * DAYS[unit]
        return moment + timedelta(days=days if unit == "day" else round(days))
    return moment + timedelta(seconds=count * SECONDS[unit])


def add_quantity(moment: datetime, quantity: Quantity, sign: int) -> datetime:
    for count, unit in quantity.parts:
        moment = add(moment, sign * count, unit)
    return moment


def at_clock(base: datetime, tod: TimeOfDay) -> Period:
    """The time of day on the day of `base`, by the wall clock."""
    start = datetime.combine(base.date(), time()) + timedelta(seconds=tod.start)
    end = datetime.combine(base.date(), time()) + timedelta(seconds=tod.end)
    return Period(start, end, tod.grain)
