"""The audit, and taking a change set back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hindsight.domain.change import insert, inverse, purge, update
from hindsight.domain.errors import Conflict
from hindsight.domain.memory import Counters
from hindsight.ports.store import Store
from hindsight.testing.store.changes import current
from hindsight.testing.store.records import ALICE, NOW, change_set, insertion, job, memory, turn

LATER = NOW + timedelta(hours=1)


@pytest.mark.anyio
class UndoContract:
    """``audit`` and ``undo_record``."""

    @pytest.mark.requirement("G8")
    async def test_the_audit_says_who_did_what_when_without_text(self, store: Store) -> None:
        first = memory("the secret text")
        changes = insertion(first, actor="alice", reason="remember")
        await store.apply(changes)
        await store.apply(change_set(update(first, LATER, project="web"), actor="bob", reason="edit", at=LATER))
        await store.apply(change_set(purge(await current(store, first.id)), actor="eve", reason="forget", at=LATER))
        entries = await store.audit("acme")
        told = [(e.actor, e.action, e.reason, e.memory, e.revision, e.at) for e in entries]
        assert told == [
            ("alice", "insert", "remember", first.id, 1, NOW),
            ("bob", "update", "edit", first.id, 2, LATER),
            ("eve", "purge", "forget", first.id, 2, LATER),
        ]
        assert (entries[0].tenant, entries[0].space, entries[0].change_set) == ("acme", "alice", changes.id)
        assert entries[0].content_hash == first.content_hash
        assert "secret text" not in repr(entries).replace(first.content_hash, "")

    async def test_the_audit_is_read_in_pieces_and_by_tenant(self, store: Store) -> None:
        await store.apply(insertion(*(memory() for _ in range(5))))
        first = await store.audit("acme", limit=2)
        rest = await store.audit("acme", after=first[-1].seq, limit=10)
        assert len(first) == 2
        assert len(rest) == 3
        assert [e.seq for e in (*first, *rest)] == sorted(e.seq for e in (*first, *rest))
        assert await store.audit("other") == ()

    @pytest.mark.requirement("W6")
    async def test_a_change_set_can_be_taken_back(self, store: Store) -> None:
        old = memory("drinks coffee", confidence=0.7)
        await store.apply(insertion(old))
        new = memory("drinks tea", supersedes=(old.id,))
        changes = change_set(
            update(old, LATER, status="superseded", superseded_by=new.id, valid_to=LATER, confidence=0.4), insert(new)
        )
        await store.apply(changes)
        record = await store.undo_record("acme", changes.id)
        assert record is not None
        assert (record.space, record.actor, record.reason, record.at) == ("alice", "tester", "test", NOW)
        await store.apply(inverse(record, id="undo", actor="operator", at=LATER))
        restored = await current(store, old.id)
        assert (restored.status, restored.confidence, restored.valid_to) == ("active", 0.7, None)
        assert (restored.superseded_by, restored.revision) == (None, 3)
        assert (await current(store, new.id)).status == "deleted"

    async def test_taking_back_keeps_the_uses_that_came_after(self, store: Store) -> None:
        first = memory()
        await store.apply(insertion(first))
        changes = change_set(update(first, LATER, project="web", counters=Counters(stated=2)))
        await store.apply(changes)
        await store.apply(change_set(touches={first.id: Counters(retrieved=5, stated=0)}, at=LATER))
        record = await store.undo_record("acme", changes.id)
        assert record is not None
        await store.apply(inverse(record, id="undo", actor="operator", at=LATER))
        assert (await current(store, first.id)).counters == Counters(retrieved=5, stated=1)

    async def test_what_changed_since_cannot_be_taken_back_by_accident(self, store: Store) -> None:
        first = memory()
        changes = insertion(first)
        await store.apply(changes)
        await store.apply(change_set(update(first, LATER, project="web")))
        record = await store.undo_record("acme", changes.id)
        assert record is not None
        with pytest.raises(Conflict):
            await store.apply(inverse(record, id="undo", actor="operator", at=LATER))

    async def test_an_undo_can_itself_be_taken_back(self, store: Store) -> None:
        first = memory()
        changes = insertion(first)
        await store.apply(changes)
        record = await store.undo_record("acme", changes.id)
        assert record is not None
        await store.apply(inverse(record, id="undo", actor="operator", at=LATER))
        again = await store.undo_record("acme", "undo")
        assert again is not None
        await store.apply(inverse(again, id="redo", actor="operator", at=LATER))
        redone = await current(store, first.id)
        assert (redone.status, redone.deleted_at, redone.revision) == ("active", None, 3)

    @pytest.mark.requirement("G1", "G8")
    async def test_a_purge_takes_the_undo_record_with_it(self, store: Store) -> None:
        first, other = memory("secret"), memory("other")
        changes = insertion(first, other)
        await store.apply(changes)
        purging = change_set(purge(first))
        await store.apply(purging)
        assert await store.undo_record("acme", changes.id) is None
        assert await store.undo_record("acme", purging.id) is None
        await store.apply(insertion(memory("new life", id=first.id)))
        assert await store.undo_record("acme", changes.id) is None

    async def test_undo_records_belong_to_their_tenant(self, store: Store) -> None:
        changes = insertion(memory())
        await store.apply(changes)
        assert await store.undo_record("other", changes.id) is None
        assert await store.undo_record("acme", "unknown") is None

    async def test_a_change_set_of_evidence_alone_has_nothing_to_take_back(self, store: Store) -> None:
        changes = change_set(turns=(turn(),), jobs=(job(),))
        await store.apply(changes)
        record = await store.undo_record("acme", changes.id)
        assert record is not None
        assert record.changes == ()
        assert await store.audit("acme") == ()
        assert len(await store.jobs(tenant=ALICE.tenant)) == 1
