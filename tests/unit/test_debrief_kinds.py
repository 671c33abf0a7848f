"""What a run teaches beside a plain change of a value: kinds, places, steps before, and what makes a cure doubtful."""

import json

import pytest

from hindsight.domain.credit import credit
from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.errors import see
from hindsight.domain.debrief.privacy import Masks, secret_name
from hindsight.domain.experience import merge
from hindsight.domain.proof import of_one_case, proven
from hindsight.domain.trajectory import trajectory_from_dict


def call(tool, error=None, **args):
    return {"tool": tool, "args": args, **({"error": error} if error else {"result": "ok"})}


def lesson_of(*steps, goal="do it", run="r1"):
    [lesson] = debrief({"id": run, "goal": goal, "steps": list(steps)}).experiences
    return lesson


def changed(lesson):
    return [(op.op, op.path, op.old, op.new, op.rule) for op in lesson.adjustment.ops]


@pytest.mark.requirement("X6")
def test_an_argument_that_differs_in_every_call_teaches_by_its_kind():
    old, new = 1773819000, 1773819000000
    lesson = lesson_of(
        call("push", "point dropped: too old", name="a", timestamp=old), call("push", name="a", timestamp=new)
    )
    assert changed(lesson) == [("set", "timestamp", old, new, "milliseconds")]
    later = [
        see(step) for step in trajectory_from_dict({"steps": [call("push", name="b", timestamp=1773900000000)]}).steps
    ]
    assert credit(lesson, later).applied


@pytest.mark.requirement("X6")
def test_an_argument_that_differs_in_every_call_is_missed_where_the_error_names_it():
    lesson = lesson_of(
        call("issue", "description can't be blank", title="a"), call("issue", title="a", description="see the title")
    )
    assert changed(lesson) == [("add", "description", None, "see the title", "present")]


@pytest.mark.requirement("X6")
def test_another_time_alone_is_a_plain_retry():
    lesson = lesson_of(call("push", "no", name="a", timestamp=5), call("push", name="a", timestamp=9))
    assert lesson.kind == "plain_retry"


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "old, new, rule",
    [
        ("2026/3/4", "2026-03-04", "iso_date"),
        ("4-3-2026", "2026-03-04", "iso_date"),
        ("2026-3-4", "2026-03-04", "padded_date"),
    ],
)
def test_dates_become_iso_however_they_were_written(old, new, rule):
    assert changed(lesson_of(call("leave", "bad day", who="a", day=old), call("leave", who="a", day=new)))[0][4] == rule


@pytest.mark.requirement("S1")
@pytest.mark.parametrize(
    "name", ["token", "api_key", "auth", "password", "auth_header", "client_secret", "密码", "令牌"]
)
def test_names_of_secrets(name):
    assert secret_name(name)


@pytest.mark.requirement("S1", "X6")
@pytest.mark.parametrize("name", ["token_type", "auth_mode", "secretName", "token_ttl", "password_policy", "密码类型"])
def test_what_is_said_about_a_secret_is_none(name):
    assert not secret_name(name)


@pytest.mark.requirement("S1")
def test_a_secret_far_down_in_the_arguments_is_redacted():
    value = {"password": "hunter2-Zx81-qq"}
    for _ in range(400):
        value = {"a": value}
    kept = json.dumps(Masks(lambda text: text.replace("hunter2-Zx81-qq", "…")).args(value))
    assert "hunter2" not in kept
    assert len(json.loads(kept)) == 1


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "before",
    [
        pytest.param(
            (call("db", "cannot run inside a transaction", cmd="VACUUM t"), call("db", cmd="COMMIT")), id="statement"
        ),
        pytest.param((call("ask", "503 the model is not loaded", text="t"), call("model_load", name="m")), id="named"),
    ],
)
def test_a_step_before_by_the_same_tool_or_one_the_error_asks_for(before):
    failed, needed = before
    again = {key: value for key, value in failed.items() if key != "error"} | {"result": "ok"}
    lesson = lesson_of(failed, needed, again)
    assert (lesson.kind, lesson.adjustment.ops[0].new) == ("precondition", needed["args"])


@pytest.mark.requirement("X6")
def test_a_look_by_the_same_tool_is_no_step_before():
    failed = call("db", "cannot run now", cmd="VACUUM t")
    lesson = lesson_of(failed, call("db", cmd="SELECT 1"), call("db", cmd="VACUUM t"))
    assert lesson.kind == "plain_retry"


