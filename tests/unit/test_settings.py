from __future__ import annotations

import ast
import inspect
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from hindsight.app.settings import load_policy, load_settings
from hindsight.domain import policy as policies
from hindsight.domain.errors import ConfigError
from hindsight.domain.policy import Policy, WorkPolicy
from hindsight.domain.ranges import RANGES, range_of


@pytest.mark.requirement("D1")
def test_the_default_is_one_folder_with_everything_in_it(tmp_path: Path) -> None:
    settings = load_settings(tmp_path / "中文 folder?#%")
    assert settings.store_url.startswith("sqlite:////")
    assert settings.vector_url == settings.lexical_url == settings.graph_url == settings.store_url
    assert settings.host == "127.0.0.1"


@pytest.mark.requirement("D5", "D8")
def test_settings_come_from_arguments_then_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HINDSIGHT_ZONE", "Asia/Shanghai")
    monkeypatch.setenv("DB_URL", "postgresql://127.0.0.1/x")
    settings = load_settings(tmp_path)
    assert (settings.zone, settings.store_url) == ("Asia/Shanghai", "postgresql://127.0.0.1/x")
    assert load_settings(tmp_path, zone="UTC").zone == "UTC"


def test_an_unknown_setting_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="colour"):
        load_settings(tmp_path, colour="red")
    with pytest.raises(ConfigError, match="port"):
        load_settings(tmp_path, port="many")


def test_a_key_is_never_shown(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, api_key="s3cr3t-value")
    assert "s3cr3t-value" not in repr(settings)


def test_policy_toml_overrides_by_name(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text('[recall]\ncandidates = 50\nfloor = 0\n[guard]\npii = "store"\n', "utf-8")
    policy = load_policy(tmp_path)
    assert (policy.recall.candidates, policy.recall.floor, policy.guard.pii) == (50, 0.0, "store")
    assert policy.write == Policy().write


@pytest.mark.requirement("X8", "X9")
def test_policy_toml_sets_the_rank_and_the_lifecycle_of_experiences(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(
        "[rank]\nrecency = 0\n[lifecycle]\nidle_days = 5\nruns_of_luck = 9\n", "utf-8"
    )
    policy = load_policy(tmp_path)
    assert (policy.rank.recency, policy.lifecycle.idle_days, policy.lifecycle.runs_of_luck) == (0.0, 5.0, 9)
    assert policy.rank.similarity == Policy().rank.similarity


@pytest.mark.parametrize(
    "text,named",
    [
        ("[recall]\ncolour = 1\n", "colour"),
        ("[recall]\ncandidates = 'many'\n", "candidates"),
        ("recall = 3\n", "recall"),
        ("[guard]\npii = 'maybe'\n", "pii"),
        ("[reflect]\npreset = 'wild'\n", "preset"),
        ("[recall\n", "policy.toml"),
        ("[recall]\nrrf_k = -1\n", "rrf_k"),
        ("[recall]\nroute_deadline_s = nan\n", "route_deadline_s"),
        ("[work]\nlease_s = inf\n", "lease_s"),
        ("[write]\nneighbours = 51\n", r"policy\.toml: \[write\] neighbours is 1 to 50, not 51"),
        ("[recall]\ndense = 1.5\n", r"\[recall\] dense is 0 to 1, not 1.5"),
        ("[write]\nlongest = 499\n", "longest is 500 to 100,000"),
    ],
)
def test_a_wrong_policy_file_is_an_error_that_names_the_fault(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / "policy.toml").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=named):
        load_policy(tmp_path)


def test_a_policy_file_that_is_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").mkdir()
    with pytest.raises(ConfigError, match=r"policy\.toml cannot be read"):
        load_policy(tmp_path)


def test_postgres_is_another_name_of_postgresql_for_every_back_end(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, store_url="postgres://u@h/d", vector_url="postgres://u@h/e")
    assert settings.store_url == settings.lexical_url == settings.graph_url == settings.blob_url == "postgresql://u@h/d"
    assert settings.vector_url == "postgresql://u@h/e"


@pytest.mark.parametrize("given", [{"lease_s": 0.0}, {"attempts": 0}, {"poll_s": -1.0}, {"lanes": 65}])
def test_a_policy_made_in_a_program_is_held_to_the_same_ranges(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=next(iter(given))):
        Policy(work=WorkPolicy(**given))


RANGE = re.compile(r"(?<![\d.])(\d[\d \u00a0.]*)(?: \(none\) )?–\s?(\d[\d \u00a0]*)")


def described() -> dict[str, str]:
    """What the docstring under each weight says, by ``table.name``."""
    tables = {type(getattr(Policy(), item.name)).__name__: item.name for item in fields(Policy)}
    said: dict[str, str] = {}
    for node in ast.parse(inspect.getsource(policies)).body:
        if isinstance(node, ast.ClassDef) and node.name in tables:
            for field, text in zip(node.body, node.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    name = ast.unparse(field.target)
                    said[f"{tables[node.name]}.{name}"] = str(ast.literal_eval(text.value))
    return said


def test_every_weight_is_held_to_the_range_that_its_description_gives() -> None:
    checked = 0
    for name, text in described().items():
        table, _, field = name.partition(".")
        value = getattr(getattr(Policy(), table), field)
        if isinstance(value, int | float) and not isinstance(value, bool):
            least, most = range_of(name)
            told = RANGE.search(text)
            if name in RANGES or told is None:
                assert name in RANGES, f"{name} is no share: say its range in domain/ranges.py"
            if told:
                bounds = [float(re.sub(r"[^\d.]", "", bound)) for bound in told.groups()]
                assert (name, bounds) == (name, [least, most])
            checked += 1
    assert checked > 80
    assert set(RANGES) <= set(described())
