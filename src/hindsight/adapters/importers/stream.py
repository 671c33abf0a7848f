"""JSON of any size as a stream of values with their places: one a line, the items of an array, or one document."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, BinaryIO, TypeAlias

from hindsight.domain.entries import BadEntry, Entry

LARGEST = 64_000_000
"""Characters of one item of an array, and bytes of one line; a larger one is not read."""

_LARGEST_DOCUMENT = 256 << 20
"""Bytes of one document over several lines: it is read whole."""
_CHUNK = 1 << 20
_HEAD = 20
_BOM = codecs.BOM_UTF8

Value: TypeAlias = tuple[str, Any]
"""A place (``name:line`` or ``name[index]``) and the JSON value there, or a BadEntry."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file or a member of an archive. ``open`` begins at its start, each time it is called."""

    name: str
    open: Callable[[], BinaryIO]


def values(document: Document) -> Iterator[Value]:
    """Every value of the document. What cannot be read is a BadEntry at its place; OSError when it cannot be opened."""
    with document.open() as stream:
        start = stream.read(_CHUNK).removeprefix(_BOM).lstrip()[:1]
    if start == b"[":
        with document.open() as stream:
            yield from _items(stream, document.name)
        return
    with document.open() as stream:
        lines = _lines(stream, document.name)
        head = list(islice(lines, _HEAD))
        if any(not isinstance(value, BadEntry) for _, value in head[:1]) or not head:
            yield from chain(head, lines)
            return
    yield from _document(document, head)


def _document(document: Document, head: list[Value]) -> Iterator[Value]:
    """One document over several lines; when it is none, the lines, unless not one of the first could be read."""
    try:
        with document.open() as stream:
            raw = stream.read(_LARGEST_DOCUMENT + 1)
        if len(raw) > _LARGEST_DOCUMENT:
            yield document.name, BadEntry(document.name, "is one JSON document of more than 256 MB, or none")
            return
        yield document.name, json.loads(raw)
        return
    except (ValueError, RecursionError) as error:
        if all(isinstance(value, BadEntry) for _, value in head):
            yield document.name, BadEntry(document.name, _why(error))
            return
    with document.open() as stream:
        yield from _lines(stream, document.name)


def _lines(stream: BinaryIO, name: str) -> Iterator[Value]:
    number = 0
    while raw := stream.readline(LARGEST):
        number += 1
        line = raw.removeprefix(_BOM) if number == 1 else raw
        if not line.strip():
            continue
        place = f"{name}:{number}"
        try:
            yield place, json.loads(line)
        except (ValueError, RecursionError) as error:
            yield place, BadEntry(place, _why(error))


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "is not UTF-8"
    return "is nested too deeply" if isinstance(error, RecursionError) else f"is no JSON: {error}"


def _items(stream: BinaryIO, name: str) -> Iterator[Value]:
    """The items of one array, each read as soon as it is complete; after one that cannot be read there is no next."""
    reader = _Reader(stream)
    index = 0
    try:
        reader.skip("[")
        while (following := reader.peek()) not in ("]", ""):
            if following == ",":
                reader.skip(",")
                continue
            yield f"{name}[{index}]", reader.value()
            index += 1
        if following == "":
            yield name, BadEntry(f"{name}[{index}]", "the file ends inside the list")
            return
        reader.skip("]")
        if reader.peek():
            yield name, BadEntry(name, "what follows the list was not read")
    except (ValueError, RecursionError) as error:
        place = f"{name}[{index}]"
        yield place, BadEntry(place, f"{_why(error)}; nothing after it was read")


class _Reader:
    """Text of a stream, decoded as needed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._json = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._ended = False

    def peek(self) -> str:
        """The next character that is no blank; empty at the end."""
        while True:
            while self._at < len(self._text):
                if not self._text[self._at].isspace():
                    return self._text[self._at]
                self._at += 1
            if not self._more(_CHUNK):
                return ""

    def skip(self, sign: str) -> None:
        if self.peek() != sign:
            raise ValueError(f"{sign!r} is expected")
        self._at += 1

    def value(self) -> Any:
        """The next value. ValueError when it is none or is larger than LARGEST."""
        self.peek()
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except ValueError:
                if len(self._text) - self._at > LARGEST or not self._more(len(self._text) - self._at):
                    raise
                continue
            if end == len(self._text) and self._more(_CHUNK):
                continue  # A number may go on in the next chunk.
            self._at = end
            return value

    def _more(self, least: int) -> bool:
        if self._ended:
            return False
        raw = self._stream.read(max(_CHUNK, least))
        self._ended = not raw
        self._text = self._text[self._at :] + self._decode(raw, not raw)
        self._at = 0
        return not self._ended


def each(stream: Iterable[Value], read: Callable[[Mapping[str, Any], str], Iterable[Entry]]) -> Iterator[Entry]:
    """The entries of every object; an object of an unexpected shape is a BadEntry and the next one is read."""
    for place, value in stream:
        if isinstance(value, BadEntry):
            yield value
        elif not isinstance(value, Mapping):
            yield BadEntry(place, f"an object is expected, not {type(value).__name__}")
        else:
            yield from told(place, read, value)


def told(place: str, read: Callable[[Any, str], Iterable[Entry]], value: Any) -> Iterator[Entry]:
    """The entries of one value; what is of an unexpected shape is a BadEntry, and whatever follows it is read."""
    try:
        yield from read(value, place)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        yield BadEntry(place, f"has an unexpected shape: {type(error).__name__}: {error}")
