"""Failure patterns (X10): which failures keep coming back, how often, whether more or less so, and what cures them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from hindsight.domain.debrief import Debrief
from hindsight.domain.experience import utility
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Memory, Scope
from hindsight.domain.visibility import window
from hindsight.services.lessons import about_failures, failure_key, lesson_of
from hindsight.services.parts import Parts

DEBRIEF = "debrief"
"""Tag of an episode that a debrief wrote."""
FAILED = "failures"
"""Tag of a debrief with failed steps or loops."""
LOOP = "LOOP"

Trend = Literal["new", "rising", "steady", "falling"]

_REPEATS_WITHIN = timedelta(days=7)
_MOST_EPISODES = 5000
_PAGE = 500
_EXAMPLES = 5
_MARGIN = 1.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """The known cure of a pattern: the experience that holds it."""

    id: str
    text: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailurePattern:
    """One kind of failure of one tool.

    ``key`` is its fingerprint, ``failure`` the error class (``LOOP``: the same call again and again), ``cause`` the
    error with its particulars masked. ``count`` failures in ``runs`` runs since the start of the window, ``before``
    failures in the window of the same length before it; ``trend`` compares the two. ``episodes`` are the newest
    debriefs that tell of it.
    """

    key: str
    tool: str
    failure: str
    cause: str
    nature: str
    count: int
    runs: int
    before: int
    trend: Trend
    first_seen: datetime
    last_seen: datetime
    example: str
    episodes: tuple[str, ...]
    fix: Fix | None


@dataclass(frozen=True, slots=True)
class _Seen:
    """One failed step, or one loop, as a debrief tells it."""

    key: str
    tool: str
    failure: str
    cause: str
    nature: str
    at: datetime
    episode: Memory


async def failure_patterns(parts: Parts, scope: Scope, *, since: datetime, limit: int) -> tuple[FailurePattern, ...]:
    """The patterns of the space since a time, most frequent first. Nothing of another space or tenant is counted."""
    now = parts.now()
    earlier = since - (now - since)
    groups: dict[str, list[_Seen]] = defaultdict(list)
    for episode in await _debriefs(parts, scope, earlier):
        for seen in _failures(episode):
            groups[f"{seen.tool}|{seen.key}"].append(seen)
    current = {key: [item for item in items if item.at >= since] for key, items in groups.items()}
    ranked = sorted(
        (key for key in current if current[key]),
        key=lambda key: (-len(current[key]), -current[key][0].at.timestamp(), key),
    )[:limit]
    fixes = await _fixes(parts, scope, [(current[key][0].tool, current[key][0].key) for key in ranked])
    return tuple(
        _pattern(current[key], len(groups[key]) - len(current[key]), fixes.get(_key_of(current[key][0])))
        for key in ranked
    )


async def recent_failures(parts: Parts, scope: Scope, report: Debrief) -> Mapping[str, int]:
    """Failures of the last 7 days by coarse key (``tool|class``), for the trigger; empty when the run had none."""
    wanted = {f"{item.tool}|{item.cls}" for item in report.episode.failure_steps}
    if not wanted:
        return {}
    counts: Counter[str] = Counter()
    for episode in await _debriefs(parts, scope, parts.now() - _REPEATS_WITHIN, most=_PAGE):
        counts.update(f"{item.tool}|{item.failure}" for item in _failures(episode))
    return {key: counts[key] for key in wanted}


async def _debriefs(parts: Parts, scope: Scope, since: datetime, most: int = _MOST_EPISODES) -> list[Memory]:
    """Debriefs with failures, newest first; archived ones still count."""
    private = scope.private
    where = all_of(
        Condition("kind", "eq", "episode"),
        Condition("tags", "contains", FAILED),
        Condition("status", "in", ("active", "archived")),
        window(since, None),
    )
    found: list[Memory] = []
    cursor: str | None = None
    while len(found) < most:
        page = await parts.store.find(private, where, limit=_PAGE, cursor=cursor)
        found.extend(page.memories)
        cursor = page.cursor
        if cursor is None:
            break
    return found


def _failures(episode: Memory) -> Iterable[_Seen]:
    body: Mapping[str, Any] = episode.body or {}
    for row in body.get("failure_steps", ()):
        yield _Seen(row["fingerprint"], row["tool"], row["cls"], row["cause"], row["nature"], episode.when, episode)
    for row in body.get("loops", ()):
        if row["same_result"] and row["fingerprint"]:
            yield _Seen(row["fingerprint"], row["tool"], LOOP, row["cause"], "unknown", episode.when, episode)


def _key_of(seen: _Seen) -> str:
    return failure_key(seen.tool, seen.key)


async def _fixes(parts: Parts, scope: Scope, failures: Sequence[tuple[str, str]]) -> dict[str, Fix]:
    """The best positive experience about each failure, by the key of the failure."""
    best: dict[str, Memory] = {}
    for memory in await about_failures(parts, scope, [failure_key(tool, key) for tool, key in failures]):
        if memory.claim is None or memory.polarity == "negative":
            continue
        known = best.get(memory.claim.key)
        if known is None or _worth(memory) > _worth(known):
            best[memory.claim.key] = memory
    return {
        key: Fix(id=memory.id, text=memory.summary or memory.content, state=lesson_of(memory).state)
        for key, memory in best.items()
    }


def _worth(memory: Memory) -> tuple[bool, float, float]:
    lesson = lesson_of(memory)
    return (lesson.state in ("new", "active"), utility(lesson.counters), lesson.concreteness)


def _pattern(items: Sequence[_Seen], before: int, fix: Fix | None) -> FailurePattern:
    newest = max(items, key=lambda item: item.at)
    episodes = {item.episode.id: item.episode for item in sorted(items, key=lambda item: item.at, reverse=True)}
    return FailurePattern(
        key=newest.key,
        tool=newest.tool,
        failure=newest.failure,
        cause=newest.cause,
        nature=newest.nature,
        count=len(items),
        runs=len(episodes),
        before=before,
        trend=trend(len(items), before),
        first_seen=min(item.at for item in items),
        last_seen=newest.at,
        example=newest.episode.summary or newest.episode.content,
        episodes=tuple(episodes)[:_EXAMPLES],
        fix=fix,
    )


def trend(now: int, before: int) -> Trend:
    """How two windows of the same length compare; a quarter more or less is a trend."""
    if not before:
        return "new"
    if now > before * _MARGIN:
        return "rising"
    return "falling" if now * _MARGIN < before else "steady"
