"""A made-up world of any size: bilingual texts of Zipf words about topics, vectors around their centres, questions.

Everything follows from the seed, so that a filled home can be asked again by another run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from hindsight.adapters.numeric import np
from hindsight.domain.index import Entry, Vector
from hindsight.domain.memory import Claim, Memory, Source

NOW = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)
DIMENSION = 384
TENANT = "default"
PER_TOPIC = 50
TOPIC_WORDS = 12
RARE = 100
"""One memory in so many has the project and the tag ``rare``."""
_SYLLABLES = [
    a + b for a in ("b", "br", "d", "f", "gl", "k", "l", "m", "n", "p", "r", "st", "t", "v", "z") for b in "aeiou"
]
_ENGLISH, _CHINESE, _COMMON = 15_000, 8_000, 300


@dataclass(frozen=True)
class Question:
    """A question about one topic of one space."""

    space: str
    text: str
    key: str
    topic: int


class World:
    """``count`` memories in ``spaces`` spaces of equal size."""

    def __init__(self, count: int, spaces: int, seed: int = 1) -> None:
        self.count, self.spaces, self.seed = count, spaces, seed
        self.per_space = count // spaces
        self.topics_per_space = max(1, self.per_space // PER_TOPIC)
        dice = random.Random(seed)
        english = list(dict.fromkeys("".join(dice.choices(_SYLLABLES, k=dice.choice((2, 3)))) for _ in range(40_000)))
        signs = [chr(0x4E00 + dice.randrange(20_000)) for _ in range(2_500)]
        chinese = list(dict.fromkeys("".join(dice.choices(signs, k=2)) for _ in range(_CHINESE + 200)))
        self.words = (english[:_ENGLISH], chinese[:_CHINESE])
        self.names = [f"{dice.choice(english).title()} {dice.choice(english).title()}" for _ in range(400)]
        self._shares = [_zipf(len(words)) for words in self.words]
        self._name_shares = _zipf(len(self.names))
        rows = np.random.default_rng(seed)
        topics = self.topics_per_space * spaces
        self._own = rows.integers(_COMMON, _CHINESE, size=(topics, TOPIC_WORDS))

    def space(self, number: int) -> str:
        return f"space-{number}"

    def centre(self, topic: int) -> np.ndarray:
        """The direction of a topic: its own and that of a field of twenty topics."""
        own = np.random.default_rng((self.seed, topic, 1)).normal(size=DIMENSION)
        return own + 0.7 * np.random.default_rng((self.seed, topic // 20, 2)).normal(size=DIMENSION)

    def batches(self, size: int) -> Iterator[list[Entry]]:
        """All memories with their vectors, space by space, at most ``size`` at a time."""
        for space in range(self.spaces):
            for start in range(0, self.per_space, size):
                yield self._batch(space, start, min(size, self.per_space - start))

    def _batch(self, space: int, start: int, size: int) -> list[Entry]:
        first = space * self.per_space + start
        dice = np.random.default_rng((self.seed, first, 3))
        topics = space * self.topics_per_space + dice.integers(self.topics_per_space, size=size)
        centres = {topic: self.centre(topic) for topic in dict.fromkeys(topics.tolist())}
        vectors = np.stack([centres[topic] for topic in topics.tolist()]) + 0.8 * dice.normal(size=(size, DIMENSION))
        vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("<f4")
        common = [dice.choice(len(share), size=(size, 14), p=share) for share in self._shares]
        own = np.array([dice.permutation(TOPIC_WORDS)[:5] for _ in range(size)])
        people = dice.choice(len(self.names), size=(size, 2), p=self._name_shares)
        entries = []
        for row, topic in enumerate(topics.tolist()):
            language = topic % 2
            picked = [*common[language][row, : 8 + row % 7].tolist(), *self._own[topic, own[row]].tolist()]
            who, other = (self.names[name] for name in people[row].tolist())
            text = self._text(language, picked, who if row % 3 else "")
            memory = self._memory(first + row, self.space(space), text, who, other)
            entries.append(Entry(memory=memory, vectors={"content": vectors[row].tobytes()}))
        return entries

    def _text(self, language: int, picked: Sequence[int], name: str) -> str:
        words = [self.words[language][number] for number in picked]
        blank, stop = ("", "。") if language else (" ", ".")
        return f"{name} {blank.join(words)}{stop}".lstrip()

    def _memory(self, number: int, space: str, text: str, who: str, other: str) -> Memory:
        verbatim = number % 5 < 3
        rare = number % RARE == 7
        source = Source(
            name=self.names[number % 40] if verbatim else None,
            conversation=f"{space}/{number // 20}" if verbatim else None,
            messages=(f"t{number}",) if verbatim else (),
        )
        at = NOW - timedelta(days=730 * (1 - number % self.per_space / self.per_space))
        return Memory(
            id=f"m{number:09d}",
            tenant=TENANT,
            space=space,
            kind="episode" if verbatim else "fact",
            content=text,
            content_hash=f"{number:064x}",
            entities=(who,) if number % 3 else (),
            claim=Claim(entity=who, attribute="knows", value=other) if number % 10 == 4 else None,
            verbatim=verbatim,
            sources=(source,),
            project="rare" if rare else ("web", "data", "ops")[number % 3],
            tags=("rare",) if rare else (f"t{number % 10}",),
            created_at=at,
            updated_at=at,
            occurred_at=at if verbatim else None,
            expires_at=NOW + timedelta(days=number % 365 + 1) if number % 50 == 9 else None,
        )

    def questions(self, count: int, seed: int) -> list[Question]:
        """Seven in ten plain, the others name somebody or a time; both languages."""
        dice = random.Random(f"{self.seed} {seed}")
        asked = []
        for number in range(count):
            space = dice.randrange(self.spaces)
            topic = space * self.topics_per_space + dice.randrange(self.topics_per_space)
            language = topic % 2
            a, b, c = (self.words[language][word] for word in dice.sample(self._own[topic].tolist(), 3))
            key = a + b if language else f"{a} {b}"
            kind = _KINDS[number % 10]
            name = dice.choices(self.names, self._name_shares.tolist())[0]
            text = _TEMPLATES[kind, language].format(key=key, c=c, name=name)
            asked.append(Question(self.space(space), text, key, topic))
        return asked


_KINDS = (*["plain"] * 7, "name", "name", "time")
_TEMPLATES = {
    ("plain", 0): "What was decided about the {key} and {c}?",
    ("plain", 1): "关于{key}和{c}是怎么决定的？",
    ("name", 0): "What does {name} think of the {key} and {c}?",
    ("name", 1): "{name} 觉得{key}和{c}怎么样？",
    ("time", 0): "What happened to the {key} and {c} last month?",
    ("time", 1): "上个月{key}和{c}发生了什么？",
}


class SyntheticEmbedder:
    """Knows the vectors of its questions; costs next to nothing, so that what is left is the recall."""

    model = "synthetic/1"
    dimension = DIMENSION

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[str, Vector] = {}

    def learn(self, questions: Sequence[Question]) -> None:
        self._known = {}
        for question in questions:
            noise = np.random.default_rng((self._world.seed, question.topic, 4)).normal(size=DIMENSION)
            vector = self._world.centre(question.topic) + 0.5 * noise
            self._known[question.key] = (vector / np.linalg.norm(vector)).astype("<f4").tobytes()

    async def embed(self, texts: Sequence[str], purpose: Literal["query", "passage"]) -> tuple[Vector, ...]:  # noqa: ARG002
        return tuple(next(vector for key, vector in self._known.items() if key in text) for text in texts)

    def similarity(self, cosine: float) -> float:
        return max(0.0, cosine)

    async def aclose(self) -> None:
        """Nothing is held."""


def _zipf(size: int) -> np.ndarray:
    shares = 1 / (np.arange(size) + 3.0)
    shares_of_one: np.ndarray = shares / shares.sum()
    return shares_of_one
