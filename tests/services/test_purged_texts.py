"""What is purged leaves the process too: no cache that a text went through holds it any longer (G1)."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from tests.services.conftest import World

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("G1")]

TOLD = (
    "Zwiebelfisch works at Quarkhausen, see https://zwiebelfisch.example/42.",
    "Zwiebelfisch works at Quarkhausen since 2019, see https://zwiebelfisch.example/43.",
    "我养的猫叫齉齉，三岁。",
    "我养的猫叫齉齉，四岁。",
)
WORDS = ("zwiebelfisch", "quarkhausen", "齉")


def cached_texts() -> Iterator[str]:
    """Every text in a cache of a function or of :mod:`re`, as a key or in what was made of it."""
    caches: list[object] = [held for held in gc.get_objects() if type(held).__name__ == "_lru_cache_wrapper"]
    patterns: dict[object, object] = vars(re)["_cache"]
    open_, seen = [*caches, patterns], set[int]()
    while open_:
        held = open_.pop()
        if isinstance(held, str):
            yield held.casefold()
        elif id(held) not in seen:
            seen.add(id(held))
            if is_dataclass(held) and not isinstance(held, type):
                open_ += [getattr(held, field.name) for field in fields(held)]
            elif type(held).__name__ == "_lru_cache_wrapper" or isinstance(held, dict | list | tuple | frozenset | set):
                open_ += gc.get_referents(held)


def still_cached() -> set[str]:
    return {word for word in WORDS for text in cached_texts() if word in text}


async def test_no_cache_of_the_process_holds_the_words_of_a_purged_memory(world: World) -> None:
    for text in TOLD:
        await world.alice.remember(text)
    await world.alice.recall("Where does Zwiebelfisch work?")
    await world.alice.recall("齉齉几岁？")
    assert still_cached() == set(WORDS)
    for subject in ("Zwiebelfisch", "齉齉"):
        assert (await world.alice.forget(subject=subject, purge=True)).ids
    assert still_cached() == set()
