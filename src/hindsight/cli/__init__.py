"""The command line (I4). Importing this costs next to nothing: commands are loaded when they are called."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of ``hindsight``; ends the process with one of :data:`hindsight.cli.exits.EXIT`."""
    from hindsight.cli.running import run

    sys.exit(run(sys.argv[1:]))
