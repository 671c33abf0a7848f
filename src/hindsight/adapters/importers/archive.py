"""ZIP containers of exports: their files are read where they are, nothing is unpacked to the disk."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import PurePath
from typing import BinaryIO, cast

from hindsight.adapters.importers.stream import Document
from hindsight.domain.entries import BadEntry

MOST_FILES = 100_000
LARGEST = 8 << 30
"""Bytes of all files together, unpacked: what claims more is no export of a person's memory."""
_TIGHTEST = 200
"""Bytes of text that one packed byte may hold; exports have 3 to 30."""
_TIGHT_FROM = 16 << 20
"""Bytes from which that is looked at."""

_NO_MEMORY = frozenset(
    {
        "user.json",
        "users.json",
        "projects.json",
        "message_feedback.json",
        "model_comparisons.json",
        "shared_conversations.json",
        "shopping.json",
        "user_settings.json",
        "group_chats.json",
        "export_manifest.json",
    }
)
"""Files in exports of chat applications that hold accounts, settings and feedback."""


def members(archive: Document, suffixes: tuple[str, ...]) -> Iterator[Document | BadEntry]:
    """The files in a ZIP that can be imported, in the order of their names."""
    try:
        with archive.open() as stream, zipfile.ZipFile(stream) as opened:
            infos = [info for info in opened.infolist() if _wanted(info, suffixes)]
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        yield BadEntry(archive.name, f"is no ZIP that can be read: {error}")
        return
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > LARGEST:
        yield BadEntry(archive.name, "holds more than an export does")
        return
    for info in sorted(infos, key=lambda info: info.filename):
        name = f"{archive.name}/{info.filename}"
        if reason := _objection(info):
            yield BadEntry(name, reason)
        else:
            yield Document(name, partial(_open, archive, info.filename))


def _objection(info: zipfile.ZipInfo) -> str:
    """Why a member is not read; '' when it is."""
    if ".." in _path(info).parts or _path(info).is_absolute():
        return "leads out of the archive"
    if _path(info).suffix.lower() == ".zip":
        return "is a ZIP inside a ZIP; import it by itself"
    if info.flag_bits & 1:
        return "is encrypted"
    if info.file_size > _TIGHT_FROM and info.file_size > _TIGHTEST * info.compress_size:
        return "is packed tighter than text can be"
    return ""


def _path(info: zipfile.ZipInfo) -> PurePath:
    return PurePath(info.filename.replace("\\", "/"))


def _wanted(info: zipfile.ZipInfo, suffixes: tuple[str, ...]) -> bool:
    path = _path(info)
    hidden = any(part.startswith((".", "__MACOSX")) and part != ".." for part in path.parts)
    return not info.is_dir() and not hidden and path.name not in _NO_MEMORY and path.suffix.lower() in suffixes


def _open(archive: Document, member: str) -> BinaryIO:
    """The member as a stream that closes its archive with it."""
    whole = archive.open()
    opened = zipfile.ZipFile(whole)
    stream = opened.open(member)
    close = stream.close

    def close_all() -> None:
        close()
        opened.close()
        whole.close()

    stream.close = close_all  # type: ignore[method-assign]
    return cast("BinaryIO", stream)
