"""Claims beyond the tables: subject, verb and object of plain statements, and what is only said in passing (W1, W2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.attributes import canonical_attribute, narrower, related, single_valued
from hindsight.domain.rules.claims import find_claim, find_general_claim
from hindsight.domain.rules.general import joints, read_english
from hindsight.domain.rules.passing import passing
from hindsight.domain.text import script
from hindsight.domain.verbs import VERBS, base, third_person

READ = [
    ("The kiln reaches 1,240 degrees.", "The kiln", "reaches", "1,240 degrees", False),
    ("Our gateway times out after 30 s.", "Our gateway", "times_out_after", "30 s", False),
    ("I teach evening classes in ceramics.", "I", "teaches", "evening classes in ceramics", False),
    ("We don't accept cash any more.", "We", "accepts", "cash", True),
    ("Theo no longer plays the piano.", "Theo", "plays", "the piano", True),
    ("I stopped running after the injury.", "I", "does", "run", True),
    ("I used to smoke.", "I", "does", "smoke", True),
    ("The lift is out of order.", "The lift", "status", "out of order", False),
    ("The spare key is under the flowerpot.", "The spare key", "location", "under the flowerpot", False),
    ("Our template must be compiled with XeLaTeX.", "Our template", "compiled_with", "XeLaTeX", False),
    ("My colleague Jo commutes from Ghent.", "My colleague Jo", "commutes_from", "Ghent", False),
]


@pytest.mark.requirement("W2")
@pytest.mark.parametrize("text,subject,attribute,value,negated", READ)
def test_a_plain_statement_is_read_by_its_build(text, subject, attribute, value, negated) -> None:
    reading = read_english(text)
    assert reading is not None
    assert (reading.subject, reading.attribute, reading.value, reading.negated) == (subject, attribute, value, negated)


ZH_READ = [
    ("备用钥匙压在第三个花盆下面", "备用钥匙", "location", "第三个花盆下面", False),
    ("我们不收现金了", "user", "does", "收现金", True),
    ("窑能烧到 1240 度", "窑", "烧", "1240 度", False),
    ("电梯修好了", "电梯", "status", "修好", False),
    ("摊位挪到南门了", "摊位", "place", "南门", False),
    ("温室有 48 块玻璃", "温室", "has", "48 块玻璃", False),
]


@pytest.mark.requirement("W2")
@pytest.mark.parametrize("text,entity,attribute,value,negated", ZH_READ)
def test_a_plain_chinese_statement_is_read_by_its_build(text, entity, attribute, value, negated) -> None:
    found = find_general_claim(text, "zh")
    assert found is not None
    claim = found.claim
    assert (claim.entity, claim.attribute, claim.value, claim.negated) == (entity, attribute, value, negated)


@pytest.mark.parametrize(
    "text", ["Close the valve.", "Never mind.", "I trust you on that one.", "There you go.", "So?"]
)
def test_what_says_nothing_of_anything_in_particular_makes_no_claim(text) -> None:
    assert find_general_claim(text, "en") is None


@pytest.mark.requirement("W1")
@pytest.mark.parametrize(
    "text,reason",
    [
        ("I'm absolutely shattered.", "mood"), ("我快累瘫了", "mood"),
        ("I'll give it a go tonight.", "reaction"), ("我倒是无所谓", "reaction"),
        ("See you on Monday!", "moment"), ("周一见", "moment"),
        ("The code you gave me doesn't compile.", "task"), ("就这封邮件署名用“项目组”", "task"),
        ("I need a haiku about snow.", "request"),
        ("Sharks have no bones, octopuses have three hearts.", "general"), ("章鱼有三颗心脏", "general"),
    ],
)  # fmt: skip
def test_what_is_said_in_passing_is_named(text, reason) -> None:
    assert passing(text) == reason


def test_a_second_statement_begins_at_its_own_verb_or_subject() -> None:
    text = "The barn is 20 m long and seats eighty guests, and Ines signs off every booking."
    assert [text[at:].partition(" ")[0] for at in joints(text)] == ["seats", "Ines"]


@pytest.mark.requirement("W6")
def test_one_may_do_many_things_but_what_is_measured_has_one_measure() -> None:
    assert not single_valued("teaches", "ceramics")
    assert not single_valued("is", "a notary")
    assert single_valued("seats", "eighty guests") is False or single_valued("seats", "80 guests")
    assert single_valued("lives_in", "Oslo")
    assert canonical_attribute("favorite color") == "favourite_colour"


@pytest.mark.requirement("W6")
def test_habits_are_related_and_more_said_is_not_the_same() -> None:
    assert "exercise" in related("does")
    assert related("port") == ("port",)
    assert narrower("coffee with milk", "coffee")
    assert not narrower("coffee", "coffee")


@given(st.sampled_from(sorted(VERBS)))
def test_every_verb_is_found_by_its_third_person(verb: str) -> None:
    assert base(third_person(verb)) is not None


@given(st.text(max_size=300))
def test_any_clause_is_read_without_an_error(text: str) -> None:
    for known in (find_claim(text, script(text)), find_general_claim(text, "en"), find_general_claim(text, "zh")):
        assert known is None or known.claim.value
    assert all(0 < at <= len(text) for at in joints(text))
    passing(text)


@pytest.mark.parametrize(
    "piece", ["is ", "and ", "while i ", "stopped running ", "从", "不", "了", "在", "要么", "to a: ", "the ", "could "]
)
def test_hostile_repetition_is_read_in_linear_time(piece: str) -> None:
    def read(text: str) -> None:
        find_general_claim(text, "en")
        find_general_claim(text, "zh")
        joints(text[:600])
        passing(text[:600])

    assert dearer(read, piece, 20_000) < LINEAR
