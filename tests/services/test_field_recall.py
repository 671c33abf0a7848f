"""The field's lessons about text, time, isolation and paging, on the whole: every line, with several inputs each."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import anyio
import pytest
from tests.services.conftest import World

from hindsight import AsyncHindsight, InvalidFilter, InvalidInput

pytestmark = pytest.mark.anyio


def words_only(world: World) -> AsyncHindsight:
    """Without vectors: what is found is found by words."""
    return world.another(worker=False, embedder_url="none:")


async def contents(world: World, query: str, **given: Any) -> list[str]:
    return [hit.memory.content for hit in await world.alice.recall(query, **given)]


# Text


@pytest.mark.requirement("R3")
async def test_a_chinese_keyword_finds_its_sentence_and_a_single_character_need_not(world: World) -> None:
    async with words_only(world) as hs:
        alice = hs.space("alice")
        await alice.remember("我对花生过敏", verbatim=True)
        await alice.remember("公园里的菊花开了", verbatim=True)
        for word in ("花生", "过敏", "花生过敏"):
            assert [hit.memory.content for hit in await alice.recall(word)] == ["我对花生过敏"]
        assert len(await alice.recall("花")) <= 2


@pytest.mark.requirement("R3")
async def test_a_chinese_title_finds_its_own_record_first_among_1200(world: World) -> None:
    things = ["年度", "季度", "每周", "夜间", "临时", "紧急", "海外", "内部", "新版", "旧版", "自动", "人工"]
    kinds = ["备份", "审计", "复盘", "发布", "迁移", "盘点", "培训", "采购", "招聘", "报销"]
    forms = ["方案", "记录", "清单", "手册", "总结", "流程", "模板", "报告", "通知", "计划"]
    titles = [f"{a}{b}{c}" for a in things for b in kinds for c in forms]
    assert len(set(titles)) == 1200
    async with words_only(world) as hs:
        alice = hs.space("alice")
        await alice.remember([{"role": "user", "content": title} for title in titles], verbatim=True)
        for title in titles[::173]:
            assert (await alice.recall(title)).hits[0].memory.content == title


@pytest.mark.requirement("R3")
@pytest.mark.parametrize(
    "text",
    [
        "每日复盘 cron 备份", "レッサーパンダ", "Привет", r"C:\repo\src\main.py", "some/path/file", "v2.3.1",
        "snake_case", "kebab-case", "@decorator", "😀👨‍👩‍👧",
    ],
)  # fmt: skip
async def test_every_script_and_identifier_finds_itself_by_words(world: World, text: str) -> None:
    async with words_only(world) as hs:
        alice = hs.space("alice")
        told = f"Note 笔记: {text} (kept)"
        await alice.remember(told, verbatim=True)
        for n in range(5):
            await alice.remember(f"Other note {n}: 天气很好, nothing of it.", verbatim=True)
        hit = (await alice.recall(text)).hits[0]
        assert (hit.memory.content, hit.score > 0) == (told, True)


async def test_composed_decomposed_and_full_width_forms_are_one_text(world: World) -> None:
    await world.alice.remember("We met at café Luna.", kind="fact")
    again = await world.alice.remember("We met at cafe\u0301 Luna.", kind="fact")
    assert [outcome.action for outcome in again.outcomes] == ["duplicate"]
    assert len((await world.alice.list()).memories) == 1
    for form in ("café", "cafe\u0301"):
        assert await contents(world, form) == ["We met at café Luna."]
    await world.alice.remember("ＡＰＩ网关在杭州。", kind="fact")
    assert "ＡＰＩ网关在杭州。" in await contents(world, "API gateway 网关")


@pytest.mark.parametrize("text", ["\ud83d", "half \udc00 a character", "花生\ud800"])
async def test_a_lone_surrogate_is_a_clear_error_wherever_text_comes_in(world: World, text: str) -> None:
    for call in (world.alice.remember, world.alice.recall, world.alice.trace):
        with pytest.raises(InvalidInput, match="surrogate"):
            await call(text)
    with pytest.raises(InvalidInput, match="surrogate"):
        await world.alice.remember([{"role": "user", "content": "fine"}, {"role": "user", "content": text}])
    with pytest.raises(InvalidInput):
        await world.alice.recall("x", session=text)
    assert (await world.alice.list()).memories == ()


@pytest.mark.requirement("R3", "R12")
async def test_a_keyword_hit_that_the_vectors_miss_still_appears(world: World) -> None:
    (id_,) = (await world.alice.remember("Ticket QX-4417 is about the elevator.", kind="fact")).ids
    for n in range(10):
        await world.alice.remember(f"The elevator was serviced in week {n}.", kind="fact")
    assert world.hs.parts.vectors is not None
    await world.hs.parts.vectors.delete("default", [id_])
    hit = (await world.alice.recall("QX-4417")).hits[0]
    assert hit.memory.id == id_
    assert "dense" not in hit.why.routes


async def test_a_long_item_among_short_ones_is_split_and_nothing_is_lost(world: World) -> None:
    chinese = "".join(f"第{n}段讲的是水库的第{n}号闸门。" for n in range(520))
    assert len(chinese) > 8000
    huge = " ".join(f"Line {n} of the log mentions valve {n}." for n in range(2700))
    assert len(huge) > 100_000
    texts = ["The small one is blue.", chinese, huge, "The other small one is red."]
    async with words_only(world) as hs:
        receipt = await hs.space("alice").remember([{"role": "user", "content": text} for text in texts], verbatim=True)
        assert {outcome.action for outcome in receipt.outcomes} == {"added"}
        for query, wanted in (
            ("small one blue", "The small one is blue."),
            ("第519号闸门", "第519号闸门"),
            ("valve 2699", "valve 2699"),
            ("other small one red", "The other small one is red."),
        ):
            assert wanted in (await hs.space("alice").recall(query)).hits[0].memory.content


@pytest.mark.requirement("R9")
async def test_blank_queries_and_odd_limits_have_one_answer_everywhere(world: World) -> None:
    await world.alice.remember("I like tea.", kind="preference")
    for blank in ("", " ", "\n\t", "\u3000"):
        for call in (world.alice.recall, world.alice.trace, world.alice.experience):
            with pytest.raises(InvalidInput):
                await call(blank)
    for wrong in (0, -1):
        for limited in (world.alice.recall("tea", limit=wrong), world.alice.list(limit=wrong)):
            with pytest.raises(InvalidInput, match="limit"):
                await limited
    assert len(await world.alice.recall("tea", limit=10**9)) == 1
    assert len((await world.alice.list(limit=10**9)).memories) == 1
    for marks in ("?!", "。。。", "🙂🙂"):
        assert (await world.alice.recall(marks)).degraded == ()


# Time


@pytest.fixture(params=["America/Los_Angeles", "Asia/Shanghai"])
def server_zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """The machine's own zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.requirement("R2", "M2")
@pytest.mark.usefixtures("server_zone")
async def test_the_zone_of_the_server_never_matters(world: World) -> None:
    la = "America/Los_Angeles"
    await world.alice.remember("The picnic was at the canal.", kind="episode", occurred_at="2026-03-17T02:00:00Z")
    await world.alice.remember("The picnic was at home.", kind="episode", occurred_at="2026-03-17T23:00:00", zone=la)
    stored = {memory.content: memory.occurred_at for memory in (await world.alice.list()).memories}
    assert stored["The picnic was at home."] == datetime(2026, 3, 18, 6, tzinfo=UTC)
    asked = {"now": "2026-03-17T09:00:00", "zone": la}
    assert await contents(world, "what happened yesterday?", **asked) == ["The picnic was at the canal."]
    assert await contents(world, "what happened today?", **asked) == ["The picnic was at home."]
    assert await contents(world, "what happened on 2026-03-17?") == ["The picnic was at the canal."]


