"""A question, its plan, and the answer with reasons (R1–R10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from hindsight.domain.filters import EVERYTHING, Filter
from hindsight.domain.memory import Memory, Scope

Route = Literal["dense", "lexical", "graph", "time"]
ROUTES: tuple[Route, ...] = get_args(Route)

Intent = Literal["truth", "event", "how", "any"]
"""What kind of question it is: what is true → semantic; when/what happened → episodic; how to → procedural."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A half-open stretch of time ``[start, end)``, UTC; ``None`` is open."""

    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A query in words that can be found: ``meant`` are the pointers ("her", 那个脚本) with what they point at.

    ``degraded`` names the step of reading that did not happen.
    """

    text: str
    meant: tuple[tuple[str, str], ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a query was understood to ask. ``text`` is what is searched for; ``spans`` when it is about,
    in the caller's ``zone``.

    ``asked`` are the questions it is made of (empty: ``text``), each looked up by its meaning; ``several``: it wants a
    list or a count; ``timely``: it wants whatever lies in the time it names. ``meant`` and ``degraded`` as in
    :class:`Reading`. With ``known_at`` the answer is what was believed then: ``where`` narrows inside the indexes,
    ``believed`` must hold for a memory as it was then.
    """

    query: str
    text: str
    scope: Scope
    now: datetime
    zone: str = "UTC"
    asked: tuple[str, ...] = ()
    intent: Intent = "any"
    several: bool = False
    timely: bool = False
    spans: tuple[Interval, ...] = ()
    meant: tuple[tuple[str, str], ...] = ()
    degraded: tuple[str, ...] = ()
    where: Filter = EVERYTHING
    known_at: datetime | None = None
    believed: Filter = EVERYTHING
    limit: int = 8
    candidates: int = 100
    policy: str = "default"


@dataclass(frozen=True, slots=True)
class Found:
    """What one route brings: a memory id and the route's own score, best first. Scores compare within a route only.

    ``speaker`` is the name of the memory's source, from keyword matches alone.
    """

    id: str
    score: float
    speaker: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why a memory was returned: its rank (1 = best) and score in each route, what was added to them (``signs``, parts
    of the factor ``relevance``), and every factor of its final score.
    """

    routes: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    signs: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A memory that answers, its final score 0–1 (higher is better), and why."""

    memory: Memory
    score: float
    why: Why = field(default_factory=Why)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """How the answer came about: the plan, time per stage in milliseconds, and for candidates left out the reason.

    ``meant`` as in :class:`Reading`; ``why_not`` answers for the ids that were asked about; ``cached``: the answer was
    kept from an earlier asking, and still holds.
    """

    intent: Intent
    text: str
    spans: tuple[Interval, ...]
    meant: tuple[tuple[str, str], ...] = ()
    timely: bool = False
    timings_ms: Mapping[str, float]
    left_out: Mapping[str, str]
    why_not: Mapping[str, str] = field(default_factory=dict)
    cached: bool = False
