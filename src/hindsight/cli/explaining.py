"""How an answer came about, for a person at eighty columns: lines, not a table (R10)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from rich.table import Table
from rich.text import Text

from hindsight.domain.query import ROUTES

if TYPE_CHECKING:
    from rich.console import Console

    from hindsight.domain.answer import Recall
    from hindsight.domain.memory import Memory
    from hindsight.domain.query import Explanation, Hit, Why

_SHOWN = 300
"""Characters of a memory that are shown; the rest is counted."""
_EXAMPLES = 3
"""Memories that are named for each reason of leaving out."""
_ROUTES = {"dense": "vectors", "lexical": "words", "graph": "entities", "time": "time"}
_INTENTS = {"truth": "what is true", "event": "what happened", "how": "how it is done", "any": "anything"}
_SHOWN_SIGN = 0.0005
_SUM = ("similarity", "recency", "confidence")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def explained(out: Console, found: Recall, explanation: Explanation, zone: str) -> None:
    """The plan, each hit with its routes and factors, and what was left out by reason."""
    _plan(out, explanation, zone)
    for number, hit in enumerate(found.hits, 1):
        _hit(out, number, hit, zone)
    _left_out(out, explanation)
    for id_, why in explanation.why_not.items():
        line(out, f"Why not {id_}: {why}")
    if explanation.cached:
        line(out, "Answered before, and nothing has changed since.")
    _took(out, explanation.timings_ms)


def shortened(text: str, most: int = _SHOWN) -> str:
    """``text`` in one line, at most ``most`` characters of it and how many more there are."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rstrip()} … ({len(line) - most} more characters)"


def _plan(out: Console, explanation: Explanation, zone: str) -> None:
    asks = "whatever lies in the time" if explanation.timely else _INTENTS[explanation.intent]
    line(out, f"Asked: {shortened(explanation.text)}")
    line(out, f"       (for {asks})", style="dim")
    for pointer, name in explanation.meant:
        line(out, f"Read:  {shortened(pointer, 60)!r} as {name!r}")
    for span in explanation.spans:
        line(out, f"Time:  {when(span.start, zone)} to {when(span.end, zone)}")


def _hit(out: Console, number: int, hit: Hit, zone: str) -> None:
    memory = hit.memory
    out.print()
    line(out, shortened(memory.content), mark=f"{number}.", indent=max(3, len(f"{number}. ")))
    line(out, f"id {memory.id}", style="dim", indent=3)
    line(out, marks(memory, zone), style="dim", indent=3)
    line(out, f"found by {_routes(hit.why)}", indent=3)
    line(out, f"score {hit.score:.3f} = {_factors(hit.why)}", indent=3)


def _routes(why: Why) -> str:
    told = []
    for route in ROUTES:
        if route in why.routes:
            score = f", {why.scores[route]:.2f}" if route in why.scores and route != "time" else ""
            told.append(_ROUTES[route] if route == "time" else f"{_ROUTES[route]} (rank {why.routes[route]}{score})")
    return ", ".join(told) or "the turns beside it"


def _factors(why: Why) -> str:
    """Relevance with the signs that are part of it, then what it is multiplied with; factors of 1 change nothing."""
    factors = why.factors
    if "similarity" in factors:
        return "weighted sum of " + ", ".join(f"{name} {value:.2f}" for name, value in factors.items() if name in _SUM)
    added = ((name, value) for name, value in why.signs.items() if abs(value) >= _SHOWN_SIGN)
    signs = ", ".join(f"{name} {value:+.3f}" for name, value in added)
    told = f"relevance {factors.get('relevance', 0.0):.3f}" + (f" (in it: {signs})" if signs else "")
    rest = ((name, f"{value:.2f}") for name, value in factors.items() if name != "relevance")
    return " × ".join([told, *(f"{name} {value}" for name, value in rest if value != "1.00")])


def _left_out(out: Console, explanation: Explanation) -> None:
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for id_, why in explanation.left_out.items():
        groups[_NUMBER.sub("#", why)].append((id_, why))
    if groups:
        out.print()
        line(out, f"Left out: {len(explanation.left_out)} candidates. --why-not ID tells about any one.")
    for members in groups.values():
        for id_, why in members[:_EXAMPLES]:
            line(out, f"{id_}: {why}", style="dim", indent=3)
        if len(members) > _EXAMPLES:
            line(out, f"({len(members) - _EXAMPLES} more for the same reason)", style="dim", indent=3)


def _took(out: Console, timings: Mapping[str, float]) -> None:
    if timings:
        out.print()
        line(out, "Took " + ", ".join(f"{_ROUTES.get(stage, stage)} {took:.0f} ms" for stage, took in timings.items()))


def line(out: Console, text: str, *, mark: str = "", style: str = "", indent: int = 0) -> None:
    """A line, folded behind its indent on a terminal; whole in a pipe, where programs read it."""
    if not out.is_terminal:
        out.print(f"{mark:<{indent}}{text}")
        return
    grid = Table.grid()
    grid.add_column(width=indent)
    grid.add_column(overflow="fold")
    grid.add_row(mark, Text(text, style=style))
    out.print(grid if indent else Text(text, style=style))


def marks(memory: Memory, zone: str) -> str:
    """What it is, when it was, who said it, and whether it is disputed."""
    told = [memory.kind, when(memory.when, zone), memory.source.name or memory.source.type]
    return ", ".join([*told, *(["disputed"] if memory.conflicts else [])])


def when(at: datetime | None, zone: str) -> str:
    """The minute on the caller's clock; "open" for no end."""
    return at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M") if at else "open"
