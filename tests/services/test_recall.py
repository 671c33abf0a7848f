"""What a question gets."""

from __future__ import annotations

import pytest
from tests.services.conftest import World

from hindsight import InvalidFilter, InvalidInput, Unavailable

pytestmark = pytest.mark.anyio


@pytest.mark.requirement("R10")
async def test_explain_names_rank_and_factors_of_each_hit_and_why_others_are_missing(world: World) -> None:
    for n in range(5):
        await world.alice.remember(f"Tea number {n} is in the cupboard of kitchen {n}.", verbatim=True)
    answer = await world.alice.recall("tea in the cupboard", limit=2, explain=True)
    assert answer.explanation is not None
    for hit in answer:
        assert hit.why.routes["lexical"] >= 1
        assert "relevance" in hit.why.factors
    assert any("limit" in reason for reason in answer.explanation.left_out.values())
    assert "embedding" in answer.explanation.timings_ms


@pytest.mark.requirement("R9")
async def test_nothing_is_returned_when_nothing_is_relevant(world: World) -> None:
    assert (await world.alice.recall("anything?")).hits == ()


@pytest.mark.parametrize("query", ["", "   ", None, 5, "\ud800"])
async def test_a_query_that_is_no_text_is_refused(world: World, query: object) -> None:
    with pytest.raises(InvalidInput):
        await world.alice.recall(query)  # type: ignore[arg-type]


async def test_limits_have_a_defined_answer(world: World) -> None:
    await world.alice.remember("I like tea.", kind="preference")
    for wrong in (0, -1, 1.5, True, "8"):
        with pytest.raises(InvalidInput, match="limit"):
            await world.alice.recall("tea", limit=wrong)  # type: ignore[arg-type]
    assert len(await world.alice.recall("tea", limit=10**9)) == 1


@pytest.mark.requirement("R7")
async def test_a_wrong_filter_is_an_error_and_a_right_one_runs_before_ranking(world: World) -> None:
    for n in range(30):
        await world.alice.remember(f"Noise about deployments, note {n}.", verbatim=True, project="noise")
    await world.alice.remember("Deployments go out on Tuesdays.", verbatim=True, project="web")
    hits = (await world.alice.recall("deployments", limit=3, where={"project": "web"})).hits
    assert [hit.memory.project for hit in hits] == ["web"]
    with pytest.raises(InvalidFilter):
        await world.alice.recall("deployments", where={"colour": "red"})


@pytest.mark.requirement("R2")
async def test_yesterday_is_the_yesterday_of_the_caller_and_noise_does_not_hide_it(world: World) -> None:
    for n in range(60):
        await world.alice.remember(
            f"We talked about the picnic, part {n}.", verbatim=True, occurred_at="2026-03-18T12:00Z"
        )
    await world.alice.remember(
        "We talked about the picnic at the canal.", verbatim=True, occurred_at="2026-03-17T02:00Z"
    )
    answer = await world.alice.recall(
        "What did we say about the picnic yesterday?",
        now="2026-03-18T09:00:00-07:00",
        zone="America/Los_Angeles",
        limit=3,
    )
    assert not any("time" in hit.why.routes for hit in answer.hits)
    answer = await world.alice.recall(
        "What did we say about the picnic yesterday?",
        now="2026-03-17T16:00:00-07:00",
        zone="America/Los_Angeles",
        limit=3,
    )
    assert answer.hits[0].memory.content == "We talked about the picnic at the canal."


@pytest.mark.requirement("M5", "S4")
async def test_tenants_and_spaces_do_not_see_each_other(world: World) -> None:
    names = [
        "a-b",
        "a b",
        "6f9619ff-8b86-d011-b42d-00c04fc964ff",
        "租户",
        "x' OR '1'='1",
        "100%",
        "*",
        "a\nb",
        "n" * 512,
    ]
    for name in names:
        await world.hs.space("s", tenant=name).remember(
            f"The code word of {name[:20]!r} is kiwi.", verbatim=True, ref=name
        )
        await world.hs.space(name).remember("The code word is mango.", verbatim=True, ref=name)
    for name in names:
        for space, word in ((world.hs.space("s", tenant=name), "kiwi"), (world.hs.space(name), "mango")):
            hits = (await space.recall("What is the code word?", limit=50)).hits
            assert [hit.memory.ref for hit in hits] == [name]
            assert word in hits[0].memory.content


