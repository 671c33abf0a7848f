"""Reading trajectories, tool names, and the triggers of reflection."""

from datetime import UTC, datetime

import pytest

from hindsight.domain.debrief import debrief
from hindsight.domain.tools import canonical, category, changes, probes, reads_content
from hindsight.domain.trajectory import parse_time, trajectory_from_dict, trajectory_to_dict
from hindsight.domain.triggers import should_reflect


def one(**step):
    return trajectory_from_dict({"goal": "g", "steps": [{"tool": "t", **step}]}).steps[0]


@pytest.mark.requirement("X1")
class TestReading:
    @pytest.mark.parametrize(
        "args, read",
        [
            ({"a": 1}, {"a": 1}),
            ('{"a": 1}', {"a": 1}),
            ("not json", {"$raw": "not json"}),
            ("[1, 2]", {"$raw": "[1, 2]"}),
            ([1], {"$raw": [1]}),
            (None, {}),
            ("", {}),
        ],
    )
    def test_arguments_become_an_object(self, args, read):
        assert dict(one(args=args).args) == read

    @pytest.mark.parametrize(
        "result, text", [({"a": "值"}, '{"a": "值"}'), ([1], "[1]"), (5, "5"), ("x", "x"), (None, None)]
    )
    def test_results_become_text(self, result, text):
        assert one(result=result).result == text

    def test_a_result_record_completes_its_call_whatever_the_order(self):
        found = trajectory_from_dict(
            {
                "goal": "g",
                "steps": [
                    {"tool": "a", "call_id": "1"},
                    {"tool": "b", "call_id": "2"},
                    {"call_id": "2", "result": "of b"},
                    {"call_id": "1", "error": "of a"},
                ],
            }
        )
        assert [(step.tool, step.result, step.error) for step in found.steps] == [
            ("a", None, "of a"),
            ("b", "of b", None),
        ]

    @pytest.mark.parametrize(
        "data, place",
        [
            ([], "object"),
            ({"goal": "g"}, "list of steps"),
            ({"goal": "g", "steps": "x"}, "list of steps"),
            ({"goal": 5, "steps": []}, "goal"),
            ({"goal": "g", "steps": [5]}, "step 0"),
            ({"goal": "g", "steps": [{"args": {}}]}, "step 0 needs a tool"),
            ({"goal": "g", "steps": [], "outcome": "won"}, "outcome"),
            ({"goal": "g", "steps": [{"tool": "t", "exit_code": "x"}]}, "exit_code"),
            ({"goal": "g", "steps": [{"tool": "t", "ts": "yesterday"}]}, "step 0"),
            ({"goal": "g", "steps": [], "tools": [1]}, "tools"),
        ],
    )
    def test_bad_data_is_refused_with_its_place(self, data, place):
        with pytest.raises(ValueError, match=place):
            trajectory_from_dict(data)

    def test_what_is_written_is_read_back(self):
        data = {
            "goal": "g",
            "id": "r1",
            "task_type": "t",
            "tools": ["a"],
            "outcome": "partial",
            "marks": ["wrong"],
            "started_at": "2026-03-18T07:30:00+00:00",
            "steps": [
                {
                    "tool": "a",
                    "args": {"x": [1]},
                    "result": "",
                    "exit_code": 0,
                    "ts": "2026-03-18T07:30:02Z",
                    "id": "c",
                },
                {"actor": "user", "text": "no"},
            ],
        }
        run = trajectory_from_dict(data)
        assert trajectory_from_dict(trajectory_to_dict(run)) == run
        assert run.steps[1].said == "no"

    @pytest.mark.parametrize(
        "value", [1773819000, 1773819000000, 1773819000000000000, "2026-03-18T07:30:00Z", "2026-03-18T07:30:00"]
    )
    def test_times_of_every_unit(self, value):
        assert parse_time(value) == datetime(2026, 3, 18, 7, 30, tzinfo=UTC)


