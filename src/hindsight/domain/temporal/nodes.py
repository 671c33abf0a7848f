"""Typed tokens and the cascade that folds them.

Each token has a one-letter kind; a grammar is a table of rules whose patterns are regular expressions over
the kinds. A pass walks the tokens once and replaces what a rule matches by one node (finite-state cascades,
Abney 1996), so time grows linearly with the text.

Kinds and the type of their value:
    N number (float)            O ordinal (int)              U unit (str)          Q quantity (Quantity)
    M month (int)               W weekday/weekend (Weekly)   Y year (int)          d day of month (int)
    C recurs yearly (Yearly)    D fixed period (Period)      T clock (TimeOfDay)   P part of day (TimeOfDay)
    R last/this/next (int)      L past/coming (int)          A ago/from now (int)  J earlier/later (int)
    E edge before (str)         e edge after (str)           G edge of a unit (tuple[str, str])
    B before/after (int)        S since                      s since, after it     u until
    F from    t to    K between    k between, after it       & and     w within    i within, after it
    I in      n on/at/during       o of    a a/an    h half  r rest of  v every    X finished (Outcome)
    z fixed phrase (str)    g edge of a unit, alone    p part of a day, after it (TimeOfDay)
    b before last    H this time    = exactly    , - / signs    c o'clock    m am/pm (str)    x any other word
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.periods import Period
from hindsight.domain.temporal.span import Op


@dataclass(frozen=True, slots=True)
class Node:
    """A stretch [start, end) of the text with a meaning.

    `weak` names why it may not be a time at all ("" if it surely is), `flag` a property of the wording.
    """

    kind: str
    value: Any
    start: int
    end: int
    weak: str = ""
    flag: str = ""
    rule: str = ""
    confidence: float = 0.95
    others: tuple[Period, ...] = ()


class Outcome(NamedTuple):
    """An interval with its operator."""

    start: datetime
    end: datetime
    grain: str
    op: Op


Handler = Callable[[Now, Sequence[Node]], Node | None]


class Rule(NamedTuple):
    """A named pattern over kinds, and what the matched nodes become (None: the rule does not hold)."""

    name: str
    pattern: str
    handler: Handler


class Grammar:
    """One pass of the cascade: rules in order of preference, indexed by the kind they begin with."""

    def __init__(self, *rules: Rule) -> None:
        self._by_kind: dict[str, list[tuple[str, re.Pattern[str], Handler]]] = {}
        for rule in rules:
            compiled = re.compile(rule.pattern)
            for kind in {kind for each in rule.pattern.split("|") for kind in _first_kinds(each)}:
                self._by_kind.setdefault(kind, []).append((rule.name, compiled, rule.handler))

        self._starts = re.compile(f"[{re.escape(''.join(sorted(self._by_kind)))}]")

    def fold(self, now: Now, nodes: list[Node]) -> list[Node]:
        kinds = "".join([node.kind for node in nodes])
        folded: list[Node] = []
        at = 0
        while (start := self._starts.search(kinds, at)) is not None:
            folded += nodes[at : start.start()]
            at = start.start()
            made, after = self._apply(now, nodes, kinds, at, self._by_kind[kinds[at]])
            folded.append(made or nodes[at])
            at = after if made else at + 1
        folded += nodes[at:]
        return folded

    @staticmethod
    def _apply(
        now: Now,
        nodes: list[Node],
        kinds: str,
        at: int,
        rules: list[tuple[str, re.Pattern[str], Handler]],
    ) -> tuple[Node | None, int]:
        for name, pattern, handler in rules:
            match = pattern.match(kinds, at)
            if match is None:
                continue
            part = nodes[at : match.end()]
            try:
                made = handler(now, part)
            except (ValueError, OverflowError):  # no such day, or a year outside the calendar
                continue
            if made is not None:
                return replace(made, start=part[0].start, end=part[-1].end, rule=name), match.end()
        return None, at


def _first_kinds(pattern: str) -> set[str]:
    """The kinds an alternative can begin with; it begins with a kind or a class of kinds, maybe optional."""
    if pattern[0] == "[":
        close = pattern.index("]")
        kinds, rest = set(pattern[1:close]), pattern[close + 1 :]
    else:
        kinds, rest = {pattern[0]}, pattern[1:]
    return kinds | _first_kinds(rest[1:]) if rest.startswith("?") else kinds


def find(nodes: Sequence[Node], kinds: str) -> Node | None:
    """The first node of one of the kinds."""
    return next((node for node in nodes if node.kind in kinds), None)


def pick(nodes: Sequence[Node], kinds: str) -> Node:
    """The first node of one of the kinds, which the pattern guarantees."""
    return next(node for node in nodes if node.kind in kinds)


def every(nodes: Sequence[Node], kinds: str) -> list[Node]:
    return [node for node in nodes if node.kind in kinds]


def node(
    kind: str,
    value: object,
    *,
    confidence: float = 0.95,
    others: Sequence[Period] = (),
    weak: str = "",
    flag: str = "",
) -> Node:
    """A node whose place and rule the grammar fills in."""
    return Node(kind, value, 0, 0, weak=weak, flag=flag, confidence=confidence, others=tuple(others))
