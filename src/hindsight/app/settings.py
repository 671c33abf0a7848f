"""Deployment settings: one class, prefix ``HINDSIGHT_``, a URL for each back end (D1, D2, D5, D8).

Weights, thresholds and periods are not here but in `policy.toml` in the home folder: :mod:`hindsight.domain.policy`.
Names that other systems use (``LLM_API_KEY``, ``DB_URL`` …) are read as well; ours win.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from hindsight.domain.errors import ConfigError
from hindsight.domain.policy import Policy


def _names(name: str, *others: str) -> AliasChoices:
    """Never the bare name: ``HOME``, ``HOST`` and ``PORT`` in the environment are somebody else's."""
    return AliasChoices(f"HINDSIGHT_{name.upper()}", *others)


class Settings(BaseSettings):
    """What a deployment decides. Empty URLs mean the embedded default in ``home``."""

    model_config = SettingsConfigDict(
        env_prefix="HINDSIGHT_", env_file=".env", env_file_encoding="utf-8", extra="ignore", populate_by_name=True
    )

    home: Path = Field(
        default_factory=lambda: Path.home() / ".hindsight",
        validation_alias=_names("home"),
        description="Folder of the embedded store; made if missing.",
    )
    store_url: str = Field("", validation_alias=_names("store_url", "RELATIONAL_DB_URL", "DB_URL"))
    vector_url: str = Field("", validation_alias=_names("vector_url", "VECTOR_STORE_URL"))
    lexical_url: str = Field("", validation_alias=_names("lexical_url"))
    graph_url: str = Field("", validation_alias=_names("graph_url"))
    working_url: str = Field("memory:", validation_alias=_names("working_url", "REDIS_URL"))
    blob_url: str = Field(
        "",
        validation_alias=_names("blob_url"),
        description="Where attachments are kept: file:///folder, or a PostgreSQL; empty: with the store.",
    )
    embedder_url: str = Field("auto:", validation_alias=_names("embedder_url", "EMBEDDING_MODEL"))
    embedder_key: SecretStr | None = Field(
        None, validation_alias=_names("embedder_key", "LLM_API_KEY"), description="Key of an embedding endpoint."
    )
    llm_url: str = Field(
        "none:",
        validation_alias=_names("llm_url", "LLM_API_BASE"),
        description="Chat endpoint for extraction, judging and reflection; none: the rules do all of it.",
    )
    llm_key: SecretStr | None = Field(
        None, validation_alias=_names("llm_key", "LLM_API_KEY"), description="Key of the chat endpoint."
    )
    llm_model: str = Field(
        "", validation_alias=_names("llm_model", "LLM_MODEL"), description="Model that extracts, unless the URL says."
    )
    reflect_model: str = Field(
        "",
        validation_alias=_names("reflect_model", "REFLECT_MODEL"),
        description="Model that debriefs trajectories; the one that extracts if empty.",
    )
    rerank_url: str = Field(
        "none:",
        validation_alias=_names("rerank_url"),
        description="Who reads the best hits again: llm: (the language model), rerank+http(s)://…/rerank?model=…",
    )
    rerank_key: SecretStr | None = Field(
        None, validation_alias=_names("rerank_key"), description="Key of a reranking endpoint."
    )
    tenant: str = Field(
        "default", validation_alias=_names("tenant"), description="Tenant of spaces opened without one."
    )
    space: str = Field(
        "default",
        validation_alias=_names("space"),
        description="Space of the command line and of MCP calls that name none.",
    )
    tools: str = Field(
        "agent",
        validation_alias=_names("tools"),
        description="MCP tools that are offered: sets or names, comma-separated.",
    )
    zone: str = Field("UTC", validation_alias=_names("zone"), description="IANA time zone of callers that name none.")
    worker: bool = Field(
        default=True, validation_alias=_names("worker"), description="Whether this process works off jobs."
    )
    host: str = Field(
        "127.0.0.1", validation_alias=_names("host"), description="Address the HTTP and MCP servers bind."
    )
    port: int = Field(8765, ge=0, le=65535, validation_alias=_names("port"))
    api_key: SecretStr | None = Field(
        None, validation_alias=_names("api_key"), description="Key that network callers must send; needed off loopback."
    )

    @field_validator("store_url", "vector_url", "lexical_url", "graph_url", "blob_url")
    @classmethod
    def _one_name(cls, url: str) -> str:
        """``postgres:`` is ``postgresql:``, as for libpq: one name, one database, one pool."""
        return f"postgresql:{url.removeprefix('postgres:')}" if url.startswith("postgres:") else url

    def resolved(self) -> Settings:
        """The same settings with every empty URL filled in."""
        home = self.home.expanduser().absolute()
        store = self.store_url or f"sqlite:///{quote(str(home / 'hindsight.db'))}"
        beside = store if store.startswith("postgresql:") else (home / "blobs").as_uri()
        return self.model_copy(
            update={
                "home": home,
                "store_url": store,
                "vector_url": self.vector_url or store,
                "lexical_url": self.lexical_url or store,
                "graph_url": self.graph_url or store,
                "blob_url": self.blob_url or beside,
                "llm_url": self._chat_url(self.llm_model or self.reflect_model),
            }
        )

    @property
    def reflect_url(self) -> str:
        """The endpoint of ``llm_url`` with the model that debriefs."""
        return _with_model(self.llm_url, self.reflect_model) if self.reflect_model else self.llm_url

    def _chat_url(self, model: str) -> str:
        """``LLM_API_BASE`` of other systems is a plain address: any of them speaks OpenAI's protocol."""
        url = self.llm_url.strip() or "none:"
        url = f"openai+{url}" if url.startswith(("http://", "https://")) else url
        return url if "model=" in url or not model else _with_model(url, model)


