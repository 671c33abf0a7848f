"""From a question to a plan: what kind it is, when it is about, what to search for (R1, R2)."""

from __future__ import annotations

import re
from datetime import datetime

from hindsight.domain.asking import asked, wants_several
from hindsight.domain.filters import Condition, Filter, Not, all_of, mentions
from hindsight.domain.memory import Kind, Scope
from hindsight.domain.query import Intent, Interval, Plan
from hindsight.domain.temporal import resolve
from hindsight.domain.text import sentences

LONGEST_QUERY = 10_000
"""Characters of a query; the rest is cut: nothing that long is a question."""
_SURE = 0.5
"""Confidence, 0–1, below which a reading of a time expression is not acted on."""
_HEAD = 400
"""Characters above which a query is a pasted prompt and the question is its last sentences."""

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
    scope: Scope,
    now: datetime,
    zone: str,
    where: Filter,
    limit: int,
    candidates: int,
    policy: str,
) -> Plan:
    """Understand ``query``. ``zone`` is the caller's: their "yesterday" decides (R2)."""
    text = query[:LONGEST_QUERY].strip()
    questions = asked(focus(text))
    question = " ".join(questions)
    intent = intent_of(question)
    # Lessons answer "how to", and their own question (`experience`); elsewhere their error texts would only be noise.
    lessons = None if intent == "how" or mentions(where, "kind") else Not(Condition("kind", "eq", "experience"))
    return Plan(
        query=text,
        text=question,
        asked=questions,
        scope=scope,
        now=now,
        intent=intent,
        several=wants_several(question),
        spans=tuple(Interval(*span.utc_bounds()) for span in resolve(question, now, zone) if span.confidence >= _SURE),
        where=all_of(where, lessons),
        limit=limit,
        candidates=candidates,
        policy=policy,
    )


def focus(text: str) -> str:
    """The part of a long pasted prompt that asks: its last sentences, up to about 400 characters; short text whole."""
    if len(text) <= _HEAD:
        return text
    kept = ""
    for start, end in reversed(sentences(text)):
        if kept and len(kept) + end - start > _HEAD:
            break
        kept = f"{text[start:end]} {kept}".strip()
    return kept[-4 * _HEAD :]
