"""What stands before every route: the key, the Host header, the size of a body, names in the address (S5)."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hindsight.app.checks import is_loopback
from hindsight.domain.errors import AccessDenied, HindsightError, TooLarge, Unauthenticated
from hindsight.http.errors import answer

MAX_BODY = 16 * 1024 * 1024
"""Bytes in one request: 1,000,000 characters of any script, or an attachment of 10 MB in base64, with room around."""

OPEN_PATHS = frozenset({"/health", "/ready"})
"""Probes need no key; they tell no content."""


class Guard:
    """Asks for the key where one is set; without one, answers only callers that address this machine by a local name.

    The latter keeps a web page from reaching a local server under a name of its own (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, api_key: str | None) -> None:
        self._app = app
        self._key = api_key.encode() if api_key else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (error := self._refusal(scope)):
            await answer(error)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> HindsightError | None:
        headers = Headers(scope=scope)
        if self._key is None:
            return None if _is_local(headers.get("host", "")) else _not_local()
        if scope["path"] in OPEN_PATHS or any(hmac.compare_digest(key, self._key) for key in _keys(headers)):
            return None
        return Unauthenticated()


def _not_local() -> AccessDenied:
    return AccessDenied(
        "Without a key this server answers only to localhost.",
        hint="Set HINDSIGHT_API_KEY to be reached by other names.",
    )


def _is_local(host: str) -> bool:
    try:
        return is_loopback(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False


def _keys(headers: Headers) -> Iterable[bytes]:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        yield token.strip().encode("latin-1", "replace")
    yield headers.get("x-api-key", "").encode("latin-1", "replace")


class BodyLimit:
    """Refuses a body above ``most`` bytes: at once when its length is announced, else when it gets there."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdigit() and int(announced) > self._most:
            await answer(self._error())(scope, receive, send)
            return
        taken = 0
        refused = False

        async def counted() -> Message:
            nonlocal taken, refused
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._most and not refused:
                refused = True
                # FastAPI lets an HTTPException through while it reads a body; anything else becomes "no JSON".
                raise HTTPException(413, self._error().message)
            return message

        await self._app(scope, counted, send)

    def _error(self) -> TooLarge:
        return TooLarge(f"The body is above {self._most} bytes.", hint="Split the request.")


class KeepEncoded:
    """Routes on the address as it was sent, so that a space's name may hold a slash (``%2F``) or anything else.

    Handlers decode the names they take from the address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw = scope.get("raw_path")
        if scope["type"] == "http" and raw:
            scope = {**scope, "path": raw.partition(b"?")[0].decode("ascii", "replace")}
        await self._app(scope, receive, send)
