"""What is shipped or measured against is well formed: ids, spans, shares of language, answers where they should be."""

import json
import re
from collections import Counter
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parents[1] / "data"
DEMO = files("hindsight.demo")
KINDS = {"fact", "preference", "episode", "procedure"}
KEY_FIELDS = {"number", "version", "date", "time", "url", "path", "address"}
ENGLISH_AND_CHINESE = ("en", "zh")
SETS = {"first": 200, "second": 90}


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def extraction(name: str) -> list[dict[str, Any]]:
    return json_lines((TESTS / "extraction" / f"{name}.jsonl").read_text(encoding="utf-8"))


def dialogue(lang: str) -> list[dict[str, Any]]:
    return json_lines((TESTS / "dialogues" / f"changes_{lang}.jsonl").read_text(encoding="utf-8"))


def expected(lang: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((TESTS / "dialogues" / f"expected_{lang}.json").read_text(encoding="utf-8"))
    return found


def conversation() -> list[dict[str, Any]]:
    return json_lines(DEMO.joinpath("conversation.jsonl").read_text(encoding="utf-8"))


def questions() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DEMO.joinpath("questions.json").read_text(encoding="utf-8"))
    return found


def transcript(name: str) -> str:
    return DEMO.joinpath("transcripts", name).read_text(encoding="utf-8")


def is_chinese(text: str) -> bool:
    return len(re.findall(r"[\u3400-\u9fff]", text)) > len(re.findall(r"[A-Za-z]+", text))


def pairs_of_chat(name: str) -> tuple[list[str], list[str]]:
    """The ids of the tool calls and of the tool results in an OpenAI chat file, in order."""
    messages = json.loads(transcript(name))["messages"]
    calls = [call["id"] for message in messages for call in message.get("tool_calls", ())]
    return calls, [message["tool_call_id"] for message in messages if message["role"] == "tool"]


def assert_ordered_conversation(turns: list[dict[str, Any]]) -> None:
    assert all(set(turn) == {"session", "id", "time", "role", "name", "text"} for turn in turns)
    assert max(Counter(turn["id"] for turn in turns).values()) == 1
    times = [datetime.fromisoformat(turn["time"]) for turn in turns]
    assert all(time.tzinfo is not None for time in times)
    assert times == sorted(times)


@pytest.mark.parametrize("name", SETS)
class TestExtractionSets:
    def test_is_long_enough_and_has_unique_ids_and_texts(self, name: str) -> None:
        turns = extraction(name)
        assert len(turns) >= SETS[name]
        assert len({turn["id"] for turn in turns}) == len({turn["text"] for turn in turns}) == len(turns)

    def test_two_turns_in_five_are_chinese(self, name: str) -> None:
        turns = extraction(name)
        assert sum(turn["lang"] == "zh" for turn in turns) >= 0.4 * len(turns)
        assert {turn["lang"] for turn in turns} == set(ENGLISH_AND_CHINESE)

    def test_about_two_turns_in_five_must_be_dropped(self, name: str) -> None:
        turns = extraction(name)
        assert 0.35 <= sum(not turn["memories"] for turn in turns) / len(turns) <= 0.45

    def test_labels_quote_their_turn(self, name: str) -> None:
        for turn in extraction(name):
            for memory in turn["memories"]:
                assert memory["kind"] in KINDS
                assert isinstance(memory["negated"], bool)
                assert memory["span"] in turn["text"]
                for field in memory["key_fields"]:
                    assert field["name"] in KEY_FIELDS
                    assert field["value"] in memory["span"], turn["id"]

    def test_claims_are_about_the_user_or_something_named_in_the_turn(self, name: str) -> None:
        claims = [(turn, m) for turn in extraction(name) for m in turn["memories"] if m["claim"]]
        for turn, memory in claims:
            claim = memory["claim"]
            assert claim["value"] in memory["span"], turn["id"]
            assert claim["entity"] == "user" or claim["entity"] in turn["text"], turn["id"]
            assert re.fullmatch(r"[a-z][a-z_]*", claim["attribute"]), turn["id"]

    def test_every_kind_and_some_negations_occur_in_both_languages(self, name: str) -> None:
        labels = [(turn["lang"], memory) for turn in extraction(name) for memory in turn["memories"]]
        assert {(lang, m["kind"]) for lang, m in labels} == {(la, k) for la in ENGLISH_AND_CHINESE for k in KINDS}
        assert {lang for lang, memory in labels if memory["negated"]} == set(ENGLISH_AND_CHINESE)


def test_the_two_extraction_sets_share_no_text() -> None:
    first, second = ({turn["text"] for turn in extraction(name)} for name in SETS)
    assert first.isdisjoint(second)


