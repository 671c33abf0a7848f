"""Hindsight's own export of a whole space: JSON lines, a head, records as they are stored, and a count at the end.

{"hindsight": 1, "tenant": …, "space": …, "shared": …, "readers": […], "exported_at": …}
{"blob": "base64 …"}  {"turn": {…}}  {"trajectory": {…}, "recorded_at": …}  {"memory": {…}, "former": [{…}, …]}
{"end": {"turns": 2, "trajectories": 0, "memories": 5}}
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, TypeVar

from hindsight.adapters.importers.stream import Value, each
from hindsight.adapters.store import codec
from hindsight.domain.conversation import Turn
from hindsight.domain.entries import BadEntry, Entry, RecordEntry
from hindsight.domain.memory import Memory, SpaceInfo
from hindsight.domain.text import require_text
from hindsight.domain.trajectory import trajectory_from_dict

NAME = "hindsight"
VERSION = 1

_PARTS = ("turn", "trajectory", "memory", "blob")


def head_line(space: SpaceInfo, at: datetime) -> str:
    head = {
        "hindsight": VERSION,
        "tenant": space.tenant,
        "space": space.name,
        "shared": space.shared,
        "readers": list(space.readers),
        "exported_at": at.isoformat(),
    }
    return codec.dump(head)


def record_line(record: RecordEntry) -> str:
    if record.turn is not None:
        return f'{{"turn":{codec.encode_turn(record.turn)}}}'
    if record.trajectory is not None:
        at = record.recorded_at.isoformat() if record.recorded_at else None
        return f'{{"trajectory":{codec.encode_trajectory(record.trajectory)},"recorded_at":{json.dumps(at)}}}'
    if record.memory is not None:
        former = ",".join(map(codec.encode_memory, record.former))
        return f'{{"memory":{codec.encode_memory(record.memory)},"former":[{former}]}}'
    return codec.dump({"blob": base64.b64encode(record.blob or b"").decode("ascii")})


def end_line(counts: Mapping[str, int]) -> str:
    return codec.dump({"end": dict(counts)})


def detect(head: Sequence[Any]) -> bool:
    return bool(head) and isinstance(head[0], Mapping) and "hindsight" in head[0] and "exported_at" in head[0]


def read(values: Iterable[Value], name: str) -> Iterator[Entry]:
    """The records. An export that was cut short, or is of a later version, is told at its place."""
    reading = _Reading(name)
    yield from each(values, reading.line)
    if not reading.ended:
        yield BadEntry(name, "the export has no end: it was cut short")


class _Reading:
    def __init__(self, name: str) -> None:
        self.name = name
        self.ended = False
        self._counts: Counter[str] = Counter()

    def line(self, row: Mapping[str, Any], place: str) -> Iterator[Entry]:
        part = next((part for part in _PARTS if part in row), None)
        if "hindsight" in row:
            if row["hindsight"] != VERSION:
                yield BadEntry(place, f"is of version {row['hindsight']!r}; this Hindsight reads version {VERSION}")
        elif "end" in row:
            self.ended = True
            if any(self._counts[key] != number for key, number in row["end"].items()):
                yield BadEntry(place, f"the export had {row['end']}, the file has {dict(self._counts)}")
        elif part is None:
            yield BadEntry(place, "is no record of an export")
        else:
            record = self._record(part, row, place)
            self._counts[record.what] += 1
            yield record

    def _record(self, part: str, row: Mapping[str, Any], place: str) -> RecordEntry:
        if part == "blob":
            return RecordEntry(place=place, blob=base64.b64decode(row["blob"], validate=True))
        if part == "turn":
            return RecordEntry(place=place, turn=_checked(Turn, row["turn"]))
        if part == "trajectory":
            at = row.get("recorded_at")
            return RecordEntry(
                place=place,
                trajectory=trajectory_from_dict(row["trajectory"]),
                recorded_at=datetime.fromisoformat(at) if at else None,
            )
        former = tuple(_checked(Memory, data) for data in row.get("former", ()))
        return RecordEntry(place=place, memory=_checked(Memory, row["memory"]), former=former)


T = TypeVar("T", Memory, Turn)


def _checked(record: type[T], data: Any) -> T:
    """A record of a file that anybody may have edited. ValueError: a value is not of its field's type or range."""
    from pydantic import TypeAdapter, ValidationError

    try:
        made = TypeAdapter(record).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    for field in fields(made):
        value = getattr(made, field.name)
        if isinstance(value, datetime) and value.tzinfo is None:
            raise ValueError(f"{field.name}: the time has no offset")
        if field.name in ("confidence", "importance") and not 0 <= value <= 1:
            raise ValueError(f"{field.name}: is no number from 0 to 1")
    require_text(made.content if isinstance(made, Memory) else made.text, "text")
    return made
