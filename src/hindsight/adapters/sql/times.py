"""Times in SQL are whole microseconds since 1970 in UTC: exact, ordered, and the same in both dialects."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import overload

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@overload
def micros(at: datetime) -> int: ...
@overload
def micros(at: None) -> None: ...
def micros(at: datetime | None) -> int | None:
    """An aware time as microseconds."""
    return None if at is None else (at - _EPOCH) // _MICROSECOND


@overload
def moment(at: int) -> datetime: ...
@overload
def moment(at: None) -> None: ...
def moment(at: int | None) -> datetime | None:
    """Microseconds as an aware UTC time."""
    return None if at is None else _EPOCH + timedelta(microseconds=at)
