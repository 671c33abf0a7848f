"""Two tries before the cure, and values that hold the name of the task: what is told fits the next task as well."""

from typing import Any

import pytest
from tests.unit.test_debrief_kinds_of_repair import call, lesson

GOALS = ("Export the rows of cedar-311", "导出 cedar-311 的数据")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    "tries, right, rule, change",
    [
        (("out/cedar-311.csv", "./out/cedar-311.csv"), "/srv/db/out/cedar-311.csv", "prefix", "/srv/db/"),
        (("http://h.example/cedar-311", "http://h.example:81/cedar-311"), "https://h.example/cedar-311", "https", None),
        (
            ("pull git@code.example:ops/cedar-311.git", "pull git@code.example:22/ops/cedar-311.git"),
            "pull https://code.example/ops/cedar-311.git",
            "part",
            "https://code.example/",
        ),
    ],
)
def test_the_change_of_the_first_call_is_told_without_the_name_of_the_task(
    goal: str, tries: tuple[str, str], right: str, rule: str, change: str | None
) -> None:
    found = lesson(
        *(call("store", {"target": tried, "table": "rows"}, error="target not allowed") for tried in tries),
        call("store", {"target": right, "table": "rows"}),
        goal=goal,
    )
    (op,) = found.adjustment.ops
    assert op.rule == rule
    if change is not None:
        assert op.new == change


def test_an_amount_in_another_unit_is_told_from_the_number_and_not_from_its_text() -> None:
    def pay(amount: Any, error: str | None = None) -> dict[str, Any]:
        return call("refund", {"order": "amber-7", "amount": amount}, error=error)

    found = lesson(pay(12.5, "amount: wrong"), pay("12.50", "amount: wrong"), pay(1250), goal="Refund amber-7")
    (op,) = found.adjustment.ops
    assert (op.rule, op.old, op.new) == ("times_100", 12.5, 1250)
