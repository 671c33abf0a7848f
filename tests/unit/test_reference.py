"""Pointers in a question and what they point at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.reference import named_in_full, pointers

NOW_EN = ["Please keep it short.", "The deploy script is called deploy_blue.sh.", "My sister Mei lives in Toronto."]
NOW_ZH = ["先别急", "部署脚本叫 deploy_blue.sh，放在 tools 目录", "我同事王小明负责支付网关。"]
BEFORE = ["Goal: repair the import", "Note: wrote fix_rows.py for the broken CSV", "user: 报表模板是 weekly.xlsx"]


@pytest.mark.requirement("R1")
@pytest.mark.parametrize(
    "text,said,named",
    [
        ("run that script again", NOW_EN, "deploy_blue.sh"),
        ("where is it stored?", NOW_EN, "deploy_blue.sh"),
        ("What does she do for work?", NOW_EN, "Mei"),
        ("What is her phone number?", NOW_EN, "Mei's phone"),
        ("把那个脚本再跑一遍", NOW_ZH, "deploy_blue.sh"),
        ("刚才说的那个在哪里", NOW_ZH, "deploy_blue.sh"),
        ("Is it true that she lives abroad?", NOW_EN, "Mei lives abroad"),
        ("他负责什么", NOW_ZH, "王小明负责"),
        ("那个网关是谁负责的", NOW_ZH, "王小明"),
    ],
)
def test_what_is_pointed_at_is_named_from_what_was_said(text: str, said: list[str], named: str) -> None:
    read, pairs = named_in_full(text, said, [])
    assert named in read
    assert len(pairs) == 1


@pytest.mark.requirement("R1")
@pytest.mark.parametrize(
    "text,named",
    [
        ("fix that script from last time", "fix_rows.py"),
        ("what was the goal in our last session?", "import"),
        ("上次那个报表模板在哪", "weekly.xlsx"),
        ("上一次的模板", "weekly.xlsx"),
    ],
)
def test_last_time_points_at_the_session_before_and_not_at_this_one(text: str, named: str) -> None:
    read, _ = named_in_full(text, NOW_EN, BEFORE)
    assert named in read
    assert "deploy_blue" not in read
    assert named_in_full(text, NOW_EN, []) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "Did Ann say where she lives?", "What is that?", "What is the wifi name?", "what happened this week",
        "这个月的计划", "其他人呢", "王小明说他几点到？", "上次数学考试", "Is that so?",
        "What time is it?", "Is it raining?", "How long does it take to deploy?",
        "Was it possible to deploy on Friday?",
    ],
)  # fmt: skip
def test_what_names_itself_or_points_at_nothing_stays_as_it_is(text: str) -> None:
    assert named_in_full(text, NOW_EN, []) == (text, ())


def test_nothing_said_leaves_a_pointer_as_it_is() -> None:
    assert pointers("run that script")
    assert named_in_full("run that script", [], []) == ("run that script", ())


@given(st.text(max_size=200), st.lists(st.text(max_size=80), max_size=4))
def test_no_text_breaks_the_reading(text: str, said: list[str]) -> None:
    read, pairs = named_in_full(text, said, said)
    assert pairs or read == text


@pytest.mark.parametrize("unit", ["that a", "那个", "he ", "a.b", "last ", "刚才"])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    assert dearer(lambda text: named_in_full(text, [text], [text]), unit, 10_000) < LINEAR
