"""Attachments on the command line: files to remember, bytes to look at."""

from __future__ import annotations

import sys
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import click

from hindsight.cli.session import Session, command
from hindsight.domain.errors import InvalidInput


def attachments(files: tuple[str, ...], captions: tuple[str, ...]) -> list[dict[str, Any]]:
    """What ``remember`` takes, of ``--attach`` and ``--caption`` in pairs. InvalidInput."""
    if len(files) != len(captions):
        raise InvalidInput("Each --attach has its --caption: it is what is searched.")
    return [
        {"path": file, "media_type": _type(file), "caption": told} for file, told in zip(files, captions, strict=True)
    ]


def _type(file: str) -> str:
    kind, _ = guess_type(file)
    if kind is None or not kind.startswith(("image/", "audio/")):
        raise InvalidInput(f"{file!r} is no image and no audio, by its name.")
    return kind


@click.command("attachment")
@click.argument("hash", metavar="HASH")
@click.option("--output", "-o", metavar="FILE", help='Where to write it ("-": standard output).')
@command
async def attachment_command(session: Session, *, hash: str, output: str | None) -> None:
    """What attachment HASH is, or with --output its bytes."""
    async with session.opened(worker=False) as (_, space):
        kept, data = await space.attached(hash)
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    if output is not None:
        _write(Path(output), data)
    told = f"{kept.media_type}, {kept.size} bytes{f', written to {output}' if output else ''}."
    session.show(kept, lambda out: out.print(told))


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be written: {error.strerror}.") from None
