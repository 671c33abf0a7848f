"""The calendars behind the names: lunar dates, movable feasts, solar terms."""
# ruff: noqa: DTZ001 - naive clocks are part of the contract

from datetime import date, datetime

import pytest

from hindsight.domain.temporal import resolve
from hindsight.domain.temporal.holidays import easter
from hindsight.domain.temporal.lunar import lunar_date
from hindsight.domain.temporal.periods import add_business_days


# Published dates of the Chinese New Year.
@pytest.mark.parametrize(
    "new_year",
    ["1990-01-27", "2000-02-05", "2010-02-14", "2015-02-19", "2020-01-25", "2023-01-22", "2026-02-17", "2033-01-31",
     "2034-02-19", "2040-02-12", "2050-01-23"],
)  # fmt: skip
def test_lunar_new_year_falls_on_the_published_day(new_year):
    expected = date.fromisoformat(new_year)
    assert lunar_date(expected.year, 1, 1) == expected


@pytest.mark.parametrize(
    "month, day, expected",
    [(5, 5, "2025-05-31"), (7, 7, "2025-08-29"), (8, 15, "2025-10-06"), (12, 8, "2026-01-26")],
)
def test_months_after_a_leap_month_move(month, day, expected):
    assert lunar_date(2025, month, day) == date.fromisoformat(expected)


@pytest.mark.parametrize("year, month, day", [(1989, 1, 1), (2051, 1, 1), (2026, 13, 1), (2026, 1, 31)])
def test_lunar_dates_outside_the_table_are_errors(year, month, day):
    with pytest.raises(ValueError, match=r"lunar|no day"):
        lunar_date(year, month, day)


@pytest.mark.parametrize("day", ["2000-04-23", "2008-03-23", "2019-04-21", "2024-03-31", "2025-04-20", "2038-04-25"])
def test_easter_falls_on_the_published_day(day):
    assert easter(int(day[:4])) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "text, day",
    [
        ("2024年清明节", "2024-04-04"), ("2023年清明", "2023-04-05"), ("2024年冬至", "2024-12-21"),
        ("2023年冬至", "2023-12-22"), ("2024年除夕", "2024-02-09"), ("2023年中秋节", "2023-09-29"),
        ("Thanksgiving 2023", "2023-11-23"), ("memorial day 2025", "2025-05-26"), ("Good Friday 2024", "2024-03-29"),
        ("Cyber Monday 2024", "2024-12-02"), ("2024年母亲节", "2024-05-12"), ("MLK day 2025", "2025-01-20"),
    ],
)  # fmt: skip
def test_holidays_of_a_stated_year(text, day):
    (span,) = resolve(text, datetime(2026, 3, 18, 15, 30))
    assert str(span.start.date()) == day


@pytest.mark.parametrize(
    "start, count, expected",
    [
        ("2026-03-18", -2, "2026-03-16"), ("2026-03-18", -3, "2026-03-13"), ("2026-03-18", 5, "2026-03-25"),
        ("2026-03-14", -1, "2026-03-13"), ("2026-03-15", 1, "2026-03-16"), ("2026-03-18", -13, "2026-02-27"),
    ],
)  # fmt: skip
def test_business_days_skip_weekends(start, count, expected):
    assert add_business_days(datetime.fromisoformat(start), count).date() == date.fromisoformat(expected)
