"""Attachments as callers hand them in (M10)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import anyio.to_thread

from hindsight.app.writing import remember_ready
from hindsight.domain.errors import InvalidInput, TooLarge
from hindsight.domain.memory import Scope
from hindsight.domain.text import require_text
from hindsight.services.attach import Upload, collect, described, keep
from hindsight.services.parts import Parts
from hindsight.services.remember import Options, Receipt

_FIELDS = {"data", "path", "media_type", "caption"}


async def remember_attached(
    parts: Parts, scope: Scope, content: object, attachments: Iterable[Any], options: Options, *, actor: str
) -> Receipt:
    """One memory with its attachments. What the guard refuses leaves no bytes behind."""
    if not isinstance(content, str):
        raise InvalidInput("Attachments belong to one text, not to messages.")
    if not isinstance(attachments, Iterable):
        raise InvalidInput(f"attachments is a list of attachments, not {type(attachments).__name__}.")
    text = require_text(content) if content.strip() else ""
    limit = parts.policy.write.largest_attachment
    uploads = await anyio.to_thread.run_sync(lambda: [_upload(item, limit) for item in attachments])
    unique = list({(upload.data, upload.media_type): upload for upload in uploads}.values())
    options = await keep(parts, scope, unique, options)
    text = described(text, unique, options.attachments)
    receipt = await remember_ready(parts, scope, text, options, actor)
    if not receipt.ids:
        await collect(parts, scope.tenant, (one.hash for one in options.attachments))
    else:
        # A purge of their last memory may have taken the bytes just before this one was written.
        await keep(parts, scope, unique, options)
    return receipt


def _upload(item: Any, limit: int) -> Upload:
    if not isinstance(item, Mapping) or set(item) - _FIELDS:
        raise InvalidInput(f"An attachment is an object of {', '.join(sorted(_FIELDS))}.")
    if ("data" in item) == ("path" in item):
        raise InvalidInput("An attachment has either data or path.")
    return Upload(
        data=_read(item["path"], limit) if "path" in item else _bytes(item["data"]),
        media_type=str(item.get("media_type", "")).strip().lower(),
        caption=require_text(item.get("caption"), "caption"),
    )


def _read(path: Any, limit: int) -> bytes:
    try:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, TypeError, ValueError) as error:
        raise InvalidInput(f"The attachment {path!r} cannot be read: {error}.") from None
    if len(data) > limit:
        raise TooLarge(f"The attachment {path!r} has more than {limit} bytes.")
    return data


def _bytes(data: Any) -> bytes:
    if isinstance(data, bytes | bytearray):
        return bytes(data)
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, TypeError, ValueError):
        raise InvalidInput("data is bytes, or text in base64.") from None
