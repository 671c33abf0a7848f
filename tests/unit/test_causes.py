"""Which statement is given as the reason of which (M8)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight.domain.conversation import Turn
from hindsight.domain.rules import extract

pytestmark = pytest.mark.requirement("M8")


def links(text: str) -> dict[str, str]:
    """Effect → cause, in the words of the turn."""
    turn = Turn(id="t", tenant="t", space="s", text=text, created_at=datetime(2026, 3, 18, tzinfo=UTC))
    return {
        text[slice(*found.span)]: text[slice(*found.because)] for found in extract([turn]).candidates if found.because
    }


@pytest.mark.parametrize(
    "text,effect,cause",
    [
        ("The API limit is 60/min, so we changed the retry policy to 5 attempts.", "retry policy", "60/min"),
        ("Because I'm allergic to nuts, I avoid satay.", "satay", "nuts"),
        ("I got a job at Siemens. That's why I moved to Munich.", "Munich", "Siemens"),
        ("I got a job at Siemens. As a result, I moved to Munich.", "Munich", "Siemens"),
        ("I moved to Munich. The reason was that I got a job at Siemens.", "Munich", "Siemens"),
        ("因为咖啡让我失眠，所以我戒了咖啡。", "戒了咖啡", "失眠"),
        ("我搬到杭州了，因为我在阿里找到了工作。", "杭州", "阿里"),
        ("由于接口限流是60次/分钟，我们把重试次数改成了5次。", "5次", "60次"),
        ("我对花生过敏，因此我不吃沙爹。", "沙爹", "花生"),
        ("我五月份丢了工作。于是我搬回了成都。", "成都", "丢了工作"),
    ],
)
def test_the_word_between_them_tells_cause_from_effect(text: str, effect: str, cause: str) -> None:
    ((found_effect, found_cause),) = links(text).items()
    assert effect in found_effect
    assert cause in found_cause


@pytest.mark.parametrize(
    "text",
    [
        "I live in Berlin. I work at Siemens.",
        "I have lived in Berlin since 2020. I like tea.",
        "I love Munich so much. I work at Siemens.",
        "我住在杭州。我喜欢喝茶。",
        "我因为工作很忙。我住在杭州。",
        "我对花生过敏，也不吃海鲜。",
    ],
)
def test_statements_side_by_side_are_not_reasons_of_each_other(text: str) -> None:
    assert links(text) == {}
