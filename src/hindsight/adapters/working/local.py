"""Working memory in this process: gone when it ends, which is what a session is."""

from __future__ import annotations

from collections import OrderedDict

from hindsight.domain.working import WorkingItem

MOST_SESSIONS = 10_000
"""Sessions kept; the least recently used one goes first."""

Key = tuple[str, str, str]


class LocalWorkingMemory:
    """Sessions in a dictionary."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[Key, tuple[WorkingItem, ...]] = OrderedDict()

    async def append(self, key: Key, items: tuple[WorkingItem, ...]) -> None:
        await self.replace(key, self._sessions.get(key, ()) + items)

    async def items(self, key: Key) -> tuple[WorkingItem, ...]:
        return self._sessions.get(key, ())

    async def replace(self, key: Key, items: tuple[WorkingItem, ...]) -> None:
        self._sessions[key] = items
        self._sessions.move_to_end(key)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)

    async def end(self, key: Key) -> tuple[WorkingItem, ...]:
        return self._sessions.pop(key, ())

    async def aclose(self) -> None:
        self._sessions.clear()


def open_working(url: str, resources: object) -> LocalWorkingMemory:  # noqa: ARG001 - the signature of every opener
    return LocalWorkingMemory()
