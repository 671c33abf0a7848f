"""The quick look at a text may let a text without a time pass, but never miss one."""

import json
import random
import sys
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import pytest

from hindsight.domain.temporal import cues, lexicon_en, lexicon_zh, resolve
from hindsight.domain.temporal.lexer import plain

DATA = Path(__file__).parents[1] / "data" / "time"
NOW = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)


def texts():
    lines = chain.from_iterable(path.read_text(encoding="utf-8").splitlines() for path in sorted(DATA.glob("*.jsonl")))
    return [json.loads(line)["text"] for line in lines]


def unlooked(text, monkeypatch):
    """What the text resolves to when every word of it is read."""
    monkeypatch.setattr(sys.modules["hindsight.domain.temporal.resolve"], "may_name_a_time", lambda _: True)
    return resolve(text, NOW)


def test_no_phrase_of_the_sets_is_missed(monkeypatch):
    missed = [text for text in texts() if not cues.may_name_a_time(plain(text)) and unlooked(text, monkeypatch)]
    assert missed == []


@pytest.mark.parametrize(
    "table, others, blank",
    [
        (lexicon_en.WORDS, ["report", "city", "one", "ten"], " "),
        (lexicon_zh.WORDS, [*"一二三四五六七八九十百千万半两几多", "报告", "城"], ""),
    ],
)
def test_no_mixture_of_words_that_only_say_how_makes_a_time(table, others, blank, monkeypatch):
    dice = random.Random(3)
    hows = [name for name in table if not cues.may_name_a_time(plain(name))]
    assert len(hows) > 50
    mixtures = [blank.join(dice.choice(hows + 2 * others) for _ in range(dice.randint(1, 7))) for _ in range(3_000)]
    skipped = [text for text in mixtures if not cues.may_name_a_time(plain(text))]
    assert len(skipped) > 500
    assert [text for text in skipped if unlooked(text, monkeypatch)] == []


@pytest.mark.parametrize("text", ["We moved the server.", "The build is green again.", "我们搬了服务器。"])
def test_a_text_without_such_a_word_is_not_read_any_further(text):
    assert not cues.may_name_a_time(plain(text))


def test_the_last_second_of_the_calendar_is_no_time_and_no_error():
    assert resolve("expires 9999-12-31T23:59:59", NOW) == ()
