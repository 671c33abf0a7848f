"""Files into a space and a space into a file (W9, G8)."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

from hindsight.adapters.importers import own
from hindsight.app import inputs
from hindsight.app.writing import WAIT_S
from hindsight.domain.entries import Entry
from hindsight.domain.errors import InvalidInput, StorageError
from hindsight.domain.memory import Scope, SpaceInfo
from hindsight.domain.text import require_text
from hindsight.services.remember import Options
from hindsight.services.restore import records
from hindsight.services.transfer import ImportReport, Shape, transfer

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight

__all__ = ["ExportReport", "ImportReport", "export_space", "import_entries"]

_DISK_FAILS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_LONGEST_HEAD = 1 << 20
"""Bytes of the first line of an export."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What an export holds."""

    path: str
    turns: int = 0
    trajectories: int = 0
    memories: int = 0
    attachments: int = 0


async def import_entries(
    hindsight: AsyncHindsight,
    scope: Scope,
    entries: Iterable[Entry],
    *,
    actor: str,
    verbatim: bool = False,
    zone: str | None = None,
    wait: bool = True,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Store ``entries``; ``progress`` is told how many were worked off. It can be stopped and started again.

    ``verbatim`` stores each turn as one memory; ``wait`` False leaves extraction to the worker.
    """
    zone = inputs.time_zone(zone or hindsight.settings.zone)

    async def finish(job: str) -> bool:
        hindsight.worker.wake()
        return await hindsight.worker.finish([job], WAIT_S)

    shape = Shape(
        messages=partial(_messages, zone=zone, largest=hindsight.parts.policy.write.largest),
        memory=partial(_memory, zone=zone),
        zone=zone,
        finish=finish if wait else None,
        verbatim=verbatim,
    )
    report = await transfer(hindsight.parts, scope, entries, shape, actor=actor, progress=progress or (lambda _: None))
    hindsight.worker.wake()
    return report


async def export_space(hindsight: AsyncHindsight, space: SpaceInfo, path: str | os.PathLike[str]) -> ExportReport:
    """Write everything of a space to ``path`` as JSON lines. The file is there whole or not at all.

    StorageError when the disk is full or fails; InvalidInput when it cannot be written for another reason, or when
    something other than an export is there.
    """
    target = Path(path)
    try:
        if await anyio.to_thread.run_sync(_holds_something_else, target):
            raise InvalidInput(f"{str(target)!r} exists and is no export.", hint="Choose another name or remove it.")
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            counts = await _write(hindsight, space, handle)
            await anyio.Path(draft).replace(target)
        except BaseException:
            with anyio.CancelScope(shield=True):  # a cancelled export leaves nothing behind either
                await anyio.Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        told = f"{str(target)!r} cannot be written: {error.strerror}."
        if error.errno in _DISK_FAILS:
            raise StorageError(
                told, hint="Free some space, or choose another disk; nothing was half written."
            ) from None
        raise InvalidInput(told) from None
    return ExportReport(path=str(target), **counts)


def _holds_something_else(target: Path) -> bool:
    """Whether something is there that an export must not end, such as the database itself or a device."""
    if not target.is_file():
        return target.exists()
    if not target.stat().st_size:
        return False
    with target.open("rb") as file:
        head = file.readline(_LONGEST_HEAD)
    try:
        return not own.detect([json.loads(head)])
    except ValueError:
        return True


async def _write(hindsight: AsyncHindsight, space: SpaceInfo, handle: int) -> Counter[str]:
    scope = Scope(tenant=space.tenant, spaces=(space.name,))
    counts: Counter[str] = Counter(turns=0, trajectories=0, memories=0, attachments=0)
    async with await anyio.open_file(handle, "w", encoding="utf-8") as file:
        await file.write(own.head_line(space, hindsight.parts.now()) + "\n")
        async for record in records(hindsight.parts, scope):
            await file.write(own.record_line(record) + "\n")
            counts[record.what] += 1
        await file.write(own.end_line(counts) + "\n")
    return counts


def _messages(rows: Sequence[Mapping[str, Any]], *, zone: str, largest: int) -> list[dict[str, Any]]:
    return inputs.messages(list(rows), zone, largest)


def _memory(fields: Mapping[str, Any], *, zone: str) -> tuple[str, Options]:
    """The arguments of ``remember`` as a file gives them."""
    zone = inputs.time_zone(fields.get("zone") or zone)
    start, end = inputs.interval(fields.get("occurred_at"), "occurred_at", zone)
    kind, project, ref = (fields.get(name) for name in ("kind", "project", "ref"))
    summary = fields.get("summary") or ""
    options = Options(
        kind=inputs.kind(kind) if kind is not None else None,
        verbatim=bool(fields.get("verbatim")),
        occurred_at=start,
        occurred_until=end,
        key_fields=inputs.key_fields(fields.get("key_fields")),
        entities=inputs.names(fields.get("entities") or (), "entities"),
        project=inputs.name(project, "project") if project is not None else None,
        tags=inputs.names(fields.get("tags") or (), "tags"),
        confidence=inputs.share(fields.get("confidence"), "confidence"),
        importance=inputs.share(fields.get("importance"), "importance"),
        summary=summary if isinstance(summary, str) else json.dumps(summary, ensure_ascii=False),
        keywords=inputs.names(fields.get("keywords") or (), "keywords"),
        ref=inputs.name(ref, "ref") if ref is not None else None,
        source=inputs.source(fields.get("source")),
    )
    return require_text(fields.get("content")), options
