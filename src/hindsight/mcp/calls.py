"""From a tool's arguments to a call of the library, and back to a reply. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hindsight.app.names import unaliased_where
from hindsight.app.wire import to_wire
from hindsight.domain.guard import escape_frame
from hindsight.mcp import replies
from hindsight.mcp.replies import Reply

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight
    from hindsight.app.space import AsyncSpace

Arguments = dict[str, Any]
Call = Callable[["AsyncHindsight", "AsyncSpace", Arguments], Awaitable[Reply]]


async def _write(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.remembered(await space.remember(given.pop("content"), **given))


async def _search(hindsight: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    tokens = given.pop("max_tokens", 1500)
    zone = given.get("zone", hindsight.settings.zone)
    if "kind" in given:
        given["kinds"] = [*given.get("kinds", ()), given.pop("kind")]
    where = _where(given, "project", "tags", "since", "until")
    begin, id_, query = given.pop("prefetch", False), given.pop("prefetched", None), given.pop("query")
    if begin:
        coming = space.prefetch(query, where=where, **given)
        return replies.started(hindsight.prefetches.start(space.tenant, space.name, coming))
    if id_ is not None:
        found = await hindsight.prefetches.fetch(space.tenant, space.name, id_)
        return replies.started(id_) if found is None else replies.recalled(found, tokens, zone)
    return replies.recalled(await space.recall(query, where=where, **given), tokens, zone)


async def _trace(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.traced(await space.trace(given.pop("text"), **given))


async def _update(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.updated(await space.update(given.pop("id"), **given))


async def _forget(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.forgotten(await space.forget(given.pop("ids", None), **given))


async def _experience(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.advised(await space.experience(given.pop("task"), **given), 1500)


async def _record(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.recorded(await space.record(given, shown=given.pop("shown", ())))


async def _reflect(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.learnt(await space.learn(given.pop("situation"), given.pop("adjustment"), **given))


async def _patterns(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.patterns(await space.failure_patterns(limit=given.pop("limit", 10), **given))


async def _feedback(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.rated(await space.feedback(given.pop("ids"), **given))


async def _list(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    where = _where(given, "kind", "status", "project", "tags")
    page = await space.list(where, limit=given.get("limit", 20), cursor=given.get("cursor"))
    return replies.listed(page.memories, page.cursor)


async def _history(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.listed(await space.history(given["id"]), None)


async def _why(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.listed(await space.why(given["id"]), None)


async def _relations(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.related(await space.relations(given.pop("entity"), **{"limit": 50, **given}))


async def _alias(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.named(await space.add_alias(given["entity"], given["names"]))


async def _merge(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.named(await space.merge_entities(given["entity"], given["others"]))


async def _split(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.named(await space.split_entity(given["entity"], given["ids"], given["new"]))


async def _rollback(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    undone = await space.roll_back(given["change_set"])
    return Reply(f"Taken back: {len(undone.changes)} memories.", {"change_set": undone.id})


async def _attachment(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    return replies.attached(*await space.attached(given["hash"]))


async def _session_add(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    session = space.session(given.pop("session"))
    await session.add(given.pop("kind"), given.pop("text"), **given)
    count = len(await session.items())
    return Reply(f"Noted; the session holds {count}.", {"items": count})


async def _session_context(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    text = escape_frame(await space.session(given["session"]).context(given.get("tokens", 2000)))
    return Reply(text or "The session holds nothing.", {"context": text})


async def _session_end(_: AsyncHindsight, space: AsyncSpace, given: Arguments) -> Reply:
    receipt = await space.session(given["session"]).end(flush=given.get("flush", True))
    return Reply("Ended; kept as an episode." if receipt.ids else "Ended; nothing was kept.", to_wire(receipt))


async def _stats(hindsight: AsyncHindsight, space: AsyncSpace, _: Arguments) -> Reply:
    return replies.counted({**await space.stats(), "waiting": await hindsight.parts.store.backlog()})


_CALLS: Mapping[str, Call] = MappingProxyType(
    {
        "memory_write": _write,
        "memory_search": _search,
        "memory_update": _update,
        "memory_forget": _forget,
        "query_experience": _experience,
        "record_trajectory": _record,
        "reflect_and_store": _reflect,
        "list_failure_patterns": _patterns,
        "memory_feedback": _feedback,
        "memory_list": _list,
        "memory_history": _history,
        "memory_trace": _trace,
        "memory_stats": _stats,
        "memory_why": _why,
        "memory_relations": _relations,
        "memory_alias": _alias,
        "memory_merge_entities": _merge,
        "memory_split_entity": _split,
        "memory_rollback": _rollback,
        "memory_attachment": _attachment,
        "session_add": _session_add,
        "session_context": _session_context,
        "session_end": _session_end,
    }
)


def call_of(tool: str) -> Call:
    """What a tool does."""
    return _CALLS[tool]


def _where(given: Arguments, *names: str) -> Mapping[str, Any] | None:
    """The filter that the arguments ``names`` mean, together with one that was handed in whole; takes them out."""
    parts: list[Any] = []
    whole = given.pop("where", None)
    if whole:
        parts.append(unaliased_where(whole))
    for name in names:
        value = given.pop(name, None)
        if value is None:
            continue
        if name == "tags":
            parts += [{"tags": {"contains": tag}} for tag in value]
        elif name in ("since", "until"):
            parts.append(_happened("gte" if name == "since" else "lt", value))
        else:
            parts.append({name: value})
    return {"and": parts} if parts else None


def _happened(operator: str, time: str) -> dict[str, Any]:
    """When it happened; of what has no such time, when it was stored."""
    stored = {"and": [{"occurred_at": {"exists": False}}, {"created_at": {operator: time}}]}
    return {"or": [{"occurred_at": {operator: time}}, stored]}
