"""What every embedder keeps to. Subclass in your tests and give a fixture ``embedder``."""

from __future__ import annotations

import math
import struct
from itertools import pairwise

import anyio
import pytest

from hindsight.domain.index import Vector
from hindsight.ports.models import Embedder

PARAPHRASES = (
    ("The weekly report is due on Friday.", "We have to hand in the weekly report by Friday."),
    ("每周报告周五要交。", "周五之前要提交周报。"),
)
UNRELATED = (
    ("The weekly report is due on Friday.", "My aunt raises ducks near the lake."),
    ("每周报告周五要交。", "姑姑在湖边养鸭子。"),
    ("每周报告周五要交。", "My aunt raises ducks near the lake."),
)


def floats(vector: Vector) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // 4}f", vector)


def cosine(left: Vector, right: Vector) -> float:
    return sum(a * b for a, b in zip(floats(left), floats(right), strict=True))


@pytest.mark.anyio
class EmbedderContract:
    """The contract of :class:`hindsight.ports.models.Embedder`."""

    async def test_one_unit_vector_a_text_in_order(self, embedder: Embedder) -> None:
        texts = ["one", "two words", "三个字", "one"]
        vectors = await embedder.embed(texts, "passage")
        assert len(vectors) == len(texts)
        for vector in vectors:
            assert len(floats(vector)) == embedder.dimension
            assert math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-3)
        assert cosine(vectors[0], vectors[3]) > 0.999
        alone = await embedder.embed(texts[1:2], "passage")
        assert cosine(alone[0], vectors[1]) > 0.999

    async def test_no_texts_give_no_vectors(self, embedder: Embedder) -> None:
        assert await embedder.embed([], "query") == ()

    async def test_a_model_names_itself_the_same_before_and_after_use(self, embedder: Embedder) -> None:
        before = embedder.model
        await embedder.embed(["text"], "query")
        assert before
        assert embedder.model == before
        assert embedder.dimension > 0

    @pytest.mark.parametrize("awkward", ["", " ", "\x00", "a\x00b", "🙂", "\ud800", "e\u0301" * 50, "long " * 20_000])
    async def test_an_awkward_text_fails_neither_itself_nor_its_batch(self, embedder: Embedder, awkward: str) -> None:
        plain = await embedder.embed(["plain"], "passage")
        vectors = await embedder.embed(["plain", awkward, "plain"], "passage")
        assert len(vectors) == 3
        assert all(map(math.isfinite, floats(vectors[1])))
        assert cosine(vectors[0], plain[0]) > 0.99
        assert cosine(vectors[2], plain[0]) > 0.99

    async def test_text_after_a_nul_counts(self, embedder: Embedder) -> None:
        cut, whole = await embedder.embed(["tea", "tea\x00 and a long walk by the sea"], "passage")
        assert cosine(cut, whole) < 0.99

    async def test_calls_at_once_give_what_calls_in_turn_give(self, embedder: Embedder) -> None:
        texts = [f"note {number} about {word}" for number, word in enumerate(("tea", "snow", "copper", "chess") * 4)]
        expected = await embedder.embed(texts, "passage")
        got: dict[int, Vector] = {}

        async def one(number: int) -> None:
            got[number] = (await embedder.embed([texts[number]], "passage"))[0]

        async with anyio.create_task_group() as tasks:
            for number in range(len(texts)):
                tasks.start_soon(one, number)
        assert all(cosine(got[number], expected[number]) > 0.999 for number in range(len(texts)))

    @pytest.mark.requirement("W5")
    async def test_similarity_rises_with_the_cosine_from_0_to_1(self, embedder: Embedder) -> None:
        await embedder.embed(["text"], "passage")
        scale = [embedder.similarity(step / 50) for step in range(-60, 61)]
        assert all(left <= right for left, right in pairwise(scale))
        assert all(0.0 <= value <= 1.0 for value in scale)
        assert embedder.similarity(1.0) == 1.0

    @pytest.mark.requirement("W5")
    @pytest.mark.parametrize("left, right", PARAPHRASES)
    async def test_paraphrases_are_similar(self, embedder: Embedder, left: str, right: str) -> None:
        one, two = await embedder.embed([left, right], "passage")
        assert embedder.similarity(cosine(one, two)) >= 0.92

    @pytest.mark.requirement("W5")
    @pytest.mark.parametrize("left, right", UNRELATED)
    async def test_unrelated_texts_are_not(self, embedder: Embedder, left: str, right: str) -> None:
        one, two = await embedder.embed([left, right], "passage")
        assert embedder.similarity(cosine(one, two)) < 0.5
