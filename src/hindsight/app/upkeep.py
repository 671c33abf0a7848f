"""What a process does beside its jobs: tells what does not fit, writes use counts, sweeps what has had its time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from hindsight.domain.errors import HindsightError, Unavailable
from hindsight.services.indexes import REBUILD
from hindsight.services.project import misfit
from hindsight.services.sweep import sweep

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight
    from hindsight.services.parts import Parts

logger = logging.getLogger("hindsight.worker")

FLUSH_S = 30.0
SWEEP_S = 3600.0


async def keep_up(hindsight: AsyncHindsight) -> None:
    """Flush every half minute, sweep every hour, until cancelled. A store that is down is tried again next time."""
    since_sweep = 0.0
    while True:
        await asyncio.sleep(FLUSH_S)
        since_sweep += FLUSH_S
        try:
            await flush_uses(hindsight)
            if since_sweep >= SWEEP_S:
                since_sweep = 0.0
                await sweep(hindsight.parts)
        except HindsightError as error:
            logger.warning("upkeep waits: %s", error)


async def flush_uses(hindsight: AsyncHindsight) -> None:
    """Write the counts that are still in memory. What the store does not take stays for the next time."""
    try:
        await hindsight.uses.flush(hindsight.parts)
    except HindsightError as error:
        logger.warning("use counts are not written: %s", error)


async def tell_misfit(parts: Parts) -> None:
    """Say at start-up when the stored vectors are of another embedder, and how to mend it."""
    try:
        if wrong := await misfit(parts):
            logger.warning("%s %s", wrong, REBUILD)
    except Unavailable as error:
        logger.warning("The vector index was not looked at: %s", error)
