"""The spaces of a tenant, and who may read the shared ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime

from hindsight.adapters.sql.connection import Connection, Row
from hindsight.adapters.sql.times import micros, moment
from hindsight.adapters.store.reading import Queries, space_ids
from hindsight.domain.errors import InvalidInput, NotFound
from hindsight.domain.memory import Scope, SpaceInfo
from hindsight.ports.store import Freshness

MAX_NAME = 512


def check_names(*names: str) -> None:
    """Refuse what cannot be the name of a tenant or a space. InvalidInput."""
    if not all(0 < len(name) <= MAX_NAME for name in names):
        raise InvalidInput(f"The name of a tenant or a space has 1 to {MAX_NAME} characters.")


def open_space(conn: Connection, queries: Queries, tenant: str, name: str, shared: bool) -> SpaceInfo:
    check_names(tenant, name)
    created = {"tenant": tenant, "name": name, "shared": int(shared), "created_at": micros(datetime.now(UTC))}
    conn.run(queries["add_space"], created)
    readers = _readers(conn, queries, tenant)
    return _info(_space(conn, queries, tenant, name), readers)


def grant(conn: Connection, queries: Queries, tenant: str, shared_space: str, reader: str) -> None:
    target, source = _space(conn, queries, tenant, shared_space), _space(conn, queries, tenant, reader)
    if not target[3]:
        raise InvalidInput(f"The space {shared_space!r} is private; only a shared one can be read by others.")
    conn.run(queries["grant"], {"shared_space": target[0], "reader": source[0]})


def readable(conn: Connection, queries: Queries, tenant: str, name: str) -> tuple[str, ...]:
    reader = conn.one(queries["space_id"], {"tenant": tenant, "name": name})
    rows = conn.all(queries["readable"], {"reader": reader[0]}) if reader else []
    return tuple(row[0] for row in rows)


def spaces(conn: Connection, queries: Queries, tenant: str | None) -> tuple[SpaceInfo, ...]:
    readers = _readers(conn, queries, tenant)
    return tuple(_info(row, readers) for row in conn.all(queries["spaces"], {"tenant": tenant}))


def freshness(conn: Connection, queries: Queries, scope: Scope, now: datetime) -> Freshness:
    named = {"tenant": scope.tenant, "names": list(scope.spaces), "now": micros(now)}
    rows = conn.all(queries["freshness"], named)
    ends = [at for row in rows for at in row[2:] if at is not None]
    return Freshness(tuple((row[0], row[1]) for row in rows), moment(min(ends)) if ends else None)


def counts(conn: Connection, queries: Queries, scope: Scope) -> dict[str, dict[str, int]]:
    kinds: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    for kind, status, number in conn.all(queries["counts"], {"spaces": space_ids(conn, queries, scope)}):
        kinds[kind] += number
        statuses[status] += number
    return {"kind": dict(kinds), "status": dict(statuses)}


def _space(conn: Connection, queries: Queries, tenant: str, name: str) -> Row:
    row = conn.one(queries["space"], {"tenant": tenant, "name": name})
    if row is None:
        raise NotFound(f"There is no space {name!r}.")
    return row


def _readers(conn: Connection, queries: Queries, tenant: str | None) -> Mapping[int, list[str]]:
    readers: dict[int, list[str]] = defaultdict(list)
    for shared_space, name in conn.all(queries["readers"], {"tenant": tenant}):
        readers[shared_space].append(name)
    return readers


def _info(row: Row, readers: Mapping[int, list[str]]) -> SpaceInfo:
    id_, tenant, name, shared, created_at = row
    return SpaceInfo(
        tenant=tenant,
        name=name,
        shared=bool(shared),
        readers=tuple(readers.get(id_, ())),
        created_at=moment(created_at),
    )
