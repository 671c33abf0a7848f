"""The surfaces over the real embedded stack, each test in a folder of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from hindsight.app.client import AsyncHindsight
from hindsight.cli.running import run as run_cli
from hindsight.http import create_app

BASE = "http://127.0.0.1"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of the machine reaches a test, and no `.env` of the folder it is started in."""
    for name in list(os.environ):
        if name.upper().startswith("HINDSIGHT_") and not name.startswith("HINDSIGHT_TEST"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HINDSIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
async def hindsight(tmp_path: Path) -> AsyncIterator[AsyncHindsight]:
    async with AsyncHindsight(tmp_path / "home") as opened:
        yield opened


@pytest.fixture
async def client(hindsight: AsyncHindsight) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=create_app(hindsight))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        yield client


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line in this process."""

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = run_cli(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def started(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "hindsight.cli", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


@contextmanager
def serving(home: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """`hindsight serve` on a free port; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "hindsight.cli", "serve", "--home", str(home), "--port", str(port), *arguments]
    with (home.parent / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **environment})
        try:
            _wait(f"{BASE}:{port}", process)
            yield f"{BASE}:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 40
    while time.monotonic() < end and process.poll() is None:
        try:
            httpx.get(f"{address}/health", timeout=2)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("hindsight serve did not start")
