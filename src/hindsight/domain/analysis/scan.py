"""Cutting text into chunks: runs of unspaced scripts, emoji, and words with what joins them (paths, versions, URLs)."""

from __future__ import annotations

import re
import unicodedata

# Scripts written without blanks between words (Han, Kana, Hangul, Thai, Lao, Myanmar, Khmer): cut in pieces of 1 and 2.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035"
    r"\u3038-\u303c\u3041-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
# What is no letter, digit or vowel sign. A class of exclusions is one test a character, in any script.
_MARKS = (
    r"\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7\u02c2-\u02df\u0375\u037e\u0387"
    r"\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0606-\u060f\u061b-\u061f\u066a-\u066d\u06d4"
    r"\u0700-\u070d\u0964\u0965\u0970\u0df4\u10fb\u1360-\u1368\u1400\u2000-\u206f\u20a0-\u20cf\u20d0-\u20ff"
    r"\u2190-\u2bff\u2e00-\u2e7f\u2ff0-\u3004\u3008-\u3020\u302a-\u3030\u3036\u3037\u303d-\u3040\u30fb\ua830-\ua839"
    r"\ud800-\uf8ff\ufd3e\ufd3f\ufe00-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff"
)
_WORD = f"[^{_MARKS}{_UNSPACED}]"
_PICTURE = (
    r"[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
_PICTURE_PART = _PICTURE + r"\ufe0f?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]{0,8}"
_EMOJI = rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_PICTURE_PART}(?:\u200d{_PICTURE_PART}){{0,8}}"
_JOINTS = r"[-_./\\:@+'’&=?~%#]"

_CHUNKS = re.compile(
    rf"[{_UNSPACED}]+"
    rf"|[@#$]?{_WORD}+(?:{_JOINTS}{{1,4}}{_WORD}+)*(?:\+\+|[#%])?"
    rf"|{_EMOJI}"
)
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_IS_PICTURE = re.compile(_EMOJI)
# Not seen by a reader: soft hyphen, zero-width blank and joiners between letters, direction marks, byte order mark.
_UNSEEN = re.compile(r"[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3}){1,6})(?![\d,])", re.ASCII)
_ACCENT = re.compile(
    r"(?<![\u0400-\u04ff])[\u0300-\u036f]|\u0308|[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]"
)
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "ة": "ه", "ى": "ي", "’": "'"}
)


def chunks(text: str) -> list[str]:
    """The chunks of ``text`` in order: compatibility forms are made plain (NFKC), case is kept."""
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    if "," in text:
        text = _THOUSANDS.sub(lambda m: m[1].replace(",", ""), text)
    return _CHUNKS.findall(text)


def is_unspaced(chunk: str) -> bool:
    """Whether a chunk is a run of a script without blanks."""
    return _IS_UNSPACED.match(chunk) is not None


def is_picture(chunk: str) -> bool:
    """Whether a chunk is an emoji or another symbol."""
    return _IS_PICTURE.match(chunk) is not None


def fold(word: str) -> str:
    """Case and accents folded, digits of any script as 0–9; marks that make another letter stay (й, が)."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word.casefold())
    bare = _ACCENT.sub("", unicodedata.normalize("NFD", folded)).translate(_PLAIN)
    digits = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in bare)
    return unicodedata.normalize("NFC", digits)
