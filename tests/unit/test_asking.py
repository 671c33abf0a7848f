from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.asking import MOST_PARTS, asked, is_about_questions, is_question, named, wants_several, without


@pytest.mark.requirement("R1")
@pytest.mark.parametrize(
    "text,parts",
    [
        ("Where does Ann live?", ("Where does Ann live?",)),
        ("where does Ann live", ("where does Ann live",)),
        ("I moved in May. What is my address?", ("I moved in May. What is my address?",)),
        ("Who called? And what did they want?", ("Who called?", "what did they want?")),
        ("我上司叫什么名字？另外，研讨会在哪里？", ("我上司叫什么名字？", "研讨会在哪里？")),
        ('Who said "Why? Because!" to Bob? What came of it?', ('Who said "Why? Because!" to Bob?', "What came of it?")),
    ],
)
def test_a_text_is_cut_into_the_questions_it_asks(text: str, parts: tuple[str, ...]) -> None:
    assert asked(text) == parts


@pytest.mark.requirement("R1")
@pytest.mark.parametrize(
    "text,kept",
    [
        ("Nice weather today. I fed the dog. What I really want to know is where the keys are?", "where the keys are?"),
        ("Lunch was good! My actual question is: who owns the web repo?", "who owns the web repo?"),
        ("今天天气真好，花该浇水了。等等，我真正想问的问题是：我住的小区怎么样？", "我住的小区怎么样？"),
        ("昨天的火锅不错。搞错了，我实际想问的是，那个医生的生日是什么？", "那个医生的生日是什么？"),
    ],
)
def test_what_somebody_takes_back_is_not_looked_up(text: str, kept: str) -> None:
    assert asked(text) == (kept,)


@given(st.text(max_size=300))
def test_there_is_always_something_to_look_up_and_never_too_much(text: str) -> None:
    parts = asked(text)
    assert 1 <= len(parts) <= MOST_PARTS
    assert parts == (text,) or all(part.strip() for part in parts)


@pytest.mark.requirement("R3")
@pytest.mark.parametrize(
    "text,people,found",
    [
        ("What does Sam like?", ["Sam", "Ann"], {"Sam"}),
        ("What is the same?", ["Sam"], set()),
        ("what did SAM SMITH's brother say", ["Sam Smith"], {"Sam Smith"}),
        ("What does Sam like?", ["Sam Smith"], {"Sam Smith"}),
        ("小明喜欢吃什么？", ["小明", "小红"], {"小明"}),
        ("anything?", ["", "Al"], set()),
    ],
)
def test_people_are_found_by_whole_or_first_name(text: str, people: list[str], found: set[str]) -> None:
    assert named(text, people) == found


@pytest.mark.parametrize(
    "text,people,left",
    [
        ("What does Sam's dog eat?", ["Sam"], "What does dog eat?"),
        ("小明喜欢吃什么？", ["小明"], "喜欢吃什么？"),
        ("Sam?", ["Sam"], "Sam?"),
        ("What is the same?", ["Sam"], "What is the same?"),
    ],
)
def test_names_are_taken_out_unless_nothing_is_left(text: str, people: list[str], left: str) -> None:
    assert without(text, people) == left


@pytest.mark.parametrize(
    "text,several",
    [
        ("What books has Tim read?", True),
        ("Which cities have we been to?", True),
        ("How many pets does James have?", True),
        ("我去过哪些城市？", True),
        ("What is Caroline's address?", False),
        ("What does Tim like?", False),
        ("When is the meeting?", False),
        ("会议几点开始？", False),
    ],
)
def test_lists_and_counts_are_told_from_single_answers(text: str, several: bool) -> None:
    assert wants_several(text) is several


@pytest.mark.parametrize(
    "text,asks",
    [
        ("How was it?", True),
        ("你去哪里了？", True),
        ("Do you like it? [a photo of a dog]", True),
        ("Why not? I like it.", False),
        ("It was fine.", False),
    ],
)
def test_a_turn_that_ends_in_asking_is_a_question(text: str, asks: bool) -> None:
    assert is_question(text) is asks


def test_a_question_about_questions_is_known() -> None:
    assert is_about_questions("What did Ann ask about the trip?")
    assert is_about_questions("他问了什么？")
    assert not is_about_questions("What did Ann do about the task?")


@pytest.mark.parametrize("unit", ["?", '"', "真正", "what ", "[", "a ", "我想问的是"])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def read(text: str) -> None:
        asked(text), wants_several(text), is_question(text), named(text, ["ab c"]), without(text, ["ab c"])

    assert dearer(read, unit, 10_000) < LINEAR
