"""Fixtures that every test may use."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from importlib.util import find_spec
from urllib.parse import urlsplit, urlunsplit

import pytest
from hypothesis import settings
from tests.servers import missing, postgres

APP_ROLE = "hindsight_app"
TEMPLATE = "hindsight_template"

settings.register_profile("hindsight", deadline=None)  # no absolute times: a busy machine fails nothing
settings.load_profile("hindsight")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_admin_url() -> Iterator[str]:
    """A superuser's URL of a real PostgreSQL with pgvector: HINDSIGHT_TEST_POSTGRES_URL, or one started for the run."""
    if find_spec("psycopg") is None:
        missing("postgres", "the extra hindsight-memory[postgres] is not installed")
    given = os.environ.get("HINDSIGHT_TEST_POSTGRES_URL")
    if given:
        _make_template(given)
        yield given
        return
    with postgres() as server:
        _make_template(server.url)
        yield server.url


_numbers = itertools.count(1)


@pytest.fixture
def postgres_url(postgres_admin_url: str) -> Iterator[str]:
    """A fresh database with pgvector, owned by a role that is no superuser, so that row-level security counts."""
    import psycopg

    name = f"hindsight_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(postgres_admin_url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} OWNER {APP_ROLE}")
        yield with_database(postgres_admin_url, name, APP_ROLE)
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def with_database(url: str, database: str, role: str) -> str:
    """``url`` with another database and role; the password is the role's name."""
    parts = urlsplit(url)
    return urlunsplit(
        parts._replace(path=f"/{database}", netloc=f"{role}:{role}@{parts.hostname}:{parts.port or 5432}")
    )


def _make_template(url: str) -> None:
    """A role and a template database that already has the extension, which only a superuser may install."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as admin:
        if not admin.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (APP_ROLE,)).fetchone():
            admin.execute(f"CREATE ROLE {APP_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '{APP_ROLE}'")
        if not admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", (TEMPLATE,)).fetchone():
            admin.execute(f"CREATE DATABASE {TEMPLATE}")
    with psycopg.connect(urlunsplit(urlsplit(url)._replace(path=f"/{TEMPLATE}")), autocommit=True) as template:
        if template.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone():
            template.execute("CREATE EXTENSION IF NOT EXISTS vector")
