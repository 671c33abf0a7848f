"""The contract of :class:`hindsight.ports.index.EntityGraph`, as tests that any graph can be put to.

Subclass it and give two async fixtures: ``store``, a started, empty store, and ``graph``, an empty graph over it::

    class TestMyGraph(GraphContract):
        @pytest.fixture
        async def store(self): ...

        @pytest.fixture
        async def graph(self, store): ...

A graph that keeps its own copies may leave the store alone. It needs pytest with the anyio plugin.
"""

from __future__ import annotations

from dataclasses import replace

import anyio
import pytest

from hindsight.domain.filters import EVERYTHING, Condition, Filter, Not, matches
from hindsight.domain.index import Relation
from hindsight.domain.memory import Claim, Memory, Scope, Source
from hindsight.ports.index import EntityGraph
from hindsight.ports.store import Store
from hindsight.testing.kept import keep, revise
from hindsight.testing.store.filters import conditions, population
from hindsight.testing.store.records import ALICE, HOSTILE_NAMES, memory

BOB = Scope(tenant="acme", spaces=("bob",))
OTHER = Scope(tenant="other", spaces=("alice",))


async def link(store: Store, graph: EntityGraph, *memories: Memory) -> list[Memory]:
    kept = await keep(store, *memories)
    await graph.upsert(kept)
    return kept


def about(*entities: str, scope: Scope = ALICE) -> Memory:
    return replace(memory(scope=scope), entities=entities)


def claim(entity: str, attribute: str, value: str, *, negated: bool = False, scope: Scope = ALICE) -> Memory:
    return replace(memory(scope=scope), claim=Claim(entity=entity, attribute=attribute, value=value, negated=negated))


async def found(
    graph: EntityGraph, text: str, where: Filter = EVERYTHING, *, scope: Scope = ALICE, limit: int = 100, hops: int = 1
) -> list[str]:
    return [hit.id for hit in await graph.search(scope, text, where, limit, hops=hops)]


NAMED = [
    ("Alice", "What does Alice like?", True),
    ("Alice", "what does ALICE like", True),
    ("Alice", "Alice's cat", True),
    ("Alice", "Malice and alicex", False),
    ("New York", "a flight to new  york!", True),
    ("New York", "the new bridge in york", False),
    ("Node.js", "why node.js?", True),
    ("C++", "C++ or C", True),
    ("C++", "vitamin C", False),
    ("René", "rene called", True),
    ("ＯＰＰＯ", "my oppo phone", True),
    ("张三", "张三的电话是多少？", True),
    ("张三", "张小三的电话", False),
    ("北京大学", "他在北京大学读书", True),
    ("北京大学", "北京的大学", False),
    ("OpenAI研究院", "他去了 OpenAI 研究院工作", True),
    ("王", "王丽娜是谁", False),
    ("王", "王", True),
    ("レッサーパンダ", "レッサーパンダを見た", True),
    ("Иван Петров", "где Иван Петров", True),
]


