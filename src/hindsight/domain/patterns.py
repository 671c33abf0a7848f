"""Long patterns, written over several lines."""

from __future__ import annotations

import re


def pattern(text: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Compile ``text`` without its line breaks and indents; blanks inside a line count."""
    return re.compile(re.sub(r"\n\s*", "", text), flags)
