"""Exit codes: one table from error code to exit code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

OK = 0
WRONG = 1
REFUSED = 4
INTERRUPTED = 130

EXIT: Mapping[str, int] = MappingProxyType(
    {
        "internal": 1,
        "invalid_input": 2,
        "invalid_filter": 2,
        "too_large": 2,
        "not_found": 3,
        "refused": REFUSED,
        "access_denied": 4,
        "unauthenticated": 4,
        "unavailable": 5,
        "overloaded": 5,
        "conflict": 6,
        "duplicate": 6,
        "config": 7,
        "storage": 8,
        "index_mismatch": 8,
    }
)

EPILOG = """\
\b
Exit codes:
  0  done (finding nothing is an answer, too)
  1  an unexpected error; doctor or index verify found something wrong; an export was not restored as a whole
  2  a wrong value, option or filter, or too much of it
  3  no such memory, job or file
  4  refused: by the write guard, or no right to do it
  5  a back end does not answer, or the queue is full: try again
  6  the record changed meanwhile: read it again
  7  a setting is wrong or a package is missing
  8  the database, an index or the disk cannot be used
"""
