"""What holds for the debrief of any run."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight.domain.credit import credit
from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.errors import see
from hindsight.domain.experience import Experience
from hindsight.domain.trajectory import trajectory_from_dict, trajectory_to_dict

LEAF = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.sampled_from(["a.csv", "utf-8", "e42", "x y", "上海", ""])
)
ARGS = st.dictionaries(
    st.sampled_from(["path", "ref", "timeout", "q", "command"]), LEAF | st.lists(LEAF, max_size=2), max_size=3
)
TEXT = st.one_of(
    st.none(),
    st.text(max_size=30),
    st.sampled_from(["Error: no", "TimeoutError: 3 s", "[]", "e57 ok", "HTTP 503", '{"ok": false}', "exit code 1"]),
)
STEP = st.fixed_dictionaries(
    {
        "tool": st.sampled_from(["read_file", "edit_file", "bash", "browser_click", "wait", "user_message"]),
        "args": ARGS,
    },
    optional={
        "result": TEXT,
        "error": TEXT,
        "exit_code": st.integers(0, 2),
        "http_status": st.sampled_from([200, 500]),
    },
)
RUN = st.fixed_dictionaries(
    {"goal": st.text(max_size=20), "task_type": st.just("t"), "steps": st.lists(STEP, max_size=14)},
    optional={"outcome": st.sampled_from(["success", "failure", "partial", "interrupted"])},
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(RUN)
def test_any_run_has_a_sound_debrief(data):
    run = trajectory_from_dict(data)
    found = debrief(run, redact=str)
    assert len(found.statuses) == len(run.steps)
    assert [error.step for error in found.errors] == [n for n, status in enumerate(found.statuses) if status == "error"]
    path = found.minimal_path or ()
    assert list(path) == sorted(set(path))
    assert all(found.statuses[step] in ("ok", "negative") for step in path)
    assert (found.minimal_path is not None) == (found.outcome == "success")
    json.dumps([found.to_dict(), found.episode.to_dict()])
    claimed = [step for item in found.experiences if item.kind != "human" for step in item.steps[0]]
    assert len(claimed) == len(set(claimed))
    assert {found.statuses[step] for step in claimed} <= {"error", "empty"}
    for item in found.lessons:
        assert 0 <= item.concreteness <= 1
        assert Experience.from_dict(json.loads(json.dumps(item.to_dict()))) == item
        assert item.steps[1] is None or item.steps[1] > item.steps[0][-1]
        credit(item, tuple(see(step) for step in run.steps))


@settings(max_examples=60)
@given(RUN)
def test_the_same_run_gives_the_same_debrief_also_after_storage(data):
    run = trajectory_from_dict(data)
    again = trajectory_from_dict(json.loads(json.dumps(trajectory_to_dict(run))))
    assert debrief(again, redact=str) == debrief(run, redact=str)
