"""Entities: relations around them, two names that are one, one name that is two (M8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.services.conftest import World

from hindsight import InvalidInput
from hindsight.domain.index import Relation

pytestmark = pytest.mark.anyio


@pytest.fixture
async def graph(world: World, tmp_path: Path) -> World:
    """Bob and Robert are one; the two that are called Kim are not."""
    edges = [
        ("Bob", "works_at", "Acme"),
        ("Acme", "located_in", "Graz"),
        ("Robert", "plays", "oboe"),
        ("Kim", "keeps", "bees"),
        ("Kim", "sails", "dinghies"),
    ]
    rows = [{"type": "relation", "from": a, "relationType": b, "to": c} for a, b, c in edges]
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    await world.alice.import_files(tmp_path / "memory.jsonl")
    return world


def edges(found: tuple[Relation, ...]) -> set[tuple[str, str, str]]:
    return {(edge.subject, edge.predicate, edge.object) for edge in found}


@pytest.mark.requirement("M8")
async def test_relations_are_walked_by_hops_and_kind(graph: World) -> None:
    assert edges(await graph.alice.relations("Bob")) == {("Bob", "works_at", "Acme")}
    assert ("Acme", "located_in", "Graz") in edges(await graph.alice.relations("Bob", hops=2))
    assert edges(await graph.alice.relations("Bob", hops=2, predicate="located_in")) == {("Acme", "located_in", "Graz")}
    assert await graph.hs.space("bob").relations("Bob") == ()


@pytest.mark.requirement("M8")
async def test_merged_names_are_one_entity_and_the_merge_can_be_taken_back(graph: World) -> None:
    before = edges(await graph.alice.relations("Bob"))
    merged = await graph.alice.merge_entities("Bob", ["robert"])
    assert len(merged.ids) == 1
    together = edges(await graph.alice.relations("Bob"))
    assert {("Bob", "works_at", "Acme"), ("Bob", "plays", "oboe")} <= together
    memory = await graph.alice.get(merged.ids[0])
    assert memory.content == "Robert plays oboe"
    assert (memory.entities, memory.revision) == (("Bob", "oboe"), 2)
    assert any(hit.memory.id == memory.id for hit in (await graph.alice.recall("What does Bob play?")).hits)
    assert ("Robert", "alias_of", "Bob") in together
    assert merged.change_set is not None
    await graph.alice.roll_back(merged.change_set)
    assert edges(await graph.alice.relations("Bob")) == before
    assert ("Robert", "plays", "oboe") in edges(await graph.alice.relations("Robert"))


@pytest.mark.requirement("M8")
async def test_a_name_that_is_two_is_split_by_memories(graph: World) -> None:
    (sails,) = [memory.id for memory in (await graph.alice.list()).memories if "sails" in memory.content]
    split = await graph.alice.split_entity("kim", sails, "Kim (harbour)")
    assert split.ids == (sails,)
    assert edges(await graph.alice.relations("Kim")) == {("Kim", "keeps", "bees")}
    assert edges(await graph.alice.relations("Kim (harbour)")) == {("Kim (harbour)", "sails", "dinghies")}
    assert (await graph.alice.split_entity("Nobody", sails, "Somebody")).change_set is None


async def test_merging_again_changes_nothing_more_and_other_spaces_are_left_alone(graph: World) -> None:
    await graph.hs.space("bob").remember("Robert swims.", kind="fact", entities=["Robert"])
    await graph.alice.merge_entities("Bob", ["Robert"])
    assert (await graph.alice.merge_entities("Bob", "Robert")).ids == ()
    (other,) = (await graph.hs.space("bob").list()).memories
    assert other.entities == ("Robert",)


async def test_names_must_differ(graph: World) -> None:
    with pytest.raises(InvalidInput):
        await graph.alice.merge_entities("Bob", ["ＢＯＢ"])
    with pytest.raises(InvalidInput):
        await graph.alice.split_entity("Bob", ["x"], "bob")
