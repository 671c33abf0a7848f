"""Who speaks: a person under their own name, an agent, or just the user."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hindsight.domain.conversation import Turn
from hindsight.domain.memory import Claim

_AGENT_NAMES: Final = frozenset(
    [
        "",
        "assistant",
        "ai",
        "bot",
        "agent",
        "system",
        "chatgpt",
        "claude",
        "gemini",
        "copilot",
        "gpt",
        "model",
        "助手",
        "机器人",
        "小助手",
    ]
)


def own_name(turn: Turn) -> str | None:
    """The name of a person who speaks; None for agents and for "user"."""
    if turn.name is None or is_agent(turn) or turn.name.casefold() in {"user", "human", "用户", "me"}:
        return None
    return turn.name


def is_agent(turn: Turn) -> bool:
    return turn.role == "assistant" and (turn.name or "").strip().casefold() in _AGENT_NAMES


def attributed(turn: Turn, text: str) -> str:
    """The speaker's words, after the name if it is a person's own: who "I" is must not get lost among several."""
    name = own_name(turn)
    return f"{name}: {text}" if name else text


def of_speaker(turn: Turn, claim: Claim) -> Claim:
    """A claim about the speaker is about the person of that name: where Bob lives says nothing about Alice."""
    name = own_name(turn)
    return replace(claim, entity=name) if name and claim.entity == "user" else claim
