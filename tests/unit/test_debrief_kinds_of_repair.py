"""What mended a failure, told apart: a step before, a value that a look brought, a word of a command, a unit."""

from typing import Any

import pytest

from hindsight.domain.credit import applied
from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.errors import see
from hindsight.domain.experience import Experience, Op
from hindsight.domain.trajectory import trajectory_from_dict


def call(tool: str, args: dict[str, Any], result: str = "done", error: str | None = None) -> dict[str, Any]:
    return {"tool": tool, "args": args, **({"error": error} if error else {"result": result})}


def sh(command: str, error: str | None = None, tool: str = "bash") -> dict[str, Any]:
    return {**call(tool, {"command": command}, "ok", error), "exit_code": 1 if error else 0}


def lesson(*steps: dict[str, Any], goal: str = "do the task") -> Experience:
    found = debrief({"goal": goal, "steps": list(steps), "outcome": "success"}).experiences
    assert len(found) == 1
    return found[0]


def ops(found: Experience) -> list[tuple[str, Any, Any]]:
    return [(op.op, op.old, op.new) for op in found.adjustment.ops]


SAME_TOOL = [
    (
        sh("rails db:seed SET=amber-1", "ActiveRecord::StatementInvalid: relation does not exist"),
        [sh("rails db:migrate")],
    ),
    (
        sh("terraform apply -auto-approve", "Error: Inconsistent dependency lock file"),
        [sh("terraform init -upgrade")],
    ),
    (
        sh("python tool.py export 报表", "错误：索引尚未建立"),
        [sh("python tool.py index 报表")],
    ),
    (
        call("db_query", {"db": "shop", "sql": "INSERT INTO tags VALUES ('amber-1')"}, error="no such table: tags"),
        [call("db_query", {"db": "shop", "sql": "CREATE TABLE tags (name TEXT)"})],
    ),
    (
        call("device_command", {"device": "pump", "action": "run"}, error="泵未解锁"),
        [call("device_command", {"device": "pump", "action": "unlock"})],
    ),
    (
        call("erp", {"cmd": "post", "doc": "amber-1"}, error="没有登录"),
        [call("erp", {"cmd": "login", "user": "hr"})],
    ),
    (
        call("run_sql", {"sql": "SELECT * FROM pay"}, error="permission denied for table pay"),
        [call("run_sql", {"sql": "SET ROLE report"})],
    ),
    (
        call("click", {"selector": "#buy"}, error="element is covered by the cookie dialog"),
        [call("click", {"selector": "#accept"})],
    ),
    (
        sh("python manage.py loaddata amber-1.json", "OperationalError: no such table: shop_item"),
        [sh("python manage.py makemigrations"), sh("python manage.py migrate")],
    ),
]


@pytest.mark.parametrize("failed, before", SAME_TOOL)
def test_a_call_after_which_the_failed_one_went_well_unchanged_is_a_step_before(
    failed: dict[str, Any], before: list[dict[str, Any]]
) -> None:
    again = {"tool": failed["tool"], "args": failed["args"], "result": "ok"}
    found = lesson(failed, *before, again)
    assert found.kind == "precondition"
    assert [op.op for op in found.adjustment.ops] == ["before"] * len(before)
    last = before[-1]["args"]
    assert found.adjustment.ops[-1].new in (last, last.get("command"))


def test_a_step_before_is_found_after_variants_of_the_call_failed_too() -> None:
    found = lesson(
        sh("python manage.py loaddata amber-1.json", "OperationalError: no such table: shop_item"),
        sh("python manage.py loaddata --app shop amber-1.json", "OperationalError: no such table: shop_item"),
        sh("python manage.py migrate"),
        sh("python manage.py loaddata amber-1.json"),
    )
    assert ops(found) == [("before", None, "python manage.py migrate")]


def test_a_call_that_does_all_of_the_failed_one_and_more_is_its_repair_though_that_goes_well_afterwards() -> None:
    found = lesson(
        sh("git push", "fatal: The current branch amber has no upstream branch."),
        sh("git push --set-upstream origin"),
        sh("git push"),
    )
    assert found.kind == "changed_arguments"


