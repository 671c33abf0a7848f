"""Files in and out by the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.surfaces.conftest import Ran

Cli = Callable[..., Ran]
SAMPLES = Path(__file__).parent.parent / "data" / "imports"


@pytest.mark.requirement("W9")
def test_foreign_exports_are_told_by_what_they_hold(cli: Cli) -> None:
    report = cli("import", str(SAMPLES / "mem0.json"), str(SAMPLES / "memory.jsonl"), "--json").json
    assert report["memories"] == 9
    assert [bad["place"] for bad in report["bad"]] == ["mem0.json.results[2]", "mem0.json.results[3]", "memory.jsonl:5"]
    assert cli("import", str(SAMPLES / "mem0.json"), "--format", "word").code == 2


@pytest.mark.requirement("G8")
def test_a_space_goes_out_and_comes_back(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("remember", "我对花生过敏。")
    file = tmp_path / "space.jsonl"
    assert cli("export", str(file), "--json").json["memories"] == 1
    monkeypatch.setenv("HINDSIGHT_HOME", str(tmp_path / "elsewhere"))
    shown = cli("import", str(file))
    assert shown.code == 0
    assert "records of an export were restored" in shown.out
    assert cli("recall", "花生", "--json").json["hits"][0]["memory"]["content"] == "我对花生过敏。"
    assert cli("export", str(tmp_path / "no" / "folder.jsonl")).code != 0


@pytest.mark.requirement("G8")
def test_an_export_that_is_not_restored_as_a_whole_is_a_failure(cli: Cli, tmp_path: Path) -> None:
    cli("remember", "我对花生过敏。")
    file = tmp_path / "space.jsonl"
    cli("export", str(file))
    shown = cli("import", str(file), "--space", "other")
    assert shown.code == 1
    assert "NOT restored" in shown.out
    assert "another home" in shown.out
    assert cli("import", str(file)).code == 0


@pytest.mark.parametrize("content", ["", "\n \n", "[]", "\ufeff"])
def test_an_empty_file_holds_nothing_and_nothing_wrong(cli: Cli, tmp_path: Path, content: str) -> None:
    (tmp_path / "talk.jsonl").write_text(content, "utf-8")
    shown = cli("import", str(tmp_path / "talk.jsonl"))
    assert (shown.code, "0 turns, 0 memories" in shown.out) == (0, True)
    (tmp_path / "talk.jsonl").write_text("no JSON", "utf-8")
    assert cli("import", str(tmp_path / "talk.jsonl")).code == 1


def test_a_name_is_not_split_in_what_is_not_there(cli: Cli) -> None:
    assert cli("entity", "split", "Bob", "Bert", "nowhere").code == 3
