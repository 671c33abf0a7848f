from __future__ import annotations

import pytest
from tests.factories import NOW, memory

from hindsight.domain.change import Change, ChangeSet, insert, inverse, purge, update
from hindsight.domain.errors import InvalidInput


def changed(*changes: Change) -> ChangeSet:
    return ChangeSet(id="c1", tenant="default", space="alice", actor="a", reason="r", at=NOW, changes=changes)


@pytest.mark.requirement("W6")
def test_taking_back_an_insert_deletes_and_taking_back_an_update_restores() -> None:
    first, second = memory(id="m1"), memory("I like tea", id="m2")
    changes = changed(insert(first), update(second, NOW, confidence=0.4))
    undo = inverse(changes, id="c2", actor="b", at=NOW)
    restored, deleted = undo.changes
    assert (restored.after.confidence, restored.after.revision) == (second.confidence, 3)
    assert (deleted.after.status, deleted.after.revision) == ("deleted", 2)
    assert undo.reason == "rollback of c1"


def test_a_purge_cannot_be_taken_back() -> None:
    with pytest.raises(InvalidInput, match="purge"):
        inverse(changed(purge(memory())), id="c2", actor="b", at=NOW)


def test_a_change_without_a_memory_is_refused() -> None:
    with pytest.raises(InvalidInput):
        _ = Change(before=None, after=None).memory
