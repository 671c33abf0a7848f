"""What callers hand in, checked and brought into shape: one place, so that every surface refuses the same things.

Every function raises InvalidInput (or a kind of it) that says what was wrong and what would be right.
"""

from __future__ import annotations

import json
import math
import os
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from hindsight.domain.conversation import Role
from hindsight.domain.errors import InvalidInput, TooLarge
from hindsight.domain.memory import KINDS, SOURCE_TYPES, TRUST, KeyField, Kind, Source, SourceType
from hindsight.domain.ranking import POLICIES
from hindsight.domain.text import require_text

T = TypeVar("T")

LONGEST_NAME = 512
MOST_MESSAGES = 10_000
MOST_HITS = 1000
ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool")
_ROLE_NAMES: Mapping[str, Role] = {"human": "user", "ai": "assistant", "agent": "assistant", "developer": "system"}


def shown(value: object) -> str:
    """A value as an error message shows it: short, however large or deep it is."""
    return reprlib.repr(value)


def text(value: object, what: str) -> str:
    """Text that may be empty, such as a summary."""
    return require_text(value, what) if value != "" else ""


def name(value: object, what: str) -> str:
    """A tenant's, space's or tag's name: 1–512 characters of any kind."""
    text = require_text(value, what)
    if len(text) > LONGEST_NAME:
        raise InvalidInput(f"{what} has {len(text)} characters; at most {LONGEST_NAME} are possible.")
    return text


def names(values: object, what: str) -> tuple[str, ...]:
    if isinstance(values, str):
        return (name(values, what),)
    if not isinstance(values, Iterable):
        raise InvalidInput(f"{what} is a list of names, not {type(values).__name__}.")
    return tuple(dict.fromkeys(name(value, what) for value in values))


def time_zone(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"zone is the name of a time zone such as 'Asia/Shanghai', not {type(value).__name__}.")
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(
            f"There is no time zone {shown(value)}.", hint="Use an IANA name such as 'Europe/Berlin'."
        ) from None
    return value


def moment(value: object, what: str, zone: str) -> datetime | None:
    """A time as an aware UTC datetime: a datetime or ISO 8601 text; a naive one is in the caller's ``zone``."""
    if value is None:
        return None
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise InvalidInput(
                f"{what} is not an ISO 8601 time: {shown(value)}.",
                hint="For example 2026-03-02, 2026-03-02T09:30 or 2026-03-02T09:30:00+01:00.",
            ) from None
    if not isinstance(value, datetime):
        raise InvalidInput(f"{what} is a datetime or ISO 8601 text, not {type(value).__name__}.")
    aware = value if value.tzinfo else value.replace(tzinfo=ZoneInfo(zone))
    try:
        return aware.astimezone(UTC)
    except OverflowError:
        raise InvalidInput(f"{what} is out of range: {value.isoformat()}.") from None


def present(value: object, zone: str) -> datetime | None:
    """The caller's now, in the years 200 to 9800, so that times around it can be reckoned."""
    at = moment(value, "now", zone)
    if at is not None and not 200 <= at.year <= 9800:
        raise InvalidInput(f"now lies in the years 200 to 9800, not in {at.year}.")
    return at


def interval(value: object, what: str, zone: str) -> tuple[datetime | None, datetime | None]:
    """A time, or a pair ``(start, end)`` with start ≤ end."""
    if isinstance(value, list | tuple):
        if len(value) != 2:
            raise InvalidInput(f"{what} is one time or a pair of start and end.")
        start, end = moment(value[0], what, zone), moment(value[1], what, zone)
        if start and end and end < start:
            raise InvalidInput(f"{what} ends before it starts.")
        return start, end
    return moment(value, what, zone), None


def kind(value: object) -> Kind:
    if value not in KINDS:
        raise InvalidInput(f"kind is one of {', '.join(KINDS)}, not {shown(value)}.")
    return value


def kinds(values: object) -> tuple[Kind, ...] | None:
    if values is None:
        return None
    if isinstance(values, str):
        return (kind(values),)
    if not isinstance(values, Iterable):
        raise InvalidInput(f"kinds is a list of kinds, not {type(values).__name__}.")
    return tuple(kind(value) for value in values)


