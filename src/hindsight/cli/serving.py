"""``serve``: HTTP and MCP on one port. ``mcp``: MCP over standard input and output."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from hindsight.cli.session import global_options, session_of

if TYPE_CHECKING:
    from fastapi import FastAPI

    from hindsight.app.settings import Settings


@click.command("serve")
@click.option("--host", help="Address to bind [default: 127.0.0.1]. Others than loopback need HINDSIGHT_API_KEY.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port [default: 8765].")
@click.option("--tools", metavar="SETS", help="MCP tools: agent, operator, session, all, or names [default: agent].")
@click.option("--no-mcp", is_flag=True, help="Only HTTP.")
@global_options
@click.pass_context
def serve_command(
    context: click.Context, /, *, host: str | None, port: int | None, tools: str | None, no_mcp: bool
) -> None:
    """Serve the HTTP API, and MCP at /mcp (streamable HTTP) and /sse, until interrupted."""
    settings = session_of(context).settings(host=host, port=port, tools=tools)
    _log_to_stderr()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(settings, mcp=not no_mcp))


async def _serve(settings: Settings, *, mcp: bool) -> None:
    import uvicorn

    from hindsight.app.checks import require_port

    application = create(settings, mcp=mcp)
    require_port(settings)
    # What is wrong with the store is said here, and not in the middle of a server's start.
    await application.state.hindsight.start()
    config = uvicorn.Config(
        application,
        host=settings.host,
        port=settings.port,
        log_config=None,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    await uvicorn.Server(config).serve()


@click.command("mcp")
@click.option("--tools", metavar="SETS", help="Tools: agent, operator, session, all, or names [default: agent].")
@global_options
@click.pass_context
def mcp_command(context: click.Context, /, *, tools: str | None) -> None:
    """Serve MCP to one client over standard input and output."""
    from hindsight.mcp.stdio import run

    _log_to_stderr(logging.WARNING)
    run(session_of(context).settings(tools=tools))


def create(settings: Settings, *, mcp: bool = True) -> FastAPI:
    """The application that ``serve`` serves. ConfigError: an address that others reach, and no key."""
    from hindsight.app.checks import is_loopback
    from hindsight.app.client import AsyncHindsight
    from hindsight.domain.errors import ConfigError
    from hindsight.http import create_app

    if not is_loopback(settings.host) and settings.api_key is None:
        raise ConfigError(
            f"{settings.host} can be reached by others and there is no key.",
            hint="Set HINDSIGHT_API_KEY, or serve on 127.0.0.1.",
        )
    hindsight = AsyncHindsight(**settings.model_dump())
    if not mcp:
        return create_app(hindsight)
    from hindsight.mcp.mount import mounted
    from hindsight.mcp.opening import Opening
    from hindsight.mcp.server import create_server

    server = create_server(Opening(lambda: hindsight), tools=settings.tools, space=settings.space)
    return create_app(hindsight, guests=[mounted(server, host=settings.host, guarded=settings.api_key is not None)])


def _log_to_stderr(level: int = logging.INFO) -> None:
    logging.basicConfig(stream=sys.stderr, level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
