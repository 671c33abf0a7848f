"""The ``extract`` job: turns become candidates, candidates become memories through the one door (W1, W2)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import anyio
import anyio.to_thread

from hindsight.domain.change import Job
from hindsight.domain.conflicts import is_plan
from hindsight.domain.conversation import Turn
from hindsight.domain.errors import IndexMismatch, NotFound, Unavailable
from hindsight.domain.extraction import Candidate, Dropped, Extracted
from hindsight.domain.guard import GuardPolicy
from hindsight.domain.memory import TRUST, Claim, Memory, Scope, Source, initial_confidence
from hindsight.domain.rules.deliberate import keep_deliberate
from hindsight.domain.rules.spoken_of import is_pronoun
from hindsight.domain.text import content_hash
from hindsight.services.admit import Along, Draft, admit
from hindsight.services.distil import Distilled, distil
from hindsight.services.neighbours import twin_key, twins_of
from hindsight.services.notice import notice
from hindsight.services.parts import Parts
from hindsight.services.project import facets, project_now
from hindsight.services.remember import Options, drafts_of, unpacked, with_turn
from hindsight.services.screening import screen_memory


async def read_turns(parts: Parts, job: Job) -> Callable[[], Awaitable[None]]:
    """The first part of an ``extract`` job, which changes nothing: what is said in its turns. Returns the second.

    The effect of that and the completion of the job are one transaction, so it is never visible twice.
    """
    scope = Scope(tenant=job.tenant, spaces=(job.space,))
    turns = await parts.store.turns(scope, job.payload["turns"])
    if not turns:
        raise NotFound("The turns of this job were deleted before they were worked on.")
    options = unpacked(job.payload["options"])
    drafts: list[Draft] = []
    distilled = Distilled(extracted=())
    if options.ready:
        for turn in turns:
            turn_options = with_turn(options, turn)
            drafts += drafts_of(scope, turn.text, turn_options, parts.now(), parts.policy.write.longest)
    else:
        distilled = await distil(parts, turns, zone=options.zone)
        if options.deliberate:
            kept = tuple(keep_deliberate(extracted, turns) for extracted in distilled.extracted)
            distilled = replace(distilled, extracted=kept)
        drafts = _drafts(scope, distilled.extracted, turns, options)
    await _embed_ahead(parts, scope, drafts)
    return partial(_take_in, parts, job, scope, drafts, distilled)


async def _take_in(parts: Parts, job: Job, scope: Scope, drafts: Sequence[Draft], distilled: Distilled) -> None:
    along = Along(completes=job, result={"dropped": _reasons(distilled.dropped), "degraded": list(distilled.degraded)})
    admitted = await admit(parts, scope, drafts, actor=job.payload["actor"], reason="remember", along=along, judge=True)
    await project_now(parts, admitted.project_job)
    await notice(parts, scope, admitted, actor=job.payload["actor"])


async def _embed_ahead(parts: Parts, scope: Scope, drafts: Sequence[Draft]) -> None:
    """Fill the embedder's cache, on as many cores as there are jobs at once; admission and projection find it so.

    What the guard holds or the store has already is not embedded. A failure is met again, and dealt with, where the
    vectors are needed.
    """
    if not drafts or not parts.embedder or not parts.vectors:
        return
    passed = await anyio.to_thread.run_sync(_passed, drafts, parts.policy.guard)
    with suppress(Unavailable, IndexMismatch), anyio.move_on_after(parts.policy.write.index_deadline_s):
        known = await twins_of(parts, scope.private, passed)
        fresh = [memory for memory in passed if twin_key(memory) not in known]
        await parts.embedder.embed([text for memory in fresh for text in facets(memory).values()], "passage")


def _passed(drafts: Sequence[Draft], policy: GuardPolicy) -> list[Memory]:
    """What the guard lets through, as it will be stored."""
    hashed = (replace(draft.memory, content_hash=content_hash(draft.memory.content)) for draft in drafts)
    screened = [screen_memory(memory, policy) for memory in hashed]
    return [item.memory for item in screened if item.action not in ("reject", "quarantine")]


def _reasons(dropped: Sequence[Dropped]) -> list[dict[str, str]]:
    return [{"turn": item.turn, "reason": item.reason} for item in dropped]


def _drafts(scope: Scope, extracted: Sequence[Extracted], turns: Sequence[Turn], options: Options) -> list[Draft]:
    """A draft for each candidate, in the order of the words; what is given as a reason is named by its position."""
    by_id = {turn.id: turn for turn in turns}
    order = {turn.id: position for position, turn in enumerate(turns)}
    found = [(candidate, some.extractor) for some in extracted for candidate in some.candidates]
    found.sort(key=lambda pair: (order[pair[0].turn], pair[0].span))
    places = {(candidate.turn, candidate.span): position for position, (candidate, _) in enumerate(found)}
    return [
        replace(
            _draft(scope, candidate, by_id[candidate.turn], options, extractor),
            because=places.get((candidate.turn, candidate.because)) if candidate.because else None,
        )
        for candidate, extractor in found
    ]


def _said_of_someone(claim: Claim | None) -> Claim | None:
    """``claim``, unless a pronoun stands for a name in it: "she" of one talk would contradict "she" of another."""
    return None if claim is None or is_pronoun(claim.entity) or is_pronoun(claim.value) else claim


def _draft(scope: Scope, found: Candidate, turn: Turn, options: Options, extractor: str) -> Draft:
    trust = (
        min(options.source.trust, TRUST[turn.source]) if turn.source != options.source.type else options.source.trust
    )
    start, end = found.span
    return Draft(
        update=found.update,
        replaces=found.replaces,
        memory=Memory(
            id="",
            tenant=scope.tenant,
            space=scope.space,
            kind=found.kind,
            content=found.content,
            keywords=found.keywords,
            entities=found.entities,
            claim=_said_of_someone(found.claim),
            key_fields=found.key_fields,
            confidence=initial_confidence(trust, found.certainty),
            importance=options.importance if options.importance is not None else found.importance,
            polarity=found.polarity,
            project=options.project,
            tags=options.tags,
            ref=options.ref,
            sources=(
                Source(
                    type=turn.source,
                    trust=trust,
                    name=turn.name or options.source.name,
                    conversation=turn.conversation,
                    messages=(turn.id,),
                    span=turn.text[start:end],
                    url=options.source.url,
                    extractor=extractor,
                ),
            ),
            created_at=turn.created_at,
            updated_at=turn.created_at,
            occurred_at=found.occurred_at or turn.said_at,
            occurred_until=found.occurred_until,
            valid_from=turn.said_at if is_plan(found.occurred_at, found.occurred_until, turn.said_at) else None,
        ),
    )
