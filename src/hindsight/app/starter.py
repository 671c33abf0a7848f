"""The starter pack (X12): general experiences for a cold space, marked as such, removable in one call.

``space.forget(source="starter")`` takes them out again. They rank below what the space learns by itself: their
confidence and trust are those of an import.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files

from hindsight.domain.filters import Condition
from hindsight.domain.memory import TRUST, Memory, Scope, Source
from hindsight.services.admit import Draft, admit
from hindsight.services.learn import Lesson, experience_of
from hindsight.services.lessons import memory_of
from hindsight.services.parts import Parts
from hindsight.services.project import project_now
from hindsight.services.reflect import is_cold
from hindsight.services.screening import cleaner

NAME = "starter"
_SOURCE = Source(type="system", trust=TRUST["import"], name=NAME, extractor="starter-1")


def lessons() -> Iterator[Lesson]:
    """The pack: each experience in English and Chinese."""
    text = (files("hindsight.app") / "starter.jsonl").read_text("utf-8")
    for line in text.splitlines():
        row = json.loads(line)
        shared = {
            "tools": tuple(row.get("tools", ())),
            "error": row.get("error", ""),
            "ops": tuple(row.get("ops", ())),
            "polarity": row.get("polarity", "positive"),
        }
        for language in ("en", "zh"):
            said = row[language]
            yield Lesson(
                situation=said["situation"],
                adjustment=said["adjustment"],
                counter_example=said.get("counter_example", ""),
                **shared,
            )


async def load(parts: Parts, scope: Scope) -> int:
    """Load the pack once into a cold space; how many memories came."""
    private = scope.private
    present = await parts.store.find(private, Condition("source_name", "eq", NAME), limit=1)
    if present.memories or not await is_cold(parts, private):
        return 0
    drafts = [Draft(memory=_memory(parts, lesson, private)) for lesson in lessons()]
    admitted = await admit(parts, private, drafts, actor=NAME, reason="starter pack")
    await project_now(parts, admitted.project_job)
    return sum(outcome.action in ("added", "review") for outcome in admitted.outcomes)


def _memory(parts: Parts, lesson: Lesson, scope: Scope) -> Memory:
    memory = memory_of(
        experience_of(lesson, _SOURCE, cleaner(parts.policy.guard)), _SOURCE, lesson.situation, scope, parts.now()
    )
    return replace(memory, tags=(*memory.tags, NAME), confidence=0.5, importance=0.3)