def _with_model(url: str, model: str) -> str:
    address, _, query = url.partition("?")
    if not address.startswith("openai+"):
        return url
    options = [option for option in query.split("&") if option and not option.startswith("model=")]
    return f"{address}?{'&'.join([*options, f'model={quote(model)}'])}"


def load_settings(home: str | os.PathLike[str] | None = None, **given: Any) -> Settings:
    """Settings from arguments, then the environment, then `.env`. ConfigError names what is wrong."""
    known = set(Settings.model_fields)
    unknown = sorted(set(given) - known)
    if unknown:
        raise ConfigError(f"Unknown setting {unknown[0]!r}.", hint=f"Settings: {', '.join(sorted(known))}.")
    if home is not None:
        given["home"] = Path(home)
    try:
        return Settings(**given).resolved()
    except ValidationError as error:
        first = error.errors()[0]
        raise ConfigError(f"Setting {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None


def load_policy(home: Path) -> Policy:
    """The defaults, overridden by ``policy.toml`` in ``home``. ConfigError on an unknown name or a wrong value."""
    path = home / "policy.toml"
    if not path.exists():
        return Policy()
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{path} cannot be read: {error}.") from None
    policy: Policy = _overridden(Policy(), table, str(path))
    return policy


def _overridden(record: Any, table: Mapping[str, Any], where: str) -> Any:
    known = {item.name: getattr(record, item.name) for item in fields(record)}
    changed: dict[str, Any] = {}
    for name, value in table.items():
        if name not in known:
            raise ConfigError(f"{where}: there is no {name!r}.", hint=f"It takes: {', '.join(known)}.")
        present = known[name]
        if is_dataclass(present):
            if not isinstance(value, Mapping):
                raise ConfigError(f"{where}: {name!r} is a table.")
            changed[name] = _overridden(present, value, f"{where} [{name}]")
        elif isinstance(present, float) and isinstance(value, int | float) and not isinstance(value, bool):
            changed[name] = float(value)
        elif type(value) is type(present):
            changed[name] = value
        else:
            raise ConfigError(f"{where}: {name!r} takes a {type(present).__name__}, not {value!r}.")
    try:
        return replace(record, **changed)
    except (ValueError, ConfigError) as error:
        raise ConfigError(f"{where}: {str(error).rstrip('.')}.") from None
