"""Every format of other tools, read from samples in the shape of each (see tests/data/imports/README.md)."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
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
    assert bad(found) == ["openai_conversations.json[1].mapping.x"]


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
    assert bad(found) == ["chatgpt.zip/export/conversations.json[1].mapping.x"]


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
@settings(max_examples=40)
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


SAID = ("我住在杭州西湖区。", "I live in Graz, Austria.", "我对芒果过敏。")
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"]


@pytest.mark.requirement("W9")
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_are_read_in_whatever_encoding_they_are(encoding: str, end: str) -> None:
    rows = [json.dumps({"role": "user", "content": text}, ensure_ascii=False) for text in SAID]
    for raw, name in (
        (end.join(rows), "talk.jsonl"),
        (f"[{end}{f',{end}'.join(rows)}{end}]", "talk.json"),
    ):
        found = list(read_bytes(raw.encode(encoding), name))
        assert [content for *_, content in turns(found)] == list(SAID)
        assert bad(found) == []
    note = end.join(["# 笔记", "我在深圳上班。", ""])
    assert set(memories(list(read_bytes(note.encode(encoding), "note.md")))) == {"笔记\n我在深圳上班。"}


@pytest.mark.requirement("W9")
def test_a_wrong_byte_spoils_its_line_and_no_other() -> None:
    rows = [json.dumps({"role": "user", "content": text}, ensure_ascii=False).encode() for text in SAID]
    rows[0] = rows[0].replace("西".encode(), b"\xff")
    found = list(read_bytes(b"\n".join(rows), "talk.jsonl"))
    assert bad(found) == ["talk.jsonl:1"]
    assert [content for *_, content in turns(found)] == list(SAID[1:])
    latin = (
        '{"role": "user", "content": "Je m\'appelle René, André et Zoé."}\n{"role": "user", "content": "I like tea."}'
    )
    found = list(read_bytes(latin.encode("latin-1"), "talk.jsonl"))
    assert bad(found) == ["talk.jsonl:1"]
    gb = [b'{"content": "\xff\xff"}', *(row.decode().encode("gb18030") for row in rows[1:] * 5)]
    assert bad(list(read_bytes(b"\n".join(gb), "talk.jsonl"))) == ["talk.jsonl:1"]


@pytest.mark.requirement("W9")
def test_chatgpt_a_branch_goes_on_past_nodes_that_were_deleted() -> None:
    def node(name: str, text: str | None, children: list[str], parent: str | None = None) -> dict[str, object]:
        said = {"id": name, "author": {"role": "user"}, "content": {"content_type": "text", "parts": [text]}}
        return {"id": name, "message": said if text else None, "parent": parent, "children": children}

    mapping = {
        "root": node("root", None, ["a"]),
        "a": node("a", "My dentist is Dr. Yang.", ["gone", "b", "gone too"], "root"),
        "b": node("b", "She works in Graz.", ["gone"], "a"),
    }
    row = {"conversation_id": "c", "create_time": 1, "current_node": "lost", "mapping": mapping}
    found = list(read_bytes(json.dumps([row]).encode(), "conversations.json"))
    assert [said for *_, said in turns(found)] == ["My dentist is Dr. Yang.", "She works in Graz."]
    looped = {**row, "mapping": {"a": {**node("a", "I am here.", ["a"], "a")}}}
    assert len(turns(list(read_bytes(json.dumps([looped, row]).encode(), "conversations.json")))) == 2


@pytest.mark.requirement("W9")
def test_one_bad_row_inside_a_document_hides_none_of_those_after_it() -> None:
    mem0 = {
        "results": [{"id": "1", "memory": "Likes tea"}],
        "relations": [{"source": "a"}, None, {"source": "anna", "relationship": "knows", "target": "boris"}],
    }
    found = list(read_bytes(json.dumps(mem0).encode(), "mem0.json"))
    assert bad(found) == ["mem0.json:1.relations[0]", "mem0.json:1.relations[1]"]
    assert "anna knows boris" in memories(found)
    graph = {
        "entities": [{"entityType": "x"}, {"name": "Anna", "entityType": "person", "observations": ["Sails"]}],
        "relations": [{"from": "x"}, {"from": "Anna", "to": "Boris", "relationType": "knows"}],
    }
    found = list(read_bytes(json.dumps(graph).encode(), "memory.json"))
    assert len(bad(found)) == 2
    assert set(memories(found)) == {"Anna: Sails", "Anna knows Boris"}
    talk = {"uuid": "k", "chat_messages": [None, {"uuid": "m", "sender": "human", "text": "I sail."}]}
    found = list(read_bytes(json.dumps([talk]).encode(), "conversations.json"))
    assert bad(found) == ["conversations.json[0].chat_messages[0]"]
    assert [said for *_, said in turns(found)] == ["I sail."]


@pytest.mark.requirement("W9")
def test_claudes_own_notes_keep_their_headings_and_those_of_projects_are_read() -> None:
    notes = "**Work context**\n\nAnna is a nurse.\n\n## Personal\n\nShe keeps bees."
    row = {"conversations_memory": notes, "project_memories": {"p1": "The hive has 3 frames."}}
    found = list(read_bytes(json.dumps([row]).encode(), "memories.json"))
    assert set(memories(found)) == {
        "Work context: Anna is a nurse.",
        "Personal: She keeps bees.",
        "The hive has 3 frames.",
    }


@pytest.mark.requirement("W9")
def test_a_zip_that_leads_out_or_unfolds_without_end_is_told_and_not_read() -> None:
    row = json.dumps({"role": "user", "content": "I live in Oslo."})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("../../etc/evil.jsonl", "..\\win.jsonl", "/abs/evil.jsonl", "ok.jsonl"):
            archive.writestr(name, row)
        archive.writestr("inner.zip", "PK")
        archive.writestr("bomb.jsonl", b" " * (40 << 20))
    found = list(read_bytes(packed.getvalue(), "x.zip"))
    reasons = {entry.place: entry.reason for entry in found if isinstance(entry, BadEntry)}
    assert len(turns(found)) == 1
    assert reasons == {
        "x.zip/../../etc/evil.jsonl": "leads out of the archive",
        "x.zip/..\\win.jsonl": "leads out of the archive",
        "x.zip//abs/evil.jsonl": "leads out of the archive",
        "x.zip/inner.zip": "is a ZIP inside a ZIP; import it by itself",
        "x.zip/bomb.jsonl": "is packed tighter than text can be",
    }


@pytest.mark.requirement("W9")
def test_hidden_folders_are_settings_not_notes(tmp_path: Path) -> None:
    for name in (".obsidian/app.md", "sub/.git/note.md", "sub/note.md", ".hidden.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# Note\nThe crane was serviced.\n", "utf-8")
    assert [entry.place for entry in read_paths([tmp_path])] == ["sub/note.md#Note"]


@pytest.mark.requirement("W9")
@pytest.mark.parametrize("kind", ["lines", "array", "gb18030"])
def test_a_large_file_is_read_in_bounded_memory(tmp_path: Path, kind: str) -> None:
    """What is held at once is measured, not what the process ever had."""
    text = "我住在杭州西湖区，每天骑车上班。" * 20
    row = json.dumps({"role": "user", "content": text}, ensure_ascii=False)
    path = tmp_path / "large.jsonl"
    with path.open("w", encoding="gb18030" if kind == "gb18030" else "utf-8") as file:
        file.write("[\n" if kind == "array" else "")
        for number in range(20_000):
            file.write(f"{',' if kind == 'array' and number else ''}{row}\n")
        file.write("]" if kind == "array" else "")
    assert path.stat().st_size > 12_000_000
    tracemalloc.start()
    count = sum(1 for _ in read_paths([path]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 20_000
    assert peak < 12_000_000


def test_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "notes.md")
    [entry] = read_paths([tmp_path / "notes.md"])
    assert isinstance(entry, BadEntry)
    assert "no regular file" in entry.reason


def test_a_document_too_large_to_be_held_is_told(tmp_path: Path) -> None:
    with (tmp_path / "holes.json").open("wb") as file:
        file.truncate((256 << 20) + 1)
    [entry] = read_paths([tmp_path / "holes.json"])
    assert isinstance(entry, BadEntry)
    assert "256 MB" in entry.reason


@pytest.mark.parametrize("one_list", [False, True])
def test_messages_with_tool_calls_are_a_run(one_list: bool) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "resize", "arguments": '{"path": "a.heic"}'}}
    rows = [
        {"role": "user", "content": "Resize the photos"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "Error: unsupported format heic"},
        {"role": "assistant", "content": "It cannot be resized."},
    ]
    text = json.dumps(rows) if one_list else "\n".join(map(json.dumps, rows))
    (found,) = read_bytes(text.encode(), "session.jsonl")
    assert isinstance(found, RunEntry)
    assert [step.tool for step in found.run.steps] == ["resize"]


def test_a_step_far_down_among_turns_names_the_way_to_import_it() -> None:
    rows = [{"role": "user", "content": f"I have {n} hens"} for n in range(30)]
    rows.append({"role": "tool", "content": "ok", "tool_call_id": "c1"})
    *_, last = read_bytes("\n".join(map(json.dumps, rows)).encode(), "chat.jsonl")
    assert isinstance(last, BadEntry)
    assert "--format transcript" in last.reason
