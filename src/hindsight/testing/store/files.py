"""What is purged leaves the files too."""

from __future__ import annotations

from abc import ABC, abstractmethod

import pytest

from hindsight.domain.change import purge, update
from hindsight.domain.trajectory import Trajectory
from hindsight.ports.store import Store
from hindsight.testing.store.changes import LATER, current
from hindsight.testing.store.records import ALICE, change_set, insertion, memory, said, turn


class FileContract(ABC):
    """For a store whose files can be read: mix it into the tests beside ``StoreContract``."""

    @abstractmethod
    def stored_bytes(self) -> bytes:
        """Every byte of the store's files."""

    @pytest.mark.anyio
    @pytest.mark.requirement("G1")
    async def test_no_byte_of_a_purged_text_stays(self, store: Store) -> None:
        texts = ["PURGE-content-Ω", "PURGE-edited-花生", "PURGE-tag", "PURGE-span", "PURGE-turn", "PURGE-goal"]
        kept = memory("KEPT-content-Ω")
        first = memory(texts[0], content_hash="1", tags=(texts[2],), sources=said("user", span=texts[3]))
        run = Trajectory(id="r1", goal=texts[5])
        await store.apply(insertion(first, kept, turns=(turn(texts[4], id="t1"),), trajectories=(run,)))
        await store.apply(change_set(update(first, LATER, content=texts[1], content_hash="2")))
        before = self.stored_bytes()
        assert [text for text in texts if text.encode() not in before] == []
        await store.apply(change_set(purge(await current(store, first.id))))
        await store.drop_evidence(ALICE, turns=["t1"], trajectories_before=LATER)
        after = self.stored_bytes()
        assert [text for text in texts if text.encode() in after] == []
        assert kept.content.encode() in after
