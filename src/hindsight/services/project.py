"""The projector: keeps the derived indexes in step with the store (D3).

Jobs carry ids. The projector loads the current row and upserts or deletes, then looks again: if a newer revision came
in between, it repeats. So the last writer always leaves the newest state, whatever the order of jobs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial

import anyio

from hindsight.domain.change import Job
from hindsight.domain.errors import Conflict, HindsightError, IndexMismatch, Unavailable
from hindsight.domain.index import Entry, Facet
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.procedure import situation
from hindsight.domain.visibility import is_searchable
from hindsight.services.lease import run_leased
from hindsight.services.parts import Parts, new_id

_ROUNDS = 10


async def project(parts: Parts, job: Job) -> None:
    """Run one ``project`` job: bring every index up to date for ``payload["ids"]``."""
    await project_ids(parts, Scope(tenant=job.tenant, spaces=(job.space,)), job.payload["ids"])


def own_project_job(parts: Parts, scope: Scope, ids: Sequence[str], *, writer: str) -> Job | None:
    """The ``project`` job of a change set, leased to its writer from the start, who does it with :func:`project_now`.

    So no other worker takes it meanwhile, and if the writer dies it is anybody's. None when there is nothing to do.
    """
    if not ids:
        return None
    now = parts.now()
    return Job(
        id=new_id(now),
        tenant=scope.tenant,
        space=scope.space,
        kind="project",
        payload={"ids": list(ids)},
        run_at=now,
        created_at=now,
        status="running",
        attempts=1,
        worker=writer,
        lease_until=now + timedelta(seconds=parts.policy.work.lease_s),
    )


async def project_now(parts: Parts, job: Job | None) -> str:
    """Do one's own project job at once, so that its writer can search what it wrote.

    Returns '' or, when an index is down or slow, what is late: the job goes back to the queue and nothing is lost.
    """
    if job is None:
        return ""
    deadline_s = parts.policy.write.index_deadline_s + len(job.payload["ids"])

    async def work() -> None:
        try:
            with anyio.fail_after(deadline_s):
                await project(parts, job)
        except TimeoutError as error:
            raise Unavailable(f"No answer within {deadline_s:g} s.") from error

    failure = await run_leased(parts, job, work)
    if failure is None:
        return ""
    if isinstance(failure, HindsightError):
        return f"index: {failure.code}: {failure.message}"
    return f"index: {type(failure).__name__}"


async def project_ids(parts: Parts, scope: Scope, ids: Sequence[str], *, only: str = "") -> None:
    """Upsert the searchable ones, delete the rest, in every index or in ``only`` one. Raises what an index raises."""
    for _ in range(_ROUNDS):
        seen = {memory.id: memory for memory in await parts.store.get(scope, ids)}
        await _write(parts, scope, ids, seen, only)
        after = {memory.id: memory.revision for memory in await parts.store.get(scope, ids)}
        if after == {id_: memory.revision for id_, memory in seen.items()}:
            return
    raise Conflict(f"{len(ids)} memories kept changing while they were indexed; the job runs again.")


async def _write(parts: Parts, scope: Scope, ids: Sequence[str], seen: dict[str, Memory], only: str) -> None:
    """Write to every index, also when one before it fails; then raise what the first one raised."""
    searchable = [memory for memory in seen.values() if is_searchable(memory)]
    kept = {memory.id for memory in searchable}
    gone = [id_ for id_ in ids if id_ not in kept]
    failures: list[HindsightError] = []
    for name, delete, upsert in _writers(parts):
        if only not in ("", name):
            continue
        try:
            if gone:
                await delete(scope.tenant, gone)
            if searchable:
                await upsert(searchable)
        except HindsightError as error:
            failures.append(error)
    if failures:
        raise failures[0]


_Writer = tuple[str, Callable[[str, Sequence[str]], Awaitable[None]], Callable[[Sequence[Memory]], Awaitable[None]]]


def _writers(parts: Parts) -> Iterator[_Writer]:
    """The name of each index, what takes memories out of it and what puts them in."""
    if parts.lexical:
        yield "lexical", parts.lexical.delete, parts.lexical.upsert
    if parts.graph:
        yield "graph", parts.graph.delete, parts.graph.upsert
    if parts.vectors:
        yield "vector", parts.vectors.delete, partial(_write_vectors, parts)


async def _write_vectors(parts: Parts, searchable: Sequence[Memory]) -> None:
    if parts.vectors is None or parts.embedder is None or await misfit(parts):
        return
    told = parts.embedder.dimension
    made = await entries(parts, searchable)
    if told or not await misfit(parts):  # An endpoint tells its dimension with its first answer.
        await parts.vectors.upsert(made, parts.embedder.model)


async def misfit(parts: Parts) -> str:
    """Why the vectors that are stored are not those of the embedder; '' when they are, or when there are none.

    Until they are made anew, nothing is added to them, and recall names the step that is missing.
    """
    if parts.vectors is None or parts.embedder is None:
        return ""
    state = await parts.vectors.state()
    model, dimension = parts.embedder.model, parts.embedder.dimension
    if not state.model or (state.model == model and dimension in (0, state.dimension)):
        return ""
    held = f"{state.model!r} with {state.dimension} dimensions"
    return f"The vector index was built by {held}; the embedder is {model!r} with {dimension or 'unknown'} dimensions."


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


_DEBRIEFED = 600
"""Characters of a lesson or debrief that are embedded."""
_ROLES = frozenset({"user", "assistant", "agent", "human", "ai", "me", "用户", "助手", "我"})


def embedded(memory: Memory) -> str:
    """The content with its speaker in front: who says a thing is half of what a question asks for.

    The name of a role says nothing and would only make short texts alike.
    """
    if memory.body is not None:
        # What a lesson or a debrief is about stands first; its arguments and outputs would drown it, and cost a second.
        return memory.content[:_DEBRIEFED]
    name = memory.source.name
    if not memory.verbatim or not name or memory.content.startswith(name) or name.casefold() in _ROLES:
        return memory.content
    return f"{name}: {memory.content}"


def facets(memory: Memory) -> dict[Facet, str]:
    """The texts that a memory is embedded as (M9); a facet that says the same as another is left out."""
    named: dict[Facet, str] = {"content": embedded(memory)}
    situations = (memory.body or {}).get("situations") if memory.kind == "experience" else None
    if situations:
        # Nobody asks for what a lesson says to do: it is found by the situation that it was learnt in.
        named["summary"] = situation(str(situations[-1]))
    elif memory.summary and memory.summary != memory.content:
        named["summary"] = memory.summary[:_DEBRIEFED] if memory.body is not None else memory.summary
    if len(memory.keywords) > 1:
        named["keywords"] = ", ".join(map(situation, memory.keywords) if situations else memory.keywords)
    return named
