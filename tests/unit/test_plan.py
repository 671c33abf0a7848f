from __future__ import annotations

import pytest
from tests.factories import NOW, memory

from hindsight.domain.filters import EVERYTHING, Condition, matches
from hindsight.domain.memory import Scope
from hindsight.domain.plan import focus, intent_of, plan
from hindsight.domain.query import Plan

SCOPE = Scope(tenant="default", spaces=("alice",))


def planned(query: str, **fields: object) -> Plan:
    given = {"scope": SCOPE, "now": NOW, "zone": "UTC", "where": EVERYTHING, "limit": 8, "candidates": 100}
    return plan(query, policy="default", **{**given, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "query,intent",
    [
        ("How do we deploy?", "how"),
        ("怎么部署？", "how"),
        ("When did we meet?", "event"),
        ("上次发生了什么", "event"),
        ("What is the wifi name?", "truth"),
        ("他住在哪里？", "truth"),
        ("wifi name", "any"),
    ],
)
@pytest.mark.requirement("R3")
def test_the_kind_of_question_is_told_by_its_words(query: str, intent: str) -> None:
    assert intent_of(query) == intent


@pytest.mark.requirement("R2")
def test_a_time_in_the_question_becomes_a_span_and_an_open_side_stays_open() -> None:
    (day,) = planned("What did we do yesterday?").spans
    assert (day.start, day.end) == (NOW.replace(day=17, hour=0, minute=0), NOW.replace(day=18, hour=0, minute=0))
    (before,) = planned("What happened before 2020?").spans
    assert before.start is None
    assert planned("What is the wifi name?").spans == ()


def test_lessons_are_left_out_unless_the_question_is_how_to_or_asks_for_them() -> None:
    lesson = memory(kind="experience")
    assert not matches(planned("Where does she live?").where, lesson)
    assert matches(planned("How do we read the file?").where, lesson)
    assert matches(planned("Where?", where=Condition("kind", "eq", "experience")).where, lesson)


@pytest.mark.requirement("R1")
def test_a_pasted_prompt_is_reduced_to_what_it_asks() -> None:
    prompt = "You are a helpful assistant. Follow the rules below carefully. " * 40
    assert focus(f"{prompt} Where is the zygomorphic sample?").endswith("Where is the zygomorphic sample?")
    assert len(focus(prompt)) < 2000
    assert focus("short question") == "short question"
