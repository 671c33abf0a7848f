"""The frame recalled text is shown in: taken off what comes back, and never closed from inside."""

from __future__ import annotations

import re

from hindsight.domain.guard.folding import fold

_FRAME_TAG = re.compile(r"<\s{0,8}(?P<close>/?)\s{0,8}memories(?:\s[^<>]{0,400})?\s{0,8}/?>", re.IGNORECASE)
_DANGEROUS_TAG = re.compile(
    r"<(?=\s{0,8}/?\s{0,8}(?:memories|memory|system|developer|assistant|user|human|admin|instructions?"
    r"|tool_results?|function_results?)(?![a-z0-9_-])|\|)",
    re.IGNORECASE,
)


def strip_frame(text: str) -> str:
    """The text without `<memories>…</memories>` blocks, nested ones included.

    What recall returned comes back in the next conversation; were it read again, memory would feed on itself.
    A block that is never closed is cut to the end of the text; a stray closing tag vanishes.
    """
    if "memories" not in text.lower():
        return text
    kept: list[str] = []
    depth, at = 0, 0
    for tag in _FRAME_TAG.finditer(text):
        if depth == 0:
            kept.append(text[at : tag.start()])
        if not tag["close"]:
            depth += 1
        elif depth:
            depth -= 1
        at = tag.end()
    if depth == 0:
        kept.append(text[at:])
    return "".join(kept)


def escape_frame(text: str) -> str:
    """The text with `<` of frame and role tags written `&lt;`, so that it cannot close the frame it stands in.

    Tags are looked for in the folded copy: full-width brackets and letters split by invisible characters count.
    Other angle brackets (code, comparisons) stay as they are. Applying it twice changes nothing more.
    """
    folded = fold(text)
    if "<" not in folded.text:
        return text
    parts: list[str] = []
    at = 0
    for tag in _DANGEROUS_TAG.finditer(folded.text):
        start, end = folded.origin(*tag.span())
        parts += [text[at:start], "&lt;"]
        at = end
    return "".join([*parts, text[at:]])
