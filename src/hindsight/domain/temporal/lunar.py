"""The Chinese lunisolar calendar for 1990-2050, as data."""

from datetime import date, timedelta

FIRST_YEAR = 1990
_NEW_YEAR_OF_FIRST = date(1990, 1, 27)

# Per lunar year: bits 4-15 the length of months 12..1 (1: 30 days, 0: 29), the low digit the leap month
# (0: none), bit 16 the length of the leap month. Published by the Hong Kong Observatory; the encoding is the
# customary one of calendar programs.
_YEARS = (
    0x04AF5, 0x04970, 0x064B0, 0x074A3, 0x0EA50, 0x06B58, 0x05AC0, 0x0AB60, 0x096D5, 0x092E0,
    0x0C960, 0x0D954, 0x0D4A0, 0x0DA50, 0x07552, 0x056A0, 0x0ABB7, 0x025D0, 0x092D0, 0x0CAB5,
    0x0A950, 0x0B4A0, 0x0BAA4, 0x0AD50, 0x055D9, 0x04BA0, 0x0A5B0, 0x15176, 0x052B0, 0x0A930,
    0x07954, 0x06AA0, 0x0AD50, 0x05B52, 0x04B60, 0x0A6E6, 0x0A4E0, 0x0D260, 0x0EA65, 0x0D530,
    0x05AA0, 0x076A3, 0x096D0, 0x04AFB, 0x04AD0, 0x0A4D0, 0x1D0B6, 0x0D250, 0x0D520, 0x0DD45,
    0x0B5A0, 0x056D0, 0x055B2, 0x049B0, 0x0A577, 0x0A4B0, 0x0AA50, 0x1B255, 0x06D20, 0x0ADA0,
    0x14B63,
)  # fmt: skip
LAST_YEAR = FIRST_YEAR + len(_YEARS) - 1


def _month_days(code: int, month: int) -> int:
    return 30 if code & (0x10000 >> month) else 29


def _leap_days(code: int) -> int:
    if not code & 0xF:
        return 0
    return 30 if code & 0x10000 else 29


def _year_days(code: int) -> int:
    return sum(_month_days(code, month) for month in range(1, 13)) + _leap_days(code)


def _new_years() -> dict[int, date]:
    found, start = {}, _NEW_YEAR_OF_FIRST
    for index, code in enumerate(_YEARS):
        found[FIRST_YEAR + index] = start
        start += timedelta(days=_year_days(code))
    found[LAST_YEAR + 1] = start
    return found


_NEW_YEARS = _new_years()


def lunar_date(year: int, month: int, day: int) -> date:
    """The Gregorian date of a lunar date (month 1-12, never the leap one); day 0 is the eve of the month.

    Raise ValueError outside 1990-2050, or when the month has no such day.
    """
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(f"lunar years {FIRST_YEAR}-{LAST_YEAR} are known, not {year}")
    code = _YEARS[year - FIRST_YEAR]
    if not (1 <= month <= 12 and 0 <= day <= _month_days(code, month)):
        raise ValueError(f"no day {day} in lunar month {month} of {year}")
    days = sum(_month_days(code, earlier) for earlier in range(1, month))
    if 0 < code & 0xF < month:
        days += _leap_days(code)
    return _NEW_YEARS[year] + timedelta(days=days + day - 1)
