"""What told two cures of one failure apart, and what may be relied on: conditions, cases against, luck."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from hindsight.domain.credit import credit, unneeded
from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.errors import see
from hindsight.domain.experience import Adjustment, Candidate, Op, merge, select
from hindsight.domain.experience.conditions import checked, excludes, fits, met, told_apart
from hindsight.domain.proof import proven
from hindsight.domain.trajectory import trajectory_from_dict

TERN, ORLA = "https://api.tern.example/v2/tickets", "https://crm.orla.example/contacts"
NOW = datetime(2026, 3, 18, tzinfo=UTC)
DENIED = "401 Unauthorized"


def deploy(zone, cluster, **came):
    return {"tool": "deploy", "args": {"cluster": cluster, "zone": zone}, **came}


def deployed(right, cluster, run="r1", error="Error: zone refused", goal="Deploy the shop"):
    steps = [deploy("a", cluster, error=error), deploy(right, cluster, result="ok")]
    [lesson] = debrief({"id": run, "goal": goal, "steps": steps}).experiences
    return lesson


def fetched(url, right, run="r1", goal="Fetch the tickets"):
    wrong = {"tool": "http", "args": {"url": url, "scheme": "Bearer"}, "error": DENIED}
    good = {"tool": "http", "args": {"url": url, "scheme": right}, "result": "ok"}
    [lesson] = debrief({"id": run, "goal": goal, "steps": [wrong, good]}).experiences
    return lesson


@pytest.mark.requirement("X4")
@pytest.mark.parametrize(
    "condition, args, expected",
    [
        ("url at api.tern.example", {"url": TERN}, True),
        ("url at api.tern.example", {"url": ORLA}, False),
        ("url at api.tern.example", {"path": "a.csv"}, None),
        ("cluster is `eu`", {"cluster": "eu"}, True),
        ("cluster is `eu`", {"cluster": "us"}, False),
        ("spec.replicas is `3`", {"spec": {"replicas": 3}}, True),
        ("path is a .csv file", {"path": "a.txt"}, False),
        ("path is a .csv file", {"path": "B.CSV"}, True),
        ("path is a .csv file", {"path": "a"}, None),
        ("path is a .csv file", {"url": "a.csv"}, None),
        ("command git push", {"command": "ls"}, None),
    ],
)
def test_a_condition_is_checked_against_the_arguments_it_names(condition, args, expected):
    assert met(condition, args) is expected
    assert (condition in checked([condition])) == (condition != "command git push")


@pytest.mark.requirement("X4")
def test_lessons_of_two_hosts_stand_apart_and_a_call_to_one_does_not_follow_the_other():
    tern, orla = fetched(TERN, "Token"), fetched(ORLA, "Basic")
    assert excludes(tern, orla)
    assert excludes(orla, tern)
    assert fits(tern, {"url": TERN})
    assert not fits(tern, {"url": ORLA})
    elsewhere = {"tool": "http", "args": {"url": ORLA, "scheme": "Token"}, "error": DENIED}
    assert not credit(
        tern, [see(step) for step in trajectory_from_dict({"goal": "g", "steps": [elsewhere]}).steps]
    ).applied


@pytest.mark.requirement("X4")
def test_a_host_that_the_goal_names_is_no_condition():
    assert fetched("https://shop-71.example/x", "Token", goal="Fetch the orders of shop-71").context.preconditions == ()


@pytest.mark.requirement("X4", "W5")
def test_the_same_cure_at_a_second_host_holds_at_both():
    both = merge(fetched(TERN, "Token"), fetched(ORLA, "Token", run="r2"))
    assert both.context.preconditions == ()
    again = merge(fetched(TERN, "Token"), fetched(TERN + "?page=2", "Token", run="r2"))
    assert again.context.preconditions == ("url at api.tern.example",)


@pytest.mark.requirement("X4")
def test_two_cures_are_told_apart_by_the_argument_that_differs_not_by_the_task_nor_by_what_is_changed():
    north, south = deployed("b", "eu"), deployed("c", "us")
    assert told_apart(north, south, frozenset()) == ("cluster is `eu`",)
    assert told_apart(south, north, frozenset()) == ("cluster is `us`",)
    assert told_apart(north, south, frozenset({"eu"})) == ()
    assert told_apart(north, deployed("c", "eu"), frozenset()) == ()


@pytest.mark.requirement("X4")
def test_an_argument_that_varied_within_one_cure_told_nothing():
    mixed = merge(deployed("b", "eu"), deployed("b", "asia", run="r2"))
    assert told_apart(mixed, deployed("c", "us"), frozenset()) == ()


@pytest.mark.requirement("W5", "X4")
def test_what_is_replaced_counts_as_tried_when_the_same_value_is_put_in():
    steps = [deploy("z", "eu", error="Error: zone refused"), deploy("b", "eu", result="ok")]
    [other] = debrief({"id": "r2", "goal": "Deploy the shop", "steps": steps}).experiences
    both = merge(deployed("b", "eu"), other)
    assert {both.adjustment.ops[0].old, *both.counter_example.tried} == {"a", "z"}


@pytest.mark.requirement("X9")
@pytest.mark.parametrize(
    "steps, against",
    [
        ([deploy("a", "eu", result="ok")], True),
        ([deploy("a", "eu", error="Error: zone refused"), deploy("c", "eu", result="ok")], True),
        ([deploy("a", "eu", error="Error: zone refused"), deploy("b", "eu", result="ok")], False),
        ([deploy("c", "eu", result="ok")], False),
        ([deploy("a", "eu", error="Error: disk full"), deploy("c", "eu", result="ok")], False),
    ],
)
def test_the_old_value_or_another_cure_of_the_same_failure_speaks_against_a_value(steps, against):
    seen = [see(step) for step in trajectory_from_dict({"goal": "g", "steps": steps}).steps]
    assert unneeded(deployed("b", "eu"), seen) == against


@pytest.mark.requirement("X4", "X9")
def test_a_cure_under_another_condition_speaks_against_nothing():
    bound = deployed("b", "eu")
    bound = replace(bound, context=replace(bound.context, preconditions=("cluster is `eu`",)))
    steps = [deploy("a", "us", error="Error: zone refused"), deploy("c", "us", result="ok")]
    assert not unneeded(bound, [see(step) for step in trajectory_from_dict({"goal": "g", "steps": steps}).steps])


def runs(number, error):
    lesson = deployed("b", "eu", error=error)
    for run in range(2, number + 1):
        lesson = merge(lesson, deployed("b", "eu", run=f"r{run}", error=error))
    return lesson


@pytest.mark.requirement("X8")
@pytest.mark.parametrize(
    "error, needed",
    [
        ("Error: zone refused", 2),
        ("Error: 'a' is no zone", 1),
        ("409 Conflict: the room is taken at that time", 4),
        ("gate occupied", 4),
        ("ZONE_POOL_EXHAUSTED: try later", 4),
        ("404 not found on this shard", 4),
        ("该时段号源已满", 4),
        ("骑手拒单", 4),
        ("Error: wrong guess, 2 attempts left", 4),
        ("Error: the slot is taken, free: b-zone, `b`", 1),
    ],
)
def test_how_many_runs_bear_out_a_value_depends_on_what_the_error_says(error, needed):
    assert [proven(runs(number, error)) for number in range(1, 5)] == [number >= needed for number in range(1, 5)]


@pytest.mark.requirement("X8")
def test_of_lessons_about_one_failure_the_proven_one_is_shown_and_one_for_each_condition():
    mine = replace(deployed("b", "eu"), id="mine", state="active")
    said = replace(mine, id="said", concreteness=1.0)
    other = replace(
        mine,
        id="other",
        context=replace(mine.context, preconditions=("cluster is `us`",)),
        adjustment=Adjustment(text="set zone to `c`", ops=(Op(tool="deploy", op="set", path="zone", new="c"),)),
    )
    shown = select(
        [
            Candidate(experience=mine, similarity=0.5),
            Candidate(experience=said, similarity=0.9, proven=False),
            Candidate(experience=other, similarity=0.4),
        ],
        now=mine.last_seen,
    )
    assert [choice.experience.id for choice in shown] == ["mine", "other"]


@pytest.mark.requirement("X8")
def test_what_was_only_said_is_not_shown_beside_what_a_run_came_to_under_a_condition():
    came = replace(fetched(TERN, "Token"), id="came")
    said = replace(came, id="said", evidence=(), kind="llm", context=replace(came.context, preconditions=()))
    for proven_ones in ((True, True), (True, False)):
        pair = zip((came, said), proven_ones, strict=True)
        shown = select([Candidate(experience=one, similarity=0.9, proven=good) for one, good in pair], NOW)
        assert [choice.experience.id for choice in shown] == ["came"]


@pytest.mark.requirement("X8")
def test_cures_learnt_on_two_kinds_of_file_are_one_choice():
    def loaded(path, right, run):
        steps = [
            {"tool": "load", "args": {"path": path, "mode": "r"}, "error": "cannot load"},
            {"tool": "load", "args": {"path": path, "mode": right}, "result": "ok"},
        ]
        [lesson] = debrief({"id": run, "goal": "load it", "steps": steps}).experiences
        return replace(lesson, id=run)

    both = (loaded("a.csv", "rb", "r1"), loaded("a.xls", "rx", "r2"))
    assert len(select([Candidate(experience=item, similarity=0.9) for item in both], NOW)) == 1
