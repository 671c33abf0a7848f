"""Working memory in use: add to a session, show what fits, and keep what it came to when it ends (M7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import anyio.to_thread

from hindsight.domain.conversation import SOURCE_OF_ROLE
from hindsight.domain.errors import Refused, TooLarge
from hindsight.domain.guard import screen, strip_frame
from hindsight.domain.memory import TRUST, Scope, Source
from hindsight.domain.working import WorkingItem, context, least_worth
from hindsight.services.admit import admit
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.remember import Dropped, Options, Receipt, drafts_of

MOST_ITEMS = 2000
"""Items in a session; above it the least important quarter goes."""
EPISODE_TOKENS = 1500
"""Tokens of a session that are kept as its episode."""

Key = tuple[str, str, str]


def key_of(scope: Scope, session: str) -> Key:
    return scope.tenant, scope.space, session


async def add(parts: Parts, key: Key, item: WorkingItem) -> None:
    """Add an item, without secrets. Refused when the guard does not take it: it would be read as the agent's own.

    TooLarge when it is longer than a memory may be.
    """
    if len(item.text) > parts.policy.write.longest:
        raise TooLarge(
            f"An item of working memory has at most {parts.policy.write.longest} characters, not {len(item.text)}.",
            hint="Add what matters of it, or several items.",
        )
    verdict = await anyio.to_thread.run_sync(
        partial(screen, item.text, SOURCE_OF_ROLE[item.role], policy=parts.policy.guard)
    )
    if verdict.action in ("reject", "quarantine"):
        kinds = ", ".join(sorted({finding.kind for finding in verdict.findings}))
        raise Refused(f"This is not taken into working memory: the guard found {kinds}.")
    text = verdict.redacted if verdict.action == "redact" else item.text
    kept = WorkingItem(kind=item.kind, text=text, role=item.role, at=item.at, importance=item.importance)
    if await parts.working.append(key, (kept,)) > MOST_ITEMS:
        items = await parts.working.items(key)
        await parts.working.drop(key, least_worth(items, len(items) - MOST_ITEMS * 3 // 4))


async def end(parts: Parts, scope: Scope, session: str, *, flush: bool, actor: str) -> Receipt:
    """End a session; with ``flush`` it becomes an episode first, so that nothing is lost in between.

    What another process adds meanwhile stays and is a session of its own.
    """
    key = key_of(scope, session)
    if not flush:
        await parts.working.end(key)
        return Receipt(status="done")
    items = await parts.working.items(key)
    receipt = await _kept(parts, scope, session, items, actor)
    await parts.working.drop(key, items)
    return receipt


async def _kept(parts: Parts, scope: Scope, session: str, items: Sequence[WorkingItem], actor: str) -> Receipt:
    text = strip_frame(context(items, EPISODE_TOKENS))
    if not text.strip():
        dropped = (Dropped(turn=session, reason="nothing in it"),) if items else ()
        return Receipt(status="done", dropped=dropped)
    times = [item.at for item in items]
    options = Options(
        kind="episode",
        occurred_at=min(times),
        occurred_until=max(times),
        tags=("session",),
        source=_source(items, session),
    )
    drafts = drafts_of(scope, text, options, parts.now(), parts.policy.write.longest)
    admitted = await admit(parts, scope, drafts, actor=actor, reason="end of a session")
    late = await project_now(parts, admitted.project_job)
    return Receipt(status="done", outcomes=admitted.outcomes, degraded=admitted.degraded + ((late,) if late else ()))


def _source(items: Sequence[WorkingItem], session: str) -> Source:
    """The agent's own notes, trusted as the least trusted who took part: an episode is no way to a higher tier.

    Each item was read by the guard as what it came from when it was added.
    """
    least = min(TRUST[SOURCE_OF_ROLE[item.role]] for item in items)
    return Source(type="agent", trust=min(TRUST["agent"], least), conversation=session)
