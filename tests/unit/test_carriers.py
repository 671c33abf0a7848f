"""Every carrier tells the same run: the samples, pairing, damage, and sizes."""

import contextlib
import copy
import json
import tracemalloc
from pathlib import Path

import pytest

from hindsight.adapters.carriers import UnknownCarrier, detect_and_read
from hindsight.domain.debrief import debrief

SAMPLES = Path(__file__).parent.parent / "data" / "trajectories"
CSV_RUN = {
    "anthropic.json": "anthropic",
    "claude_code.jsonl": "claude_code",
    "codex_rollout.jsonl": "codex",
    "langchain.json": "langchain",
    "mcp_log.jsonl": "mcp_log",
    "openai_chat.json": "openai_chat",
    "openai_responses.json": "openai_responses",
    "otel_spans.json": "otel",
    "sweagent.traj": "sweagent",
}


def sample(name):
    return detect_and_read(SAMPLES / name)


def one(data):
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    (run,) = detect_and_read(raw).trajectories
    return run


def chat(*messages):
    return {"messages": [{"role": "user", "content": "go"}, *messages]}


def asked(*ids):
    calls = [{"id": i, "type": "function", "function": {"name": f"t{i}", "arguments": "{}"}} for i in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def told(call, content):
    return {"role": "tool", "tool_call_id": call, "content": content}


@pytest.mark.requirement("X1")
@pytest.mark.parametrize("name, carrier", CSV_RUN.items())
def test_each_sample_gives_the_same_two_steps_and_the_same_lesson(name, carrier):
    found = sample(name)
    assert (found.carrier, found.skipped) == (carrier, 0)
    (run,) = found.trajectories
    report = debrief(run)
    assert report.statuses == ("error", "ok")
    assert report.errors[0].cls == "UnicodeDecodeError"
    (lesson,) = report.experiences
    assert (lesson.kind, lesson.steps) == ("changed_arguments", ((0,), 1))
    assert (lesson.adjustment.ops[0].old, lesson.adjustment.ops[0].new) == ("utf-8", "gb18030")
    assert run.steps[1].result == "month,revenue\n1,1200"
    assert run.carrier == carrier


@pytest.mark.parametrize("name", sorted(set(CSV_RUN) - {"mcp_log.jsonl", "otel_spans.json", "sweagent.traj"}))
def test_the_first_words_of_the_user_are_the_goal(name):
    assert sample(name).trajectories[0].goal == "Read sales.csv"


def test_times_session_and_thoughts_are_kept():
    (run,) = sample("claude_code.jsonl").trajectories
    assert run.session_id == "0f6c6d1e-5d5c-4a55-9a0e-2f4b8f3c1a11"
    assert run.steps[0].started_at.isoformat() == "2026-03-18T07:30:02+00:00"
    assert run.steps[0].duration_ms == 1000
    assert sample("openai_chat.json").trajectories[0].steps[1].thought == "Try gb18030."
    assert sample("otel_spans.json").trajectories[0].session_id == "conv_7"


def test_a_playwright_session_teaches_to_take_a_fresh_snapshot():
    (run,) = sample("playwright_session.md").trajectories
    report = debrief(run)
    assert report.statuses == ("ok", "error", "ok", "ok")
    (lesson,) = report.experiences
    assert (lesson.kind, lesson.steps) == ("refreshed_value", ((1,), 3))


@pytest.mark.requirement("X13")
def test_a_devtools_recording_is_a_path_made_by_a_person():
    (run,) = sample("devtools_recorder.json").trajectories
    assert [step.tool for step in run.steps] == ["setViewport", "navigate", "click"]
    assert {step.actor for step in run.steps} == {"user"}
    report = debrief(run)
    assert report.minimal_path == (0, 1, 2)
    assert report.procedure is not None


def test_parallel_results_out_of_order_are_paired_by_id():
    run = one(chat(asked("1", "2", "3"), told("3", "c"), told("1", "a"), told("2", "b")))
    assert [(step.tool, step.result) for step in run.steps] == [("t1", "a"), ("t2", "b"), ("t3", "c")]


def test_a_call_without_a_result_is_a_missing_result():
    report = debrief(one(chat(asked("1"), told("1", "a"), asked("2"))))
    assert report.errors[-1].cls == "NO_RESULT"
    assert report.outcome == "interrupted"


def test_a_result_without_a_call_adds_no_step():
    assert len(one(chat(asked("1"), told("1", "a"), told("9", "?"))).steps) == 1


def test_the_same_call_twice_is_one_step():
    assert len(one(chat(asked("1"), told("1", "a"), asked("1"), told("1", "a"))).steps) == 1


def test_a_file_that_repeats_its_lines_gives_the_same_run():
    raw = (SAMPLES / "claude_code.jsonl").read_bytes()
    assert one(raw + raw) == one(raw)


def test_a_sidechain_is_left_out():
    lines = [json.loads(line) for line in (SAMPLES / "claude_code.jsonl").read_text("utf-8").splitlines()]
    for line in lines[2:4]:
        line["isSidechain"] = True
    raw = "\n".join(json.dumps(line) for line in lines).encode()
    assert len(one(raw).steps) == 1


def test_a_later_remark_of_the_user_stands_between_the_calls():
    run = one(chat(asked("1"), told("1", "a"), {"role": "user", "content": "no, use t2"}, asked("2"), told("2", "b")))
    assert [step.tool for step in run.steps] == ["t1", "user_message", "t2"]
    assert run.steps[1].said == "no, use t2"


@pytest.mark.parametrize("name", ["claude_code.jsonl", "codex_rollout.jsonl", "mcp_log.jsonl"])
@pytest.mark.parametrize("damage", [b'{"cut off', b"\xff\xfe\x00", b"not json at all"])
def test_a_bad_line_is_skipped_and_counted(name, damage):
    lines = (SAMPLES / name).read_bytes().splitlines()
    found = detect_and_read(b"\n".join([damage, *lines[:2], damage, *lines[2:]]))
    assert found.skipped == 2
    assert found.trajectories == sample(name).trajectories


def test_arguments_that_are_no_json_are_kept_raw():
    broken = {"id": "1", "type": "function", "function": {"name": "t", "arguments": '{"a": '}}
    run = one(chat({"role": "assistant", "tool_calls": [broken]}, told("1", "x")))
    assert dict(run.steps[0].args) == {"$raw": '{"a": '}


def test_images_are_dropped_from_results():
    content = [{"type": "image_url", "image_url": {"url": "data:AAAA"}}, {"type": "text", "text": "seen"}]
    assert one(chat(asked("1"), told("1", content))).steps[0].result == "seen"


def test_codex_takes_the_exit_code_from_the_event_and_not_a_second_step():
    lines = [
        {"type": "session_meta", "payload": {"id": "s"}},
        {
            "type": "response_item",
            "payload": {
                "type": "local_shell_call",
                "call_id": "c",
                "action": {"command": ["bash", "-lc", "pip install x"]},
            },
        },
        {
            "type": "event_msg",
            "payload": {"type": "exec_command_end", "call_id": "c", "exit_code": 1, "aggregated_output": "no"},
        },
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c", "output": "no"}},
    ]
    (step,) = one("\n".join(map(json.dumps, lines)).encode()).steps
    assert (step.exit_code, step.result) == (1, "no")


def test_mcp_sessions_with_the_same_ids_are_two_runs():
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {}}}
    result = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "x"}]}}
    start = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
    raw = "\n".join(json.dumps(line) for line in (start, call, result, start, call, result)).encode()
    assert [len(run.steps) for run in detect_and_read(raw).trajectories] == [1, 1]