def test_a_variant_that_failed_for_another_reason_and_went_well_later_needed_no_step_before() -> None:
    found = lesson(
        call("deploy", {"app": "shop", "slot": "green"}, error="Error: slot is live, refusing"),
        call("deploy", {"app": "shop", "slot": "blue"}, error="Error: locked after a wrong guess"),
        call("unlock", {}),
        call("deploy", {"app": "shop", "slot": "green"}, error="Error: slot is live, refusing"),
        call("deploy", {"app": "shop", "slot": "blue"}),
    )
    assert ops(found) == [("set", "green", "blue")]


BATCHES = [
    (
        call("sms_send", {"to": "ann", "text": "hello"}, error="503 Service Unavailable"),
        call("sms_send", {"to": "ben", "text": "hello"}),
    ),
    (call("get_order", {"id": "a-17"}, error="error: try later"), call("get_order", {"id": "a-18"})),
    (sh("python load.py 2024.csv", "error: busy"), sh("python load.py 2025.csv")),
    (sh("ffmpeg -i a.avi a.mp4", "error: 设备繁忙"), sh("ffmpeg -i b.avi b.mp4")),
]


@pytest.mark.parametrize("failed, other", BATCHES)
def test_another_item_of_a_batch_is_no_step_before(failed: dict[str, Any], other: dict[str, Any]) -> None:
    again = {"tool": failed["tool"], "args": failed["args"], "result": "ok"}
    assert lesson(failed, other, again).kind == "plain_retry"


def test_advice_to_run_a_step_before_with_the_same_tool_is_followed_by_that_very_step_only() -> None:
    again = sh("rails db:seed")
    found = lesson(sh("rails db:seed", "StatementInvalid: relation does not exist"), sh("rails db:migrate"), again)

    def seen(first: str) -> list[Any]:
        return [see(step) for step in trajectory_from_dict({"goal": "x", "steps": [sh(first), again]}).steps]

    assert applied(found, seen("rails db:migrate"))
    assert not applied(found, seen("rails stats"))


LOOKS = [
    (
        ("tap", {"element": "e43", "label": "Pay"}),
        ("dump_ui", '<Button label="Pay" element="e95"/>'),
        ("element", "e95"),
    ),
    (("browser_click", {"element": "e43"}), ("browser_snapshot", "- button 'Pay' [e95]"), ("element", "e95")),
    (("click", {"index": 12, "button": "left"}), ("snapshot", '[{"index": 27, "text": "Pay"}]'), ("index", 27)),
    (("doc_save", {"page": "amber", "version": 3}), ("doc_get", '{"page":"amber","version":4}'), ("version", 4)),
    (("doc_save", {"page": "琥珀", "rev": "3"}), ("doc_get", "<page><rev>5</rev></page>"), ("rev", "5")),
    (("doc_save", {"page": "琥珀", "版本": 3}), ("doc_get", "标题：琥珀，版本：4"), ("版本", 4)),
    (("list_more", {"query": "a", "cursor": "c-19"}), ("list_start", '{"next": "c-77"}'), ("cursor", "c-77")),
    (("submit", {"form": "a", "nonce": "ab12"}), ("get_form", "<input name='nonce' value='cd34'>"), ("nonce", "cd34")),
    (
        ("pay", {"order": "a", "request_id": "r-1001"}),
        ("new_request", "opened r-2002"),
        ("request_id", "r-2002"),
    ),
]


@pytest.mark.parametrize("failed, look, new", LOOKS)
def test_a_value_that_a_look_between_brought_is_to_be_taken_from_it(
    failed: tuple[str, dict[str, Any]], look: tuple[str, str], new: tuple[str, Any]
) -> None:
    (tool, args), (source, gives), (path, value) = failed, look, new
    found = lesson(
        call(tool, args, error=f"stale reference {args[path]}: not found any more"),
        call(source, {}, gives),
        call(tool, {**args, path: value}),
    )
    assert found.kind == "refreshed_value"
    assert [(op.tool, op.op, op.path) for op in found.adjustment.ops] == [(source, "refresh", path)]


