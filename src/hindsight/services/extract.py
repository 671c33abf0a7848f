"""The ``extract`` job: turns become candidates, candidates become memories through the one door (W1, W2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import anyio.to_thread

from hindsight.domain.change import Job
from hindsight.domain.conversation import Turn
from hindsight.domain.errors import NotFound
from hindsight.domain.extraction import Candidate, Dropped
from hindsight.domain.memory import TRUST, Memory, Scope, Source, initial_confidence
from hindsight.domain.rules import extract
from hindsight.domain.rules.deliberate import keep_deliberate
from hindsight.services.admit import Along, Draft, admit
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.remember import Options, drafts_of, unpacked, with_turn


async def run_extract(parts: Parts, job: Job) -> None:
    """Run one ``extract`` job. Its effect and its completion are one transaction, so it is never visible twice."""
    scope = Scope(tenant=job.tenant, spaces=(job.space,))
    turns = await parts.store.turns(scope, job.payload["turns"])
    if not turns:
        raise NotFound("The turns of this job were deleted before they were worked on.")
    options = unpacked(job.payload["options"])
    drafts: list[Draft] = []
    dropped: tuple[Dropped, ...] = ()
    if options.ready:
        for turn in turns:
            turn_options = with_turn(options, turn)
            drafts += drafts_of(scope, turn.text, turn_options, parts.now(), parts.policy.write.longest)
    else:
        extracted = await anyio.to_thread.run_sync(partial(extract, turns, zone=options.zone))
        if options.deliberate:
            extracted = keep_deliberate(extracted, turns)
        by_id = {turn.id: turn for turn in turns}
        drafts = [
            _draft(scope, found, by_id[found.turn], options, extracted.extractor) for found in extracted.candidates
        ]
        dropped = extracted.dropped
    along = Along(completes=job, result={"dropped": _reasons(dropped)})
    admitted = await admit(parts, scope, drafts, actor=job.payload["actor"], reason="remember", along=along)
    await project_now(parts, admitted.project_job)


def _reasons(dropped: Sequence[Dropped]) -> list[dict[str, str]]:
    return [{"turn": item.turn, "reason": item.reason} for item in dropped]


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
            claim=found.claim,
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
        ),
    )
