"""Placeholders, named queries, URLs."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from hindsight.adapters.sql.connection import for_postgres, for_sqlite
from hindsight.adapters.sql.queries import load_queries, parse_queries
from hindsight.adapters.sql.resources import Resources, sqlite_path
from hindsight.domain.errors import ConfigError

STORE = files("hindsight.adapters.store")


@pytest.mark.parametrize(
    "sql, expected",
    [
        ("SELECT :a, :a_2", "SELECT %(a)s, %(a_2)s"),
        ("SELECT ':a', 'it''s :b', :c", "SELECT ':a', 'it''s :b', %(c)s"),
        ("SELECT x::text, :y::jsonb", "SELECT x::text, %(y)s::jsonb"),
        ("SELECT 10 % 3, '100%'", "SELECT 10 %% 3, '100%%'"),
        ("SELECT 1 -- of :who 5%\n, :b", "SELECT 1 -- of :who 5%%\n, %(b)s"),
        ("x = ANY(:ids)", "x = ANY(%(ids)s)"),
    ],
)
def test_placeholders_for_postgres(sql: str, expected: str) -> None:
    assert for_postgres(sql) == expected


def test_a_list_is_a_json_array_for_sqlite() -> None:
    assert for_sqlite("x.id = ANY(:ids) AND y = :z") == "x.id IN (SELECT value FROM json_each(:ids)) AND y = :z"


def test_queries_are_found_by_name_without_comments() -> None:
    text = "-- about the file\n-- name: one\nSELECT 1;\n\n-- on two\n-- name: two\nSELECT 2\n"
    assert parse_queries(text) == [("one", "SELECT 1"), ("two", "SELECT 2")]


def test_a_query_written_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "queries.sql").write_text("-- name: one\nSELECT 1")
    (tmp_path / "queries.sqlite.sql").write_text("-- name: one\nSELECT 2")
    with pytest.raises(ValueError, match="one"):
        load_queries(tmp_path, "sqlite")
    assert load_queries(tmp_path, "postgres") == {"one": "SELECT 1"}


def test_both_dialects_have_the_same_queries_and_each_is_used() -> None:
    sqlite, postgres = load_queries(STORE, "sqlite"), load_queries(STORE, "postgres")
    assert sqlite.keys() == postgres.keys()
    code = "".join(file.read_text() for file in STORE.iterdir() if file.name.endswith(".py"))
    dynamic = {"newest", "oldest"}
    assert set(re.findall(r"queries\[\"(\w+)\"\]", code)) | dynamic == sqlite.keys()


@pytest.mark.parametrize(
    "url, path",
    [
        ("sqlite:///memory.db", "memory.db"),
        ("sqlite:////var/lib/hindsight/memory.db", "/var/lib/hindsight/memory.db"),
        ("sqlite:////srv/%E8%AE%B0%E5%BF%86/a%20b.db", "/srv/记忆/a b.db"),
        ("sqlite:///C:/Users/me/memory.db", "C:/Users/me/memory.db"),
        ("sqlite:////srv/m.db?synchronous=normal", "/srv/m.db"),
    ],
)
def test_a_sqlite_url_names_a_file(url: str, path: str) -> None:
    assert sqlite_path(url) == Path(path)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite://host/file.db",
        "sqlite:///:memory:",
        "sqlite:///a.db?mode=ro",
        "sqlite:///a.db?synchronous=off",
        "mysql://host/db",
        "nonsense",
    ],
)
def test_a_wrong_url_is_a_configuration_error_with_a_way_out(url: str) -> None:
    with pytest.raises(ConfigError):
        Resources().database(url)


def test_one_url_is_one_database(tmp_path: Path) -> None:
    resources = Resources()
    url = f"sqlite:///{tmp_path}/a.db"
    assert resources.database(url) is resources.database(url)
    assert resources.database(url) is not resources.database(f"sqlite:///{tmp_path}/b.db")
