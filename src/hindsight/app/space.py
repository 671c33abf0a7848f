"""A space: where one user's or agent's memories live, and everything that can be done with them (I1)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from hindsight.app import inputs, writing
from hindsight.app.attaching import remember_attached
from hindsight.app.learning import AsyncLearning
from hindsight.app.moving import AsyncMoving
from hindsight.app.naming import AsyncNaming
from hindsight.app.prefetch import AsyncPrefetch
from hindsight.app.writing import WAIT_S
from hindsight.domain.answer import Recall
from hindsight.domain.change import ChangeSet
from hindsight.domain.errors import InvalidInput, NotFound
from hindsight.domain.filters import Condition, Filter, all_of, mentions, parse_where
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.plan import plan
from hindsight.domain.query import Plan
from hindsight.domain.text import require_text
from hindsight.domain.visibility import alive, believed_at, visible
from hindsight.ports.store import Page
from hindsight.services import forget, govern
from hindsight.services.answers import answered
from hindsight.services.forget import MODES, Forgotten
from hindsight.services.remember import Options, Receipt
from hindsight.services.trace import Trace, told_why_not, trace
from hindsight.services.understand import understand
from hindsight.services.why import reasons

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

When = datetime | str
Where = Mapping[str, Any] | Filter
_QUERY_FORGETS = 50


class AsyncSpace(AsyncLearning, AsyncMoving, AsyncNaming):
    """One space of a tenant. Cheap to make; holds no state but its name."""

    async def remember(
        self,
        content: str | Mapping[str, Any] | Sequence[Mapping[str, Any]],
        *,
        kind: str | None = None,
        verbatim: bool = False,
        occurred_at: When | tuple[When, When] | None = None,
        zone: str | None = None,
        key_fields: Mapping[str, str] | Iterable[Any] | None = None,
        entities: Iterable[str] | None = None,
        project: str | None = None,
        tags: Iterable[str] = (),
        source: str | Mapping[str, Any] | None = None,
        ref: str | None = None,
        summary: str = "",
        keywords: Iterable[str] = (),
        confidence: float | None = None,
        importance: float | None = None,
        attachments: Iterable[Mapping[str, Any]] = (),
        wait: bool = True,
    ) -> Receipt:
        """Remember text, messages (``[{"role", "content", "name"?, "id"?, "time"?}]``) or a ready memory.

        Text and messages are worked through: small talk is dropped, statements become memories with their source.
        With ``verbatim``, or when ``kind``, ``key_fields`` or ``entities`` are given, the content is one memory as it
        is (messages: one each), still guarded and deduplicated. ``occurred_at`` is when it happened: a time, ISO 8601
        text, or a pair; naive times take ``zone``. ``source`` is a type of source ("web", "tool"), a conversation's
        name or ``{"type", "name", "conversation", "url"}``. ``ref`` is your own id; it comes back on the hit.
        ``confidence`` and ``importance`` are 0–1. ``attachments`` are images or audio for one text, each ``{"data" or
        "path", "media_type", "caption"}``: the caption or transcript is what is searched. ``wait`` False: return once
        it is stored durably; it is worked on in the background.

        Raises InvalidInput, TooLarge (above 1 MB), Overloaded (queue full), Unavailable. What the guard refuses is no
        error: the receipt names it.
        """
        zone = inputs.time_zone(zone or self._zone)
        start, end = inputs.interval(occurred_at, "occurred_at", zone)
        options = Options(
            kind=inputs.kind(kind) if kind is not None else None,
            verbatim=bool(verbatim),
            occurred_at=start,
            occurred_until=end,
            key_fields=inputs.key_fields(key_fields),
            entities=inputs.names(entities, "entities") if entities is not None else (),
            project=inputs.name(project, "project") if project is not None else None,
            tags=inputs.names(tags, "tags"),
            confidence=inputs.share(confidence, "confidence"),
            importance=inputs.share(importance, "importance"),
            summary=inputs.text(summary, "summary"),
            keywords=inputs.names(keywords, "keywords"),
            ref=inputs.name(ref, "ref") if ref is not None else None,
            source=inputs.source(source),
            zone=zone,
            deliberate=isinstance(content, str),
        )
        if attachments:
            scope = await self._scope(write=True)
            parts = self._hindsight.parts
            return await remember_attached(parts, scope, content, attachments, options, actor=self._actor)
        messages = inputs.messages(content, zone, self._hindsight.parts.policy.write.largest)
        scope = await self._scope(write=True)
        if options.ready and wait and isinstance(content, str):
            return await writing.remember_ready(
                self._hindsight.parts, scope, messages[0]["content"], options, self._actor
            )
        return await writing.remember_turns(self._hindsight, scope, messages, options, self._actor, wait=wait)

    async def receipt(self, job: str, *, timeout_s: float = WAIT_S) -> Receipt:
        """Wait for a queued ``remember``, up to ``timeout_s`` seconds, and say what came of it. NotFound."""
        return await writing.receipt(
            self._hindsight, self.tenant, self.name, inputs.name(job, "job"), timeout_s=timeout_s
        )

    async def recall(
        self,
        query: str,
        *,
        limit: int = 8,
        now: When | None = None,
        zone: str | None = None,
        kinds: Iterable[str] | None = None,
        where: Where | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
        session: str | None = None,
        policy: str | None = None,
        explain: bool = False,
        why_not: str | Iterable[str] | None = None,
        include_archived: bool = False,
        include_untrusted: bool = False,
        action: bool = False,
    ) -> Recall:
        """The memories that answer ``query``, best first, each with reasons; none when nothing passes the floor.

        ``limit`` 1–1000. ``now`` and ``zone`` are the caller's: "yesterday" is theirs. ``kinds`` and ``where`` (see
        :mod:`hindsight.domain.filters`) narrow inside the indexes. ``as_of``: what was true then; ``known_at``: what
        was believed then; both: what was then believed of that time. ``session``: where it is asked; "her" and "that
        script" are looked up in its working memory. ``policy``: ``default``, ``rrf_decay``, ``weighted`` or
        ``confidence``. ``explain``: also say how the answer came about, and why the memories with the ids ``why_not``
        are not in it. ``action``: the answer will drive an action, so memories of trust ≤ 0.3 are left out unless
        ``include_untrusted``.

        Raises InvalidInput (an empty query too) and InvalidFilter. A route that fails is named in ``degraded``.
        """
        missed = inputs.names(why_not, "why_not") if why_not is not None else ()
        asked = await self._planned(
            query,
            limit=limit,
            now=now,
            zone=zone,
            kinds=kinds,
            where=where,
            as_of=as_of,
            known_at=known_at,
            session=session,
            policy=policy,
            include_archived=include_archived,
            include_untrusted=include_untrusted,
            action=action,
        )
        answer = await answered(self._hindsight.parts, asked, explain=explain or bool(missed))
        self._hindsight.uses.recalled(answer, self.tenant, self._hindsight.parts.now())
        return await told_why_not(self._hindsight.parts, asked, answer, missed) if missed else answer

    async def _planned(
        self,
        query: str,
        *,
        limit: int,
        now: When | None,
        zone: str | None,
        kinds: Iterable[str] | None = None,
        where: Where | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
        session: str | None = None,
        policy: str | None = None,
        include_archived: bool = False,
        include_untrusted: bool = False,
        action: bool = False,
    ) -> Plan:
        zone = inputs.time_zone(zone or self._zone)
        parts = self._hindsight.parts
        wanted = inputs.kinds(kinds)
        at = inputs.present(now, zone) or parts.now()
        known = inputs.moment(known_at, "known_at", zone)
        seen = visible(
            known or at,
            as_of=inputs.moment(as_of, "as_of", zone),
            include_archived=include_archived,
            action=action,
            include_untrusted=include_untrusted,
        )
        only = Condition("kind", "in", wanted) if wanted is not None else None
        given = parse_where(where, _zone_of(zone))
        text, scope = require_text(query, "query"), await self._scope()
        here = inputs.name(session, "session") if session is not None else None
        return plan(
            text,
            reading=await understand(parts, scope, text, here),
            scope=scope,
            now=at,
            zone=zone,
            where=all_of(seen, only, given) if known is None else believed_at(known, all_of(only, given)),
            believed=all_of(seen, only, given),
            known_at=known,
            limit=inputs.limit(limit),
            candidates=max(parts.policy.recall.candidates, 2 * inputs.limit(limit)),
            policy=inputs.ranking(policy),
        )

    def prefetch(self, query: str, **given: Any) -> AsyncPrefetch:
        """Start a recall (its arguments) and return at once; ask for its ``answer()`` this turn or the next."""
        call = self.recall(query, **given)
        return AsyncPrefetch(asyncio.create_task(call, name="hindsight-prefetch"))

    async def trace(
        self, text: str, *, query: str | None = None, now: When | None = None, zone: str | None = None
    ) -> Trace:
        """Where a thing that was told got lost: never kept, filtered, not indexed, not found, or ranked out.

        ``query`` is the question that should have brought it (default: the text itself). Raises InvalidInput.
        """
        asked = await self._planned(query or text, limit=8, now=now, zone=zone)
        return await trace(self._hindsight.parts, require_text(text), asked)

    async def get(self, id: str) -> Memory:
        """The memory with this id. NotFound when it is not in this space or a shared one it may read."""
        found = await self._hindsight.parts.store.get(await self._scope(), [inputs.name(id, "id")], alive())
        if not found:
            raise NotFound(f"There is no memory {inputs.shown(id)} in space {self.name!r}.")
        return found[0]

    async def history(self, id: str) -> tuple[Memory, ...]:
        """Every version of what this memory says, oldest first: its own, those it superseded, those that superseded
        it.
        """
        return await govern.story(self._hindsight.parts, await self._scope(), inputs.name(id, "id"))

    async def why(self, id: str) -> tuple[Memory, ...]:
        """What was given as the reason of this memory ("because", 因为…所以), then the reasons of those."""
        return await reasons(self._hindsight.parts, await self._scope(), inputs.name(id, "id"))

    async def update(
        self,
        id: str,
        *,
        content: str | None = None,
        summary: str | None = None,
        kind: str | None = None,
        key_fields: Mapping[str, str] | Iterable[Any] | None = None,
        confidence: float | None = None,
        importance: float | None = None,
        tags: Iterable[str] | None = None,
        project: str | None = None,
        entities: Iterable[str] | None = None,
        occurred_at: When | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        expires_at: When | None = None,
    ) -> Memory:
        """A new version of a memory with these fields changed; the old one stays in its history.

        Raises NotFound, InvalidInput, Refused (the guard) and Conflict (it changed meanwhile: read it and try again).
        """
        given: dict[str, Any] = {
            "content": require_text(content) if content is not None else None,
            "summary": inputs.text(summary, "summary") if summary is not None else None,
            "kind": inputs.kind(kind) if kind is not None else None,
            "key_fields": inputs.key_fields(key_fields) if key_fields is not None else None,
            "confidence": inputs.share(confidence, "confidence"),
            "importance": inputs.share(importance, "importance"),
            "tags": inputs.names(tags, "tags") if tags is not None else None,
            "project": inputs.name(project, "project") if project is not None else None,
            "entities": inputs.names(entities, "entities") if entities is not None else None,
            "occurred_at": inputs.moment(occurred_at, "occurred_at", self._zone),
            "valid_from": inputs.moment(valid_from, "valid_from", self._zone),
            "valid_to": inputs.moment(valid_to, "valid_to", self._zone),
            "expires_at": inputs.moment(expires_at, "expires_at", self._zone),
        }
        fields = {key: value for key, value in given.items() if value is not None}
        if not fields:
            raise InvalidInput("update() changes nothing: give at least one field.")
        scope = await self._scope(write=True)
        return await govern.revise(self._hindsight.parts, scope, inputs.name(id, "id"), fields, actor=self._actor)

    async def forget(
        self,
        ids: str | Iterable[str] | None = None,
        *,
        query: str | None = None,
        source: str | None = None,
        subject: str | None = None,
        mode: Literal["delete", "demote", "expire"] = "delete",
        preview: bool = False,
        purge: bool = False,
    ) -> Forgotten:
        """Forget memories by id, by what a query clearly names, by source, or everything about a subject.

        ``delete`` hides them at once and restores what they had superseded; ``purge`` removes the text for good, now
        (otherwise 30 days later). ``demote`` ranks them last, ``expire`` ends their validity. ``preview`` changes
        nothing and says what would go. Raises InvalidInput when nothing says what to forget.
        """
        if ids is None and query is None and source is None and subject is None:
            raise InvalidInput("forget() needs ids, a query, a source or a subject.")
        if mode not in MODES:
            raise InvalidInput(f"mode is one of {', '.join(MODES)}, not {inputs.shown(mode)}.")
        found: list[str] = []
        if query is not None:
            found = forget.meant(self._hindsight.parts, query, await self.recall(query, limit=_QUERY_FORGETS))
        parts, scope = self._hindsight.parts, await self._scope(write=True)
        memories = await forget.select(
            parts,
            scope,
            ids=inputs.names(ids, "ids") if ids is not None else None,
            query_ids=found,
            source=inputs.name(source, "source") if source is not None else None,
            subject=inputs.name(subject, "subject") if subject is not None else None,
        )
        turns = await forget.turns_about(parts, scope, source=source, subject=subject) if purge else ()
        return await forget.forget(
            parts, scope, memories, mode=mode, preview=preview, purged=purge, actor=self._actor, turns=turns
        )

    async def roll_back(self, change_set: str) -> ChangeSet:
        """Take a change back (see the audit for its id). NotFound after a purge, Conflict when changed since."""
        scope = await self._scope(write=True)
        change = inputs.name(change_set, "change_set")
        return await govern.roll_back(self._hindsight.parts, scope, change, actor=self._actor)

    async def list(
        self, where: Where | None = None, *, cursor: str | None = None, limit: int = 100, zone: str | None = None
    ) -> Page:
        """Memories by order of arrival, newest first, that pass ``where``; pages end with ``cursor`` None.

        Deleted and quarantined ones are listed only when ``where`` asks for their status.
        """
        given = parse_where(where, _zone_of(inputs.time_zone(zone or self._zone)))
        hidden = None if mentions(given, "status") else alive()
        return await self._hindsight.parts.store.find(
            await self._scope(),
            all_of(hidden, given),
            limit=inputs.limit(limit),
            cursor=None if cursor is None else inputs.name(cursor, "cursor"),
        )

    async def grant(self, other: AsyncSpace | str, right: str = "read") -> None:
        """Let another space of the tenant read this shared space. InvalidInput when this one is not shared."""
        if right != "read":
            raise InvalidInput(f"The only right that can be granted is 'read', not {inputs.shown(right)}.")
        store = self._hindsight.parts.store
        reader = other.name if isinstance(other, AsyncSpace) else inputs.name(other, "the other space")
        await store.open_space(self.tenant, self.name, shared=self.shared)
        await store.open_space(self.tenant, reader, shared=False)
        await store.grant(self.tenant, self.name, reader)

    async def stats(self) -> Mapping[str, Mapping[str, int]]:
        """How many memories of this space there are, by kind and by status."""
        return await self._hindsight.parts.store.counts(Scope(tenant=self.tenant, spaces=(self.name,)))


def _zone_of(name: str) -> ZoneInfo:
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)
