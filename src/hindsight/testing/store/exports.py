"""Contract: everything of a space can be listed, and a memory can come back with its history (G8)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from hindsight.domain.errors import InvalidInput
from hindsight.domain.memory import Counters, Scope
from hindsight.domain.trajectory import Trajectory
from hindsight.ports.store import Store
from hindsight.testing.store.records import ALICE, NOW, change_set, insertion, memory, turn

LATER = NOW + timedelta(hours=1)


@pytest.mark.anyio
class ExportContract:
    """Listing of evidence, and former revisions that an inserted memory brings along."""

    @pytest.mark.requirement("G8")
    async def test_turns_and_trajectories_are_listed_in_order_and_in_scope(self, store: Store) -> None:
        said = [turn(id=f"t{number}") for number in (3, 1, 2)]
        await store.apply(change_set(turns=tuple(said), trajectories=(Trajectory(id="r1", goal="g"),)))
        await store.apply(change_set(trajectories=(Trajectory(id="r0", goal="h"),), at=LATER))
        first = await store.every_turn(ALICE, after=0, limit=2)
        rest = await store.every_turn(ALICE, after=first[-1][0], limit=2)
        assert [one for _, one in (*first, *rest)] == said
        assert await store.every_turn(ALICE, after=rest[-1][0], limit=2) == ()
        runs = await store.every_trajectory(ALICE, after=0, limit=10)
        assert [(at, run.id) for _, at, run in runs] == [(NOW, "r1"), (LATER, "r0")]
        for other in (Scope(tenant="acme", spaces=("bob",)), Scope(tenant="evil", spaces=("alice",))):
            assert await store.every_turn(other, after=0, limit=10) == ()
            assert await store.every_trajectory(other, after=0, limit=10) == ()

    @pytest.mark.requirement("G8")
    async def test_an_inserted_memory_brings_its_former_revisions_and_counters(self, store: Store) -> None:
        first = memory("tea", counters=Counters(retrieved=2, stated=3))
        second = replace(first, content="coffee", content_hash="hash of coffee", revision=2)
        third = replace(second, content="water", content_hash="hash of water", revision=3, last_used_at=LATER)
        await store.apply(replace(insertion(third), former={third.id: (first, second)}))
        versions = (await store.history(ALICE, [third.id]))[third.id]
        assert [replace(version, seq=0) for version in versions] == [first, second, third]

    async def test_former_revisions_of_another_memory_are_refused(self, store: Store) -> None:
        mine, other = memory(revision=2), memory()
        with pytest.raises(InvalidInput):
            await store.apply(replace(insertion(mine), former={mine.id: (other,)}))
        with pytest.raises(InvalidInput):
            await store.apply(replace(insertion(mine), former={mine.id: (mine,)}))
