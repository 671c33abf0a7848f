"""Markdown: front matter, and sections that are one memory each, beginning with the headings above them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hindsight.adapters.importers.fields import memory, texts
from hindsight.adapters.importers.stream import Document
from hindsight.domain.entries import BadEntry, Entry

NAME = "markdown"
SUFFIXES = (".md", ".markdown")
LARGEST = 16_000_000
"""Bytes of one file; a longer one is a book, not a note."""

_HEADING = re.compile(r"^(#{1,6})[ \t]{1,8}(.{1,500}?)[ \t#]{0,20}$")
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)")
_KEY = re.compile(r"^([A-Za-z_][\w-]{0,60}):[ \t]{0,8}(.{0,2000})$", re.ASCII)
_ITEM = re.compile(r"^[ \t]{0,8}-[ \t]{1,8}(.{1,500})$")
_DATES = ("date", "created", "created_at", "modified", "updated_at")
_FRONT = 200


def lines_of(document: Document) -> list[str] | BadEntry:
    """The lines of a file, or why it cannot be read."""
    with document.open() as stream:
        raw = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        return BadEntry(document.name, f"has more than {LARGEST} bytes")
    try:
        return raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        return BadEntry(document.name, "is not UTF-8")


def front_matter(lines: list[str]) -> tuple[dict[str, Any], list[str]]:
    """The keys of the YAML at the top (text and lists of text; nested values are left out), and the lines after it."""
    end = next((i for i, line in enumerate(lines[1:_FRONT], 1) if line.strip() == "---"), None)
    if not lines or lines[0].strip() != "---" or end is None:
        return {}, lines
    found: dict[str, Any] = {}
    last = ""
    for line in lines[1:end]:
        if key := _KEY.match(line):
            last = key.group(1)
            found[last] = _scalar(key.group(2))
        elif last and (item := _ITEM.match(line)):
            held = found[last] if isinstance(found[last], list) else []
            found[last] = [*held, _unquoted(item.group(1))]
    return found, lines[end + 1 :]


def _scalar(text: str) -> str | list[str]:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(part) for part in text[1:-1].split(",") if part.strip()]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    return text.strip().strip("'\"")


def common_fields(front: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What every memory of a note shares: tags, when it was written, and the file as source."""
    written = next((str(front[key]) for key in _DATES if re.match(r"\d{4}-\d\d-\d\d", str(front.get(key, "")))), None)
    return {
        "tags": texts(front.get("tags")),
        "occurred_at": written,
        "source": {"type": "import", "name": name},
    }


def sections(lines: Iterable[str], name: str, fields: Mapping[str, Any]) -> Iterator[Entry]:
    path: list[tuple[int, str]] = []
    body: list[str] = []
    fenced = False
    for line in [*lines, None]:
        heading = None if line is None or fenced else _HEADING.match(line)
        if line is not None and _FENCE.match(line):
            fenced = not fenced
        if line is None or heading:
            if any(part.strip() for part in body):
                yield _section([title for _, title in path], "\n".join(body).strip(), name, fields)
            body = []
        if heading:
            level = len(heading.group(1))
            path = [above for above in path if above[0] < level] + [(level, heading.group(2))]
        elif line is not None:
            body.append(line)


def _section(titles: list[str], body: str, name: str, fields: Mapping[str, Any]) -> Entry:
    head = " > ".join(titles)
    content = f"{head}\n{body}" if head else body
    return memory(f"{name}#{head}" if head else name, content=content, verbatim=True, **fields)
