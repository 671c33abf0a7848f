"""All that a filter lets through, read a page at a time: the first page is never taken for everything."""

from __future__ import annotations

from collections.abc import AsyncIterator

from hindsight.domain.filters import Filter
from hindsight.domain.memory import Memory, Scope
from hindsight.ports.store import Order
from hindsight.services.parts import Parts

PAGE = 1000


async def pages(
    parts: Parts, scope: Scope, where: Filter, *, order: Order = "newest", size: int = PAGE
) -> AsyncIterator[tuple[Memory, ...]]:
    """The memories in pages of up to ``size``; what is changed on the way is neither skipped nor read twice."""
    cursor: str | None = None
    while True:
        page = await parts.store.find(scope, where, limit=size, cursor=cursor, order=order)
        if page.memories:
            yield page.memories
        cursor = page.cursor
        if cursor is None:
            return


async def every(parts: Parts, scope: Scope, where: Filter, *, order: Order = "newest") -> AsyncIterator[Memory]:
    """The memories, one after the other."""
    async for page in pages(parts, scope, where, order=order):
        for memory in page:
            yield memory
