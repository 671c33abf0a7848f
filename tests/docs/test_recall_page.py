"""docs/recall.md: its settings are those of the code, its plots are what the ranking functions give.

``HINDSIGHT_WRITE_DOCS=1 pytest tests/docs`` writes both anew.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from benchmarks.plots import FOLDER, plots, svg

from hindsight.domain.policy import RecallPolicy
from hindsight.domain.ranking import POLICIES

PAGE = Path(__file__).parents[2] / "docs" / "recall.md"
WRITE = os.environ.get("HINDSIGHT_WRITE_DOCS") == "1"


def settings() -> str:
    """The table of the settings, from the class that holds them."""
    (tree,) = ast.parse(inspect.getsource(RecallPolicy)).body
    assert isinstance(tree, ast.ClassDef)
    told = {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }  # fmt: skip
    rows = [f"| `{field.name}` | {str(field.default).lower()} | {told[field.name]} |" for field in fields(RecallPolicy)]
    return "\n".join(["| setting | default | meaning, unit, range |", "|---|---|---|", *rows])


@pytest.mark.requirement("R6")
def test_every_setting_of_recall_is_on_the_page_with_its_default_unit_and_range() -> None:
    page = PAGE.read_text("utf-8")
    table = re.search(r"\| setting \| default.*?(?=\n\n)", page, re.DOTALL)
    assert table is not None
    if WRITE:
        page = page[: table.start()] + settings() + page[table.end() :]
        PAGE.write_text(page, encoding="utf-8")
    assert settings() in page


@pytest.mark.requirement("R6")
def test_every_policy_is_spelled_out_and_every_plot_shows_what_the_code_computes() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"| `{policy}` |" in page for policy in POLICIES)
    for name, plot in plots().items():
        drawn = svg(plot)
        assert len(ET.fromstring(drawn).findall(".//{http://www.w3.org/2000/svg}polyline")) == len(plot.curves)  # noqa: S314
        if WRITE:
            (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")
        assert (FOLDER / f"{name}.svg").read_text("utf-8") == drawn, "run: python -m benchmarks.plots"
        assert f"(plots/{name}.svg)" in page
    assert "docs/recall.md" in (PAGE.parents[1] / "README.md").read_text("utf-8")
