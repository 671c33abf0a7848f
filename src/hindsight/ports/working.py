"""Working memory: what a session needs right now (M7)."""

from __future__ import annotations

from typing import Protocol

from hindsight.domain.working import WorkingItem


class WorkingMemory(Protocol):
    """Items of a session, in order. Sessions are named by tenant, space and session id."""

    async def append(self, key: tuple[str, str, str], items: tuple[WorkingItem, ...]) -> None: ...

    async def items(self, key: tuple[str, str, str]) -> tuple[WorkingItem, ...]: ...

    async def replace(self, key: tuple[str, str, str], items: tuple[WorkingItem, ...]) -> None: ...

    async def end(self, key: tuple[str, str, str]) -> tuple[WorkingItem, ...]:
        """Remove the session and return what it held."""
        ...

    async def aclose(self) -> None: ...
