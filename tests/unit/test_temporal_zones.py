"""The caller's zone decides what "yesterday" is, clock changes included."""
# ruff: noqa: DTZ001 - naive clocks are part of the contract

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from hindsight.domain.temporal import resolve


def bounds(text, now, zone):
    (span,) = resolve(text, now, zone)
    return span.start.isoformat(), span.end.isoformat()


@pytest.mark.requirement("R2")
def test_yesterday_is_the_callers_not_the_servers():
    now = datetime(2026, 3, 18, 2, 0, tzinfo=UTC)
    assert bounds("yesterday", now, "America/Los_Angeles") == ("2026-03-16T00:00:00-07:00", "2026-03-17T00:00:00-07:00")
    assert bounds("昨天", now, "Asia/Shanghai") == ("2026-03-17T00:00:00+08:00", "2026-03-18T00:00:00+08:00")


def test_a_naive_clock_is_wall_time_in_the_zone():
    assert bounds("today", datetime(2026, 3, 18, 23, 0), "Asia/Tokyo")[0] == "2026-03-18T00:00:00+09:00"


def test_an_aware_clock_of_another_zone_is_converted():
    now = datetime(2026, 3, 18, 23, 0, tzinfo=ZoneInfo("America/New_York"))
    assert bounds("today", now, "Asia/Tokyo")[0] == "2026-03-19T00:00:00+09:00"


@pytest.mark.parametrize(
    "now, hours",
    [(datetime(2026, 3, 9, 10), 23), (datetime(2026, 11, 2, 10), 25), (datetime(2026, 6, 2, 10), 24)],
)
def test_the_day_of_a_clock_change_is_shorter_or_longer(now, hours):
    (span,) = resolve("yesterday", now, "America/New_York")
    start, end = span.utc_bounds()
    assert end - start == timedelta(hours=hours)


def test_hours_ago_are_hours_that_passed_not_wall_clock_hours():
    assert bounds("2 hours ago", datetime(2026, 3, 8, 3, 30), "America/New_York")[0] == "2026-03-08T00:30:00-05:00"
    assert bounds("两小时前", datetime(2026, 11, 1, 2, 30), "America/New_York")[0] == "2026-11-01T01:30:00-04:00"


def test_an_hour_ago_may_lie_in_the_repeated_hour():
    now = datetime(2026, 11, 1, 7, 10, tzinfo=UTC)
    start, end = bounds("an hour ago", now, "America/New_York")
    assert (start, end) == ("2026-11-01T01:10:00-05:00", "2026-11-01T01:11:00-05:00")


def test_a_midnight_that_a_clock_change_skips_moves_to_the_first_moment_of_the_day():
    assert bounds("today", datetime(2018, 11, 4, 12), "America/Sao_Paulo")[0] == "2018-11-04T01:00:00-02:00"


def test_a_stated_offset_wins_over_the_zone():
    assert bounds("2026-03-17T08:30:00Z", datetime(2026, 3, 18), "Asia/Shanghai")[0] == "2026-03-17T16:30:00+08:00"


@pytest.mark.parametrize("zone", ["+08:00", "UTC+8", "Asia/Shanghai"])
def test_a_zone_is_a_name_or_an_offset(zone):
    (span,) = resolve("today", datetime(2026, 3, 18, 12), zone)
    assert span.start.utcoffset() == timedelta(hours=8)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "America", "+99:00", "a\0b"])
def test_an_unknown_zone_is_an_error_that_names_it(zone):
    with pytest.raises(ValueError, match="time zone"):
        resolve("today", datetime(2026, 3, 18), zone)
