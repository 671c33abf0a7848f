"""How a claim pattern is written and compiled: rows of (attribute, pattern), with a small grammar of macros."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight.domain.memory import Kind
from hindsight.domain.patterns import compiled


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern: groups ``e`` entity (absent: the speaker), ``a`` attribute noun, ``v`` value, ``o`` old value."""

    attribute: str
    pattern: re.Pattern[str]
    kind: Kind
    negated: bool


def rows(macros: str, table: str) -> tuple[Row, ...]:
    """Compile a table: a row a line, "name pattern"; indented lines go on with the line before.

    A name may end in ``!`` (the claim is negated) and begin with ``*`` (a preference). ``<E>`` in a pattern stands for
    the macro of that name, a row of ``macros``, which may use those below it.
    """
    built = []
    for name, text in _lines(table):
        for macro, expansion in _lines(macros):
            text = text.replace(f"<{macro}>", expansion)  # noqa: PLW2901 - expanded macro by macro
        kind: Kind = "preference" if name.startswith("*") else "fact"
        built.append(Row(name.strip("!*"), compiled(text, re.IGNORECASE), kind, name.endswith("!")))
    return tuple(built)


def macro(macros: str, name: str) -> str:
    """The alternatives that the macro ``name`` stands for."""
    return dict(_lines(macros))[name]


def _lines(table: str) -> list[tuple[str, str]]:
    joined = re.sub(r"\n +", "", table.strip("\n"))
    return [(name, text) for name, _, text in (line.partition(" ") for line in joined.split("\n"))]
