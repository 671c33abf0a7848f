"""Records for tests, with sensible defaults."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hindsight.domain.memory import Memory
from hindsight.domain.text import content_hash

NOW = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)


def memory(content: str = "I am allergic to peanuts.", **fields: Any) -> Memory:
    given: dict[str, Any] = {
        "id": "m1",
        "tenant": "default",
        "space": "alice",
        "kind": "fact",
        "content": content,
        "content_hash": content_hash(content),
        "created_at": NOW,
        "updated_at": NOW,
    }
    return Memory(**{**given, **fields})


class FixedClock:
    """A clock that a test sets and moves."""

    def __init__(self, now: datetime = NOW) -> None:
        self.present = now

    def now(self) -> datetime:
        return self.present

    def pass_(self, **delta: float) -> None:
        self.present += timedelta(**delta)