def test_an_mcp_protocol_error_is_an_error():
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {}}}
    error = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: t"}}
    report = debrief(one("\n".join(map(json.dumps, (call, error))).encode()))
    assert report.errors[0].cls == "TOOL_NOT_FOUND"


@pytest.mark.parametrize("key", ["response", "result"])
def test_otel_message_parts_are_read_where_there_are_no_tool_spans(key):
    said = [
        {"role": "user", "parts": [{"type": "text", "content": "do"}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "1", "name": "t", "arguments": {"a": 1}}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "1", key: "x"}]},
    ]
    attribute = {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps(said)}}
    span = {"traceId": "t", "spanId": "s", "name": "chat", "attributes": [attribute]}
    run = one({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})
    assert (run.goal, run.steps[0].tool, run.steps[0].result) == ("do", "t", "x")


def test_a_refused_edit_of_swe_agent_is_an_error():
    steps = [{"action": "edit 1:2", "observation": "Your proposed edit has introduced new syntax error(s)."}]
    run = one({"trajectory": steps, "history": [], "info": {"exit_status": "exit_cost"}})
    report = debrief(run)
    assert (report.statuses, report.outcome) == (("error",), "interrupted")


def test_our_own_shape_and_one_message_a_line_are_read():
    assert one({"goal": "g", "steps": [{"tool": "t", "args": {}, "result": "x"}]}).carrier == "hindsight"
    lines = chat(asked("1"), told("1", "a"))["messages"]
    assert one("\n".join(map(json.dumps, lines)).encode()).steps[0].result == "a"


