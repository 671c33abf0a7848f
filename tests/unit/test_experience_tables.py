"""The tables of the experience design, row by row: names of tools, statuses, natures, floors, credit."""

import pytest

from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.classes import nature_of
from hindsight.domain.debrief.status import status
from hindsight.domain.experience import Counters, Outcome, count
from hindsight.domain.tools import canonical
from hindsight.domain.trajectory import Step

TRANSIENT = [
    "HTTP_408",
    "HTTP_425",
    "HTTP_429",
    "HTTP_500",
    "HTTP_502",
    "HTTP_503",
    "HTTP_504",
    "HTTP_520",
    "HTTP_524",
    "HTTP_529",
    "TIMEOUT",
    "ECONNREFUSED",
    "ECONNRESET",
    "DNS",
    "EAI_AGAIN",
    "LOCKED",
    "EXIT_124",
    "EXIT_143",
]
PERMANENT = [
    "HTTP_400",
    "HTTP_401",
    "HTTP_403",
    "HTTP_404",
    "HTTP_405",
    "HTTP_409",
    "HTTP_410",
    "HTTP_413",
    "HTTP_415",
    "HTTP_422",
    "ENOENT",
    "EACCES",
    "SCHEMA",
    "CMD_NOT_FOUND",
    "TOOL_NOT_FOUND",
    "EXIT_126",
    "EXIT_127",
    "EXIT_2",
    "UnicodeDecodeError",
    "JSONDecodeError",
    "KeyError",
    "TypeError",
    "ValueError",
    "AttributeError",
    "ImportError",
    "SyntaxError",
    "IndexError",
    "AssertionError",
    "IntegrityError",
]


@pytest.mark.requirement("X6", "X7")
@pytest.mark.parametrize(
    "cls, text, nature",
    [
        *((cls, "", "transient") for cls in TRANSIENT),
        *((cls, "", "permanent") for cls in PERMANENT),
        *((cls, "", "unknown") for cls in ("ERROR", "EXIT_1", "OOM", "ELEMENT_NOT_FOUND", "HTTP_418")),
        ("HTTP_403", "403: rate limit exceeded", "transient"),
        ("HTTP_400", "the model is overloaded", "transient"),
    ],
)
def test_the_nature_of_a_class(cls, text, nature):
    assert nature_of(cls, text) == nature


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "tool, command, name",
    [
        ("mcp__files__file_read", None, "file_read"),
        ("files.file_read", None, "file_read"),
        *((shell, "ls -la", "shell:ls") for shell in ("bash", "shell", "local_shell_call", "execute_command", "exec")),
        *((shell, "ls", "shell:ls") for shell in ("run_command", "terminal")),
        ("bash", "cd /srv && git push origin main", "shell:git push"),
        ("bash", "sudo apt install jq", "shell:apt install"),
        ("bash", "env A=1 npm ci", "shell:npm ci"),
        ("bash", "timeout 5 kubectl get pods", "shell:kubectl get"),
        ("bash", "docker run x", "shell:docker run"),
        ("bash", "uv sync", "shell:uv sync"),
        ("bash", "cargo build", "shell:cargo build"),
        ("bash", "go test ./...", "shell:go test"),
        ("bash", "yarn add x", "shell:yarn add"),
        ("bash", "poetry add x", "shell:poetry add"),
        ("bash", "python -m pytest -q", "shell:python -m pytest"),
        ("bash", "python train.py", "shell:python"),
    ],
)
def test_the_canonical_name_of_a_tool(tool, command, name):
    args = {} if command is None else {"command": command}
    assert canonical(tool, args) == name


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "step, expected",
    [
        ({"tool": "save", "error": "no"}, "error"),
        ({"tool": "save", "result": "ok", "is_error": True}, "error"),
        *(({"tool": "save", "result": "x", "status": s}, "error") for s in ("error", "failed", "failure", "timeout")),
        ({"tool": "save", "result": "x", "status": "cancelled"}, "error"),
        ({"tool": "save", "result": "x", "exit_code": 2}, "error"),
        ({"tool": "save", "result": "The command exited with code 3"}, "error"),
        *(
            ({"tool": "bash", "args": {"command": f"{p} a b"}, "result": "", "exit_code": 1}, "negative")
            for p in ("grep", "rg", "diff", "test", "cmp", "pgrep")
        ),
        ({"tool": "bash", "args": {"command": "grep -P a"}, "result": "grep: invalid option", "exit_code": 1}, "error"),
        ({"tool": "save", "result": "x", "http_status": 404}, "error"),
        *(
            ({"tool": "save", "result": text}, "error")
            for text in ('{"error": "no"}', '{"isError": true}', '{"success": false}', '{"ok": false}')
        ),
        *(
            ({"tool": "save", "result": f"{word}: it went wrong"}, "error")
            for word in ("Error", "fatal", "panic", "Exception", "failed", "错误", "失败", "异常")
        ),
        ({"tool": "run", "result": "Traceback (most recent call last):\n  File x"}, "error"),
        ({"tool": "run", "result": "line\nValueError: no"}, "error"),
        ({"tool": "edit", "result": "Your proposed edit has...\nERRORS:\n- E999"}, "error"),
        *(({"tool": "run", "result": text}, "error") for text in ("usage: x [-h]", "unknown flag", "unrecognized x")),
        ({"tool": "read_file", "result": "FileNotFoundError: a.txt"}, "error"),
        ({"tool": "read_file", "result": "2026 INFO\nERROR TimeoutError in worker\n" * 5}, "ok"),
        *(({"tool": "search", "result": text}, "empty") for text in ("[]", "{}", "null", "no results", "没有结果")),
        ({"tool": "save", "result": "done"}, "ok"),
    ],
)
def test_the_status_of_a_step(step, expected):
    given = {"args": {}, **step}
    assert status(Step(i=0, **given), canonical(given["tool"], given["args"])) == expected


