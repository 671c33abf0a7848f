"""What the README shows is run: its example, its commands, its configuration block, its links."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "HINDSIGHT_HOME": str(home), "PYTHONUTF8": "1"}


def test_the_example_prints_what_the_text_says(tmp_path: Path) -> None:
    (example,) = blocks("python")
    ran = subprocess.run(
        [sys.executable, "-c", example], env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "我对花生过敏" in ran.stdout
    promised = re.search(r"The last line prints ``(.+?) ?``:", README)
    assert promised is not None
    assert ran.stdout.strip().splitlines()[-1] == promised.group(1)


def test_the_commands_run_in_the_order_they_are_shown(tmp_path: Path) -> None:
    (chat,) = ({"role": "user", "content": "My sister Mei lives in Toronto.", "id": "t1"},)
    (tmp_path / "chat.jsonl").write_text(json.dumps(chat) + "\n", "utf-8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "day.md").write_text("# Day\n\nThe office is on the fourth floor.\n", "utf-8")
    source = ROOT / "src" / "hindsight" / "demo" / "transcripts" / "retry_client.claude_code.jsonl"
    (tmp_path / "session.jsonl").write_bytes(source.read_bytes())
    commands = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("hindsight ")]
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(command, comments=True)
        ran = subprocess.run(
            [sys.executable, "-m", "hindsight.cli", *words[1:]],
            cwd=tmp_path,
            env=environment(tmp_path / "home"),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"


def test_the_client_configuration_names_a_command_that_exists(tmp_path: Path) -> None:
    (config,) = blocks("json")
    server = json.loads(config)["mcpServers"]["hindsight"]
    assert server["command"] == "hindsight"
    helped = subprocess.run(
        [sys.executable, "-m", "hindsight.cli", *server["args"], "--help"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert helped.returncode == 0, helped.stderr


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_a_link_leads_to_a_file(target: str) -> None:
    assert (ROOT / target).exists()


def test_every_setting_is_in_the_example_environment() -> None:
    from hindsight.app.settings import Settings

    example = (ROOT / ".env.example").read_text("utf-8")
    missing = [name for name in Settings.model_fields if f"HINDSIGHT_{name.upper()}" not in example]
    assert missing == []


def test_every_policy_is_documented_with_its_meaning() -> None:
    import ast

    source = (ROOT / "src" / "hindsight" / "domain" / "policy.py").read_text("utf-8")
    undocumented: list[str] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name != "Policy":
            body = node.body
            for place, item in enumerate(body):
                if isinstance(item, ast.AnnAssign):
                    after = body[place + 1] if place + 1 < len(body) else None
                    if not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)):
                        undocumented.append(f"{node.name}.{ast.unparse(item.target)}")
    assert undocumented == []
