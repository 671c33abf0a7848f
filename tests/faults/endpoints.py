"""An embedding endpoint and a network in between, to be switched off and on."""

from __future__ import annotations

import hashlib
import json
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = 64


def vector(text: str) -> list[float]:
    """A direction for each word, added up: texts that share words point the same way."""
    total = [1e-3] * WORDS
    for word in text.lower().split():
        noise = random.Random(hashlib.sha256(word.encode()).digest())
        total = [value + noise.gauss(0, 1) for value in total]
    return total


class _Embeddings(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked: Any = json.loads(self.rfile.read(int(self.headers["content-length"])))
        data = [{"index": n, "embedding": vector(text)} for n, text in enumerate(asked["input"])]
        body = json.dumps({"data": data}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""


@contextmanager
def embeddings(port: int) -> Iterator[None]:
    """An endpoint that answers on ``port``."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _Embeddings)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def silence() -> Iterator[int]:
    """A port that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield int(listening.getsockname()[1])


class Cable:
    """Forwards a port to another; ``cut`` breaks every connection and refuses new ones until it is ``mended``."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._ends: list[socket.socket] = []
        self._listening: socket.socket | None = None
        self.port = 0

    def mend(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def cut(self) -> None:
        if self._listening:
            self._ends.append(self._listening)
        self._listening = None
        while self._ends:
            end = self._ends.pop()
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pump, args=(one, other), daemon=True).start()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)


@contextmanager
def cable(target: int) -> Iterator[Cable]:
    line = Cable(target)
    line.mend()
    try:
        yield line
    finally:
        line.cut()
