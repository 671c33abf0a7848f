"""The caller's "now": his zone, his week, and the choice of the occurrence he means."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from hindsight.domain.temporal.periods import Period, Weekly, Yearly, day, week_of
from hindsight.domain.temporal.span import OPEN_END, OPEN_START

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Now:
    """`local` is the caller's wall clock, naive; `week_first` the weekday his weeks begin on (Monday 0)."""

    local: datetime
    zone: tzinfo
    week_first: int

    def aware(self, moment: datetime) -> datetime:
        """The moment in the caller's zone; a wall time that a clock change skips moves to the first one that exists."""
        placed = moment.replace(tzinfo=self.zone)
        if moment.year in (OPEN_START.year, OPEN_END.year):
            return placed
        return placed.astimezone(UTC).astimezone(self.zone)

    def shifted(self, seconds: float) -> datetime:
        """The wall clock `seconds` of real time away from now, clock changes included."""
        moment = self.local.replace(tzinfo=self.zone).astimezone(UTC) + timedelta(seconds=seconds)
        return moment.astimezone(self.zone).replace(tzinfo=None)

    def week(self, moment: datetime, shift: int = 0) -> Period:
        return week_of(moment + timedelta(days=7 * shift), self.week_first)


def clock(now: datetime, zone: str, week_start: str) -> Now:
    """Raise ValueError for an unknown zone or week start, or a `now` outside the years 200-9800."""
    if week_start.lower() not in WEEKDAYS:
        raise ValueError(f"week_start must be one of {', '.join(WEEKDAYS)}, not {week_start!r}")
    place = zone_of(zone)
    local = now if now.tzinfo is None else now.astimezone(place).replace(tzinfo=None)
    if not 200 <= local.year <= 9800:
        raise ValueError(f"now must lie in the years 200-9800, not {now.isoformat()}")
    return Now(local, place, WEEKDAYS.index(week_start.lower()))


def zone_of(name: str) -> tzinfo:
    """An IANA zone name or a fixed offset such as "+08:00"; ValueError for anything else."""
    offset = _OFFSET.fullmatch(name.strip())
    if offset:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        if minutes < 24 * 60:
            return timezone(timedelta(minutes=minutes if offset[1] == "+" else -minutes))
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(f"unknown time zone {name!r}: use an IANA name such as 'Asia/Shanghai'") from error


def occurrences(now: Now, value: object) -> tuple[Period, ...]:
    """The occurrences around now of something that recurs, in order of time.

    `value` is a Yearly, a Weekly or a day of the month (int).
    """
    if isinstance(value, Weekly):
        week = now.local - timedelta(days=now.local.weekday())
        found = []
        for shift in (-2, -1, 0, 1, 2):
            start = day(week.year, week.month, week.day).start + timedelta(days=7 * shift + value.first)
            grain = "day" if value.days == 1 else "weekend"
            found.append(Period(start, start + timedelta(days=value.days), grain))
        return tuple(found)
    if isinstance(value, Yearly):
        years = range(now.local.year - 8, now.local.year + 9) if value.grain == "leap" else None
        return _valid(value, years or range(now.local.year - 4, now.local.year + 3))
    return _month_days(now, int(str(value)))


def _valid(value: Yearly, years: range) -> tuple[Period, ...]:
    found = []
    for year in years:
        try:
            found.append(value.in_year(year))
        except ValueError:  # 29 February, a lunar year outside the table
            continue
    return tuple(found)


def _month_days(now: Now, number: int) -> tuple[Period, ...]:
    found = []
    for shift in range(-3, 4):
        index = now.local.year * 12 + now.local.month - 1 + shift
        try:
            found.append(day(index // 12, index % 12 + 1, number))
        except ValueError:  # the month has no such day
            continue
    return tuple(found)


def past_biased(now: Now, periods: tuple[Period, ...]) -> tuple[Period, tuple[Period, ...]]:
    """The occurrence a memory most likely means: the last that has begun; beside it the next and the one before.

    Raise ValueError when there is no occurrence.
    """
    begun = [p for p in periods if p.start <= now.local]
    coming = [p for p in periods if p.start > now.local]
    if not begun and not coming:
        raise ValueError("nothing recurs around now")
    if not begun:
        return coming[0], ()
    return begun[-1], tuple(coming[:1] + begun[-2:-1])
