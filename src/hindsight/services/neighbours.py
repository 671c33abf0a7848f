"""What a new memory has to be compared with: the same text, similar texts, and claims about the same thing."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import TYPE_CHECKING, Final

import anyio

from hindsight.domain.attributes import canonical_entity, related
from hindsight.domain.errors import IndexMismatch, Unavailable
from hindsight.domain.filters import Condition, Filter, Not, all_of
from hindsight.domain.index import Vector
from hindsight.domain.memory import Claim, Memory, Scope
from hindsight.domain.settle import Near
from hindsight.services.parts import Parts
from hindsight.services.project import embedded

if TYPE_CHECKING:
    from hindsight.services.ledger import Ledger

SAME_CLAIM: Final = 50
"""Memories about the same attribute of the same entity that a new one is compared with: the newest ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """Neighbours of several drafts, looked up once before deciding."""

    twins: dict[str, Memory]
    near: dict[str, tuple[Near, ...]]
    vectors: dict[str, Vector]
    similarity: Callable[[float], float] | None
    degraded: tuple[str, ...] = ()
    speaker: frozenset[str] = frozenset()
    """Names, case folded, that are the speaker's own."""

    def twin(self, memory: Memory) -> Memory | None:
        return self.twins.get(twin_key(memory))

    def of(self, memory: Memory, ledger: Ledger) -> tuple[Near, ...]:
        """The neighbours as they stand now: with what this admission already changed and added."""
        found = self.near.get(twin_key(memory), ())
        stored = (Near(ledger.current(near.memory), near.similarity) for near in found)
        added = (Near(other, self._between(memory, other)) for other in ledger.pending(memory))
        return tuple(near for near in (*stored, *added) if near.memory.status == "active")

    def _between(self, one: Memory, other: Memory) -> float | None:
        a, b = self.vectors.get(twin_key(one)), self.vectors.get(twin_key(other))
        if a is None or b is None or self.similarity is None:
            return None
        return self.similarity(dot(a, b))


def twin_key(memory: Memory) -> str:
    """Experiences and other memories with the same words are different memories."""
    return f"{memory.kind == 'experience'}:{memory.content_hash}"


def dot(a: Vector, b: Vector) -> float:
    """The inner product of two embeddings, which is their cosine."""
    cosine: float = sum(map(mul, array("f", a), array("f", b)))
    return cosine


async def find_neighbours(parts: Parts, scope: Scope, memories: Sequence[Memory]) -> Neighbours:
    """Look up every draft in its private space: shared spaces are not written to, so they do not count."""
    private = scope.private
    texts = [memory for memory in memories if memory.status != "quarantined"]
    twins = await twins_of(parts, private, texts)
    fresh = [memory for memory in texts if twin_key(memory) not in twins]
    degraded: tuple[str, ...] = ()
    vectors: dict[str, Vector] = {}
    alike: dict[str, list[Near]] = {}
    deadline_s = parts.policy.write.index_deadline_s + len(fresh)
    try:
        with anyio.fail_after(deadline_s):
            vectors = await _embedded(parts, fresh)
            for memory in fresh:
                alike[twin_key(memory)] = await _similar(parts, private, memory, vectors.get(twin_key(memory)))
    except (Unavailable, IndexMismatch) as error:
        # A write must not wait for a model: exact duplicates and claims are still compared.
        degraded = (f"similarity: {error.code}: {error.message}",)
    except TimeoutError:
        degraded = (f"similarity: no answer within {deadline_s:g} s",)
    near: dict[str, tuple[Near, ...]] = {}
    speaker = await _speaker(parts, private, fresh)
    for memory in fresh:
        similar = alike.get(twin_key(memory), [])
        known = {item.memory.id for item in similar}
        claims = [
            Near(other, None) for other in await _same_claim(parts, private, memory, speaker) if other.id not in known
        ]
        near[twin_key(memory)] = (*similar, *claims)
    similarity = parts.embedder.similarity if parts.embedder else None
    return Neighbours(
        twins=twins, near=near, vectors=vectors, similarity=similarity, degraded=degraded, speaker=speaker
    )


