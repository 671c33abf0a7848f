"""MCP beside another ASGI application: streamable HTTP at ``/mcp``, SSE for older clients at ``/sse``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass(frozen=True, slots=True)
class Mounted:
    """Routes to add to an application, and what must run while they are served."""

    routes: tuple[BaseRoute, ...]
    lifespan: Callable[[], AbstractAsyncContextManager[None]]


def mounted(server: MCPServer[Any], *, host: str, guarded: bool) -> Mounted:
    """The routes of ``server``. ``guarded``: a key protects them, so that any Host header may be used to reach them."""
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False) if guarded else None
    streamable = server.streamable_http_app(host=host, transport_security=security)
    sse = server.sse_app(host=host, transport_security=security)
    for route in sse.routes:
        if isinstance(route, Route):
            route.app = _OneAnswer(route.app)

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    return Mounted((*streamable.routes, *sse.routes), running)


class _OneAnswer:
    """Drops a second answer to one request: the SDK sends an empty one when an event stream has ended."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        starts = 0

        async def first(message: Message) -> None:
            nonlocal starts
            starts += message["type"] == "http.response.start"
            if starts <= 1:
                await send(message)

        await self._app(scope, receive, first)
