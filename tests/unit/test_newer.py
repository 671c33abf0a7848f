"""What is so now: later turns that tell of a change pass the earlier ones about the same thing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.factories import NOW, memory
from tests.growth import LINEAR, dearer

from hindsight.domain.memory import Claim, Memory, Source
from hindsight.domain.newer import asks_for_the_present, renewed

pytestmark = pytest.mark.requirement("R4")


def turn(number: int, text: str, *, conversation: str | None = None) -> Memory:
    when = NOW + timedelta(days=number)
    source = Source(conversation=conversation)
    return memory(id=f"m{number}", content=text, verbatim=True, occurred_at=when, sources=(source,))


@pytest.mark.parametrize(
    "question",
    [
        "what does our CI run on",
        "where do I work now",
        "which database do we use?",
        "am I still vegan?",
        "who's my manager",
        "when do we go live?",
        "现在用的是什么数据库",
        "我住哪儿",
        "用户现在怎么登录？",
        "例会是周几？",
        "目前前端找谁",
        "数据库现在换成什么了？",
    ],
)
def test_a_question_for_what_is_so_now(question: str) -> None:
    assert asks_for_the_present(question)


@pytest.mark.parametrize(
    "question",
    [
        "what did our CI run on?",
        "when did we move to Forgejo?",
        "which database did we use before?",
        "where was I living back then",
        "what do you know of the old server?",
        "以前用的是什么数据库",
        "我之前住哪儿",
        "什么时候搬家了？",
        "最早是谁负责前端",
    ],
)
def test_a_question_for_what_was(question: str) -> None:
    assert not asks_for_the_present(question)


@pytest.mark.parametrize(
    "old,new",
    [
        ("CI runs on Jenkins, on the box under my desk.", "The Jenkins box died, we're on Forgejo now."),
        ("数据库先用 MySQL 5.7。", "上周末把库迁到了 PostgreSQL，MySQL 月底关。"),
        ("登录先用短信验证码。", "短信太贵，改成微信授权了。"),
    ],
)
def test_a_later_change_passes_what_it_changes(old: str, new: str) -> None:
    first, second, other = turn(1, old), turn(9, new), turn(5, "The cat sleeps now.")
    relevance = {"m1": 0.7, "m5": 0.3, "m9": 0.2}
    assert renewed("What is it now?", (first, other, second), relevance, 0.02) == {"m9": pytest.approx(0.52)}
    assert renewed("What is it?", (first, other, second), relevance, 0.02) == {"m9": pytest.approx(0.48)}


@pytest.mark.parametrize(
    "question,old,new",
    [
        ("When is the standup?", "The standup is at 9:30.", "Standup moved to 10:15."),
        ("Who is her manager?", "Her manager is Tom.", "Ada took over as manager."),
        ("What is the API limit?", "The API limit is 60 a minute.", "We raised the API limit to 100."),
        ("站会几点？", "站会是九点半。", "站会改到十点一刻了。"),
        ("接口限流是多少？", "接口限流是每分钟六十次。", "接口限流提高到一百次了。"),
    ],
)
@pytest.mark.parametrize("verbatim", [True, False])
def test_a_later_change_that_has_the_words_of_the_question_too_passes(
    question: str, old: str, new: str, verbatim: bool
) -> None:
    told = [replace(turn(1, old), verbatim=verbatim), replace(turn(9, new), verbatim=verbatim)]
    assert renewed(question, told, {"m1": 0.7, "m9": 0.6}, 0.02) == {"m9": pytest.approx(0.12)}


def test_a_claim_has_ended_what_it_replaces_and_passes_nothing_by_its_words() -> None:
    claimed = replace(
        turn(9, "The standup moved to 10:15."), claim=Claim(entity="standup", attribute="time", value="10:15")
    )
    assert (
        renewed("When is the standup?", (turn(1, "The standup is at 9:30."), claimed), {"m1": 0.7, "m9": 0.6}, 0.02)
        == {}
    )


def test_nothing_gains_by_what_was_told_later_or_in_the_same_talk_or_without_a_change() -> None:
    old, relevance = "CI runs on Jenkins.", {"m5": 0.7, "m9": 0.2, "m1": 0.2}
    head = turn(5, old, conversation="c")
    for other in (
        turn(1, "The Jenkins box died, we're on Forgejo now."),
        turn(9, "The Jenkins box died, we're on Forgejo now.", conversation="c"),
        turn(9, "The Jenkins box hums."),
        turn(9, "We're on Forgejo now."),
    ):
        assert renewed("What is it now?", (head, other), relevance, 0.02) == {}


def test_a_term_that_many_hold_says_nothing() -> None:
    told = [turn(n, f"The Jenkins box {n} hums.") for n in range(1, 4)]
    change = turn(9, "Jenkins was replaced.")
    relevance = {memory.id: 0.5 for memory in (*told, change)}
    assert renewed("What is it now?", (*told, change), relevance, 0.02) == {}


@pytest.mark.parametrize("unit", ["moved ", "改", "went up ", "is ", "t", "左"])
def test_a_hostile_text_is_read_in_linear_time(unit: str) -> None:
    def read(text: str) -> None:
        asks_for_the_present(text)
        renewed(text, (turn(1, text), turn(2, text)), {"m1": 0.5, "m2": 0.4}, 0.02)

    assert dearer(read, unit, 10_000) < LINEAR
