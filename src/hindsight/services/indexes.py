"""Verify and rebuild the derived indexes: they are disposable, the store is the truth (D3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hindsight.domain.filters import EVERYTHING
from hindsight.domain.memory import Scope, SpaceInfo
from hindsight.domain.visibility import is_searchable
from hindsight.ports.index import EntityGraph, LexicalIndex, VectorIndex
from hindsight.services.paging import every
from hindsight.services.parts import Parts
from hindsight.services.project import misfit, project_ids

REBUILD = "Run `hindsight index rebuild`; keyword recall works meanwhile."
_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """One index against the store: ``missing`` should be in it, ``stray`` should not; ``mended`` were put right.

    ``note`` says why an index cannot be used as it is, such as vectors of another embedder.
    """

    index: str
    stored: int
    missing: int
    stray: int
    mended: int = 0
    note: str = ""

    @property
    def healthy(self) -> bool:
        return self.missing == self.stray == 0 and not self.note


async def verify(parts: Parts) -> tuple[IndexReport, ...]:
    """Count what is missing and what is stray in every index, over all spaces."""
    return tuple([await _check(parts, name, index, mend=False) for name, index in _indexes(parts)])


async def rebuild(parts: Parts, *, only_missing: bool = False) -> tuple[IndexReport, ...]:
    """Bring every index in step. A vector index of another model is cleared first; otherwise only gaps are filled.

    It can be stopped and started again: what is already there is kept. ``only_missing`` never clears.
    """
    reports: list[IndexReport] = []
    for name, index in _indexes(parts):
        if name == "vector" and not only_missing and await _outdated(parts):
            await index.clear()
        reports.append(await _check(parts, name, index, mend=True))
    return tuple(reports)


def _indexes(parts: Parts) -> list[tuple[str, VectorIndex | LexicalIndex | EntityGraph]]:
    named: list[tuple[str, VectorIndex | LexicalIndex | EntityGraph | None]] = [
        ("lexical", parts.lexical),
        ("vector", parts.vectors),
        ("graph", parts.graph),
    ]
    return [(name, index) for name, index in named if index is not None]


async def _outdated(parts: Parts) -> bool:
    """Whether the vectors have to be made anew; an endpoint tells its dimension with its first answer."""
    if parts.embedder and not parts.embedder.dimension:
        await parts.embedder.embed(["How many dimensions?"], "passage")
    return bool(await misfit(parts))


async def _check(
    parts: Parts, name: str, index: VectorIndex | LexicalIndex | EntityGraph, *, mend: bool
) -> IndexReport:
    stored = missing = stray = mended = 0
    note = await misfit(parts) if name == "vector" else ""
    if note:
        note += f" {REBUILD}"
    for space in await parts.store.spaces():
        # First the index, then the store: what is written meanwhile is then lacking, not stray.
        held = {id_ async for id_ in index.ids(space.tenant, space.name)}
        stored_here = every(parts, Scope(tenant=space.tenant, spaces=(space.name,)), EVERYTHING, order="oldest")
        wanted = {memory.id async for memory in stored_here if is_searchable(memory)}
        lacking, extra = wanted - held, held - wanted
        stored, missing, stray = stored + len(wanted), missing + len(lacking), stray + len(extra)
        if mend and not note:
            await index.delete(space.tenant, sorted(extra))
            await _fill(parts, name, space, sorted(lacking))
            if lacking or extra:
                await parts.store.changed(space.tenant, space.name)
            mended += len(lacking) + len(extra)
    if mend and not note:
        missing = stray = 0
    return IndexReport(index=name, stored=stored, missing=missing, stray=stray, mended=mended, note=note)


async def _fill(parts: Parts, name: str, space: SpaceInfo, ids: Sequence[str]) -> None:
    scope = Scope(tenant=space.tenant, spaces=(space.name,))
    for start in range(0, len(ids), _BATCH):
        await project_ids(parts, scope, ids[start : start + _BATCH], only=name)
