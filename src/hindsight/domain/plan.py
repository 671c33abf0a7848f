"""From a question to a plan: what kind it is, when it is about, what to search for (R1, R2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from hindsight.domain.asking import asked, wants_several
from hindsight.domain.filters import EVERYTHING, Condition, Filter, Not, Or, all_of, mentions
from hindsight.domain.memory import Kind, Scope
from hindsight.domain.query import Intent, Interval, Plan, Reading
from hindsight.domain.reduction import question_in
from hindsight.domain.text import sentences
from hindsight.domain.timely import asks_for_a_time, spans_of
from hindsight.domain.visibility import during

LONGEST_QUERY = 10_000
"""Characters of a query; the rest is cut: nothing that long is a question."""
_END = 400
"""Characters at the start and at the end of a long text that asks nothing, by whose meaning it is looked up."""

_INTENTS: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    (
        "how",
        re.compile(r"\bhow (?:do|to|can|should)\b|\bsteps? (?:to|for)\b|怎么|如何|怎样|步骤", re.IGNORECASE | re.ASCII),
    ),
    (
        "event",
        re.compile(
            r"\bwhen\b|\bwhat happened\b|\blast time\b|\bdid\b|\bwhere did\b|什么时候|何时|几号|哪天|发生了什么|上次",
            re.IGNORECASE | re.ASCII,
        ),
    ),
    (
        "truth",
        re.compile(
            r"\b(?:what|which|who|where|is|are|does|do)\b|什么|哪|谁|是不是|吗[？?]?$", re.IGNORECASE | re.ASCII
        ),
    ),
)

KINDS_OF: dict[Intent, frozenset[Kind]] = {
    "how": frozenset({"procedure", "experience", "insight"}),
    "event": frozenset({"episode"}),
    "truth": frozenset({"fact", "preference", "insight"}),
    "any": frozenset(),
}
"""The kinds of memory that answer best for each intent."""


def intent_of(query: str) -> Intent:
    for intent, cue in _INTENTS:
        if cue.search(query):
            return intent
    return "any"


def plan(
    query: str,
    *,
    reading: Reading | None = None,
    scope: Scope,
    now: datetime,
    zone: str,
    where: Filter,
    believed: Filter = EVERYTHING,
    known_at: datetime | None = None,
    limit: int,
    candidates: int,
    policy: str,
) -> Plan:
    """Understand ``query``. ``zone`` is the caller's: their "yesterday" decides (R2)."""
    read = reading or Reading(text=question_of(query))
    asks = question_in(read.text) != ""
    questions = asked(read.text) if asks else _ends(read.text)
    question = " ".join(questions)
    intent = intent_of(question)
    # Times in a pasted log are not what it is asked about.
    spans, offsets = spans_of(question, now, zone) if asks else ((), ())
    timely = bool(spans) and asks_for_a_time(question, offsets)
    # Lessons answer "how to", and their own question (`experience`); elsewhere their error texts would only be noise.
    lessons = None if intent == "how" or mentions(where, "kind") else Not(Condition("kind", "eq", "experience"))
    return Plan(
        query=query[:LONGEST_QUERY].strip(),
        text=question if asks else read.text,
        asked=questions,
        scope=scope,
        now=now,
        zone=zone,
        intent=intent,
        several=wants_several(question),
        timely=timely,
        spans=spans,
        meant=read.meant,
        degraded=read.degraded,
        where=all_of(where, lessons),
        believed=believed,
        known_at=known_at,
        limit=limit,
        candidates=candidates,
        policy=policy,
    )


def question_of(query: str) -> str:
    """What is looked up of ``query``: of a long pasted one what it asks, all of it when it asks nothing."""
    text = query[:LONGEST_QUERY].strip()
    return question_in(text) or text


def in_spans(spans: Sequence[Interval]) -> Filter:
    """Memories that lie, at least in part, in one of ``spans``."""
    return Or(tuple(during(span.start, span.end) for span in spans))


def _ends(text: str) -> tuple[str, ...]:
    """The first and the last sentences of a long text."""
    spans = sentences(text)
    first = max((end for _, end in spans if end <= _END), default=_END)
    last = min((start for start, _ in spans if start >= len(text) - _END), default=len(text) - _END)
    return text[:first], text[last:]
