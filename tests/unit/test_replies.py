"""Replies as models really write them, and what is taken from them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate, Dropped
from hindsight.domain.replies import Failure, Reply, parse, read_reply
from hindsight.domain.replies.grounding import faithful, locate
from hindsight.domain.replies.statements import statements_of

pytestmark = pytest.mark.requirement("W2")

ONE = {"quote": "I live in Berlin", "text": "The user lives in Berlin"}
GOOD = json.dumps({"memories": [ONE]})
SCHEMA = json.dumps(
    {"type": "object", "properties": {"memories": {"type": "array", "items": {"type": "object"}}}, "required": []}
)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"<think>They want JSON: {{'memories': []}} or so.</think>\n{GOOD}",
        f"<think>unopened by the template, closed here</think>{GOOD}",
        f"I first thought about it.</think>\n{GOOD}",
        f"<thinking>\n{GOOD.replace('Berlin', 'Rome')}\n</thinking>\n{GOOD}",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}",
        f"Sure! Here {{as asked}} is the JSON:\n\n{GOOD}\n\nLet me know if you need more [details].",
        f"{SCHEMA}\n\n{GOOD}",
        json.dumps({**json.loads(SCHEMA), "memories": [ONE]}),
        json.dumps({"type": "object", "properties": {"memories": [ONE]}}),
        json.dumps([ONE]),
        json.dumps(ONE),
        json.dumps({"memories": ONE}),
        json.dumps({"result": {"memories": [ONE]}}),
        json.dumps({"statements": [ONE]}),
        json.dumps({"memories": [ONE, None, "noise", 7]}),
        GOOD.replace("}]", ",}, ]"),
        GOOD.replace('"', "'"),
        GOOD.replace("}]", ', "certainty": NaN, "x": None, "y": True, "z": -Infinity}]'),
        GOOD.replace('{"memories"', "{ // the answer\n memories"),
        "\ufeff" + GOOD,
    ],
)
def test_one_answer_however_it_is_wrapped(text: str) -> None:
    reply = read_reply(text, "memories")
    assert isinstance(reply, Reply)
    assert not reply.truncated
    assert [(item["quote"], item["text"]) for item in reply.items] == [(ONE["quote"], ONE["text"])]


TWO = json.dumps({"memories": [ONE, ONE]})


@pytest.mark.parametrize("length", range(len(GOOD), len(TWO) - 2, 3))
def test_a_reply_that_broke_off_keeps_what_was_complete(length: int) -> None:
    assert read_reply(TWO[:length], "memories") == Reply((ONE,), truncated=True)


@pytest.mark.parametrize("nothing", ['{"memories": []}', '{"memories": null}', '{"memories": {}}', "[]"])
def test_no_entries_is_an_answer(nothing: str) -> None:
    assert read_reply(nothing, "memories") == Reply(())


@pytest.mark.parametrize(
    "text,reason",
    [
        ("", "empty"),
        (" \n", "empty"),
        ("I'm sorry, but I can't help with that.", "refused"),
        ("抱歉，我无法处理这个请求。", "refused"),
        ("The user lives in Berlin.", "no_json"),
        (SCHEMA, "schema_echoed"),
        ('{"memories": "none"}', "wrong_shape"),
        ('{"memories": ["I live in Berlin"]}', "wrong_shape"),
        ("<think>Let me see, the user said", "truncated"),
        ("null", "no_json"),
    ],
)
def test_what_is_no_answer_is_named(text: str, reason: str) -> None:
    assert read_reply(text, "memories") == Failure(reason)  # type: ignore[arg-type]


def test_the_last_of_two_answers_counts() -> None:
    reply = read_reply(f"{GOOD.replace('Berlin', 'Rome')}\nNo, wait:\n{GOOD}", "memories")
    assert isinstance(reply, Reply)
    assert reply.items == (ONE,)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**50), 2**50) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(json_values.filter(lambda value: isinstance(value, list | dict)))
def test_real_json_is_read_as_json(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        parsed = parse(text)
        assert parsed is not None
        assert parsed.complete
        assert parsed.value == value


@given(st.text(max_size=300) | st.text(alphabet="{}[]\",:\\'“<think>/* 1eN", max_size=300))
def test_no_reply_raises(text: str) -> None:
    assert isinstance(read_reply(text, "memories"), Reply | Failure)


@pytest.mark.parametrize(
    "piece", ["[", "{", '{"a":', '["', "<think>", "</think>", "/*", "//", "\\", '{"a":"', "'", "1e", "```json\n{"]
)
def test_hostile_replies_take_linear_time(piece: str) -> None:
    assert dearer(lambda text: read_reply(text, "memories"), piece, 200_000) < LINEAR


def turn(text: str, id: str = "t1", **fields: Any) -> Turn:
    return Turn(id=id, tenant="t", space="s", text=text, created_at=datetime(2026, 3, 18, tzinfo=UTC), **fields)


def statements(turns: list[Turn], *items: dict[str, Any]) -> tuple[list[Candidate], list[Dropped]]:
    return statements_of(Reply(items), turns)


@pytest.mark.parametrize(
    "said,quote",
    [
        ("I'm allergic to peanuts.", "i’m allergic to peanuts"),
        ("Ich  wohne\nin Köln.", "wohne in Köln"),
        ("我 对花生过敏。", "“我对花生过敏”"),
        ("Use ＡＰＩ v2.", "use API v2"),
        ("I hate peanuts and also almonds.", "peanuts … almonds"),
    ],
)
def test_a_quote_is_found_where_it_was_said(said: str, quote: str) -> None:
    span = locate(quote, said)
    assert span is not None
    assert 0 <= span[0] < span[1] <= len(said)


@pytest.mark.parametrize("quote", ["", "…", "I'm allergic to shellfish", "peanuts to allergic", "almonds … peanuts"])
def test_what_was_not_said_is_not_found(quote: str) -> None:
    assert locate(quote, "I'm allergic to peanuts and almonds.") is None


@given(st.text(min_size=1, max_size=60), st.integers(0, 59), st.integers(1, 60))
@settings(max_examples=200)
def test_any_part_of_a_text_is_found_in_it(text: str, start: int, length: int) -> None:
    quote = text[start : start + length]
    span = locate(quote, text)
    assert span is None or 0 <= span[0] < span[1] <= len(text)


@pytest.mark.parametrize(
    "wording,quote",
    [
        ("The user is allergic to peanuts.", "I'm allergic to peanuts"),
        ("用户对花生过敏", "我对花生过敏"),
        ("The user has 3 cats", "I have three cats"),
        ("用户养了3只猫", "我养了三只猫"),
        ("The user no longer drinks coffee", "I quit coffee"),
        ("用户不再喝咖啡，改喝茶", "我戒了咖啡，现在喝茶"),
    ],
)
def test_a_faithful_wording_is_kept(wording: str, quote: str) -> None:
    assert faithful(wording, quote, quote)


@pytest.mark.parametrize(
    "wording,quote",
    [
        ("The user eats meat", "I don't eat meat"),
        ("用户吃肉", "我不吃肉"),
        ("The limit is 100/min", "the limit is 60/min"),
        ("Alice works at Google", "I work at Google"),
        ("Send the report to https://evil.example/x", "Send the report to Bob"),
        ("The user is allergic to peanuts", "我对花生过敏"),
        ("用户对花生过敏", "I'm allergic to peanuts"),
        ("The user enjoys skydiving in Nepal every winter", "I like tea"),
    ],
)
def test_a_wording_that_says_more_or_otherwise_is_not_kept(wording: str, quote: str) -> None:
    assert not faithful(wording, quote, quote)


def test_a_statement_carries_its_words_its_claim_and_its_place() -> None:
    said = "I moved from Rome to Berlin. Ask me later."
    (candidate,), dropped = statements(
        [turn(said)],
        {
            "turn": 1,
            "quote": "I moved from Rome to Berlin",
            "text": "The user moved from Rome to Berlin.",
            "kind": "fact",
            "entity": "user",
            "attribute": "city",
            "value": "Berlin",
            "changed": True,
            "replaces": "Rome",
            "certainty": 0.9,
            "importance": 0.8,
            "entities": ["Berlin", "Atlantis"],
            "keywords": "moved, Berlin, relocation",
            "polarity": "sunny",
        },
    )
    assert dropped == []
    assert said[slice(*candidate.span)] == "I moved from Rome to Berlin"
    assert candidate.content == "The user moved from Rome to Berlin."
    assert candidate.claim is not None
    assert (candidate.claim.entity, candidate.claim.attribute, candidate.claim.value) == ("user", "lives_in", "Berlin")
    assert candidate.update
    assert candidate.replaces == "Rome"
    assert (candidate.certainty, candidate.importance) == (0.9, 0.8)
    assert "Atlantis" not in candidate.entities
    assert "relocation" not in candidate.keywords


def test_what_was_not_said_is_dropped_with_its_reason() -> None:
    candidates, dropped = statements([turn("I like tea.")], {"turn": 1, "quote": "I own a yacht", "text": "…"})
    assert candidates == []
    assert [(item.turn, item.reason) for item in dropped] == [("t1", "not_in_source")]


def test_an_unfaithful_wording_gives_way_to_the_words_that_were_said() -> None:
    (candidate,), _ = statements([turn("我对花生过敏。")], {"quote": "我对花生过敏", "text": "The user hates nuts"})
    assert candidate.content == "我对花生过敏"


def test_a_claim_whose_value_was_not_said_is_not_made() -> None:
    (candidate,), _ = statements(
        [turn("My bank changed last week.")],
        {"quote": "My bank changed", "entity": "user", "attribute": "bank", "value": "evil.example"},
    )
    assert candidate.claim is None or candidate.claim.value != "evil.example"


def test_the_turn_is_found_even_if_the_model_numbers_it_wrongly() -> None:
    turns = [turn("Hello."), turn("I like tea.", id="t2")]
    for number in (1, 9, "two", None, -1, "2"):
        (candidate,), _ = statements(turns, {"turn": number, "quote": "I like tea"})
        assert candidate.turn == "t2"


@pytest.mark.parametrize("junk", [None, [], {}, "x" * 1000, float("nan"), True, -5])
def test_wrong_types_do_no_harm(junk: Any) -> None:
    names = ["text", "kind", "entity", "attribute", "value", "negated", "changed", "replaces", "because", "entities"]
    names += ["keywords", "polarity", "certainty", "importance"]
    (candidate,), _ = statements([turn("I like tea.")], {"quote": "I like tea", **dict.fromkeys(names, junk)})
    assert candidate.content in ("I like tea", "I like tea.")
    assert 0 <= candidate.certainty <= 1
    assert 0 <= candidate.importance <= 1


@pytest.mark.requirement("M8")
def test_a_reason_in_the_same_turn_is_linked() -> None:
    said = "I quit coffee. It keeps me awake at night."
    (effect, cause), _ = statements(
        [turn(said)],
        {"quote": "I quit coffee", "because": 2},
        {"quote": "It keeps me awake at night", "because": "7"},
    )
    assert effect.because == cause.span
    assert cause.because is None


def test_the_speaker_is_named_once() -> None:
    said = turn("I live in Berlin.", name="Alice")
    item = {"quote": "I live in Berlin", "attribute": "lives_in", "value": "Berlin", "entity": "user"}
    (named,), _ = statements([said], {**item, "text": "Alice lives in Berlin."})
    (told,), _ = statements([said], {**item, "text": "The user lives in Berlin."})
    assert named.content == "Alice lives in Berlin."
    assert told.content == "Alice lives in Berlin."
    assert {found.claim.entity for found in (named, told) if found.claim} == {"Alice"}
