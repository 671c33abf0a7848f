"""A JSON reader that takes what models write: trailing commas, NaN, Python's words, comments, and a cut-off end.

What was complete before the text broke off is kept, the piece that broke is left out.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

MAX_DEPTH: Final = 40
"""Deeper nesting is no answer to anything we ask."""

_BLANK: Final = re.compile(r"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_WORD: Final = re.compile(r"[A-Za-z_$][\w$-]*", re.ASCII)
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])", re.ASCII)
_BARE: Final = {"true": True, "false": False, "null": None, "none": None, "undefined": None}
_NO_NUMBER: Final = re.compile(r"[-+]?(?:nan|inf(?:inity)?)(?![\w.])", re.IGNORECASE | re.ASCII)
_STRING: Final = {
    '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL),
    "'": re.compile(r"'((?:[^'\\\n]|\\.)*)'"),
    "“": re.compile(r"“((?:[^”\\\n]|\\.)*)”"),
}
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value, the position after it, and whether it was complete."""

    value: Any
    end: int
    complete: bool


class _Unreadable(Exception):
    """This is no JSON, however kindly one looks at it."""


def parse(text: str, start: int = 0) -> Parsed | None:
    """The object or list that begins at ``start``; None when there is none. Linear in the text.

    Numbers that are none (NaN, Infinity) become None. An incomplete element of a list or member of an object is left
    out; a list that was cut inside an object is kept as far as it goes.
    """
    try:
        return _value(text, start, 0)
    except _Unreadable:
        return None


def _value(text: str, at: int, depth: int) -> Parsed:
    at = _skip(text, at)
    if at >= len(text):
        return Parsed(None, at, complete=False)
    if depth > MAX_DEPTH:
        raise _Unreadable
    match text[at]:
        case "{":
            return _object(text, at + 1, depth)
        case "[":
            return _list(text, at + 1, depth)
        case '"' | "'" | "“":
            return _string(text, at)
        case _:
            return _scalar(text, at)


def _object(text: str, at: int, depth: int) -> Parsed:
    members: dict[str, Any] = {}
    while True:
        at = _skip(text, at, commas=True)
        if at >= len(text):
            return Parsed(members, at, complete=False)
        if text[at] == "}":
            return Parsed(members, at + 1, complete=True)
        key = _key(text, at)
        at = _skip(text, key.end)
        if not key.complete or at >= len(text):
            return Parsed(members, len(text), complete=False)
        if text[at] not in ":：=":
            raise _Unreadable
        item = _value(text, at + 1, depth + 1)
        if item.complete or isinstance(item.value, list | dict):
            members[key.value] = item.value
        if not item.complete:
            return Parsed(members, item.end, complete=False)
        at = item.end


def _list(text: str, at: int, depth: int) -> Parsed:
    items: list[Any] = []
    while True:
        at = _skip(text, at, commas=True)
        if at >= len(text):
            return Parsed(items, at, complete=False)
        if text[at] == "]":
            return Parsed(items, at + 1, complete=True)
        item = _value(text, at, depth + 1)
        if not item.complete:
            return Parsed(items, item.end, complete=False)
        items.append(item.value)
        at = item.end


def _key(text: str, at: int) -> Parsed:
    if text[at] in _STRING:
        return _string(text, at)
    word = _WORD.match(text, at)
    if word is None:
        raise _Unreadable
    return Parsed(word[0], word.end(), complete=True)


def _string(text: str, at: int) -> Parsed:
    match = _STRING[text[at]].match(text, at)
    if match is None:
        return Parsed(None, len(text), complete=False)
    return Parsed(_unescaped(match[1]), match.end(), complete=True)


def _unescaped(raw: str) -> str:
    if "\\" not in raw:
        return raw
    try:
        text: str = json.loads(f'"{raw}"', strict=False)
    except ValueError:
        text = _ESCAPE.sub(lambda match: _one(match[1]), raw)
    return text.encode("utf-8", "replace").decode("utf-8")


def _one(escaped: str) -> str:
    return chr(int(escaped[1:], 16)) if len(escaped) > 1 else _ESCAPED.get(escaped, escaped)


def _scalar(text: str, at: int) -> Parsed:
    none = _NO_NUMBER.match(text, at)
    if none:
        return Parsed(None, none.end(), complete=True)
    number = _NUMBER.match(text, at)
    if number and len(number[0]) < 300:
        value = float(number[0])
        whole = value.is_integer() and abs(value) < 2**53 and not re.search(r"[.eE]", number[0])
        return Parsed(int(value) if whole else value, number.end(), complete=number.end() < len(text))
    word = _WORD.match(text, at)
    if word is None:
        raise _Unreadable
    if word.end() == len(text):
        return Parsed(None, len(text), complete=False)
    if word[0].lower() not in _BARE:
        raise _Unreadable
    return Parsed(_BARE[word[0].lower()], word.end(), complete=True)


def _skip(text: str, at: int, *, commas: bool = False) -> int:
    """The position after blanks and comments, and after commas where a missing or surplus one does no harm."""
    match = _BLANK.match(text, at)
    at = match.end() if match else at
    while commas and at < len(text) and text[at] in ",，;":
        match = _BLANK.match(text, at + 1)
        at = match.end() if match else at + 1
    return at
