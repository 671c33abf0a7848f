"""Asking a language model: a reply that cannot be used is asked for once more, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import anyio.to_thread

from hindsight.domain.errors import Unavailable
from hindsight.domain.policy import ModelPolicy
from hindsight.domain.text import Script
from hindsight.ports.models import LanguageModel

T = TypeVar("T")

_AGAIN: dict[Script, str] = {
    "en": "Your last reply could not be used ({complaint}). Reply once more: only the JSON object, complete.",
    "zh": "你上次的回复无法使用（{complaint}）。请重新回复：只要 JSON 对象，并且完整。",
}


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a reply came to. ``complaint``: what is wrong with it, '' for nothing; a ``value`` may be usable still.

    ``worth`` counts what is usable: of two replies with complaints the one that is worth more is taken.
    """

    value: T | None
    complaint: str = ""
    worth: int = 0


async def ask(
    model: LanguageModel,
    instructions: str,
    question: str,
    read: Callable[[str], Answer[T]],
    *,
    language: Script,
    policy: ModelPolicy,
) -> Answer[T]:
    """The answer of ``model``, asked again once if there is a complaint about it. Unavailable when it does not answer.

    ``read`` is pure and runs beside the event loop: replies are untrusted and may be long.
    """

    async def reply_to(text: str) -> Answer[T]:
        reply = await model.complete(instructions, text, max_tokens=policy.max_tokens, timeout_s=policy.timeout_s)
        return await anyio.to_thread.run_sync(read, reply)

    first = await reply_to(question)
    if not first.complaint:
        return first
    try:
        second = await reply_to(f"{question}\n\n{_AGAIN[language].format(complaint=first.complaint)}")
    except Unavailable:
        if first.value is None:
            raise
        return first
    return first if second.complaint and first.worth >= second.worth and first.value is not None else second


def as_data(text: str) -> str:
    """``text`` for a prompt: nothing in it ends the tag that it stands in."""
    return text.replace("<", "‹")
