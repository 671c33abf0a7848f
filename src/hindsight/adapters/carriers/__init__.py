"""Importers of agent transcripts: each carrier in a file of its own, found by what the data looks like."""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from hindsight.adapters.carriers import (
    anthropic,
    claude_code,
    codex,
    devtools,
    langchain,
    mcp_log,
    native,
    openai_chat,
    openai_responses,
    otel,
    playwright,
    sweagent,
)
from hindsight.domain.errors import InvalidInput
from hindsight.domain.trajectory import Trajectory

__all__ = ["Imported", "UnknownCarrier", "detect_and_read"]

DOCUMENTS = (native, otel, sweagent, devtools, langchain, anthropic, openai_responses, openai_chat)
"""Carriers of one JSON document; the most telling shapes are asked first."""
LINES = (claude_code, codex, mcp_log)
"""Carriers of one JSON object a line."""

_HEAD_LINES = 50
_MAX_LINE = 32_000_000


class UnknownCarrier(InvalidInput):
    """The data is of no known carrier; the message names those that are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What was read. `skipped` counts the lines or documents that could not be read."""

    carrier: str
    trajectories: tuple[Trajectory, ...]
    skipped: int = 0


class _Lines:
    """The JSON values of a stream, line by line; bad lines are skipped and counted."""

    def __init__(self, stream: BinaryIO) -> None:
        self.skipped = 0
        self._stream = stream

    def __iter__(self) -> Iterator[Any]:
        while raw := self._stream.readline(_MAX_LINE):
            if not raw.strip():
                continue
            try:
                yield json.loads(raw)
            except (ValueError, RecursionError):
                self.skipped += 1


def detect_and_read(source: Path | str | bytes) -> Imported:
    """Read the trajectories of a file (path) or of its content (bytes).

    Line formats are streamed; results longer than 20,000 characters are cut with a mark.

    Raises:
        UnknownCarrier: no carrier knows the data.
        OSError: the file cannot be read.
    """
    if isinstance(source, bytes):
        return _read(io.BytesIO(source))
    with Path(source).open("rb") as stream:
        return _read(stream)


def _read(stream: BinaryIO) -> Imported:
    for attempt in (_as_lines, _as_document, _as_text):
        stream.seek(0)
        found = attempt(stream)
        if found:
            return found
    known = ", ".join(carrier.NAME for carrier in (*DOCUMENTS, *LINES, playwright))
    raise UnknownCarrier(f"this is none of the known transcripts: {known}")


def _as_lines(stream: BinaryIO) -> Imported | None:
    lines = _Lines(stream)
    values = iter(lines)
    head = list(islice(values, _HEAD_LINES))
    if not any(isinstance(value, dict | list) for value in head):
        return None
    everything = chain(head, values)
    for carrier in LINES:
        if carrier.detect(head):
            found = tuple(carrier.read(everything))
            return Imported(carrier=carrier.NAME, trajectories=found, skipped=lines.skipped)
    for document in DOCUMENTS:
        if any(document.detect(value) for value in head):
            return _documents(document.NAME, document.detect, document.read, everything, lines)
    return _messages_by_line(head, everything, lines)


def _messages_by_line(head: list[Any], values: Iterable[Any], lines: _Lines) -> Imported | None:
    """A conversation with one message a line is read as one document."""
    for carrier in DOCUMENTS:
        if carrier.detect(head):
            found = tuple(carrier.read(list(values)))
            return Imported(carrier=carrier.NAME, trajectories=found, skipped=lines.skipped)
    return None


def _documents(
    name: str,
    detect: Callable[[Any], bool],
    read: Callable[[Any], Iterator[Trajectory]],
    values: Iterable[Any],
    lines: _Lines,
) -> Imported:
    found: list[Trajectory] = []
    skipped = 0
    for value in values:
        try:
            if detect(value):
                found += read(value)
            else:
                skipped += 1
        except ValueError:
            skipped += 1
    return Imported(carrier=name, trajectories=tuple(found), skipped=skipped + lines.skipped)


def _as_document(stream: BinaryIO) -> Imported | None:
    try:
        document = json.load(stream)
    except (ValueError, RecursionError):
        return None
    for carrier in DOCUMENTS:
        if carrier.detect(document):
            return Imported(carrier=carrier.NAME, trajectories=tuple(carrier.read(document)))
    items = document if isinstance(document, list) else [document]
    for line_carrier in LINES:
        if line_carrier.detect(items):
            return Imported(carrier=line_carrier.NAME, trajectories=tuple(line_carrier.read(items)))
    return None


def _as_text(stream: BinaryIO) -> Imported | None:
    head = stream.read(65_536).decode("utf-8", "replace")
    if not playwright.detect(head):
        return None
    stream.seek(0)
    text = io.TextIOWrapper(stream, "utf-8", errors="replace")
    found = tuple(playwright.read(text))
    text.detach()
    return Imported(carrier=playwright.NAME, trajectories=found)
