"""The synchronous facade: the same methods, run on an event loop in a thread of its own (I1)."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from hindsight.app.client import AsyncHindsight
from hindsight.app.prefetch import Prefetch
from hindsight.app.recording import AsyncTask
from hindsight.app.sessions import AsyncSession
from hindsight.app.settings import Settings
from hindsight.app.space import AsyncSpace, When, Where
from hindsight.app.sync_learning import Learning, Task
from hindsight.app.sync_moving import Moving, Session
from hindsight.app.sync_naming import Naming
from hindsight.app.writing import WAIT_S
from hindsight.domain.answer import Recall
from hindsight.domain.change import ChangeSet, Job, JobKind, JobStatus
from hindsight.domain.memory import Memory, SpaceInfo
from hindsight.domain.policy import Policy
from hindsight.ports.clock import Clock
from hindsight.ports.store import Page
from hindsight.services.forget import Forgotten
from hindsight.services.indexes import IndexReport
from hindsight.services.remember import Receipt
from hindsight.services.sweep import Swept
from hindsight.services.trace import Trace

T = TypeVar("T")


class Hindsight:
    """Long-term memory, synchronous: see :class:`hindsight.AsyncHindsight`. A context manager, or :meth:`close` it."""

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        *,
        clock: Clock | None = None,
        policy: Policy | None = None,
        **settings: Any,
    ) -> None:
        self._async = AsyncHindsight(home, clock=clock, policy=policy, **settings)
        self._runner: AbstractContextManager[BlockingPortal] | None = None
        self._portal: BlockingPortal | None = None
        self._turning = threading.Lock()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Open the back ends. Done by itself at the first use, once, whichever thread comes first."""
        self._started()

    def _started(self) -> BlockingPortal:
        with self._turning:
            if self._portal:
                return self._portal
            runner = start_blocking_portal("asyncio")
            portal = runner.__enter__()
            try:
                portal.call(self._async.start)
            except BaseException:
                runner.__exit__(None, None, None)
                raise
            self._runner, self._portal = runner, portal
            atexit.register(_close, weakref.ref(self))
            return portal

    def close(self) -> None:
        """Finish the job in hand and close the back ends; it may be started again."""
        with self._turning:
            runner, portal, self._runner, self._portal = self._runner, self._portal, None, None
        if runner and portal:
            try:
                portal.call(self._async.aclose)
            finally:
                runner.__exit__(None, None, None)

    def run(self, call: Callable[..., Coroutine[Any, Any, T]], *args: Any, **kwargs: Any) -> T:
        """Run an async method of the client on its loop and wait for it."""
        result: T = self._started().call(partial(call, *args, **kwargs))
        return result

    def begin(self, call: Callable[..., Coroutine[Any, Any, T]], *args: Any, **kwargs: Any) -> Future[T]:
        """Start an async method of the client on its loop and return at once."""
        future: Future[T] = self._started().start_task_soon(partial(call, *args, **kwargs))
        return future

    @property
    def settings(self) -> Settings:
        return self._async.settings

    def space(self, name: str, *, tenant: str | None = None, shared: bool = False, actor: str = "") -> Space:
        return Space(self, self._async.space(name, tenant=tenant, shared=shared, actor=actor))

    def spaces(self, *, tenant: str | None = None) -> tuple[SpaceInfo, ...]:
        return self.run(self._async.spaces, tenant=tenant)

    def jobs(
        self,
        *,
        ids: list[str] | None = None,
        status: JobStatus | None = None,
        kind: JobKind | None = None,
        tenant: str | None = None,
        space: str | None = None,
        limit: int = 100,
    ) -> tuple[Job, ...]:
        return self.run(self._async.jobs, ids=ids, status=status, kind=kind, tenant=tenant, space=space, limit=limit)

    def revive(self, ids: str | Iterable[str]) -> int:
        return self.run(self._async.revive, ids)

    def drain(self, *, timeout_s: float = 300.0) -> bool:
        return self.run(self._async.drain, timeout_s=timeout_s)

    def sweep(self) -> Swept:
        return self.run(self._async.sweep)

    def verify_indexes(self) -> tuple[IndexReport, ...]:
        return self.run(self._async.verify_indexes)

    def rebuild_indexes(self, *, only_missing: bool = False) -> tuple[IndexReport, ...]:
        return self.run(self._async.rebuild_indexes, only_missing=only_missing)


def described(sync: type, like: type) -> None:
    """Give the methods of a synchronous class the docstrings of those of ``like`` that they run."""
    for owner in sync.__mro__[:-1]:
        for name, method in vars(owner).items():
            told = getattr(like, name, None)
            if callable(method) and not name.startswith("_") and not method.__doc__ and told is not None:
                method.__doc__ = told.__doc__


def _close(ref: weakref.ref[Hindsight]) -> None:
    hindsight = ref()
    if hindsight is not None:
        hindsight.close()


