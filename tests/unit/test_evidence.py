from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import NOW, memory

from hindsight.domain.evidence import lifted, signs
from hindsight.domain.memory import Claim, Memory, Scope, Source
from hindsight.domain.plan import intent_of
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Plan

WEIGHTS = RecallPolicy(speaker=0.1, conversation=0.2, asking=0.05, before=0.3, after=0.4, reply=0.3, fade=0.8)
SCORE = st.floats(0, 1)


def turn(id: str, seq: int, content: str, *, speaker: str = "Ann", conversation: str = "s1") -> Memory:
    source = Source(name=speaker, conversation=conversation)
    return replace(memory(), id=id, seq=seq, content=content, verbatim=True, sources=(source,))


def plan(text: str = "Where is it?", *, several: bool = False) -> Plan:
    return Plan(query=text, text=text, scope=Scope(tenant="t", spaces=("s",)), now=NOW, several=several)


@pytest.mark.requirement("R3")
def test_what_is_said_beside_a_good_match_gains_the_less_the_farther_and_most_when_it_replies() -> None:
    talk = [turn("a", 1, "Hello."), turn("b", 2, "Where is it?"), turn("c", 3, "In Rome."), turn("d", 4, "Far off.")]
    gained = lifted([talk[1]], {"b": talk}, {"b": 1.0, "a": 0.5}, 0.0, WEIGHTS)
    assert gained == {"a": pytest.approx(0.3 * 0.5), "c": pytest.approx(0.7), "d": pytest.approx(0.4 * 0.8)}


@given(SCORE, SCORE, SCORE)
def test_no_turn_is_lifted_above_the_turn_that_lifts_it(head: float, own: float, rest: float) -> None:
    talk = [turn("a", 1, "Rome?"), turn("b", 2, "Rome."), turn("c", 3, "Rome.")]
    gained = lifted([talk[1]], {"b": talk}, {"b": head, "a": own}, rest, WEIGHTS)
    assert own + gained.get("a", 0.0) <= max(own, head) + 1e-9
    assert rest + gained.get("c", 0.0) <= max(rest, head) + 1e-9


@pytest.mark.requirement("R3")
def test_who_is_named_and_what_else_the_conversation_says_speak_for_a_turn() -> None:
    turns = [turn("a", 1, "Hm."), turn("b", 2, "Rome."), turn("c", 3, "Yes.", speaker="Bob", conversation="s2")]
    added = signs(plan(), turns, words={"a": 0.9, "b": 0.6, "c": 0.3}, beside={}, speakers={"Bob"}, weights=WEIGHTS)
    assert added["a"] == {"conversation": pytest.approx(0.2 * 0.5)}
    assert added["b"] == added["a"]
    assert added["c"] == {"speaker": pytest.approx(0.1), "conversation": pytest.approx(0.2 * 0.1)}


def test_a_question_for_several_things_does_not_hold_to_one_conversation() -> None:
    turns = [turn("a", 1, "Rome."), turn("b", 2, "Oslo.")]
    assert signs(plan(several=True), turns, words={"a": 0.9, "b": 0.9}, beside={}, speakers=(), weights=WEIGHTS) == {
        "a": {},
        "b": {},
    }


def test_a_turn_that_asks_counts_less_unless_questions_are_asked_for() -> None:
    turns = [turn("a", 1, "Where is Rome?")]
    assert signs(plan(), turns, words={}, beside={}, speakers=(), weights=WEIGHTS) == {"a": {"asking": -0.05}}
    assert signs(plan("What did Ann ask?"), turns, words={}, beside={}, speakers=(), weights=WEIGHTS) == {"a": {}}


@pytest.mark.parametrize(
    "question,penalty",
    [
        ("Which editor does she use?", {"run": -0.08}),
        ("Heron", {"run": -0.08}),
        ("What happened in the last run?", {}),
        ("怎么清理日志？", {}),
    ],
)
def test_the_record_of_a_run_counts_less_where_nothing_is_asked_about_doing(
    question: str, penalty: dict[str, float]
) -> None:
    asked = replace(plan(question), intent=intent_of(question))
    run = replace(memory(), id="a", kind="episode", body={"steps": []})
    said = replace(memory(), id="b", kind="episode")
    added = signs(asked, [run, said], words={}, beside={}, speakers=(), weights=replace(WEIGHTS, run=0.08))
    assert added == {"a": penalty, "b": {}}


@pytest.mark.requirement("R3")
@pytest.mark.parametrize(
    "question,introduction,claim,answer",
    [
        (
            "What can the cat not eat?",
            "I have a cat, Miso.",
            Claim(entity="Miso", attribute="diet", value="fish"),
            True,
        ),
        ("猫不能吃什么？", "我养了一只猫，叫年糕。", Claim(entity="年糕", attribute="diet", value="鱼"), True),
        (
            "What can the cat not eat?",
            "I have a cat, Miso.",
            Claim(entity="Ann", attribute="diet", value="fish"),
            False,
        ),
        (
            "What can the cat not eat?",
            "I have a cat, Miso.",
            Claim(entity="Miso", attribute="likes", value="fish"),
            False,
        ),
    ],
)
def test_a_claim_about_whom_the_best_match_names_is_about_whom_the_question_means(
    question: str, introduction: str, claim: Claim, answer: bool
) -> None:
    told = [memory(introduction, id="a"), memory("…", id="b", claim=claim)]
    for score, found in ((0.5, answer), (0.2, False)):
        added = signs(plan(question), told, words={"a": score}, beside={}, speakers=(), weights=WEIGHTS)
        assert ("claim" in added["b"]) is found


def test_a_memory_without_a_conversation_gains_nothing_from_others_without_one() -> None:
    alone = replace(memory(), id="a", sources=(Source(),))
    assert signs(plan(), [alone], words={"a": 1.0}, beside={}, speakers=(), weights=WEIGHTS) == {"a": {}}
