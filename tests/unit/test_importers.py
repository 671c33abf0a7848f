"""Every format of other tools, read from samples in the shape of each (see tests/data/imports/README.md)."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight.adapters.importers import read_bytes, read_paths
from hindsight.adapters.importers.stream import Document, values
from hindsight.domain.entries import BadEntry, Entry, MemoryEntry, RunEntry, TurnEntry
from hindsight.domain.errors import NotFound

SAMPLES = Path(__file__).parent.parent / "data" / "imports"


def entries(name: str) -> list[Entry]:
    return list(read_paths([SAMPLES / name]))


def turns(found: list[Entry]) -> list[tuple[str, str, str, str]]:
    return [
        (entry.conversation, str(entry.message["id"]), str(entry.message["role"]), str(entry.message["content"]))
        for entry in found
        if isinstance(entry, TurnEntry)
    ]


def memories(found: list[Entry]) -> dict[str, MemoryEntry]:
    return {str(entry.fields["content"]): entry for entry in found if isinstance(entry, MemoryEntry)}


def bad(found: list[Entry]) -> list[str]:
    return [entry.place for entry in found if isinstance(entry, BadEntry)]


@pytest.mark.requirement("W9")
def test_chatgpt_the_branch_that_was_seen_is_read_and_nothing_hidden() -> None:
    found = entries("openai_conversations.json")
    assert turns(found) == [
        ("c-lisbon", "aaa2", "user", "I am allergic to shellfish and I moved to Lisbon in February."),
        ("c-lisbon", "aaa6", "assistant", "Noted: no shellfish. Try the tasca near the castle."),
        ("c-lisbon", "aaa7", "user", "我的生日是五月四日。"),
        ("c-leaf", "bbb1", "user", "My sister is called Ana."),
    ]
    times = [entry.message["time"] for entry in found if isinstance(entry, TurnEntry)]
    assert times == [1709301601.0, 1709301620.0, 1709301700.0, 1709500000.0]
    assert bad(found) == ["openai_conversations.json[1]"]


@pytest.mark.requirement("W9")
def test_claude_text_blocks_are_turns_and_what_was_attached_is_a_document() -> None:
    found = entries("claude_conversations.json")
    conversation = "5a1e6f5c-0001-4000-8000-000000000001"
    assert turns(found) == [
        (conversation, "m-1", "user", "I grow tomatoes on my balcony in Porto."),
        (conversation, "m-2", "assistant", "Let me look.\nWater them in the morning."),
        (conversation, "m-3", "user", "我养了两只猫。"),
    ]
    (document,) = memories(found).values()
    assert document.fields["source"] == {"type": "document", "name": "seeds.txt", "conversation": conversation}
    assert bad(found) == []


def test_claude_its_own_memory_is_read_by_paragraphs() -> None:
    raw = json.dumps(
        [{"conversations_memory": "**Work**\nBuilds boats.\n\n**Home**\nLives in Turku.", "account_uuid": "a"}]
    )
    assert list(memories(list(read_bytes(raw.encode(), "memories.json")))) == [
        "**Work**\nBuilds boats.",
        "**Home**\nLives in Turku.",
    ]


@pytest.mark.requirement("W9")
def test_mem0_keeps_ids_times_categories_and_relations() -> None:
    found = entries("mem0.json")
    held = memories(found)
    seats = held["Prefers window seats on long flights"].fields
    assert seats["ref"] == "892db2ae-06d9-49e5-8b3e-585ef9b85b8e"
    assert seats["occurred_at"] == "2025-05-06T01:02:03.000000-07:00"
    assert seats["tags"] == ["travel", "preferences", "topic:travel"]
    assert held["对青霉素过敏"].fields["source"] == {"type": "import", "name": "alex", "conversation": "run-7"}
    claim = held["alex works at Northwind"].claim
    assert claim
    assert (claim.entity, claim.attribute, claim.value) == ("alex", "works_at", "Northwind")
    assert "alex lives in Utrecht" in held
    assert bad(found) == ["mem0.json.results[3]"]


@pytest.mark.parametrize("shape", ["results", "memories", "list", "lines", "page"])
def test_mem0_in_every_container(shape: str) -> None:
    rows = [{"id": str(n), "memory": f"fact {n}", "user_id": "u"} for n in range(3)]
    whole: object = {"results": rows} if shape == "results" else {"memories": rows} if shape == "memories" else rows
    if shape == "page":
        whole = {"count": 3, "next": None, "previous": None, "results": rows}
    raw = "\n".join(map(json.dumps, rows)) if shape == "lines" else json.dumps(whole, indent=2)
    assert list(memories(list(read_bytes(raw.encode(), "export.json")))) == ["fact 0", "fact 1", "fact 2"]


@pytest.mark.requirement("W9")
def test_vectorize_lists_keep_kinds_times_and_entities() -> None:
    found = entries("vectorize_list.json")
    held = memories(found)
    works = held["Alice works at Google on the AI team"].fields
    assert (works["kind"], works["entities"], works["tags"]) == (
        "fact",
        ["Alice", "Google"],
        ["context:Work conversation"],
    )
    hiked = held["Alice hiked the Camino from May to June 2023"].fields
    assert (hiked["kind"], hiked["occurred_at"]) == ("episode", ["2023-05-01T00:00:00Z", "2023-06-12T00:00:00Z"])
    assert held["爱丽丝似乎更喜欢安静的办公室"].fields["kind"] == "insight"
    assert bad(found) == ["vectorize_list.json[2]"]


@pytest.mark.requirement("W9")
def test_vectorize_transfer_archives_are_read_as_they_are() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((SAMPLES / "vectorize_bank").rglob("*.json")):
            archive.write(path, str(path.relative_to(SAMPLES / "vectorize_bank")))
    found = list(read_bytes(packed.getvalue(), "bank.zip"))
    held = memories(found)
    assert {content: entry.fields["ref"] for content, entry in held.items()} == {
        "The staging database listens on port 5433": "f-1",
        "Bob restarted the workers after the move": "standup/2025-11-03#1",
        "The team moves databases without notice": "o-1",
    }
    assert held["The staging database listens on port 5433"].fields["tags"] == [
        "infra",
        "team",
        "room:A",
        "context:standup",
    ]
    assert bad(found) == []
    assert memories(list(read_paths([SAMPLES / "vectorize_bank"]))).keys() == held.keys()


@pytest.mark.requirement("W9", "M8")
def test_the_mcp_memory_server_gives_facts_about_entities_and_claims() -> None:
    found = entries("memory.jsonl")
    held = memories(found)
    assert list(held) == [
        "John_Smith: Speaks fluent Spanish",
        "John_Smith: Graduated in 2019",
        "Anthropic_Cafe: organization",
        "John_Smith works at Anthropic_Cafe",
        "王伟: 每天早上跑步五公里",
    ]
    claim = held["John_Smith works at Anthropic_Cafe"].claim
    assert claim
    assert (claim.entity, claim.attribute, claim.value) == ("John_Smith", "works_at", "Anthropic_Cafe")
    assert bad(found) == ["memory.jsonl:5"]
    rows = [json.loads(line) for line in (SAMPLES / "memory.jsonl").read_text("utf-8").splitlines()[:4]]
    graph = {
        "entities": [row for row in rows if row["type"] == "entity"],
        "relations": [row for row in rows if row["type"] == "relation"],
    }
    assert set(memories(list(read_bytes(json.dumps(graph, indent=1).encode(), "graph.json")))) == set(held)


@pytest.mark.requirement("W9")
def test_basic_memory_observations_relations_and_prose() -> None:
    found = entries("basic_memory")
    held = memories(found)
    heat = held["Coffee Brewing Methods: Water temperature at 96°C extracts optimal compounds #brewing #heat"].fields
    assert heat["tags"] == ["coffee", "brewing", "technique", "heat"]
    assert (heat["ref"], heat["occurred_at"]) == ("coffee-brewing-methods", "2025-02-03")
    kinds = Counter(entry.fields.get("kind") for entry in held.values() if "preference" in entry.fields["tags"])
    assert kinds == {"preference": 1}
    claim = held["Coffee Brewing Methods pairs well with Desserts"].claim
    assert claim
    assert claim.value == "Desserts"
    prose = held["Coffee Brewing Methods\nNotes from the workshop about [[Water Chemistry]]."].fields
    assert prose["entities"] == ["Coffee Brewing Methods", "Water Chemistry"]
    assert any("buy a new kettle" in content for content in held)
    assert held["茶: 下午喝乌龙茶 #下午"].fields["kind"] == "preference"
    assert held["茶: 下午喝乌龙茶 #下午"].fields["tags"] == ["饮品", "偏好", "下午"]
    assert "茶 产自 福建" in held
    assert bad(found) == []


def test_plain_markdown_is_cut_at_its_headings_and_code_is_not() -> None:
    text = (
        "---\ntags: [a, b]\ndate: 2025-01-02\n---\nintro\n# One\ntext\n```\n# no heading\n```\n## Two\nmore\n# Empty\n"
    )
    held = memories(list(read_bytes(text.encode(), "note.md")))
    assert list(held) == ["intro", "One\ntext\n```\n# no heading\n```", "One > Two\nmore"]
    assert {tuple(entry.fields["tags"]) for entry in held.values()} == {("a", "b")}
    assert {entry.fields["occurred_at"] for entry in held.values()} == {"2025-01-02"}


@pytest.mark.requirement("W9")
def test_bad_lines_are_told_by_number_and_reason_and_the_rest_is_read() -> None:
    found = entries("turns.jsonl")
    assert [text for *_, text in turns(found)] == [
        "I live in Ghent and I work as a nurse.",
        "Nice to meet you.",
        "Our cat is called Miso.",
        "abracadabra",
    ]
    reasons = {entry.place: entry.reason for entry in found if isinstance(entry, BadEntry)}
    assert reasons.keys() == {"turns.jsonl:3", "turns.jsonl:6", "turns.jsonl:7"}
    assert "no JSON" in reasons["turns.jsonl:3"]
    assert "list" in reasons["turns.jsonl:7"]


def test_turns_without_an_id_have_the_same_one_at_every_reading() -> None:
    raw = b'{"role":"user","content":"hi","session":"s"}\n' * 2
    first, again = turns(list(read_bytes(raw, "a.jsonl"))), turns(list(read_bytes(raw, "a.jsonl")))
    assert first == again
    assert len({id_ for _, id_, *_ in first}) == 2


@pytest.mark.requirement("W9")
def test_a_zip_is_read_where_it_is_and_what_is_no_memory_is_passed_over() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(SAMPLES / "openai_conversations.json", "export/conversations.json")
        archive.writestr("export/chat.html", "<html>")
        archive.writestr("export/user.json", '{"email": "x@example.org"}')
        archive.writestr("export/message_feedback.json", "[]")
        archive.writestr("__MACOSX/conversations.json", "junk")
    found = list(read_bytes(packed.getvalue(), "chatgpt.zip"))
    assert len(turns(found)) == 4
    assert bad(found) == ["chatgpt.zip/export/conversations.json[1]"]


def test_a_damaged_zip_is_told() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.jsonl", '{"role":"user","content":"hello there"}\n' * 50)
    raw = packed.getvalue()
    assert bad(list(read_bytes(raw.replace(b"hello there", b"HELLO there", 1), "x.zip"))) == ["x.zip/a.jsonl"]
    assert bad(list(read_bytes(raw[: len(raw) // 2], "x.zip"))) == ["x.zip"]


def test_an_unknown_file_is_told_and_an_unknown_path_is_an_error(tmp_path: Path) -> None:
    (found,) = read_bytes(b'{"foo": 1}', "x.json")
    assert isinstance(found, BadEntry)
    with pytest.raises(NotFound):
        read_paths([tmp_path / "nothing"])


def test_agent_transcripts_are_still_runs() -> None:
    samples = SAMPLES.parent / "trajectories"
    for name in ("claude_code.jsonl", "openai_chat.json", "playwright_session.md", "sweagent.traj"):
        assert any(isinstance(entry, RunEntry) for entry in read_paths([samples / name])), name


def test_a_long_array_is_read_item_by_item() -> None:
    row = {"mapping": {}, "current_node": None, "title": "x" * 3_000_000}
    raw = json.dumps([row] * 5).encode()
    stream = values(Document("big.json", lambda: io.BytesIO(raw)))
    assert next(stream)[0] == "big.json[0]"
    assert len(list(stream)) == 4


def test_what_follows_a_list_is_told() -> None:
    raw = b'[{"role": "user", "content": "hi"}]\n[{"role": "user", "content": "ho"}]'
    assert bad(list(read_bytes(raw, "x.json"))) == ["x.json"]


@pytest.mark.parametrize("raw", ["[{}, {bad}, {}]", "[1, 2", '["a", "b', "[" * 5000, "[1 2 3}"])
def test_a_broken_array_ends_with_its_place(raw: str) -> None:
    *_, (_, last) = values(Document("x.json", lambda: io.BytesIO(raw.encode())))
    assert isinstance(last, BadEntry)
    assert last.place.startswith("x.json[")


NAMES = sorted(
    str(path.relative_to(SAMPLES)) for path in SAMPLES.rglob("*") if path.suffix in (".json", ".jsonl", ".md")
)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_file_that_was_damaged_anywhere_never_raises(name: str, data: st.DataObject) -> None:
    raw = bytearray((SAMPLES / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 40))] = data.draw(
            st.sampled_from([b"", b"null", b"[", b'"', b"\xff", b"1e999"])
        )
    assert all(isinstance(entry, Entry.__args__) for entry in read_bytes(bytes(raw), name))  # type: ignore[attr-defined]


def test_a_file_that_is_no_json_is_told_so_and_not_as_an_unknown_transcript(tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text('{"a":', "utf-8")
    (bad,) = read_paths([tmp_path / "cut.json"])
    assert isinstance(bad, BadEntry)
    assert bad.reason.startswith("is no JSON")
