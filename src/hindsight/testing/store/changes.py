"""apply: whole or not at all, never twice, never over another's change."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from hindsight.domain.change import Change, insert, purge, update
from hindsight.domain.errors import Conflict, DuplicateContent, InvalidInput
from hindsight.domain.filters import EVERYTHING, Condition
from hindsight.domain.memory import Claim, Counters, Memory, Scope
from hindsight.domain.trajectory import Step, Trajectory
from hindsight.ports.store import Store
from hindsight.testing.store.records import ALICE, NOW, change_set, insertion, job, memory, turn

LATER = NOW + timedelta(hours=1)


async def current(store: Store, id_: str, scope: Scope = ALICE) -> Memory:
    [found] = await store.get(scope, [id_])
    return found


@pytest.mark.anyio
class ChangeContract:
    """``apply``, ``history``, counters and evidence."""

    async def test_an_update_is_a_new_revision_and_history_keeps_the_old_one(self, store: Store) -> None:
        first = memory("works at A")
        await store.apply(insertion(first))
        await store.apply(change_set(update(first, LATER, content="works at B", content_hash="b")))
        second = await current(store, first.id)
        await store.apply(change_set(update(second, LATER, status="archived")))
        history = (await store.history(ALICE, [first.id]))[first.id]
        assert [(m.revision, m.content, m.status) for m in history] == [
            (1, "works at A", "active"),
            (2, "works at B", "active"),
            (3, "works at B", "archived"),
        ]
        assert (await current(store, first.id)).seq == history[0].seq

    async def test_the_history_of_several_is_told_apart_and_that_of_the_unknown_is_empty(self, store: Store) -> None:
        changed, same = memory("works at A"), memory("tea")
        await store.apply(insertion(changed, same))
        await store.apply(change_set(update(changed, LATER, content="works at B", content_hash="b")))
        history = await store.history(ALICE, [same.id, "unknown", changed.id])
        told = {id_: [version.content for version in versions] for id_, versions in history.items()}
        assert told == {same.id: ["tea"], "unknown": [], changed.id: ["works at A", "works at B"]}

    async def test_a_stale_update_conflicts_and_writes_nothing(self, store: Store) -> None:
        first, bystander = memory(), memory()
        await store.apply(insertion(first))
        await store.apply(change_set(update(first, LATER, project="one")))
        work = job()
        stale = change_set(insert(bystander), update(first, LATER, project="two"), jobs=(work,), turns=(turn(id="t0"),))
        with pytest.raises(Conflict):
            await store.apply(stale)
        assert (await current(store, first.id)).project == "one"
        assert await store.get(ALICE, [bystander.id]) == ()
        assert await store.jobs(ids=[work.id]) == ()
        assert await store.turns(ALICE, ["t0"]) == ()
        assert await store.undo_record("acme", stale.id) is None
        assert [entry.action for entry in await store.audit("acme")] == ["insert", "update"]

    async def test_of_many_writers_of_one_revision_one_wins(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        outcomes: list[str] = []

        async def write(n: int) -> None:
            try:
                await store.apply(change_set(update(first, LATER, project=f"p{n}")))
            except Conflict:
                outcomes.append("conflict")
            else:
                outcomes.append("stored")

        async with anyio.create_task_group() as group:
            for n in range(8):
                group.start_soon(write, n)
        assert sorted(outcomes) == ["conflict"] * 7 + ["stored"]
        assert len((await store.history(ALICE, [first.id]))[first.id]) == 2

    async def test_an_unknown_memory_cannot_be_changed_or_purged(self, store: Store) -> None:
        unknown = memory()
        for change in (update(unknown, LATER, project="x"), purge(unknown)):
            with pytest.raises(Conflict):
                await store.apply(change_set(change))

    @pytest.mark.requirement("W4")
    async def test_the_same_active_text_is_a_duplicate_in_its_space_kind_and_ref(self, store: Store) -> None:
        await store.apply(insertion(memory("tea")))
        with pytest.raises(DuplicateContent):
            await store.apply(insertion(memory("tea")))
        bob = Scope(tenant="acme", spaces=("bob",))
        for other in (memory("tea", kind="preference"), memory("tea", ref="r1"), memory("tea", status="quarantined")):
            await store.apply(insertion(other))
        await store.apply(insertion(memory("tea", scope=bob), scope=bob))
        with pytest.raises(DuplicateContent):
            await store.apply(insertion(memory("tea", ref="r1")))

    async def test_of_two_first_lessons_with_one_claim_the_second_is_a_duplicate(self, store: Store) -> None:
        said = Claim(entity="file_read", attribute="f1", value="gb18030")
        lesson, other = (memory(text, kind="experience", claim=said) for text in ("one case", "another case"))
        await store.apply(replace(insertion(lesson), first=True))
        with pytest.raises(DuplicateContent):
            await store.apply(replace(insertion(other), first=True))
        assert await store.get(ALICE, [other.id]) == ()
        for allowed in (
            replace(
                insertion(memory("another cure", kind="experience", claim=replace(said, value="big5"))), first=True
            ),
            replace(insertion(replace(other, status="quarantined")), first=True),
            insertion(memory("from an export", kind="experience", claim=said)),
        ):
            await store.apply(allowed)

    async def test_no_hash_no_duplicate(self, store: Store) -> None:
        await store.apply(insertion(memory("a", content_hash=""), memory("a", content_hash="")))
        assert (await store.counts(ALICE))["status"] == {"active": 2}

    async def test_a_text_is_free_again_when_its_memory_is_not_active(self, store: Store) -> None:
        first = memory("tea")
        await store.apply(insertion(first))
        second = memory("tea", supersedes=(first.id,))
        superseded = update(first, LATER, status="superseded", superseded_by=second.id)
        await store.apply(change_set(insert(second), superseded))
        with pytest.raises(DuplicateContent):
            await store.apply(change_set(update(await current(store, first.id), LATER, status="active")))
        assert (await current(store, first.id)).superseded_by == second.id

    async def test_one_memory_can_change_twice_in_a_change_set(self, store: Store) -> None:
        first = memory("tea")
        second = update(first, LATER, project="web")
        assert second.after is not None
        third = update(second.after, LATER, status="archived")
        await store.apply(change_set(insert(first), second, third, insert(memory("tea"))))
        assert [m.revision for m in (await store.history(ALICE, [first.id]))[first.id]] == [1, 2, 3]
        assert [e.revision for e in await store.audit("acme") if e.memory == first.id] == [1, 2, 3]

    async def test_an_id_is_taken_once_and_a_change_set_applied_once(self, store: Store) -> None:
        first = memory()
        changes = insertion(first)
        await store.apply(changes)
        with pytest.raises(Conflict):
            await store.apply(insertion(memory("other", id=first.id)))
        with pytest.raises(Conflict):
            await store.apply(replace(changes, changes=(insert(memory()),)))

    async def test_a_change_set_keeps_to_its_tenant_and_counts_revisions(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        foreign = Scope(tenant="evil", spaces=("alice",))
        wrong = [
            change_set(insert(memory(scope=foreign))),
            change_set(turns=(turn(scope=foreign),)),
            change_set(jobs=(job(scope=foreign),)),
            insertion(memory(), scope=Scope(tenant="", spaces=("alice",))),
            change_set(turns=(turn(scope=Scope(tenant="acme", spaces=("a" * 513,))),)),
            change_set(Change(before=first, after=replace(first, project="x"))),
            change_set(Change(before=first, after=replace(first, space="bob", revision=2))),
        ]
        for changes in wrong:
            with pytest.raises(InvalidInput):
                await store.apply(changes)
        assert await store.spaces("evil") == ()

    @pytest.mark.requirement("M3")
    async def test_touches_add_up_without_a_revision_or_audit(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        audit = await store.audit("acme")

        async def use(_: int) -> None:
            await store.apply(change_set(touches={first.id: Counters(retrieved=1, stated=0)}, at=LATER))

        async with anyio.create_task_group() as group:
            for n in range(10):
                group.start_soon(use, n)
        await store.apply(
            change_set(touches={first.id: Counters(successes=2, failures=1, stated=0), "gone": Counters()})
        )
        touched = await current(store, first.id)
        assert touched.counters == Counters(retrieved=10, stated=1, successes=2, failures=1)
        assert (touched.revision, touched.last_used_at, touched.updated_at) == (1, LATER, first.updated_at)
        assert await store.audit("acme") == audit

    async def test_a_statement_refreshes_updated_at_in_filters_too(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        await store.apply(change_set(touches={first.id: Counters(stated=1)}, at=LATER))
        touched = await current(store, first.id)
        assert (touched.updated_at, touched.counters.stated, touched.last_used_at) == (LATER, 2, None)
        page = await store.find(ALICE, Condition("updated_at", "eq", LATER), limit=5)
        assert [m.id for m in page.memories] == [first.id]

    async def test_an_update_does_not_lose_a_use_that_came_in_between(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        await store.apply(change_set(touches={first.id: Counters(retrieved=3, stated=0)}, at=LATER))
        stated = replace(first.counters, stated=2)
        await store.apply(change_set(update(first, LATER, counters=stated)))
        written = await current(store, first.id)
        assert written.counters == Counters(retrieved=3, stated=2)
        assert written.last_used_at == LATER

    async def test_touches_do_not_reach_another_tenant(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        foreign = Scope(tenant="evil", spaces=("alice",))
        await store.apply(change_set(touches={first.id: Counters(failures=9)}, scope=foreign))
        assert (await current(store, first.id)).counters == first.counters

    @pytest.mark.requirement("G1")
    async def test_a_purge_takes_the_row_and_its_history_and_nothing_else(self, store: Store) -> None:
        first, other = memory("secret one"), memory("other")
        await store.apply(insertion(first, other))
        await store.apply(change_set(update(first, LATER, content="secret two", content_hash="2")))
        await store.apply(change_set(purge(await current(store, first.id))))
        assert await store.get(ALICE, [first.id]) == ()
        assert (await store.history(ALICE, [first.id]))[first.id] == ()
        page = await store.find(ALICE, EVERYTHING, limit=10)
        assert [m.id for m in page.memories] == [other.id]
        await store.apply(insertion(memory("secret one")))

    async def test_turns_are_kept_word_for_word_once(self, store: Store) -> None:
        first = turn("我对花生过敏", role="assistant", name="bot", conversation="c1", position=3, said_at=LATER)
        await store.apply(change_set(turns=(first, turn(id="t2"))))
        await store.apply(change_set(turns=(replace(first, text="changed"),)))
        assert await store.turns(ALICE, ["t2", "unknown", first.id]) == (
            *(await store.turns(ALICE, ["t2"])),
            first,
        )
        assert await store.turns(Scope(tenant="acme", spaces=("bob",)), [first.id]) == ()

    async def test_trajectories_come_back_whole(self, store: Store) -> None:
        step = Step(i=0, tool="bash", args={"cmd": "ls", "n": [1, 2]}, result="a\nb", started_at=NOW, duration_ms=1.5)
        run = Trajectory(id="r1", goal="列出文件", steps=(step,), tools=("bash",), outcome="success", started_at=NOW)
        await store.apply(change_set(trajectories=(run,)))
        assert await store.trajectories(ALICE, ["r1", "unknown"]) == (run,)
        assert await store.trajectories(Scope(tenant="evil", spaces=("alice",)), ["r1"]) == ()
        with pytest.raises(InvalidInput):
            await store.apply(change_set(trajectories=(replace(run, id=""),)))

    @pytest.mark.requirement("X15")
    async def test_evidence_is_dropped_by_id_and_by_age(self, store: Store) -> None:
        old, young = Trajectory(id="old", goal="g"), Trajectory(id="young", goal="g")
        await store.apply(change_set(trajectories=(old,), turns=(turn(id="t1"), turn(id="t2"))))
        await store.apply(change_set(trajectories=(young,), at=LATER))
        bob = Scope(tenant="acme", spaces=("bob",))
        assert await store.drop_evidence(bob, turns=["t1"], trajectories_before=LATER) == 0
        assert await store.drop_evidence(ALICE, turns=["t1", "unknown"], trajectories_before=LATER) == 2
        assert [t.id for t in await store.turns(ALICE, ["t1", "t2"])] == ["t2"]
        assert [t.id for t in await store.trajectories(ALICE, ["old", "young"])] == ["young"]
