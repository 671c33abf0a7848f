"""MCP over standard input and output: stdout carries the protocol only, everything else goes to stderr."""

from __future__ import annotations

from typing import Any

import anyio

from hindsight.app.settings import Settings
from hindsight.mcp.opening import Opening
from hindsight.mcp.server import create_server


def run(settings: Settings) -> None:
    """Serve one client until it closes standard input."""
    anyio.run(_serve, settings)


async def _serve(settings: Settings) -> None:
    opening = Opening(lambda: _make(settings))
    server = create_server(opening, tools=settings.tools, space=settings.space)
    try:
        await server.run_stdio_async()
    finally:
        await opening.aclose()


def _make(settings: Settings) -> Any:
    """Runs in a thread of its own after the greeting: nearly all of our code is loaded here."""
    import hindsight.mcp.calls  # noqa: F401 - the first call finds it loaded
    from hindsight.app.client import AsyncHindsight

    return AsyncHindsight(**settings.model_dump())
