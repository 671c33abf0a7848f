"""Records as rows and back: which columns stand beside the JSON, and what newer values they hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

from hindsight.adapters.sql.connection import Row
from hindsight.adapters.sql.times import micros, moment
from hindsight.adapters.store.codec import decode_memory, dump, encode_memory
from hindsight.domain.change import Job
from hindsight.domain.filters import FIELDS
from hindsight.domain.memory import Counters, Memory

NO_COUNTERS = Counters(stated=0)
_LISTS = tuple(name for name, kind in FIELDS.items() if kind == "list")
_COUNTERS = tuple(field.name for field in fields(Counters))


def counter_columns(now: Counters, before: Counters = NO_COUNTERS) -> dict[str, int]:
    """What to add to each counter: increments, so that no concurrent use is lost."""
    return {name: getattr(now, name) - getattr(before, name) for name in _COUNTERS}


def memory_columns(memory: Memory, before: Memory | None = None) -> dict[str, Any]:
    """Every column of ``memory`` but ``space_id``; ``last_used_at`` is NULL where it did not change."""
    unchanged = before is not None and before.last_used_at == memory.last_used_at
    return {
        "tenant": memory.tenant,
        "id": memory.id,
        "revision": memory.revision,
        "kind": memory.kind,
        "status": memory.status,
        "project": memory.project,
        "task_type": memory.task_type,
        "stage": memory.stage,
        "claim": memory.claim.key if memory.claim else None,
        "polarity": memory.polarity,
        "source": memory.source.type,
        "source_name": memory.source.name,
        "conversation": memory.source.conversation,
        "ref": memory.ref,
        "content_hash": memory.content_hash,
        "superseded_by": memory.superseded_by,
        "confidence": memory.confidence,
        "importance": memory.importance,
        "trust": memory.trust,
        "verbatim": int(memory.verbatim),
        "created_at": micros(memory.created_at),
        "updated_at": micros(memory.updated_at),
        "occurred_at": micros(memory.occurred_at),
        "occurred_until": micros(memory.occurred_until),
        "valid_from": micros(memory.valid_from),
        "valid_to": micros(memory.valid_to),
        "expires_at": micros(memory.expires_at),
        "deleted_at": micros(memory.deleted_at),
        "last_used_at": None if unchanged else micros(memory.last_used_at),
        **counter_columns(memory.counters, before.counters if before else NO_COUNTERS),
        "data": encode_memory(memory),
    }


def item_columns(memory: Memory) -> list[dict[str, str]]:
    """The elements of the list fields that filters can ask for."""
    return [{"field": name, "value": value} for name in _LISTS for value in getattr(memory, name)]


def memory_of(row: Row) -> Memory:
    """The memory of (id, seq, data, updated_at, last_used_at, counters…)."""
    _, seq, data, updated_at, last_used_at, *counters = row
    return decode_memory(
        data,
        seq=seq,
        updated_at=moment(updated_at),
        last_used_at=moment(last_used_at),
        counters=_counters(*counters),
    )


@lru_cache(maxsize=256)
def _counters(*counts: int) -> Counters:
    """Most memories have the same few."""
    return Counters(**dict(zip(_COUNTERS, counts, strict=True)))


def job_columns(job: Job) -> dict[str, Any]:
    """Every column of ``job`` but ``space_id``."""
    return {
        "id": job.id,
        "tenant": job.tenant,
        "kind": job.kind,
        "payload": dump(dict(job.payload)),
        "lane": job.lane,
        "status": job.status,
        "attempts": job.attempts,
        "failures": job.failures,
        "setbacks": job.setbacks,
        "run_at": micros(job.run_at),
        "created_at": micros(job.created_at),
        "lease_until": micros(job.lease_until),
        "worker": job.worker,
        "error": job.error,
        "result": _packed(job.result),
    }


def job_of(row: Row) -> Job:
    id_, tenant, space, kind, payload, lane, status, attempts, failures, setbacks, *times, worker, error, result = row
    run_at, created_at, lease = times
    return Job(
        id=id_,
        tenant=tenant,
        space=space,
        kind=kind,
        payload=json.loads(payload),
        lane=lane,
        status=status,
        attempts=attempts,
        failures=failures,
        setbacks=setbacks,
        run_at=moment(run_at),
        created_at=moment(created_at),
        lease_until=moment(lease),
        worker=worker,
        error=error,
        result=None if result is None else json.loads(result),
    )


def _packed(result: Mapping[str, Any] | None) -> str | None:
    return None if result is None else dump(dict(result))


def lease_of(job: Job) -> dict[str, Any]:
    """What tells this lease of a job from every other: the worker and the number of the attempt."""
    return {"id": job.id, "worker": job.worker, "attempts": job.attempts}
