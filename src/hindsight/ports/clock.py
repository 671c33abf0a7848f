"""Time comes in from outside, so that policies stay pure and tests decide what day it is."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Says what time it is."""

    def now(self) -> datetime:
        """The present, aware, in UTC."""
        ...