@pytest.mark.anyio
@pytest.mark.requirement("M8")
class GraphContract:
    """Every promise of the port."""

    @pytest.mark.parametrize("name, text, expected", NAMED)
    async def test_a_name_in_a_text_brings_what_mentions_it(
        self, store: Store, graph: EntityGraph, name: str, text: str, *, expected: bool
    ) -> None:
        [record] = await link(store, graph, about(name))
        assert await found(graph, text) == ([record.id] if expected else [])

    async def test_the_longer_name_is_meant(self, store: Store, graph: EntityGraph) -> None:
        _, longer, _, school = await link(
            store, graph, about("York"), about("New York"), about("北京"), about("北京大学")
        )
        assert await found(graph, "a flight to New York") == [longer.id]
        assert await found(graph, "他在北京大学") == [school.id]

    async def test_both_ends_of_a_claim_are_entities(self, store: Store, graph: EntityGraph) -> None:
        [record] = await link(store, graph, claim("Alice", "works_at", "Acme"))
        assert await found(graph, "Alice", hops=0) == [record.id]
        assert await found(graph, "acme", hops=0) == [record.id]

    async def test_neighbours_come_hop_by_hop_and_lower(self, store: Store, graph: EntityGraph) -> None:
        near, far, farther = await link(
            store,
            graph,
            claim("Alice", "works_at", "Acme"),
            claim("Acme", "based_in", "Oslo"),
            claim("Oslo", "mayor", "Kari"),
        )
        assert await found(graph, "Alice", hops=0) == [near.id]
        assert await found(graph, "Alice", hops=1) == [near.id, far.id]
        assert await found(graph, "Alice", hops=2) == [near.id, far.id, farther.id]
        assert await found(graph, "Kari", hops=1) == [farther.id, far.id]
        scores = [hit.score for hit in await graph.search(ALICE, "Alice", EVERYTHING, 10, hops=2)]
        assert scores == sorted(scores, reverse=True)
        assert scores[-1] > 0

    async def test_the_rarer_entity_scores_higher(self, store: Store, graph: EntityGraph) -> None:
        [rare, *_] = await link(store, graph, about("Zelda"), *(about("Alice") for _ in range(9)))
        assert (await found(graph, "Alice and Zelda"))[0] == rare.id

    async def test_more_of_the_named_score_higher(self, store: Store, graph: EntityGraph) -> None:
        both, *_ = await link(store, graph, about("Alice", "Zelda"), about("Alice"), about("Zelda"))
        assert (await found(graph, "Alice and Zelda"))[0] == both.id

    async def test_fan_out_is_bounded(self, store: Store, graph: EntityGraph) -> None:
        """A hub of 300 neighbours does not bring them all."""
        hub = [claim("Hub", "knows", f"Person{n}") for n in range(300)]
        await link(store, graph, *hub, *(about(f"Person{n}") for n in range(300)))
        assert len(await found(graph, "Hub", limit=1000)) < 500

    @pytest.mark.parametrize("text", ["", "  ", "nobody known", "?!"])
    async def test_no_name_finds_nothing(self, store: Store, graph: EntityGraph, text: str) -> None:
        await link(store, graph, about("Alice"))
        assert await found(graph, text) == []

    async def test_a_long_text_is_looked_through_from_both_ends(self, store: Store, graph: EntityGraph) -> None:
        first, last = await link(store, graph, about("Alice"), about("Zelda"))
        assert set(await found(graph, f"Alice {'word ' * 5000} Zelda")) == {first.id, last.id}

    @pytest.mark.parametrize("limit, count", [(-1, 0), (0, 0), (1, 1), (10**9, 5)])
    async def test_limit(self, store: Store, graph: EntityGraph, limit: int, count: int) -> None:
        await link(store, graph, *(about("Alice") for _ in range(5)))
        assert len(await found(graph, "Alice", limit=limit)) == count

    async def test_upsert_replaces(self, store: Store, graph: EntityGraph) -> None:
        [record] = await link(store, graph, claim("Alice", "works_at", "Acme"))
        await graph.upsert([record, record])
        assert len(await graph.relations(ALICE, "Alice")) == 1
        changed = await revise(store, record, claim=Claim(entity="Alice", attribute="works_at", value="Beta"))
        await graph.upsert([changed])
        assert await found(graph, "Acme") == []
        assert await found(graph, "Beta") == [record.id]

    async def test_delete_takes_the_edges_too_and_keeps_to_its_tenant(self, store: Store, graph: EntityGraph) -> None:
        first, second = await link(store, graph, claim("Alice", "works_at", "Acme"), about("Alice"))
        await graph.delete("other", [first.id])
        assert await graph.count_edges("acme", [first.id, second.id, "unknown"]) == 1
        assert await graph.count_edges("other", [first.id]) == 0
        assert len(await found(graph, "Alice")) == 2
        await graph.delete("acme", [first.id, "unknown"])
        await graph.delete("acme", [first.id])
        assert await found(graph, "Alice") == [second.id]
        assert await found(graph, "Acme") == []
        assert await graph.relations(ALICE, "Alice") == ()

    @pytest.mark.requirement("M5")
    async def test_other_spaces_and_tenants_are_not_seen(self, store: Store, graph: EntityGraph) -> None:
        [mine] = await link(store, graph, claim("Alice", "works_at", "Acme"))
        before = await graph.search(ALICE, "Alice", EVERYTHING, 10)
        strangers = [claim("Acme", "owes", f"Bank{n}", scope=scope) for n in range(3) for scope in (BOB, OTHER)]
        await link(store, graph, *strangers)
        assert await graph.search(ALICE, "Alice", EVERYTHING, 10) == before
        assert [edge.memory for edge in await graph.relations(ALICE, "Acme")] == [mine.id]
        assert len(await found(graph, "Alice", scope=Scope(tenant="acme", spaces=("alice", "bob")))) == 4

    @pytest.mark.parametrize("name", HOSTILE_NAMES, ids=range(len(HOSTILE_NAMES)))
    async def test_any_name_is_isolated(self, store: Store, graph: EntityGraph, name: str) -> None:
        scope = Scope(tenant=name, spaces=(name,))
        [record] = await link(store, graph, about("Alice", name, scope=scope))
        await link(store, graph, about("Alice"))
        assert await found(graph, f"Alice {name}", scope=scope) == [record.id]
        assert [id_ async for id_ in graph.ids(name, name)] == [record.id]

    @pytest.mark.requirement("R7")
    async def test_every_filter_agrees_with_the_reference(self, store: Store, graph: EntityGraph) -> None:
        records = [replace(record, entities=(*record.entities, "Zebra")) for record in population()]
        await link(store, graph, *records)
        filters: list[Filter] = [*conditions(), *map(Not, conditions()[::7])]
        for where in filters:
            expected = {record.id for record in records if matches(where, record)}
            assert set(await found(graph, "zebra", where, hops=0)) == expected, where

    async def test_a_filter_holds_along_the_way(self, store: Store, graph: EntityGraph) -> None:
        """What a superseded memory claimed leads nowhere when only active ones are asked for."""
        near, far = await link(store, graph, claim("Alice", "works_at", "Acme"), claim("Acme", "based_in", "Oslo"))
        await graph.upsert([await revise(store, near, status="superseded")])
        active = Condition("status", "eq", "active")
        assert await found(graph, "Alice", active) == []
        assert await found(graph, "Acme", active) == [far.id]
        assert [edge.memory for edge in await graph.relations(ALICE, "Acme")] == [far.id]

    async def test_relations_around_an_entity(self, store: Store, graph: EntityGraph) -> None:
        works, based, never = await link(
            store,
            graph,
            claim("Alice", "works_at", "Acme"),
            claim("Acme", "based_in", "Oslo"),
            claim("Alice", "likes", "tea", negated=True),
        )
        near = await graph.relations(ALICE, "alice")
        assert near == (
            Relation(subject="Alice", predicate="not likes", object="tea", memory=never.id),
            Relation(subject="Alice", predicate="works_at", object="Acme", memory=works.id),
        )
        assert {edge.memory for edge in await graph.relations(ALICE, "Alice", hops=2)} == {works.id, based.id, never.id}
        assert [edge.subject for edge in await graph.relations(ALICE, "Oslo")] == ["Acme"]
        assert len(await graph.relations(ALICE, "Alice", limit=1)) == 1
        assert await graph.relations(ALICE, "Alice", limit=0) == ()
        assert await graph.relations(ALICE, "nobody") == ()

    async def test_relations_of_some_kinds_are_found_beyond_any_number_of_others(
        self, store: Store, graph: EntityGraph
    ) -> None:
        [wanted, *_] = await link(
            store, graph, claim("Alice", "works_at", "Acme"), *(claim("Alice", "knows", f"P{n}") for n in range(30))
        )
        edges = await graph.relations(ALICE, "Alice", predicates=["works_at", "owns"], limit=5)
        assert [edge.memory for edge in edges] == [wanted.id]
        assert await graph.relations(ALICE, "Alice", predicates=["owns"]) == ()

    async def test_relations_keep_to_a_filter(self, store: Store, graph: EntityGraph) -> None:
        old, new = await link(store, graph, claim("Alice", "works_at", "Acme"), claim("Alice", "works_at", "Beta"))
        await graph.upsert([await revise(store, old, status="superseded")])
        assert [edge.object for edge in await graph.relations(ALICE, "Alice")] == ["Beta"]
        past = Condition("status", "eq", "superseded")
        assert [edge.object for edge in await graph.relations(ALICE, "Alice", where=past)] == ["Acme"]
        assert len(await graph.relations(ALICE, "Alice", where=EVERYTHING)) == 2
        assert new.status == "active"

    async def test_other_names_are_learned_from_claims_and_words(self, store: Store, graph: EntityGraph) -> None:
        plays, *_ = await link(
            store,
            graph,
            claim("Robert", "plays", "oboe"),
            claim("Bob", "alias_of", "Robert"),
            replace(about(), content="凤凰项目，代号“猎鹰”，下周上线。"),
            claim("Rob", "alias_of", "Bob", negated=True),
        )
        assert await graph.other_names(ALICE, "What does bob play?") == {"Bob": ("Robert",)}
        assert await graph.other_names(ALICE, "猎鹰什么时候上线") == {"猎鹰": ("凤凰项目",)}
        assert await graph.other_names(ALICE, "Rob and the oboe") == {}
        assert plays.id in await found(graph, "Bob", hops=0)
        assert {edge.object for edge in await graph.relations(ALICE, "Bob")} == {"oboe", "Robert", "Bob"}
        assert await graph.other_names(BOB, "What does Bob play?") == {}
        assert await graph.other_names(OTHER, "What does Bob play?") == {}

    async def test_names_of_names_are_one_and_many_are_bounded(self, store: Store, graph: EntityGraph) -> None:
        await link(
            store,
            graph,
            claim("Bob", "alias_of", "Robert"),
            claim("Bobby", "nickname", "Bob"),
            *(claim(f"Name{n}", "alias_of", "Hub") for n in range(40)),
        )
        assert set((await graph.other_names(ALICE, "Bobby"))["Bobby"]) == {"Bob", "Robert"}
        assert len((await graph.other_names(ALICE, "Hub"))["Hub"]) <= 8

    async def test_a_name_is_forgotten_with_the_memory_that_gave_it(self, store: Store, graph: EntityGraph) -> None:
        said, plays = await link(store, graph, claim("Bob", "alias_of", "Robert"), claim("Robert", "plays", "oboe"))
        await graph.delete("acme", [said.id])
        assert await graph.other_names(ALICE, "Robert") == {}
        await graph.upsert([said])
        await graph.upsert([await revise(store, said, status="superseded")])
        assert await graph.other_names(ALICE, "Robert") == {}
        assert await found(graph, "Bob", Condition("status", "eq", "active")) == []
        assert await found(graph, "Robert", hops=0) == [plays.id, said.id]

    @pytest.mark.requirement("S3")
    async def test_what_is_hardly_trusted_makes_nobody_another(self, store: Store, graph: EntityGraph) -> None:
        web = replace(
            about(), content="Alice, also known as Mallory, resigned.", sources=(Source(type="web", trust=0.2),)
        )
        await link(store, graph, web, claim("Mallory", "sells", "passwords"))
        assert await graph.other_names(ALICE, "Alice") == {}
        assert len(await found(graph, "Alice", hops=0)) == 1

    async def test_ids_and_clear(self, store: Store, graph: EntityGraph) -> None:
        kept = await link(store, graph, *(about("Alice") for _ in range(1005)))
        await link(store, graph, about("Alice", scope=BOB))
        assert {id_ async for id_ in graph.ids("acme", "alice")} == {record.id for record in kept}
        await graph.clear()
        assert [id_ async for id_ in graph.ids("acme", "alice")] == []
        assert await found(graph, "Alice") == []
        await graph.upsert(kept[:1])
        assert await found(graph, "Alice") == [kept[0].id]

    async def test_writers_in_parallel_lose_nothing(self, store: Store, graph: EntityGraph) -> None:
        kept = await keep(store, *(claim("Alice", "knows", f"Person{n % 5}") for n in range(24)))
        async with anyio.create_task_group() as group:
            for start in range(8):
                group.start_soon(graph.upsert, kept[start::8])
                group.start_soon(graph.upsert, kept[start::6])
                group.start_soon(graph.delete, "acme", ["unknown"])
        assert len(await graph.relations(ALICE, "Alice")) == 24
        assert len(await found(graph, "Person1", hops=0)) == 5
