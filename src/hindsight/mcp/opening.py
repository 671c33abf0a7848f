"""Opening Hindsight beside the server: a client that says hello is answered before the store is open (D4)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from hindsight.domain.errors import HindsightError

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight

logger = logging.getLogger("hindsight.mcp")


class Opening:
    """A Hindsight that is opened in the background, once. One that failed to open is tried again by the next call.

    ``make`` builds it and may import heavily; it runs in a thread. ``warm``: load the embedder's model too.
    """

    def __init__(self, make: Callable[[], AsyncHindsight], *, warm: bool = True) -> None:
        self._make = make
        self._warm = warm
        self._task: asyncio.Task[AsyncHindsight] | None = None
        self._warming: asyncio.Task[None] | None = None

    def begin(self) -> asyncio.Task[AsyncHindsight]:
        """Start opening, unless it is open or being opened; what opens it."""
        if self._task is None or (self._task.done() and (self._task.cancelled() or self._task.exception())):
            self._task = asyncio.create_task(self._open(), name="hindsight-open")
        return self._task

    async def get(self) -> AsyncHindsight:
        """The open Hindsight. Raises what opening it raised: ConfigError, Unavailable or StorageError."""
        return await asyncio.shield(self.begin())

    async def aclose(self) -> None:
        """Close what was opened."""
        if self._warming:
            self._warming.cancel()
            await asyncio.wait([self._warming])
        if self._task is None:
            return
        await asyncio.wait([self._task])
        if not self._task.cancelled() and self._task.exception() is None:
            await self._task.result().aclose()

    async def _open(self) -> AsyncHindsight:
        hindsight = await asyncio.to_thread(self._make)
        try:
            await hindsight.start()
        except HindsightError as error:
            logger.warning("cannot open: %s", error)
            raise
        if self._warm:
            self._warming = asyncio.create_task(_warm(hindsight), name="hindsight-warm")
        return hindsight


async def _warm(hindsight: AsyncHindsight) -> None:
    embedder = hindsight.parts.embedder
    if embedder is None:
        return
    try:
        await embedder.embed(["warm"], "query")
    except HindsightError as error:
        logger.warning("the embedder does not answer; recall works without it: %s", error)
