"""The public client: opens Hindsight, hands out spaces, runs the worker (I1)."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import uuid
from collections.abc import Iterable, Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Self

from hindsight.app import inputs
from hindsight.app.build import Built, build
from hindsight.app.prefetch import Prefetches
from hindsight.app.settings import Settings, load_settings
from hindsight.app.space import AsyncSpace
from hindsight.app.upkeep import flush_uses, keep_up, tell_misfit
from hindsight.domain.change import JOB_KINDS, JOB_STATUSES, Job, JobKind, JobStatus
from hindsight.domain.errors import HindsightError
from hindsight.domain.memory import SpaceInfo
from hindsight.domain.policy import Policy
from hindsight.ports.clock import Clock
from hindsight.services.credit import run_credit
from hindsight.services.extract import read_turns
from hindsight.services.indexes import IndexReport, rebuild, verify
from hindsight.services.parts import Parts
from hindsight.services.project import project
from hindsight.services.reflect import run_reflect
from hindsight.services.sweep import Swept, sweep
from hindsight.services.uses import Uses
from hindsight.services.worker import Handler, ReadAhead, Worker

logger = logging.getLogger("hindsight.worker")

_STOP_S = 10.0
_MOST_JOBS = 10_000
_HANDLERS: Mapping[JobKind, Handler | ReadAhead] = MappingProxyType(
    {"extract": ReadAhead(read_turns), "project": project, "reflect": run_reflect, "credit": run_credit}
)


class AsyncHindsight:
    """Long-term memory. Use it as an async context manager, or call :meth:`start` and :meth:`aclose`.

    ``home`` is the folder of the embedded store (default ``~/.hindsight`` or ``HINDSIGHT_HOME``); any other setting
    of :class:`hindsight.app.settings.Settings` may be given by name. ``clock`` and ``policy`` replace the machine's
    clock and ``policy.toml``.

    Raises on start: ConfigError (a setting), Unavailable (a server is down), StorageError (the database cannot be
    used).
    """

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        *,
        clock: Clock | None = None,
        policy: Policy | None = None,
        **settings: Any,
    ) -> None:
        self.settings: Settings = load_settings(home, **settings)
        self._clock = clock
        self._policy = policy
        self._built: Built | None = None
        self._worker: Worker | None = None
        self.prefetches = Prefetches()
        self._working: asyncio.Task[None] | None = None
        self._upkeep: asyncio.Task[None] | None = None
        self.uses = Uses()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def start(self) -> None:
        """Open the back ends and start working off what earlier processes left. Does nothing when already started."""
        if self._built:
            return
        self._built = await build(self.settings, clock=self._clock, policy=self._policy)
        name = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:6]}"
        self._worker = Worker(self._built.parts, name, _HANDLERS)
        await tell_misfit(self._built.parts)
        if self.settings.worker:
            self._working = asyncio.create_task(self._worker.run(), name="hindsight-worker")
            self._working.add_done_callback(_report)
            self._upkeep = asyncio.create_task(keep_up(self), name="hindsight-upkeep")

    async def aclose(self) -> None:
        """Finish the job in hand and close the back ends. Jobs still queued wait for the next process."""
        self.prefetches.drop()
        if self._worker and self._working:
            self._worker.stop()
            done, _ = await asyncio.wait([self._working], timeout=_STOP_S)
            if not done:
                self._working.cancel()
                await asyncio.wait([self._working])
        if self._upkeep:
            self._upkeep.cancel()
            await asyncio.wait([self._upkeep])
        if self._built:
            await flush_uses(self)
        built, self._built, self._worker, self._working = self._built, None, None, None
        self._upkeep = None
        if built:
            await built.aclose()

    @property
    def parts(self) -> Parts:
        """The open back ends; for surfaces, tests and benchmarks."""
        if self._built is None:
            raise HindsightError("Hindsight is not open.", hint="Use `async with AsyncHindsight() as hs:`.")
        return self._built.parts

    @property
    def worker(self) -> Worker:
        """This process's worker."""
        if self._worker is None:
            raise HindsightError("Hindsight is not open.", hint="Use `async with AsyncHindsight() as hs:`.")
        return self._worker

    def space(self, name: str, *, tenant: str | None = None, shared: bool = False, actor: str = "") -> AsyncSpace:
        """A space of a tenant, made at the first write. ``shared``: other spaces can be granted to read it.

        ``actor`` is who acts, for the audit (default: the space's name). InvalidInput on a name that is no name.
        """
        tenant = self.settings.tenant if tenant is None else inputs.name(tenant, "tenant")
        return AsyncSpace(self, inputs.name(name, "space"), tenant=tenant, shared=shared, actor=actor)

    async def spaces(self, *, tenant: str | None = None) -> tuple[SpaceInfo, ...]:
        """The spaces of a tenant (default: the settings' tenant)."""
        return await self.parts.store.spaces(self.settings.tenant if tenant is None else tenant)

    async def jobs(
        self,
        *,
        ids: list[str] | None = None,
        status: JobStatus | None = None,
        kind: JobKind | None = None,
        tenant: str | None = None,
        space: str | None = None,
        limit: int = 100,
    ) -> tuple[Job, ...]:
        """Jobs, oldest first: what is pending, running, done or dead, with failures and errors. None: of all.

        Raises InvalidInput; ``limit`` is at most 10,000.
        """
        return await self.parts.store.jobs(
            tenant=inputs.name(tenant, "tenant") if tenant is not None else None,
            space=inputs.name(space, "space") if space is not None else None,
            ids=list(inputs.names(ids, "ids")) if ids is not None else None,
            status=inputs.one_of(status, JOB_STATUSES, "status"),
            kind=inputs.one_of(kind, JOB_KINDS, "kind"),
            limit=inputs.limit(limit, _MOST_JOBS),
        )

    async def revive(self, ids: str | Iterable[str]) -> int:
        """Try dead jobs again; returns how many there were. Raises InvalidInput."""
        revived = await self.parts.store.revive(inputs.names(ids, "ids"), now=self.parts.now())
        self.worker.wake()
        return revived

    async def drain(self, *, timeout_s: float = 300.0) -> bool:
        """Work until the queue is empty; False when time ran out. Dead jobs do not count."""
        try:
            async with asyncio.timeout(timeout_s):
                while await self.parts.store.backlog():
                    if not await self.worker.step():
                        await asyncio.sleep(0.02)
        except TimeoutError:
            return False
        return True

    async def sweep(self) -> Swept:
        """Drop raw steps after their days, archive experiences that nobody was shown, purge what was deleted long ago.

        The worker does so hourly.
        """
        await flush_uses(self)
        return await sweep(self.parts)

    async def verify_indexes(self) -> tuple[IndexReport, ...]:
        """Compare every derived index with the store; changes nothing."""
        return await verify(self.parts)

    async def rebuild_indexes(self, *, only_missing: bool = False) -> tuple[IndexReport, ...]:
        """Bring every derived index in step with the store; needed after the embedder changed. Resumes where it
        stopped.
        """
        return await rebuild(self.parts, only_missing=only_missing)


def _report(working: asyncio.Task[None]) -> None:
    """A worker never ends by an error; if it did, that must be seen, for its jobs now wait for another process."""
    if not working.cancelled() and (error := working.exception()) is not None:
        logger.critical("the worker of this process ended", exc_info=error)
