"""Two statements in one breath are two memories when each could become untrue alone."""

from __future__ import annotations

import pytest
from tests.unit.test_rules import turn

from hindsight.domain.rules import extract


def said(text: str) -> list[str]:
    return [one.content.rstrip("。.") for one in extract([turn(text)]).candidates]


@pytest.mark.parametrize(
    "text, parts",
    [
        ("老公对海鲜过敏，婆婆不过敏", ["老公对海鲜过敏", "婆婆不过敏"]),
        ("水电费降到 90 块了，物业签到后年六月", ["水电费降到 90 块了", "物业签到后年六月"]),
        ("日志目录是 /data/hx/log，只留最近 7 天的", ["日志目录是 /data/hx/log", "日志目录: 只留最近 7 天的"]),
        ("我表姐吃素，但吃海鲜", ["我表姐吃素", "我表姐: 但吃海鲜"]),
        (
            "Otto's swimming coach charges 30 euros an hour and doesn't teach in july",
            ["Otto's swimming coach charges 30 euros an hour", "Otto's swimming coach: doesn't teach in july"],
        ),
        (
            "the archives go to /srv/arc at 04:10, kept for 30 days",
            ["the archives go to /srv/arc at 04:10", "archives: kept for 30 days"],
        ),
        (
            "we repainted the shed in 2022 and it's due again in may",
            ["we repainted the shed in 2022", "it's due again in may"],
        ),
        ("I keep goats, 12 nannies", ["I keep goats", "12 nannies"]),
    ],
)
def test_a_clause_that_could_become_untrue_alone_is_a_memory_of_its_own(text: str, parts: list[str]) -> None:
    assert said(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "我女儿对花生过敏，真是麻烦",
        "会议室是 802，不是 820",
        "我讨厌弹窗，看着烦",
        "上周仓库漏水了，泡了四十箱货",
        "客户退货先看小票，再看拆没拆封，最后登记",
        "the shed is 12 metres long, not 21",
        "we lost power at the barn last tuesday, about 40 minutes",
        "I take my coffee black, no sugar",
    ],
)
def test_a_judgement_a_correction_or_the_next_step_stays_with_its_statement(text: str) -> None:
    assert len(said(text)) <= 1


def test_a_part_that_names_nobody_is_about_whom_its_first_part_is_about() -> None:
    (_, part) = extract([turn("那台打印机的地址是 10.0.0.9，只能打黑白")]).candidates
    assert part.content == "那台打印机: 只能打黑白"
    assert part.entities == ("那台打印机",)
    (_, part) = extract([turn("the archives go to /srv/arc at 04:10, kept for 30 days")]).candidates
    assert part.claim is not None
    assert part.claim.entity == "archives"


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("娃 三岁 托班 怕打雷 爱吃玉米", [("娃", "三岁"), ("娃", "打雷"), ("娃", "玉米")]),
        ("老公 厨师 生日6月2号", [("老公", "厨师"), ("老公", "6月2号")]),
        ("狗：柯基 怕打雷", [("狗", "打雷")]),
    ],
)
def test_chinese_with_blanks_for_commas_is_told_of_the_noun_at_its_head(
    text: str, wanted: list[tuple[str, str]]
) -> None:
    claims = [one.claim for one in extract([turn(text)]).candidates if one.claim]
    assert [(claim.entity, claim.value) for claim in claims if (claim.entity, claim.value) in wanted] == wanted
    assert all(claim.entity != "user" for claim in claims)


def test_what_follows_the_noun_at_the_head_is_kept_with_it() -> None:
    assert said("狗：柯基 怕打雷") == ["狗: 柯基", "狗: 怕打雷"]


def test_a_noun_at_the_head_of_nothing_is_told_as_dropped_and_one_that_heads_a_statement_is_not() -> None:
    assert "小狗" in [item.text for item in extract([turn("小狗 帮我取个名字")]).dropped]
    assert "狗" not in [item.text for item in extract([turn("狗：柯基 怕打雷")]).dropped]


@pytest.mark.parametrize(
    "text", ["今天 好累 不想上班", "早 帮我看看这段代码", "谢谢 明天见", "阳台 帮我写首诗", "小狗 叫什么好"]
)
def test_a_blank_in_chinese_small_talk_states_nothing(text: str) -> None:
    assert said(text) == []


def test_it_that_was_bought_is_the_thing_and_not_its_owner() -> None:
    named = extract([turn("My cousin just bought a narrowboat, it's called Perpetua and it leaks")]).candidates[1]
    assert named.claim is not None
    assert (named.claim.entity, named.claim.value) == ("narrowboat", "Perpetua")


def test_the_same_attribute_said_twice_in_one_breath_is_one_memory() -> None:
    assert len(said("我是无辣不欢，顿顿都要吃辣。")) == 1
