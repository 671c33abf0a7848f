"""The projector: keeps the derived indexes in step with the store (D3).

Jobs carry ids. The projector loads the current row and upserts or deletes, then looks again: if a newer revision came
in between, it repeats. So the last writer always leaves the newest state, whatever the order of jobs.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from hindsight.domain.change import Job
from hindsight.domain.errors import Conflict, HindsightError, IndexMismatch
from hindsight.domain.index import Entry, Facet
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.visibility import is_searchable
from hindsight.services.parts import Parts

_ROUNDS = 10


async def project(parts: Parts, job: Job) -> None:
    """Run one ``project`` job: bring every index up to date for ``payload["ids"]``."""
    await project_ids(parts, Scope(tenant=job.tenant, spaces=(job.space,)), job.payload["ids"])


async def project_now(parts: Parts, job_id: str | None, worker: str) -> str:
    """Do the project job of a change set at once, so that its writer can search what it wrote.

    Returns '' or, when an index is down, what is late: the job stays in the queue and nothing is lost.
    """
    if job_id is None:
        return ""
    late = ""
    lease_s = parts.policy.work.lease_s
    for job in await parts.store.claim(worker, lease_s=lease_s, now=parts.now(), ids=[job_id], limit=1):
        try:
            await project(parts, job)
        except HindsightError as error:
            run_at = parts.now() + timedelta(seconds=parts.policy.work.backoff_s)
            await parts.store.give_back(job, error=str(error), run_at=run_at, dead=False)
            late = f"index: {error.code}: {error.message}"
        else:
            await parts.store.finish(job)
    return late


async def project_ids(parts: Parts, scope: Scope, ids: Sequence[str]) -> None:
    """Upsert the searchable ones, delete the rest. Raises what an index raises: the job is retried."""
    for _ in range(_ROUNDS):
        seen = {memory.id: memory for memory in await parts.store.get(scope, ids)}
        await _write(parts, scope, ids, seen)
        after = {memory.id: memory.revision for memory in await parts.store.get(scope, ids)}
        if after == {id_: memory.revision for id_, memory in seen.items()}:
            return
    raise Conflict(f"{len(ids)} memories kept changing while they were indexed; the job runs again.")


async def _write(parts: Parts, scope: Scope, ids: Sequence[str], seen: dict[str, Memory]) -> None:
    searchable = [memory for memory in seen.values() if is_searchable(memory)]
    kept = {memory.id for memory in searchable}
    gone = [id_ for id_ in ids if id_ not in kept]
    if parts.lexical:
        await parts.lexical.delete(scope.tenant, gone)
        await parts.lexical.upsert(searchable)
    if parts.graph:
        await parts.graph.delete(scope.tenant, gone)
        await parts.graph.upsert(searchable)
    if parts.vectors and parts.embedder:
        await parts.vectors.delete(scope.tenant, gone)
        state = await parts.vectors.state()
        if state.model in ("", parts.embedder.model):
            await parts.vectors.upsert(await entries(parts, searchable), parts.embedder.model)


async def entries(parts: Parts, memories: Sequence[Memory]) -> list[Entry]:
    """Each memory with its embeddings; one call to the model for all of them."""
    if parts.embedder is None:
        raise IndexMismatch("There is no embedder to make vectors with.")
    texts: list[tuple[str, Facet, str]] = [
        (memory.id, facet, text) for memory in memories for facet, text in facets(memory).items()
    ]
    vectors = await parts.embedder.embed([text for _, _, text in texts], "passage") if texts else ()
    by_id: dict[str, dict[Facet, bytes]] = {}
    for (id_, facet, _), vector in zip(texts, vectors, strict=True):
        by_id.setdefault(id_, {})[facet] = vector
    return [Entry(memory=memory, vectors=by_id[memory.id]) for memory in memories]


def facets(memory: Memory) -> dict[Facet, str]:
    """The texts that a memory is embedded as (M9); a facet that says the same as another is left out."""
    named: dict[Facet, str] = {"content": memory.content}
    if memory.summary and memory.summary != memory.content:
        named["summary"] = memory.summary
    if len(memory.keywords) > 1:
        named["keywords"] = ", ".join(memory.keywords)
    return named