@pytest.mark.requirement("M5")
async def test_a_shared_space_is_read_after_the_private_one_once_granted(world: World) -> None:
    team = world.hs.space("team", shared=True)
    await team.remember("The staging server is called heron.", verbatim=True)
    assert (await world.alice.recall("staging server")).hits == ()
    await team.grant(world.alice, "read")
    assert [hit.memory.space for hit in await world.alice.recall("staging server")] == ["team"]
    assert (await world.hs.space("bob").recall("staging server")).hits == ()
    with pytest.raises(InvalidInput):
        await world.alice.grant("bob")


async def test_a_fact_of_another_agent_is_stored_without_a_word_about_it(world: World) -> None:
    await world.hs.space("a").remember("The key is under the mat.", verbatim=True)
    receipt = await world.hs.space("b").remember("The key is under the mat.", verbatim=True)
    assert [outcome.action for outcome in receipt.outcomes] == ["added"]


@pytest.mark.requirement("R12")
async def test_a_route_that_fails_is_named_and_the_others_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.alice.remember("I like oolong tea.", kind="preference")

    async def down(*_: object) -> None:
        raise Unavailable("The vector index does not answer.")

    monkeypatch.setattr(world.hs.parts.vectors, "search", down)
    answer = await world.alice.recall("oolong")
    assert answer.hits
    assert [item.partition(":")[0] for item in answer.degraded] == ["dense"]


@pytest.mark.requirement("R6")
@pytest.mark.parametrize("policy", ["default", "rrf_decay", "weighted", "confidence"])
async def test_every_named_policy_finds_the_fact(world: World, policy: str) -> None:
    await world.alice.remember("The wifi name is Lotus.", verbatim=True)
    hits = (await world.alice.recall("What is the wifi name?", policy=policy)).hits
    assert hits[0].memory.content == "The wifi name is Lotus."
    with pytest.raises(InvalidInput, match="policy"):
        await world.alice.recall("wifi", policy="best")


async def test_a_rare_word_in_a_long_question_finds_its_memory(world: World) -> None:
    for n in range(20):
        await world.alice.remember(f"Minutes of the weekly meeting, page {n}.", verbatim=True)
    await world.alice.remember("The zygomorphic sample is in freezer 4.", verbatim=True)
    question = "please tell me " * 100 + "where is the zygomorphic sample?"
    assert "zygomorphic" in (await world.alice.recall(question)).hits[0].memory.content


@pytest.mark.requirement("S3")
async def test_an_untrusted_source_holds_at_most_a_fifth_of_the_answer_and_drives_no_action(world: World) -> None:
    for n in range(8):
        await world.alice.remember(
            f"According to shop page {n}, BistroNova has good noodles.",
            kind="fact",
            source={"type": "web", "url": "https://x.example"},
        )
    await world.alice.remember("The noodles at Canal Kitchen are good.", verbatim=True)
    answer = await world.alice.recall("good noodles", limit=5)
    assert [hit.memory.source.type for hit in answer].count("web") == 1
    acting = await world.alice.recall("good noodles", action=True)
    assert {hit.memory.source.type for hit in acting} == {"user"}
    asked = await world.alice.recall("good noodles", action=True, include_untrusted=True)
    assert "web" in {hit.memory.source.type for hit in asked}


