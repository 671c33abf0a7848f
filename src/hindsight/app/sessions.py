"""A session's working memory, as callers use it (M7)."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from hindsight.app import inputs
from hindsight.domain.conversation import Role
from hindsight.domain.errors import InvalidInput
from hindsight.domain.memory import Scope
from hindsight.domain.text import require_text
from hindsight.domain.working import WORKING_KINDS, WorkingItem, WorkingKind, context
from hindsight.services import session
from hindsight.services.remember import Receipt

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight

CONTEXT_TOKENS = 2000


class Scoped(Protocol):
    """How a session finds the space that it belongs to."""

    async def __call__(self, *, write: bool = False) -> Scope: ...


class AsyncSession:
    """What one session needs right now. It is held by the working memory of the deployment, not by this object."""

    def __init__(self, hindsight: AsyncHindsight, scope: Scoped, id: str, *, actor: str) -> None:
        self._hindsight = hindsight
        self._scope = scope
        self.id = id
        self._actor = actor

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end()

    async def add(self, kind: WorkingKind, text: str, *, role: Role = "user", importance: float | None = None) -> None:
        """Add a ``goal``, ``constraint``, ``fact``, ``note`` or ``message``; ``importance`` 0–1 overrides its kind's.

        Raises InvalidInput, and Refused for what the guard does not take: instructions from tools, hidden text.
        """
        if kind not in WORKING_KINDS:
            raise InvalidInput(f"kind is one of {', '.join(WORKING_KINDS)}, not {kind!r}.")
        if role not in inputs.ROLES:
            raise InvalidInput(f"role is one of {', '.join(inputs.ROLES)}, not {role!r}.")
        parts = self._hindsight.parts
        item = WorkingItem(
            kind=kind,
            text=require_text(text, "text"),
            role=role,
            at=parts.now(),
            importance=inputs.share(importance, "importance"),
        )
        await session.add(parts, session.key_of(await self._scope(), self.id), item)

    async def items(self) -> tuple[WorkingItem, ...]:
        """Everything that the session holds, in order."""
        return await self._hindsight.parts.working.items(session.key_of(await self._scope(), self.id))

    async def context(self, tokens: int = CONTEXT_TOKENS) -> str:
        """What matters most within ``tokens``, as text for a prompt: goals and constraints first, small talk last."""
        return context(await self.items(), inputs.limit(tokens, 1_000_000, "tokens"))

    async def end(self, *, flush: bool = True) -> Receipt:
        """End the session. With ``flush`` what it came to is kept as an episode, by the normal way of writing."""
        scope = await self._scope(write=True)
        return await session.end(self._hindsight.parts, scope, self.id, flush=flush, actor=self._actor)
