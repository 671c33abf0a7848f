"""A chat endpoint on loopback that answers from a script, in the ways that real models and servers answer."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "scripted-1"


@dataclass(frozen=True)
class Said:
    """One answer: the text of a completion, or with ``raw`` the whole body. ``delay_s`` before it is sent."""

    text: str = ""
    status: int = 200
    delay_s: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    hang_up: bool = False

    def body(self) -> bytes:
        if self.raw is not None:
            return self.raw
        if self.status >= 400:
            return json.dumps({"error": {"message": self.text}}).encode()
        message = {"role": "assistant", "content": self.text}
        return json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()


Answer = Said | str | Callable[[Mapping[str, Any]], "Said | str"]


class LLMServer:
    """Answers in the order of ``script``; the last answer is repeated. ``asked`` are the requests, newest last."""

    def __init__(self) -> None:
        self.script: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.port = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"openai+http://127.0.0.1:{self.port}/v1?model={MODEL}"

    def answers(self, *script: Answer) -> None:
        """Answer so from now on."""
        with self._lock:
            self.script = list(script)

    @property
    def prompts(self) -> list[str]:
        """What was asked, without the instructions."""
        return [request["messages"][-1]["content"] for request in self.asked]

    def _next(self, request: dict[str, Any], key: str | None) -> Said:
        with self._lock:
            self.asked.append(request)
            self.keys.append(key)
            answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        said = answer(request) if callable(answer) else answer
        return Said(said) if isinstance(said, str) else said


@contextmanager
def llm_server() -> Iterator[LLMServer]:
    """A running server."""
    scripted = LLMServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            said = scripted._next(request, self.headers.get("authorization"))
            time.sleep(said.delay_s)
            if said.hang_up:
                self.connection.close()
                return
            with suppress(OSError):
                self.send_response(said.status if self.path.endswith("/chat/completions") else 404)
                for name, value in said.headers.items():
                    self.send_header(name, value)
                body = said.body()
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

        def handle(self) -> None:
            with suppress(OSError, ValueError):
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    scripted.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield scripted
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def memories(*items: Mapping[str, Any]) -> str:
    """A good reply to the prompt of extraction."""
    return json.dumps({"memories": list(items)}, ensure_ascii=False)
