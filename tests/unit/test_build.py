"""The composition root: what it opened is closed again when something else cannot be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from hindsight import AsyncHindsight, ConfigError, StorageError
from hindsight.adapters.embed.openai import OpenAIEmbedder
from hindsight.adapters.llm.openai import OpenAIModel

pytestmark = pytest.mark.anyio

EMBEDDER = "openai+http://127.0.0.1:9/v1?model=e"
MODEL = "openai+http://127.0.0.1:9/v1?model=m"


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of models that were closed, each by its own ``aclose``."""
    names: list[str] = []
    for kind in (OpenAIEmbedder, OpenAIModel):

        async def aclose(self: OpenAIEmbedder | OpenAIModel, close: object = kind.aclose) -> None:
            names.append(type(self).__name__)
            await close(self)  # type: ignore[operator]

        monkeypatch.setattr(kind, "aclose", aclose)
    return names


async def test_a_wrong_url_closes_what_was_opened_before_it(tmp_path: Path, closed: list[str]) -> None:
    hindsight = AsyncHindsight(tmp_path, embedder_url=EMBEDDER, llm_url=MODEL, working_url="carrier-pigeon:")
    with pytest.raises(ConfigError, match="carrier-pigeon"):
        await hindsight.start()
    assert sorted(closed) == ["OpenAIEmbedder", "OpenAIModel"]


async def test_a_store_that_cannot_be_used_closes_everything(tmp_path: Path, closed: list[str]) -> None:
    (tmp_path / "hindsight.db").write_bytes(b"This is no database." * 300)
    hindsight = AsyncHindsight(tmp_path, embedder_url=EMBEDDER, llm_url=MODEL, reflect_model="other")
    with pytest.raises(StorageError):
        await hindsight.start()
    assert sorted(closed) == ["OpenAIEmbedder", "OpenAIModel", "OpenAIModel"]


async def test_closing_closes_each_part_once(tmp_path: Path, closed: list[str]) -> None:
    async with AsyncHindsight(tmp_path, embedder_url=EMBEDDER, llm_url=MODEL, worker=False):
        assert closed == []
    assert sorted(closed) == ["OpenAIEmbedder", "OpenAIModel"]