def source(value: object) -> Source:
    """A source from its type (``"web"``), another name (a conversation), a mapping of its fields, or a Source."""
    if value is None:
        return Source()
    if isinstance(value, Source):
        return value
    if isinstance(value, str):
        if value in SOURCE_TYPES:
            return Source(type=value, trust=TRUST[value])
        return Source(conversation=name(value, "source"))
    if isinstance(value, Mapping):
        return _source_of(value)
    raise InvalidInput(f"source is a type of source, a conversation or an object, not {type(value).__name__}.")


def _source_of(value: Mapping[str, Any]) -> Source:
    fields = {"type", "name", "conversation", "url", "trust", "messages", "derived_from"}
    unknown = set(value) - fields
    if unknown:
        raise InvalidInput(f"source has no field {min(unknown)!r}. Fields: {', '.join(sorted(fields))}.")
    type_ = value.get("type", "user")
    if type_ not in SOURCE_TYPES:
        raise InvalidInput(f"source.type is one of {', '.join(SOURCE_TYPES)}, not {shown(type_)}.")
    trust = value.get("trust", TRUST[cast("SourceType", type_)])
    highest = TRUST[cast("SourceType", type_)]
    if not isinstance(trust, int | float) or not 0 <= trust <= highest:
        raise InvalidInput(f"source.trust of a {type_} is between 0 and {highest}, not {shown(trust)}.")
    texts = {key: name(value[key], f"source.{key}") for key in ("name", "conversation", "url") if value.get(key)}
    lists = {key: names(value[key], f"source.{key}") for key in ("messages", "derived_from") if value.get(key)}
    return Source(type=type_, trust=float(trust), **texts, **lists)  # type: ignore[arg-type]


def key_fields(values: object) -> tuple[KeyField, ...]:
    """Key fields from a mapping, or a list of ``{"name", "value"}`` objects, pairs or KeyFields."""
    if values is None:
        return ()
    if isinstance(values, Mapping):
        return tuple(KeyField(name(key, "key field"), _value(value)) for key, value in values.items())
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise InvalidInput("key_fields is an object or a list of {name, value}.")
    fields: list[KeyField] = []
    for item in values:
        match item:
            case KeyField():
                fields.append(item)
            case {"name": str(key), "value": value}:
                fields.append(KeyField(name(key, "key field"), _value(value)))
            case [str(key), value]:
                fields.append(KeyField(name(key, "key field"), _value(value)))
            case _:
                raise InvalidInput(f"A key field is {{name, value}}, not {shown(item)}.")
    return tuple(fields)


def _value(value: object) -> str:
    if not isinstance(value, str | int | float | datetime):
        raise InvalidInput(f"The value of a key field is text or a number, not {type(value).__name__}.")
    return require_text(str(value), "The value of a key field")


