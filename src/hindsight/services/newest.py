"""Writing on the newest state: whoever was overtaken looks again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from hindsight.domain.errors import Conflict

T = TypeVar("T")

_TRIES = 8


async def on_newest(write: Callable[[], Awaitable[T]]) -> T:
    """What ``write`` comes to; it is done again on the newer state when a revision moved on in between."""
    for _ in range(_TRIES - 1):
        try:
            return await write()
        except Conflict:
            continue
    return await write()
