"""The one door: guard → embed → neighbours → decide → change set → apply. Nothing else takes in what is new.

remember, reflect, learn, sessions and import all end here; only a restored export comes back as it was, past the same
guard. Changes of what is there (update, forget, feedback, credit) are change sets of their own. A revision that moved
on in between makes the whole decision run again on the newer state, so no update is lost and no duplicate slips in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

import anyio.to_thread

from hindsight.domain.change import Change, ChangeSet, Job
from hindsight.domain.guard import GuardPolicy, masked_in
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.recurrence import same_again
from hindsight.domain.rulings import Doubt, Rulings
from hindsight.domain.settle import Statement, settle
from hindsight.domain.text import content_hash
from hindsight.services.judge import Judged, judge_doubts
from hindsight.services.ledger import Ledger
from hindsight.services.neighbours import Neighbours, find_neighbours
from hindsight.services.newest import on_newest
from hindsight.services.parts import Parts, new_id
from hindsight.services.project import own_project_job
from hindsight.services.screening import screen_memory

Action = Literal["added", "duplicate", "merged", "superseded", "flagged", "review", "quarantined", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory to be admitted: without id and hash. ``update``: its words say that something changed.

    ``because``: the position among the drafts of the one that is given as its reason (M8).
    """

    memory: Memory
    update: bool = False
    replaces: str | None = None
    because: int | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a draft. ``id`` is the memory that holds it now (None: refused); ``also`` others it changed.

    ``reason`` also names personal data that the guard masked in it (``masked: email``).
    """

    action: Action
    id: str | None
    reason: str = ""
    also: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {"action": self.action, "id": self.id, "reason": self.reason, "also": list(self.also)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """The outcomes in the order of the drafts, and the job that brings the indexes up to date (None: nothing to do).

    ``alike`` are earlier episodes that say what an admitted one says, by its id (see
    :mod:`hindsight.domain.recurrence`).
    """

    outcomes: tuple[Outcome, ...]
    change_set: str
    project_job: Job | None
    degraded: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    alike: Mapping[str, tuple[Memory, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Along:
    """What is written in the same transaction as the memories. ``first``: the experiences among the drafts are the
    first of their claims; if another writer was quicker, their maker looks again.
    """

    changes: tuple[Change, ...] = ()
    completes: Job | None = None
    first: bool = False
    result: dict[str, Any] = field(default_factory=dict)


async def admit(
    parts: Parts,
    scope: Scope,
    drafts: Sequence[Draft],
    *,
    actor: str,
    reason: str,
    along: Along | None = None,
    judge: bool = False,
) -> Admitted:
    """Decide about every draft and write what follows from it, all in one transaction.

    ``judge``: a language model is asked about what the rules leave in doubt, where there is one. It may take long.
    Raises Conflict when the store kept changing underneath, Unavailable or StorageError when it cannot be written.
    """
    along = along or Along()
    screened = await anyio.to_thread.run_sync(lambda: [_screen(draft, parts.policy.guard) for draft in drafts])
    judged = Judged()

    async def write() -> Admitted:
        nonlocal judged
        before = judged
        neighbours = await find_neighbours(parts, scope, [draft.memory for draft in _passed(screened)])
        decide = partial(_decide, parts, scope, screened, neighbours, actor=actor, reason=reason, along=along)
        admitted, changes = await anyio.to_thread.run_sync(partial(decide, judged=judged))
        if judge and admitted.doubts and judged == Judged():
            judged = await judge_doubts(parts, admitted.doubts)
        if judged != before:
            admitted, changes = await anyio.to_thread.run_sync(partial(decide, judged=judged))
        await parts.store.apply(changes)
        return admitted

    # What comes along was made from revisions that are then outdated: only its maker can make it anew.
    return await (write() if along.changes or along.first else on_newest(write))


def _screen(draft: Draft, policy: GuardPolicy) -> Draft | Outcome:
    """The guard: what is refused has its outcome at once; redaction and quarantine are put into the draft (S1, S2)."""
    memory = replace(draft.memory, content_hash=content_hash(draft.memory.content))
    screened = screen_memory(memory, policy)
    if screened.action == "reject":
        return Outcome(action="refused", id=None, reason=screened.reason)
    hint = screened.reason if screened.action == "quarantine" else draft.hint
    return replace(draft, memory=screened.memory, hint=hint)


def _passed(screened: Sequence[Draft | Outcome]) -> Iterator[Draft]:
    return (item for item in screened if isinstance(item, Draft))


def _decide(
    parts: Parts,
    scope: Scope,
    screened: Sequence[Draft | Outcome],
    neighbours: Neighbours,
    *,
    actor: str,
    reason: str,
    along: Along,
    judged: Judged,
) -> tuple[Admitted, ChangeSet]:
    now = parts.now()
    ledger = Ledger(now, parts.policy.write.recurring, neighbours.speaker)
    decided: list[_Decided] = []
    for item in screened:
        if isinstance(item, Outcome):
            decided.append(_Decided(item))
            continue
        memory = replace(item.memory, id=new_id(now), created_at=now, updated_at=now)
        one = _admit_one(ledger, replace(item, memory=memory), neighbours, parts, judged.rulings)
        decided.append(replace(one, outcome=_told_masked(one.outcome, memory.content)))
    outcomes = [item.outcome for item in decided]
    _link_causes(ledger, screened, outcomes)
    degraded = neighbours.degraded + judged.degraded
    changed = [change.memory.id for change in along.changes] + ledger.changed_ids()
    project = own_project_job(parts, scope, changed, writer=actor)
    changes = ChangeSet(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        actor=actor,
        reason=reason,
        at=now,
        changes=along.changes + ledger.changes(),
        touches=ledger.touches(),
        jobs=(project,) if project else (),
        completes=_completed(along, outcomes, degraded, project),
        first=along.first,
    )
    admitted = Admitted(
        outcomes=tuple(outcomes),
        change_set=changes.id,
        project_job=project,
        degraded=degraded,
        doubts=tuple(doubt for item in decided for doubt in item.doubts),
        alike={item.outcome.id: item.alike for item in decided if item.outcome.id and item.alike},
    )
    return admitted, changes


@dataclass(frozen=True, slots=True)
class _Decided:
    """What became of one draft, and what was seen on the way."""

    outcome: Outcome
    doubts: tuple[Doubt, ...] = ()
    alike: tuple[Memory, ...] = ()


def _admit_one(ledger: Ledger, draft: Draft, neighbours: Neighbours, parts: Parts, rulings: Rulings) -> _Decided:
    memory = draft.memory
    if memory.status == "quarantined":
        ledger.insert(memory)
        return _Decided(Outcome(action="quarantined", id=memory.id, reason=draft.hint))
    twin = ledger.twin(memory) or neighbours.twin(memory)
    if twin:
        ledger.stated_again(twin, memory)
        return _Decided(Outcome(action="duplicate", id=twin.id, reason="the same text is already stored"))
    near = neighbours.of(memory, ledger)
    statement = Statement(
        memory=memory,
        update=draft.update,
        replaces=draft.replaces,
        concreteness=_concreteness(memory),
        speaker=neighbours.speaker,
    )
    concreteness = {item.memory.id: _concreteness(item.memory) for item in near}
    settled = settle(statement, near, ledger.now, parts.policy.write, concreteness, rulings=rulings)
    ledger.record(settled, {item.memory.id: item.memory for item in near})
    outcome = Outcome(action=settled.action, id=settled.id, reason=settled.reason, also=settled.also)
    similar = [item.memory for item in near if (item.similarity or 0.0) >= parts.policy.write.duplicate]
    return _Decided(outcome, settled.doubts, same_again(memory, similar))


def _told_masked(outcome: Outcome, content: str) -> Outcome:
    """``outcome`` with what the guard masked in the text: a caller must not learn it from a recall."""
    masked = masked_in(content)
    if not masked:
        return outcome
    return replace(outcome, reason="; ".join(filter(None, (outcome.reason, f"masked: {', '.join(masked)}"))))


def _link_causes(ledger: Ledger, screened: Sequence[Draft | Outcome], outcomes: Sequence[Outcome]) -> None:
    """Effects point to their causes (M8), both under the ids that hold them now."""
    for item, effect in zip(screened, outcomes, strict=True):
        cause = outcomes[item.because].id if isinstance(item, Draft) and item.because is not None else None
        if cause and effect.id and cause != effect.id:
            ledger.link(effect.id, cause)


def _concreteness(memory: Memory) -> float:
    return float(memory.body.get("concreteness", 0.0)) if memory.kind == "experience" and memory.body else 0.0


def _completed(along: Along, outcomes: Sequence[Outcome], degraded: Sequence[str], project: Job | None) -> Job | None:
    """The job of this admission with what came of it, and the job that makes it searchable: a caller waits for both."""
    if along.completes is None:
        return None
    result = {
        "project": project.id if project else None,
        **along.result,
        "outcomes": [outcome.to_dict() for outcome in outcomes],
        "degraded": [*along.result.get("degraded", ()), *degraded],
    }
    return replace(along.completes, result=result)
