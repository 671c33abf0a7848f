"""What every part of a space stands on: its name, who acts, and the scope of a read or a write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hindsight.domain.memory import Scope

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight


class SpacePart:
    """One part of :class:`hindsight.app.space.AsyncSpace`, which is all of them. Holds no state but its name."""

    def __init__(self, hindsight: AsyncHindsight, name: str, *, tenant: str, shared: bool, actor: str) -> None:
        self._hindsight = hindsight
        self.name = name
        self.tenant = tenant
        self.shared = shared
        self._actor = actor or name
        self._opened = False

    @property
    def _zone(self) -> str:
        return self._hindsight.settings.zone

    async def _scope(self, *, write: bool = False) -> Scope:
        """Where to read, shared spaces too, or where to write; the first write makes the space."""
        store = self._hindsight.parts.store
        if write and not self._opened:
            await store.open_space(self.tenant, self.name, shared=self.shared)
            self._opened = True
        readable = () if write else await store.readable(self.tenant, self.name)
        return Scope(tenant=self.tenant, spaces=(self.name, *readable))
