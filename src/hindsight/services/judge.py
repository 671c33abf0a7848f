"""The judge: asks a language model about statements of which the rules cannot tell which one holds (W6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from hindsight.domain.errors import Unavailable
from hindsight.domain.memory import Memory
from hindsight.domain.replies import Failure, read_reply
from hindsight.domain.rulings import Doubt, Ruling, Rulings, Verdict
from hindsight.domain.text import script
from hindsight.services.asking import Answer, as_data, ask
from hindsight.services.parts import Parts
from hindsight.services.prompts import prompt

MOST = 10
"""Doubts in one prompt; those beyond stay flagged."""
_SHOWN = 600
_VERDICTS: dict[str, Verdict] = {"replaces": "replaces", "both": "both", "unclear": "unclear"}


@dataclass(frozen=True, slots=True)
class Judged:
    """The rulings, and the step that did not happen when the model did not answer: then every flag stays."""

    rulings: Rulings = field(default_factory=dict)
    degraded: tuple[str, ...] = ()


async def judge_doubts(parts: Parts, doubts: Sequence[Doubt]) -> Judged:
    """Rule on ``doubts``; without a model, or when it does not answer, nothing is ruled."""
    if parts.llm is None or not doubts:
        return Judged()
    asked = doubts[:MOST]
    language = script(asked[0].new.content)
    instructions = prompt("judge", language)
    try:
        answer = await ask(
            parts.llm,
            instructions.text,
            "\n".join(_pair(number, doubt) for number, doubt in enumerate(asked, 1)),
            partial(_read, count=len(asked)),
            language=language,
            policy=parts.policy.model,
        )
    except Unavailable as error:
        return Judged(degraded=(f"judge: {error.code}: {error.message}",))
    if answer.value is None:
        return Judged(degraded=(f"judge: the language model's reply cannot be used: {answer.complaint}",))
    by = instructions.by(parts.llm.model)
    return Judged({asked[at].key: Ruling(verdict, by) for at, verdict in answer.value.items()})


def _pair(number: int, doubt: Doubt) -> str:
    return f'<pair number="{number}">\n{_side("A", doubt.old)}\n{_side("B", doubt.new)}\n</pair>'


def _side(letter: str, memory: Memory) -> str:
    text = as_data(memory.content[:_SHOWN])
    return f'<{letter} time="{memory.when.isoformat(timespec="minutes")}">{text}</{letter}>'


def _read(reply: str, *, count: int) -> Answer[dict[int, Verdict]]:
    """The verdicts by position of the doubt, from 0; a pair that the reply leaves out stays in doubt."""
    found = read_reply(reply, "rulings")
    if isinstance(found, Failure):
        return Answer(None, found.reason)
    verdicts: dict[int, Verdict] = {}
    for place, item in enumerate(found.items, 1):
        said = str(item.get("pair") or place)
        number = int(said) if said.isascii() and said.isdigit() and len(said) < 4 else 0
        verdict = _VERDICTS.get(str(item.get("verdict")).strip().lower())
        if verdict and 0 < number <= count:
            verdicts[number - 1] = verdict
    return Answer(verdicts) if verdicts else Answer(None, "wrong_shape")
