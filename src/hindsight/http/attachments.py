"""The bytes of attachments (M10)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from hindsight.http.deps import Space, decoded
from hindsight.http.errors import documented

router = APIRouter(prefix="/v1/spaces/{space}", tags=["attachments"])


@router.get(
    "/attachments/{hash}",
    response_class=Response,
    responses={
        200: {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            "description": "The bytes, as the media type they were kept with.",
        },
        **documented(404),
    },
)
async def attachment(
    space: Space, hash: Annotated[str, Path(description="SHA-256 of the bytes, 64 hexadecimal digits.")]
) -> Response:
    """The bytes of an attachment of a memory that this space may read."""
    kept, data = await space.attached(decoded(hash, "hash"))
    # An SVG may hold scripts: nothing that a browser would run in our name.
    headers = {
        "Content-Disposition": f'attachment; filename="{kept.hash[:12]}"',
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return Response(data, media_type=kept.media_type, headers=headers)
