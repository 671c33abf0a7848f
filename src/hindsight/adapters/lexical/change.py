"""Taking memories out of the term tables and putting them in, with the totals that go with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hindsight.adapters.sql.connection import Connection


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory as the tables hold it: its number in the store, space, id, length in terms, weighted frequencies."""

    memory: int
    space: int
    id: str
    length: int
    terms: Mapping[str, float]


@dataclass(slots=True)
class Change:
    """One transaction's worth: ``begin``, ``add`` each memory, ``write``. What stays as it was is not touched."""

    sql: Mapping[str, str]
    tenant: str
    out: dict[int, Entry] = field(default_factory=dict)
    new: dict[int, Entry] = field(default_factory=dict)

    def begin(self, conn: Connection, ids: Sequence[str], spaces: Iterable[int]) -> None:
        """Lock the spaces that will change, in order, then take out what is stored under ``ids``."""
        which = {"tenant": self.tenant, "ids": list(ids)}
        locked = {row[0] for row in conn.all(self.sql["spaces_of"], which)} | set(spaces)
        for space in sorted(locked):
            conn.run(self.sql["count_space"], {"space": space, "docs": 0, "length": 0})
        for memory, space, name, length, terms in conn.all(self.sql["stored"], which):
            self.out[memory] = Entry(memory, space, name, length, json.loads(terms))

    def add(self, entry: Entry) -> None:
        """Put a memory in."""
        if self.out.get(entry.memory) == entry:
            del self.out[entry.memory]
        else:
            self.new[entry.memory] = entry

    def write(self, conn: Connection) -> None:
        """Bring postings, documents, frequencies and totals up to date."""
        self._postings(conn)
        self._frequencies(conn)
        self._totals(conn)

    def _totals(self, conn: Connection) -> None:
        docs: Counter[int] = Counter()
        length: Counter[int] = Counter()
        for entries, sign in ((self.out, -1), (self.new, 1)):
            for entry in entries.values():
                docs[entry.space] += sign
                length[entry.space] += sign * entry.length
        for space in sorted(docs):
            conn.run(self.sql["count_space"], {"space": space, "docs": docs[space], "length": length[space]})

    def _postings(self, conn: Connection) -> None:
        conn.many(self.sql["drop_posting"], [_posting(e, term) for e in self.out.values() for term in e.terms])
        conn.run(self.sql["drop_docs"], {"memories": list(self.out)})
        conn.many(self.sql["add_doc"], [self._doc(entry) for entry in self.new.values()])
        rows = [
            _posting(e, term) | {"tf": tf, "length": e.length}
            for e in self.new.values()
            for term, tf in e.terms.items()
        ]
        rows.sort(key=lambda row: (row["space"], row["term"], row["memory"]))
        conn.many(self.sql["add_posting"], rows)

    def _doc(self, entry: Entry) -> dict[str, Any]:
        terms = json.dumps(dict(entry.terms), ensure_ascii=False, separators=(",", ":"))
        return {
            "memory": entry.memory,
            "space": entry.space,
            "tenant": self.tenant,
            "id": entry.id,
            "length": entry.length,
            "terms": terms,
        }

    def _frequencies(self, conn: Connection) -> None:
        change: Counter[tuple[int, str]] = Counter()
        for entries, sign in ((self.out, -1), (self.new, 1)):
            for entry in entries.values():
                for term in entry.terms:
                    change[entry.space, term] += sign
        moved = sorted(key for key, docs in change.items() if docs)
        conn.many(
            self.sql["add_frequency"],
            [{"space": space, "term": term, "docs": change[space, term]} for space, term in moved],
        )
        for space in {space for space, term in moved if change[space, term] < 0}:
            gone = [term for where, term in moved if where == space and change[where, term] < 0]
            conn.run(self.sql["drop_unused"], {"space": space, "terms": gone})


def _posting(entry: Entry, term: str) -> dict[str, Any]:
    return {"space": entry.space, "term": term, "memory": entry.memory}
