"""The synchronous facade of what a space does with files and sessions."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from hindsight.adapters.importers import Format
from hindsight.app.importing import ExportReport, ImportReport
from hindsight.app.moving import Paths
from hindsight.app.sessions import CONTEXT_TOKENS, AsyncSession
from hindsight.domain.conversation import Role
from hindsight.domain.memory import Attachment
from hindsight.domain.working import WorkingItem, WorkingKind
from hindsight.services.remember import Receipt

if TYPE_CHECKING:
    from hindsight.app.space import AsyncSpace
    from hindsight.app.sync import Hindsight


class Moving:
    """See :class:`hindsight.app.moving.AsyncMoving` for what each method does."""

    _hindsight: Hindsight
    _async: AsyncSpace

    def import_files(
        self,
        paths: Paths,
        *,
        format: Format = "auto",
        verbatim: bool = False,
        zone: str | None = None,
        wait: bool = True,
        progress: Callable[[int], None] | None = None,
    ) -> ImportReport:
        return self._hindsight.run(
            self._async.import_files,
            paths,
            format=format,
            verbatim=verbatim,
            zone=zone,
            wait=wait,
            progress=progress,
        )

    def export(self, path: str | os.PathLike[str]) -> ExportReport:
        return self._hindsight.run(self._async.export, path)

    def attachment(self, hash: str) -> bytes:
        return self._hindsight.run(self._async.attachment, hash)

    def attached(self, hash: str) -> tuple[Attachment, bytes]:
        return self._hindsight.run(self._async.attached, hash)

    def session(self, id: str) -> Session:
        return Session(self._hindsight, self._async.session(id))


class Session:
    """A session's working memory, synchronous: see :class:`hindsight.app.sessions.AsyncSession`."""

    def __init__(self, hindsight: Hindsight, session: AsyncSession) -> None:
        self._hindsight = hindsight
        self._async = session

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hindsight.run(self._async.__aexit__, kind, error, trace)

    @property
    def id(self) -> str:
        return self._async.id

    def add(self, kind: WorkingKind, text: str, *, role: Role = "user", importance: float | None = None) -> None:
        self._hindsight.run(self._async.add, kind, text, role=role, importance=importance)

    def items(self) -> tuple[WorkingItem, ...]:
        return self._hindsight.run(self._async.items)

    def context(self, tokens: int = CONTEXT_TOKENS) -> str:
        return self._hindsight.run(self._async.context, tokens)

    def end(self, *, flush: bool = True) -> Receipt:
        return self._hindsight.run(self._async.end, flush=flush)
