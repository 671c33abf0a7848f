"""The experience record, its lifecycle, its rank and the choice of what to show."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight.domain.credit import credit
from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.errors import see
from hindsight.domain.experience import (
    Adjustment,
    Candidate,
    Context,
    Counters,
    Experience,
    Op,
    Outcome,
    advance,
    applicable,
    content_hash,
    count,
    credited,
    merge,
    next_version,
    score,
    select,
    utility,
)
from hindsight.domain.trajectory import trajectory_from_dict

FOLLOWED = {"tool": "read", "args": {"path": "b.csv", "encoding": "gb18030"}}

NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)


def lesson(**fields):
    plain = {
        "id": "e1",
        "context": Context(tools=("file_read",), task_type="data"),
        "polarity": "positive",
        "nature": "permanent",
        "kind": "changed_arguments",
        "concreteness": 0.9,
        "state": "active",
        "last_seen": NOW,
    }
    return Experience(**{**plain, **fields})


def seen_in(run):
    return tuple(see(step) for step in run.steps)


def learnt(*steps, **more):
    return debrief({"goal": "g", "task_type": "t", "steps": list(steps), **more}).experiences[0]


@pytest.mark.requirement("X9")
@pytest.mark.parametrize(
    "state, counters, expected, u",
    [
        ("new", Counters(), "new", 0.50),
        ("new", Counters(applied=1, ok_after=1, streak=1), "active", 0.667),
        ("new", Counters(applied=1, fail_after=1, streak=-1), "suspect", 0.333),
        ("active", Counters(applied=1, fail_after=1, streak=-1), "suspect", 0.333),
        ("suspect", Counters(applied=3, ok_after=2, fail_after=1, streak=2), "active", 0.60),
        ("suspect", Counters(applied=2, ok_after=1, fail_after=1, streak=1), "suspect", 0.50),
        ("suspect", Counters(applied=5, ok_after=1, fail_after=4, streak=-1), "archived", 0.286),
        ("active", Counters(applied=5, ok_after=1, fail_after=4, streak=-1), "archived", 0.286),
    ],
)
def test_state_and_utility_follow_from_the_record(state, counters, expected, u):
    assert advance(state, counters) == expected
    assert utility(counters) == pytest.approx(u, abs=0.001)


@pytest.mark.requirement("X9")
class TestLifecycle:
    def test_wrong_makes_it_suspect_at_once(self):
        assert advance("active", Counters(applied=9, ok_after=9, streak=9), marked_wrong=True) == "suspect"

    def test_pinned_is_never_archived_by_rule(self):
        failing = Counters(applied=9, fail_after=9, streak=-9)
        assert advance("suspect", failing, pinned=True, idle_days=400) == "suspect"

    def test_not_shown_for_sixty_days_is_archived(self):
        assert advance("active", Counters(ok_after=1, applied=1), idle_days=60) == "archived"
        assert advance("active", Counters(ok_after=1, applied=1), idle_days=59) == "active"

    def test_quarantine_is_left_alone(self):
        assert advance("quarantined", Counters(applied=1, ok_after=1, streak=1)) == "quarantined"

    @pytest.mark.parametrize(
        "applied, recurred, task, grown",
        [
            (True, False, "success", {"applied", "ok_after"}),
            (True, False, "failure", {"applied"}),
            (True, True, "success", {"applied", "fail_after"}),
            (True, True, "failure", {"applied", "fail_after"}),
            (False, False, "failure", {"shown"}),
            (False, True, "success", {"shown", "recurred"}),
        ],
    )
    def test_the_credit_table(self, applied, recurred, task, grown):
        after = count(Counters(), Outcome(applied, recurred), task)
        assert {
            name for name in ("shown", "applied", "ok_after", "fail_after", "recurred") if getattr(after, name)
        } == grown

    def test_credited_advances_the_state(self):
        after = credited(lesson(state="new"), Outcome(applied=True, recurred=False), task_outcome="success", now=NOW)
        assert (after.state, after.counters.ok_after) == ("active", 1)

    @given(
        st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from(["success", "failure", None])), max_size=40)
    )
    def test_counters_only_grow_and_utility_stays_within_0_and_1(self, runs):
        counters, state = Counters(), "new"
        for applied, recurred, task in runs:
            after = count(counters, Outcome(applied, recurred), task)
            assert after.applied >= counters.applied
            assert after.ok_after + after.fail_after <= after.applied
            counters, state = after, advance(state, after)
            assert 0 < utility(counters) < 1


@pytest.mark.requirement("X9")
class TestCredit:
    STEPS = (
        {"tool": "read", "args": {"path": "a.csv", "encoding": "utf-8"}, "error": "UnicodeDecodeError: bad"},
        {"tool": "read", "args": {"path": "a.csv", "encoding": "gb18030"}, "result": "x,y"},
    )

    def of(self, *steps):
        return credit(learnt(*self.STEPS), seen_in(trajectory_from_dict({"goal": "g", "steps": list(steps)})))

    def test_followed_advice_is_applied(self):
        assert self.of(
            {"tool": "mcp__f__read", "args": {"path": "b.csv", "encoding": "gb18030"}, "result": "1"}
        ) == Outcome(applied=True, recurred=False)

    def test_the_failure_that_came_back_is_seen_whatever_its_wording(self):
        wrong = {"tool": "read", "args": {"path": "b.csv", "encoding": "utf-8"}, "error": "UnicodeDecodeError: 0xff no"}
        assert self.of(wrong) == Outcome(applied=False, recurred=True)

    def test_a_failure_before_the_advice_was_followed_is_none_of_its_doing(self):
        wrong = {"tool": "read", "args": {"path": "b.csv", "encoding": "utf-8"}, "error": "UnicodeDecodeError: 0xff"}
        assert self.of(wrong, {**FOLLOWED, "result": "1"}) == Outcome(applied=True, recurred=False)

    def test_another_item_that_was_done_without_the_advice_is_none_of_its_doing(self):
        wrong = {"tool": "read", "args": {"path": "c.csv", "encoding": "utf-8"}, "error": "UnicodeDecodeError: 0xff"}
        assert self.of({**FOLLOWED, "result": "1"}, wrong) == Outcome(applied=True, recurred=False)

    @pytest.mark.parametrize(
        "error, recurred",
        [
            ("UnicodeDecodeError: byte 0x81", True),  # the same failure
            ("ValueError: unsupported encoding", True),  # names the argument
            ("LookupError: 'gb18030' is not installed", True),  # names the value
            ("FileNotFoundError: no such file: b.csv", False),  # another cause
            ("TimeoutError: gb18030 took too long", False),  # passes by itself
        ],
    )
    def test_followed_advice_is_blamed_for_what_looks_like_its_fault(self, error, recurred):
        assert self.of({**FOLLOWED, "error": error}) == Outcome(applied=True, recurred=recurred)

    def test_advice_that_a_later_call_undid_and_went_well_is_blamed(self):
        undone = {"tool": "read", "args": {"path": "b.csv", "encoding": "utf-8"}, "result": "1"}
        other = {"tool": "read", "args": {"path": "c.csv", "encoding": "utf-8"}, "result": "1"}
        failed = {**FOLLOWED, "error": "Error: mojibake"}
        assert self.of(failed, undone) == Outcome(applied=True, recurred=True)
        assert self.of(failed, other) == Outcome(applied=True, recurred=False)

    def test_something_else_is_neither(self):
        assert self.of({"tool": "write", "args": {}, "result": "ok"}) == Outcome(applied=False, recurred=False)

    @pytest.mark.parametrize(
        "before, after, later, applied",
        [
            ({"a": 1, "timeout": 30}, {"a": 1, "timeout": 120}, {"a": 1, "timeout": 60}, True),
            ({"a": 1, "timeout": 30}, {"a": 1, "timeout": 120}, {"a": 1, "timeout": 10}, False),
            ({"a": 1, "day": "3/4/2026"}, {"a": 1, "day": "2026-04-03"}, {"a": 1, "day": "2027-01-01"}, True),
            ({"a": 1, "day": "3/4/2026"}, {"a": 1, "day": "2026-04-03"}, {"a": 1, "day": "1/1/2027"}, False),
            ({"a": 1, "force": True}, {"a": 1}, {"a": 1}, True),
            ({"a": 1, "force": True}, {"a": 1}, {"a": 1, "force": True}, False),
            ({"a": 1, "tags": "x"}, {"a": 1, "tags": ["x"]}, {"tags": ["y", "z"]}, True),
            ({"code": "a=1\nb=2"}, {"code": "a=1\nb=3"}, {"code": "q\nb=3"}, True),
            ({"code": "a=1\nb=2"}, {"code": "a=1\nb=3"}, {"code": "a=1\nb=2\nb=3"}, False),
        ],
    )
    def test_a_rule_counts_whatever_the_value(self, before, after, later, applied):
        known = learnt(
            {"tool": "t", "args": before, "error": "Error: no"}, {"tool": "t", "args": after, "result": "ok"}
        )
        run = trajectory_from_dict({"goal": "g", "steps": [{"tool": "t", "args": later, "result": "ok"}]})
        assert credit(known, seen_in(run)).applied is applied

    def test_a_precondition_must_come_first(self):
        save = {"tool": "write_file", "args": {"path": "out/a.md"}}
        mkdir = {"tool": "bash", "args": {"command": "mkdir -p out"}, "result": "", "exit_code": 0}
        known = learnt({**save, "error": "FileNotFoundError: [Errno 2] No such file"}, mkdir, {**save, "result": "ok"})
        good = trajectory_from_dict({"goal": "g", "steps": [mkdir, {**save, "result": "ok"}]})
        late = trajectory_from_dict({"goal": "g", "steps": [{**save, "result": "ok"}, mkdir]})
        assert credit(known, seen_in(good)).applied
        assert not credit(known, seen_in(late)).applied

    def test_a_refreshed_value_must_come_from_the_named_tool(self):
        click = {"tool": "browser_click", "args": {"element": "Export", "ref": "e42"}}
        shot = {"tool": "browser_snapshot", "args": {}, "result": "button [ref=e57]"}
        again = {"tool": "browser_click", "args": {"element": "Export", "ref": "e57"}, "result": "ok"}
        known = learnt({**click, "error": "Error: Ref e42 not found"}, shot, again)
        assert credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": [shot, again]}))).applied
        assert not credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": [again]}))).applied

    def test_a_switched_tool_is_applied_by_using_it(self):
        known = learnt(
            {"tool": "fetch_url", "args": {"url": "https://e.example/a"}, "error": "HTTP 403 Forbidden"},
            {"tool": "browser_navigate", "args": {"url": "https://e.example/a"}, "result": "ok"},
        )
        later = [{"tool": "browser_navigate", "args": {"url": "https://e.example/b"}, "result": "ok"}]
        assert credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": later}))).applied

    def test_a_procedure_is_applied_by_making_its_calls_in_order(self):
        steps = [
            {"tool": name, "args": {"n": n}, "result": f"r{n}"} for n, name in enumerate(("open_page", "click", "save"))
        ]
        known = debrief({"goal": "g", "task_type": "t", "steps": steps}).procedure
        assert credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": steps}))).applied
        assert not credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": steps[1:]}))).applied

    def test_a_loop_recurs_as_a_loop(self):
        steps = [{"tool": "poll", "args": {"id": 1}, "result": "same"}] * 3
        (known,) = debrief({"goal": "g", "steps": steps}).loop_lessons
        assert credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": steps}))).recurred
        assert not credit(known, seen_in(trajectory_from_dict({"goal": "g", "steps": steps[:2]}))).recurred


@pytest.mark.requirement("X8")
class TestHardFilter:
    @pytest.mark.parametrize(
        "needs, at_hand, fits",
        [
            (("file_read",), ["file_read", "x"], True),
            (("file_read",), ["mcp__files__file_read"], True),
            (("file_read",), ["files.file_read"], True),
            (("file_read",), ["file_write"], False),
            (("file_read",), [], False),
            (("file_read",), None, True),
            (("write_file", "shell:mkdir"), ["write_file"], False),
            (("write_file", "shell:mkdir"), ["write_file", "bash"], True),
            (("shell:pip install",), ["execute_command"], True),
            (("shell:pip install",), ["mcp__box__Bash"], True),
        ],
    )
    def test_every_tool_it_needs_must_be_at_hand(self, needs, at_hand, fits):
        assert applicable(lesson(context=Context(tools=needs)), at_hand) is fits

    @pytest.mark.parametrize(
        "mine, asked, fits",
        [
            ("data", "data", True),
            ("data", "data/csv", True),
            ("data", "data-processing", True),
            ("data", "database", False),
            ("data/csv", "data", False),
            ("", "data", True),
            ("data", "", True),
            ("sql", "data", False),
        ],
    )
    def test_the_task_type_is_equal_a_parent_or_absent(self, mine, asked, fits):
        assert applicable(lesson(context=Context(tools=("a",), task_type=mine)), ["a"], asked) is fits

    def test_only_a_stated_stage_filters(self):
        stated = lesson(context=Context(tools=("a",), stage="act", stage_stated=True))
        inferred = lesson(context=Context(tools=("a",), stage="act"))
        assert not applicable(stated, ["a"], stage="verify")
        assert applicable(inferred, ["a"], stage="verify")

    @pytest.mark.parametrize("state, fits", [("new", True), ("active", True), ("suspect", True), ("archived", False)])
    def test_only_live_states_apply(self, state, fits):
        assert applicable(lesson(state=state), ["file_read"]) is fits


@pytest.mark.requirement("X8")
class TestChoice:
    def pool(self, *specs):
        return [
            Candidate(experience=lesson(id=f"e{n}", coarse_key=f"k{n}", **fields), similarity=similarity)
            for n, (similarity, fields) in enumerate(specs)
        ]

    def test_the_rank_is_the_weighted_sum(self):
        candidate = Candidate(experience=lesson(), similarity=0.8)
        assert score(candidate, NOW) == pytest.approx(0.45 * 0.8 + 0.25 * 0.9 + 0.20 * 0.5 + 0.10)
        assert score(candidate, NOW + timedelta(days=30)) == pytest.approx(0.36 + 0.225 + 0.1 + 0.05)

    def test_negatives_weigh_less_and_stale_transients_a_tenth(self):
        plain = score(Candidate(experience=lesson(), similarity=0.8), NOW)
        assert score(Candidate(experience=lesson(polarity="negative"), similarity=0.8), NOW) == pytest.approx(
            0.9 * plain
        )
        transient = Candidate(experience=lesson(nature="transient"), similarity=0.8)
        day = NOW + timedelta(hours=24)
        assert score(transient, day + timedelta(minutes=1)) < 0.11 * score(transient, day)

    def test_ignored_advice_that_proved_right_rises(self):
        ignored = lesson(counters=Counters(shown=2, recurred=2))
        assert score(Candidate(experience=ignored, similarity=0.5), NOW) > score(
            Candidate(experience=lesson(), similarity=0.5), NOW
        )

    def test_at_most_three_and_one_a_coarse_key(self):
        same = [Candidate(experience=lesson(id=f"e{n}", coarse_key="k"), similarity=n / 10) for n in range(9)]
        assert [choice.experience.id for choice in select(same, NOW)] == ["e8"]
        assert len(select(self.pool(*[(0.5, {})] * 9), NOW)) == 3
        assert select(self.pool((0.5, {})), NOW, limit=0) == ()

    def test_at_most_half_are_negative_and_positives_stand_first(self):
        negative = {"polarity": "negative"}
        chosen = select(self.pool((0.9, negative), (0.8, negative), (0.3, {}), (0.2, {})), NOW)
        assert [choice.experience.polarity for choice in chosen] == ["positive", "positive", "negative"]
        assert len(select(self.pool((0.9, negative), (0.8, negative)), NOW)) == 1

    def test_a_suspect_is_a_marked_trial_only_when_nothing_better_exists(self):
        suspect = {"state": "suspect"}
        assert [choice.trial for choice in select(self.pool((0.9, suspect), (0.1, {})), NOW)] == [False]
        assert [choice.trial for choice in select(self.pool((0.9, suspect), (0.8, suspect)), NOW)] == [True]

    @given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from(["positive", "negative", "neutral"])), max_size=12))
    def test_negatives_never_outnumber_the_rest(self, specs):
        chosen = select(self.pool(*[(value, {"polarity": polarity}) for value, polarity in specs]), NOW)
        negatives = sum(choice.experience.polarity == "negative" for choice in chosen)
        assert bool(chosen) == bool(specs)
        assert negatives <= max(len(chosen) // 2, len(chosen) == 1)


class TestRecord:
    def test_it_survives_json(self):
        known = learnt(*TestCredit.STEPS)
        full = replace(known, id="x", counters=Counters(shown=2), first_seen=NOW, last_seen=NOW, expires_at=NOW)
        assert Experience.from_dict(json.loads(json.dumps(full.to_dict()))) == full

    @pytest.mark.parametrize("field, value", [("state", "x"), ("kind", "x"), ("polarity", "x"), ("nature", "x")])
    def test_unknown_words_are_refused(self, field, value):
        with pytest.raises(ValueError, match=field):
            Experience.from_dict({**lesson().to_dict(), field: value})

    def test_the_hash_is_of_what_it_says(self):
        assert content_hash(lesson()) == content_hash(lesson(id="other", counters=Counters(shown=9)))
        assert content_hash(lesson()) != content_hash(lesson(nature="unknown"))

    def test_a_new_version_supersedes_the_old(self):
        newer = next_version(lesson(id="a"), nature="unknown")
        assert (newer.supersedes, newer.version, newer.prev_hash) == ("a", 2, content_hash(lesson()))

    @pytest.mark.requirement("W5")
    def test_merging_keeps_the_more_concrete_text_and_all_evidence(self):
        first, second = learnt(*TestCredit.STEPS), learnt(*TestCredit.STEPS, id="run2")
        rough = replace(first, id="a", concreteness=0.4, adjustment=Adjustment(text="rough"), confidence=0.8)
        merged = merge(rough, second)
        assert merged.adjustment == second.adjustment
        assert len(merged.evidence) == 2
        assert merged.confidence == pytest.approx(0.9)
        assert merged.supersedes == "a"

    def test_merging_over_task_types_keeps_what_they_share(self):
        a = lesson(context=Context(tools=("t",), task_type="data/csv"))
        assert merge(a, lesson(context=Context(tools=("t",), task_type="data"))).context.task_type == "data"
        assert merge(a, lesson(context=Context(tools=("t",), task_type="sql"))).context.task_type == ""

    def test_operations_are_checked(self):
        bad = lesson(adjustment=Adjustment(ops=(Op(tool="t", op="explode"),)))
        with pytest.raises(ValueError, match="operation"):
            Experience.from_dict(bad.to_dict())
