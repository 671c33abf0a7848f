"""Errors over HTTP: one table from code to status, one shape: ``{"error": {"code", "message", "hint"}}``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from hindsight.app.wire import error_to_wire
from hindsight.domain.errors import HindsightError, InvalidInput

STATUS: Mapping[str, int] = MappingProxyType(
    {
        "invalid_input": 400,
        "invalid_filter": 400,
        "unauthenticated": 401,
        "access_denied": 403,
        "not_found": 404,
        "method_not_allowed": 405,
        "conflict": 409,
        "duplicate": 409,
        "too_large": 413,
        "refused": 422,
        "overloaded": 429,
        "internal": 500,
        "config": 500,
        "storage": 500,
        "unavailable": 503,
        "index_mismatch": 503,
    }
)
"""What each error code is over HTTP. ``method_not_allowed`` is the only one that the library does not have."""

_MEANING: Mapping[int, str] = MappingProxyType(
    {
        400: "A value is wrong, a filter names what does not exist, or the body is no JSON.",
        401: "No key, or a wrong one.",
        403: "The caller may not do this.",
        404: "There is no such record in this space.",
        409: "The record changed since it was read: read it again and repeat the change.",
        413: "The request is above its size limit.",
        422: "The write guard does not store this text.",
        429: "The queue is full; nothing was stored. Try again after the seconds in Retry-After.",
        503: "A back end does not answer; try again.",
    }
)
_RETRY_S = "5"


class ErrorBody(BaseModel):
    """What went wrong, in a word that programs can rely on and a sentence for people."""

    code: str = Field(description="Stable code, the same in the library, HTTP, MCP and the command line.")
    message: str = Field(description="What was wrong.")
    hint: str | None = Field(None, description="How to mend it.")


class ErrorAnswer(BaseModel):
    """The body of every answer that is no success."""

    error: ErrorBody


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route for OpenAPI: those given and those that every route may give."""
    return {
        status: {"model": ErrorAnswer, "description": _MEANING[status]}
        for status in sorted({*statuses, 400, 401, 403, 503})
    }


def answer(error: HindsightError) -> JSONResponse:
    status = STATUS.get(error.code, 500)
    headers = {"Retry-After": _RETRY_S} if status in (429, 503) else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(error_to_wire(error), status, headers)


def install(app: FastAPI) -> None:
    """Make every error of ``app`` come out in the one shape."""

    @app.exception_handler(HindsightError)
    async def ours(_: Request, error: HindsightError) -> JSONResponse:
        return answer(error)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return answer(InvalidInput(_said(error.errors(), error.body)))

    @app.exception_handler(HTTPException)
    async def routing(request: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "invalid_input")
        message = "There is nothing at this address." if error.status_code == 404 else str(error.detail)
        body = {"error": {"code": code, "message": message, "hint": "See /openapi.json."}}
        headers = {"Allow": ", ".join(_methods(request))} if error.status_code == 405 else error.headers
        return JSONResponse(body, error.status_code, headers)

    @app.exception_handler(Exception)
    async def unexpected(_: Request, __: Exception) -> JSONResponse:
        return answer(HindsightError("Something went wrong inside Hindsight; its log says what."))


def _methods(request: Request) -> list[str]:
    """The methods of every route at this address; Starlette names those of the first."""
    path = request.scope["path"]
    paths = request.app.openapi()["paths"].items()
    return sorted({method.upper() for route, found in paths if compile_path(route)[0].match(path) for method in found})


def _said(problems: Sequence[Mapping[str, Any]], body: object) -> str:
    first = problems[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    if first["type"] == "json_invalid":
        at = next((part for part in first["loc"] if isinstance(part, int)), 0)
        before = body[:at] if isinstance(body, str) else ""
        line, column = before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1
        return f"The body is no JSON: {first['ctx']['error']} at line {line}, column {column}."
    if not place and first["type"] in {"missing", "model_attributes_type"}:
        return "The body is one JSON object, sent as Content-Type: application/json."
    message = str(first["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}." if place else message
