"""The contract of :class:`hindsight.ports.store.Store`, as tests that any store can be put to.

Subclass it and give an async ``store`` fixture that yields a started, empty store::

    class TestMyStore(StoreContract):
        @pytest.fixture
        async def store(self):
            ...
            yield store

``FileContract`` is for a store whose files can be read. It needs pytest with the anyio plugin.
"""

from hindsight.testing.store.changes import ChangeContract
from hindsight.testing.store.exports import ExportContract
from hindsight.testing.store.files import FileContract
from hindsight.testing.store.filters import FilterContract
from hindsight.testing.store.freshness import FreshnessContract
from hindsight.testing.store.jobs import JobContract, LaneContract
from hindsight.testing.store.memories import MemoryContract
from hindsight.testing.store.spaces import SpaceContract
from hindsight.testing.store.undo import UndoContract

__all__ = ["FileContract", "StoreContract"]


class StoreContract(
    MemoryContract,
    FilterContract,
    ChangeContract,
    UndoContract,
    SpaceContract,
    FreshnessContract,
    JobContract,
    LaneContract,
    ExportContract,
):
    """Every promise of the port."""