class TestTools:
    @pytest.mark.parametrize(
        "tool, args, name",
        [
            ("mcp__files__file_read", {}, "file_read"),
            ("files.file_read", {}, "file_read"),
            ("file_read", {}, "file_read"),
            ("bash", {"command": "pip install torch"}, "shell:pip install"),
            ("Bash", {"command": "cd /a && sudo timeout 30 python3 -m pytest -q"}, "shell:python -m pytest"),
            ("shell", {"command": ["bash", "-lc", "git -C x status"]}, "shell:git status"),
            ("local_shell_call", {"action": {"command": ["ls", "-la"]}}, "shell:ls"),
            ("execute_command", {"command": "FOO=1 BAR=2 npm run build"}, "shell:npm run"),
            ("run_command", {"cmd": "bash -lc 'cargo test'"}, "shell:cargo test"),
            ("bash", {}, "shell"),
            ("shell:pip install", {}, "shell:pip install"),
        ],
    )
    def test_the_canonical_name(self, tool, args, name):
        assert canonical(tool, args) == name

    @pytest.mark.parametrize(
        "tool, reads, looks, acts",
        [
            ("file_read", True, True, False),
            ("browser_snapshot", True, True, False),
            ("get_order", False, True, False),
            ("browser_type", False, False, True),
            ("edit_file", False, False, True),
            ("update_query", False, False, True),
            ("thread_create", False, False, True),
            ("shell:grep", True, True, False),
            ("shell:mkdir", False, False, True),
            ("wait", False, False, False),
            ("answer", False, False, False),
        ],
    )
    def test_what_a_tool_does(self, tool, reads, looks, acts):
        assert (reads_content(tool), probes(tool), changes(tool)) == (reads, looks, acts)

    @pytest.mark.parametrize(
        "tool, kind",
        [
            ("file_read", "file"),
            ("http_post", "http"),
            ("sql_query", "sql"),
            ("browser_click", "browser"),
            ("shell:git push", "shell"),
            ("web_search", "search"),
            ("python_execute", "code"),
            ("send_email", "message"),
            ("s3_upload", "cloud"),
            ("frobnicate", "other"),
        ],
    )
    def test_the_category(self, tool, kind):
        assert category(tool) == kind


@pytest.mark.requirement("X2")
class TestTriggers:
    def ask(self, steps, *, marks=(), outcome=None, **more):
        run = trajectory_from_dict({"goal": "g", "steps": steps, "marks": list(marks), "outcome": outcome})
        return should_reflect(run, debrief(run), **more)

    def calls(self, number):
        return [{"tool": f"get_{n}", "args": {"n": n}, "result": "x"} for n in range(number)]

    def test_a_plain_question_and_answer_never_triggers(self):
        assert self.ask([{"tool": "answer", "args": {"text": "4"}, "result": "sent"}], cold=True) is None
        assert self.ask([], cold=True) is None

    def test_few_quiet_calls_do_not_trigger(self):
        assert self.ask(self.calls(3)) is None

    @pytest.mark.parametrize(
        "number, preset, kind",
        [(4, "standard", "calls"), (6, "standard", "steps"), (8, "lean", None), (9, "lean", "steps")],
    )
    def test_length_triggers_by_preset(self, number, preset, kind):
        found = self.ask(self.calls(number), preset=preset)
        assert (found.kind if found else None) == kind

    def test_a_cold_store_reflects_more_readily(self):
        assert self.ask(self.calls(2)) is None
        assert self.ask(self.calls(2), cold=True) is not None

    def test_marks_of_the_user_trigger(self):
        assert self.ask(self.calls(1), marks=["wrong"]).kind == "user_wrong"
        assert self.ask([], marks=["记住"]).kind == "user_remember"

    @pytest.mark.parametrize("outcome", ["failure", "partial", "interrupted"])
    def test_an_unsuccessful_outcome_triggers(self, outcome):
        found = self.ask(self.calls(1), outcome=outcome)
        assert found.kind == outcome
        assert outcome in found.reason

    def test_a_repair_and_a_loop_trigger(self):
        fixed = [
            {"tool": "t", "args": {"a": 1, "b": 1}, "error": "Error: x"},
            {"tool": "t", "args": {"a": 1}, "result": "y"},
        ]
        assert self.ask(fixed).kind == "repair"
        assert self.ask([{"tool": "poll", "args": {}, "result": "x"}] * 3).kind == "loop"

    def test_the_same_failure_within_the_window_triggers(self):
        steps = [{"tool": "t", "args": {"a": 1}, "error": "KeyError: x"}, {"tool": "u", "args": {}, "result": "y"}]
        assert self.ask(steps) is None
        assert self.ask(steps, recent_failures={"t|KeyError": 2}).kind == "repeated_failure"