def share(value: object, what: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(f"{what} is a number from 0 to 1, not {shown(value)}.")
    return float(value)


def limit(value: object, most: int = MOST_HITS, what: str = "limit") -> int:
    """How many: 1 to ``most``; a larger number means ``most``, zero or less is an error."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput(f"{what} is a whole number, not {shown(value)}.")
    if value < 1:
        raise InvalidInput(f"{what} is at least 1, not {shown(value)}.")
    return min(value, most)


def one_of(value: object, choices: Sequence[T], what: str) -> T | None:
    """One of ``choices``; None where none is given."""
    if value is None:
        return None
    found = next((choice for choice in choices if choice == value), None)
    if found is None:
        raise InvalidInput(f"{what} is one of {', '.join(map(str, choices))}, not {shown(value)}.")
    return found


def seconds(value: object, what: str) -> float:
    """A time to wait: 0 or more, and finite."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise InvalidInput(f"{what} is a number of seconds from 0, not {shown(value)}.")
    return float(value)


def operations(values: object) -> tuple[Mapping[str, Any], ...]:
    """The executable changes of a lesson: objects that JSON can hold, the names in them text."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise InvalidInput(f"ops is a list of operations, not {type(values).__name__}.")
    return tuple(_operation(value) for value in values)


def _operation(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidInput(f"An operation is an object, not {shown(value)}.")
    given = {key: item for key, item in value.items() if item is not None}
    for field in ("tool", "op", "path", "rule"):
        if not isinstance(given.get(field, ""), str):
            raise InvalidInput(f"The {field} of an operation is text, not {shown(given[field])}.")
    try:
        require_text(json.dumps(given, ensure_ascii=False, allow_nan=False), "An operation")
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"An operation holds what JSON does not: {error}.") from None
    return given


def path(value: object) -> Path:
    """A file's or folder's name: text or a Path. Empty text is no name: it would mean the current folder."""
    if not isinstance(value, str | os.PathLike):
        raise InvalidInput(f"A path is text, not {type(value).__name__}.")
    if not os.fspath(value):
        raise InvalidInput("An empty path names no file or folder.", hint="The current folder is '.'.")
    return Path(value)


def ranking(value: object) -> str:
    if value is None:
        return "default"
    if value not in POLICIES:
        raise InvalidInput(f"policy is one of {', '.join(POLICIES)}, not {shown(value)}.")
    return str(value)


def messages(content: object, zone: str, largest: int) -> list[dict[str, Any]]:
    """Text or messages as messages: ``[{"role", "content", "name", "id", "said_at"}]``.

    TooLarge above ``largest`` bytes of UTF-8. The limit is the guard's: what it would not read whole is refused here,
    where the caller is told.
    """
    if isinstance(content, str):
        rows: Sequence[object] = [{"content": content}]
    elif isinstance(content, Mapping):
        rows = [content]
    elif isinstance(content, Sequence) and not isinstance(content, bytes | bytearray):
        rows = content
    else:
        raise InvalidInput(f"content is text or a list of messages, not {type(content).__name__}.")
    if not rows:
        raise InvalidInput("content is an empty list of messages.")
    if len(rows) > MOST_MESSAGES:
        raise TooLarge(
            f"{len(rows)} messages in one call; at most {MOST_MESSAGES} are possible.", hint="Split the call."
        )
    read = [_message(row, position, zone) for position, row in enumerate(rows)]
    shaped = [message for message in read if message is not None]
    size = sum(len(message["content"].encode()) for message in shaped)
    if size > largest:
        raise TooLarge(f"{size} bytes of text in one call; at most {largest} bytes are possible.", hint="Split it.")
    if not shaped:
        raise InvalidInput("No message holds any text.")
    return shaped


def _message(row: object, position: int, zone: str) -> dict[str, Any] | None:
    if not isinstance(row, Mapping):
        raise InvalidInput(f"Message {position} is an object with role and content, not {type(row).__name__}.")
    role = str(row.get("role", "user"))
    role = _ROLE_NAMES.get(role, role)
    if role not in ROLES:
        raise InvalidInput(f"Message {position}: role is one of {', '.join(ROLES)}, not {shown(row.get('role'))}.")
    text = _text_of(row.get("content", row.get("text")), position)
    if text is None:
        return None
    at = next((row[key] for key in ("said_at", "time", "timestamp", "created_at") if row.get(key)), None)
    speaker = row.get("name") or row.get("speaker")
    return {
        "role": role,
        "content": require_text(text, f"Message {position}"),
        "name": name(speaker, "speaker") if speaker else None,
        "id": name(str(row["id"]), "message id") if row.get("id") else None,
        "said_at": _instant(at, position, zone),
    }


def _instant(at: object, position: int, zone: str) -> datetime | None:
    if isinstance(at, int | float) and not isinstance(at, bool):
        try:
            seconds = at / 1000 if at > 1e11 else at
            return datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError):
            raise InvalidInput(f"Message {position}: {shown(at)} is not a time.") from None
    return moment(at, f"Message {position}: time", zone)


def _text_of(content: object, position: int) -> str | None:
    """The text of a message: plain, or the text parts of a list of parts. None when it has none (a tool call)."""
    if content is None:
        return None
    if isinstance(content, str):
        return content if content.strip() else None
    if isinstance(content, Sequence):
        texts = [str(part["text"]) for part in content if isinstance(part, Mapping) and part.get("text")]
        return "\n".join(texts) or None
    raise InvalidInput(f"Message {position}: content is text or a list of parts, not {type(content).__name__}.")