def test_advice_to_take_a_new_element_is_seen_to_be_followed() -> None:
    steps = [
        call("tap", {"element": "e43"}, error="stale element"),
        call("dump_ui", {}, '<Button element="e95"/>'),
        call("tap", {"element": "e95"}),
    ]
    found = lesson(*steps)
    seen = [see(step) for step in trajectory_from_dict({"goal": "x", "steps": steps[1:]}).steps]
    assert applied(found, seen)


def test_a_handle_in_a_list_of_its_own_is_traced_too() -> None:
    found = lesson(
        call("tap_all", {"handles": ["e43"], "mode": "quick"}, error="stale element"),
        call("dump_ui", {}, "[e95] Pay"),
        call("tap_all", {"handles": ["e95"], "mode": "quick"}),
    )
    assert [(op.tool, op.op, op.path) for op in found.adjustment.ops] == [("dump_ui", "refresh", "handles")]


def test_a_cursor_that_had_run_out_is_to_be_left_out() -> None:
    found = lesson(
        call("list_rows", {"table": "a", "cursor": "abcXYZ"}, error="游标 cursor 已过期"),
        call("list_rows", {"table": "a"}, '{"next": "zzzQQQ"}'),
    )
    assert ops(found) == [("del", "abcXYZ", None)]


def test_a_new_request_number_beside_a_retry_is_no_lesson() -> None:
    found = lesson(
        call("pay", {"order": "a", "request_id": "r-1001"}, error="503 Service Unavailable"),
        call("pay", {"order": "a", "request_id": "r-2002"}),
    )
    assert found.kind == "plain_retry"


def test_a_description_of_an_element_is_not_taken_from_the_page() -> None:
    found = lesson(
        call("browser_click", {"element": "Pay button", "ref": "e4"}, error="Ref e4 not found"),
        call("browser_snapshot", {}, "button 'Pay' [ref=e9]"),
        call("browser_click", {"element": "Pay", "ref": "e9"}),
    )
    assert [op.path for op in found.adjustment.ops] == ["ref"]


COMMANDS = [
    ("dotnet build {x}.sln && dotnet test {x}.sln", "dotnet build {x}.sln; dotnet test {x}.sln", ("set", "&&", ";")),
    ("cd {x};make all", "cd {x} && make all", ("set", ";", "&&")),
    ("python a.py {x}|tee {x}.log", "python a.py {x} > {x}.log", None),
    ("sort {x}.txt>{x}.txt", "sort {x}.txt>>{x}.txt", ("set", ">", ">>")),
    ("make {x} || true", "make {x} ; true", ("set", "||", ";")),
    ("编译 {x} && 测试 {x}", "编译 {x}; 测试 {x}", ("set", "&&", ";")),
    ('echo "$KEY" | login {x}', "echo '$KEY' | login {x}", ("set", '"', "'")),
]


@pytest.mark.parametrize("wrong, right, expected", COMMANDS)
def test_what_joins_the_commands_of_a_line_is_a_word_of_its_own(
    wrong: str, right: str, expected: tuple[str, Any, Any] | None
) -> None:
    x = "harbour-684"
    found = lesson(
        sh(wrong.replace("{x}", x), "ParserError: unexpected token"), sh(right.replace("{x}", x)), goal=f"build {x}"
    )
    assert found.kind == "changed_arguments"
    assert x not in found.adjustment.text
    if expected:
        assert ops(found) == [expected]


@pytest.mark.parametrize(
    "command", ["make all --jobs 4 > out.txt 2>&1", "make all --jobs 4 &> out.txt", "make all --jobs 4 2>/dev/null"]
)
def test_a_redirection_that_is_added_stays_in_one_piece(command: str) -> None:
    found = lesson(sh("make all --jobs 4", "error: output too long"), sh(command))
    text = found.adjustment.text
    assert all(part in text for part in command.split("4", 1)[1].split())
    assert len(found.adjustment.ops) <= 2


