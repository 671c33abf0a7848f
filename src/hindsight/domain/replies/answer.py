"""Finding the answer in a reply: which of the JSON values in it is the one that was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from hindsight.domain.replies.loose_json import Parsed, parse

Reason = Literal["empty", "refused", "no_json", "schema_echoed", "wrong_shape", "truncated"]

LONGEST: Final = 400_000
"""Characters of a reply that are read."""
MOST_STARTS: Final = 40
"""Brackets at which a value is looked for: bounds the work on a reply that is nothing but brackets."""

_THOUGHT: Final = re.compile(
    r"<(?P<end>/?)(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)>", re.IGNORECASE
)
_REFUSAL: Final = re.compile(
    r"^\W{0,5}(?:i(?:'m| am) (?:very |so )?(?:sorry|unable|not able)|i (?:can(?:no|')t|can not|won't|will not)"
    r"|sorry[,.]|as an ai|unfortunately[, ]|我(?:很)?(?:无法|不能|没法)|(?:很|非常)?抱歉|对不起"
    r"|作为(?:一个|一名)?(?:ai|人工智能))",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(r"[{\[]")
_SCHEMA_WORDS: Final = frozenset({"type", "properties", "required", "items", "$schema", "additionalproperties"})


@dataclass(frozen=True, slots=True)
class Reply:
    """The entries that were asked for. ``truncated``: the reply broke off, these are the complete ones."""

    items: tuple[Mapping[str, Any], ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a reply could not be used; the reason is stable and may be told to the model."""

    reason: Reason


def read_reply(text: str, key: str) -> Reply | Failure:
    """The list of objects under ``key`` in a model's reply.

    Thoughts, fences and prose around it are passed over; a bare list, a single entry, an entry list under another name
    or inside an echoed schema, null for no entries, and a reply that broke off are understood.
    """
    text = text[:LONGEST]
    if not text.strip():
        return Failure("empty")
    spoken, thinking = _without_thoughts(text)
    values = _values(spoken)
    readings = [reading for reading in (_read(parsed, key) for parsed in values) if reading is not None]
    if readings:
        return max(reversed(readings), key=_worth)
    if any(_is_schema(parsed.value) for parsed in values):
        return Failure("schema_echoed")
    if any(not parsed.complete for parsed in values) or (thinking and not values):
        return Failure("truncated")
    if values:
        return Failure("wrong_shape")
    return Failure("refused" if _REFUSAL.match(spoken) else "no_json" if spoken.strip() else "empty")


def _worth(reply: Reply) -> tuple[bool, bool]:
    """The last complete answer with entries; a model that corrects itself does so at the end."""
    return bool(reply.items), not reply.truncated


def _without_thoughts(text: str) -> tuple[str, bool]:
    """What was said outside of thoughts, and whether the reply broke off inside one."""
    spoken: list[str] = []
    at, inside = 0, False
    last_opening = max(text.rfind("{"), text.rfind("["))
    for mark in _THOUGHT.finditer(text):
        if not mark["end"]:
            spoken += [] if inside else [text[at : mark.start()]]
            inside = True
        elif inside:
            at, inside = mark.end(), False
        elif mark.end() <= last_opening:
            # The opening mark stood in the prompt: all before the closing one is thought.
            spoken, at = [], mark.end()
    return " ".join(spoken if inside else [*spoken, text[at:]]), inside


def _values(text: str) -> list[Parsed]:
    """The outermost objects and lists of ``text``, in order."""
    found: list[Parsed] = []
    at, tried = 0, 0
    while tried < MOST_STARTS and (opening := _OPENING.search(text, at)):
        tried += 1
        parsed = parse(text, opening.start())
        if parsed is not None and (parsed.complete or parsed.value):
            found.append(parsed)
            at = parsed.end
        else:
            at = opening.end()
    return found


def _read(parsed: Parsed, key: str) -> Reply | None:
    entries = _entries(parsed.value, key, 0)
    if entries is None:
        return None
    items = tuple(item for item in entries if isinstance(item, Mapping) and not _is_schema(item))
    if entries and not items:
        return None
    return Reply(items, truncated=not parsed.complete)


def _entries(value: object, key: str, depth: int) -> list[Any] | None:
    """The entries in ``value``: under ``key``, as a bare list, or below what a model wrapped around them."""
    if isinstance(value, list):
        return value if all(isinstance(item, Mapping) for item in value) else None
    if not isinstance(value, Mapping) or depth > 2:
        return None
    if key in value:
        inner = value[key]
        if inner is None:
            return []
        if isinstance(inner, list):
            return inner
        if isinstance(inner, Mapping) and not _is_schema(inner):
            return [inner] if inner else []
    if _is_schema(value):
        inner = value.get("properties")
        return _entries(inner, key, depth + 1) if isinstance(inner, Mapping) else None
    for name in ("result", "results", "data", "output", "answer", "response", "items"):
        if isinstance(value.get(name), Mapping | list):
            return _entries(value[name], key, depth + 1)
    lists = [item for item in value.values() if isinstance(item, list) and item and isinstance(item[0], Mapping)]
    if len(lists) == 1:
        return lists[0]
    return [value] if "quote" in value or "text" in value or "verdict" in value or "do" in value else None


def _is_schema(value: object) -> bool:
    """Whether this describes an answer instead of giving one."""
    if not isinstance(value, Mapping):
        return False
    names = {str(name).lower() for name in value}
    kind = value.get("type")
    if "properties" in names or "$schema" in names:
        return True
    return isinstance(kind, str) and kind in ("object", "array", "string") and names <= _SCHEMA_WORDS | {"description"}
