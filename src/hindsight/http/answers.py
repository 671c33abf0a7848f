"""Answers that are no record of the library."""

from __future__ import annotations

from dataclasses import dataclass

from hindsight.app.checks import Check
from hindsight.domain.change import Job
from hindsight.domain.index import Relation
from hindsight.domain.memory import Memory, SpaceInfo
from hindsight.domain.query import Explanation, Hit
from hindsight.domain.working import WorkingItem
from hindsight.services.patterns import FailurePattern
from hindsight.services.resume import Unfinished


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The process lives."""

    status: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """``ready``, ``degraded`` (recall answers from what is left) or ``unavailable``, with every dependency."""

    status: str
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallAnswer:
    """Hits, best first; ``degraded`` names what did not take part; ``context`` is the hits rendered for a prompt.

    ``reason`` says why there is no hit; empty when there is one.
    """

    hits: tuple[Hit, ...]
    degraded: tuple[str, ...]
    reason: str
    explanation: Explanation | None
    context: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A recall on its way; ``id`` fetches its answer."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Memories:
    """Some memories; ``cursor`` asks for the next page, null: there is none."""

    memories: tuple[Memory, ...]
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """Background jobs, oldest first."""

    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relations:
    """Edges of the entity graph."""

    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledBack:
    """The change that took another one back, and the memories that it changed."""

    change_set: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionItems:
    """What a session holds, in order."""

    items: tuple[WorkingItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionContext:
    """What of a session matters most, as text for a prompt."""

    context: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How many memories, by kind and by status."""

    kind: dict[str, int]
    status: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """Failures that keep coming back."""

    patterns: tuple[FailurePattern, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """Interrupted tasks, newest first."""

    tasks: tuple[Unfinished, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spaces:
    """The spaces of the tenant."""

    spaces: tuple[SpaceInfo, ...]
