"""From text to spans."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from hindsight.domain.temporal.clock import Now, clock
from hindsight.domain.temporal.clocks import CLOCKS, PARTS
from hindsight.domain.temporal.compose import COMPOSE
from hindsight.domain.temporal.cues import may_name_a_time
from hindsight.domain.temporal.dates import DATES, WEEKDAY_DATES
from hindsight.domain.temporal.lexer import lex, plain
from hindsight.domain.temporal.lexicon_en import FUNCTION_WORDS
from hindsight.domain.temporal.nodes import Node, Outcome
from hindsight.domain.temporal.quantities import AMOUNTS, EXACT, SUMS
from hindsight.domain.temporal.ranges import OPEN, RANGES
from hindsight.domain.temporal.settle import PERIODS, settle
from hindsight.domain.temporal.span import Span
from hindsight.domain.temporal.windows import WINDOWS

_CASCADE = (CLOCKS, AMOUNTS, SUMS, EXACT, PARTS, DATES, WINDOWS, WEEKDAY_DATES, COMPOSE, COMPOSE, COMPOSE, RANGES, OPEN)
_PREPOSITIONS = frozenset("nIFBSuwK")
_LEADING = frozenset("nIo")
_FOLLOWER = re.compile(r" ([a-z]+)", re.ASCII)
_RATIO = re.compile(r"ratio|aspect|score|odds|scale|比例|比分|比值|比率")
_PLURAL_VERBS = frozenset(("was", "is", "has", "does", "this", "as", "us", "its"))


def resolve(text: str, now: datetime, zone: str = "UTC", week_start: str = "monday") -> tuple[Span, ...]:
    """The time expressions of a text, in its order, as intervals of the caller's zone.

    Args:
        text: English, Chinese or mixed; any length (the work grows linearly with it).
        now: the caller's clock; naive means wall time in `zone`, aware is converted to it.
        zone: an IANA name or a fixed offset such as "+08:00".
        week_start: the weekday that begins a week, in English.

    Memory looks back: what recurs is resolved to its latest occurrence that has begun; what others may mean is
    in `Span.alternatives`. A phrase without an interval of its own ("last time", 上次, "two hours", "every
    Monday") yields nothing.

    Raises:
        ValueError: for an unknown zone or week start.
    """
    here = clock(now, zone, week_start)
    smooth = plain(text)
    if not may_name_a_time(smooth):
        return ()
    nodes = lex(here, smooth)
    for grammar in _CASCADE:
        nodes = grammar.fold(here, nodes)
    alone = _only_content(nodes, smooth)
    spans = (_span(here, each, text) for at, each in enumerate(nodes) if _is_time(nodes, at, smooth, alone))
    return tuple(span for span in spans if span is not None)


def _only_content(nodes: Sequence[Node], smooth: str) -> int | None:
    """The index of the only node with content, if what precedes it are prepositions and what follows punctuation."""
    alone: int | None = None
    for at, each in enumerate(nodes):
        mark = each.kind in "x,-" and not smooth[each.start : each.end].isalnum()
        if mark or (each.kind in _LEADING and alone is None):
            continue
        if alone is not None:
            return None
        alone = at
    return alone


def _is_time(nodes: Sequence[Node], at: int, smooth: str, alone: int | None) -> bool:
    """Whether a folded node is a time of its own: surely, as the whole text, or by the words around it."""
    found = nodes[at]
    if found.kind not in PERIODS and found.kind != "X":
        return False
    if found.kind == "T" and _RATIO.search(smooth, max(0, found.start - 24), found.start):
        return False
    if not found.weak or alone == at:
        return True
    if found.weak == "whole":
        return False
    led = found.kind == "X" or found.weak == "led" or (at > 0 and nodes[at - 1].kind in _PREPOSITIONS)
    return led and _may_follow(found, smooth)


def _may_follow(found: Node, smooth: str) -> bool:
    match = _FOLLOWER.match(smooth, found.end)
    if match is None:
        return True
    word = match[1]
    if found.weak == "year":
        return not (word.endswith("s") and word not in _PLURAL_VERBS)
    if found.weak == "month":
        return True
    return word in FUNCTION_WORDS


def _span(now: Now, found: Node, text: str) -> Span | None:
    if found.kind == "X":
        outcome = cast(Outcome, found.value)
    else:
        try:
            main, others = settle(now, found)
        except ValueError:  # 31 February
            return None
        outcome = Outcome(main.start, main.end, main.grain, "in")
        found = replace(found, others=others)
    start, end, grain, op = outcome
    if end <= start:  # "earlier today" at midnight
        return None
    readings = [each for each in found.others if each.start < each.end and each[:2] != (start, end)]
    alternatives = dict.fromkeys((now.aware(each.start), now.aware(each.end)) for each in readings)
    return Span(
        start=now.aware(start),
        end=now.aware(end),
        grain=grain,
        op=op,
        text=text[found.start : found.end],
        offset=(found.start, found.end),
        confidence=found.confidence if not found.weak else min(found.confidence, 0.7),
        rule=found.rule,
        alternatives=tuple(alternatives),
    )
