"""What a process with a worker does beside its jobs: writes use counts, sweeps what has had its time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from hindsight.domain.errors import HindsightError
from hindsight.services.sweep import sweep

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight

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
