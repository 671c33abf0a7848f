"""Records as JSON and back. Only what differs from a field's default is written, so that short memories stay short.

``seq`` is not in the JSON of a memory: it is the row's. Times are ISO 8601; ``body`` and ``args`` hold JSON values,
so a tuple in them comes back as a list.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields, make_dataclass
from datetime import datetime
from typing import Any, cast

from hindsight.domain.conversation import Turn
from hindsight.domain.memory import Attachment, Claim, Counters, KeyField, Memory, Source
from hindsight.domain.trajectory import Trajectory, trajectory_from_dict, trajectory_to_dict


def dump(value: Any) -> str:
    """Compact JSON, Chinese as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def encode_memory(memory: Memory) -> str:
    return dump(_written(memory, _MEMORY_DEFAULTS))


def decode_memory(data: str, **newer: Any) -> Memory:
    """The memory in ``data``, with the fields ``newer`` (``seq``, counters and the like) in place of its own."""
    # A frozen record sets its forty fields one call each; one that is not frozen until it is whole takes a fifth of it.
    memory = _Unfrozen(**_read(_DECODER.raw_decode(data)[0], _MEMORY_READERS) | newer)
    memory.__class__ = Memory
    return cast("Memory", memory)


def encode_turn(turn: Turn) -> str:
    return dump(_written(turn, _TURN_DEFAULTS))


def decode_turn(data: str) -> Turn:
    return Turn(**_read(json.loads(data), _TURN_READERS))


def encode_trajectory(trajectory: Trajectory) -> str:
    return dump(trajectory_to_dict(trajectory))


def decode_trajectory(data: str) -> Trajectory:
    return trajectory_from_dict(json.loads(data))


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _defaults(record: type[Any]) -> dict[str, Any]:
    return {field.name: _default(field) for field in fields(record)}


def _written(record: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for name, default in defaults.items():
        value = getattr(record, name)
        if value != default and name != "seq":
            written[name] = _plain(value)
    return written


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    parts = _PART_DEFAULTS.get(type(value))
    if parts is not None:
        return _written(value, parts)
    return dict(value) if isinstance(value, Mapping) else value


def _read(data: dict[str, Any], readers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """In place: a recall decodes about a hundred memories."""
    for name in data.keys() & readers.keys():
        data[name] = readers[name](data[name])
    return data


def _time(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _source(data: dict[str, Any]) -> Source:
    return Source(**_read(data, _SOURCE_READERS))


def _like(record: Field[Any]) -> Any:
    """A field with the default of ``record``."""
    if record.default_factory is not MISSING:
        return field(default_factory=record.default_factory)
    return field() if record.default is MISSING else field(default=record.default)


_DECODER = json.JSONDecoder()
_Unfrozen = make_dataclass(
    "_Unfrozen", [(each.name, each.type, _like(each)) for each in fields(Memory)], kw_only=True, slots=True
)
_PART_DEFAULTS: Mapping[type, Mapping[str, Any]] = {
    part: _defaults(part) for part in (Source, KeyField, Claim, Counters, Attachment)
}
_MEMORY_DEFAULTS = _defaults(Memory)
_TURN_DEFAULTS = _defaults(Turn)

_TIMES = dict.fromkeys(
    (
        "created_at",
        "updated_at",
        "occurred_at",
        "occurred_until",
        "valid_from",
        "valid_to",
        "expires_at",
        "deleted_at",
        "last_used_at",
        "said_at",
    ),
    _time,
)
_LISTS = dict.fromkeys(("keywords", "entities", "tools", "tags", "supersedes", "conflicts", "because"), tuple)
_SOURCE_READERS: Mapping[str, Callable[[Any], Any]] = dict.fromkeys(("messages", "derived_from"), tuple)
_TURN_READERS: Mapping[str, Callable[[Any], Any]] = _TIMES
_MEMORY_READERS: Mapping[str, Callable[[Any], Any]] = {
    **_TIMES,
    **_LISTS,
    "claim": lambda data: Claim(**data),
    "attachments": lambda items: tuple(Attachment(**item) for item in items),
    "key_fields": lambda items: tuple(KeyField(**item) for item in items),
    "sources": lambda items: tuple(map(_source, items)),
    "counters": lambda data: Counters(**data),
}
