from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import NOW, memory

from hindsight.domain.evidence import loans, signs, smoothed
from hindsight.domain.memory import Memory, Scope, Source
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Plan

WEIGHTS = RecallPolicy(speaker=0.1, session=0.2, asking=0.05, neighbour=0.3, reply=0.7)
SCORE = st.floats(0, 1)


def turn(id: str, seq: int, content: str, *, speaker: str = "Ann", session: str = "s1") -> Memory:
    source = Source(name=speaker, conversation=session)
    return replace(memory(), id=id, seq=seq, content=content, verbatim=True, sources=(source,))


def plan(text: str = "Where is it?", *, several: bool = False) -> Plan:
    return Plan(query=text, text=text, scope=Scope(tenant="t", spaces=("s",)), now=NOW, several=several)


@pytest.mark.requirement("R3")
def test_a_question_lends_most_to_the_turn_that_replies() -> None:
    before, asks, after = turn("a", 1, "Hello."), turn("b", 2, "Where is it?"), turn("c", 3, "In Rome.")
    assert loans([asks], {"b": [before, after]}, WEIGHTS) == {"b": [("a", 0.3), ("c", 0.7)]}
    assert loans([after], {"c": [asks]}, WEIGHTS) == {"c": [("b", 0.3)]}


@given(SCORE, SCORE, SCORE)
def test_lending_raises_scores_and_keeps_them_within_bounds(own: float, other: float, share: float) -> None:
    lent = smoothed({"a": own, "b": other}, {"b": [("a", share)]})
    assert own - 1e-9 <= lent["a"] <= 1.0
    assert lent["b"] == pytest.approx(other)


@pytest.mark.requirement("R3")
def test_who_is_named_and_what_else_the_conversation_says_speak_for_a_turn() -> None:
    turns = [turn("a", 1, "Hm."), turn("b", 2, "Rome."), turn("c", 3, "Yes.", speaker="Bob", session="s2")]
    added = signs(plan(), turns, {"a": 0.9, "b": 0.6, "c": 0.3}, {"Bob"}, WEIGHTS)
    assert added["a"] == {"session": pytest.approx(0.2 * 0.5)}
    assert added["b"] == added["a"]
    assert added["c"] == {"speaker": pytest.approx(0.1), "session": pytest.approx(0.2 * 0.1)}


def test_a_question_for_several_things_does_not_hold_to_one_conversation() -> None:
    turns = [turn("a", 1, "Rome."), turn("b", 2, "Oslo.")]
    assert signs(plan(several=True), turns, {"a": 0.9, "b": 0.9}, (), WEIGHTS) == {"a": {}, "b": {}}


def test_a_turn_that_asks_counts_less_unless_questions_are_asked_for() -> None:
    turns = [turn("a", 1, "Where is Rome?")]
    assert signs(plan(), turns, {}, (), WEIGHTS) == {"a": {"asking": -0.05}}
    assert signs(plan("What did Ann ask?"), turns, {}, (), WEIGHTS) == {"a": {}}


def test_a_memory_without_a_conversation_gains_nothing_from_others_without_one() -> None:
    alone = replace(memory(), id="a", sources=(Source(),))
    assert signs(plan(), [alone], {"a": 1.0}, (), WEIGHTS) == {"a": {}}
