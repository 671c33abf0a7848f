from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import memory

from hindsight.domain.errors import InvalidFilter
from hindsight.domain.filters import EVERYTHING, And, Condition, Filter, Not, Or, all_of, matches, parse_where

WEB = memory(project="web", tags=("travel", "东京"), tools=("bash",), confidence=0.9)
BARE = memory()


@pytest.mark.parametrize(
    "where,web,bare",
    [
        ({}, True, True),
        ({"project": "web"}, True, False),
        ({"project": {"ne": "web"}}, False, True),
        ({"not": {"project": "web"}}, False, True),
        ({"kind": ["fact", "preference"]}, True, True),
        ({"tags": "东京"}, True, False),
        ({"tags": {"in": ["x", "travel"]}}, True, False),
        ({"tags": {"exists": False}}, False, True),
        ({"tools": {"within": ["bash", "pip"]}}, True, True),
        ({"tools": {"within": ["pip"]}}, False, True),
        ({"confidence": {"gte": 0.8, "lt": 1}}, True, False),
        ({"or": [{"project": "web"}, {"project": "app"}]}, True, False),
        ({"and": [{"project": "web"}, {"not": {"tags": "travel"}}]}, False, False),
        ({"created_at": {"gte": "2026-03-18T15:30:00+00:00"}}, True, True),
        ({"created_at": {"lt": "2026-03-18"}}, False, False),
        ({"expires_at": {"exists": True}}, False, False),
        ({"expires_at": {"lt": "2030-01-01"}}, False, False),
        ({"verbatim": False}, True, True),
        ({"or": []}, False, False),
    ],
)
@pytest.mark.requirement("R7")
def test_a_filter_holds_where_its_fields_say_so(where: dict[str, object], web: bool, bare: bool) -> None:
    parsed = parse_where(where)
    assert (matches(parsed, WEB), matches(parsed, BARE)) == (web, bare)


@pytest.mark.parametrize(
    "where,named",
    [
        ({"colour": "red"}, "colour"),
        ({"project": {"like": "w%"}}, "like"),
        ({"project": {"gt": "w"}}, "gt"),
        ({"kind": "song"}, "song"),
        ({"confidence": "high"}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"created_at": "yesterday"}, "yesterday"),
        ({"tags": {"in": "travel"}}, "tags"),
        ({"tags": {"exists": "yes"}}, "exists"),
        ({"and": {"project": "web"}}, "and"),
        ({"not": ["x"]}, "object"),
        ("project = web", "object"),
    ],
)
@pytest.mark.requirement("R7")
def test_a_wrong_filter_is_an_error_that_names_the_fault(where: object, named: str) -> None:
    with pytest.raises(InvalidFilter, match=named):
        parse_where(where)  # type: ignore[arg-type]


def test_a_filter_that_nests_too_deep_or_is_too_large_is_refused() -> None:
    deep: dict[str, object] = {"project": "web"}
    for _ in range(20):
        deep = {"not": deep}
    with pytest.raises(InvalidFilter, match="deep"):
        parse_where(deep)
    with pytest.raises(InvalidFilter, match="conditions"):
        parse_where({"or": [{"project": str(n)} for n in range(100)]})


def test_naive_times_take_the_zone_of_the_caller() -> None:
    parsed = parse_where({"created_at": {"gte": "2026-03-18T08:00"}}, ZoneInfo("America/Los_Angeles"))
    assert parsed == Condition("created_at", "gte", datetime(2026, 3, 18, 15, 0, tzinfo=UTC))


def test_a_condition_made_in_code_is_checked_too() -> None:
    with pytest.raises(InvalidFilter):
        Condition("colour", "eq", "red")
    with pytest.raises(InvalidFilter):
        Condition("tags", "lt", "a")


def conditions() -> st.SearchStrategy[Filter]:
    texts = st.sampled_from(["web", "app", "fact", "m1"])
    leaf = st.one_of(
        st.builds(lambda f, v: Condition(f, "eq", v), st.sampled_from(["project", "kind", "id"]), texts),
        st.builds(lambda v: Condition("confidence", "gte", v), st.floats(0, 1)),
        st.builds(lambda v: Condition("tags", "contains", v), st.sampled_from(["travel", "x"])),
        st.builds(lambda v: Condition("project", "exists", v), st.booleans()),
    )
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.lists(inner, max_size=3).map(lambda parts: And(tuple(parts))),
            st.lists(inner, max_size=3).map(lambda parts: Or(tuple(parts))),
        ),
        max_leaves=8,
    )


@given(conditions())
def test_not_turns_every_answer_round(where: Filter) -> None:
    for candidate in (WEB, BARE):
        assert matches(Not(where), candidate) != matches(where, candidate)


@given(conditions(), conditions())
def test_de_morgan_holds(a: Filter, b: Filter) -> None:
    for candidate in (WEB, BARE):
        assert matches(Not(And((a, b))), candidate) == matches(Or((Not(a), Not(b))), candidate)


def test_all_of_leaves_out_what_says_nothing() -> None:
    only = Condition("project", "eq", "web")
    assert all_of(None, EVERYTHING, only) == only
    assert matches(all_of(), BARE)
