"""Every filter means in the store what it means in ``domain.filters.matches``."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hindsight.domain.change import update
from hindsight.domain.filters import FIELDS, And, Condition, Filter, Not, Operator, Or, Value, matches
from hindsight.domain.memory import Claim, Memory
from hindsight.ports.store import Store
from hindsight.testing.store.records import ALICE, NOW, change_set, full_memory, insertion, memory, said

NAN = float("nan")


def population() -> list[Memory]:
    """Memories that differ in every filterable field, with and without a value."""
    return [
        full_memory(),
        memory(),
        memory(project="", tags=("",), entities=("Alice",), status="archived"),
        memory(project="WEB", tags=("travel", "x"), kind="episode", confidence=0.0, importance=0.25),
        memory(project="web", tools=("bash",), task_type="data", sources=said("web", trust=0.2, name="mail")),
        memory(project="'; --", tags=("100%", "食物"), ref="ticket 8", verbatim=True, polarity="positive"),
        memory(claim=Claim(entity="ALICE", attribute="Likes", value="tea"), tools=("bash", "curl"), expires_at=NOW),
        memory(occurred_at=NOW, valid_from=NOW + timedelta(microseconds=1), sources=said("tool", conversation="c1")),
    ]


VALUES: dict[str, tuple[Value, ...]] = {
    "text": ("web", "", "alice|likes", "fact", "archived", "c1", "user", "'; --", "data", "nothing"),
    "list": ("travel", "", "Alice", "食物", "bash", "100%"),
    "number": (0.0, 0.25, 0.5, 0.7, 0.123456789012345, 1.0, NAN, float("inf")),
    "time": (NOW, NOW + timedelta(microseconds=1), NOW - timedelta(days=2)),
    "flag": (True, False),
}
SETS: dict[str, tuple[tuple[str, ...] | tuple[float, ...], ...]] = {
    "text": ((), ("web", "fact"), ("", "c1", "user", "web", "it's")),
    "list": ((), ("travel", "bash"), ("", "bash", "curl", "pandas")),
    "number": ((), (0.5, 0.7), (0.0, float("inf"), NAN)),
}


COMPARISONS: tuple[Operator, ...] = ("eq", "ne", "lt", "lte", "gt", "gte", "contains")
MEMBERSHIPS: tuple[Operator, ...] = ("in", "within")


def conditions() -> list[Condition]:
    """Every field with every operator that it takes, over values that some memories have and some have not."""
    made: list[Condition] = []
    for field, kind in FIELDS.items():
        for op in COMPARISONS:
            made += _allowed(field, op, VALUES[kind])
        for op in MEMBERSHIPS:
            made += _allowed(field, op, SETS.get(kind, ()))
        made += _allowed(field, "exists", (True, False))
    return made


def _allowed(field: str, op: Operator, values: tuple[Value, ...]) -> list[Condition]:
    made = []
    for value in values:
        try:
            made.append(Condition(field, op, value))
        except ValueError:
            return []
    return made


async def _found(store: Store, where: Filter) -> set[str]:
    page = await store.find(ALICE, where, limit=1000)
    return {m.id for m in page.memories}


@pytest.mark.anyio
@pytest.mark.requirement("R7")
class FilterContract:
    """The filter algebra."""

    async def test_every_condition_agrees_with_the_reference(self, store: Store) -> None:
        memories = population()
        await store.apply(insertion(*memories))
        for where in conditions():
            expected = {m.id for m in memories if matches(where, m)}
            assert await _found(store, where) == expected, where

    async def test_not_is_two_valued_for_every_condition(self, store: Store) -> None:
        memories = population()
        await store.apply(insertion(*memories))
        for where in conditions():
            expected = {m.id for m in memories if not matches(where, m)}
            assert await _found(store, Not(where)) == expected, where

    async def test_and_or_not_nest(self, store: Store) -> None:
        memories = population()
        await store.apply(insertion(*memories))
        web, bash = Condition("project", "eq", "web"), Condition("tools", "contains", "bash")
        late = Condition("occurred_at", "gte", NOW)
        trees: list[Filter] = [
            And(()),
            Or(()),
            Not(And(())),
            Not(Or(())),
            And((web, bash)),
            Or((web, Not(bash), late)),
            Not(Or((And((web, Not(late))), Not(Not(bash))))),
            And((Or((web, late)), Not(And((bash, Not(web)))))),
        ]
        for where in trees:
            assert await _found(store, where) == {m.id for m in memories if matches(where, m)}, where

    async def test_a_filter_of_many_parts_runs(self, store: Store) -> None:
        written = memory(project="p63")
        await store.apply(insertion(written, memory()))
        where = Or(tuple(Condition("project", "eq", f"p{n}") for n in range(64)))
        assert await _found(store, where) == {written.id}
        many = Condition("project", "in", tuple(f"p{n}" for n in range(1000)))
        assert await _found(store, many) == {written.id}

    async def test_lists_are_filtered_by_their_current_values(self, store: Store) -> None:
        written = memory(tags=("old", "kept"))
        await store.apply(insertion(written))
        await store.apply(change_set(update(written, NOW, tags=("kept", "new"))))
        assert await _found(store, Condition("tags", "contains", "old")) == set()
        assert await _found(store, Condition("tags", "contains", "new")) == {written.id}
        assert await _found(store, Condition("tags", "within", ("kept", "new"))) == {written.id}
