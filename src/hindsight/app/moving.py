"""What a space does with files and sessions: import, export, working memory (W9, G8, M7)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from hindsight.adapters.importers import FORMATS, Format, read_paths
from hindsight.app import inputs
from hindsight.app.importing import ExportReport, ImportReport, export_space, import_entries
from hindsight.app.part import SpacePart
from hindsight.app.sessions import AsyncSession
from hindsight.domain.errors import InvalidInput, NotFound
from hindsight.domain.memory import Attachment
from hindsight.services.attach import fetch

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class AsyncMoving(SpacePart):
    """The part of a space that is about files and sessions."""

    async def import_files(
        self,
        paths: Paths,
        *,
        format: Format = "auto",
        verbatim: bool = False,
        zone: str | None = None,
        wait: bool = True,
        progress: Callable[[int], None] | None = None,
    ) -> ImportReport:
        """Import files, ZIPs and folders: exports of ChatGPT, Claude, mem0, Vectorize's Hindsight, the MCP memory
        server, basic-memory and of this Hindsight, JSON lines, Markdown, agent transcripts.

        What a file is follows from what it holds, unless ``format`` says it. What is there is not added again, so an
        import may be stopped and repeated; what cannot be read is listed with its place and reason. ``verbatim`` keeps
        each turn as one memory; ``zone`` is that of times that name none; ``wait`` False leaves extraction to the
        background; ``progress`` is told how many entries were worked off. Raises InvalidInput, Unavailable, Overloaded.
        """
        if format not in FORMATS:
            raise InvalidInput(f"format is one of {', '.join(FORMATS)}, not {format!r}.")
        chosen = paths if isinstance(paths, Iterable) and not isinstance(paths, str) else [paths]
        return await import_entries(
            self._hindsight,
            await self._scope(write=True),
            read_paths(map(inputs.path, chosen), format),
            actor=self._actor,
            verbatim=verbatim,
            zone=zone,
            wait=wait,
            progress=progress,
        )

    async def export(self, path: str | os.PathLike[str]) -> ExportReport:
        """Write everything of this space to a file of JSON lines that ``import_files`` brings back with the same ids.

        Memories of every status with their history, turns and trajectories. NotFound when there is no such space
        yet, InvalidInput when the file cannot be written.
        """
        spaces = await self._hindsight.parts.store.spaces(self.tenant)
        own = next((space for space in spaces if space.name == self.name), None)
        if own is None:
            raise NotFound(f"There is no space {self.name!r}.")
        return await export_space(self._hindsight, own, inputs.path(path))

    async def attachment(self, hash: str) -> bytes:
        """The bytes of an attachment of a memory that this space may read. NotFound."""
        return (await self.attached(hash))[1]

    async def attached(self, hash: str) -> tuple[Attachment, bytes]:
        """An attachment with its media type and size, and its bytes. NotFound."""
        return await fetch(self._hindsight.parts, await self._scope(), inputs.name(hash, "hash"))

    def session(self, id: str) -> AsyncSession:
        """Working memory of one session of this space: an async context manager that ends with its block."""
        return AsyncSession(self._hindsight, self._scope, inputs.name(id, "session"), actor=self._actor)