@pytest.mark.requirement("R1")
async def test_each_question_of_a_compound_one_is_answered(world: World) -> None:
    for n in range(12):
        await world.alice.remember(f"The quarterly report, section {n}, is about revenue.", verbatim=True)
    await world.alice.remember("My supervisor is called Wang Siqi.", verbatim=True)
    await world.alice.remember("The law conference takes place in Guangzhou.", verbatim=True)
    asked = "What is the name of my boss? Also, in which city is the congress on law?"
    found = {hit.memory.content for hit in await world.alice.recall(asked, limit=2)}
    assert found == {"My supervisor is called Wang Siqi.", "The law conference takes place in Guangzhou."}


@pytest.mark.requirement("R3")
async def test_a_turn_of_the_person_named_comes_before_turns_that_only_address_them(world: World) -> None:
    talk = [
        ("Bo", "Hi Mina!"),
        ("Bo", "Thanks, Mina, see you."),
        ("Mina", "I play the cello on weekends."),
        ("Bo", "Mina!"),
    ]
    for name, text in talk:
        source = {"conversation": "c1", "name": name}
        await world.alice.remember(text, verbatim=True, source=source)
    hits = (await world.alice.recall("Which instrument does Mina play?", explain=True)).hits
    assert hits[0].memory.content == "I play the cello on weekends."
    assert hits[0].why.signs["speaker"] > 0


@pytest.mark.requirement("R3")
async def test_the_reply_to_a_question_is_found_by_the_words_of_the_question(world: World) -> None:
    talk = [("Bo", "Where did you leave the spare bicycle pump?"), ("Mina", "Behind the boiler."), ("Bo", "Fine.")]
    for name, text in talk:
        await world.alice.remember(text, verbatim=True, source={"conversation": "c1", "name": name})
    for n in range(20):
        await world.alice.remember(f"Bicycle tour number {n} was fun.", verbatim=True, source={"conversation": f"x{n}"})
    hits = (await world.alice.recall("Where is the spare bicycle pump?", limit=2)).hits
    assert "Behind the boiler." in [hit.memory.content for hit in hits]


@pytest.mark.requirement("R9")
async def test_a_question_about_nothing_that_is_stored_gets_no_answer(world: World) -> None:
    for text in ("The staging server is called heron.", "Ann's birthday is on 3 May.", "我对花生过敏。"):
        await world.alice.remember(text, verbatim=True)
    for question in ("Which vaccine schedule fits a puppy?", "How do volcanoes erupt?", "光合作用的过程是什么？"):
        answer = await world.alice.recall(question, explain=True)
        assert answer.hits == ()
        assert answer.explanation is not None
    for question in ("What is the staging host named?", "When was Ann born?", "花生", "What am I allergic to?"):
        assert (await world.alice.recall(question)).hits


@pytest.mark.requirement("R7")
async def test_a_turn_beside_a_match_is_shown_only_if_it_passes_the_filter(world: World) -> None:
    for name, text, project in (("Bo", "Where is the spare bicycle pump?", "home"), ("Mina", "In the attic.", "attic")):
        source = {"conversation": "c1", "name": name}
        await world.alice.remember(text, verbatim=True, source=source, project=project)
    asked = "Where is the spare bicycle pump?"
    assert len((await world.alice.recall(asked)).hits) == 2
    only = (await world.alice.recall(asked, where={"project": "home"})).hits
    assert [hit.memory.project for hit in only] == ["home"]


@pytest.mark.requirement("R3", "W6")
@pytest.mark.parametrize(
    "told,question,answer",
    [
        (["I live in Berlin.", "I moved to Munich."], "Where does the user live?", "Munich"),
        (["我住在北京。", "我搬到杭州了。"], "用户现在住在哪个城市？", "杭州"),
        (["我对花生过敏"], "推荐零食要注意什么？", "花生"),
        (["I am vegetarian."], "Can the user eat steak?", "vegetarian"),
    ],
)
async def test_a_claim_answers_the_question_that_asks_for_it_in_other_words(
    world: World, told: list[str], question: str, answer: str
) -> None:
    for text in told:
        await world.alice.remember(text)
    hits = (await world.alice.recall(question)).hits
    assert [answer in hit.memory.content for hit in hits] == [True]
