"""What the command line prints: tables for people, one JSON document for programs. Never raises over an encoding."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

from hindsight.domain.errors import HindsightError

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 160


def steady_streams() -> None:
    """A character that the console has no sign for is written as its code instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def console(*, stderr: bool = False) -> Console:
    """A console that writes text as it is: what is remembered is never taken for markup."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False, soft_wrap=not stream.isatty())


def print_json(document: Any) -> None:
    """One JSON document; readable where the console can show it, ASCII where it cannot."""
    from hindsight.app.wire import to_wire

    wide = (sys.stdout.encoding or "ascii").lower().replace("-", "").startswith("utf")
    text = json.dumps(to_wire(document), ensure_ascii=not wide, indent=2)
    # Half a character cannot be written in any encoding; JSON can say it.
    sys.stdout.write((text if _writable(text) else json.dumps(to_wire(document), indent=2)) + "\n")


def _writable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def report_error(error: HindsightError, *, as_json: bool) -> None:
    """The error in the form that was asked for: JSON on stdout, or a sentence and a hint on stderr."""
    if as_json:
        sys.stdout.write(json.dumps({"error": error.to_dict()}, indent=2) + "\n")
        return
    sys.stderr.write(f"Error: {error.message}\n")
    if error.hint:
        sys.stderr.write(f"Hint: {error.hint}\n")


def read_text(argument: str) -> str:
    """``argument``, or standard input where it is ``-``."""
    return decoded(sys.stdin.buffer.read(), "Standard input") if argument == "-" else argument


def decoded(raw: bytes, what: str) -> str:
    """Text from bytes: UTF-8, UTF-16 with its mark, else what the console uses. InvalidInput otherwise."""
    from hindsight.domain.errors import InvalidInput

    marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", sys.stdin.encoding or "utf-8"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise InvalidInput(f"{what} is not UTF-8.", hint="Convert it, for instance with iconv.")
