"""Own cases of the debrief: operations, batches, corrections, crashes, secrets, unclear goals, hostile input."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from tests.growth import LINEAR, dearer

from hindsight.domain.debrief import debrief
from hindsight.domain.experience import Op
from hindsight.domain.procedure import parameters, replay


def call(tool, args, result=None, error=None, **more):
    return {"tool": tool, "args": args, "result": result, "error": error, **more}


def run(*steps, goal="Do the work", task_type="work", **more):
    return debrief({"goal": goal, "task_type": task_type, "steps": list(steps), **more})


def only(result):
    (experience,) = result.experiences
    return experience


def retry(old, new, tool="call_api", error="Error: rejected", goal="Do the work"):
    return only(run(call(tool, old, error=error), call(tool, new, "done"), goal=goal))


CHANGES = [
    ({"a": 1, "start": 1773819000}, {"a": 1, "start": 1773819000000}, "milliseconds", "milliseconds"),
    ({"a": 1, "n": "5"}, {"a": 1, "n": 5}, "number", "as a number"),
    ({"a": 1, "n": 5}, {"a": 1, "n": "5"}, "string", "as a string"),
    ({"a": 1, "tags": "red"}, {"a": 1, "tags": ["red"]}, "list", "as a list"),
    ({"a": 1, "column": "Revenue"}, {"a": 1, "column": "revenue"}, "lower", "lower case"),
    ({"a": 1, "name": " x  y"}, {"a": 1, "name": "x y"}, "blanks", "blanks"),
    ({"a": 1, "url": "http://e.org/a"}, {"a": 1, "url": "https://e.org/a"}, "https", "https instead of http"),
    ({"a": 1, "url": "https://e.org/a"}, {"a": 1, "url": "https://e.org/a/"}, "trailing_slash", "slash"),
    ({"a": 1, "path": "data/x.csv"}, {"a": 1, "path": "/srv/data/x.csv"}, "absolute", "absolute path"),
    ({"a": 1, "month": "2026-3"}, {"a": 1, "month": "2026-03"}, "padded_date", "two-digit"),
    ({"a": 1, "day": "3/4/2026"}, {"a": 1, "day": "2026-04-03"}, "iso_date", "ISO date"),
    ({"a": 1, "timeout": 30}, {"a": 1, "timeout": 120}, "raise", "raise timeout from 30 to 120"),
    ({"a": 1, "batch_size": 500}, {"a": 1, "batch_size": 100}, "reduce", "lower batch_size from 500 to 100"),
    ({"a": 1, "mode": "fast"}, {"a": 1, "mode": "safe"}, "", "set mode to `safe` instead of `fast`"),
]


@pytest.mark.requirement("X4", "X6")
@pytest.mark.parametrize("old, new, rule, words", CHANGES, ids=[row[2] or "literal" for row in CHANGES])
def test_a_changed_argument_is_an_operation_with_its_general_rule(old, new, rule, words):
    lesson = retry(old, new)
    (op,) = lesson.adjustment.ops
    (path,) = (name for name in new if name != "a")
    assert (op.tool, op.op, op.path, op.old, op.new, op.rule) == ("call_api", "set", path, old[path], new[path], rule)
    assert words in lesson.adjustment.text
    assert lesson.concreteness >= (0.85 if rule else 0.9)


def test_added_and_removed_arguments_are_operations():
    lesson = retry({"a": 1, "force": True}, {"a": 1, "region": "eu"})
    assert {(op.op, op.path, op.new) for op in lesson.adjustment.ops} == {
        ("add", "region", "eu"),
        ("del", "force", None),
    }


def test_nested_arguments_have_dotted_paths_and_volatile_ones_are_ignored():
    lesson = retry({"q": {"unit": "kg", "request_id": "r1"}, "a": 1}, {"q": {"unit": "g", "request_id": "r2"}, "a": 1})
    assert [op.path for op in lesson.adjustment.ops] == ["q.unit"]


def test_a_shell_command_is_compared_word_by_word():
    lesson = only(
        run(
            call("bash", {"command": "cd app && npm install --legacy"}, "npm ERR! bad flag", exit_code=1),
            call("bash", {"command": "cd app && npm install --legacy-peer-deps"}, "ok", exit_code=0),
        )
    )
    assert lesson.adjustment.ops == (
        Op(
            tool="shell:npm install",
            op="set",
            path="command",
            old="--legacy",
            new="--legacy-peer-deps",
            rule="token",
        ),
    )


def test_a_flag_with_its_value_is_one_operation():
    lesson = only(
        run(
            call("bash", {"command": "pytest tests"}, "timed out", exit_code=1),
            call("bash", {"command": "pytest tests --timeout 60"}, "ok", exit_code=0),
        )
    )
    (op,) = lesson.adjustment.ops
    assert (op.op, op.new, op.rule) == ("add", "--timeout 60", "token")


def test_code_is_compared_line_by_line():
    lesson = retry({"code": "a = 1\nb = x\nc = 3"}, {"code": "a = 1\nb = y\nc = 3"}, tool="python_execute")
    assert [(op.op, op.old or op.new) for op in lesson.adjustment.ops] == [("line-", "b = x"), ("line+", "b = y")]


def test_a_stale_reference_is_taken_anew_from_the_step_that_gave_it():
    lesson = only(
        run(
            call("browser_click", {"element": "Export", "ref": "e42"}, error="Error: Ref e42 not found. Try again."),
            call("browser_snapshot", {}, '- button "Export" [ref=e57]'),
            call("browser_click", {"element": "Export", "ref": "e57"}, "clicked"),
        )
    )
    assert (lesson.kind, lesson.steps) == ("refreshed_value", ((0,), 2))
    assert lesson.adjustment.ops == (Op(tool="browser_snapshot", op="refresh", path="ref", old="e42", new="e57"),)
    assert lesson.context.tools == ("browser_click", "browser_snapshot")


def test_a_precondition_names_the_tool_it_needs():
    lesson = only(
        run(
            call("http_get", {"url": "http://localhost:8000/h"}, error="ConnectionRefusedError: refused"),
            call("bash", {"command": "uvicorn app:app --port 8000 &"}, "", exit_code=0),
            call("http_get", {"url": "http://localhost:8000/h"}, "ok"),
        )
    )
    assert (lesson.kind, lesson.nature) == ("precondition", "permanent")
    assert lesson.context.tools == ("http_get", "shell:uvicorn")
    assert lesson.adjustment.ops[0].op == "before"


@pytest.mark.requirement("X7")
def test_time_that_healed_is_not_taken_for_a_precondition():
    lesson = only(
        run(
            call("http_get", {"url": "https://a.example/c"}, error="503 Service Unavailable"),
            call("write_file", {"path": "notes.md", "content": "hello"}, "ok"),
            call("http_get", {"url": "https://a.example/c"}, "{}" + " data"),
        )
    )
    assert (lesson.kind, lesson.nature, lesson.ttl_h, lesson.layer) == ("plain_retry", "transient", 24, "episodic")


@pytest.mark.requirement("X7")
def test_an_unrelated_change_after_a_timeout_proves_nothing():
    lesson = retry({"a": 1, "format": "json"}, {"a": 1, "format": "csv"}, error="TimeoutError: no answer")
    assert lesson.nature == "unknown"


def test_a_wait_is_part_of_the_retry():
    lesson = only(
        run(
            call("http_get", {"url": "https://a.example"}, error="HTTP 429 Too Many Requests"),
            call("wait", {"seconds": 30}, "ok"),
            call("http_get", {"url": "https://a.example"}, "fine"),
        )
    )
    assert lesson.kind == "plain_retry"
    assert "30" in lesson.adjustment.text


def test_another_tool_with_the_same_value_takes_over():
    lesson = only(
        run(
            call("fetch_url", {"url": "https://shop.example/p/1"}, error="HTTP 403 Forbidden"),
            call("browser_navigate", {"url": "https://shop.example/p/1"}, "loaded"),
        )
    )
    assert (lesson.kind, lesson.polarity, lesson.steps) == ("tool_switch", "positive", ((0,), 1))
    assert lesson.adjustment.ops[0].op == "instead"


def test_looking_does_not_take_over_from_changing():
    lesson = only(
        run(
            call("write_file", {"path": "conf/app.yaml", "content": "x"}, error="PermissionError: [Errno 13] denied"),
            call("read_file", {"path": "conf/app.yaml"}, "y"),
        )
    )
    assert lesson.kind == "unrepaired"


def test_a_failure_cured_on_the_way_is_kept_with_the_last_one():
    lesson = only(
        run(
            call("create_event", {"title": "S", "start": 1773819000}, error='"end" is required'),
            call("create_event", {"title": "S", "start": 1773819000, "end": 5}, error="ValueError: start too small"),
            call("create_event", {"title": "S", "start": 1773819000000, "end": 5}, "ok"),
        )
    )
    assert {op.path for op in lesson.adjustment.ops} == {"start", "end"}


def test_long_failure_of_a_transient_class_is_permanent_likely():
    start = datetime(2026, 3, 1, tzinfo=UTC)
    steps = [
        call("get", {"id": 7}, error="TimeoutError", started_at=(start + timedelta(minutes=6 * n)).isoformat())
        for n in range(3)
    ]
    assert only(run(*steps)).nature == "permanent"


class TestBatches:
    UPLOADS = (("q1", True), ("q2", False), ("q3", True), ("q4", False), ("q5", True))

    def steps(self):
        for path, good in self.UPLOADS:
            args = {"bucket": "r", "path": f"reports/{path}.csv"}
            yield call("upload_file", args, "ok") if good else call("upload_file", args, error="HTTP 413 too large")

    def test_three_of_five_uploads_are_a_partial_success(self):
        found = run(*self.steps())
        assert found.outcome == "partial"
        assert found.minimal_path is None

    def test_the_next_item_does_not_repair_the_failed_one(self):
        lesson = only(run(*self.steps()))
        assert (lesson.kind, lesson.steps, lesson.polarity) == ("unrepaired", ((1, 3), None), "negative")

    def test_the_same_item_tried_again_does(self):
        found = run(*self.steps(), call("upload_file", {"bucket": "r", "path": "reports/q2.csv"}, "ok"))
        assert [(item.kind, item.steps) for item in found.experiences] == [
            ("plain_retry", ((1,), 5)),
            ("unrepaired", ((3,), None)),
        ]


def test_another_lookup_after_an_empty_one_teaches_nothing():
    found = run(
        call("search_flight", {"from": "JFK", "to": "LAX"}, "[]"),
        call("search_flight", {"from": "JFK", "to": "SFO"}, "x"),
    )
    assert found.statuses == ("empty", "ok")
    assert found.experiences == ()


@pytest.mark.requirement("X6")
class TestLoops:
    def test_a_polling_loop_that_ends_is_no_lesson(self):
        steps = [call("get_status", {"id": 1}, text) for text in ("run", "run", "run", "done")]
        found = run(*steps)
        assert found.loops[0].same_result is False
        assert found.loop_lessons == ()

    def test_an_unchanging_loop_is_a_negative_lesson(self):
        (lesson,) = run(*[call("get_status", {"id": 1}, "run") for _ in range(4)]).loop_lessons
        assert (lesson.kind, lesson.polarity) == ("loop", "negative")
        assert "more than once" in lesson.adjustment.text

    @pytest.mark.parametrize("period, times", [(1, 3), (2, 3), (3, 2), (4, 2)])
    def test_each_period_counts_from_its_own_number(self, period, times):
        steps = [call(f"t{n}", {"x": n}, "same") for n in range(period)]
        (loop,) = run(*steps * times).loops
        assert (loop.start, loop.period, loop.times) == (0, period, times)
        assert run(*steps * (times - 1)).loops == ()


@pytest.mark.requirement("X2")
@pytest.mark.parametrize(
    "words, goal",
    [
        ("no, use staging", "Deploy the service"),
        ("不对，应该用 staging 环境", "部署服务"),
        ("Wrong environment!", "Deploy it all"),
    ],
)
def test_a_correction_by_the_user_is_a_human_lesson(words, goal):
    lesson = only(
        run(
            call("deploy", {"env": "production", "service": "api"}, "deployed"),
            {"actor": "user", "text": words},
            call("deploy", {"env": "staging", "service": "api"}, "deployed"),
            goal=goal,
        )
    )
    assert (lesson.kind, lesson.author, lesson.polarity, lesson.steps) == ("human", "human", "positive", ((0,), 2))
    assert lesson.adjustment.ops[0].new == "staging"
    assert words in lesson.adjustment.text


@pytest.mark.parametrize(
    "words",
    [
        "No, that is all, thank you.",
        "No, I don't want insurance.",
        "好的，谢谢",
        "不是很急",
        "Actually, I paid already.",
    ],
)
def test_a_polite_no_is_no_correction(words):
    assert (
        run(call("get_order", {"id": 1}, "x"), {"actor": "user", "text": words}, call("done", {}, "y")).experiences
        == ()
    )


@pytest.mark.requirement("X3")
class TestEpisodes:
    def test_a_crash_is_an_interruption_to_resume_from(self):
        found = run(call("write_file", {"path": "a"}, "ok"), call("deploy", {"env": "prod"}))
        assert (found.outcome, found.errors[-1].cls) == ("interrupted", "NO_RESULT")
        resume = found.episode.resume
        assert (resume.last_good_step, resume.pending) == (0, 'deploy {"env": "prod"}')
        assert resume.done == ('write_file {"path": "a"}',)

    def test_a_failure_tells_causes_and_excluded_paths(self):
        found = run(call("sql_query", {"sql": "SELECT 1"}, error="permission denied for table t"), outcome="failure")
        (failed,) = found.episode.failure_steps
        assert (failed.cls, failed.nature, found.episode.failure_type) == ("EACCES", "permanent", "permanent")
        assert "permission denied" in found.episode.insight
        assert found.episode.excluded

    def test_a_success_tells_the_steps_that_worked(self):
        found = run(
            call("read_file", {"path": "a"}, "port 8765"), call("edit_file", {"path": "a", "new": "8765"}, "ok")
        )
        assert found.episode.success_steps == (0, 1)
        assert "read_file" in found.episode.insight
        assert found.episode.resume is None

    @pytest.mark.requirement("X14")
    def test_an_unclear_goal_yields_no_experience_and_the_episode_says_so(self):
        found = run(
            call("make_report", {"kind": "sales"}, error="ValueError: no data"),
            call("make_report", {"kind": "stock"}, "done"),
            {"actor": "user", "text": "That's not what I meant"},
            outcome="failure",
        )
        assert found.lessons == ()
        assert found.episode.unclear_goal
        assert "unclear" in found.episode.insight

    def test_it_is_json(self):
        episode = run(call("a", {"x": 1}, "y")).episode
        assert episode.to_dict()["task_goal"] == "Do the work"
        assert "Do the work" in episode.text()


@pytest.mark.requirement("S1")
def test_secrets_in_arguments_are_not_kept():
    found = run(
        call("login", {"user": "ann", "password": "hunter2"}, error="Error: invalid password"),
        call("login", {"user": "ann", "password": "correct-horse"}, "welcome"),
    )
    kept = str([item.to_dict() for item in found.lessons]) + str(found.episode.to_dict()) + str(found.to_dict())
    assert "hunter2" not in kept
    assert "correct-horse" not in kept
    assert only(found).kind == "changed_arguments"


@pytest.mark.requirement("S1")
def test_the_given_redactor_sees_every_text_that_is_kept():
    found = debrief(
        {
            "goal": "call bob",
            "task_type": "t",
            "steps": [
                call("dial", {"name": "bob", "speed": 1}, error="Error: bob not free"),
                call("dial", {"name": "bob", "speed": 2}, "bob answered"),
            ],
        },
        redact=lambda text: text.replace("bob", "•"),
    )
    kept = [str(item.to_dict()) for item in found.lessons] + [str(found.episode.to_dict()), str(found.to_dict())]
    assert not [text for text in kept if "bob" in text]


@pytest.mark.requirement("X15")
def test_cited_steps_are_copied_as_evidence():
    (evidence,) = retry({"a": 1, "m": "x"}, {"a": 1, "m": "y"}).evidence
    assert [(copy.step, copy.status) for copy in evidence.excerpts] == [(0, "error"), (1, "ok")]
    assert evidence.steps == (0, 1)


@pytest.mark.requirement("X13")
def test_a_minimal_path_of_three_steps_is_a_procedure():
    found = run(
        call("browser_navigate", {"url": "http://localhost/orders"}, "ok"),
        call("browser_click", {"element": "Export", "ref": "e1"}, "ok"),
        call("save_file", {"path": "orders.csv"}, "ok"),
    )
    assert found.procedure is not None
    assert found.procedure.adjustment.text.splitlines()[0].startswith("1. browser_navigate")
    assert [call.tool for call in replay(found.procedure)] == ["browser_navigate", "browser_click", "save_file"]
    assert found.procedure.evidence[0].path == (0, 1, 2)
    assert found.experiences == ()


@pytest.mark.requirement("X13")
def test_a_procedure_is_played_again_with_other_values():
    found = run(
        call("bash", {"command": "mkdir -p out"}, "", exit_code=0),
        call("export_orders", {"month": "2026-03-01", "limit": 500}, "ok"),
        call("save_file", {"path": "orders.csv", "note": "orders.csv of 2026-03-01"}, "ok"),
        goal="Export 500 orders of 2026-03-01 to orders.csv",
    )
    assert parameters(found.procedure) == {"month": "2026-03-01", "path": "orders.csv", "limit": 500}
    again = replay(found.procedure, {"month": "2026-04-01", "path": "april.csv", "limit": 20})
    assert [dict(step.args) for step in again] == [
        {"command": "mkdir -p out"},
        {"month": "2026-04-01", "limit": 20},
        {"path": "april.csv", "note": "april.csv of 2026-04-01"},
    ]
    with pytest.raises(ValueError, match="no such parameter: colour"):
        replay(found.procedure, {"colour": "red"})


@pytest.mark.requirement("X13")
def test_only_a_recorded_path_can_be_played():
    with pytest.raises(ValueError, match="no recorded path"):
        replay(retry({"a": 1, "m": "x"}, {"a": 1, "m": "y"}))


@pytest.mark.parametrize(
    "undo",
    [
        [call("create_file", {"path": "t.py", "content": "x"}, "ok"), call("delete_file", {"path": "t.py"}, "ok")],
        [
            call("bash", {"command": "mkdir tmp1"}, "", exit_code=0),
            call("bash", {"command": "rm -rf tmp1"}, "", exit_code=0),
        ],
        [
            call("edit_file", {"path": "a.py", "old_string": "1", "new_string": "2"}, "ok"),
            call("bash", {"command": "git checkout -- a.py"}, "", exit_code=0),
        ],
    ],
    ids=["create-delete", "mkdir-rm", "edit-checkout"],
)
def test_what_was_undone_is_not_on_the_path(undo):
    found = run(*undo, call("deploy", {"env": "prod"}, "done"))
    assert found.minimal_path == (2,)


def test_what_was_used_before_it_was_deleted_stays_on_the_path():
    found = run(
        call("create_file", {"path": "probe.py", "content": "x"}, "ok"),
        call("bash", {"command": "python probe.py"}, "1", exit_code=0),
        call("delete_file", {"path": "probe.py"}, "ok"),
    )
    assert found.minimal_path == (0, 1, 2)


def test_lessons_are_told_in_the_language_of_the_goal():
    lesson = retry({"a": 1, "mode": "fast"}, {"a": 1, "mode": "safe"}, goal="把订单导出成表格")
    assert lesson.adjustment.text == "把 mode 设为 `safe`，而不是 `fast`"


def test_the_same_failure_has_one_fingerprint_whatever_its_variables():
    def fingerprint(text):
        return run(call("sql", {"q": "x"}, error=text), outcome="failure").errors[0].fingerprint

    assert fingerprint("Error: order 1234 rejected at 2026-03-01 10:00:00") == fingerprint(
        "Error: order 99 rejected at 2025-01-01 09:30:12"
    )
    assert fingerprint("Request timed out after 30 s") == fingerprint("请求超时")
    assert fingerprint("Error: order rejected") != fingerprint("Error: order frozen")


def test_two_thousand_steps_take_linear_time():
    steps = [
        call("bash", {"command": f"python run.py --n {n % 9} --file f{n}.txt"}, "ok" if n % 2 else "ValueError: bad")
        for n in range(2000)
    ]

    def seconds(count):
        start = time.perf_counter()
        run(*steps[:count])
        return time.perf_counter() - start

    seconds(50)
    assert seconds(2000) < 20 * seconds(250)


@pytest.mark.parametrize(
    "unit, size",
    [("a", 100_000), ("/a", 100_000), ("'", 100_000), ("{", 50_000), ("参数", 40_000), ("\ud800", 50_000)],
)
def test_hostile_text_is_debriefed_in_linear_time(unit, size):
    def debriefed(text):
        found = run(call("f", {"a": text}, error=text), call("f", {"a": text + "b"}, text), goal=text[:2000])
        assert found.statuses[0] == "error"

    assert dearer(debriefed, unit, size) < LINEAR


def test_bad_input_is_a_value_error():
    with pytest.raises(ValueError, match="list of steps"):
        debrief({"goal": "x"})
