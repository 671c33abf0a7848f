"""From text to spans."""

from collections.abc import Sequence
from datetime import datetime

from hindsight.domain.temporal.clock import Now, clock
from hindsight.domain.temporal.clocks import CLOCKS, PARTS
from hindsight.domain.temporal.compose import COMPOSE
from hindsight.domain.temporal.dates import DATES, WEEKDAY_DATES
from hindsight.domain.temporal.lexer import lex, plain
from hindsight.domain.temporal.lexicon_en import FUNCTION_WORDS
from hindsight.domain.temporal.nodes import Node, Outcome
from hindsight.domain.temporal.quantities import AMOUNTS, SUMS
from hindsight.domain.temporal.ranges import OPEN, RANGES
from hindsight.domain.temporal.settle import PERIODS, settle
from hindsight.domain.temporal.span import Span
from hindsight.domain.temporal.windows import WINDOWS

_CASCADE = (CLOCKS, AMOUNTS, SUMS, PARTS, DATES, WINDOWS, WEEKDAY_DATES, COMPOSE, COMPOSE, COMPOSE, RANGES, OPEN)
_PREPOSITIONS = frozenset("nIFBSuwK")
_FILLERS = frozenset("nI,-o")
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
    nodes = lex(here, smooth)
    for grammar in _CASCADE:
        nodes = grammar.fold(here, nodes)
    content = sum(1 for each in nodes if not _is_filler(each, text))
    spans = (
        _span(here, each, text) for at, each in enumerate(nodes) if _is_time(each, nodes, at, smooth, text, content)
    )
    return tuple(span for span in spans if span is not None)


def _is_filler(found: Node, text: str) -> bool:
    return found.kind in _FILLERS or (found.kind == "x" and not text[found.start : found.end].isalnum())


def _is_time(found: Node, nodes: Sequence[Node], at: int, smooth: str, text: str, content: int) -> bool:
    if found.kind not in PERIODS and found.kind != "X":
        return False
    if not found.weak:
        return True
    if content == 1:
        return True
    if found.weak == "whole":
        return False
    if found.kind != "X" and (at == 0 or nodes[at - 1].kind not in _PREPOSITIONS):
        return False
    follower = smooth[found.end : found.end + 24].lstrip(" ") if smooth[found.end : found.end + 1] == " " else ""
    return _may_follow(found, follower)


def _may_follow(found: Node, follower: str) -> bool:
    word = next(iter(follower.split()), "") if follower else ""
    if not word or not word[0].isascii() or not word[0].isalpha():
        return True
    word = word.strip(".,;:!?'\")")
    if found.weak == "year":
        return not (word.endswith("s") and word not in _PLURAL_VERBS)
    if found.weak == "month":
        return True
    return word in FUNCTION_WORDS


def _span(now: Now, found: Node, text: str) -> Span | None:
    op, outcome = "in", None
    if found.kind == "X":
        outcome = found.value
    else:
        try:
            main, others = settle(now, found)
        except ValueError:  # 31 February
            return None
        outcome = Outcome(main.start, main.end, main.grain, "in")
        found = Node(
            found.kind, outcome, found.start, found.end, found.weak, found.flag, found.rule, found.confidence, others
        )
    start, end, grain, op = outcome
    alternatives = dict.fromkeys(
        (now.aware(each.start), now.aware(each.end)) for each in found.others if each[:2] != (start, end)
    )
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
