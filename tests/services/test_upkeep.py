"""Upkeep that meets a fault: what can be done is done, what cannot is named, and no caller's call fails for it."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from tests.services.conftest import World

from hindsight import StorageError, Unavailable
from hindsight.domain.change import ChangeSet
from hindsight.domain.memory import Scope

pytestmark = pytest.mark.anyio


@pytest.mark.requirement("G1")
async def test_a_space_that_cannot_be_swept_is_named_and_does_not_keep_the_others_from_it(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("alice", "bob", "carol"):
        (id_,) = (await world.hs.space(name).remember("Room 101 has the projector.", kind="fact")).ids
        await world.hs.space(name).forget(id_)
    world.clock.pass_(days=40)
    store = world.hs.parts.store
    drop_evidence = store.drop_evidence

    async def damaged(scope: Scope, **what: Any) -> int:
        if scope.space == "bob":
            raise StorageError("A page of this space is damaged.")
        return await drop_evidence(scope, **what)

    with monkeypatch.context() as fault, caplog.at_level(logging.CRITICAL):
        fault.setattr(store, "drop_evidence", damaged)
        swept = await world.hs.sweep()
    assert (swept.spaces, swept.purged) == (3, 2)
    assert swept.failed == ("default/bob: storage: A page of this space is damaged.",)
    again = await world.hs.sweep()
    assert (again.purged, again.failed) == (1, ())


async def test_a_sweep_without_a_store_says_so_instead_of_naming_every_space(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.alice.remember("Room 101 has the projector.", kind="fact")

    async def down(*_: object, **__: object) -> int:
        raise Unavailable

    monkeypatch.setattr(world.hs.parts.store, "drop_evidence", down)
    monkeypatch.setattr(world.hs.parts.store, "backlog", down)
    with pytest.raises(Unavailable):
        await world.hs.sweep()


async def test_a_run_that_was_recorded_is_acknowledged_although_use_counts_were_not_written(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (id_,) = (await world.alice.remember("Room 101 has the projector.", kind="fact")).ids
    world.hs.uses.saw(Scope(tenant="default", spaces=("alice",)), [id_], world.clock.now())
    apply = world.hs.parts.store.apply

    async def all_but_counts(changes: ChangeSet) -> None:
        if changes.actor == "uses":
            raise Unavailable
        await apply(changes)

    failed = [{"tool": "shell", "args": {"cmd": "make"}, "error": "make: not found"}]
    with monkeypatch.context() as fault, caplog.at_level(logging.CRITICAL):
        fault.setattr(world.hs.parts.store, "apply", all_but_counts)
        recorded = await world.alice.record({"goal": "Build it", "steps": failed, "outcome": "failure"})
    assert recorded.status == "done"
    assert (await world.alice.get(id_)).counters.retrieved == 0
    await world.hs.sweep()
    assert (await world.alice.get(id_)).counters.retrieved == 1
