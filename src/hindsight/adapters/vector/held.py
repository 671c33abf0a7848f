"""The spaces that a process holds in memory, and how they follow the tables."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from hindsight.adapters.numeric import np
from hindsight.adapters.sql.connection import Connection, Row
from hindsight.adapters.vector.rows import (
    EXACT_ROWS,
    ExactRows,
    Floats,
    Numbers,
    Rows,
    can_compress,
    make_rows,
    unpacked,
)
from hindsight.domain.memory import Scope

BATCH = 2048
"""Memories read at a time: a few MB."""


class Space:
    """The vectors of one space as of change ``change`` of epoch ``epoch``. One thread at a time, see ``lock``."""

    def __init__(self, id: int, dimension: int, epoch: int, room: int) -> None:
        self.id = id
        self.dimension = dimension
        self.epoch = epoch
        self.change = 0
        self.lock = threading.Lock()
        self._rows: Rows = make_rows(dimension, room)
        self._owners: Numbers = np.empty(max(room, 64), dtype=np.int64)
        self._used = 0
        self._dead = 0
        self._widest = 1

    @property
    def size(self) -> int:
        """Bytes held."""
        return self._rows.size + self._owners.nbytes

    @property
    def exact(self) -> bool:
        return self._rows.exact

    @property
    def count(self) -> int:
        """Vectors that can be found."""
        return self._used - self._dead

    @property
    def outgrown(self) -> bool:
        """Whether reading it anew pays: half of it is dead, or it has become too large for its kind of rows."""
        too_large = isinstance(self._rows, ExactRows) and self.count > EXACT_ROWS + EXACT_ROWS // 4
        return self._dead > max(self.count, 1000) or (too_large and self.dimension % 8 == 0 and can_compress())

    def take(self, changes: list[Row], *, new: bool) -> None:
        """Apply rows ``(memory, change, parts, vectors)``: replace what the memories had, unless all are ``new``."""
        memories = np.array([row[0] for row in changes], dtype=np.int64)
        if not new:
            old = np.flatnonzero(np.isin(self._owners[: self._used], memories))
            self._rows.drop(old)
            self._owners[old] = -1
            self._dead += len(old)
        parts = np.array([row[2] for row in changes], dtype=np.int64)
        owners = np.repeat(memories, parts)
        if len(owners):
            self._rows.add(unpacked([row[3] for row in changes], self.dimension))
            self._append(owners)
            self._widest = max(self._widest, int(parts.max()))
        self.change = changes[-1][1]

    def best(self, query: Floats, count: int, allowed: Numbers | None = None) -> tuple[Numbers, Floats]:
        """Up to ``count`` memories, best first, each with the score of its best vector."""
        with self.lock:
            owners = self._owners[: self._used]
            rows = None if allowed is None else _rows_of(owners, allowed)
            found, scores = self._rows.best(query, count * self._widest, rows)
            memories = owners[found]
        _, first = np.unique(memories, return_index=True)
        first.sort()
        return memories[first[:count]], scores[first[:count]]

    def _append(self, owners: Numbers) -> None:
        needed = self._used + len(owners)
        if needed > len(self._owners):
            self._owners = np.concatenate(
                [self._owners[: self._used], np.empty(needed + needed // 4 - self._used, dtype=np.int64)]
            )
        self._owners[self._used : needed] = owners
        self._used = needed


def _rows_of(owners: Numbers, allowed: Numbers) -> Numbers:
    """Where ``owners`` is one of ``allowed``: by a table, which takes a third of the time of ``np.isin``."""
    # One more than needed: a row without an owner has -1 and looks at the last.
    table = np.zeros(int(owners.max(initial=0)) + 2, dtype=bool)
    table[allowed[allowed < len(table) - 1]] = True
    return np.flatnonzero(table[owners])


class Held:
    """Spaces in memory, the longest unused given up when they exceed ``budget`` bytes."""

    def __init__(self, sql: Mapping[str, str], budget: int) -> None:
        self._sql = sql
        self._budget = budget
        self._spaces: OrderedDict[int, Space] = OrderedDict()
        self._sizes: dict[int, int] = {}
        self._total = 0
        self._lock = threading.Lock()

    def current(self, conn: Connection, scope: Scope, dimension: int) -> list[Space]:
        """The spaces of ``scope`` as the transaction of ``conn`` sees them, or newer."""
        rows = conn.all(self._sql["spaces"], {"tenant": scope.tenant, "names": list(scope.spaces)})
        spaces = [self._current(conn, row, dimension) for row in rows]
        with self._lock:
            for space in spaces:
                self._weigh(space.id, space.size)
            while len(self._spaces) > len(spaces) and self._total > self._budget:
                self._weigh(self._spaces.popitem(last=False)[0], 0)
        return spaces

    def _weigh(self, number: int, size: int) -> None:
        """Keep the total: with thousands of spaces, adding all up costs more than the search."""
        self._total += size - self._sizes.get(number, 0)
        self._sizes[number] = size
        if not size:
            del self._sizes[number]

    def _current(self, conn: Connection, row: Row, dimension: int) -> Space:
        number, epoch, change = row
        with self._lock:
            space = self._spaces.get(number)
            if space is None or space.epoch != epoch or space.dimension != dimension or space.outgrown:
                room = conn.one(self._sql["size"], {"space": number})
                space = self._spaces[number] = Space(number, dimension, epoch, int(room[0]) if room else 0)
            self._spaces.move_to_end(number)
        with space.lock:
            new = space.change == 0
            while space.change < change:
                page = {"space": number, "after": space.change, "limit": BATCH}
                changes = conn.all(self._sql["changes"], page)
                if not changes:
                    space.change = change
                    break
                space.take(changes, new=new)
        return space
