"""Contradiction and time (W6): what supersedes, what is flagged, what is both true."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.unit.memories import START, memory

from hindsight.domain.conflicts import (
    Coexist,
    Confirm,
    Decision,
    Flag,
    Predate,
    Refute,
    Supersede,
    apply_decision,
    judge,
)
from hindsight.domain.conversation import Turn
from hindsight.domain.memory import Memory, Source
from hindsight.domain.policy import WritePolicy
from hindsight.domain.rules import extract

DATA = Path(__file__).parent.parent / "data" / "dialogues"
LATER = START + timedelta(days=30)
POLICY = WritePolicy()


def decide(old: Memory, new: Memory, **kwargs) -> Decision:
    kwargs.setdefault("now", LATER)
    return judge(replace(new, id="new"), [old], policy=POLICY, **kwargs)[0]


def city(value: str, **fields) -> Memory:
    return memory(f"I live in {value}.", claim=("user", "lives_in", value), **fields)


@pytest.mark.requirement("W6")
def test_a_later_value_supersedes_and_both_stay_linked() -> None:
    old, new = city("Bern"), replace(city("Rome", day=30), id="new")
    decision = judge(new, [old], policy=POLICY, now=LATER)[0]
    assert decision == Supersede(old, LATER)
    before, after = apply_decision(decision, new, POLICY)
    assert (before.status, before.valid_to, before.superseded_by) == ("superseded", LATER, "new")
    assert before.confidence == pytest.approx(0.4)
    assert (after.valid_from, after.supersedes, after.status) == (LATER, ("old",), "active")


def test_what_a_contradiction_costs_is_a_setting() -> None:
    old, new = city("Bern"), replace(city("Rome", day=30), id="new")
    before, _ = apply_decision(Supersede(old, LATER), new, WritePolicy(contradiction_loss=0.1))
    assert before.confidence == pytest.approx(0.6)


@pytest.mark.requirement("W6")
def test_the_time_of_the_statement_is_the_time_of_the_change() -> None:
    moved = START + timedelta(days=10)
    assert decide(city("Bern"), city("Rome", day=30, occurred_at=moved)) == Supersede(city("Bern"), moved)


@pytest.mark.requirement("W6", "S3")
@pytest.mark.parametrize("update", [True, False])
def test_lower_trust_never_supersedes_higher(update) -> None:
    assert decide(city("Bern"), city("Rome", day=30, trust=0.5), update=update) == Flag(city("Bern"), "lower_trust")


def test_higher_trust_need_not_be_later() -> None:
    assert isinstance(decide(city("Bern"), city("Rome", trust=0.9)), Supersede)


@pytest.mark.requirement("W6")
def test_undated_contradictions_of_the_same_time_are_flagged_and_both_stay() -> None:
    old, new = city("Bern"), replace(city("Rome"), id="new")
    decision = judge(new, [old], policy=POLICY, now=START)[0]
    assert decision == Flag(old, "same_time")
    before, after = apply_decision(decision, new, POLICY)
    assert (before.status, after.status) == ("active", "active")
    assert (before.conflicts, after.conflicts) == (("new",), ("old",))


def test_an_unsure_statement_flags() -> None:
    assert decide(city("Bern"), city("Rome", day=30, confidence=0.3)) == Flag(city("Bern"), "unsure")


def test_words_of_change_make_the_same_time_clear() -> None:
    assert isinstance(decide(city("Bern"), city("Rome"), update=True, now=START), Supersede)


@pytest.mark.requirement("W6")
@pytest.mark.parametrize(
    "attribute,first,second",
    [("likes", "jazz", "opera"), ("allergic_to", "nuts", "soy"), ("speaks", "Dutch", "Thai"), ("has_pet", "cat", "dog"),
     ("visited", "Oslo", "Rome"), ("pet", "a cat", "a dog")],
)  # fmt: skip
def test_several_values_live_side_by_side(attribute, first, second) -> None:
    old = memory("a", claim=("user", attribute, first))
    new = memory("b", claim=("user", attribute, second), day=30)
    assert decide(old, new) == Coexist(old, "several_values")


@pytest.mark.requirement("W6")
@pytest.mark.parametrize(
    "attribute,first,second",
    [
        ("lives_in", "Bern", "Rome"),
        ("works_at", "Arcus", "Brill"),
        ("employer", "Arcus", "Brill"),
        ("name", "Ida", "Ada"),
        ("base_url", "https://a.example/v1", "https://a.example/v2"),
        ("version", "1.0.3", "1.0.4"),
        ("age", "31", "32"),
    ],
)
def test_one_value_at_a_time_is_replaced(attribute, first, second) -> None:
    old = memory("a", claim=("user", attribute, first))
    assert isinstance(decide(old, memory("b", claim=("user", attribute, second), day=30)), Supersede)


@pytest.mark.requirement("W5", "W6")
def test_a_limit_is_only_replaced_when_the_words_say_so() -> None:
    old = memory("The limit is 60/min.", claim=("API", "rate_limit", "60/min"))
    new = memory("The limit is 100/min.", claim=("API", "rate_limit", "100/min"), day=30)
    assert decide(old, new) == Flag(old, "no_cue")
    assert isinstance(decide(old, new, update=True), Supersede)


def test_works_at_and_administers_its_code_host_invalidates_nothing() -> None:
    old = memory("Kim works at Arcus.", claim=("Kim", "works_at", "Arcus"))
    new = memory("Kim administers Arcus's code host.", claim=("Kim", "responsible_for", "Arcus's code host"), day=30)
    assert decide(old, new, update=True, similarity={"old": 0.95}) == Coexist(old, "other_topic")


@pytest.mark.requirement("W6")
@pytest.mark.parametrize("days", [0.0001, 30])
def test_from_love_to_hate_the_newer_is_current_and_the_older_is_history(days) -> None:
    old = memory("I love Chinese food.", claim=("user", "likes", "Chinese food"))
    new = memory("I hate Chinese food.", claim=("user", "likes", "Chinese food", "not"), day=days)
    decision = decide(old, replace(new, occurred_at=new.created_at))
    before, after = apply_decision(decision, replace(new, id="new"), POLICY)
    assert (before.status, after.status) == ("superseded", "active")


@pytest.mark.requirement("W6")
def test_switched_from_coffee_to_tea_ends_coffee_only() -> None:
    coffee = memory("I drink coffee.", id="c", claim=("user", "drinks", "coffee"))
    cocoa = memory("I drink cocoa.", id="k", claim=("user", "drinks", "cocoa"))
    tea = memory("I switched from coffee to tea.", id="new", claim=("user", "drinks", "tea"), day=30)
    first, second = judge(tea, [coffee, cocoa], policy=POLICY, now=LATER, update=True, replaces="coffee")
    assert isinstance(first, Supersede)
    assert isinstance(second, Coexist)


def test_no_longer_ends_the_same_value_and_touches_no_other() -> None:
    quit_ = memory("I left Arcus.", claim=("user", "works_at", "Arcus", "not"), day=30)
    assert isinstance(
        decide(memory("I work at Arcus.", claim=("user", "works_at", "Arcus")), quit_, update=True), Supersede
    )
    other = memory("I work at Brill.", claim=("user", "works_at", "Brill"))
    assert decide(other, quit_, update=True) == Coexist(other, "denies_other")


@pytest.mark.requirement("W6")
def test_the_same_fact_in_two_intervals_stays_two() -> None:
    first = city("Bern", valid_from=START, valid_to=START + timedelta(days=5))
    again = city("Bern", valid_from=START + timedelta(days=20), day=30)
    assert decide(first, again) == Coexist(first, "other_interval")


def test_news_of_an_earlier_time_is_stored_as_history() -> None:
    old = city("Rome", valid_from=START + timedelta(days=20), day=20)
    new = replace(city("Bern", occurred_at=START, day=30), id="new")
    decision = judge(new, [old], policy=POLICY, now=LATER)[0]
    assert decision == Predate(old, START + timedelta(days=20))
    before, after = apply_decision(decision, new, POLICY)
    assert before.status == "active"
    assert (after.status, after.valid_from, after.valid_to) == ("superseded", START, START + timedelta(days=20))


@pytest.mark.requirement("W6")
def test_confirmation_raises_and_an_unsure_refutation_lowers() -> None:
    old = city("Bern")
    yes = replace(city("Bern, Switzerland", day=30), id="new")
    assert judge(yes, [old], policy=POLICY, now=LATER) == (Confirm(old),)
    assert apply_decision(Confirm(old), yes, POLICY)[0].confidence == pytest.approx(0.8)
    no = memory("I may not live in Bern.", id="new", claim=("user", "lives_in", "Bern", "not"), day=30, confidence=0.3)
    assert judge(no, [old], policy=POLICY, now=LATER) == (Refute(old),)
    weakened, _ = apply_decision(Refute(old), no, POLICY)
    assert weakened.confidence == pytest.approx(0.6)
    assert weakened.status == "active"


@pytest.mark.parametrize("update,expected", [(False, Flag), (True, Supersede)])
def test_without_claims_alike_texts_with_other_key_fields_meet(update, expected) -> None:
    old = memory("Exports stop at 500 rows.")
    new = memory("Exports stop at 900 rows.", day=30)
    assert isinstance(decide(old, new, update=update, similarity={"old": 0.93}), expected)
    assert isinstance(decide(old, new, update=update, similarity={"old": 0.4}), Coexist)


def test_two_events_do_not_contradict() -> None:
    old = memory("I ran 5 km on Monday.", kind="episode")
    new = memory("I ran 8 km on Friday.", kind="episode", day=4)
    assert isinstance(decide(old, new, similarity={"old": 0.97}), Coexist)


@pytest.mark.requirement("W2", "W6")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_ten_sessions_end_with_the_right_facts_and_one_conflict(language) -> None:
    store = _remembered(language)
    expected = json.loads((DATA / f"expected_{language}.json").read_text(encoding="utf-8"))
    current = [m for m in store if m.status == "active"]
    history = [m for m in store if m.status == "superseded"]
    for fact in expected["current"]:
        assert any(fact["value"] in m.content and not (m.claim and m.claim.negated) for m in current), fact
    for fact in expected["history"]:
        assert any(m.sources[0].messages == (fact["turn"],) for m in history), fact
        assert not any(m.sources[0].messages == (fact["turn"],) for m in current), fact
    flagged = {m.sources[0].messages[0] for m in store if m.conflicts}
    assert flagged == {side["turn"] for side in expected["conflict"]["sides"]}


def _remembered(language: str) -> list[Memory]:
    store: dict[str, Memory] = {}
    for line in (DATA / f"changes_{language}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        at = datetime.fromisoformat(row["time"])
        said = Turn(
            id=row["id"],
            tenant="t",
            space="s",
            role=row["role"],
            name=row["name"],
            text=row["text"],
            said_at=at,
            created_at=at,
        )
        for number, found in enumerate(extract([said]).candidates):
            new = replace(
                memory(found.content, id=f"{row['id']}/{number}", kind=found.kind, claim=found.claim),
                created_at=at,
                valid_from=at,
                confidence=0.7 * found.certainty,
                sources=(Source(messages=(row["id"],)),),
            )
            active = [m for m in store.values() if m.status == "active"]
            decisions = judge(new, active, policy=POLICY, now=at, update=found.update, replaces=found.replaces)
            for decision in decisions:
                before, new = apply_decision(decision, new, POLICY)
                store[before.id] = before
            if not any(isinstance(decision, Confirm) for decision in decisions):
                store[new.id] = new
    return list(store.values())
