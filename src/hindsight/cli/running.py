"""Running a command line to its exit code: arguments in, errors said without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from hindsight.cli.exits import EXIT, INTERRUPTED, OK
from hindsight.cli.output import report_error, steady_streams
from hindsight.cli.root import root
from hindsight.domain.errors import HindsightError, InvalidInput


def run(arguments: Sequence[str]) -> int:
    """Run ``arguments`` and return the exit code."""
    steady_streams()
    as_json = "--json" in arguments
    try:
        # Not root.main(): it ends with code 1 when the reader of our output has seen enough.
        with root.make_context("hindsight", [_text(part) for part in arguments]) as context:
            code = root.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        code = done.exit_code
    except HindsightError as error:
        report_error(error, as_json=as_json)
        return EXIT.get(error.code, 1)
    except click.ClickException as error:
        where = getattr(error, "ctx", None)
        hint = f"See `{where.command_path} --help`." if where else None
        report_error(InvalidInput(error.format_message(), hint=hint), as_json=as_json)
        return EXIT["invalid_input"]
    except (click.Abort, KeyboardInterrupt):
        sys.stderr.write("Interrupted.\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return code if isinstance(code, int) else OK


def _text(argument: str) -> str:
    """An argument that the locale could not decode, decoded as UTF-8 where it is."""
    try:
        return os.fsencode(argument).decode() if any("\ud800" <= mark <= "\udfff" for mark in argument) else argument
    except (UnicodeDecodeError, UnicodeEncodeError):
        return argument
