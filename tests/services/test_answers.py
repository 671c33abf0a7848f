"""Answers are kept for a question asked again, and never outlive what they rest on, whoever changed it (R13)."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from tests.factories import NOW, memory
from tests.services.conftest import World

from hindsight import AsyncHindsight, AsyncSpace
from hindsight.domain.answer import Recall
from hindsight.domain.memory import Scope
from hindsight.domain.policy import Policy, RecallPolicy
from hindsight.domain.ranking import factors
from hindsight.services.answers import TIMELESS
from hindsight.services.recall import recall

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("R13")]

QUERIES = ("Where does Mei live?", "苏伟喜欢喝什么？", "Which port does the service listen on?")
TEXTS = (
    "Mei lives in Toronto.",
    "Mei lives in Osaka.",
    "苏伟喜欢喝乌龙茶。",
    "苏伟喜欢喝黑咖啡。",
    "The service listens on port 8080.",
    "The service listens on port 9090.",
)


async def cached(space: AsyncSpace, query: str, **given: object) -> bool:
    answer = await space.recall(query, explain=True, **given)  # type: ignore[arg-type]
    assert answer.explanation is not None
    return answer.explanation.cached


def said(answer: Recall) -> list[tuple[str, str, float]]:
    return [(hit.memory.id, hit.memory.content, round(hit.score, 9)) for hit in answer]


@pytest.fixture
async def three(world: World) -> AsyncIterator[tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight]]:
    """Two processes that keep answers and one that does not, on one store."""
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(world.another(worker=False))
        plain = await stack.enter_async_context(
            world.another(worker=False, policy=Policy(recall=RecallPolicy(cached=0)))
        )
        yield world.hs, other, plain


async def test_the_same_question_is_answered_from_the_cache_and_explain_says_so(world: World) -> None:
    await world.alice.remember(TEXTS[0], verbatim=True)
    first = await world.alice.recall(QUERIES[0], explain=True)
    again = await world.alice.recall(QUERIES[0], explain=True)
    assert first.hits == again.hits
    assert first.explanation is not None
    assert again.explanation is not None
    assert (first.explanation.cached, again.explanation.cached) == (False, True)
    assert again.explanation.left_out == first.explanation.left_out
    assert set(again.explanation.timings_ms) == {"cache"}
    assert (await world.alice.recall(QUERIES[0])).explanation is None
    assert not await cached(world.alice, QUERIES[0], limit=3)
    assert not await cached(world.alice, QUERIES[0], where={"project": "web"})
    assert not await cached(world.hs.space("bob"), QUERIES[0])


Write = Callable[[AsyncSpace, str], Awaitable[object]]
WRITES: dict[str, Write] = {
    "remember": lambda space, _: space.remember("Mei moved to Osaka in March.", verbatim=True),
    "update": lambda space, id_: space.update(id_, content="Mei lives in Porto."),
    "confidence": lambda space, id_: space.update(id_, confidence=0.2),
    "forget": lambda space, id_: space.forget(id_),
    "purge": lambda space, id_: space.forget(id_, purge=True),
    "demote": lambda space, id_: space.forget(id_, mode="demote"),
    "expire": lambda space, id_: space.forget(id_, mode="expire"),
}


@pytest.mark.parametrize("by_another", [False, True])
@pytest.mark.parametrize("name", WRITES)
async def test_a_write_by_any_process_ends_what_was_kept(
    three: tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight], name: str, by_another: bool
) -> None:
    hs, other, plain = three
    alice = hs.space("alice")
    (id_,) = (await alice.remember(TEXTS[0], verbatim=True)).ids
    await alice.recall(QUERIES[0])
    assert await cached(alice, QUERIES[0])
    await WRITES[name]((other if by_another else hs).space("alice"), id_)
    answer = await alice.recall(QUERIES[0], explain=True)
    assert answer.explanation is not None
    assert not answer.explanation.cached
    assert said(answer) == said(await plain.space("alice").recall(QUERIES[0]))


async def test_what_is_rolled_back_comes_back(three: tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight]) -> None:
    hs, other, _ = three
    alice = hs.space("alice")
    (id_,) = (await alice.remember(TEXTS[0], verbatim=True)).ids
    forgotten = await other.space("alice").forget(id_)
    assert not (await alice.recall(QUERIES[0])).hits
    await other.space("alice").roll_back(forgotten.change_set)
    assert [hit.memory.id for hit in await alice.recall(QUERIES[0])] == [id_]


async def test_what_may_be_read_is_asked_anew_each_time(
    three: tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight],
) -> None:
    hs, other, _ = three
    team = other.space("team", shared=True)
    await team.remember(TEXTS[4], verbatim=True)
    alice = hs.space("alice")
    await alice.remember(TEXTS[0], verbatim=True)
    assert not (await alice.recall(QUERIES[2])).hits
    await team.grant("alice")
    assert [hit.memory.content for hit in await alice.recall(QUERIES[2])] == [TEXTS[4]]
    assert await cached(alice, QUERIES[2])
    await team.forget(query=QUERIES[2])
    assert not await cached(alice, QUERIES[2])


async def test_a_memory_that_expires_ends_it_at_that_moment_and_not_before(world: World) -> None:
    (id_,) = (await world.alice.remember(TEXTS[0], verbatim=True)).ids
    await world.alice.update(id_, expires_at=NOW + timedelta(hours=2))
    await world.alice.recall(QUERIES[0])
    world.clock.pass_(hours=1)
    assert await cached(world.alice, QUERIES[0])
    world.clock.pass_(hours=1)
    assert not (await world.alice.recall(QUERIES[0])).hits
    assert (await world.alice.recall(QUERIES[0], now=NOW)).hits


async def test_yesterday_is_another_day_tomorrow(world: World) -> None:
    query = "What did Mei say yesterday?"
    await world.alice.remember("Mei said the build is green.", verbatim=True, occurred_at=NOW - timedelta(days=1))
    await world.alice.recall(query)
    world.clock.pass_(minutes=5)
    assert await cached(world.alice, query)
    world.clock.pass_(days=1)
    assert not await cached(world.alice, query)


@pytest.mark.parametrize("policy", ["rrf_decay", "weighted"])
async def test_a_ranking_by_age_is_never_kept(world: World, policy: str) -> None:
    await world.alice.remember(TEXTS[0], verbatim=True)
    await world.alice.recall(QUERIES[0], policy=policy)
    assert not await cached(world.alice, QUERIES[0], policy=policy)


@pytest.mark.parametrize("policy", sorted(TIMELESS))
def test_the_rankings_that_are_kept_do_not_know_the_time(policy: str) -> None:
    record = memory(occurred_at=NOW - timedelta(days=3))
    assert factors(policy, record, NOW, 0.5) == factors(policy, record, NOW + timedelta(days=900), 0.5)


async def test_a_degraded_answer_is_not_kept(world: World) -> None:
    async with world.another(embedder_url="openai+http://127.0.0.1:9/v1?model=none", worker=False) as hs:
        alice = hs.space("alice")
        await alice.remember(TEXTS[0], verbatim=True)
        assert (await alice.recall(QUERIES[0])).degraded
        assert not await cached(alice, QUERIES[0])


async def test_to_have_been_shown_ends_nothing_and_to_have_helped_does(world: World) -> None:
    (id_,) = (await world.alice.remember(TEXTS[0], verbatim=True)).ids
    await world.alice.recall(QUERIES[0])
    scope = Scope(tenant="default", spaces=("alice",))
    world.hs.uses.saw(scope, [id_], NOW)
    await world.hs.uses.flush(world.hs.parts)
    assert await cached(world.alice, QUERIES[0])
    await world.alice.remember(TEXTS[0], verbatim=True)
    assert not await cached(world.alice, QUERIES[0])


async def test_the_cache_is_bounded(world: World) -> None:
    async with world.another(worker=False, policy=Policy(recall=RecallPolicy(cached=2))) as hs:
        alice = hs.space("alice")
        await alice.remember(TEXTS[0], verbatim=True)
        for query in QUERIES:
            await alice.recall(query)
        assert len(hs.parts.answers.kept) == 2
        assert not await cached(alice, QUERIES[0])
        assert await cached(alice, QUERIES[2])


def holds(hs: AsyncHindsight, text: str) -> bool:
    """Whether the process has ``text`` in any answer that it keeps."""
    return text in repr(hs.parts.answers)


@pytest.mark.requirement("G1")
async def test_a_purged_text_leaves_the_answers_of_its_process_at_once_and_of_another_at_its_next_recall(
    three: tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight],
) -> None:
    hs, other, _ = three
    (id_,) = (await hs.space("alice").remember(TEXTS[0], verbatim=True)).ids
    await hs.space("bob").remember(TEXTS[1], verbatim=True)
    for keeper in (hs, other):
        await keeper.space("alice").recall(QUERIES[0])
        await keeper.space("bob").recall(QUERIES[0])
        assert holds(keeper, TEXTS[0])
    await hs.space("alice").forget(id_, purge=True)
    assert not holds(hs, TEXTS[0])
    await other.space("alice").recall(QUERIES[2])
    assert not holds(other, TEXTS[0])
    assert holds(other, TEXTS[1])


@pytest.mark.requirement("G1")
async def test_a_recall_under_way_during_a_purge_keeps_nothing_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    (id_,) = (await world.alice.remember(TEXTS[0], verbatim=True)).ids

    async def purged_meanwhile(*given: Any, **named: Any) -> Recall:
        answer = await recall(*given, **named)
        await world.alice.forget(id_, purge=True)
        return answer

    monkeypatch.setattr("hindsight.services.answers.recall", purged_meanwhile)
    assert (await world.alice.recall(QUERIES[0])).hits
    assert not holds(world.hs, TEXTS[0])


@pytest.mark.requirement("G1")
async def test_the_answers_of_a_shared_space_go_with_what_is_purged_from_it(world: World) -> None:
    team = world.hs.space("team", shared=True)
    await team.grant("alice")
    (id_,) = (await team.remember(TEXTS[4], verbatim=True)).ids
    await world.alice.recall(QUERIES[2])
    assert holds(world.hs, TEXTS[4])
    await team.forget(id_, purge=True)
    assert not holds(world.hs, TEXTS[4])


async def test_a_rebuilt_index_ends_what_was_kept(three: tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight]) -> None:
    hs, other, _ = three
    alice = hs.space("alice")
    await alice.remember(TEXTS[4], verbatim=True)
    for index in (other.parts.lexical, other.parts.vectors, other.parts.graph):
        assert index is not None
        await index.clear()
    assert not (await alice.recall(QUERIES[2])).hits
    await other.rebuild_indexes()
    assert (await alice.recall(QUERIES[2])).hits


async def act(dice: random.Random, hs: AsyncHindsight, ids: list[str], undo: list[str]) -> None:
    space = hs.space(dice.choice(("alice", "team")), shared=True)
    match dice.choice(("remember", "remember", "forget", "purge", "update", "undo", "expire", "grant")):
        case "remember":
            receipt = await space.remember(dice.choice(TEXTS), verbatim=dice.random() < 0.5)
            ids.extend(receipt.ids)
        case "grant":
            await hs.space("team", shared=True).grant("alice")
        case "undo" if undo:
            change = undo.pop()
            for name in ("alice", "team"):
                if any(entry.change_set == change and entry.space == name for entry in await audited(hs)):
                    await hs.space(name).roll_back(change)
        case "forget" | "purge" | "expire" | "update" as what if ids:
            id_ = dice.choice(ids)
            found = await hs.parts.store.get(Scope(tenant="default", spaces=("alice", "team")), [id_])
            if found and found[0].status == "active":
                home = hs.space(found[0].space)
                if what == "update":
                    await home.update(id_, expires_at=NOW + timedelta(minutes=dice.randrange(1, 30)))
                else:
                    done = await home.forget(
                        id_, mode="expire" if what == "expire" else "delete", purge=what == "purge"
                    )
                    undo.extend([done.change_set] if what == "forget" else [])


async def audited(hs: AsyncHindsight) -> tuple:  # type: ignore[type-arg]
    return await hs.parts.store.audit("default", limit=10_000)


@pytest.mark.parametrize("seed", range(4))
async def test_two_processes_that_keep_answers_say_what_one_without_says(
    world: World, three: tuple[AsyncHindsight, AsyncHindsight, AsyncHindsight], seed: int
) -> None:
    dice = random.Random(seed)
    hs, other, plain = three
    ids: list[str] = []
    undo: list[str] = []
    kept = 0
    for _ in range(12):
        await act(dice, dice.choice((hs, other)), ids, undo)
        world.clock.pass_(minutes=dice.randrange(4))
        for query in QUERIES:
            right = said(await plain.space("alice").recall(query))
            for keeper in (hs, other, hs):
                answer = await keeper.space("alice").recall(query, explain=True)
                assert said(answer) == right
                kept += bool(answer.explanation and answer.explanation.cached)
    assert kept >= 12 * len(QUERIES)
