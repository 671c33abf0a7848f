"""What is asked is found in other words, in both languages and from one to the other (R5)."""

from __future__ import annotations

import pytest
from tests.factories import memory

from hindsight.adapters.rerank.words import WordReranker, sought, words

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("R5")]


async def shares(question: str, *contents: str) -> tuple[float, ...]:
    return await WordReranker().score(question, [memory(content) for content in contents])


@pytest.mark.parametrize(
    "question, near, far",
    [
        ("Which pets does she have?", "The puppy sleeps on the sofa.", "The train leaves at noon."),
        ("What is his job?", "He started a new career in nursing.", "He bought green apples."),
        ("她的宠物是什么？", "小狗在沙发上睡觉。", "火车中午出发。"),
        ("他从事什么职业？", "他的工作很忙。", "他买了青苹果。"),
        ("Which pets does she have?", "小狗和猫咪在沙发上睡觉。", "火车中午出发。"),
        ("她的宠物是什么？", "The puppy and the cat sleep.", "The train leaves at noon."),
        ("半程马拉松跑了多久？", "Finished the half marathon in two hours.", "The door is green."),
        ("What does the cat eat?", "猫每天吃鱼。", "火车中午出发。"),
        ("去健身房", "The gym opens at six.", "The train leaves at noon."),
    ],
)
async def test_a_word_near_to_the_asked_one_counts(question: str, near: str, far: str) -> None:
    first, second = await shares(question, near, far)
    assert first > second


async def test_saying_the_words_themselves_counts_most_and_shares_lie_between_0_and_1() -> None:
    scores = await shares("destress by running", "Running helps to destress.", "A jog calms him.", "A green door.")
    assert scores[0] == pytest.approx(1.0)
    assert scores[0] > scores[1] > scores[2] >= 0.0


async def test_a_word_that_no_table_knows_matches_itself() -> None:
    first, second = await shares("zorblaxians", "The zorblaxians came.", "The others came.")
    assert (first, second) == (1.0, 0.0)


@pytest.mark.parametrize("question", ["", "what is the", "???", "的 了 吗"])
async def test_a_question_without_words_says_nothing(question: str) -> None:
    assert await shares(question, "Anything at all.") == ()


async def test_no_memories_no_scores() -> None:
    assert await shares("anything") == ()


def test_forms_of_a_word_are_one_and_chinese_is_read_by_its_longest_words() -> None:
    assert words("painted paints painting").keys() == {"paint"}
    assert {"工程师", "上海"} <= words("上海的工程师").keys()


def test_hostile_text_is_read_in_bounded_time_and_a_long_question_by_its_first_words() -> None:
    assert len(sought(" ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600)))) == 32
    assert words("a" * 100_000) is not None
    assert words("一" * 100_000) is not None
