"""Entities by hand: two names that are one, one name that is two (M8).

Names live in the memories, so merging and splitting are changes of memories: versioned, in the audit, and taken back by
rolling the change set back. A merged name stays known as an alias: a fact of its own, along which the graph walks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight.domain.analysis.scan import chunks
from hindsight.domain.analysis.terms import plain
from hindsight.domain.change import Change, update
from hindsight.domain.errors import ConfigError, InvalidInput, NotFound, Refused, TooLarge
from hindsight.domain.filters import Condition, Filter, all_of
from hindsight.domain.index import Relation
from hindsight.domain.memory import Claim, Memory, Scope, Source
from hindsight.domain.text import normalise, script
from hindsight.domain.visibility import alive, visible
from hindsight.services.admit import Along, Draft, admit
from hindsight.services.govern import commit
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.remember import Options, drafts_of
from hindsight.services.screening import screen_memory

ALIAS = "alias_of"
"""The attribute of the claim that says which entity a name stands for."""

_MOST_NAMES = 50
"""New names of one entity in one call: each is compared with the others of the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """What a merge or split changed. ``change_set`` takes it back by ``roll_back``; None: nothing was to be changed."""

    change_set: str | None
    ids: tuple[str, ...]


async def merge(parts: Parts, scope: Scope, into: str, others: Sequence[str], *, actor: str) -> Renamed:
    """Every memory that names one of ``others`` names ``into`` instead, in one change set."""
    merged = {normalise(name): name for name in others if normalise(name) != normalise(into)}
    if not merged:
        raise InvalidInput("merge_entities() needs another name than the one that stays.")
    found = await _naming(parts, scope, merged.keys())
    now = parts.now()
    changes = [update(memory, now, **_renamed(memory, dict.fromkeys(merged, into))) for memory in found]
    drafts = [_alias(parts, scope, name, into) for name in merged.values()]
    admitted = await admit(
        parts, scope, drafts, actor=actor, reason="merge entities", along=Along(changes=tuple(changes))
    )
    await project_now(parts, admitted.project_job)
    return Renamed(change_set=admitted.change_set, ids=tuple(memory.id for memory in found))


async def split(parts: Parts, scope: Scope, name: str, ids: Sequence[str], new: str, *, actor: str) -> Renamed:
    """In the memories ``ids`` the entity ``name`` is another one, called ``new``. NotFound: one does not name it."""
    if normalise(name) == normalise(new):
        raise InvalidInput("split_entity() needs a new name.")
    private = scope.private
    wanted = {normalise(name)}
    held = {memory.id: memory for memory in await parts.store.get(private, ids, alive())}
    found = [memory for memory in held.values() if _names(memory) & wanted]
    for id_ in ids:
        if id_ not in held:
            raise NotFound(f"There is no memory {id_!r} in space {scope.space!r}.")
    if len(found) < len(held):
        other = next(memory.id for memory in held.values() if memory not in found)
        raise NotFound(f"Memory {other!r} does not name {name!r}: there is nothing to split in it.")
    now = parts.now()
    changes: list[Change] = [update(memory, now, **_renamed(memory, dict.fromkeys(wanted, new))) for memory in found]
    change_set, _ = await commit(parts, private, changes, actor=actor, reason="split entity")
    return Renamed(change_set=change_set.id, ids=tuple(memory.id for memory in found))


async def also_called(parts: Parts, scope: Scope, entity: str, names: Sequence[str], *, actor: str) -> Renamed:
    """``names`` are other names of ``entity`` from now on: a fact each. Memories keep the names they have."""
    others = {normalise(name): name for name in names if normalise(name) != normalise(entity)}
    if not others:
        raise InvalidInput("add_alias() needs another name than the entity's own.")
    for name in (entity, *others.values()):
        if not any(map(plain, chunks(name))):
            raise InvalidInput(f"A name has a letter or a digit, unlike {name!r}.")
    if len(others) > _MOST_NAMES:
        raise TooLarge(f"{len(others)} names in one call; at most {_MOST_NAMES} are possible. Split the call.")
    drafts = [_alias(parts, scope, name, entity) for name in others.values()]
    admitted = await admit(parts, scope, drafts, actor=actor, reason="add alias")
    await project_now(parts, admitted.project_job)
    return Renamed(
        change_set=admitted.change_set,
        ids=tuple(dict.fromkeys(outcome.id for outcome in admitted.outcomes if outcome.id)),
    )


async def relations(
    parts: Parts,
    scope: Scope,
    entity: str,
    *,
    hops: int,
    limit: int,
    predicates: Sequence[str],
    as_of: datetime | None = None,
) -> tuple[Relation, ...]:
    """The claims around an entity under all its names, nearest first, then newest, as they hold now or held then."""
    if parts.graph is None:
        raise ConfigError("There is no entity graph in this deployment.")
    where = visible(parts.now(), as_of=as_of)
    found = await parts.graph.relations(scope, entity, where=where, predicates=predicates, hops=hops, limit=limit)
    ids = list(dict.fromkeys(edge.memory for edge in found))
    stated = {memory.id: memory for memory in await parts.store.get(scope, ids, where)}
    return tuple(
        replace(edge, valid_from=held.valid_from, valid_to=held.valid_to)
        for edge in found
        if (held := stated.get(edge.memory)) is not None
    )


def _alias(parts: Parts, scope: Scope, name: str, into: str) -> Draft:
    options = Options(kind="fact", entities=(name, into), source=Source(type="operator", trust=0.9))
    chinese = script(name) == script(into) == "zh"
    text = f"{name}是{into}的另一个名字。" if chinese else f"{name} is another name of {into}."
    (draft,) = drafts_of(scope, text, options, parts.now(), parts.policy.write.longest)
    memory = replace(draft.memory, claim=Claim(entity=name, attribute=ALIAS, value=into))
    screened = screen_memory(memory, parts.policy.guard)
    if screened.action in ("reject", "quarantine"):
        raise Refused(f"{name!r} is not kept as a name: {screened.reason}.")
    return replace(draft, memory=memory)


async def _naming(parts: Parts, scope: Scope, names: Collection[str]) -> list[Memory]:
    """The memories of the private space that name one of ``names``, but for what says that a name is an alias."""
    private = scope.private
    named: list[Filter] = [Condition("entities", "exists", value=True), Condition("claim", "exists", value=True)]
    found: dict[str, Memory] = {}
    for where in named:
        async for memory in every(parts, private, all_of(alive(), where)):
            if not _names(memory).isdisjoint(names):
                found[memory.id] = memory
    return [memory for memory in found.values() if memory.claim is None or memory.claim.attribute != ALIAS]


def _names(memory: Memory) -> set[str]:
    claim = memory.claim
    return set(map(normalise, [*memory.entities, *((claim.entity, claim.value) if claim else ())]))


def _renamed(memory: Memory, names: Mapping[str, str]) -> dict[str, object]:
    """The fields that change; the words stay as they were said."""

    def called(name: str) -> str:
        return names.get(normalise(name), name)

    claim = memory.claim
    return {
        "entities": tuple(dict.fromkeys(map(called, memory.entities))),
        "claim": replace(claim, entity=called(claim.entity), value=called(claim.value)) if claim else None,
    }
