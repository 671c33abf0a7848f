"""Kinds of phrase that both sets leave out; now is Wednesday 2026-03-18 15:30."""
# ruff: noqa: DTZ001 - naive clocks are part of the contract

from datetime import datetime

import pytest

from hindsight.domain.temporal import resolve

NOW = datetime(2026, 3, 18, 15, 30)

PHRASES = """
the first two weeks of March | 2026-03-01 | 2026-03-15
the last three days of February | 2026-02-26 | 2026-03-01
first Monday in March | 2026-03-02 | 2026-03-03
first of the month | 2026-03-01 | 2026-03-02
from 4-23 in next month | 2026-04-04 | 2026-04-24
4-23 january | 2026-01-04 | 2026-01-24
the last day of last month | 2026-02-28 | 2026-03-01
the day after Thanksgiving 2024 | 2024-11-29 | 2024-11-30
on the eve of Christmas | 2025-12-24 | 2025-12-25
last business day | 2026-03-17 | 2026-03-18
the Monday after next | 2026-03-30 | 2026-03-31
early in 2024 | 2024-01-01 | 2024-04-01
earlier in March | 2026-03-01 | 2026-03-18T15:30
yesterday before 10am | 2026-03-17T00:00 | 2026-03-17T10:00
上一个工作日 | 2026-03-17 | 2026-03-18
两千零八年 | 2008-01-01 | 2009-01-01
2025年立春 | 2025-02-03 | 2025-02-04
friday the 13th | 2026-03-13 | 2026-03-14
Tuesday before Christmas | 2025-12-23 | 2025-12-24
the week before Christmas | 2025-12-15 | 2025-12-22
the Friday before last | 2026-03-06 | 2026-03-07
the summer before last | 2024-06-01 | 2024-09-01
two summers ago | 2024-06-01 | 2024-09-01
Thursday two weeks ago | 2026-03-05 | 2026-03-06
a year ago today | 2025-03-18 | 2025-03-19
a week ago yesterday | 2026-03-10 | 2026-03-11
two years ago in March | 2024-03-01 | 2024-04-01
from last Monday to last Friday | 2026-03-09 | 2026-03-14
so far this year | 2026-01-01 | 2026-03-18T15:30
this past summer | 2025-06-01 | 2025-09-01
this winter | 2025-12-01 | 2026-03-01
mid-2020 | 2020-05-01 | 2020-09-01
the early 90s | 1990-01-01 | 1994-01-01
18th century | 1700-01-01 | 1800-01-01
FY2024 | 2024-01-01 | 2025-01-01
2026-W12 | 2026-03-16 | 2026-03-23
May '25 | 2025-05-01 | 2025-06-01
8 tonight | 2026-03-18T20:00 | 2026-03-18T21:00
from 9 to 11 last night | 2026-03-17T21:00 | 2026-03-17T23:00
tomorrow night 8 to 10 | 2026-03-19T20:00 | 2026-03-19T22:00
in the morning at 7 | 2026-03-18T07:00 | 2026-03-18T08:00
seven thirty pm | 2026-03-18T19:30 | 2026-03-18T19:31
half past seven p.m. | 2026-03-18T19:30 | 2026-03-18T19:31
21h30 yesterday | 2026-03-17T21:30 | 2026-03-17T21:31
at 12 noon yesterday | 2026-03-17T12:00 | 2026-03-17T13:00
from noon to 2pm on Friday | 2026-03-13T12:00 | 2026-03-13T14:00
yesterday late afternoon | 2026-03-17T16:00 | 2026-03-17T18:00
1h30m ago | 2026-03-18T14:00 | 2026-03-18T14:01
two hundred days ago | 2025-08-30 | 2025-08-31
1/1/2025-3/31/2025 | 2025-01-01 | 2025-04-01
两三天前 | 2026-03-15 | 2026-03-17
十几天前 | 2026-02-27 | 2026-03-08
两周前的周五 | 2026-03-06 | 2026-03-07
两个月前的15号 | 2026-01-15 | 2026-01-16
去年的今天 | 2025-03-18 | 2025-03-19
今年前三个月 | 2026-01-01 | 2026-04-01
2025年前三季度 | 2025-01-01 | 2025-10-01
2024年最后两个月 | 2024-11-01 | 2025-01-01
三月的第一个星期一 | 2026-03-02 | 2026-03-03
十月的最后一周 | 2025-10-27 | 2025-11-03
国庆节第三天 | 2025-10-03 | 2025-10-04
中秋节前三天 | 2025-10-03 | 2025-10-06
大年初三 | 2026-02-19 | 2026-02-20
农历2015年十月初一 | 2015-11-12 | 2015-11-13
三月上半月 | 2026-03-01 | 2026-03-16
25年3月 | 2025-03-01 | 2025-04-01
2025Q3 | 2025-07-01 | 2025-10-01
二十一世纪 | 2000-01-01 | 2100-01-01
周五晚8点 | 2026-03-13T20:00 | 2026-03-13T21:00
昨天上午九点至下午三点 | 2026-03-17T09:00 | 2026-03-17T15:00
从昨天9:00到今天11:00 | 2026-03-17T09:00 | 2026-03-18T11:00
上周三至周五 | 2026-03-11 | 2026-03-14
今明两天 | 2026-03-18 | 2026-03-20
2026 年 3 月 5 日 | 2026-03-05 | 2026-03-06
3月3日~7日 | 2026-03-03 | 2026-03-08
the week beginning 2 March | 2026-03-02 | 2026-03-09
the month ending January 31 | 2026-01-01 | 2026-02-01
this time last month | 2026-02-16 | 2026-02-23
this time last week | 2026-03-11 | 2026-03-12
昨天这个时候 | 2026-03-17T15:00 | 2026-03-17T16:00
exactly three months ago | 2025-12-18 | 2025-12-19
at exactly 5 pm yesterday | 2026-03-17T17:00 | 2026-03-17T18:00
两天前正好下午三点 | 2026-03-16T15:00 | 2026-03-16T16:00
three nights ago | 2026-03-15T18:00 | 2026-03-16T00:00
ten days from Monday | 2026-04-02 | 2026-04-03
the three days after Christmas | 2025-12-26 | 2025-12-29
three days after Christmas | 2025-12-28 | 2025-12-29
since '99 | 1999-01-01 | 2026-03-18T15:30
lunch on Sunday | 2026-03-15 | 2026-03-16
上周开始跑步 | 2026-03-09 | 2026-03-16
从上周开始跑步 | 2026-03-09 | 2026-03-18T15:30
1月5号那个星期 | 2026-01-05 | 2026-01-12
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in PHRASES.strip().splitlines()]


@pytest.mark.requirement("R2")
@pytest.mark.parametrize("text, start, end", ROWS)
def test_the_phrase_denotes_the_interval(text, start, end):
    (span,) = resolve(text, NOW)
    found = (span.start.replace(tzinfo=None), span.end.replace(tzinfo=None))
    assert found == (datetime.fromisoformat(start), datetime.fromisoformat(end))
