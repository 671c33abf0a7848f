"""Entities, reasons, attachments, sessions and forgetting by subject on the command line (I4)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.servers import redis
from tests.surfaces.conftest import Ran

pytestmark = pytest.mark.requirement("I4")
Cli = Callable[..., Ran]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(64))


def ids(ran: Ran) -> list[Any]:
    return list(ran.json["ids"])


@pytest.mark.requirement("M8")
def test_names_and_relations(cli: Cli) -> None:
    (id_,) = ids(cli("--json", "remember", "Robert works at Acme."))
    told = cli("entity", "alias", "Robert", "Bob")
    assert "1 memories changed" in told.out
    assert "Robert –works_at→ Acme" in cli("relations", "Bob", "--predicate", "works_at").out
    assert "Robert works at Acme." in cli("recall", "Where does Bob work?").out
    assert cli("relations", "Nobody").out.startswith("Nothing is claimed")
    merged = cli("--json", "entity", "merge", "Bob", "Robert").json
    assert merged["ids"] == [id_]
    split = cli("--json", "entity", "split", "Bob", "Bob (Graz)", id_).json
    assert cli("rollback", split["change_set"]).code == 0
    assert cli("relations", "Bob", "--hops", "9").code == 2
    assert cli("relations", "Bob", "--only", "elsewhere").code == 3


@pytest.mark.requirement("M8")
def test_why(cli: Cli) -> None:
    said = "We changed the retry policy to 5 tries because the API limits us to 60 requests per minute."
    effect, cause = ids(cli("--json", "remember", said))
    assert "because: the API limits us to 60 requests" in cli("why", effect).out
    assert "No reason was given" in cli("why", cause).out
    assert cli("why", "nowhere").code == 3


@pytest.mark.requirement("M10")
def test_attachments(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "heron.png").write_bytes(PNG)
    assert cli("remember", "Seen.", "--attach", "heron.png", "--caption", "a heron on a red boat").code == 0
    assert "heron" in cli("recall", "heron on a boat").out
    hash_ = hashlib.sha256(PNG).hexdigest()
    assert cli("attachment", hash_, "-o", "out.png").out.startswith("image/png, 72 bytes")
    assert (tmp_path / "out.png").read_bytes() == PNG
    assert cli("attachment", "0" * 64).code == 3
    assert cli("remember", "Seen.", "--attach", "heron.png").code == 2
    assert cli("remember", "Seen.", "--attach", "notes.txt", "--caption", "x").code == 2
    assert cli("attachment", hash_, "-o", "no/such/folder").code == 2


@pytest.mark.requirement("M7")
def test_sessions_need_a_server_that_keeps_them(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("session", "show", "s1").code == 7
    with redis() as server:
        monkeypatch.setenv("HINDSIGHT_WORKING_URL", server.url)
        cli("session", "add", "s1", "message", "Lovely weather.")
        cli("session", "add", "s1", "goal", "Ship", "release", "2.4")
        assert cli("session", "show", "s1", "--tokens", "8").out == "Goal: Ship release 2.4\n"
        assert "added" in cli("session", "end", "s1").out
        assert cli("session", "show", "s1").out.startswith("The session holds nothing")


@pytest.mark.requirement("G1")
def test_a_purge_by_subject_takes_along_what_was_only_said(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text('{"role": "user", "content": "Is zanzibird on the list?"}\n', "utf-8")
    cli("import", "talk.jsonl")
    preview = cli("forget", "--subject", "zanzibird", "--purge", "--preview").out
    assert preview.startswith("0 would be deleted")
    assert "1 turns" in preview
    assert cli("forget", "--subject", "zanzibird", "--purge", "--yes").code == 0
    home = tmp_path / "home"
    assert not any(b"zanzibird" in path.read_bytes() for path in home.rglob("*") if path.is_file())


@pytest.mark.requirement("G1")
def test_forget_says_what_went_and_how_to_take_it_back(cli: Cli) -> None:
    (id_,) = ids(cli("--json", "remember", "Robert works at Acme."))
    done = cli("forget", id_, "--yes").out
    assert "1 edges" in done
    change = done.split("`hindsight rollback ")[1].split("`")[0]
    assert cli("rollback", change).code == 0
    assert "Acme" in cli("recall", "Where does Robert work?").out
