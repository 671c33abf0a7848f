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
from datetime import datetime
from typing import Any

from hindsight.adapters.importers.stream import Value, each
from hindsight.adapters.store import codec
from hindsight.domain.entries import BadEntry, Entry, RecordEntry
from hindsight.domain.memory import SpaceInfo
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
    if record.blob is not None:
        return codec.dump({"blob": base64.b64encode(record.blob).decode("ascii")})
    assert record.memory is not None  # noqa: S101 - a record is one of the four
    former = ",".join(map(codec.encode_memory, record.former))
    return f'{{"memory":{codec.encode_memory(record.memory)},"former":[{former}]}}'


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
            return RecordEntry(place=place, turn=codec.decode_turn(json.dumps(row["turn"])))
        if part == "trajectory":
            at = row.get("recorded_at")
            return RecordEntry(
                place=place,
                trajectory=trajectory_from_dict(row["trajectory"]),
                recorded_at=datetime.fromisoformat(at) if at else None,
            )
        former = tuple(codec.decode_memory(json.dumps(data)) for data in row.get("former", ()))
        return RecordEntry(place=place, memory=codec.decode_memory(json.dumps(row["memory"])), former=former)
