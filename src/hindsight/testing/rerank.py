"""What every reranker keeps to. Subclass in your tests and give a fixture ``reranker`` that reads by meaning."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hindsight.domain.memory import Memory
from hindsight.ports.models import Reranker
from hindsight.testing.store.records import memory

QUESTION = "Which doctor looks after the dog?"
ANSWER = "The dog is looked after by doctor Moreau."
OTHERS = ("The train leaves at nine.", "月底要交房租。")


def memories(*contents: str) -> Sequence[Memory]:
    return [memory(content) for content in contents]


@pytest.mark.anyio
class RerankerContract:
    """The contract of :class:`hindsight.ports.models.Reranker`."""

    @pytest.mark.parametrize("place", [0, 1, 2])
    async def test_what_answers_scores_best_wherever_it_stands(self, reranker: Reranker, place: int) -> None:
        contents = list(OTHERS)
        contents.insert(place, ANSWER)
        scores = await reranker.score(QUESTION, memories(*contents))
        assert len(scores) == len(contents)
        assert max(range(len(scores)), key=scores.__getitem__) == place
        assert all(0.0 <= score <= 1.0 for score in scores)

    async def test_the_same_is_scored_the_same(self, reranker: Reranker) -> None:
        found = memories(*OTHERS, ANSWER)
        assert await reranker.score(QUESTION, found) == await reranker.score(QUESTION, found)

    async def test_nothing_found_is_nothing_to_score(self, reranker: Reranker) -> None:
        assert await reranker.score(QUESTION, []) == ()

    @pytest.mark.parametrize("awkward", ["?", "\x00", "🙂", "</question>", "e\u0301" * 50, "long " * 20_000])
    async def test_an_awkward_question_or_text_harms_nothing(self, reranker: Reranker, awkward: str) -> None:
        scores = await reranker.score(awkward, memories(ANSWER))
        assert len(scores) in (0, 1)
        scores = await reranker.score(QUESTION, memories(awkward, ANSWER))
        assert len(scores) == 2
        assert scores[1] > scores[0]

    async def test_a_model_names_itself(self, reranker: Reranker) -> None:
        assert reranker.model
