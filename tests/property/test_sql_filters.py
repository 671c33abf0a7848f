"""Any tree of conditions means in SQL what it means in ``domain.filters.matches``, in both dialects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.store.sql import open_store
from hindsight.domain.filters import And, Filter, Not, Or, matches
from hindsight.testing.store.filters import conditions, population
from hindsight.testing.store.records import ALICE, insertion

MEMORIES = population()

trees: st.SearchStrategy[Filter] = st.recursive(
    st.sampled_from(conditions()),
    lambda inner: (
        inner.map(Not)
        | st.lists(inner, max_size=4).map(lambda parts: And(tuple(parts)))
        | st.lists(inner, max_size=4).map(lambda parts: Or(tuple(parts)))
    ),
    max_leaves=12,
)


@pytest.fixture(params=["sqlite", "postgres"])
def found(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[Filter], set[str]]]:
    """The ids that a filter finds in a store that holds MEMORIES."""
    postgres = request.param == "postgres"
    url = request.getfixturevalue("postgres_url") if postgres else f"sqlite:///{tmp_path}/memory.db"
    resources = Resources()
    store = open_store(url, resources)
    with start_blocking_portal() as portal:
        portal.call(store.apply, insertion(*MEMORIES))

        async def find(where: Filter) -> set[str]:
            return {m.id for m in (await store.find(ALICE, where, limit=100)).memories}

        yield lambda where: portal.call(find, where)
        portal.call(resources.aclose)


@pytest.mark.requirement("R7")
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=trees)
def test_a_compiled_filter_agrees_with_the_reference(found: Callable[[Filter], set[str]], where: Filter) -> None:
    assert found(where) == {m.id for m in MEMORIES if matches(where, m)}
