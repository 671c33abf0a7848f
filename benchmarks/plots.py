"""The factors of the ranking policies as curves: ``python -m benchmarks.plots`` writes ``docs/plots/*.svg``.

Every point is computed by the functions that rank, so a plot cannot say anything else than the code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from hindsight.domain.memory import Counters, Memory
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Found
from hindsight.domain.ranking import factors, rrf

FOLDER = Path(__file__).parents[1] / "docs" / "plots"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 480, 260, 52, 34, 16, 46
COLOURS = ("#1f6fb2", "#c2410c", "#15803d", "#7c3aed")
POINTS = 60

Curve = Callable[[float], float]


@dataclass(frozen=True)
class Plot:
    """Curves over one variable from 0 to ``last``."""

    title: str
    variable: str
    last: float
    curves: Mapping[str, Curve]
    first: float = 0.0


def memory(**fields: object) -> Memory:
    given = {"id": "m", "tenant": "t", "space": "s", "kind": "fact", "content": "x", "content_hash": "x"}
    return Memory(**{**given, "created_at": NOW, "updated_at": NOW, **fields})  # type: ignore[arg-type]


def factor(policy: str, name: str, of: Callable[[float], Memory], similarity: float = 0.0) -> Curve:
    return lambda x: factors(policy, of(x), NOW, similarity)[name]


def aged(days: float) -> Memory:
    return memory(occurred_at=NOW - timedelta(days=days))


def used(times: float) -> Memory:
    return memory(counters=Counters(accessed=round(times)))


def judged(share: float, of: int) -> Memory:
    won = round(share * of)
    return memory(counters=Counters(successes=won, failures=of - won))


def rank_score(rank: float) -> float:
    found = [Found(str(place), 1.0) for place in range(1, 101)]
    return rrf({"lexical": found}, RecallPolicy().rrf_k)[str(max(1, round(rank)))]


def plots() -> dict[str, Plot]:
    confidence = {
        "default: 0.9 + 0.1 c": factor("default", "confidence", lambda c: memory(confidence=c)),
        "confidence: c": factor("confidence", "confidence", lambda c: memory(confidence=c)),
        "weighted: adds 0.2 c": lambda c: 0.2 * factor("weighted", "confidence", lambda x: memory(confidence=x))(c),
    }
    outcome = {f"after {runs} outcomes": factor("default", "outcome", partial(judged, of=runs)) for runs in (1, 5, 20)}
    return {
        "age": Plot(
            "Age", "days", 90,
            {"rrf_decay: 0.99^days": factor("rrf_decay", "age", aged),
             "weighted: adds 0.3 · 0.5^(days/7)": lambda d: 0.3 * factor("weighted", "recency", aged)(d),
             "default, confidence: none": lambda _: 1.0},
        ),
        "use": Plot(
            "Times really used (told by feedback)", "times", 30,
            {"rrf_decay: 1 + 0.1 · min(10, n)": factor("rrf_decay", "use", used),
             "default: 1 + 0.02 · ln(1 + n)": factor("default", "use", used)},
        ),
        "confidence": Plot("Confidence", "confidence c", 1, confidence),
        "importance": Plot(
            "Importance", "importance i", 1,
            {"default: 0.95 + 0.1 i": factor("default", "importance", lambda i: memory(importance=i))},
        ),
        "outcome": Plot("Outcome of the runs it took part in (default)", "share of successes", 1, outcome),
        "rank": Plot("Reciprocal rank, one route (rrf_decay)", "rank", 100, {"61 / (60 + rank)": rank_score}, first=1),
    }  # fmt: skip


def svg(plot: Plot) -> str:
    xs = [plot.first + (plot.last - plot.first) * step / POINTS for step in range(POINTS + 1)]
    lines = {name: [curve(x) for x in xs] for name, curve in plot.curves.items()}
    low, high = _ends([y for ys in lines.values() for y in ys])
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM - 14 * len(lines)

    def place(x: float, y: float) -> str:
        along = LEFT + across * (x - plot.first) / (plot.last - plot.first)
        return f"{along:.1f},{TOP + down * (high - y) / (high - low):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}">',
        "<style>text {font: 11px sans-serif} line, polyline {fill: none}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="20">{plot.title}</text>',
    ]
    for tick in range(5):
        y, x = low + (high - low) * tick / 4, plot.first + (plot.last - plot.first) * tick / 4
        at = TOP + down * (high - y) / (high - low)
        over = LEFT + across * tick / 4
        parts += [
            f'<line x1="{LEFT}" y1="{at:.1f}" x2="{WIDTH - RIGHT}" y2="{at:.1f}" stroke="#ddd"/>',
            f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{y:.2f}</text>',
            f'<text x="{over:.1f}" y="{TOP + down + 15}" text-anchor="middle">{x:.4g}</text>',
        ]
    parts.append(f'<text x="{LEFT + across / 2:.1f}" y="{TOP + down + 30}" text-anchor="middle">{plot.variable}</text>')
    for number, (name, ys) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(place(x, y) for x, y in zip(xs, ys, strict=True))
        legend = TOP + down + 46 + 14 * number
        parts += [
            f'<g stroke="{colour}" stroke-width="2"><polyline points="{points}"/>',
            f'<line x1="{LEFT}" y1="{legend - 4}" x2="{LEFT + 18}" y2="{legend - 4}"/></g>',
            f'<text x="{LEFT + 24}" y="{legend}">{name}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """Round ends that hold all values."""
    step = 10 ** math.floor(math.log10(max(max(values) - min(values), 0.01)))
    low, high = math.floor(min(values) / step) * step, math.ceil(max(values) / step) * step
    return (low, high) if high > low else (low, low + step)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, plot in plots().items():
        (FOLDER / f"{name}.svg").write_text(svg(plot), encoding="utf-8")
        print(FOLDER.name, f"{name}.svg")


if __name__ == "__main__":
    main()