@pytest.mark.requirement("R2", "R7")
async def test_two_hundred_newer_rows_of_noise_do_not_hide_the_one_in_the_window(world: World) -> None:
    await world.alice.remember("We talked about the boat at the pier.", kind="episode", occurred_at="2026-02-10T10:00Z")
    noise = [{"role": "user", "content": f"We talked about the boat again, p{n}."} for n in range(200)]
    async with words_only(world) as hs:
        await hs.space("alice").remember(noise, verbatim=True, occurred_at="2026-03-17T10:00Z")
    question = "What did we say about the boat on 10 February?"
    assert (await contents(world, question, limit=3))[0] == "We talked about the boat at the pier."
    window = {"occurred_at": {"gte": "2026-02-01", "lt": "2026-03-01"}}
    assert await contents(world, "the boat", limit=3, where=window) == ["We talked about the boat at the pier."]


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "question,found",
    [
        ("What happened the day before yesterday?", "16"),
        ("what happened yesterday", "17"),
        ("前天发生了什么", "16"),
        ("三周前做了什么", "25"),
        ("上周做了什么", "11"),
        ("what is planned for next month?", "04"),
        ("下个月有什么安排", "04"),
    ],
)
async def test_days_weeks_and_months_are_told_apart(world: World, question: str, found: str) -> None:
    days = {"16": "2026-03-16", "17": "2026-03-17", "25": "2026-02-25", "11": "2026-03-11", "04": "2026-04-09"}
    for name, day in days.items():
        await world.alice.remember(f"Entry {name}.", kind="episode", occurred_at=f"{day}T10:00Z")
    hits = await contents(world, question)
    assert hits[:1] == [f"Entry {found}."]


