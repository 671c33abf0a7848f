"""The prompts, in English and Chinese, as package data; a prompt's hash goes into what it produced."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from hindsight.domain.text import Script

Task = Literal["extract", "judge", "reflect", "rewrite"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told to do. ``hash8``: the first 8 hex digits of its SHA-256."""

    text: str
    hash8: str

    def by(self, model: str) -> str:
        """The name of an extractor: ``llm/<model>/<hash of the prompt>``."""
        return f"llm/{model}/{self.hash8}"


@cache
def prompt(task: Task, language: Script) -> Prompt:
    """The prompt of a task in the language of those it is about."""
    text = files(__package__).joinpath(f"{task}.{language}.md").read_text("utf-8")
    return Prompt(text, hashlib.sha256(text.encode()).hexdigest()[:8])
