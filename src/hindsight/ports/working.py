"""Working memory: what a session needs right now (M7)."""

from __future__ import annotations

from typing import Protocol

from hindsight.domain.working import WorkingItem


class WorkingMemory(Protocol):
    """Items of a session, in order. Sessions are named by tenant, space and session id.

    Several processes may use one session at once: what one of them adds, no other takes away unseen.
    """

    async def append(self, key: tuple[str, str, str], items: tuple[WorkingItem, ...]) -> int:
        """Add items at the end; returns how many the session holds now."""
        ...

    async def items(self, key: tuple[str, str, str]) -> tuple[WorkingItem, ...]: ...

    async def drop(self, key: tuple[str, str, str], items: tuple[WorkingItem, ...]) -> None:
        """Remove these items, the oldest one that is equal for each; what was added meanwhile stays."""
        ...

    async def end(self, key: tuple[str, str, str]) -> tuple[WorkingItem, ...]:
        """Remove the session and return what it held."""
        ...

    async def aclose(self) -> None: ...
