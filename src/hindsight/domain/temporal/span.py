"""The result of resolving a time expression."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

Op = Literal["in", "before", "after", "between"]

OPEN_START = datetime.min  # noqa: DTZ901 - a mark, never an instant
OPEN_END = datetime.max  # noqa: DTZ901 - a mark, never an instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One time expression and the half-open interval [start, end) it denotes.

    `start` and `end` carry the caller's zone. An open side holds `OPEN_START` / `OPEN_END` (year 1 / 9999):
    "before X" is [OPEN_START, X.start), "after X" is [X.end, OPEN_END), "since X" is [X.start, now) while X
    lies in the past. Open sides overflow when they are moved to another zone: use `utc_bounds`.

    `offset` are the character positions [start, end) of `text` in the resolved string, `confidence` lies in
    0-1, `rule` names the grammar rule, `alternatives` hold the intervals other readers would choose, the
    likelier ones first.
    """

    start: datetime
    end: datetime
    grain: str
    op: Op
    text: str
    offset: tuple[int, int]
    confidence: float
    rule: str
    alternatives: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def open_start(self) -> bool:
        return self.start.replace(tzinfo=None) == OPEN_START

    @property
    def open_end(self) -> bool:
        return self.end.replace(tzinfo=None) == OPEN_END

    def utc_bounds(self) -> tuple[datetime | None, datetime | None]:
        """The interval in UTC; an open side is None."""
        start = None if self.open_start else self.start.astimezone(UTC)
        end = None if self.open_end else self.end.astimezone(UTC)
        return start, end
