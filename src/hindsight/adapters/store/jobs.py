"""The job queue: leases, lanes, dead letters (W8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from hindsight.adapters.sql.connection import Connection
from hindsight.adapters.sql.times import micros
from hindsight.adapters.store.reading import Queries
from hindsight.adapters.store.rows import job_columns, job_of, lease_of
from hindsight.domain.change import LEASE_RAN_OUT, Job, JobKind, JobStatus

KEEP_DONE = timedelta(days=7)
"""How long a done job can still be looked at; a worker that finds nothing to do removes older ones."""


def claim(
    conn: Connection,
    queries: Queries,
    *,
    worker: str,
    lease_s: float,
    now: datetime,
    ids: Sequence[str] | None,
    limit: int,
    in_a_row: int,
) -> tuple[Job, ...]:
    conn.one(queries["one_claimer"])
    wanted = {
        "worker": worker,
        "now": micros(now),
        "lease_until": micros(now + timedelta(seconds=lease_s)),
        "every_id": int(ids is None),
        "ids": list(ids or ()),
        "limit": max(0, limit),
        "ran_out": LEASE_RAN_OUT,
    }
    seqs = [row[0] for row in conn.all(queries["claim"], wanted)]
    if seqs:
        if in_a_row > 1:
            seqs += _next_in_lane(conn, queries, seqs[0], in_a_row - 1, wanted)
        return tuple(map(job_of, conn.all(queries["jobs_by_seq"], {"seqs": seqs})))
    if ids is None:
        conn.run(queries["forget_done_jobs"], {"before": micros(now - KEEP_DONE)})
    return ()


def _next_in_lane(conn: Connection, queries: Queries, first: int, limit: int, wanted: Mapping[str, Any]) -> list[int]:
    """Claim what comes right after the job ``first`` in its lane, as far as it is due."""
    space_id, lane = conn.one(queries["lane_of"], {"seq": first}) or (0, None)
    where = {"space_id": space_id, "lane": lane, "seq": first, "limit": limit}
    following = conn.all(queries["next_in_lane"], where) if lane else []
    due = takewhile(lambda row: row[1] == "pending" and row[2] <= wanted["now"], following)
    seqs = [row[0] for row in due]
    lease = {name: wanted[name] for name in ("worker", "lease_until")}
    conn.run(queries["claim_seqs"], {**lease, "seqs": seqs})
    return seqs


def heartbeat(conn: Connection, queries: Queries, job: Job, lease_s: float, now: datetime) -> bool:
    until = micros(now + timedelta(seconds=lease_s))
    return conn.run(queries["heartbeat"], {**lease_of(job), "lease_until": until}) > 0


def finish(conn: Connection, queries: Queries, job: Job) -> bool:
    if job.kind == "project":
        conn.run(queries["changed_by_name"], {"tenant": job.tenant, "space": job.space})
        return conn.run(queries["drop_job"], lease_of(job)) > 0
    return conn.run(queries["finish"], {**lease_of(job), "result": job_columns(job)["result"]}) > 0


def give_back(conn: Connection, queries: Queries, job: Job, *, error: str | None, run_at: datetime, dead: bool) -> None:
    if job.kind == "project":  # some of the indexes may have taken it
        conn.run(queries["changed_by_name"], {"tenant": job.tenant, "space": job.space})
    status: JobStatus = "dead" if dead else "pending"
    counts = {"failures": job.failures, "setbacks": job.setbacks}
    row = {**lease_of(job), **counts, "status": status, "error": error, "run_at": micros(run_at)}
    conn.run(queries["give_back"], row)


def jobs(
    conn: Connection,
    queries: Queries,
    *,
    tenant: str | None,
    space: str | None,
    ids: Sequence[str] | None,
    status: JobStatus | None,
    kind: JobKind | None,
    limit: int,
) -> tuple[Job, ...]:
    wanted = {
        "tenant": tenant,
        "space": space,
        "every_id": int(ids is None),
        "ids": list(ids or ()),
        "status": status,
        "kind": kind,
        "limit": max(0, limit),
    }
    return tuple(map(job_of, conn.all(queries["jobs"], wanted)))


def revive(conn: Connection, queries: Queries, ids: Sequence[str], now: datetime) -> int:
    conn.one(queries["one_claimer"])
    return conn.run(queries["revive"], {"ids": list(ids), "now": micros(now)})


def backlog(conn: Connection, queries: Queries) -> int:
    row = conn.one(queries["backlog"])
    return int(row[0]) if row else 0
