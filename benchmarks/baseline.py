"""The baseline to beat: plain BM25, k1 = 1.5, b = 0.75, over words and Chinese characters with bigrams."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]", re.ASCII)


def words(text: str) -> list[str]:
    single = _WORD.findall(text.lower())
    pairs = [a + b for a, b in pairwise(single) if a > "\u3400" and b > "\u3400"]
    return single + pairs


class Bm25:
    """All documents scored, best first."""

    def __init__(self, documents: Mapping[str, str], k1: float = 1.5, b: float = 0.75) -> None:
        self._counts = {id_: Counter(words(text)) for id_, text in documents.items()}
        self._lengths = {id_: sum(counts.values()) for id_, counts in self._counts.items()}
        self._mean = sum(self._lengths.values()) / max(1, len(documents))
        self._found = Counter(word for counts in self._counts.values() for word in counts)
        self._k1, self._b = k1, b

    def search(self, query: str, limit: int) -> list[frozenset[str]]:
        total = len(self._counts)
        scores: dict[str, float] = {}
        for word in words(query):
            holders = self._found[word]
            if not holders:
                continue
            idf = math.log(1 + (total - holders + 0.5) / (holders + 0.5))
            for id_, counts in self._counts.items():
                times = counts[word]
                if times:
                    norm = self._k1 * (1 - self._b + self._b * self._lengths[id_] / self._mean)
                    scores[id_] = scores.get(id_, 0.0) + idf * times * (self._k1 + 1) / (times + norm)
        best = sorted(scores, key=lambda id_: -scores[id_])[:limit]
        return [frozenset([id_]) for id_ in best]
