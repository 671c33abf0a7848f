"""Questions as people ask them: with pointers, pasted prompts and times; by rules, and with a model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.llm_server import LLMServer, Said, llm_server
from tests.services.conftest import World

from hindsight import AsyncHindsight
from hindsight.domain.answer import NOTHING, WORDLESS
from hindsight.domain.policy import Policy

pytestmark = pytest.mark.anyio

RULES_ZH = (
    "你是一名助理。回答要简洁，先给结论再给理由；不要编造事实，不确定时要说明；所有代码都要有注释，变量命名要清晰。"
)
RULES_EN = (
    "You are an assistant. Keep answers short. Never invent facts; say so when you are unsure. Comment all code. "
)
FACTS = (
    *(
        "The zygomorphic sample is in freezer 4.",
        "Ann's birthday is on 3 May.",
        "我对花生过敏。",
        "项目的限流是每分钟60次。",
    ),
    *("The backup runs at 02:00 on host kestrel.", "咪咪是一只三花猫。", "The quarterly report is due on Friday."),
)


@pytest.mark.requirement("R1")
async def test_a_prompt_of_two_kilobytes_does_not_drown_the_question(world: World) -> None:
    for fact in FACTS:
        await world.alice.remember(fact, verbatim=True)
    asked = {
        "Where is the zygomorphic sample?": "freezer 4",
        "我对什么过敏？": "花生",
        "which host runs the backup": "kestrel",
        "告诉我限流是多少": "60次",
    }
    for paste in ((RULES_ZH * 40)[:1500], (RULES_EN * 30)[:2000]):
        half = max(paste.find("。", 700), paste.find(". ", 900)) + 1
        for question, answer in asked.items():
            for text in (
                f"{paste}\n{question}",
                f"{question}\n{paste}",
                f"{paste[:half]}\n{question}\n{paste[half:]}",
            ):
                hits = (await world.alice.recall(text)).hits
                assert answer in hits[0].memory.content, text[:80]


@pytest.mark.requirement("R1")
@pytest.mark.parametrize("rare,answer", [("zygomorphic", "freezer"), ("三花猫", "咪咪")])
async def test_three_hundred_words_with_one_rare_word_find_it(world: World, rare: str, answer: str) -> None:
    for fact in FACTS:
        await world.alice.remember(fact, verbatim=True)
    for n in range(30):
        await world.alice.remember(
            f"Minutes of meeting {n}: clear names, short answers, commented code.", verbatim=True
        )
    words = [
        "code",
        "conclusion",
        "unsure",
        "polite",
        "markdown",
        "heading",
        "reproduce",
        "rules",
        "prompt",
        "team",
    ] * 15
    text = " ".join([*words, rare, *reversed(words)])
    assert answer in (await world.alice.recall(text)).hits[0].memory.content


@pytest.mark.requirement("R1")
async def test_pointers_are_looked_up_in_the_session_where_the_question_is_asked(world: World) -> None:
    for text in ("Mei works as a nurse.", "deploy_blue.sh rolls the web tier out.", "王小明的分机是 4417。"):
        await world.alice.remember(text, verbatim=True)
    for n in range(12):
        await world.alice.remember(f"Somebody works on floor {n} and rolls carts about.", verbatim=True)
    async with world.alice.session("s1") as here:
        await here.add("message", "My sister Mei lives in Toronto.")
        answer = await world.alice.recall("What does she do for work?", session="s1", explain=True)
        assert answer.hits[0].memory.content == "Mei works as a nurse."
        assert answer.explanation is not None
        assert answer.explanation.meant == (("she", "Mei"),)
        await here.add("note", "the deploy script is deploy_blue.sh")
        answer = await world.alice.recall("what does that script do?", session="s1")
        assert answer.hits[0].memory.content.startswith("deploy_blue.sh")
        await here.add("message", "我同事王小明负责支付网关。")
        answer = await world.alice.recall("他的分机是多少", session="s1")
        assert "4417" in answer.hits[0].memory.content
        coming = world.alice.prefetch("他的分机是多少", session="s1")
        later = await coming.answer(timeout_s=10)
        assert later is not None
        assert "4417" in later.hits[0].memory.content
    nowhere = await world.alice.recall("What does she do for work?", explain=True)
    assert nowhere.explanation is not None
    assert nowhere.explanation.meant == ()


@pytest.mark.requirement("R1")
@pytest.mark.parametrize("question", ["fix that script from last time", "上次那个脚本还要改什么"])
async def test_last_time_is_the_session_before_this_one(world: World, question: str) -> None:
    for name, script in (("monday", "fix_rows.py"), ("tuesday", "merge_tables.py")):
        async with world.alice.session(name) as session:
            await session.add("goal", f"write the script (脚本) {script}")
        world.clock.pass_(days=1)
        await world.alice.remember(f"{script} fails on empty files, 遇到空文件会报错。", verbatim=True)
    async with world.alice.session("wednesday") as session:
        await session.add("message", "Good morning, look at other_script.py first.")
        answer = await world.alice.recall(question, session="wednesday", explain=True)
    assert answer.explanation is not None
    assert [name for _, name in answer.explanation.meant] == ["merge_tables.py"]
    assert "merge_tables.py fails" in " ".join(hit.memory.content for hit in answer.hits[:2])


@pytest.mark.requirement("R1")
@pytest.mark.parametrize("question", ["What is the rate limit in project atlas?", "atlas 项目的限流是多少"])
async def test_a_project_or_tool_that_the_question_names_speaks_for_its_memories(world: World, question: str) -> None:
    for project, limit in (("atlas", 60), ("zephyr", 70), (None, 80)):
        text = f"The rate limit (限流) of the gateway is {limit}/min."
        await world.alice.remember(text, kind="fact", project=project, key_fields={"rate_limit": f"{limit}/min"})
    answer = await world.alice.recall(question, explain=True)
    assert answer.hits[0].memory.project == "atlas"
    assert answer.hits[0].why.signs["hint"] > 0
    assert "hint" not in answer.hits[1].why.signs


@pytest.mark.requirement("R2")
async def test_a_time_alone_lists_what_lies_in_it_and_lets_nothing_else_pass(world: World) -> None:
    times = {
        "2026-03-18T09:00": "I planted basil.",
        "2026-03-18T11:00": "我去了牙医那里。",
        "2026-03-11T10:00": "I sold the car.",
    }
    for at, text in times.items():
        await world.alice.remember(text, kind="episode", occurred_at=at)
    await world.alice.remember("The cat eats twice.", kind="fact", occurred_at="2025-01-01")
    for question in ("what did I do today?", "今天我都做了什么", "today"):
        found = {hit.memory.content for hit in await world.alice.recall(question)}
        assert found == {"I planted basil.", "我去了牙医那里。"}
    assert [hit.memory.content for hit in await world.alice.recall("上周做了什么")] == ["I sold the car."]
    assert (await world.alice.recall("what happened in February?")).hits == ()
    for policy in ("rrf_decay", "weighted", "confidence"):
        assert len(await world.alice.recall("what did I do today?", policy=policy)) == 2


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "question,answer",
    [
        ("what happened at Christmas?", "At Christmas we burnt the goose."),
        ("上周五我去干嘛了？", "周五下午去拔了颗智齿。"),
        ("三月十六号晚上出了什么事", "昨晚八点多机房停电了。"),
        ("what happened on the evening of 16 March?", "昨晚八点多机房停电了。"),
        ("what's happening on the 3rd of April?", "Mum's operation is on the 3rd of April."),
        ("四月三号有什么安排？", "Mum's operation is on the 3rd of April."),
    ],
)
async def test_a_time_in_which_nothing_was_told_is_answered_by_what_tells_of_it(
    world: World, question: str, answer: str
) -> None:
    for at, text in (
        ("2025-12-27T13:00", "At Christmas we burnt the goose."),
        ("2026-02-09T21:00", "Mum's operation is on the 3rd of April."),
        ("2026-03-15T21:00", "周五下午去拔了颗智齿。"),
        ("2026-03-17T08:00", "昨晚八点多机房停电了。"),
        ("2026-03-17T09:00", "The goose was dry anyway."),
    ):
        await world.alice.remember(text, verbatim=True, occurred_at=at)
    assert [hit.memory.content for hit in await world.alice.recall(question)] == [answer]


@pytest.mark.requirement("R2")
async def test_what_was_told_beside_it_comes_with_what_tells_of_a_time(world: World) -> None:
    source = {"conversation": "c1"}
    for text in ("At Christmas we burnt the goose.", "Oh no! What did you eat then?", "Pancakes."):
        await world.alice.remember(text, verbatim=True, occurred_at="2025-12-27T13:00", source=source)
    found = [hit.memory.content for hit in await world.alice.recall("what happened at Christmas?")]
    assert found[0] == "At Christmas we burnt the goose."
    assert "Pancakes." in found


@pytest.mark.requirement("R2")
@pytest.mark.parametrize("question", ["Do I have a race this month?", "这个月我有比赛吗"])
async def test_a_topic_that_tells_of_the_time_in_its_own_words_gains(world: World, question: str) -> None:
    for at, text in (
        ("2025-12-15T12:00", "I signed up for a race on 5 January."),
        ("2026-01-25T12:00", "I signed up for a race on 22 March."),
        ("2026-02-02T12:00", "I signed up for a race on 5 June."),
    ):
        await world.alice.remember(text, verbatim=True, occurred_at=at)
    first = (await world.alice.recall(question)).hits[0]
    assert first.memory.content == "I signed up for a race on 22 March."
    assert first.why.signs["told"] > 0


@pytest.mark.requirement("R2", "R9")
@pytest.mark.parametrize("question", ["How do volcanoes erupt today?", "今天光合作用的过程是什么？"])
async def test_today_alone_lets_nothing_unrelated_pass(world: World, question: str) -> None:
    for text in ("The staging server is called heron.", "Ann's birthday is on 3 May.", "我对花生过敏。"):
        await world.alice.remember(text, verbatim=True)
    assert (await world.alice.recall(question)).hits == ()


@pytest.mark.requirement("R2")
async def test_a_time_and_a_topic_find_the_topic_within_the_time(world: World) -> None:
    for at, text in (
        ("2026-03-11T12:00", "I ate ramen at Ichiban."),
        ("2026-03-12T12:00", "I repaired the fence."),
        ("2026-02-03T12:00", "I ate ramen at Tokyo House."),
    ):
        await world.alice.remember(text, kind="episode", occurred_at=at)
    hits = (await world.alice.recall("Where did I eat ramen last week?")).hits
    assert hits[0].memory.content == "I ate ramen at Ichiban."
    assert "I repaired the fence." not in [hit.memory.content for hit in hits]


def rewritten(text: str) -> str:
    return json.dumps({"queries": [{"text": text}]}, ensure_ascii=False)


@pytest.fixture
def llm() -> Iterator[LLMServer]:
    with llm_server() as server:
        yield server


def with_model(world: World, llm: LLMServer, **recall: object) -> AsyncHindsight:
    policy = Policy()
    policy = replace(
        policy,
        recall=replace(policy.recall, **recall),
        work=replace(policy.work, rest_s=0.0),  # type: ignore[arg-type]
    )
    return world.another(worker=False, policy=policy, llm_url=f"{llm.url}&tries=1")


@pytest.mark.requirement("R1")
async def test_a_model_rewrites_only_what_points_at_something_or_is_long(world: World, llm: LLMServer) -> None:
    await world.alice.remember("Mei works as a nurse.", verbatim=True)
    llm.answers(rewritten("What is Mei's job?"))
    async with with_model(world, llm) as hs:
        alice = hs.space("alice")
        await alice.recall("Who works as a nurse?", session="s1")
        assert llm.asked == []
        async with alice.session("s1") as session:
            await session.add("message", "I called my sister Mei <again>.")
            answer = await alice.recall("What does she do?", session="s1", explain=True)
        assert answer.hits[0].memory.content == "Mei works as a nurse."
        assert answer.explanation is not None
        assert answer.explanation.text == "What is Mei's job?"
        assert "‹again>" in llm.prompts[-1]
        assert len(llm.asked) == 1
        await alice.recall(f"{RULES_EN * 10} What does Mei do?")
        assert len(llm.asked) == 2
    async with with_model(world, llm, rewrite=False) as hs:
        await hs.space("alice").recall(f"{RULES_EN * 10} What does Mei do?")
        assert len(llm.asked) == 2


@pytest.mark.requirement("R1", "R12")
@pytest.mark.parametrize(
    "said",
    [
        Said("overloaded", status=503),
        Said("I cannot help with that."),
        Said(rewritten("")),
        Said(rewritten("x" * 700)),
        Said(rewritten("late"), delay_s=3.0),
        Said(hang_up=True),
    ],
    ids=["down", "refusal", "empty", "too-long", "late", "hangs-up"],
)
async def test_a_model_that_does_not_rewrite_is_named_and_the_rules_read_the_query(
    world: World, llm: LLMServer, said: Said
) -> None:
    await world.alice.remember("Mei works as a nurse.", verbatim=True)
    llm.answers(said)
    async with with_model(world, llm, rewrite_s=1.0) as hs:
        answer = await hs.space("alice").recall(f"{RULES_EN * 10}\nWhat does Mei do for work?")
    assert [note.split(":")[0] for note in answer.degraded] == ["rewrite"]
    assert answer.hits[0].memory.content == "Mei works as a nurse."


@pytest.mark.requirement("R4")
@pytest.mark.parametrize(
    "old,new,now,then",
    [
        (
            "Our CI runs on Jenkins, on the old box.",
            "The Jenkins box died on Wednesday. We're on Forgejo now.",
            "what does our CI run on now?",
            "what did our CI run on before?",
        ),
        (
            "数据库定了，先用 MySQL。",
            "上周末把库迁到了 PostgreSQL，MySQL 那台月底就关。",
            "现在用的是什么数据库",
            "以前用的是什么数据库",
        ),
    ],
)
async def test_what_is_so_now_comes_before_what_was(world: World, old: str, new: str, now: str, then: str) -> None:
    for text, at in ((old, "2025-12-08"), ("The coffee machine is broken.", "2026-01-08"), (new, "2026-02-13")):
        await world.alice.remember(text, verbatim=True, occurred_at=at, source={"conversation": at})
    hits = (await world.alice.recall(now)).hits
    assert [hit.memory.content for hit in hits[:2]] == [new, old]
    assert hits[0].why.signs["newer"] > 0
    assert (await world.alice.recall(then)).hits[0].memory.content == old
    unsaid = now.removesuffix(" now?").removeprefix("现在")
    assert {hit.memory.content for hit in (await world.alice.recall(unsaid)).hits[:2]} == {new, old}


@pytest.mark.requirement("R4")
@pytest.mark.parametrize(
    "told,noise,question",
    [
        (
            "I moved to Bergen.",
            ("My brother lives in Oslo.", "Where does the router live? In the hall.", "The live demo crashed twice."),
            "Where do I live?",
        ),
        ("我搬到杭州了。", ("我哥住在成都。", "他住院了三天。", "哪里都能住人。"), "我住在哪里？"),
        (
            "I joined Northwind as an analyst last month.",
            ("That is how you know they work.", "The printer works again.", "Now the scheme of work is done."),
            "where do I work now",
        ),
    ],
)
async def test_the_claim_that_is_the_answer_comes_before_whatever_has_the_words_of_the_question(
    world: World, told: str, noise: tuple[str, ...], question: str
) -> None:
    await world.alice.remember([{"role": "user", "content": told}])
    for text in noise:
        await world.alice.remember(text, verbatim=True)
    hits = (await world.alice.recall(question)).hits
    assert hits[0].memory.claim is not None
    assert hits[0].memory.source.type == "user"
    assert hits[0].why.factors["relevance"] >= max(hit.why.factors["relevance"] for hit in hits)


@pytest.mark.requirement("R4")
async def test_a_claim_that_no_route_brings_is_looked_up_and_one_of_somebody_else_is_not(world: World) -> None:
    await world.alice.remember([{"role": "user", "content": "我搬到杭州了。"}])
    await world.alice.remember([{"role": "user", "content": "My brother lives in Oslo."}])
    for number in range(60):
        await world.alice.remember(f"Live stream {number} went where I wanted it to go live.", verbatim=True)
    assert (await world.alice.recall("Where do I live?")).hits[0].memory.content == "我搬到杭州了。"
    assert "Oslo" in (await world.alice.recall("Where does my brother live?")).hits[0].memory.content


@pytest.mark.requirement("R4")
@pytest.mark.parametrize(
    "told,question,current",
    [
        (
            ("I work at Globex as an accountant.", "Work was stressful today.", "I joined Initech last week."),
            "Where do I work now?",
            "I joined Initech last week.",
        ),
        (("我在腾讯上班。", "今天上班迟到了。", "我跳槽到字节了。"), "我现在在哪里上班？", "我跳槽到字节了。"),
        (
            ("The standup is at 9:30.", "Standup took an hour.", "Standup moved to 10:15."),
            "When is the standup?",
            "Standup moved to 10:15.",
        ),
    ],
)
async def test_what_was_told_before_a_change_comes_behind_it_without_any_claim(
    world: World, told: tuple[str, ...], question: str, current: str
) -> None:
    for month, text in enumerate(told, 1):
        source = {"conversation": f"s{month}"}
        await world.alice.remember(text, verbatim=True, occurred_at=f"2025-0{month}-10T10:00:00Z", source=source)
    assert (await world.alice.recall(question)).hits[0].memory.content == current


@pytest.mark.requirement("R9")
@pytest.mark.parametrize("query", ["%", "???", "。", "🎉🎉", "@#$"])
async def test_a_query_without_a_word_finds_nothing_and_says_so(world: World, query: str) -> None:
    for text in ("My cat is called Miso.", "我住在杭州。", "The deploy key is in the vault 😀."):
        await world.alice.remember(text, verbatim=True)
    found = await world.alice.recall(query)
    assert (found.hits, found.reason) == ((), WORDLESS)


@pytest.mark.requirement("R9")
async def test_a_sign_finds_what_has_it_and_an_answer_without_a_hit_says_why(world: World) -> None:
    for text in ("My cat is called Miso.", "The deploy key is in the vault 😀."):
        await world.alice.remember(text, verbatim=True)
    found = await world.alice.recall("😀")
    assert ([hit.memory.content for hit in found], found.reason) == (["The deploy key is in the vault 😀."], "")
    assert (await world.alice.recall("What is the weather in Paris?")).reason == NOTHING


@pytest.mark.requirement("R3")
@pytest.mark.parametrize(
    "told,question,answer",
    [
        (
            (
                "I'm back from Tokyo!",
                "I'm going to Tokyo over the May holiday.",
                "We lost two hours of readings on July 9.",
                "Her flight to Tokyo left at noon.",
                "Tokyo was hot.",
                "What she likes most in Tokyo is the food.",
                "在东京我把雨伞弄丢了。",
            ),
            "What did she lose in Tokyo?",
            "在东京我把雨伞弄丢了。",
        ),
    ],
)
async def test_the_answer_in_the_other_language_is_not_buried_under_what_has_a_word_of_the_question(
    world: World, told: tuple[str, ...], question: str, answer: str
) -> None:
    for text in told:
        await world.alice.remember(text, verbatim=True)
    assert answer in [hit.memory.content for hit in await world.alice.recall(question, limit=3)]