QUOTED = [
    ("pip install foo[bar]", "pip install 'foo[bar]'", ("foo[bar]", "'foo[bar]'")),
    ("curl https://x.io/a?b=1&c=2", "curl 'https://x.io/a?b=1&c=2'", None),
    ("rm 报表 (1).pdf", "rm '报表 (1).pdf'", ("报表 (1).pdf", "'报表 (1).pdf'")),
]


@pytest.mark.parametrize("wrong, right, change", QUOTED)
def test_a_word_that_needed_quotes_is_told_with_them(wrong: str, right: str, change: tuple[str, str] | None) -> None:
    found = lesson(sh(wrong, "zsh: no matches found"), sh(right), goal="work on 报表 (1).pdf")
    (op,) = found.adjustment.ops
    assert (op.old, op.new) == (change or tuple(text.split()[1] for text in (wrong, right)))


@pytest.mark.parametrize("wrap", [["bash", "-lc"], ["sh", "-c"]])
def test_a_command_in_a_list_is_compared_by_its_words(wrap: list[str]) -> None:
    wrong, right = ("cd app && npm test", "cd app ; npm test")
    found = lesson(
        {**call("shell", {"command": [*wrap, wrong]}, error="unexpected token"), "exit_code": 1},
        {**call("shell", {"command": [*wrap, right]}), "exit_code": 0},
    )
    assert ops(found) == [("set", "&&", ";")]


def test_separators_within_quotes_are_part_of_their_word() -> None:
    found = lesson(
        sh("psql -c 'select 1; select a'", "ERROR: column a does not exist"), sh("psql -c 'select 1; select b'")
    )
    assert ops(found)[0][1] != ";"
    assert "b" in found.adjustment.text


def test_a_word_that_holds_the_name_of_the_task_is_changed_in_part() -> None:
    found = lesson(
        sh("kubectl apply -f harbour-684.yml", "error: the path does not exist"),
        sh("kubectl apply -f harbour-684.yaml"),
        goal="deploy harbour-684",
    )
    assert ops(found) == [("set", "yml", "yaml")]


@pytest.mark.parametrize(
    "wrong, right, change",
    [
        ("{ shop(id: 7) { list { id userName } } }", "{ shop(id: 7) { list { id user { name } } } }", "user { name }"),
        ("select f(g(h(amount))) from t", "select f(g(h(abs(amount)))) from t", "abs(amount)"),
    ],
)
def test_a_bracket_that_a_change_brought_belongs_to_it(wrong: str, right: str, change: str) -> None:
    (op,) = lesson(call("ask", {"query": wrong}, error="invalid"), call("ask", {"query": right})).adjustment.ops
    assert wrong.replace(op.old, op.new) == right
    assert change in op.new
    assert len(op.new) <= len(change) + 2


UNITS = [
    ({"day": "2025年3月9日"}, {"day": "2025-03-09"}, "iso_date"),
    ({"timestamp": "2025/3/9"}, {"timestamp": "2025-03-09"}, "iso_date"),
    ({"timestamp": 1735689600}, {"timestamp": 1735689600000}, "milliseconds"),
    ({"timestamp": "1735689600"}, {"timestamp": "1735689600000"}, "milliseconds"),
    ({"timestamp": 1735689600}, {"timestamp": 1735689603125}, "milliseconds"),
    ({"timestamp": 1735689600000}, {"timestamp": 1735689600}, "seconds"),
    ({"start": 1735689600}, {"start": 1735689600000000}, "microseconds"),
    ({"start": 1735689600}, {"start": 1735689600000000000}, "nanoseconds"),
    ({"start": 1735689600000}, {"start": 1735689600000000}, "microseconds"),
    ({"amount": 19.99}, {"amount": 1999}, "times_100"),
    ({"金额": "15"}, {"金额": 1500}, "times_100"),
    ({"total_fee": 1500}, {"total_fee": 15}, "divided_by_100"),
    ({"length": 1234}, {"length": 1234000}, "times_1000"),
    ({"duration": 90}, {"duration": 5400}, "times_60"),
    ({"size": 1536}, {"size": 1572864}, "times_1024"),
]


