"""What tells a cached answer from a stale one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from hindsight.domain.change import ChangeSet, purge, update
from hindsight.domain.memory import Counters
from hindsight.ports.store import Store
from hindsight.testing.store.records import ALICE, NOW, change_set, insertion, job, memory

BOB = replace(ALICE, spaces=("bob",))
HOUR = timedelta(hours=1)


@pytest.mark.anyio
@pytest.mark.requirement("R13")
class FreshnessContract:
    """``freshness`` and ``changed``."""

    async def test_every_write_to_a_memory_counts_for_its_space_alone(self, store: Store) -> None:
        await store.apply(insertion(memory("one", BOB), scope=BOB))
        bob = await store.freshness(BOB, NOW)
        record = memory("two")
        states = [await store.freshness(ALICE, NOW)]
        changed = replace(record, confidence=0.1, revision=2)
        for change in (insertion(record), change_set(update(record, NOW, confidence=0.1)), change_set(purge(changed))):
            await store.apply(change)
            states.append(await store.freshness(ALICE, NOW))
        assert len({state.changes for state in states}) == 4
        assert await store.freshness(BOB, NOW) == bob

    async def test_use_counts_and_to_have_been_shown_does_not(self, store: Store) -> None:
        record = memory("one")
        await store.apply(insertion(record))
        before = await store.freshness(ALICE, NOW)

        def touch(used: Counters) -> ChangeSet:
            return replace(change_set(), touches={record.id: used})

        await store.apply(touch(Counters(stated=0, retrieved=3)))
        assert await store.freshness(ALICE, NOW) == before
        await store.apply(touch(Counters(stated=0, retrieved=1, accessed=1)))
        assert (await store.freshness(ALICE, NOW)).changes != before.changes

    async def test_a_project_job_counts_when_it_is_finished_or_given_back(self, store: Store) -> None:
        await store.apply(replace(change_set(), jobs=(job(kind="project"), job(kind="extract"))))
        states = [await store.freshness(ALICE, NOW)]
        for end in ("back", "finish"):
            claimed = await store.claim("w", lease_s=30, now=NOW, limit=2)
            for one in claimed:
                if end == "finish" or one.kind == "extract":
                    await store.finish(one)
                else:
                    await store.give_back(one, error="down", run_at=NOW, dead=False)
            states.append(await store.freshness(ALICE, NOW))
        await store.changed(ALICE.tenant, ALICE.space)
        states.append(await store.freshness(ALICE, NOW))
        assert len({state.changes for state in states}) == 4

    async def test_the_next_end_in_scope_is_told(self, store: Store) -> None:
        await store.apply(
            insertion(
                memory("gone", expires_at=NOW - HOUR),
                memory("now", expires_at=NOW),
                memory("later", valid_to=NOW + 2 * HOUR),
                memory("last", expires_at=NOW + 3 * HOUR),
            )
        )
        await store.apply(insertion(memory("soon", BOB, expires_at=NOW + HOUR), scope=BOB))
        assert (await store.freshness(ALICE, NOW)).ends == NOW + 2 * HOUR
        assert (await store.freshness(ALICE, NOW + 2 * HOUR)).ends == NOW + 3 * HOUR
        assert (await store.freshness(ALICE, NOW + 3 * HOUR)).ends is None
        both = replace(ALICE, spaces=(*ALICE.spaces, *BOB.spaces))
        assert (await store.freshness(both, NOW)).ends == NOW + HOUR
        assert len((await store.freshness(both, NOW)).changes) == 2
