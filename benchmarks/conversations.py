"""Conversations with questions as the retrieval benchmark reads them, and how they are put into a space."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hindsight import Space

Namespace = dict[str, Any]


def load(paths: Sequence[Path], most: int | None) -> Iterator[Namespace]:
    """The first ``most`` namespaces of each file."""
    for path in paths:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if most is not None and number >= most:
                    break
                yield json.loads(line)


def text_of(turn: dict[str, Any]) -> str:
    return f"{turn['text']} [{turn['caption']}]" if turn.get("caption") else str(turn["text"])


def remember(space: Space, namespace: Namespace, mode: str) -> None:
    """``verbatim``: every turn is one memory. ``extracted``: sessions go through extraction by rules."""
    if mode == "verbatim":
        for turn in namespace["turns"]:
            source = {"conversation": turn["session"], "name": turn["speaker"]}
            space.remember(text_of(turn), verbatim=True, occurred_at=turn["time"], ref=turn["id"], source=source)
        return
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for turn in namespace["turns"]:
        message = {"role": "user", "name": turn["speaker"], "content": text_of(turn), "id": turn["id"]}
        sessions[turn["session"]].append({**message, "time": turn["time"]})
    for session, messages in sessions.items():
        space.remember(messages, source={"conversation": session})
