"""What users of such systems ran into, tried on the whole: each test is one of those faults, with several inputs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.services.conftest import World

from hindsight import InvalidInput, NotFound

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


_DEEP: list[Any] = []
for _ in range(3000):
    _DEEP = [_DEEP]
NO_ID = (None, -7, float("nan"), b"bytes", "", [], {}, _DEEP, "\ud800")


@pytest.mark.parametrize("wrong", NO_ID, ids=lambda value: type(value).__name__)
async def test_what_has_the_wrong_shape_is_an_error_of_ours_wherever_it_is_handed_in(world: World, wrong: Any) -> None:
    alice = world.alice
    (id_,) = (await alice.remember("The cat is called Momo.", kind="fact")).ids
    team = world.hs.space("team", shared=True)
    calls = [
        partial(alice.get, wrong),
        partial(alice.history, wrong),
        partial(alice.update, wrong, confidence=0.5),
        partial(alice.update, id_, kind=wrong if wrong is not None else -7),
        partial(alice.list, cursor=wrong if wrong is not None else -7),
        partial(alice.recall, wrong),
        partial(alice.recall, "Momo", limit=wrong),
        partial(alice.recall, "Momo", now=wrong or "never"),
        partial(team.grant, wrong),
        partial(alice.forget, "x", mode=wrong),
    ]
    for key in ("summary", "confidence", "key_fields"):
        value = wrong if wrong not in (None, "", [], {}) else object()
        calls += [partial(alice.remember, "Momo eats.", verbatim=True, **{key: value})]
        calls += [partial(alice.update, id_, **{key: value})]
    deep = wrong if wrong is _DEEP else b"x"
    calls += [partial(alice.record, {"goal": "g", "steps": [{"tool": deep}]}), partial(world.alice.receipt, wrong)]
    calls += [partial(alice.feedback, [id_], used=wrong), partial(alice.experience, "g", error=deep)]
    for call in calls:
        with pytest.raises((InvalidInput, NotFound)) as caught:
            await call()
        assert len(str(caught.value)) < 400
    assert (await alice.get(id_)).revision == 1


@pytest.mark.requirement("X1")
async def test_arguments_that_json_does_not_know_are_kept_as_text(world: World) -> None:
    args = {"path": Path("/data/a.csv"), "since": datetime(2026, 3, 1, tzinfo=UTC), "raw": b"x", "ids": {1}}
    async with world.alice.task("read the file", tools=["read"]) as task:
        task.step("read", args, error="boom")
        task.step("read", {"path": "/data/b.csv"}, result="ok")
    assert await world.hs.jobs(status="dead") == ()
    assert (await world.alice.list({"kind": "episode"})).memories


@pytest.mark.requirement("X1")
async def test_a_run_with_hostile_names_is_debriefed(world: World) -> None:
    steps = [{"tool": "read\x00file", "args": {"a\x00": "\x00", "enc": 1}, "error": "boom\x00"}]
    recorded = await world.alice.record({"goal": "read it\x00", "steps": [*steps, {"tool": "read", "result": "ok"}]})
    assert recorded.status == "done"
    assert await world.hs.jobs(status="dead") == ()


@pytest.mark.requirement("W7")
@pytest.mark.parametrize(
    "text", ["Use gb18030 for CSV files from Excel.", "Set the retry limit to 5.", "Use python3.10 for the old plugin."]
)
async def test_an_instruction_that_names_what_to_use_is_kept_when_handed_over_on_purpose(
    world: World, text: str
) -> None:
    assert [outcome.action for outcome in (await world.alice.remember(text)).outcomes] == ["added"]
    assert [hit.memory.content for hit in await world.alice.recall(text)] == [text]
    for idle in ("Write me a poem in 20 lines.", "请帮我把这段话缩短到50字。"):
        assert (await world.alice.remember(idle)).outcomes == ()


@pytest.mark.requirement("W5")
async def test_what_was_recalled_and_is_pasted_back_as_a_list_does_not_grow_the_store(world: World) -> None:
    await world.alice.remember("I am allergic to peanuts. I live in Oslo. My cat is called Momo.")
    await world.alice.remember("我喜欢喝绿茶。我的狗叫旺财。")
    before = (await world.alice.stats())["status"]
    for mark in ("- ", "* ", "• ", ""):
        hits = (await world.alice.recall("allergies, home, cat, 喝 狗")).hits
        await world.alice.remember("\n".join(mark + hit.memory.content for hit in hits))
    assert (await world.alice.stats())["status"] == before
