"""A language model as reranker: it reads the best hits beside the question and rates them (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hindsight.domain.errors import Unavailable
from hindsight.domain.memory import Memory
from hindsight.domain.policy import ModelPolicy
from hindsight.domain.replies import Failure, read_reply
from hindsight.domain.text import script
from hindsight.ports.models import LanguageModel
from hindsight.services.asking import Answer, as_data, ask
from hindsight.services.prompts import prompt

_SHOWN = 400
"""Characters of a memory that the model reads."""
_BEST = 10.0


class ModelReranker:
    """Asks once for the ratings of all memories; what the reply leaves out does not help and gets 0."""

    def __init__(self, llm: LanguageModel, policy: ModelPolicy) -> None:
        self._llm = llm
        self._policy = policy

    @property
    def model(self) -> str:
        return self._llm.model

    async def score(self, question: str, memories: Sequence[Memory]) -> tuple[float, ...]:
        """0–1 for each memory. Unavailable when the model does not answer or its reply cannot be used."""
        language = script(question)
        answer = await ask(
            self._llm,
            prompt("rerank", language).text,
            _shown(question, memories),
            partial(_read, count=len(memories)),
            language=language,
            policy=self._policy,
        )
        if answer.value is None:
            raise Unavailable(f"The language model's reply cannot be used: {answer.complaint}.")
        return answer.value

    async def aclose(self) -> None:
        """The model is closed by who opened it."""


def _shown(question: str, memories: Sequence[Memory]) -> str:
    listed = "\n".join(_statement(number, memory) for number, memory in enumerate(memories, 1))
    return f"<question>{as_data(question)}</question>\n{listed}"


def _statement(number: int, memory: Memory) -> str:
    speaker = as_data(memory.source.name or "").replace('"', "'")
    text = as_data(memory.content[:_SHOWN])
    return f'<statement number="{number}" time="{memory.when.date()}" by="{speaker}">{text}</statement>'


def _read(reply: str, *, count: int) -> Answer[tuple[float, ...]]:
    found = read_reply(reply, "ratings")
    if isinstance(found, Failure):
        return Answer(None, found.reason)
    scores = [0.0] * count
    usable = 0
    for item in found.items:
        number, score = _number(item.get("statement")), _number(item.get("score"))
        if number is not None and score is not None and 1 <= number <= count:
            scores[int(number) - 1] = min(1.0, max(0.0, score / _BEST))
            usable += 1
    return Answer(tuple(scores)) if usable or not found.items else Answer(None, "wrong_shape")


def _number(value: object) -> float | None:
    try:
        return float(str(value)[:8])
    except ValueError:
        return None
