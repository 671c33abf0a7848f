"""What users of such systems ran into, tried on the whole: each test is one of those faults, with several inputs."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from tests.services.conftest import World

pytestmark = pytest.mark.anyio


@pytest.mark.requirement("W8")
async def test_what_was_waited_for_can_be_searched_even_when_indexing_is_slow(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world.another(worker=True) as hs:
        lexical: Any = hs.parts.lexical
        upsert = lexical.upsert

        async def slowly(memories: Any) -> None:
            await anyio.sleep(0.3)
            await upsert(memories)

        monkeypatch.setattr(lexical, "upsert", slowly)
        await hs.space("alice").remember([{"role": "user", "content": "My cat is called Zebulon."}])
        assert (await hs.space("alice").recall("Zebulon")).hits
