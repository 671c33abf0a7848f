"""What was worked out of a text is kept while it is asked for again, and leaves the process with the text (G1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

_CLEARED: Final[list[Callable[[], None]]] = []


def remembered(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keeps the last ``most`` results of a pure function of texts, until :func:`forget_texts`."""

    def keeping(work: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(maxsize=most)(work)
        _CLEARED.append(kept.cache_clear)
        return cast("Callable[P, R]", kept)

    return keeping


def forget_texts() -> None:
    """Forget every text that is remembered here: called when one is purged, for nobody knows what was made of it."""
    for clear in _CLEARED:
        clear()
    re.purge()  # It keeps patterns, some of them made of what a text says.
