"""Files in other encodings than UTF-8, read as if they were in it: UTF-16 and UTF-32, and GB18030 as Windows writes it.

Told by their first megabyte. A single wrong byte in a UTF-8 file does not make it GB18030: that line is bad, no more.
"""

from __future__ import annotations

import codecs
import io
import re
from dataclasses import replace
from functools import partial
from typing import BinaryIO, cast

from hindsight.adapters.importers.stream import Document

_SAMPLE = 1 << 20
_BLOCK = 1 << 16
_MARKS = (  # UTF-32's mark begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ASCII = re.compile(r"[\x00-\x7f]+")
_LOOKED_AT = 20_000
_COMMON = 0.9
"""Share of the characters beyond ASCII that must be among the 7,445 of GB 2312: by chance, about a third are."""


def as_utf8(document: Document) -> Document:
    """The document with ``open`` giving UTF-8, whatever it is in; as it is when nothing tells another encoding."""
    with document.open() as stream:
        encoding = _encoding(stream.read(_SAMPLE))
    return document if encoding == "utf-8" else replace(document, open=partial(_opened, document, encoding))


def _encoding(sample: bytes) -> str:
    for mark, name in _MARKS:
        if sample.startswith(mark):
            return name
    if len(sample) > 1 and 0 in sample[:2] and any(sample[:2]):  # no mark, but half of its first sign is nothing
        return "utf-16-be" if sample[0] == 0 else "utf-16-le"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return "gb18030" if _is_chinese(sample) else "utf-8"
    return "utf-8"


def _is_chinese(sample: bytes) -> bool:
    text = codecs.getincrementaldecoder("gb18030")("surrogateescape").decode(sample)
    beyond = _ASCII.sub("", text)[:_LOOKED_AT]
    return len(beyond.encode("gb2312", "ignore")) / 2 >= _COMMON * len(beyond)


def _opened(document: Document, encoding: str) -> BinaryIO:
    return cast("BinaryIO", io.BufferedReader(_Recoded(document.open(), encoding)))


class _Recoded(io.RawIOBase):
    """The bytes of a stream as UTF-8. What cannot be decoded stays as it is, so that its line is told as wrong."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        errors = "surrogateescape" if encoding == "gb18030" else "replace"
        self._text = io.TextIOWrapper(stream, encoding=encoding, errors=errors, newline="")
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what BufferedReader hands in
        if not self._left:
            self._left = self._text.read(_BLOCK).encode("utf-8", "surrogateescape")
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count

    def close(self) -> None:
        self._text.close()
        super().close()
