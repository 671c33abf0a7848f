"""What is asked, said in other words: the nearest word of a memory to every word of the question.

A table of common English stems and Chinese words with their vectors (``benchmarks/make_words.py``); no model runs. The
best match of every word, weighed by how rare it is among what was found, is what late interaction does with the states
of a model (Khattab, Zaharia 2020, "ColBERT"), here with vectors of single words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING

from hindsight.adapters.numeric import np
from hindsight.domain.analysis.stem import stem
from hindsight.domain.analysis.stopwords import ASIDE, CHINESE, ENGLISH
from hindsight.domain.memo import remembered
from hindsight.domain.memory import Memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOW = 0.4
"""Cosine of two words from which they have something in common."""
HIGH = 0.8
"""Cosine from which they mean the same."""
MOST = 32
"""Words of a question that are looked for; the first ones."""
LONGEST = 2_000
"""Characters of a memory that are read."""
_RUN = re.compile(r"[a-z]{2,32}|[\u4e00-\u9fff]{1,200}")
_CHINESE_LENGTHS = (4, 3, 2, 1)


@cache
def _starts() -> frozenset[str]:
    """The first two signs of every Chinese word, or its only one: most pairs in a text start none."""
    return frozenset(word[:2] for word in table()[0] if not word.isascii())


@cache
def table() -> tuple[Mapping[str, int], NDArray[np.float32]]:
    """The row of every word, and unit vectors by row."""
    with files(__package__).joinpath("data/words.npz").open("rb") as file, np.load(file) as data:
        words = bytes(data["words"]).decode().split("\n")
        vectors = data["vectors"].astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return {word: row for row, word in enumerate(words)}, vectors


@remembered(16_384)
def _base(word: str) -> tuple[str, int]:
    """The stem of an English word with its row, -1 for one that is not in the table."""
    base = stem(word)
    return base, table()[0].get(base, -1)


def words(text: str) -> Mapping[str, int]:
    """The words of ``text`` with their rows, -1 for those that are not in the table. Chinese: the longest that fit."""
    rows, _ = table()
    starts = _starts()
    found: dict[str, int] = {}
    for run in _RUN.findall(text.lower()):
        if run.isascii():
            base, row = _base(run)
            found[base] = row
            continue
        end = 0
        for at in [at for at in range(len(run)) if run[at : at + 2] in starts or run[at] in starts]:
            word = next((run[at : at + n] for n in _CHINESE_LENGTHS if run[at : at + n] in rows), "")
            if word and at >= end:
                found[word] = rows[word]
                end = at + len(word)
    return found


def sought(question: str) -> Mapping[str, int]:
    """The words of ``question`` that ask for something, with their rows."""
    plain = " ".join(
        word for word in re.split(r"[^a-z\u4e00-\u9fff]+", ASIDE.sub(" ", question.lower())) if word not in ENGLISH
    )
    named = {word: row for word, row in words(plain).items() if word not in CHINESE}
    return dict(list(named.items())[:MOST])


class WordReranker:
    """The share of a question that a memory says, in whatever words; in both languages, and from one to the other."""

    @property
    def model(self) -> str:
        return "words/1"

    async def score(self, question: str, memories: Sequence[Memory]) -> tuple[float, ...]:
        """0–1 for each memory; nothing when the question has no word to look for."""
        asked = sought(question)
        if not asked or not memories:
            return ()
        said = [words(memory.content[:LONGEST]) for memory in memories]
        match = _matches(asked, said)
        held = match.sum(axis=0)
        rare = np.log1p((len(memories) - held + 0.5) / (held + 0.5))
        return tuple(float(share) for share in match @ rare / max(float(rare.sum()), 1e-9))

    async def aclose(self) -> None:
        """Nothing is open."""


def _matches(asked: Mapping[str, int], said: Sequence[Mapping[str, int]]) -> NDArray[np.float32]:
    """How near each memory (row) comes to each word asked (column), 0–1; 1 where it says it."""
    _, vectors = table()
    match = np.zeros((len(said), len(asked)), dtype=np.float32)
    rows = [[row for row in known.values() if row >= 0] for known in said]
    some = [at for at, held in enumerate(rows) if held]
    if some:
        wanted = np.array([vectors[row] if row >= 0 else np.zeros(vectors.shape[1]) for row in asked.values()])
        near = vectors[list(chain.from_iterable(rows))] @ wanted.T
        starts = np.cumsum([0, *(len(rows[at]) for at in some)])[:-1]
        match[some] = np.clip((np.maximum.reduceat(near, starts) - LOW) / (HIGH - LOW), 0.0, 1.0)
    for at, known in enumerate(said):
        for column, word in enumerate(asked):
            if word in known:
                match[at, column] = 1.0
    return match
