"""A statement is kept unless something speaks against it, whole and with its claim, also when no pattern knows it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate
from hindsight.domain.rules import chance, extract
from hindsight.domain.rules.general import read_english
from hindsight.domain.rules.weights import KEEP


def said(text: str) -> tuple[Candidate, ...]:
    now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    turn = Turn(id="1", tenant="t", space="s", role="user", text=text, created_at=now, source="user")
    return extract([turn]).candidates


def claims(text: str) -> list[tuple[str, str, str, bool]]:
    return [(c.claim.entity, c.claim.attribute, c.claim.value, c.claim.negated) for c in said(text) if c.claim]


@pytest.mark.requirement("W2")
@pytest.mark.parametrize(
    "text, wanted",
    [
        ("I have never been to Japan.", [("user", "has_been_to", "Japan", True)]),
        ("Never been to Iceland", [("user", "has_been_to", "Iceland", True)]),
        ("我从来没去过日本", [("user", "does", "去过日本", True)]),
        ("冰岛去不成了", [("user", "does", "冰岛去", True)]),
        ("土豆只吃三文鱼", [("土豆", "does", "吃三文鱼", False)]),
        ("微信不用了", [("user", "uses", "微信", True)]),
        ("We've got 62 ewes", [("user", "has", "62 ewes", False)]),
        ("CI is pinned at 1.74", [("CI", "pinned_at", "1.74", False)]),
        ("car's got 186,000 km on it", [("car", "has", "186,000 km", False)]),
        ("Dad doesn't drive anymore", [("Dad", "does", "drive", True)]),
        ("I used to smoke but quit three years ago", [("user", "does", "smoke", True)]),
        ("My brother-in-law isn't coeliac", [("My brother-in-law", "is", "coeliac", True)]),
        (
            "My sister teaches maths and plays the cello",
            [("My sister", "teaches", "maths", False), ("My sister", "plays", "cello", False)],
        ),
        (
            "My brother Hao lives in Toronto and drives a tram",
            [("Hao", "lives_in", "Toronto", False), ("Hao", "uses", "tram", False)],
        ),
    ],
)
def test_a_plain_statement_makes_its_claim(text: str, wanted: list[tuple[str, str, str, bool]]) -> None:
    assert claims(text) == wanted


def test_a_fragment_that_answers_is_kept() -> None:
    assert [c.content for c in said("Only oolong tea.")] == ["Only oolong tea."]


def test_a_clause_is_not_kept_with_the_word_that_joined_the_next() -> None:
    contents = [c.content for c in said("The backups go to /srv/bk and the admin panel's at /ops/panel")]
    assert contents == ["The backups go to /srv/bk", "the admin panel's at /ops/panel"]


@pytest.mark.parametrize("text", ["有问题直接打给前台", "资料的链接他们会发群里", "下午我确认了供应商的报价"])
def test_no_word_is_cut_between_subject_and_verb(text: str) -> None:
    assert not any(entity.endswith(("直", "链", "确")) for entity, *_ in claims(text))


@pytest.mark.requirement("W1")
@pytest.mark.parametrize(
    "text",
    [
        '"The harbour was dredged in 1950 and now takes ships of 9 m draught." shorten this please',
        "“本馆创建于1952年，藏书三十万册。”帮我压缩成一句",
        "【招租】两室一厅，月租三千，拎包入住\n这个文案帮我润色下",
    ],
)
def test_what_is_quoted_to_be_worked_on_is_no_statement(text: str) -> None:
    assert said(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "when the tide alarm trips, close sluice B first, then phone the warden",
        "if a restore fails page Olu first, don't touch the volume",
        "whenever a parcel comes back, scan it in and put it on shelf 9",
    ],
)
def test_what_to_do_in_a_case_is_a_procedure(text: str) -> None:
    assert [c.kind for c in said(text)] == ["procedure"]


@pytest.mark.parametrize(
    "clause, subject",
    [
        ("the table's solid oak", "the table"),
        ("Priya's my cousin", "Priya"),
        ("the admin panel's at /ops", "the admin panel"),
        ("my son's school starts at 8", "my son's school"),
        ("my sister's red car is old", "my sister's red car"),
    ],
)
def test_an_owner_is_told_from_a_contracted_is(clause: str, subject: str) -> None:
    reading = read_english(clause)
    assert reading is not None
    assert reading.subject == subject


def test_the_weights_name_features_that_there_are() -> None:
    assert all(-6 < weight < 6 for weight in KEEP.values())
    told = [*chance.clause_features("My van is a diesel, 2 tonnes", "en"), *chance.clause_features("我住在东湖", "zh")]
    assert len(KEEP.keys() & set(told)) > 10


def test_a_statement_has_better_odds_than_a_remark() -> None:
    def odds(text: str) -> float:
        return chance.states(text, (0, len(text)), text, "en" if text.isascii() else "zh")

    assert odds("our youngest is in year 4") > odds("that sounds about right")
    assert odds("我们组有五个人") > odds("这也太绕了吧")


@given(st.text(max_size=300))
def test_any_clause_has_odds(text: str) -> None:
    assert abs(chance.states(text, (0, len(text)), text, "zh")) < 1000


@pytest.mark.parametrize("piece", ["a ", "我", "don't ", '"', "1", "is's "])
def test_hostile_repetition_has_odds_in_linear_time(piece: str) -> None:
    assert dearer(lambda text: chance.states(text, (0, len(text)), text, "en"), piece, 40_000) < LINEAR


@pytest.mark.requirement("W1")
@pytest.mark.parametrize(
    "text, contents",
    [
        (
            "My sister Mei lives in Toronto and works as a nurse.",
            ["My sister Mei lives in Toronto", "My sister Mei works as a nurse."],
        ),
        ("Our cat Tofu is nine and hates fireworks", ["Our cat Tofu is nine", "Our cat Tofu hates fireworks"]),
        ("我姐姐小梅住在多伦多，在医院当护士", ["我姐姐小梅住在多伦多", "小梅在医院当护士"]),
    ],
)
def test_a_statement_that_stands_apart_says_of_whom_it_is(text: str, contents: list[str]) -> None:
    assert [found.content for found in said(text)] == contents


def test_who_works_somewhere_is_named_without_the_place() -> None:
    assert claims("小王在字节做产品经理") == [("小王", "works_at", "字节", False)]


def test_moving_from_a_tool_is_no_removal() -> None:
    assert claims("I've moved from vim to Helix") == [("user", "uses", "Helix", False)]
    assert claims("I moved from Leeds to York") == [("user", "lives_in", "York", False)]
