"""Working memory in this process: gone when it ends, which is what a session is."""

from __future__ import annotations

from collections import Counter, OrderedDict

from hindsight.domain.working import WorkingItem

MOST_SESSIONS = 10_000
"""Sessions kept; the least recently used one goes first."""

Key = tuple[str, str, str]


class LocalWorkingMemory:
    """Sessions in a dictionary."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[Key, tuple[WorkingItem, ...]] = OrderedDict()

    async def append(self, key: Key, items: tuple[WorkingItem, ...]) -> int:
        held = self._sessions.get(key, ()) + items
        if held:
            self._keep(key, held)
        return len(held)

    async def items(self, key: Key) -> tuple[WorkingItem, ...]:
        return self._sessions.get(key, ())

    async def drop(self, key: Key, items: tuple[WorkingItem, ...]) -> None:
        gone = Counter(items)
        left: list[WorkingItem] = []
        for item in self._sessions.get(key, ()):
            if gone[item] > 0:
                gone[item] -= 1
            else:
                left.append(item)
        self._sessions.pop(key, None)
        if left:
            self._keep(key, tuple(left))

    async def end(self, key: Key) -> tuple[WorkingItem, ...]:
        return self._sessions.pop(key, ())

    async def aclose(self) -> None:
        self._sessions.clear()

    def _keep(self, key: Key, items: tuple[WorkingItem, ...]) -> None:
        self._sessions[key] = items
        self._sessions.move_to_end(key)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)


def open_working(url: str, resources: object) -> LocalWorkingMemory:  # noqa: ARG001 - the signature of every opener
    return LocalWorkingMemory()
