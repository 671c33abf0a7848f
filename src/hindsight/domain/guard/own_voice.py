"""Whether the speaker speaks of himself: "when I ask for a restaurant, recommend ..." is a wish, not an attack."""

from __future__ import annotations

import re

_SELF = re.compile(r"(?<![A-Za-z])(?:I|I'm|I'd|I've|my|me|mine|we|our|us|My|We|Our)(?![A-Za-z])|我")
_OTHER = re.compile(r"(?i)(?<![a-z])(?:the |a |any |every )?users?(?![a-z])|用户|客户|顾客")


def speaks_of_self(text: str, span: tuple[int, int]) -> bool:
    """True when the sentence around `span` has the first person and speaks of no user as of another."""
    start = max(text.rfind(stop, max(0, span[0] - 200), span[0]) for stop in ".!?。\n") + 1
    sentence = text[max(start, span[0] - 200) : span[1]]
    return _SELF.search(sentence) is not None and _OTHER.search(sentence) is None
