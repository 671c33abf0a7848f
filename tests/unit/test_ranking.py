from __future__ import annotations

from datetime import timedelta

import pytest
from tests.factories import NOW, memory

from hindsight.domain.memory import Counters
from hindsight.domain.policy import RecallPolicy
from hindsight.domain.query import Found
from hindsight.domain.ranking import blend, decay, factors, foreign, ranks, rrf, weigh

DENSE = [Found("a", 0.9), Found("b", 0.5), Found("c", 0.1)]
LEXICAL = [Found("b", 12.0), Found("d", 3.0)]


@pytest.mark.requirement("R4")
def test_reciprocal_ranks_add_up_and_first_everywhere_is_one() -> None:
    fused = rrf({"dense": DENSE, "lexical": LEXICAL}, 60)
    assert max(fused, key=lambda id_: fused[id_]) == "b"
    assert rrf({"dense": DENSE[:1], "lexical": [Found("a", 1.0)]}, 60) == {"a": pytest.approx(1.0)}


@pytest.mark.requirement("R4")
def test_blended_scores_add_up_and_a_memory_without_a_vector_hit_counts_half_of_the_last_one() -> None:
    policy = RecallPolicy(lexical=0.6, dense=0.4)
    fused = blend({"dense": DENSE, "lexical": [Found("b", 0.5), Found("d", 0.3)]}, policy)
    assert fused["b"] == pytest.approx(0.6 * 0.5 + 0.4 * 0.5)
    assert fused["d"] == pytest.approx(0.6 * 0.3 + 0.5 * 0.4 * 0.1)
    assert fused["a"] == pytest.approx(0.4 * 0.9)


@pytest.mark.requirement("R4")
@pytest.mark.parametrize(
    "question,other", [("What did she lose?", "zh"), ("她丢了什么？", "en"), ("Kestrel 的限流是多少", "en")]
)
def test_what_is_in_the_other_language_than_the_question_gains(question: str, other: str) -> None:
    told = {
        "zh": memory("我把伞落在银座线上了。", id="zh"),
        "en": memory("She lost her umbrella on the 银座 line.", id="en"),
    }
    assert foreign(question, told.values(), RecallPolicy(language=0.05)) == {other: 0.05}


def test_only_routes_that_ran_count() -> None:
    assert blend({}, RecallPolicy()) == {}
    assert blend({"time": [Found("a", 1.0)]}, RecallPolicy(time=0.25)) == {"a": pytest.approx(0.25)}


def test_ranks_name_every_route_that_found_a_memory() -> None:
    assert ranks({"dense": DENSE, "lexical": LEXICAL}, {"b"}) == {"b": {"dense": 2, "lexical": 1}}


@pytest.mark.requirement("R6")
def test_rrf_decay_loses_one_percent_a_day_and_gains_a_tenth_a_use_up_to_a_bound() -> None:
    old = memory(occurred_at=NOW - timedelta(days=10), counters=Counters(accessed=3))
    named = factors("rrf_decay", old, NOW, 0.0)
    assert named["age"] == pytest.approx(0.99**10)
    assert named["use"] == pytest.approx(1.3)
    assert factors("rrf_decay", memory(counters=Counters(accessed=1000)), NOW, 0.0)["use"] == pytest.approx(2.0)


@pytest.mark.requirement("R6")
def test_weighted_adds_half_similarity_three_tenths_recency_and_two_tenths_confidence() -> None:
    week_old = memory(occurred_at=NOW - timedelta(days=7), confidence=0.5)
    named = factors("weighted", week_old, NOW, 0.8)
    assert weigh("weighted", 0.1, named) == pytest.approx(0.5 * 0.8 + 0.3 * 0.5 + 0.2 * 0.5)


@pytest.mark.requirement("R6")
def test_confidence_multiplies_relevance() -> None:
    assert weigh("confidence", 0.5, factors("confidence", memory(confidence=0.4), NOW, 0.0)) == pytest.approx(0.2)


def test_a_time_in_the_future_is_not_rewarded() -> None:
    assert decay(-5.0, 7.0) == 1.0
