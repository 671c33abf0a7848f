"""Where a chat model is and how it wants to be asked."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hindsight.domain.errors import ConfigError

_HINT = "The key goes into HINDSIGHT_LLM_KEY, never into the URL."


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What a URL ``openai+http(s)://host:port/v1?model=…`` says.

    Options: ``temperature`` (0–2), ``json`` (0: do not ask the server for JSON mode), ``tries`` (1–10 requests a
    prompt).
    """

    url: str
    model: str
    temperature: float = 0.0
    json: bool = True
    tries: int = 3

    @classmethod
    def parse(cls, url: str) -> Endpoint:
        """Raises ConfigError for a wrong URL, an unknown option, or a key inside the URL."""
        parts = urlsplit(url.removeprefix("openai+"))
        options = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        if parts.username or parts.password or parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError("A chat endpoint reads openai+http://host:port/v1?model=name.", hint=_HINT)
        path = parts.path.rstrip("/").removesuffix("/chat/completions")
        try:
            return cls(url=f"{parts.scheme}://{parts.netloc}{path}/chat/completions", **_typed(options))
        except (TypeError, ValueError) as error:
            raise ConfigError(f"A wrong or missing option of the chat endpoint: {error}.", hint=_HINT) from None


def _typed(options: Mapping[str, str]) -> dict[str, Any]:
    typed = {name: _READ[name](value) if name in _READ else value for name, value in options.items()}
    if not typed.get("model"):
        raise ValueError("model=… is missing")
    return typed


def _temperature(text: str) -> float:
    value = float(text)
    if not (math.isfinite(value) and 0 <= value <= 2):
        raise ValueError("temperature is 0–2")
    return value


def _tries(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 10:
        raise ValueError("tries is 1–10")
    return value


def _switch(text: str) -> bool:
    if text.lower() not in ("0", "1", "true", "false"):
        raise ValueError("json is 0 or 1")
    return text.lower() in ("1", "true")


_READ: Mapping[str, Callable[[str], Any]] = {"temperature": _temperature, "tries": _tries, "json": _switch}
