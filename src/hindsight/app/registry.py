"""A URL names a back end; an entry point opens it. Built-ins use the same entry points as strangers.

Groups: ``hindsight.store``, ``.vector``, ``.lexical``, ``.graph``, ``.working``, ``.blobs``, ``.embedder``, ``.llm``,
``.rerank``. An entry point is named for a URL scheme and points to ``open(url, resources) -> back end or None`` (None:
switched off on purpose).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Literal

from hindsight.domain.errors import ConfigError

Port = Literal["store", "vector", "lexical", "graph", "working", "blobs", "embedder", "llm", "rerank"]


def schemes(port: Port) -> tuple[str, ...]:
    """The URL schemes that something is installed for."""
    return tuple(sorted(entry.name for entry in entry_points(group=f"hindsight.{port}")))


def opener(port: Port, url: str) -> Callable[[str, Any], Any]:
    """What opens ``url``. ConfigError names the schemes that are installed."""
    scheme = url.partition(":")[0].lower()
    for entry in entry_points(group=f"hindsight.{port}"):
        if entry.name == scheme:
            loaded: Callable[[str, Any], Any] = entry.load()
            return loaded
    known = ", ".join(f"{name}:" for name in schemes(port)) or "none"
    raise ConfigError(
        f"No {port} back end for {scheme!r} URLs is installed.", hint=f"Installed: {known}. Install its extra?"
    )
