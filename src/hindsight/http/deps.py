"""What routes take from a request: the open Hindsight, the tenant, the space."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import Depends, Header, Path, Request
from fastapi.responses import JSONResponse

from hindsight.app import inputs
from hindsight.app.client import AsyncHindsight
from hindsight.app.space import AsyncSpace
from hindsight.app.wire import to_wire
from hindsight.domain.errors import InvalidInput


def opened(request: Request) -> AsyncHindsight:
    hindsight: AsyncHindsight = request.app.state.hindsight
    return hindsight


Opened = Annotated[AsyncHindsight, Depends(opened)]


def tenant_of(
    hindsight: Opened,
    x_hindsight_tenant: Annotated[
        str | None,
        Header(
            description="Tenant, percent-encoded UTF-8; the server's own when left out.",
            max_length=4096,
        ),
    ] = None,
) -> str:
    if x_hindsight_tenant is None:
        return hindsight.settings.tenant
    return inputs.name(decoded(x_hindsight_tenant, "tenant"), "tenant")


Tenant = Annotated[str, Depends(tenant_of)]


def space_of(
    hindsight: Opened,
    tenant: Tenant,
    space: Annotated[
        str,
        Path(
            description="The space, percent-encoded: whose memory. Made at the first write.",
            min_length=1,
            json_schema_extra={"maxLength": 512, "pattern": r"\S"},
        ),
    ],
) -> AsyncSpace:
    return hindsight.space(decoded(space, "space"), tenant=tenant)


Space = Annotated[AsyncSpace, Depends(space_of)]


def id_of(id: Annotated[str, Path(description="Id of a memory, percent-encoded.", min_length=1)]) -> str:
    return decoded(id, "id")


Id = Annotated[str, Depends(id_of)]


def decoded(text: str, what: str) -> str:
    """A name from an address or a header: percent-decoded, also where a client sent UTF-8 bytes as they are."""
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError:
        raw = text.encode()
    try:
        return unquote(raw.decode(), errors="strict")
    except UnicodeDecodeError:
        raise InvalidInput(f"{what} is not UTF-8.") from None


def json(record: Any, status: int = 200) -> JSONResponse:
    """A record as the answer."""
    return JSONResponse(to_wire(record), status)
