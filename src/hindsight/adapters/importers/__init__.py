"""Importers: each format in a file of its own, found by what the data holds (W9).

JSON formats are read as a stream. What none of them knows is offered to the carriers of agent transcripts; Markdown is
read by sections. ZIP containers of exports are read directly.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any, BinaryIO, Literal, Protocol, get_args

from hindsight.adapters.carriers import UnknownCarrier, detect_and_read
from hindsight.adapters.importers import (
    basic_memory,
    claude,
    jsonl,
    markdown,
    mcp_memory,
    mem0,
    openai,
    own,
    vectorize,
)
from hindsight.adapters.importers.archive import members
from hindsight.adapters.importers.encoding import as_utf8
from hindsight.adapters.importers.stream import Document, Value, values
from hindsight.domain.entries import BadEntry, Entry, RunEntry
from hindsight.domain.errors import NotFound

__all__ = ["FORMATS", "Format", "read_bytes", "read_paths"]

Format = Literal[
    "auto",
    "hindsight",
    "openai",
    "claude",
    "mem0",
    "vectorize",
    "mcp-memory",
    "basic-memory",
    "jsonl",
    "markdown",
    "transcript",
]
FORMATS: tuple[Format, ...] = get_args(Format)


class Importer(Protocol):
    """One JSON format: whether the first values of a file are of it, and the entries of all of them."""

    NAME: str

    def detect(self, head: Sequence[Any]) -> bool: ...

    def read(self, values: Iterable[Value], name: str) -> Iterator[Entry]: ...


IMPORTERS: tuple[Importer, ...] = (own, openai, claude, mcp_memory, vectorize, mem0, jsonl)
"""The most telling shapes are asked first; plain lines last."""

_SUFFIXES = (".jsonl", ".ndjson", ".json", ".traj", ".zip", *markdown.SUFFIXES)
_HEAD = 20
_LARGEST_TRANSCRIPT = 256 << 20
_LARGE_SAID = "256 MB"


def read_paths(paths: Iterable[Path], kind: Format = "auto") -> Iterator[Entry]:
    """The entries of files and of folders with everything below them, in order. NotFound: there is no such path."""
    chosen = list(paths)
    for path in chosen:
        if not path.exists():
            raise NotFound(f"There is no file or folder {str(path)!r}.")
    return chain.from_iterable(_read_path(path, kind) for path in chosen)


def _read_path(path: Path, kind: Format) -> Iterator[Entry]:
    if not path.is_dir():
        yield from _read_file(path, path.name, kind)
        return
    for found in sorted(path.rglob("*")):
        name = found.relative_to(path)
        hidden = any(part.startswith(".") for part in name.parts)  # .git, .obsidian: settings, not notes
        if found.is_file() and not hidden and found.suffix.lower() in _SUFFIXES:
            yield from _read_file(found, str(name), kind)


def read_bytes(raw: bytes, name: str, kind: Format = "auto") -> Iterator[Entry]:
    """The entries of one file's content; ``name`` is its name, for places, conversations and sources."""
    yield from read_document(Document(name, partial(BytesIO, raw)), kind)


def _read_file(path: Path, name: str, kind: Format) -> Iterator[Entry]:
    if not path.is_file():  # a pipe can be read once, and opening one may wait for ever
        yield BadEntry(name, "is no regular file: write a pipe's content to a file first")
        return
    try:
        yield from read_document(Document(name, partial(_open, path)), kind)
    except OSError as error:
        yield BadEntry(name, f"cannot be read: {error.strerror}")


def _open(path: Path) -> BinaryIO:
    return path.open("rb")


def read_document(document: Document, kind: Format = "auto") -> Iterator[Entry]:
    """The entries of a file, or of every file in a ZIP."""
    suffix = PurePath(document.name).suffix.lower()
    if suffix == ".zip":
        for member in members(document, _SUFFIXES):
            yield from (member,) if isinstance(member, BadEntry) else _member(member, kind)
        return
    document = as_utf8(document)
    if kind in ("markdown", "basic-memory") or (kind == "auto" and suffix in markdown.SUFFIXES):
        yield from _notes(document, kind)
    elif kind == "transcript":
        yield from _transcript(document)
    else:
        yield from _json(document, kind)


def _member(member: Document, kind: Format) -> Iterator[Entry]:
    try:
        yield from read_document(member, kind)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        yield BadEntry(member.name, f"is damaged: {error}")


def _json(document: Document, kind: Format) -> Iterator[Entry]:
    found = values(document)
    head = list(islice(found, _HEAD))
    if not head and kind != own.NAME:  # an empty file holds nothing, and nothing wrong; an export has a head at least
        return
    readable = [value for _, value in head if not isinstance(value, BadEntry)]
    for importer in IMPORTERS:
        if kind == importer.NAME or (kind == "auto" and importer.detect(readable)):
            yield from importer.read(chain(head, found), document.name)
            return
    yield from _transcript(document, next((value for _, value in head if isinstance(value, BadEntry)), None))


def _transcript(document: Document, broken: BadEntry | None = None) -> Iterator[Entry]:
    """The runs of a transcript. What is none is told as ``broken``, where it was no JSON to begin with."""
    with document.open() as stream:
        raw = stream.read(_LARGEST_TRANSCRIPT + 1)
    if len(raw) > _LARGEST_TRANSCRIPT:
        yield broken or BadEntry(document.name, f"is no format that is read as a stream, and more than {_LARGE_SAID}")
        return
    try:
        imported = detect_and_read(raw)
    except (UnknownCarrier, ValueError, RecursionError) as error:
        yield broken or BadEntry(document.name, str(error))
        return
    yield from (RunEntry(run, document.name) for run in imported.trajectories)
    if imported.skipped:
        reason = f"{imported.skipped} lines or documents are no part of a {imported.carrier} run"
        yield BadEntry(document.name, reason)


def _notes(document: Document, kind: Format) -> Iterator[Entry]:
    lines = markdown.lines_of(document)
    if isinstance(lines, BadEntry):
        yield lines
    elif kind == "basic-memory" or (kind == "auto" and basic_memory.detect(lines)):
        yield from basic_memory.read_lines(lines, document.name)
    elif kind == "auto" and (runs := list(_runs_in(document))):
        yield from runs
    else:
        front, body = markdown.front_matter(lines)
        yield from markdown.sections(body, document.name, markdown.common_fields(front, document.name))


def _runs_in(document: Document) -> Iterator[Entry]:
    """A recorded session of a browser agent is Markdown too."""
    found = [entry for entry in _transcript(document) if isinstance(entry, RunEntry)]
    yield from found
