"""The server over the official SDK: tools from one table, errors with a code, the store opened after hello."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import AudioContent, CallToolResult, ImageContent, TextContent, ToolAnnotations

from hindsight import __version__
from hindsight.domain.errors import HindsightError, InvalidInput
from hindsight.mcp.opening import Opening
from hindsight.mcp.parameters import ToolSpec, read, schema
from hindsight.mcp.tools import INSTRUCTIONS, choose

SPACE_HEADER = "x-hindsight-space"
TENANT_HEADER = "x-hindsight-tenant"


class _Arguments(FuncMetadata):
    """Hands the arguments on as they came: :mod:`hindsight.mcp.parameters` checks them, with our error codes."""

    def validate_arguments(self, arguments_to_validate: dict[str, Any]) -> dict[str, Any]:
        return {"given": arguments_to_validate}


class _Tool(Tool):
    """A tool whose errors reach the model as they are said: ``code: message hint``."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            raise ToolError(str(error.__cause__ or error)) from error


def create_server(
    opening: Opening, *, tools: str = "agent", space: str = "default", tenant: str = ""
) -> MCPServer[Any]:
    """A server of the selected ``tools`` (sets and names, comma-separated). ConfigError on an unknown one.

    ``space`` and ``tenant`` are those of calls that name none; over HTTP the headers ``X-Hindsight-Space`` and
    ``X-Hindsight-Tenant`` (percent-encoded) come first.
    """

    async def open_behind(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """The first message is answered, then the store is opened while the client reads."""
        try:
            return await call_next(ctx)
        finally:
            opening.begin()

    made: list[Tool] = [_tool(spec, opening, space, tenant) for spec in choose(tools)]
    server: MCPServer[Any] = MCPServer(
        "hindsight",
        title="Hindsight",
        description="Long-term memory and experience for agents.",
        version=__version__,
        instructions=INSTRUCTIONS,
        tools=made,
        log_level="WARNING",
        middleware=[open_behind],
    )
    logging.getLogger("mcp").setLevel(logging.WARNING)
    return server


def _tool(spec: ToolSpec, opening: Opening, space: str, tenant: str) -> Tool:
    async def run(given: Mapping[str, Any], context: Context[Any, Any]) -> CallToolResult:
        try:
            arguments = read(spec.name, spec.params, _flattened(spec, given), also=spec.also)
            headers = _headers(context)
            hindsight = await opening.get()
            from hindsight.mcp.calls import call_of

            target = hindsight.space(
                arguments.pop("space", None) or headers.get(SPACE_HEADER) or space,
                tenant=headers.get(TENANT_HEADER) or tenant or None,
            )
            reply = await call_of(spec.name)(hindsight, target, arguments)
        except HindsightError as error:
            raise ToolError(f"{error.code}: {error}") from error
        said = TextContent(type="text", text=reply.text)
        return CallToolResult(content=[said, *_media(reply.media)], structured_content=reply.data)

    return _Tool(
        fn=run,
        name=spec.name,
        title=spec.title,
        description=spec.text,
        parameters=schema(spec.params),
        fn_metadata=_Arguments(arg_model=ArgModelBase),
        is_async=True,
        context_kwarg="context",
        annotations=ToolAnnotations(
            read_only_hint=spec.reads or None,
            idempotent_hint=spec.repeats or None,
            destructive_hint=None if spec.reads else spec.destroys,
        ),
    )


def _media(held: tuple[str, bytes] | None) -> list[ImageContent | AudioContent]:
    if held is None:
        return []
    kind, data = held[0], base64.b64encode(held[1]).decode("ascii")
    if kind.startswith("image/"):
        return [ImageContent(type="image", data=data, mime_type=kind)]
    return [AudioContent(type="audio", data=data, mime_type=kind)]


def _flattened(spec: ToolSpec, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """``filters`` with plain values for our own parameters: each takes its place among the arguments (I7).

    What is left, such as lists and operators, is a filter as :func:`hindsight.domain.filters.parse_where` reads it.
    """
    filters = given.get("filters")
    if isinstance(filters, str):
        try:
            filters = json.loads(filters)
        except (ValueError, RecursionError):
            raise InvalidInput("filters is an object of fields.") from None
    if not isinstance(filters, Mapping):
        return given
    own = {param.name for param in spec.params} | {"user_id", "top_k"}
    moved = {key: value for key, value in filters.items() if key in own and isinstance(value, str | int | float)}
    clash = sorted(key for key, value in moved.items() if key in given and given[key] != value)
    if clash:
        raise InvalidInput(f"{clash[0]!r} is given twice, once in filters.")
    rest = {key: value for key, value in filters.items() if key not in moved}
    left = {key: value for key, value in given.items() if key != "filters"}
    return {**left, **moved, **({"filters": rest} if rest else {})}


def _headers(context: Context[Any, Any]) -> dict[str, str]:
    """Space and tenant from the HTTP request, if there is one."""
    from hindsight.app import inputs

    request = getattr(context.request_context, "request", None)
    headers = getattr(request, "headers", None)
    if headers is None:
        return {}
    return {
        name: inputs.name(unquote(headers[name]), name) for name in (SPACE_HEADER, TENANT_HEADER) if name in headers
    }
