"""Hindsight: long-term memory for LLM agents that looks back.

    from hindsight import Hindsight

    with Hindsight() as hs:
        alice = hs.space("alice")
        alice.remember("我对花生过敏")
        print(alice.recall("what is the user allergic to?").context())

Names are loaded when they are used, so that importing the package costs almost nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight
    from hindsight.app.space import AsyncSpace
    from hindsight.app.sync import Hindsight, Space
    from hindsight.domain.answer import Recall
    from hindsight.domain.errors import (
        AccessDenied,
        ConfigError,
        Conflict,
        DuplicateContent,
        HindsightError,
        IndexMismatch,
        InvalidFilter,
        InvalidInput,
        NotFound,
        Overloaded,
        Refused,
        StorageError,
        TooLarge,
        Unauthenticated,
        Unavailable,
    )
    from hindsight.domain.memory import KeyField, Memory, Source
    from hindsight.domain.query import Hit
    from hindsight.domain.trajectory import Step, Trajectory

__version__ = "0.1.0"

_HOME = {
    "hindsight.app.client": ("AsyncHindsight",),
    "hindsight.app.space": ("AsyncSpace",),
    "hindsight.app.sync": ("Hindsight", "Space"),
    "hindsight.domain.answer": ("Recall",),
    "hindsight.domain.errors": (
        "AccessDenied",
        "ConfigError",
        "Conflict",
        "DuplicateContent",
        "HindsightError",
        "IndexMismatch",
        "InvalidFilter",
        "InvalidInput",
        "NotFound",
        "Overloaded",
        "Refused",
        "StorageError",
        "TooLarge",
        "Unauthenticated",
        "Unavailable",
    ),
    "hindsight.domain.memory": ("KeyField", "Memory", "Source"),
    "hindsight.domain.query": ("Hit",),
    "hindsight.domain.trajectory": ("Step", "Trajectory"),
}
_WHERE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "AccessDenied",
    "AsyncHindsight",
    "AsyncSpace",
    "ConfigError",
    "Conflict",
    "DuplicateContent",
    "Hindsight",
    "HindsightError",
    "Hit",
    "IndexMismatch",
    "InvalidFilter",
    "InvalidInput",
    "KeyField",
    "Memory",
    "NotFound",
    "Overloaded",
    "Recall",
    "Refused",
    "Source",
    "Space",
    "Step",
    "StorageError",
    "TooLarge",
    "Trajectory",
    "Unauthenticated",
    "Unavailable",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return __all__
