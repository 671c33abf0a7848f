"""Long patterns, written over several lines, and compiled when they are first used.

The tables of the rules and of the guard hold hundreds of patterns; compiling them takes half a second, which a
process that only reads should not pay.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern until one of its methods is wanted; then it has that pattern's methods itself."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._text, self._flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """As ``re.compile``, but at the first use."""
    return cast("re.Pattern[str]", _Lazy(text, flags))


def pattern(text: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """``text`` without its line breaks and indents; blanks inside a line count. Compiled at the first use."""
    return compiled(re.sub(r"\n\s*", "", text), flags)