@pytest.mark.parametrize("wrong, right, rule", UNITS)
def test_a_number_of_another_unit_and_a_date_of_another_form_are_changes_of_kind(
    wrong: dict[str, Any], right: dict[str, Any], rule: str
) -> None:
    found = lesson(
        call("order", {"symbol": "amber-1", **wrong}, error="400 out of range"),
        call("order", {"symbol": "amber-1", **right}),
    )
    assert [op.rule for op in found.adjustment.ops] == [rule]
    assert found.nature == "permanent"


@pytest.mark.parametrize("old, new", [(1, 100), (10, 1000), (3, 180)])
def test_a_small_round_number_under_a_plain_name_is_set_not_scaled(old: int, new: int) -> None:
    found = lesson(
        call("order", {"symbol": "amber-1", "level": old}, error="400 refused"),
        call("order", {"symbol": "amber-1", "level": new}),
    )
    assert found.adjustment.ops[0] == Op(tool="order", op="set", path="level", old=old, new=new)


@pytest.mark.parametrize("amount, follows", [(300, True), (3, False), ("4200", True), (True, False), (None, False)])
def test_a_scaled_number_is_told_by_its_size(amount: Any, follows: bool) -> None:
    steps = [
        call("pay", {"to": "ann", "amount": 15}, error="400 too small"),
        call("pay", {"to": "ann", "amount": 1500}),
    ]
    later = {"goal": "x", "steps": [call("pay", {"to": "ben", "amount": amount})]}
    assert applied(lesson(*steps), [see(step) for step in trajectory_from_dict(later).steps]) is follows


@pytest.mark.parametrize(
    "wrong, right",
    [("httpx==0.28.3", "httpx==0.28.1"), ("left-pad@2.0.0", "left-pad@1.3.0"), ("numpy>=9.1", "numpy>=2.1")],
)
def test_the_version_of_a_pin_is_no_advice_for_another_package(wrong: str, right: str) -> None:
    name = wrong.split("=", maxsplit=1)[0].split("@", maxsplit=1)[0].rstrip(">")
    found = lesson(
        sh(f"tool install {wrong}", f"ERROR: no version matches {wrong}"),
        sh(f"tool install {right}"),
        goal=f"Pin {name}",
    )
    assert ops(found) == [("set", wrong, right)]


def test_a_counter_within_a_name_is_no_part_to_replace() -> None:
    found = lesson(
        sh("restore cedar-backup_1", "not found"), sh("restore cedar-backup_2"), goal="Restore the cedar-backup"
    )
    assert ("set", "1", "2") not in ops(found)


@pytest.mark.parametrize(
    "wrong, right, error",
    [
        ({"mode": "fast"}, {"mode": "slow"}, "400 mode must be slow"),
        ({"dpi": 300}, {"dpi": 203}, "printer supports 203 dpi only"),
        ({"城市编码": "上海"}, {"城市编码": "SHA"}, "错误：请使用三字码，例如 SHA"),
    ],
)
def test_a_single_argument_is_repaired_by_a_value_that_the_error_names(
    wrong: dict[str, Any], right: dict[str, Any], error: str
) -> None:
    found = lesson(call("print_label", wrong, error=error), call("print_label", right))
    assert ops(found) == [("set", *wrong.values(), *right.values())]


def test_another_item_after_one_that_failed_is_no_repair() -> None:
    steps = [call("get_user", {"id": "u-17"}, error="u-17 not found"), call("get_user", {"id": "u-18"})]
    found = debrief({"goal": "look at users", "steps": steps, "outcome": "success"}).experiences
    assert not [op for item in found for op in item.adjustment.ops]
