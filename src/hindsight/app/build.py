"""The composition root: opens what the settings name, and nothing else decides what is wired to what."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hindsight.adapters.rerank.words import WordReranker
from hindsight.adapters.sql.resources import Resources
from hindsight.adapters.wrap.cached import CachedEmbedder
from hindsight.adapters.wrap.rested import RestedEmbedder, RestedModel
from hindsight.app.registry import opener
from hindsight.app.settings import Settings, load_policy
from hindsight.domain.errors import ConfigError
from hindsight.domain.policy import Policy
from hindsight.ports.clock import Clock
from hindsight.ports.models import LanguageModel
from hindsight.services.parts import Parts
from hindsight.services.rerank import ModelReranker

_EMBEDDING_CACHE = 2048
_REMOTE = "openai+"
_BY_LLM = ("llm:", "llm")


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Open parts, and what was opened for them in order."""

    parts: Parts
    opened: AsyncExitStack

    async def aclose(self) -> None:
        """Close every part, whatever another one raises."""
        await self.opened.aclose()


async def build(settings: Settings, *, clock: Clock | None = None, policy: Policy | None = None) -> Built:
    """Open every back end and bring the store's schema up to date. ConfigError, Unavailable or StorageError; what was
    opened before it is closed again.
    """
    policy = policy or load_policy(settings.home)
    async with AsyncExitStack() as stack:
        parts = _opened(settings, clock or SystemClock(), policy, stack)
        await parts.store.start()
        return Built(parts=parts, opened=stack.pop_all())


def _opened(settings: Settings, clock: Clock, policy: Policy, stack: AsyncExitStack) -> Parts:
    given = {"embedder": settings.embedder_key, "llm": settings.llm_key, "rerank": settings.rerank_key}
    resources = Resources({port: key.get_secret_value() for port, key in given.items() if key})
    stack.push_async_callback(resources.aclose)

    def open_(port: Any, url: str) -> Any:
        part = opener(port, url)(url, resources)
        if part is not None:
            stack.push_async_callback(part.aclose)
        return part

    def open_model(url: str) -> LanguageModel | None:
        model = open_("llm", url)
        return RestedModel(model, rest_s=policy.work.rest_s) if model else None

    store = open_("store", settings.store_url)
    embedder = open_("embedder", settings.embedder_url)
    if embedder and settings.embedder_url.startswith(_REMOTE):
        embedder = RestedEmbedder(embedder, rest_s=policy.work.rest_s)
    llm = open_model(settings.llm_url)
    return Parts(
        store=store,
        lexical=open_("lexical", settings.lexical_url),
        vectors=open_("vector", settings.vector_url) if embedder else None,
        graph=open_("graph", settings.graph_url),
        embedder=CachedEmbedder(embedder, _EMBEDDING_CACHE) if embedder else None,
        llm=llm,
        reflector=llm if settings.reflect_url == settings.llm_url else open_model(settings.reflect_url),
        wording=WordReranker(),
        reranker=(_by_model(llm, policy) if settings.rerank_url in _BY_LLM else open_("rerank", settings.rerank_url)),
        blobs=open_("blobs", settings.blob_url),
        working=open_("working", settings.working_url),
        clock=clock,
        policy=policy,
    )


def _by_model(llm: LanguageModel | None, policy: Policy) -> ModelReranker:
    if llm is None:
        raise ConfigError("HINDSIGHT_RERANK_URL=llm: needs a language model.", hint="Set HINDSIGHT_LLM_URL.")
    return ModelReranker(llm, policy.model)
