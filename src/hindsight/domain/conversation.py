"""What was said: turns of a conversation, kept word for word as the evidence behind memories."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from hindsight.domain.memory import SourceType

Role = Literal["user", "assistant", "system", "tool"]

SOURCE_OF_ROLE: dict[Role, SourceType] = {
    "user": "user",
    "assistant": "agent",
    "system": "system",
    "tool": "tool",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message. ``id`` is unique in its space; ``position`` is its order in the call."""

    id: str
    tenant: str
    space: str
    role: Role = "user"
    name: str | None = None
    text: str
    conversation: str | None = None
    position: int = 0
    said_at: datetime | None = None
    created_at: datetime
    source: SourceType = "user"
