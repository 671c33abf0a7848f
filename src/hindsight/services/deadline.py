"""One way of looking among several: it may fail or be late, then it is named and the others go on (R12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio

from hindsight.domain.errors import HindsightError


async def in_time(name: str, work: Callable[[], Awaitable[None]], deadline_s: float, degraded: list[str]) -> None:
    """Do ``work`` within ``deadline_s`` seconds; ``degraded`` gets what is missing and why, if it is."""
    try:
        with anyio.fail_after(deadline_s):
            await work()
    except TimeoutError:
        degraded.append(f"{name}: no answer within {deadline_s:g} s")
    except HindsightError as error:
        degraded.append(f"{name}: {error.code}: {error.message}")
