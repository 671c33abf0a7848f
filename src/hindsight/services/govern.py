"""Changing what is known, and what it was before: update, roll back, history (G1, W6).

All of it is change sets over the one store: atomic, audited, and undoable until a purge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hindsight.domain.change import Change, ChangeSet, inverse
from hindsight.domain.errors import InvalidInput, NotFound, Refused
from hindsight.domain.filters import Condition, Not
from hindsight.domain.memory import Counters, Memory, Scope
from hindsight.domain.text import content_hash
from hindsight.services.parts import Parts, new_id
from hindsight.services.project import own_project_job, project_now
from hindsight.services.screening import screen_memory

_MOST = 10_000
PRESENT = Not(Condition("status", "in", ("deleted",)))
"""What is there at all."""


async def commit(
    parts: Parts,
    scope: Scope,
    changes: Sequence[Change],
    *,
    actor: str,
    reason: str,
    touches: Mapping[str, Counters] | None = None,
) -> tuple[ChangeSet, str]:
    """Apply changes with the project job that follows from them, and bring the indexes up to date at once.

    Returns the change set, and what of the indexes is late ('': nothing).
    """
    now = parts.now()
    ids = [change.memory.id for change in changes]
    job = own_project_job(parts, scope, ids, writer=actor)
    change_set = ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=actor,
        reason=reason,
        at=now,
        changes=tuple(changes),
        touches=touches or {},
        jobs=(job,) if job else (),
    )
    await parts.store.apply(change_set)
    if any(change.after is None for change in changes):
        parts.forget_texts()
    return change_set, await project_now(parts, job)


async def revise(parts: Parts, scope: Scope, id_: str, fields: Mapping[str, Any], *, actor: str) -> Memory:
    """A new version of one memory. NotFound, Refused (the guard), Conflict when it changed meanwhile."""
    memory = await one(parts, scope, id_)
    changed = dict(fields)
    if changed.get("status") in ("deleted", "quarantined"):
        raise InvalidInput("update() does not delete or quarantine; use forget().")
    if "content" in changed:
        changed = {"claim": None, "content_hash": content_hash(changed["content"]), **changed}
    screened = screen_memory(replace(memory, **changed), parts.policy.guard)
    if screened.action in ("reject", "quarantine"):
        raise Refused(f"The change is not stored: {screened.reason}.")
    after = replace(screened.memory, updated_at=parts.now(), revision=memory.revision + 1)
    await commit(parts, scope, [Change(before=memory, after=after)], actor=actor, reason="update")
    return after


async def one(parts: Parts, scope: Scope, id_: str) -> Memory:
    """The memory with this id in the private space. NotFound otherwise."""
    private = scope.private
    found = await parts.store.get(private, [id_], PRESENT)
    if not found:
        raise NotFound(f"There is no memory {id_!r} in space {scope.space!r}.")
    return found[0]


async def roll_back(parts: Parts, scope: Scope, change_set: str, *, actor: str) -> ChangeSet:
    """Take a change set back. NotFound when unknown or purged; Conflict when its memories changed since.

    Changes that were themselves taken back since do not count: the last one goes first, then those before it.
    """
    record = await parts.store.undo_record(scope.tenant, change_set)
    if record is None or record.space != scope.space:
        raise NotFound(f"There is no change {change_set!r} to roll back in space {scope.space!r}.")
    undo = inverse(record, id=new_id(parts.now()), actor=actor, at=parts.now())
    ids = [change.memory.id for change in undo.changes]
    current = {memory.id: memory for memory in await parts.store.get(scope.private, ids)}
    changes = [_onto(change, current.get(change.memory.id)) for change in undo.changes]
    return (await commit(parts, scope, changes, actor=actor, reason=undo.reason))[0]


def _onto(change: Change, current: Memory | None) -> Change:
    """The change onto the memory as it is now, where that says what it said then."""
    then, after = change.before, change.after
    if current is None or then is None or after is None or current.revision <= then.revision:
        return change
    used: dict[str, Any] = {"counters": current.counters, "last_used_at": current.last_used_at}
    aside: dict[str, Any] = {"revision": current.revision, "updated_at": current.updated_at, "seq": current.seq}
    if replace(then, **used, **aside) != current:
        return change
    return Change(before=current, after=replace(after, **used, revision=current.revision + 1))


async def story(parts: Parts, scope: Scope, id_: str) -> tuple[Memory, ...]:
    """Every version of what a memory says, oldest first: revisions of it and of those it is linked to by supersession.

    Links are followed in both directions; NotFound when nothing was ever known under this id.
    """
    seen: dict[str, tuple[Memory, ...]] = {}
    frontier = [id_]
    while frontier and len(seen) < _MOST:
        current = frontier.pop()
        if current in seen:
            continue
        seen |= await parts.store.history(scope, [current])
        for memory in seen[current]:
            frontier.extend(memory.supersedes)
            if memory.superseded_by:
                frontier.append(memory.superseded_by)
    versions = [memory for revisions in seen.values() for memory in revisions]
    if not versions:
        raise NotFound(f"There is no memory {id_!r} in space {scope.space!r}.")
    return tuple(sorted(versions, key=lambda memory: (memory.updated_at, memory.revision)))
