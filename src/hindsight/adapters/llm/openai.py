"""Any endpoint that speaks OpenAI's ``POST /chat/completions``."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import anyio

from hindsight.adapters.llm.endpoint import Endpoint
from hindsight.domain.errors import Unavailable

if TYPE_CHECKING:
    import httpx2

PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Answers after which the same request may succeed."""
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 20.0
"""A server that wants to be left alone for longer has failed: the rules take over meanwhile."""
LARGEST = 4_000_000
"""Bytes of a reply that are read."""

_SPELLINGS: tuple[tuple[str, str, str | None], ...] = (
    ("max_completion_tokens", "max_tokens", "max_completion_tokens"),
    ("response_format", "response_format", None),
    ("json_object", "response_format", None),
    ("temperature", "temperature", None),
)
"""What a refused request complains of, the parameter it means, and the name it wants instead (None: leave it out)."""


class _Passing(Exception):
    """It did not work this time. ``pause_s``: how long the server wants to be left alone."""

    def __init__(self, reason: str, pause_s: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pause_s = pause_s


class OpenAIModel:
    """Asks once, and again with growing pauses while the failure may pass; all of it within the caller's time.

    What a server does not know (``response_format``, ``temperature``) is left out from then on.
    """

    def __init__(self, endpoint: Endpoint, *, key: str | None = None, first_pause_s: float = FIRST_PAUSE_S) -> None:
        import httpx2

        self._endpoint = endpoint
        self._first_pause_s = first_pause_s
        self._renamed: dict[str, str | None] = {}
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._client: httpx2.AsyncClient = httpx2.AsyncClient(headers=headers, timeout=None)

    @property
    def model(self) -> str:
        return self._endpoint.model

    async def complete(self, system: str, user: str, *, max_tokens: int, timeout_s: float) -> str:
        """The model's text. ``timeout_s`` bounds all tries together. Unavailable otherwise."""
        asked = {"system": system, "user": user}
        reason = "no answer in time"
        try:
            with anyio.fail_after(timeout_s):
                for attempt in range(self._endpoint.tries):
                    try:
                        return await self._ask(asked, max_tokens)
                    except _Passing as failed:
                        reason = failed.reason
                        if attempt + 1 == self._endpoint.tries:
                            break
                        await anyio.sleep(self._pause_s(failed, attempt))
        except TimeoutError:
            reason = f"no answer within {timeout_s:g} s" if reason == "no answer in time" else reason
        raise Unavailable(f"The language model does not answer: {reason}.")

    async def aclose(self) -> None:
        await self._client.aclose()

    def _pause_s(self, failed: _Passing, attempt: int) -> float:
        """Doubling, with jitter so that several workers do not come back together; the server's own wish wins."""
        if failed.pause_s is not None:
            if failed.pause_s > LONGEST_PAUSE_S:
                raise Unavailable(f"The language model asks for a pause of {failed.pause_s:.0f} s.")
            return failed.pause_s
        return min(LONGEST_PAUSE_S, self._first_pause_s * 2.0**attempt) * random.uniform(0.5, 1.0)  # noqa: S311

    async def _ask(self, asked: Mapping[str, str], max_tokens: int) -> str:
        """One request, repeated at once when the server wants a parameter spelled otherwise."""
        for _ in range(len(_SPELLINGS) + 1):
            status, headers, body = await self._post(self._body(asked, max_tokens))
            if status == 400 and self._respelled(body):
                continue
            if status in PASSING:
                raise _Passing(f"it answers {status}", _retry_after(headers))
            if status >= 400:
                raise Unavailable(f"The language model answers {status}.", hint=_MENDING.get(status))
            return _said(body)
        raise Unavailable("The language model refuses the request, however it is spelled.")

    def _body(self, asked: Mapping[str, str], max_tokens: int) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [{"role": role, "content": text} for role, text in asked.items()],
            "max_tokens": max_tokens,
            "temperature": self._endpoint.temperature,
            "stream": False,
        }
        if self._endpoint.json:
            body["response_format"] = {"type": "json_object"}
        for name, other in self._renamed.items():
            value = body.pop(name, None)
            if other and value is not None:
                body[other] = value
        return body

    def _respelled(self, body: bytes) -> bool:
        """Whether the refusal names a parameter that can be left out or renamed, and was not yet."""
        said = body[:20_000].decode("utf-8", "replace").lower()
        for complaint, name, other in _SPELLINGS:
            if complaint in said and name not in self._renamed:
                self._renamed[name] = other
                return True
        return False

    async def _post(self, body: Mapping[str, Any]) -> tuple[int, Mapping[str, str], bytes]:
        import httpx2

        try:
            async with self._client.stream("POST", self._endpoint.url, json=body) as response:
                answer = bytearray()
                async for chunk in response.aiter_bytes():
                    answer += chunk
                    if len(answer) > LARGEST:
                        raise Unavailable("The language model sends more than any answer is long.")
                return response.status_code, response.headers, bytes(answer)
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
            raise Unavailable(f"The language model's URL is wrong: {type(error).__name__}.") from None
        except httpx2.HTTPError as error:
            raise _Passing(type(error).__name__) from None


_MENDING = {
    401: "Is HINDSIGHT_LLM_KEY right?",
    403: "Is HINDSIGHT_LLM_KEY right?",
    404: "Check host, path (often /v1) and model in HINDSIGHT_LLM_URL.",
}


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait; None when it does not say or not in a form that can be read."""
    said = headers.get("retry-after", "").strip()
    try:
        seconds = float(said)
    except ValueError:
        try:
            after, now = parsedate_to_datetime(said), parsedate_to_datetime(headers.get("date", ""))
            seconds = (after - now).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _said(body: bytes) -> str:
    """The text of a completion, or of its refusal. What is no completion may pass: a proxy's page."""
    try:
        choice = json.loads(body)["choices"][0]
        message = choice["message"]
        content = message.get("content")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise _Passing("it sends something that is no completion") from None
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    said = content or message.get("refusal")
    return said if isinstance(said, str) else ""