class Space(Learning, Moving, Naming):
    """A space, synchronous: see :class:`hindsight.app.space.AsyncSpace` for what each method does."""

    def __init__(self, hindsight: Hindsight, space: AsyncSpace) -> None:
        self._hindsight = hindsight
        self._async = space

    @property
    def name(self) -> str:
        return self._async.name

    @property
    def tenant(self) -> str:
        return self._async.tenant

    def remember(
        self,
        content: str | Mapping[str, Any] | Sequence[Mapping[str, Any]],
        *,
        kind: str | None = None,
        verbatim: bool = False,
        occurred_at: When | tuple[When, When] | None = None,
        zone: str | None = None,
        key_fields: Mapping[str, str] | Iterable[Any] | None = None,
        entities: Iterable[str] | None = None,
        project: str | None = None,
        tags: Iterable[str] = (),
        source: str | Mapping[str, Any] | None = None,
        ref: str | None = None,
        summary: str = "",
        keywords: Iterable[str] = (),
        confidence: float | None = None,
        importance: float | None = None,
        attachments: Iterable[Mapping[str, Any]] = (),
        wait: bool = True,
    ) -> Receipt:
        return self._hindsight.run(
            self._async.remember,
            content,
            kind=kind,
            verbatim=verbatim,
            occurred_at=occurred_at,
            zone=zone,
            key_fields=key_fields,
            entities=entities,
            project=project,
            tags=tags,
            source=source,
            ref=ref,
            summary=summary,
            keywords=keywords,
            confidence=confidence,
            importance=importance,
            attachments=attachments,
            wait=wait,
        )

    def receipt(self, job: str, *, timeout_s: float = WAIT_S) -> Receipt:
        return self._hindsight.run(self._async.receipt, job, timeout_s=timeout_s)

    def recall(
        self,
        query: str,
        *,
        limit: int = 8,
        now: When | None = None,
        zone: str | None = None,
        kinds: Iterable[str] | None = None,
        where: Where | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
        session: str | None = None,
        policy: str | None = None,
        explain: bool = False,
        why_not: str | Iterable[str] | None = None,
        include_archived: bool = False,
        include_untrusted: bool = False,
        action: bool = False,
    ) -> Recall:
        return self._hindsight.run(
            self._async.recall,
            query,
            limit=limit,
            now=now,
            zone=zone,
            kinds=kinds,
            where=where,
            as_of=as_of,
            known_at=known_at,
            session=session,
            policy=policy,
            explain=explain,
            why_not=why_not,
            include_archived=include_archived,
            include_untrusted=include_untrusted,
            action=action,
        )

    def prefetch(self, query: str, **given: Any) -> Prefetch:
        return Prefetch(self._hindsight.begin(self._async.recall, query, **given))

    def trace(self, text: str, *, query: str | None = None, now: When | None = None, zone: str | None = None) -> Trace:
        return self._hindsight.run(self._async.trace, text, query=query, now=now, zone=zone)

    def get(self, id: str) -> Memory:
        return self._hindsight.run(self._async.get, id)

    def history(self, id: str) -> tuple[Memory, ...]:
        return self._hindsight.run(self._async.history, id)

    def why(self, id: str) -> tuple[Memory, ...]:
        return self._hindsight.run(self._async.why, id)

    def update(
        self,
        id: str,
        *,
        content: str | None = None,
        summary: str | None = None,
        kind: str | None = None,
        key_fields: Mapping[str, str] | Iterable[Any] | None = None,
        confidence: float | None = None,
        importance: float | None = None,
        tags: Iterable[str] | None = None,
        project: str | None = None,
        entities: Iterable[str] | None = None,
        occurred_at: When | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        expires_at: When | None = None,
    ) -> Memory:
        return self._hindsight.run(
            self._async.update,
            id,
            content=content,
            summary=summary,
            kind=kind,
            key_fields=key_fields,
            confidence=confidence,
            importance=importance,
            tags=tags,
            project=project,
            entities=entities,
            occurred_at=occurred_at,
            valid_from=valid_from,
            valid_to=valid_to,
            expires_at=expires_at,
        )

    def forget(
        self,
        ids: str | Iterable[str] | None = None,
        *,
        query: str | None = None,
        source: str | None = None,
        subject: str | None = None,
        mode: Literal["delete", "demote", "expire"] = "delete",
        preview: bool = False,
        purge: bool = False,
    ) -> Forgotten:
        return self._hindsight.run(
            self._async.forget,
            ids,
            query=query,
            source=source,
            subject=subject,
            mode=mode,
            preview=preview,
            purge=purge,
        )

    def roll_back(self, change_set: str) -> ChangeSet:
        return self._hindsight.run(self._async.roll_back, change_set)

    def list(
        self, where: Where | None = None, *, cursor: str | None = None, limit: int = 100, zone: str | None = None
    ) -> Page:
        return self._hindsight.run(self._async.list, where, cursor=cursor, limit=limit, zone=zone)

    def grant(self, other: Space | str, right: str = "read") -> None:
        self._hindsight.run(self._async.grant, other.name if isinstance(other, Space) else other, right)

    def stats(self) -> Mapping[str, Mapping[str, int]]:
        return self._hindsight.run(self._async.stats)


described(Hindsight, AsyncHindsight)
described(Space, AsyncSpace)
described(Task, AsyncTask)
described(Session, AsyncSession)
