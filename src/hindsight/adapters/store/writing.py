"""apply: one change set, one transaction (D3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.times import micros
from hindsight.adapters.store.codec import decode_memory, encode_memory, encode_trajectory, encode_turn
from hindsight.adapters.store.rows import (
    NO_COUNTERS,
    counter_columns,
    item_columns,
    job_columns,
    lease_of,
    memory_columns,
)
from hindsight.adapters.store.spaces import check_names
from hindsight.domain.change import Change, ChangeSet
from hindsight.domain.errors import Conflict, DuplicateContent, InvalidInput
from hindsight.domain.memory import Memory


def check(changes: ChangeSet) -> None:
    """Refuse a change set that reaches beyond its tenant or does not count revisions up by one. InvalidInput."""
    records: Iterable[Any] = (*(change.memory for change in changes.changes), *changes.turns, *changes.jobs)
    check_names(changes.tenant, changes.space, *{record.space for record in records})
    if any(record.tenant != changes.tenant for record in records):
        raise InvalidInput("A change set cannot hold another tenant's records.")
    if not all(trajectory.id for trajectory in changes.trajectories):
        raise InvalidInput("A trajectory needs an id to be stored.")
    for memory in (change.memory for change in changes.changes):
        former = changes.former.get(memory.id, ())
        if any((old.id, old.tenant) != (memory.id, memory.tenant) for old in former):
            raise InvalidInput("Former revisions are of the memory that they come with.")
        if len({old.revision for old in former} - {memory.revision}) != len(former):
            raise InvalidInput("Former revisions have numbers of their own.")
    for before, after in ((change.before, change.after) for change in changes.changes):
        if before is None or after is None:
            continue
        if (before.id, before.space) != (after.id, after.space) or after.revision != before.revision + 1:
            raise InvalidInput("A change keeps id and space of its memory and raises its revision by one.")


def apply(conn: Connection, queries: Mapping[str, str], changes: ChangeSet) -> None:
    """Write everything that ``changes`` holds, or raise and leave the transaction to be rolled back."""
    _Writing(conn, queries, changes).run()


@dataclass(slots=True)
class _Writing:
    conn: Connection
    queries: Mapping[str, str]
    changes: ChangeSet
    spaces: dict[str, int] = field(default_factory=dict)

    def run(self) -> None:
        changes = self.changes
        self.conn.one(self.queries["one_writer"], {"tenant": changes.tenant})
        self._complete()
        if changes.changes or changes.turns or changes.trajectories:
            self._head()
        if changes.first:
            self._refuse_known_lessons()
        for change in _leaving_first(changes.changes):
            self._change(change)
        self.conn.many(self.queries["add_audit"], [self._audit(change) for change in changes.changes])
        self._evidence()
        self._touch()
        self._changed()
        jobs = [{**job_columns(job), "space_id": self._space(job.space)} for job in changes.jobs]
        self.conn.many(self.queries["add_job"], jobs)

    def _complete(self) -> None:
        job = self.changes.completes
        if job is not None:
            row = {**lease_of(job), "result": job_columns(job)["result"]}
            if not self.conn.run(self.queries["finish"], row):
                raise Conflict("The lease of this job was lost; another worker has it.")

    def _head(self) -> None:
        changes = self.changes
        row = {
            "id": changes.id,
            "tenant": changes.tenant,
            "space_id": self._space(changes.space),
            "actor": changes.actor,
            "reason": changes.reason,
            "at": micros(changes.at),
        }
        self.conn.run(self.queries["add_change_set"], row)

    def _space(self, name: str) -> int:
        """The number of a space. One that is new is made, private."""
        if name not in self.spaces:
            named = {"tenant": self.changes.tenant, "name": name}
            found = self.conn.one(self.queries["space_id"], named)
            if found is None:
                new = {**named, "shared": 0, "created_at": micros(self.changes.at)}
                self.conn.run(self.queries["add_space"], new)
                found = self.conn.one(self.queries["space_id"], named) or (0,)
            self.spaces[name] = found[0]
        return self.spaces[name]

    def _change(self, change: Change) -> None:
        before, after = change.before, change.after
        if after is None:
            self._purge(change.memory)
        elif before is None:
            self._insert(after)
        else:
            self._update(before, after)

    def _insert(self, memory: Memory) -> None:
        row = {**memory_columns(memory), "space_id": self._space(memory.space)}
        stored = self.conn.one(self.queries["insert_memory"], row)
        if stored is None:
            self._refuse_duplicate(row)
            raise Conflict("A memory with this id exists already.")
        self._add_items(stored[0], item_columns(memory))
        for former in self.changes.former.get(memory.id, ()):
            row = {"memory": stored[0], "revision": former.revision, "tenant": memory.tenant}
            self.conn.run(self.queries["keep_revision"], {**row, "data": encode_memory(former)})

    def _update(self, before: Memory, after: Memory) -> None:
        row = {**memory_columns(after, before), "space_id": self._space(after.space), "before": before.revision}
        if after.status == "active" and _identity(before) != _identity(after):
            self._refuse_duplicate(row)
        stored = self.conn.one(self.queries["update_memory"], row)
        if stored is None:
            raise Conflict
        former = {"memory": stored[0], "revision": before.revision, "tenant": before.tenant}
        self.conn.run(self.queries["keep_revision"], {**former, "data": encode_memory(before)})
        items = item_columns(after)
        if items != item_columns(before):
            self.conn.run(self.queries["drop_items"], {"memory": stored[0]})
            self._add_items(stored[0], items)

    def _add_items(self, seq: int, items: list[dict[str, str]]) -> None:
        self.conn.many(self.queries["add_item"], [{**item, "memory": seq} for item in items])

    def _refuse_duplicate(self, row: Mapping[str, Any]) -> None:
        if self.conn.one(self.queries["duplicate"], {**row, "ref_key": row["ref"] or ""}):
            raise DuplicateContent

    def _refuse_known_lessons(self) -> None:
        for lesson in (change.after for change in self.changes.changes if change.before is None and change.after):
            if lesson.kind != "experience" or lesson.status != "active" or lesson.claim is None:
                continue
            row = {"space_id": self._space(lesson.space), "claim": lesson.claim.key}
            if any(
                decode_memory(data).claim == lesson.claim
                for (data,) in self.conn.all(self.queries["same_lessons"], row)
            ):
                raise DuplicateContent("The same lesson is already stored in this space.")

    def _purge(self, memory: Memory) -> None:
        row = {"tenant": memory.tenant, "id": memory.id, "before": memory.revision}
        if not self.conn.run(self.queries["purge_memory"], {**row, "space_id": self._space(memory.space)}):
            raise Conflict

    def _audit(self, change: Change) -> dict[str, Any]:
        action: Literal["insert", "update", "purge"] = "update" if change.before else "insert"
        memory = change.memory
        return {
            "tenant": memory.tenant,
            "change_set": self.changes.id,
            "space_id": self._space(memory.space),
            "memory": memory.id,
            "action": action if change.after else "purge",
            "content_hash": memory.content_hash,
            "revision": memory.revision,
        }

    def _evidence(self) -> None:
        changes = self.changes
        tenant = changes.tenant
        turns = [
            {"tenant": tenant, "space_id": self._space(turn.space), "id": turn.id, "data": encode_turn(turn)}
            for turn in changes.turns
        ]
        self.conn.many(self.queries["add_turn"], turns)
        where = {"tenant": tenant, "recorded_at": micros(changes.at)}
        trajectories = [
            {**where, "space_id": self._space(changes.space), "id": run.id, "data": encode_trajectory(run)}
            for run in changes.trajectories
        ]
        self.conn.many(self.queries["add_trajectory"], trajectories)

    def _changed(self) -> None:
        """Count the change of every space whose answers may change; to have been shown alone changes none."""
        names = {change.memory.space for change in self.changes.changes}
        if any(replace(used, retrieved=0) != NO_COUNTERS for used in self.changes.touches.values()):
            names.add(self.changes.space)
        for id_ in sorted(self._space(name) for name in names):
            self.conn.run(self.queries["changed"], {"id": id_})

    def _touch(self) -> None:
        where = {"tenant": self.changes.tenant, "at": micros(self.changes.at)}
        rows = [{**where, "id": id_, **counter_columns(used)} for id_, used in self.changes.touches.items()]
        self.conn.many(self.queries["touch_memory"], rows)


def _identity(memory: Memory) -> tuple[str | None, ...]:
    return memory.status, memory.content_hash, memory.kind, memory.ref


def _leaving_first(changes: Sequence[Change]) -> list[Change]:
    """What gives up a place among the active texts goes before what takes one; one memory's changes stay in order."""
    rank: dict[str, int] = {}
    for change in changes:
        gone = change.before is not None and (change.after is None or change.after.status != "active")
        rank[change.memory.id] = min(rank.get(change.memory.id, 1), 0 if gone else 1)
    return sorted(changes, key=lambda change: rank[change.memory.id])