async def twins_of(parts: Parts, scope: Scope, memories: Sequence[Memory]) -> dict[str, Memory]:
    """Stored memories with the same text, by :func:`twin_key`."""
    hashes = tuple({memory.content_hash for memory in memories})
    if not hashes:
        return {}
    where = all_of(Condition("content_hash", "in", hashes), Condition("status", "eq", "active"))
    page = await parts.store.find(scope, where, limit=len(hashes) * 4)
    return {twin_key(memory): memory for memory in page.memories}


async def _embedded(parts: Parts, memories: Sequence[Memory]) -> dict[str, Vector]:
    if not parts.embedder or not parts.vectors or not memories:
        return {}
    vectors = await parts.embedder.embed([embedded(memory) for memory in memories], "passage")
    return {twin_key(memory): vector for memory, vector in zip(memories, vectors, strict=True)}


async def _similar(parts: Parts, scope: Scope, memory: Memory, vector: Vector | None) -> list[Near]:
    if vector is None or parts.vectors is None or parts.embedder is None:
        return []
    found = await parts.vectors.search(scope, vector, _comparable(memory), parts.policy.write.neighbours)
    score = {item.id: parts.embedder.similarity(item.score) for item in found}
    return [Near(other, score[other.id]) for other in await parts.store.get(scope, list(score), _comparable(memory))]


async def _speaker(parts: Parts, scope: Scope, memories: Sequence[Memory]) -> frozenset[str]:
    """The names of whoever says "I" in this space without one: those that were told; else that of the only person who
    speaks now; and the space's own, where a person of that name has spoken in it. Named by one client and unnamed by
    another, it is the same one.
    """
    if not any(memory.claim for memory in memories):
        return frozenset()
    own = Claim(entity="user", attribute="name", value="")
    stored = (await parts.store.find(scope, _active("claim", own.key), limit=SAME_CLAIM)).memories
    told = {claim.value for memory in (*stored, *memories) if (claim := memory.claim) and claim.key == own.key}
    present = {memory.source.name for memory in memories if memory.source.type == "user" and memory.source.name}
    names = told or (present if len(present) == 1 else set())
    folded = {name.casefold() for name in names}
    return frozenset(folded | {name.split(" ")[0] for name in folded} | await _owner(parts, scope, memories))


async def _owner(parts: Parts, scope: Scope, memories: Sequence[Memory]) -> set[str]:
    """The name of the space, if what is claimed of it was said by a person of that name."""
    name = scope.space.casefold()
    keys = tuple({replace(memory.claim, entity=name).key for memory in memories if memory.claim})
    where = all_of(Condition("claim", "in", keys), Condition("status", "eq", "active"))
    stored = (await parts.store.find(scope, where, limit=SAME_CLAIM)).memories
    spoken = {memory.source.name.casefold() for memory in (*stored, *memories) if memory.source.name}
    return spoken & {name}


async def _same_claim(parts: Parts, scope: Scope, memory: Memory, speaker: frozenset[str]) -> tuple[Memory, ...]:
    """Claims about the same attribute, or a related one, of the same entity, under every name of the speaker."""
    if memory.claim is None:
        return ()
    entities = {memory.claim.entity}
    if canonical_entity(memory.claim.entity, speaker) == "user":
        entities |= {"user", *speaker}
    keys = {
        replace(memory.claim, entity=entity, attribute=attribute).key
        for entity in entities
        for attribute in (memory.claim.attribute, *related(memory.claim.attribute))
    }
    where = all_of(Condition("claim", "in", tuple(sorted(keys))), _comparable(memory))
    return (await parts.store.find(scope, where, limit=SAME_CLAIM)).memories


def _active(field: str, value: str) -> Filter:
    return all_of(Condition("status", "eq", "active"), Condition(field, "eq", value))


def _comparable(memory: Memory) -> Filter:
    experience = Condition("kind", "eq", "experience")
    return all_of(Condition("status", "eq", "active"), experience if memory.kind == "experience" else Not(experience))
