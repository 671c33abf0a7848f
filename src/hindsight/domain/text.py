"""Text as the policies see it: one normal form, a content hash, sentences, script and a token estimate."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Literal

from hindsight.domain.errors import InvalidInput

Script = Literal["zh", "en"]

_BLANKS = re.compile(r"\s+")
_LIST_MARK = re.compile(r"^(?:[-*•·] ){1,4}(?=\S)")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_OTHER = re.compile(r"[\u0590-\u10ff\u1200-\u1fff\U0001f000-\U0001faff]")
_WORD = re.compile(r"[A-Za-z0-9]+", re.ASCII)
_END = re.compile(r"(?<=[。！？；])|(?<=[.!?])(?=\s|$)|\n+")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|vs|etc|e\.g|i\.e|No)|(?<![A-Za-z])[A-Z])\.$", re.ASCII)


def require_text(value: object, what: str = "content") -> str:
    """``value`` as clean text in composed form (NFC). InvalidInput for other types, blanks, lone surrogates."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} is text, not {type(value).__name__}.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{what} holds half a character (a lone surrogate) at position {error.start}.",
            hint="Decode the bytes it came from again, with the right encoding.",
        ) from None
    text = unicodedata.normalize("NFC", value.replace("\x00", " "))
    if not text.strip():
        raise InvalidInput(f"{what} is empty.")
    return text


def normalise(text: str) -> str:
    """The form in which two texts are the same text: NFKC, case folded, blanks collapsed, without the mark of a list
    in front or a full stop at the end.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _LIST_MARK.sub("", _BLANKS.sub(" ", folded).strip()).rstrip(".。").rstrip()


def content_hash(text: str) -> str:
    """SHA-256 of the normal form, hex."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()


def script(text: str) -> Script:
    """``zh`` when a good part of the letters are Chinese (a Chinese word carries more than a Latin letter)."""
    han = len(_HAN.findall(text))
    words = len(_WORD.findall(text))
    return "zh" if han > words else "en"


def count_tokens(text: str) -> int:
    """An estimate of model tokens; no tokenizer is shipped for a budget.

    Measured on 300 turns each: 1.07 of cl100k on English, 1.04 on Chinese (1.7 of o200k, which packs Chinese closer);
    nineteen of twenty turns lie within 0.87 and 1.20.
    """
    wide, other = len(_WIDE.findall(text)), len(_OTHER.findall(text))
    words = _WORD.findall(text)
    pieces = sum(max(1.05, len(word) / 5.5) if word.isalpha() else len(word) / 2 for word in words)
    marks = len(text) - wide - other - sum(map(len, words)) - text.count(" ")
    return int(wide * 1.25 + other * 1.2 + pieces + marks * 0.6 + 0.999)


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans ``(start, end)`` of the sentences of ``text``, trimmed, in order; abbreviations do not end one."""
    cuts = [m.end() for m in _END.finditer(text)]
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in [*cuts, len(text)]:
        piece = text[start:cut]
        if cut < len(text) and _ABBREVIATION.search(piece[-6:]):
            continue
        stripped = piece.strip()
        if stripped:
            begin = start + len(piece) - len(piece.lstrip())
            spans.append((begin, begin + len(stripped)))
        start = cut
    return spans


def split_long(text: str, limit: int) -> list[str]:
    """``text`` in parts of at most ``limit`` characters, cut at sentence ends where there are any."""
    if len(text) <= limit:
        return [text]
    parts: list[str] = []
    start = 0
    for _, end in sentences(text):
        while end - start > limit:
            cut = _last_end(text, start, start + limit)
            parts.append(text[start:cut].strip())
            start = cut
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _last_end(text: str, start: int, limit: int) -> int:
    """The last sentence end in ``(start, limit]``, else the last blank, else ``limit``."""
    window = text[start:limit]
    ends = [m.end() for m in _END.finditer(window) if m.end()]
    if ends:
        return start + ends[-1]
    blank = window.rfind(" ")
    return start + blank + 1 if blank > 0 else limit
