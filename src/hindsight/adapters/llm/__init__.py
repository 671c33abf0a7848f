"""Language models, by URL."""

from __future__ import annotations

from hindsight.adapters.sql.resources import Resources
from hindsight.domain.errors import ConfigError
from hindsight.ports.models import LanguageModel


def open_llm(url: str, *, key: str | None = None) -> LanguageModel | None:
    """The model that ``url`` names; None for ``none:``. Nothing is contacted before the first prompt. ConfigError.

    ``openai+http(s)://host/v1?model=…``, see :class:`hindsight.adapters.llm.endpoint.Endpoint`. ``key`` is the
    endpoint's.
    """
    if url in ("none:", "none"):
        return None
    if url.startswith("openai+"):
        from hindsight.adapters.llm.endpoint import Endpoint
        from hindsight.adapters.llm.openai import OpenAIModel

        return OpenAIModel(Endpoint.parse(url), key=key)
    raise ConfigError(
        f"There is no language model {url.partition(':')[0]!r}.", hint="Known: none:, openai+http(s)://host/v1?model=…"
    )


def open_with(url: str, resources: Resources) -> LanguageModel | None:
    """The entry point: :func:`open_llm` with the key of the deployment's settings."""
    return open_llm(url, key=resources.keys.get("llm"))