@pytest.mark.requirement("R8", "W6")
async def test_a_fact_that_is_true_twice_keeps_two_intervals(world: World) -> None:
    for day, text in (
        ("2024-01-01", "I live in Berlin."),
        ("2024-06-01", "I moved to Munich."),
        ("2025-03-01", "I moved to Berlin."),
    ):
        world.clock.present = datetime.fromisoformat(f"{day}T12:00:00+00:00")
        await world.alice.remember(text, occurred_at=day)
    where = "Where do I live?"
    for as_of, city in (("2024-03-01", "Berlin"), ("2024-09-01", "Munich"), ("2025-06-01", "Berlin")):
        hits = (await world.alice.recall(where, as_of=as_of)).hits
        assert [city in hit.memory.content for hit in hits] == [True]
    berlin = [memory for memory in (await world.alice.list()).memories if "Berlin" in memory.content]
    assert len({(memory.valid_from, memory.valid_to) for memory in berlin}) == 2


# Isolation, filters, paging

NAMES = [
    "a-b.c",
    "6f9619ff-8b86-d011-b42d-00c04fc964ff",
    "a b",
    "租户",
    "x' OR '1'='1\"; --",
    "100%",
    "*",
    "a\nb",
    "n" * 512,
]


@pytest.mark.requirement("S4", "R7")
async def test_odd_names_of_tenants_spaces_and_projects_are_isolated_everywhere(world: World) -> None:
    for name in NAMES:
        here = world.hs.space(name, tenant=name)
        await here.remember("The code word is kiwi.", kind="fact", ref=name, project=name, tags=[name], source=name)
    for name in NAMES:
        here = world.hs.space(name, tenant=name)
        assert [memory.ref for memory in (await here.list()).memories] == [name]
        for where in ({"project": name}, {"tags": {"contains": name}}, {"not": {"project": {"ne": name}}}):
            assert [hit.memory.ref for hit in await here.recall("code word", where=where)] == [name]
        assert (await here.recall("code word", where={"project": {"in": [n for n in NAMES if n != name]}})).hits == ()
        assert (await here.trace("The code word is kiwi.")).lost_at == ""
        assert (await here.forget(source=name, preview=True)).ids == tuple(m.id for m in (await here.list()).memories)
    assert {space.name for space in await world.hs.spaces(tenant="*")} == {"*"}


