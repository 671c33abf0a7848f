"""Times written with digits: ISO 8601, slashed dates, clocks, decades; and numbers that are none of these."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.holidays import QUARTERS, fixed
from hindsight.domain.temporal.lexicon import HOUR, Word
from hindsight.domain.temporal.periods import (
    Period,
    Quantity,
    TimeOfDay,
    add_months,
    day,
    midnight,
    month_of,
    year_of,
)

_LEFT = r"(?<![\w.$€£¥#@\\])"
_DATE_LEFT = _LEFT + r"(?<!\w-)(?<!\w/)"
_RIGHT = r"(?![\w%/\\]|[.,:-]\d)"
_MERIDIEM = r"[ ]?(?:[ap]\.m\.?|[ap]m?(?![a-z0-9]))"
_ABBREVIATED = {
    "s": "second", "sec": "second", "secs": "second", "m": "minute", "min": "minute", "mins": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "d": "day", "day": "day", "days": "day", "w": "week", "wk": "week",
    "wks": "week", "mo": "month", "y": "year", "yr": "year", "yrs": "year", "hour": "hour", "hours": "hour",
    "minutes": "minute", "weeks": "week", "months": "month", "years": "year",
}  # fmt: skip
# "the 60s timeout" is a duration, not the sixties.
_NO_DECADE = r"(?![ -](?:timeout|delay|limit|interval|window|timer|wait|ttl|deadline|pause|sleep|cache|retry))"

Built = Word | None
_HAS_SECONDS = re.compile(r"[t ]\d\d:\d\d:\d\d", re.ASCII)
_INTS = re.compile(r"\d+")


def _ints(text: str) -> list[int]:
    return [int(found) for found in _INTS.findall(text)]


def _full_year(year: int) -> int:
    return year if year >= 100 else year + (2000 if year < 50 else 1900)


def _instant(now: Now, text: str) -> Built:
    """An ISO 8601 date and time, with its own offset when it states one."""
    moment = datetime.fromisoformat(text.strip().upper().replace(" ", "T", 1).replace(" ", ""))
    if moment.tzinfo is not None:
        moment = moment.astimezone(now.zone).replace(tzinfo=None)
    grain = "second" if _HAS_SECONDS.search(text) else "minute"
    start = moment.replace(microsecond=0)
    return Word("D", Period(start, start + timedelta(seconds=1 if grain == "second" else 60), grain))


def _year_month_day(_: Now, text: str) -> Built:
    return Word("D", day(*_ints(text)))


def _day_month_year(_: Now, text: str) -> Built:
    """Month first; day first when only that is possible, or with dots."""
    first, second, year = _ints(text)
    if first > 12 or ("." in text and second <= 12):
        first, second = second, first
    return Word("D", day(_full_year(year), first, second))


def _compact(_: Now, text: str) -> Built:
    found = day(int(text[:4]), int(text[4:6]), int(text[6:]))
    return Word("D", found, weak="name")


def _iso_week(now: Now, text: str) -> Built:
    year, week = _ints(text)
    return Word("D", now.week(midnight(datetime.fromisocalendar(year, week, 4))))


def _calendar_week(now: Now, text: str) -> Built:
    return Word("D", now.week(midnight(datetime.fromisocalendar(now.local.year, int(text[2:]), 4))))


def _year_quarter(_: Now, text: str) -> Built:
    year, quarter = _ints(text)
    return Word("D", QUARTERS[quarter].in_year(_full_year(year)))


def _fiscal_year(_: Now, text: str) -> Built:
    return Word("Y", _full_year(int(text.lstrip("fy -"))))


def _year_month(_: Now, text: str) -> Built:
    first, second = _ints(text)
    year, month = (first, second) if first > 12 else (second, first)
    return Word("D", month_of(year, month))


def _month_day(_: Now, text: str) -> Built:
    month, number = _ints(text)
    if month > 12:
        month, number = number, month
    day(2024, month, number)
    return Word("C", fixed(month, number), weak="slash")


def _decade(_: Now, text: str) -> Built:
    year = int(text.strip("'’s"))
    if year < 100:
        year += 2000 if year < 20 else 1900
    start = year_of(year).start
    return Word("D", Period(start, add_months(start, 120), "decade"))


def _short_year(_: Now, text: str) -> Built:
    return Word("Y", _full_year(int(text[1:])), weak="year")


def clock_time(hour: int, minute: int | None, second: int | None, meridiem: str = "") -> TimeOfDay:
    """A clock reading; ValueError when there is no such reading. Meridiem "a", "p" or ""."""
    if hour > 24 or (minute or 0) > 59 or (second or 0) > 59 or (meridiem and not 0 < hour <= 12):
        raise ValueError("no such clock time")
    if meridiem:
        hour = hour % 12 + (12 if meridiem == "p" else 0)
    start = hour * HOUR + (minute or 0) * 60 + (second or 0)
    size, grain = (1, "second") if second is not None else (60, "minute") if minute is not None else (HOUR, "hour")
    return TimeOfDay(start, start + size, grain, "?" if not meridiem and 0 < hour <= 12 else "")


def _clock(_: Now, text: str) -> Built:
    numbers = _ints(text)
    letters = text.strip("0123456789: .")
    minute = numbers[1] if len(numbers) > 1 else None
    second = numbers[2] if len(numbers) > 2 else None
    tod = clock_time(numbers[0], minute, second, letters[:1])
    return Word("T", tod._replace(half="") if text[0] == "0" else tod)


def _quantity(_: Now, text: str) -> Built:
    number = re.match(r"[\d.]+", text, re.ASCII)
    if number is None:
        return None
    unit = text[number.end() :].strip(" -")
    return Word("Q", Quantity(((float(number[0]), _ABBREVIATED[unit]),)))


def _hours_minutes(_: Now, text: str) -> Built:
    hours, minutes = _ints(text)
    return Word("Q", Quantity(((hours, "hour"), (minutes, "minute"))))


def _clock_h(_: Now, text: str) -> Built:
    hour, minute = _ints(text)
    return Word("T", clock_time(hour, minute, None)._replace(half=""))


def _ordinal(_: Now, text: str) -> Built:
    return Word("O", int(text[:-2]), weak="ordinal")


def _number(_: Now, text: str) -> Built:
    value = float(text.replace(",", ""))
    if len(text) == 4 and text.isdigit() and 1900 <= value < 2100:
        return Word("Y", int(value), weak="year")
    return Word("N", value, flag="digits")


def _fraction(_: Now, text: str) -> Built:
    return Word("h", 0.5 if text == "1/2" else 0.25)


def _other(_: Now, __: str) -> Built:
    return None


_UNIT_RE = "|".join(sorted(_ABBREVIATED, key=len, reverse=True))
_FORMS: tuple[tuple[str, str, Callable[[Now, str], Built]], ...] = (
    (
        "instant",
        _DATE_LEFT + r"\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{3}(?:\d{3})?)?)?"
        r"(?:[ ]?(?:z(?!\w)|[+-]\d\d:?\d\d))?(?![\w:])",
        _instant,
    ),
    ("ymd", _DATE_LEFT + r"\d{4}(?P<sep1>[-/.])[01]?\d(?P=sep1)[0-3]?\d" + r"(?![\w%/\\]|[.:-]\d)", _year_month_day),
    ("fiscal", _LEFT + r"fy[ -]?(?:20)?\d\d(?!\w)", _fiscal_year),
    ("week", _LEFT + r"[ck]w\d{1,2}(?!\w)", _calendar_week),
    ("year_quarter", _LEFT + r"(?:20)?\d\d[ ]?q[1-4](?!\w)", _year_quarter),
    ("isoweek", _LEFT + r"\d{4}-?w\d\d(?!\w)", _iso_week),
    ("dmy", _LEFT + r"(?<![a-z]-)(?<!\w/)"
     r"[0-3]?\d(?P<sep2>[-/.])[0-3]?\d(?P=sep2)(?:19|20)\d\d(?![\w%/\\]|[.,:]\d|(?P=sep2)\d)", _day_month_year),
    ("dmy2", _DATE_LEFT + r"[0-3]?\d/[0-3]?\d/\d\d" + _RIGHT, _day_month_year),
    ("compact", _DATE_LEFT + r"(?:19[7-9]|20[0-9])\d[01]\d[0-3]\d" + _RIGHT, _compact),
    ("ym", _DATE_LEFT + r"(?:19|20)\d\d[-/](?:1[0-2]|0?[1-9])" + _RIGHT, _year_month),
    ("my", _LEFT + r"(?:1[0-2]|0?[1-9])/(?:19|20)\d\d" + _RIGHT, _year_month),
    ("fraction", _LEFT + r"1/[24](?= (?:an? )?(?:hour|day|year))", _fraction),
    ("md", _LEFT + r"[0-3]?\d/[0-3]?\d" + _RIGHT, _month_day),
    ("decade", r"(?:(?<![\w.$])(?:1[89]|20)\d0['’]?s|['’]\d0s|(?:(?<=the )|(?<=early )|(?<=late )|(?<=mid )"
     r"|(?<=mid-))[2-9]0['’]?s)(?!\w)" + _NO_DECADE, _decade),
    ("short_year", r"['’]\d\d(?![\w])", _short_year),
    ("hms", _LEFT + r"[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?:" + _MERIDIEM + r")?(?![\w%/\\]|[.:]\d)", _clock),
    ("hour", _LEFT + r"[01]?\d" + _MERIDIEM + r"(?!\w)", _clock),
    ("hours_minutes", _LEFT + r"\d{1,3}h[ ]?[0-5]?\d(?:m|min)(?!\w)", _hours_minutes),
    ("hm", _LEFT + r"(?:[01]?\d|2[0-3])h[0-5]\d(?!\w)", _clock_h),
    ("quantity", _LEFT + r"\d{1,5}(?:\.\d{1,2})?-?(?:" + _UNIT_RE + r")(?![\w/])", _quantity),
    ("ordinal", _LEFT + r"\d{1,2}(?:st|nd|rd|th)(?!\w)", _ordinal),
    ("number", _LEFT + r"(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9})(?:\.\d{1,3})?(?![\w%\\]|\.\d|:\d)", _number),
    ("other", r"[\w$€£¥#@.]{0,64}\d[\w./:%]*", _other),
)  # fmt: skip
_BUILDERS = {name: build for name, _, build in _FORMS}
_MASTER = re.compile("|".join(f"(?P<{name}>{form})" for name, form, _ in _FORMS), re.ASCII)


def read(now: Now, text: str, at: int) -> tuple[Word, int] | None:
    """The numeric form that begins at this position of the lower-case text, and where it ends."""
    match = _MASTER.match(text, at)
    if match is None or match.lastgroup is None:
        return None
    try:
        built = _BUILDERS[match.lastgroup](now, match[0])
    except (ValueError, OverflowError):  # 2026-13-45, or the last second of the calendar
        built = None
    return built or Word("x"), match.end()