def call(tool="save", **came):
    return {"tool": tool, "args": came.pop("args", {"name": "report", "mode": "fast"}), **came}


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "steps, kind, floor",
    [
        (
            [call(error="Error: bad mode"), call(args={"name": "report", "mode": "safe"}, result="ok")],
            "changed_arguments",
            0.9,
        ),
        (
            [call(args={"name": "r", "at": "5"}, error="Error: no"), call(args={"name": "r", "at": 5}, result="ok")],
            "changed_arguments",
            0.85,
        ),
        (
            [
                call("click", args={"ref": "e12"}, error="Error: ref e12 not found"),
                call("snapshot", args={}, result="button [ref=e77]"),
                call("click", args={"ref": "e77"}, result="ok"),
            ],
            "refreshed_value",
            0.8,
        ),
        (
            [
                call(error="Error: folder is missing"),
                call("mkdir", args={"path": "out"}, result="ok"),
                call(result="ok"),
            ],
            "precondition",
            0.8,
        ),
        ([call(error="Error: 500"), call(result="ok")], "plain_retry", 0.4),
        ([call(error="Error: bad mode. Please use safe.")], "unrepaired", 0.3),
    ],
)
def test_a_structured_lesson_is_at_least_as_concrete_as_its_kind(steps, kind, floor):
    [found] = debrief({"goal": "save it", "steps": steps}).experiences
    assert found.kind == kind
    assert found.concreteness >= floor


@pytest.mark.requirement("X9")
@pytest.mark.parametrize("task", ["success", "failure", "interrupted", None])
@pytest.mark.parametrize(
    "applied, recurred, grown",
    [
        (True, True, {"applied", "fail_after"}),
        (False, False, {"shown"}),
        (False, True, {"shown", "recurred"}),
    ],
)
def test_these_rows_of_the_credit_table_hold_whatever_became_of_the_task(applied, recurred, grown, task):
    after = count(Counters(), Outcome(applied, recurred), task)
    assert {
        name for name in ("shown", "applied", "ok_after", "fail_after", "recurred") if getattr(after, name)
    } == grown


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "path, old, new, rule",
    [
        ("start", 1773819000000, 1773819000, "seconds"),
        ("force", "true", True, "boolean"),
        ("tags", ["red"], "red", "scalar"),
        ("name", "acme gmbh", "ACME GMBH", "upper"),
        ("name", "acme gmbh", "Acme GmbH", "case"),
        ("url", "https://a.example/x/", "https://a.example/x", "no_trailing_slash"),
        ("wait_seconds", 5, 30, "raise"),
        ("retries", 1, 3, "raise"),
        ("limit", 500, 100, "reduce"),
        ("page_size", 500, 100, "reduce"),
        ("count", 500, 100, "reduce"),
        ("batch", 64, 16, "reduce"),
        ("workers", 16, 4, "reduce"),
    ],
)
def test_the_general_form_of_a_change(path, old, new, rule):
    steps = [{"tool": "t", "args": {"a": "same", path: value}} for value in (old, new)]
    [lesson] = debrief({"goal": "g", "steps": [{**steps[0], "error": "no"}, {**steps[1], "result": "ok"}]}).experiences
    assert [(op.op, op.path, op.rule) for op in lesson.adjustment.ops] == [("set", path, rule)]


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "name",
    [
        "request_id",
        "trace_id",
        "timestamp",
        "nonce",
        "cursor",
        "page_token",
        "idempotency_key",
        "tool_call_id",
        "description",
        "element",
    ],
)
def test_what_differs_in_every_call_is_no_change(name):
    steps = [{"tool": "t", "args": {"a": "same", name: value}} for value in ("q", "r")]
    [lesson] = debrief({"goal": "g", "steps": [{**steps[0], "error": "no"}, {**steps[1], "result": "ok"}]}).experiences
    assert lesson.kind == "plain_retry"


READ = {"tool": "read_file", "args": {"path": "a.cfg"}, "result": "port=8080 owner=quartzline"}
EDIT = {"tool": "edit_file", "args": {"path": "a.cfg", "old_string": "8080", "new_string": "9090"}, "result": "ok"}
BACK = {"tool": "edit_file", "args": {"path": "a.cfg", "old_string": "9090", "new_string": "8080"}, "result": "ok"}
LAST = {"tool": "deploy", "args": {"owner": "quartzline"}, "result": "done"}


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "steps, path",
    [
        pytest.param([{**READ, "result": None, "error": "no"}, LAST], (1,), id="errors"),
        pytest.param([{"tool": "search", "args": {"q": "z"}, "result": "[]"}, LAST], (1,), id="empty answers"),
        pytest.param([EDIT, BACK, LAST], (2,), id="an edit and its inverse"),
        pytest.param([READ, READ, LAST], (0, 2), id="a repeated read"),
        pytest.param([{**READ, "result": "nothing of it is used"}, LAST], (1,), id="a read of no use"),
        pytest.param([EDIT, LAST], (0, 1), id="state changes stay"),
        pytest.param([LAST, {**READ, "result": "unused"}], (0, 1), id="the last step stays"),
    ],
)
def test_what_is_on_the_shortest_path(steps, path):
    assert debrief({"goal": "Deploy it", "steps": steps, "outcome": "success"}).minimal_path == path