@pytest.mark.requirement("X6")
def test_a_tool_that_takes_the_same_file_at_another_place_takes_over():
    lesson = lesson_of(
        call("speech", "unsupported sample rate", uri="s3://calls/lotus.wav"), call("whisper_run", file="lotus.wav")
    )
    assert (lesson.kind, lesson.adjustment.ops[0].new) == ("tool_switch", "whisper_run")


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "old, new, ops",
    [
        ("tar xf a.tar", "tar --zstd -xf a.tar", [("set", "xf", "--zstd -xf", "token")]),
        ("du --max-depth=1 /srv", "du -d 1 /srv", [("set", "--max-depth=1", "-d 1", "token")]),
        ("pytest tests/order-77", "pytest src/tests/order-77", [("set", "tests", "src/tests", "part")]),
    ],
)
def test_a_command_is_changed_in_what_differs(old, new, ops):
    lesson = lesson_of(call("bash", "no", command=old), call("bash", command=new), goal="handle order-77")
    assert [(op, was, now, rule) for op, _, was, now, rule in changed(lesson)] == ops
    later = [see(step) for step in trajectory_from_dict({"steps": [call("bash", command=new)]}).steps]
    assert credit(lesson, later).applied


@pytest.mark.requirement("X4", "X6")
def test_a_condition_that_the_cure_took_away_is_none():
    away = lesson_of(call("load", "no", path="a.xls", mode="r"), call("load", path="a.csv", mode="r"))
    kept = lesson_of(call("load", "no", path="a.xls", mode="r"), call("load", path="a.xls", mode="rb"))
    assert away.context.preconditions == ()
    assert kept.context.preconditions == ("path is a .xls file",)


@pytest.mark.requirement("X9")
def test_a_cure_after_another_tool_had_changed_something_needs_more_runs():
    wrong, guess = call("dock", "E_DOCK", truck="a", at="auto"), call("dock", "E_DOCK", truck="a", at="D1")
    right = call("dock", truck="a", at="D2")
    plain = [lesson_of(wrong, guess, right, run=f"r{n}") for n in range(2)]
    meddled = [lesson_of(wrong, guess, call("unlock"), right, run=f"r{n}") for n in range(4)]
    assert proven(merge(*plain))
    assert not proven(merge(*meddled[:2]))
    assert proven(merge(merge(merge(*meddled[:2]), meddled[2]), meddled[3]))


@pytest.mark.requirement("X6")
def test_parts_are_told_of_the_first_call_not_of_the_last_attempt():
    goal, refused = "List the products sorted by title", "Text fields are not optimised for sorting"
    lesson = lesson_of(
        call("search", refused, q="a", sort="title"),
        call("search", refused, q="a", sort="title.raw"),
        call("search", q="a", sort="title.keyword"),
        goal=goal,
    )
    assert changed(lesson) == [("set", "sort", None, ".keyword", "suffix")]


@pytest.mark.requirement("X6")
@pytest.mark.parametrize(
    "old, new, ops",
    [
        # The star that goes stands elsewhere too: taken out everywhere it would spoil the line.
        ("*/5 * * * * *", "*/5 * * * *", [("*/5 * * * * *", "*/5 * * * *", "present")]),
        ("a=redis://q-77;b=redis://q-77", "a=rediss://q-77;b=rediss://q-77", [("redis", "rediss", "part")]),
    ],
)
def test_parts_that_stand_elsewhere_too_are_not_replaced_one_by_one(old, new, ops):
    lesson = lesson_of(call("put", "no", conf=old, name="x"), call("put", conf=new, name="x"), goal="point q-77 to it")
    assert [(was, now, rule) for _, _, was, now, rule in changed(lesson)] == ops


@pytest.mark.requirement("X8", "X9")
def test_a_part_that_belongs_to_one_case_is_no_advice_before_a_second_run():
    def paid(run):
        pay = '[{"id": "credit_card_4421486", "sum": 200}, {"note": "the rest by voucher of the customer"}]'
        with_voucher = pay.replace("credit_card_4421486", "certificate_7504069")
        return lesson_of(call("pay", "credit_card_4421486 refused", of=pay), call("pay", of=with_voucher), run=run)

    once = paid("r1")
    assert of_one_case(once)
    assert not proven(once)
    assert proven(merge(once, paid("r2")))