@pytest.mark.parametrize("lang", ENGLISH_AND_CHINESE)
class TestDialoguesOfChange:
    def test_has_ten_sessions_in_order(self, lang: str) -> None:
        turns = dialogue(lang)
        assert_ordered_conversation(turns)
        assert len({turn["session"] for turn in turns}) == 10

    def test_expected_values_stand_in_the_turns_they_name(self, lang: str) -> None:
        turns = {turn["id"]: turn for turn in dialogue(lang)}
        want = expected(lang)
        for claim in [*want["current"], *want["history"], *want["conflict"]["sides"]]:
            assert claim["value"] in turns[claim["turn"]]["text"]
        for claim in [*want["current"], *want["history"]]:
            assert claim["valid_from"] == turns[claim["turn"]]["time"]
        for claim in want["history"]:
            assert claim["valid_to"] == turns[claim["superseded_by"]]["time"]

    def test_each_attribute_has_one_current_value_and_its_history_ends_in_it(self, lang: str) -> None:
        want = expected(lang)
        current = {(c["entity"], c["attribute"]): c for c in want["current"]}
        assert len(current) == len(want["current"])
        for old in want["history"]:
            new = current[old["entity"], old["attribute"]]
            assert new["turn"] == old["superseded_by"]
            assert new["value"] != old["value"]

    def test_holds_the_changes_two_corrections_and_one_contradiction(self, lang: str) -> None:
        want = expected(lang)
        changed = {c["attribute"] for c in want["history"] if c["reason"] == "change"}
        assert changed == {"employer", "job", "city", "diet", "editor"}
        assert sum(c["reason"] == "correction" for c in want["history"]) == 2
        first, second = want["conflict"]["sides"]
        assert first["value"] != second["value"]
        key = want["conflict"]["entity"], want["conflict"]["attribute"]
        assert key not in {(c["entity"], c["attribute"]) for c in [*want["current"], *want["history"]]}


class TestDemoConversation:
    def test_is_a_real_conversation_of_many_sessions(self) -> None:
        turns = conversation()
        assert_ordered_conversation(turns)
        assert len(turns) >= 220
        assert len({turn["session"] for turn in turns}) >= 10
        months = {turn["time"][:7] for turn in turns}
        assert len(months) >= 6

    @pytest.mark.parametrize("role", ["user", "assistant"])
    def test_half_of_it_is_chinese(self, role: str) -> None:
        texts = [turn["text"] for turn in conversation() if turn["role"] == role]
        assert 0.4 <= sum(map(is_chinese, texts)) / len(texts) <= 0.6

    def test_the_user_changes_language_within_every_session(self) -> None:
        spoken: dict[str, set[bool]] = {}
        for turn in conversation():
            if turn["role"] == "user":
                spoken.setdefault(turn["session"], set()).add(is_chinese(turn["text"]))
        assert all(languages == {True, False} for languages in spoken.values())

    def test_questions_are_answered_by_the_turns_they_name(self) -> None:
        turns = {turn["id"]: turn for turn in conversation()}
        asked = questions()["questions"]
        assert len(asked) >= 12
        for question in asked:
            said = " ".join(turns[turn_id]["text"] for turn_id in question["evidence"])
            assert all(turns[turn_id]["role"] == "user" for turn_id in question["evidence"])
            assert all(answer in said for answer in question["answer"]), question["id"]

    def test_some_questions_cross_the_languages_in_each_direction(self) -> None:
        turns = {turn["id"]: turn for turn in conversation()}
        crossings = {
            (question["lang"], is_chinese(turns[question["evidence"][0]]["text"]))
            for question in questions()["questions"]
        }
        assert crossings == {("en", True), ("en", False), ("zh", True), ("zh", False)}


class TestDemoTranscripts:
    @pytest.mark.parametrize("name, least", [("sales_report.openai.json", 12), ("log_cleanup.openai.json", 3)])
    def test_every_chat_call_has_its_result(self, name: str, least: int) -> None:
        calls, results = pairs_of_chat(name)
        assert calls == results
        assert len(calls) == len(set(calls)) >= least

    def test_every_claude_code_call_has_its_result_and_every_line_its_parent(self) -> None:
        lines = [line for line in json_lines(transcript("retry_client.claude_code.jsonl")) if "message" in line]
        assert [line["parentUuid"] for line in lines] == [None, *(line["uuid"] for line in lines[:-1])]
        blocks = [
            b for line in lines if isinstance(line["message"]["content"], list) for b in line["message"]["content"]
        ]
        calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        assert calls == [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        assert len(calls) >= 12

    def test_situations_expect_advice_that_their_transcript_can_give(self) -> None:
        situations = questions()["situations"]
        assert len(situations) >= 4
        for situation in situations:
            text = transcript(situation["transcript"])
            named = re.findall(r'"name": "(?:mcp__\w+?__)?(\w+)"', text)
            assert set(situation["tools"]) <= set(named), situation["id"]
            # the loop's advice is the debrief's own sentence; every other one quotes the run
            assert situation["expected"] in text or situation["error"] is None


def test_nothing_shipped_or_measured_names_a_machine_or_a_real_address() -> None:
    demo = [entry for folder in (DEMO, DEMO.joinpath("transcripts")) for entry in folder.iterdir() if entry.is_file()]
    texts = [entry.read_text(encoding="utf-8") for entry in demo if entry.name.endswith((".json", ".jsonl"))]
    texts += [
        path.read_text(encoding="utf-8")
        for folder in ("extraction", "dialogues")
        for path in (TESTS / folder).glob("*.json*")
    ]
    assert len(texts) >= 11
    for text in texts:
        assert "/work" not in text
        assert not re.search(r"/root\b", text, re.ASCII)
        hosts = re.findall(r"https?://([A-Za-z0-9.-]+)", text)
        assert all(host.rstrip(".").endswith(".example") for host in hosts)
