"""Files that can be imported, as entries: turns of a conversation, memories, runs of an agent (W9).

What a file is follows from what it holds: JSON lines of turns or memories, a chat export, Markdown, or an agent's
transcript in any carrier that is known. A line that cannot be read is an entry of its own, with the reason.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from hindsight.adapters.carriers import UnknownCarrier, detect_and_read
from hindsight.app.names import unaliased
from hindsight.domain.errors import InvalidInput
from hindsight.domain.trajectory import Trajectory

Format = Literal["auto", "jsonl", "markdown", "transcript"]
FORMATS: tuple[Format, ...] = ("auto", "jsonl", "markdown", "transcript")

_SUFFIXES = (".jsonl", ".ndjson", ".json", ".md", ".markdown", ".traj")
_MARKDOWN = (".md", ".markdown")
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.{1,500}?)[ \t#]*$")
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)")
_CONVERSATION = ("conversation", "conversation_id", "session", "session_id", "thread")
_MEMORY_ONLY = ("kind", "memory_type", "key_fields", "entities", "tags", "project", "confidence", "importance")
_FOREIGN = ("messages", "steps", "jsonrpc", "payload", "tool_calls", "tool_use_id", "tool_call_id", "resourceSpans")


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """One message of a conversation, with an id that is the same at every import."""

    conversation: str
    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One ready memory: the arguments of ``remember``. ``ref`` given: it is looked for before it is stored."""

    fields: Mapping[str, Any]
    place: str


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One run of an agent."""

    run: Trajectory
    place: str


@dataclass(frozen=True, slots=True)
class BadEntry:
    """A place that could not be read, and why."""

    place: str
    reason: str


Entry: TypeAlias = TurnEntry | MemoryEntry | RunEntry | BadEntry


def read_paths(paths: Iterable[Path], kind: Format = "auto") -> Iterator[Entry]:
    """The entries of files and of folders with everything below them, in order. InvalidInput: there is no such path."""
    for path in paths:
        if path.is_dir():
            for found in sorted(path.rglob("*")):
                if found.is_file() and found.suffix.lower() in _SUFFIXES:
                    yield from _read_file(found, str(found.relative_to(path)), kind)
        elif path.is_file():
            yield from _read_file(path, path.name, kind)
        else:
            raise InvalidInput(f"There is no file or folder {str(path)!r}.")


def _read_file(path: Path, name: str, kind: Format) -> Iterator[Entry]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        yield BadEntry(name, f"cannot be read: {error.strerror}")
        return
    yield from read_bytes(raw, name, kind)


def read_bytes(raw: bytes, name: str, kind: Format = "auto") -> Iterator[Entry]:
    """The entries of one file's content; ``name`` is its name, for places, conversations and sources."""
    markdown = kind == "markdown" or (kind == "auto" and Path(name).suffix.lower() in _MARKDOWN)
    if kind == "jsonl" or (kind == "auto" and not markdown and _is_ours(raw)):
        yield from _json_entries(raw, name)
        return
    if kind in ("auto", "transcript"):
        try:
            imported = detect_and_read(raw)
        except (UnknownCarrier, ValueError, RecursionError) as error:
            if not markdown:
                yield BadEntry(name, str(error))
                return
        else:
            yield from (RunEntry(run, name) for run in imported.trajectories)
            if imported.skipped:
                yield BadEntry(name, f"{imported.skipped} lines or documents are no part of a {imported.carrier} run")
            return
    yield from _sections(raw, name)


def _is_ours(raw: bytes) -> bool:
    """Whether the first object is a plain turn or memory rather than a line of an agent's transcript."""
    for value in _values(raw):
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, Mapping):
            return _is_plain(first)
    return False


def _is_plain(row: Mapping[str, Any]) -> bool:
    text = row.get("content", row.get("text"))
    return isinstance(text, str) and not any(key in row for key in _FOREIGN)


def _values(raw: bytes) -> Iterator[Any]:
    """JSON values, one a line or the whole; unreadable ones are passed over."""
    for line in raw.splitlines()[:20]:
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            continue
    try:
        yield json.loads(raw)
    except (ValueError, RecursionError):
        return


