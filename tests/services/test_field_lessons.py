"""What users of such systems ran into, tried on the whole: each test is one of those faults, with several inputs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import anyio
import pytest
from tests.services.conftest import World

from hindsight import NotFound

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


@pytest.mark.requirement("G1")
@pytest.mark.parametrize(
    "query,gone",
    [
        ("my allergy to peanuts", {"I am allergic to peanuts."}),
        ("my job at Acme", {"I work at Acme."}),
        ("忘记我对花生过敏这件事", {"我对花生过敏。"}),
        ("猫", {"我的猫叫咪咪。"}),
        ("coffee preference", {"I like coffee."}),
        ("my dog", set()),
        ("salary", set()),
        ("my phone number", set()),
    ],
)
async def test_forgetting_by_query_takes_what_is_clearly_meant_and_nothing_related(
    world: World, query: str, gone: set[str]
) -> None:
    for text in (
        *("I am allergic to peanuts.", "Peanut butter ice cream is sold at the corner.", "I work at Acme."),
        *("Acme's stock rose in May.", "我对花生过敏。", "我的猫叫咪咪。", "The office number is 5.", "I like coffee."),
    ):
        await world.alice.remember(text, verbatim=True)
    chosen = await world.alice.forget(query=query, preview=True)
    assert {(await world.alice.get(id_)).content for id_ in chosen.ids} == gone


@pytest.mark.requirement("G1")
async def test_what_was_deleted_is_purged_by_the_sweep_when_its_days_are_over(world: World) -> None:
    text = "The zebrafinch sings at dawn."
    (id_,) = (await world.alice.remember(text, kind="fact")).ids
    kept = (await world.alice.remember("The office is on the fourth floor.", kind="fact")).ids
    await world.alice.forget(id_)
    world.clock.present += timedelta(days=29)
    assert (await world.hs.sweep()).purged == 0
    assert len(await world.alice.history(id_)) > 0
    world.clock.present += timedelta(days=2)
    assert (await world.hs.sweep()).purged == 1
    with pytest.raises(NotFound):
        await world.alice.history(id_)
    assert await world.alice.get(kept[0])
    if not world.store_url:
        assert [p.name for p in world.home.rglob("*") if p.is_file() and b"zebrafinch" in p.read_bytes()] == []
