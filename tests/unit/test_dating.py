"""Which "October" a statement means: the next where it tells of what is to come, the last of what is over (R2, M2)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.growth import LINEAR, dearer

from hindsight.domain.conversation import Turn
from hindsight.domain.rules import extract
from hindsight.domain.rules.dating import tense_of, when

TOLD = [
    ("2026-04-06", "Ilse is expecting a baby in October", "2026-10-01"),
    ("2026-04-06", "Tom is getting married in October", "2026-10-01"),
    ("2026-08-10", "我婆婆下个月过生日，9月18号", "2026-09-18"),
    ("2026-11-12", "The boiler inspection is on December 9", "2026-12-09"),
    ("2026-05-15", "From June the bakery is closed on Tuesdays", "2026-06-01"),
    ("2026-05-15", "The bakery is closed from June", "2026-06-01"),
    ("2026-09-20", "Noor begins in January", "2027-01-01"),
    ("2026-11-30", "1月18号要体检", "2027-01-18"),
    ("2026-09-20", "Our lease ends on March 31.", "2027-03-31"),
    ("2026-06-01", "We're flying to Lisbon on February 3.", "2027-02-03"),
    ("2026-06-01", "I'm going to run the marathon in April.", "2027-04-01"),
    ("2026-06-01", "The new clinic will open in May.", "2027-05-01"),
    ("2026-08-01", "I have a dentist appointment on September 14.", "2026-09-14"),
    ("2026-08-01", "I signed up for the half marathon on 4 October.", "2026-10-04"),
    ("2026-05-01", "The wedding was moved to July 4.", "2026-07-04"),
    ("2026-08-01", "The trade fair has been postponed to March 3.", "2027-03-03"),
    ("2026-08-01", "We booked flights for Christmas.", "2026-12-25"),
    ("2026-08-01", "My passport expires in February.", "2027-02-01"),
    ("2026-08-01", "She told me the exam is in January.", "2027-01-01"),
    ("2026-08-01", "From October until December the museum is closed.", "2026-10-01"),
    ("2026-08-10", "My visa runs out next month, on September 18.", "2026-09-18"),
    ("2026-11-12", "Remind me: the boiler inspection is on December 9 at 10:00.", "2026-12-09"),
    ("2026-11-10", "In March we went to Kyoto.", "2026-03-01"),
    ("2026-11-10", "Dana got married in January.", "2026-01-01"),
    ("2026-11-10", "I have worked here since February.", "2026-02-01"),
    ("2026-11-10", "The roof was repaired in December.", "2025-12-01"),
    ("2026-11-10", "My sister had a baby on December 20.", "2025-12-20"),
    ("2026-11-10", "We visited Porto on January 5.", "2026-01-05"),
    ("2026-11-10", "I said that I was ill in December.", "2025-12-01"),
    ("2026-11-10", "Team offsite: December 3.", "2026-12-03"),
    ("2026-11-10", "Team offsite: October 3.", "2026-10-03"),
    ("2026-08-10", "我们打算2月去北海道。", "2027-02-01"),
    ("2026-08-10", "签证12月5号到期。", "2026-12-05"),
    ("2026-08-10", "我约了10月9号看牙。", "2026-10-09"),
    ("2026-08-10", "婚礼改到3月8号了。", "2027-03-08"),
    ("2026-08-10", "从3月开始我每天跑步。", "2026-03-01"),
    ("2026-08-10", "从10月起图书馆周一闭馆。", "2026-10-01"),
    ("2026-08-10", "公司将于1月搬到苏州。", "2027-01-01"),
    ("2026-08-10", "我订了11月的机票去三亚。", "2026-11-01"),
    ("2026-08-10", "姐姐预计12月生孩子。", "2026-12-01"),
    ("2026-11-10", "我们3月去了京都。", "2026-03-01"),
    ("2026-11-10", "他1月5号来过我家。", "2026-01-05"),
    ("2026-11-10", "奶奶12月做的手术，已经好了。", "2025-12-01"),
    ("2026-11-10", "团建：12月3号", "2026-12-03"),
    ("2026-11-10", "团建：10月3号", "2026-10-03"),
    ("2026-11-10", "12月9号上午锅炉年检", "2026-12-09"),
]


@pytest.mark.requirement("R2", "M2")
@pytest.mark.parametrize("said, text, day", TOLD)
def test_the_tense_decides_which_date_is_meant(said: str, text: str, day: str) -> None:
    start, _ = when(text, datetime.fromisoformat(f"{said}T10:00+00:00"), "UTC")
    assert start is not None
    assert start.date().isoformat() == day


@pytest.mark.requirement("R2", "M2")
@pytest.mark.parametrize("said, text, day", TOLD[:10])
def test_what_is_stored_of_a_plan_lies_ahead(said: str, text: str, day: str) -> None:
    now = datetime.fromisoformat(f"{said}T10:00+00:00")
    turn = Turn(id="t", tenant="t", space="s", text=text, said_at=now, created_at=now)
    found = extract([turn]).candidates[-1]
    assert found.occurred_at is not None
    assert found.occurred_at.date().isoformat() == day


@pytest.mark.parametrize(
    "text", ["On December 9 I am at the fair.", "We are in Rome in December.", "12月9号我在展会。"]
)
def test_a_time_that_holds_the_moment_of_telling_is_not_moved(text: str) -> None:
    start, end = when(text, datetime(2026, 12, 9, 10, tzinfo=UTC), "UTC")
    assert start in (None, datetime(2026, 12, 9, tzinfo=UTC))
    assert (start is None) is (end is None)


@pytest.mark.parametrize(
    "text", ["Last March we will remember for ever.", "去年3月的事我要记住。", "In 2024 he is moving."]
)
def test_what_is_dated_surely_stays_where_it_is(text: str) -> None:
    start, _ = when(text, datetime(2026, 11, 10, 10, tzinfo=UTC), "UTC")
    assert start is not None
    assert start < datetime(2026, 11, 10, tzinfo=UTC)


def test_what_stands_before_in_the_sentence_holds_the_date_with_it() -> None:
    now = datetime(2026, 8, 10, 10, tzinfo=UTC)
    assert when("11月5号", now, "UTC", "我爸去年做的手术，")[0] == datetime(2025, 11, 5, tzinfo=UTC)
    assert when("11月5号", now, "UTC", "去年很忙。")[0] == datetime(2026, 11, 5, tzinfo=UTC)
    assert when("on October 3", now, "UTC", "Dana had surgery, ")[0] == datetime(2025, 10, 3, tzinfo=UTC)


def test_a_beginning_that_is_to_come_has_no_end() -> None:
    now = datetime(2026, 8, 10, 10, tzinfo=UTC)
    assert when("房租从10月开始涨到3000。", now, "UTC") == (datetime(2026, 10, 1, tzinfo=UTC), None)


@pytest.mark.parametrize("piece", ["is not all ", "was ", "will be to ", "约了", "'s on ", "要了，", "have got a "])
def test_hostile_repetition_takes_linear_time(piece: str) -> None:
    assert dearer(lambda text: tense_of(text, (len(text), len(text))), piece, 16_000) < LINEAR


def test_a_time_that_is_open_on_a_side_is_read_in_a_zone_east_of_greenwich() -> None:
    told = datetime(2026, 11, 8, 10, tzinfo=UTC)
    start, _ = when("Slides by November 27, talk on December 9.", told, "Asia/Shanghai")
    assert start == datetime(2026, 12, 8, 16, tzinfo=UTC)