def _json_entries(raw: bytes, name: str) -> Iterator[Entry]:
    try:
        whole = json.loads(raw)
    except (ValueError, RecursionError):
        whole = None
    rows: Iterable[tuple[str, Any]]
    if isinstance(whole, list):
        rows = ((f"{name}[{index}]", row) for index, row in enumerate(whole))
    else:
        rows = _lines(raw, name)
    seen: Counter[str] = Counter()
    for place, row in rows:
        if isinstance(row, BadEntry):
            yield row
        elif not isinstance(row, Mapping):
            yield BadEntry(place, f"an object is expected, not {type(row).__name__}")
        else:
            yield _entry(row, name, place, seen)


def _lines(raw: bytes, name: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        place = f"{name}:{number}"
        try:
            yield place, json.loads(line)
        except UnicodeDecodeError:
            yield place, BadEntry(place, "is not UTF-8")
        except (ValueError, RecursionError) as error:
            yield place, BadEntry(place, f"is no JSON: {error}")


def _entry(row: Mapping[str, Any], name: str, place: str, seen: Counter[str]) -> Entry:
    if not _is_plain(row):
        return BadEntry(place, "has no text in content or text")
    if any(key in row for key in _MEMORY_ONLY) and "role" not in row:
        try:
            return _memory(unaliased(row), place)
        except InvalidInput as error:
            return BadEntry(place, error.message)
    conversation = next((str(row[key]) for key in _CONVERSATION if row.get(key)), Path(name).stem)
    text = str(row.get("content", row.get("text")))
    message = {key: value for key, value in row.items() if key not in _CONVERSATION}
    if not row.get("id"):
        told = json.dumps([conversation, row.get("role"), row.get("name"), row.get("time"), text], ensure_ascii=False)
        digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:20]
        seen[digest] += 1
        message["id"] = f"{digest}-{seen[digest]}"
    return TurnEntry(conversation, message)


def _memory(row: Mapping[str, Any], place: str) -> MemoryEntry:
    taken = {
        "kind",
        "verbatim",
        "occurred_at",
        "zone",
        "key_fields",
        "entities",
        "project",
        "tags",
        "source",
        "ref",
        "summary",
        "keywords",
        "confidence",
        "importance",
    }
    fields = {key: value for key, value in row.items() if key in taken and value is not None}
    fields["content"] = row.get("content", row.get("text"))
    fields.setdefault("source", "import")
    if "ref" not in fields and row.get("id"):
        fields["ref"] = str(row["id"])
    if "kind" not in fields:
        fields["verbatim"] = True
    return MemoryEntry(fields, place)


def _sections(raw: bytes, name: str) -> Iterator[Entry]:
    """Markdown cut at its headings: each part is one memory that begins with the headings above it."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield BadEntry(name, "is not UTF-8")
        return
    path: list[tuple[int, str]] = []
    body: list[str] = []
    fenced = False
    for line in [*_without_front_matter(text.splitlines()), None]:
        heading = None if line is None or fenced else _HEADING.match(line)
        if line is not None and _FENCE.match(line):
            fenced = not fenced
        if line is None or heading:
            if any(part.strip() for part in body):
                yield _section(name, [title for _, title in path], "\n".join(body).strip())
            body = []
        if heading:
            level = len(heading.group(1))
            path = [above for above in path if above[0] < level] + [(level, heading.group(2))]
        elif line is not None:
            body.append(line)


def _section(name: str, titles: list[str], body: str) -> MemoryEntry:
    head = " > ".join(titles)
    fields = {
        "content": f"{head}\n{body}" if head else body,
        "verbatim": True,
        "source": {"type": "import", "name": name},
    }
    return MemoryEntry(fields, f"{name}#{head}" if head else name)


def _without_front_matter(lines: list[str]) -> list[str]:
    if lines and lines[0].strip() == "---":
        for index, line in enumerate(lines[1:], 1):
            if line.strip() == "---":
                return lines[index + 1 :]
    return lines
