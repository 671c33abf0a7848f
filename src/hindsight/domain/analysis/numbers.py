"""Numbers as terms: versions, dates, clock times, rates and amounts.

A figure is found by itself and by its shorter forms (3.11.7 by 3.11) but does not find them or its siblings: 60/min
never finds 100/min, v2.3.1 never finds v2.3.2.
"""

from __future__ import annotations

import re
from typing import TypeAlias

Figure: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The term, what else finds, and what only an index holds."""

_VERSION = re.compile(r"(v?)([0-9]{1,12}(?:\.[0-9]{1,12}){0,7})", re.ASCII)
_DATE = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})", re.ASCII)
_CLOCK = re.compile(r"([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(am|pm)?", re.ASCII)
_RATE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)/([a-z]{1,12})", re.ASCII)
_AMOUNT = re.compile(r"([$#]?)([0-9]{1,12}(?:\.[0-9]{1,12})?)(%?)", re.ASCII)


def number(folded: str) -> Figure | None:
    """The terms of a folded chunk that is a figure, else None."""
    if not any(digit in folded for digit in "0123456789"):
        return None
    date = _DATE.fullmatch(folded)
    if date:
        year, _, month, day = date.groups()
        return f"{year}-{month:0>2}-{day:0>2}", (), (f"{year}-{month:0>2}", year)
    version = _VERSION.fullmatch(folded)
    if version:
        return _version(version[1], version[2])
    clock = _CLOCK.fullmatch(folded)
    if clock:
        return folded, (clock[1],) if clock[2] else (), ()
    rate = _RATE.fullmatch(folded)
    if rate:
        return folded, (rate[1],), (rate[2],)
    amount = _AMOUNT.fullmatch(folded)
    if amount:
        return folded, (amount[2],), ()
    return None


def _version(mark: str, digits: str) -> Figure:
    pieces = digits.split(".")
    if len(pieces) == 1:
        return mark + digits, (), (digits,) if mark else ()
    shorter = [".".join(pieces[:size]) for size in range(2, len(pieces))]
    return digits, (), (*shorter, "v" + pieces[0], pieces[0]) if mark else tuple(shorter)
