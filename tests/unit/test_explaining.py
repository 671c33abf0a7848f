"""How an explanation reads at eighty columns."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console
from tests.factories import memory

from hindsight.cli.explaining import explained, shortened
from hindsight.domain.answer import Recall
from hindsight.domain.query import Explanation, Hit, Interval, Why

IDS = [f"{number:032x}" for number in range(40)]
LONG = "The migration of the billing database took four hours, and 回滚脚本放在 tools 目录里 because " * 6


def explanation(**given: object) -> Explanation:
    fields: dict[str, object] = {
        "intent": "truth",
        "text": "Where does Mei live?",
        "spans": (Interval(datetime(2026, 3, 9, tzinfo=UTC), None),),
        "meant": (("she", "Mei"),),
        "timings_ms": {"lexical": 3.2, "embedding": 20.0, "dense": 24.1, "store": 2.0, "ranking": 0.1},
        "left_out": {id_: f"relevance 0.0{number} is below the floor of 0.1" for number, id_ in enumerate(IDS[9:])}
        | dict.fromkeys(IDS[2:9], "ranked below the limit of 2"),
        "why_not": {"m9": "it is not embedded"},
    }
    return Explanation(**{**fields, **given})  # type: ignore[arg-type]


def hit(content: str, id_: str, *, signs: dict[str, float] | None = None, **factors: float) -> Hit:
    scores = {"lexical": 0.52, "dense": 0.31}
    why = Why(routes={"lexical": 1, "dense": 3, "time": 1}, scores=scores, signs=signs or {}, factors=factors)
    return Hit(memory=memory(content, id=id_, conflicts=("m7",)), score=0.61, why=why)


def shown(found: Recall, *, terminal: bool, width: int = 80) -> list[str]:
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=terminal, color_system=None, markup=False, highlight=False)
    assert found.explanation is not None
    explained(console, found, found.explanation, "Asia/Shanghai")
    return out.getvalue().splitlines()


FOUND = Recall(
    hits=(
        hit(
            "Mei lives in Toronto [bold]now[/bold].",
            IDS[0],
            relevance=0.6,
            signs={"claim": 0.1, "wording": 0.0001},
            confidence=0.97,
            use=1.0,
        ),
        hit(LONG, IDS[1], relevance=0.5, similarity=0.4, recency=0.9, confidence=0.5),
    ),
    explanation=explanation(),
)


@pytest.mark.requirement("R10")
def test_an_explanation_fits_eighty_columns_and_cuts_no_id() -> None:
    lines = shown(FOUND, terminal=True)
    assert max(map(cell_len, lines)) <= 80
    text = "\n".join(lines)
    for told in (
        *IDS[:5],
        "she",
        "2026-03-09 08:00 to open",
        "disputed",
        "vectors (rank 3, 0.31), words (rank 1, 0.52), time",
    ):
        assert told in text
    assert "Mei lives in Toronto [bold]now[/bold]." in text
    assert "relevance 0.600 (in it: claim +0.100) × confidence 0.97" in text
    assert "× use" not in text
    assert "Why not m9: it is not embedded" in text


@pytest.mark.requirement("R10")
def test_what_is_not_shown_is_counted() -> None:
    text = "\n".join(shown(FOUND, terminal=False, width=500))
    assert "Left out: 38 candidates" in text
    assert "(28 more for the same reason)" in text
    assert "(4 more for the same reason)" in text
    kept = " ".join(LONG.split())
    assert shortened(LONG).endswith(f"({len(kept) - len(kept[:300])} more characters)")
    assert shortened("short  text") == "short text"


def test_a_pipe_gets_whole_lines() -> None:
    lines = shown(FOUND, terminal=False, width=40_000)
    assert any(line.startswith("2. The migration") for line in lines)
    assert not any(line.endswith(" ") for line in lines)
