"""What the OpenAPI document promises, held against a real server by requests that schemathesis makes of it (I3)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.surfaces.conftest import serving

BEYOND_SCHEMAS = "positive_data_acceptance"
"""Times, zones, filters and steps obey rules that no JSON schema can say: a 400 for them is right."""


@pytest.mark.requirement("I3")
def test_every_route_keeps_to_its_description(tmp_path: Path) -> None:
    with serving(tmp_path / "home", "--no-mcp") as address:
        command = [Path(sys.executable).parent / "schemathesis", "run", f"{address}/openapi.json"]
        options = [
            "--max-examples=5",
            "--phases=coverage,fuzzing",
            "--seed=7",
            "--checks=all",
            f"--exclude-checks={BEYOND_SCHEMAS}",
            "--no-color",
        ]
        found = subprocess.run([*command, *options], capture_output=True, text=True, check=False, timeout=240)
    log = (tmp_path / "serve.log").read_text("utf-8", errors="replace")
    assert found.returncode == 0, found.stdout[-6000:]
    assert "Traceback" not in log
