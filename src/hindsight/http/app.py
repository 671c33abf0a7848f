"""The application: routes, guards, and OpenAPI that says what is really sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, Protocol

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from starlette.routing import BaseRoute

from hindsight import __version__
from hindsight.app.checks import readiness
from hindsight.app.client import AsyncHindsight
from hindsight.app.settings import Settings
from hindsight.app.wire import DERIVED, HIDDEN
from hindsight.http import attachments, entities, errors, records, sessions, verbs
from hindsight.http.answers import Health, Readiness
from hindsight.http.deps import Opened, json
from hindsight.http.guard import MAX_BODY, BodyLimit, Guard, KeepEncoded

_DESCRIPTION = """\
Long-term memory for LLM agents. Every error is `{"error": {"code", "message", "hint"}}`; codes are stable. Names in
addresses and in `X-Hindsight-Tenant` are percent-encoded UTF-8. With a key configured, send it as
`Authorization: Bearer KEY` or `X-API-Key: KEY`; `/health` and `/ready` need none.
"""


class Guest(Protocol):
    """Another application's routes, served beside ours, and what must run meanwhile."""

    @property
    def routes(self) -> Sequence[BaseRoute]: ...

    @property
    def lifespan(self) -> Callable[[], AbstractAsyncContextManager[None]]: ...


def create_app(source: AsyncHindsight | Settings, *, guests: Sequence[Guest] = (), max_body: int = MAX_BODY) -> FastAPI:
    """An ASGI application over ``source``: settings to open, or a Hindsight that is opened and closed with it.

    The key is the one in the settings. ``max_body`` is in bytes.
    """
    hindsight = AsyncHindsight(**source.model_dump()) if isinstance(source, Settings) else source

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(hindsight)
            for guest in guests:
                await stack.enter_async_context(guest.lifespan())
            yield

    app = FastAPI(
        title="Hindsight",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.hindsight = hindsight
    app.include_router(_probes)
    for router in (verbs.router, records.router, entities.router, sessions.router, attachments.router):
        app.include_router(router)
    for guest in guests:
        app.router.routes.extend(guest.routes)
    errors.install(app)
    key = hindsight.settings.api_key
    app.add_middleware(BodyLimit, most=max_body)
    app.add_middleware(KeepEncoded)
    app.add_middleware(Guard, api_key=key.get_secret_value() if key else None)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # FastAPI's own way to replace it
    return app


_probes = APIRouter(tags=["probes"])


@_probes.get("/health", response_model=Health)
async def health() -> JSONResponse:
    """The process lives. Touches nothing."""
    return json(Health(status="ok", version=__version__))


@_probes.get(
    "/ready",
    response_model=Readiness,
    responses={503: {"model": Readiness, "description": "The store does not answer."}},
)
async def ready(hindsight: Opened) -> JSONResponse:
    """Whether requests can be served: the store answers, the queue moves, the indexes fit the embedder.

    What is wrong is told to the operator by `hindsight doctor`, not here: this route asks for no key.
    """
    checks = await readiness(hindsight)
    states = {check.state for check in checks}
    status = "unavailable" if "failed" in states else "degraded" if "warning" in states else "ready"
    shown = tuple(
        check if check.state == "ok" else replace(check, detail="", hint="Run `hindsight doctor`.") for check in checks
    )
    return json(Readiness(status=status, checks=shown), 503 if status == "unavailable" else 200)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """FastAPI's document without its own 422, and with records as :mod:`hindsight.app.wire` writes them."""
    if app.openapi_schema:
        return app.openapi_schema
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = document["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for operations in document["paths"].values():
        for operation in operations.values():
            if "HTTPValidationError" in str(operation["responses"].get("422")):
                del operation["responses"]["422"]
    for record, extras in DERIVED.items():
        if record.__name__ in schemas:
            schemas[record.__name__]["properties"] |= {extra.name: dict(extra.schema) for extra in extras}
    for record, names in HIDDEN.items():
        shown = schemas.get(record.__name__, {})
        shown["properties"] = {key: value for key, value in shown.get("properties", {}).items() if key not in names}
        shown["required"] = [name for name in shown.get("required", ()) if name not in names]
    document["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    }
    app.openapi_schema = document
    return document
