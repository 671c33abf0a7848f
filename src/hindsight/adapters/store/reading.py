"""The reads of the store: memories, their history, what a change set changed, evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.filters import compile_filter
from hindsight.adapters.sql.narrow import narrowest
from hindsight.adapters.sql.times import micros, moment
from hindsight.adapters.store.codec import decode_memory, decode_trajectory, decode_turn
from hindsight.adapters.store.rows import memory_of
from hindsight.domain.change import Change, ChangeSet
from hindsight.domain.conversation import Turn
from hindsight.domain.errors import InvalidInput
from hindsight.domain.filters import EVERYTHING, Filter
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.trajectory import Trajectory
from hindsight.ports.store import AuditEntry, Order, Page

Queries = Mapping[str, str]
MAX_PAGE = 10_000
WIDE = 20_000
"""Fewer than this that can pass, as an index tells, are looked through instead of the whole space."""
SOME = 1_000
"""So many at a time."""
_BEYOND = 2**63 - 1


def space_ids(conn: Connection, queries: Queries, scope: Scope) -> list[int]:
    """The numbers of the spaces in scope that exist."""
    rows = conn.all(queries["space_ids"], {"tenant": scope.tenant, "names": scope.spaces})
    return [row[0] for row in rows]


def _within(conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str]) -> dict[str, Any]:
    return {"tenant": scope.tenant, "spaces": space_ids(conn, queries, scope), "ids": list(ids)}


def _these(scope: Scope, ids: Sequence[str]) -> dict[str, Any]:
    """For queries that look the spaces up themselves."""
    return {"tenant": scope.tenant, "names": list(scope.spaces), "ids": list(ids)}


def get(
    conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str], where: Filter | None
) -> tuple[Memory, ...]:
    condition, params = compile_filter(EVERYTHING if where is None else where)
    rows = conn.all(queries["get"].replace("{where}", condition), {**_these(scope, ids), **params})
    found = {row[0]: memory_of(row) for row in rows}
    return tuple(found[id_] for id_ in dict.fromkeys(ids) if id_ in found)


def find(
    conn: Connection, queries: Queries, scope: Scope, where: Filter, *, limit: int, cursor: str | None, order: Order
) -> Page:
    """A page: each space in its own index order, merged, so that a page costs the same in a large store.

    More than ``MAX_PAGE`` come in several pages.
    """
    if limit < 1:
        raise InvalidInput("A page has at least one memory.")
    limit = min(limit, MAX_PAGE)
    start = _start(cursor, order)
    spaces = space_ids(conn, queries, scope)
    few = narrowest(conn, where, spaces, WIDE)
    condition, params = compile_filter(where)
    if few is None:
        sql = queries[order].replace("{where}", condition)
        rows = [
            row
            for space in spaces
            for row in conn.all(sql, {**params, "space": space, "cursor": start, "limit": limit + 1})
        ]
    else:
        sql = queries["among"].replace("{where}", condition)
        beyond = sorted(seq for seq in few if (seq < start if order == "newest" else seq > start))
        rows = []
        while beyond and len(rows) <= limit:
            some = beyond[-SOME:] if order == "newest" else beyond[:SOME]
            beyond = beyond[:-SOME] if order == "newest" else beyond[SOME:]
            rows += conn.all(sql, {**params, "spaces": spaces, "seqs": some})
    rows.sort(key=lambda row: int(row[1]), reverse=order == "newest")
    page = rows[:limit]
    return Page(
        memories=tuple(map(memory_of, page)),
        cursor=f"{order}:{page[-1][1]}" if len(rows) > limit else None,
    )


def _start(cursor: str | None, order: Order) -> int:
    if cursor is None:
        return _BEYOND if order == "newest" else 0
    wanted, _, seq = cursor.partition(":")
    if wanted != order or not (seq.isascii() and seq.isdecimal()) or len(seq) > 18:
        raise InvalidInput("This is no cursor of such a listing; start again without one.")
    return int(seq)


def history(conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str]) -> dict[str, tuple[Memory, ...]]:
    revisions: dict[str, list[Memory]] = {id_: [] for id_ in ids}
    for id_, seq, _, data in conn.all(queries["former"], _these(scope, ids)):
        revisions[id_].append(decode_memory(data, seq=seq))
    for memory in get(conn, queries, scope, ids, None):
        revisions[memory.id].append(memory)
    return {id_: tuple(known) for id_, known in revisions.items()}


def neighbours(
    conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str], reach: int
) -> dict[str, tuple[Memory, ...]]:
    rows = conn.all(queries["nearby"], {**_these(scope, ids), "reach": max(0, reach)})
    around = {id_: (*reversed(json.loads(before)), *json.loads(after)) for id_, before, after in rows}
    seqs = sorted({seq for near in around.values() for seq in near})
    by_seq = {row[1]: memory_of(row) for row in conn.all(queries["by_seq"], {"seqs": seqs})} if seqs else {}
    return {id_: tuple(by_seq[seq] for seq in around.get(id_, ())) for id_ in ids}


def undo_record(conn: Connection, queries: Queries, tenant: str, change_set: str) -> ChangeSet | None:
    """Rebuilt from the audit and the stored revisions, so that a purge leaves no text behind in it."""
    named = {"tenant": tenant, "id": change_set}
    head = conn.one(queries["change_set"], named)
    if head is None:
        return None
    space, actor, reason, at = head
    audit = conn.all(queries["undo"], named)
    ids = list({row[0] for row in audit})
    stored = conn.all(queries["every_revision"], {"tenant": tenant, "ids": ids}) if ids else []
    revisions = {(id_, revision): decode_memory(data, seq=seq) for id_, seq, revision, data in stored}
    changes: list[Change] = []
    for id_, action, revision, purged in audit:
        after = revisions.get((id_, revision))
        before = revisions.get((id_, revision - 1)) if action == "update" else None
        if purged or after is None or (action == "update" and before is None):
            return None
        changes.append(Change(before=before, after=after))
    return ChangeSet(
        id=change_set, tenant=tenant, space=space, actor=actor, reason=reason, at=moment(at), changes=tuple(changes)
    )


def audit(conn: Connection, queries: Queries, tenant: str, after: int, limit: int) -> tuple[AuditEntry, ...]:
    rows = conn.all(queries["audit"], {"tenant": tenant, "after": after, "limit": max(0, limit)})
    names = (
        "seq", "change_set", "tenant", "space", "memory", "actor", "action", "reason", "content_hash", "revision"
    )  # fmt: skip
    return tuple(AuditEntry(**dict(zip(names, row[:-1], strict=True)), at=moment(row[-1])) for row in rows)


def turns(conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str]) -> tuple[Turn, ...]:
    rows = conn.all(queries["turns"], _within(conn, queries, scope, ids))
    found = {id_: decode_turn(data) for id_, data in rows}
    return tuple(found[id_] for id_ in dict.fromkeys(ids) if id_ in found)


def trajectories(conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str]) -> tuple[Trajectory, ...]:
    rows = conn.all(queries["trajectories"], _within(conn, queries, scope, ids))
    found = {id_: decode_trajectory(data) for id_, data in rows}
    return tuple(found[id_] for id_ in dict.fromkeys(ids) if id_ in found)


def every_turn(
    conn: Connection, queries: Queries, scope: Scope, after: int, limit: int
) -> tuple[tuple[int, Turn], ...]:
    page = {"spaces": space_ids(conn, queries, scope), "after": after, "limit": limit}
    return tuple((seq, decode_turn(data)) for seq, data in conn.all(queries["every_turn"], page))


def every_trajectory(
    conn: Connection, queries: Queries, scope: Scope, after: int, limit: int
) -> tuple[tuple[int, datetime, Trajectory], ...]:
    page = {"spaces": space_ids(conn, queries, scope), "after": after, "limit": limit}
    rows = conn.all(queries["every_trajectory"], page)
    return tuple((seq, moment(recorded_at), decode_trajectory(data)) for seq, recorded_at, data in rows)


def drop_evidence(
    conn: Connection, queries: Queries, scope: Scope, ids: Sequence[str], trajectories_before: datetime | None
) -> int:
    within = _within(conn, queries, scope, ids)
    gone = conn.run(queries["drop_turns"], within) if ids else 0
    if trajectories_before is not None:
        gone += conn.run(queries["drop_trajectories"], {**within, "before": micros(trajectories_before)})
    return gone
