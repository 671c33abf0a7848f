"""Rerankers, by URL."""

from __future__ import annotations

from hindsight.adapters.sql.resources import Resources
from hindsight.domain.errors import ConfigError
from hindsight.ports.models import Reranker


def open_with(url: str, resources: Resources) -> Reranker | None:
    """The reranker that ``url`` names; None for ``none:``. Nothing is contacted before the first question. ConfigError.

    ``rerank+http(s)://host/v1/rerank?model=…``, see :class:`hindsight.adapters.rerank.remote.RemoteReranker`.
    """
    if url in ("none:", "none"):
        return None
    if url.startswith("rerank+"):
        from hindsight.adapters.rerank.remote import RemoteReranker

        return RemoteReranker(url.removeprefix("rerank+"), key=resources.keys.get("rerank"))
    raise ConfigError(
        f"There is no reranker {url.partition(':')[0]!r}.",
        hint="Known: none:, llm: (the configured language model), rerank+http(s)://host/v1/rerank?model=…",
    )