def test_a_line_for_each_conversation_is_a_run_for_each():
    raw = "\n".join(json.dumps(chat(asked("1"), told("1", str(n)))) for n in range(3)).encode()
    assert [run.steps[0].result for run in detect_and_read(raw).trajectories] == ["0", "1", "2"]


@pytest.mark.parametrize("data", [b"", b"hello", b"{}", b"[]", b'{"a": 1}\n{"a": 2}', b"\x00\xff"])
def test_what_no_carrier_knows_is_refused_by_name(data):
    with pytest.raises(UnknownCarrier, match="claude_code"):
        detect_and_read(data)


def test_a_large_session_is_streamed_in_bounded_memory(tmp_path):
    lines = [json.loads(line) for line in (SAMPLES / "claude_code.jsonl").read_text("utf-8").splitlines()]
    file = tmp_path / "large.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for n in range(20):
            for line in lines[2:4]:
                copy = json.loads(json.dumps(line).replace("toolu_01", f"toolu_{n}"))
                copy["uuid"] = f"{n}{line['uuid']}"
                if line["type"] == "user":
                    copy["message"]["content"][0]["content"] = "x" * 500_000
                    copy["toolUseResult"] = ""
                out.write(json.dumps(copy) + "\n")
    assert file.stat().st_size > 10_000_000
    tracemalloc.start()
    (run,) = detect_and_read(file).trajectories
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(run.steps) == 20
    assert len(run.steps[0].error) < 21_000
    assert "more characters]" in run.steps[0].error
    assert peak < 30_000_000


JUNK = (None, 5, "x", [], {}, [1], {"a": 1}, True, "2026-99-99", ["x", {}])


def places(value, here=()):
    """Every place in JSON data, as a path of keys."""
    if here:
        yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*here, key))


@pytest.mark.parametrize("name", [name for name in CSV_RUN if name.endswith((".json", ".traj"))])
def test_a_document_with_junk_in_any_place_is_read_or_refused_by_name(name):
    whole = json.loads((SAMPLES / name).read_text("utf-8"))
    for place in places(whole):
        for junk in JUNK:
            damaged = copy.deepcopy(whole)
            target = damaged
            for key in place[:-1]:
                target = target[key]
            target[place[-1]] = junk
            with contextlib.suppress(UnknownCarrier):
                assert detect_and_read(json.dumps(damaged).encode()).carrier
