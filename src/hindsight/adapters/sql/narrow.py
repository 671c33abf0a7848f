"""What a selective filter leaves, read out of an index alone: where most is rejected, the rest is looked through.

A narrowing is one condition that the filter needs and an index holds (a project, a tag, a conversation, a kind). It
lets more pass than the filter, never less, so that whoever uses it still puts what it finds to the filter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hindsight.adapters.sql.connection import Connection
from hindsight.domain.filters import And, Condition, Filter

_ITEMS = frozenset({"tags", "entities", "tools"})
"""List fields that ``memory_item_by_value`` holds."""
_COLUMNS = frozenset({"project", "conversation", "kind"})
"""Columns that lead an index after the space."""
_COUNT = "SELECT count(*) FROM ({rows} LIMIT :most) AS counted"


def narrowest(conn: Connection, where: Filter, spaces: Sequence[int], most: int) -> list[int] | None:
    """The numbers of at least all memories in ``spaces`` that pass ``where``; None when that would be ``most`` or more.

    They may lie in other spaces, too.
    """
    best: tuple[int, str, dict[str, Any]] | None = None
    for sql, params in _narrowings(where, spaces):
        row = conn.one(_COUNT.format(rows=sql), {**params, "most": most})
        count = int(row[0]) if row else 0
        if best is None or count < best[0]:
            best = (count, sql, params)
    if best is None or best[0] >= most:
        return None
    return [row[0] for row in conn.all(best[1], best[2])]


def _narrowings(where: Filter, spaces: Sequence[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Queries of the numbers that pass one of the conditions that must all hold, with their parameters."""
    if isinstance(where, And):
        for part in where.parts:
            yield from _narrowings(part, spaces)
    elif isinstance(where, Condition) and where.op in ("eq", "contains", "in"):
        values = list(where.value) if isinstance(where.value, tuple) else [where.value]
        if where.field in _ITEMS:
            # Written as the index has it, or SQLite does not see that it may use it.
            fields = "x.field IN ('tags', 'entities', 'tools')"
            sql = f"SELECT DISTINCT x.memory FROM memory_item x WHERE x.field = '{where.field}' AND {fields}"
            yield f"{sql} AND x.value = ANY(:values)", {"values": values}
        elif where.field in _COLUMNS:
            sql = f"SELECT m.seq FROM memory m WHERE m.space_id = ANY(:spaces) AND m.{where.field} = ANY(:values)"
            yield sql, {"spaces": list(spaces), "values": values}