@pytest.mark.requirement("R7")
async def test_filters_inside_or_and_not_agree_in_every_route_and_listing(world: World) -> None:
    for name, given in (("A", {"project": "web"}), ("B", {"tags": ["old"]}), ("C", {}), ("D", {"confidence": 0.2})):
        await world.alice.remember(f"The gate {name} is green.", kind="fact", **given)  # type: ignore[arg-type]
    cases: list[tuple[dict[str, Any], str]] = [
        ({"or": [{"project": "web"}, {"not": {"tags": {"contains": "old"}}}]}, "ACD"),
        ({"not": {"or": [{"project": "web"}, {"tags": {"contains": "old"}}]}}, "CD"),
        ({"not": {"and": [{"not": {"project": "web"}}, {"confidence": {"gte": 0.5}}]}}, "AD"),
        ({"or": [{"and": [{"project": "web"}, {"not": {"kind": "episode"}}]}, {"confidence": {"lt": 0.5}}]}, "AD"),
        ({"not": {"not": {"project": "web"}}}, "A"),
        ({"or": []}, ""),
    ]
    for where, names in cases:
        full = {f"The gate {name} is green." for name in names}
        assert set(await contents(world, "green gate", where=where)) == full, where
        assert {memory.content for memory in (await world.alice.list(where)).memories} == full, where
    async with words_only(world) as hs:
        for where, names in cases:
            found = {hit.memory.content for hit in await hs.space("alice").recall("green gate", where=where)}
            assert found == {f"The gate {name} is green." for name in names}, where


@pytest.mark.requirement("R7")
@pytest.mark.parametrize(
    "where",
    [
        {"project": {"like": "w%"}},
        {"project": {"$eq": "web"}},
        {"or": [{"not": {"colour": "red"}}]},
        {"not": {"and": [{"confidence": {"contains": 1}}]}},
        {"tags": {"gt": "a"}},
        {"or": {"project": "web"}},
        {"kind": "rumour"},
    ],
)
async def test_an_unknown_operator_field_or_value_is_an_error_at_any_depth(world: World, where: dict[str, Any]) -> None:
    for call in (world.alice.recall("gate", where=where), world.alice.list(where)):
        with pytest.raises(InvalidFilter):
            await call


@pytest.mark.requirement("R7")
async def test_a_listing_pages_to_its_end_while_others_write_and_delete(world: World) -> None:
    async with words_only(world) as hs:
        alice = hs.space("alice")
        before = [{"role": "user", "content": f"Row {n} of the ledger."} for n in range(90)]
        kept = set((await alice.remember(before, verbatim=True)).ids)
        seen: list[str] = []

        async def write() -> None:
            for n in range(25):
                await alice.remember(f"Late row {n}.", verbatim=True)

        async with anyio.create_task_group() as group:
            group.start_soon(write)
            cursor: str | None = None
            while True:
                page = await alice.list(limit=7, cursor=cursor)
                seen += [memory.id for memory in page.memories]
                cursor = page.cursor
                if cursor is None:
                    break
                await anyio.sleep(0.001)
        assert len(seen) == len(set(seen))
        assert kept <= set(seen)


@pytest.mark.requirement("M1", "R7")
async def test_a_project_passed_on_write_is_a_project_found_on_read(world: World) -> None:
    await world.alice.remember("The gateway runs on port 5433.", project="atlas")
    await world.alice.remember([{"role": "user", "content": "The gateway is written in Rust."}], project="atlas")
    await world.alice.remember("The gateway of the shed is wooden.", kind="fact")
    found = await contents(world, "gateway", where={"project": "atlas"})
    assert sorted(found) == ["The gateway is written in Rust.", "The gateway runs on port 5433."]
    assert {memory.project for memory in (await world.alice.list({"project": "atlas"})).memories} == {"atlas"}
