from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.factories import NOW, memory
from tests.growth import LINEAR, dearer

from hindsight.domain.filters import EVERYTHING, Condition, matches
from hindsight.domain.memory import Scope
from hindsight.domain.plan import in_spans, intent_of, plan, question_of
from hindsight.domain.query import Interval, Plan
from hindsight.domain.timely import tells_of

SCOPE = Scope(tenant="default", spaces=("alice",))


def planned(query: str, **fields: object) -> Plan:
    given = {"scope": SCOPE, "now": NOW, "zone": "UTC", "where": EVERYTHING, "limit": 8, "candidates": 100}
    return plan(query, policy="default", **{**given, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "query,intent",
    [
        ("How do we deploy?", "how"),
        ("怎么部署？", "how"),
        ("When did we meet?", "event"),
        ("上次发生了什么", "event"),
        ("What is the wifi name?", "truth"),
        ("他住在哪里？", "truth"),
        ("wifi name", "any"),
    ],
)
@pytest.mark.requirement("R3")
def test_the_kind_of_question_is_told_by_its_words(query: str, intent: str) -> None:
    assert intent_of(query) == intent


@pytest.mark.requirement("R2")
def test_a_time_in_the_question_becomes_a_span_and_an_open_side_stays_open() -> None:
    (day,) = planned("What did we do yesterday?").spans
    assert (day.start, day.end) == (NOW.replace(day=17, hour=0, minute=0), NOW.replace(day=18, hour=0, minute=0))
    (before,) = planned("What happened before 2020?").spans
    assert before.start is None
    assert planned("What is the wifi name?").spans == ()


def test_lessons_are_left_out_unless_the_question_is_how_to_or_asks_for_them() -> None:
    lesson = memory(kind="experience")
    assert not matches(planned("Where does she live?").where, lesson)
    assert matches(planned("How do we read the file?").where, lesson)
    assert matches(planned("Where?", where=Condition("kind", "eq", "experience")).where, lesson)


RULES_EN = "Keep answers short. Never invent facts; say so when you are unsure. Comment all code and use clear names. "
RULES_ZH = "回答要简洁，先给结论再给理由。不要编造事实，不确定时要说明。所有代码都要有注释，变量命名要清晰。"
LOG = "2026-03-01 10:00:01 INFO worker started pid=311\n2026-03-01 10:00:04 ERROR timeout in process_batch\n"


@pytest.mark.requirement("R1")
@pytest.mark.parametrize(
    "question",
    ["Where is the zygomorphic sample?", "我的门禁卡放在哪里？", "tell me the wifi name", "告诉我限流是多少"],
)
@pytest.mark.parametrize("paste", [RULES_EN * 20, RULES_ZH * 40, LOG * 20], ids=["en", "zh", "log"])
@pytest.mark.parametrize("place", ["start", "middle", "end"])
def test_a_pasted_prompt_is_reduced_to_what_it_asks_wherever_that_stands(question: str, paste: str, place: str) -> None:
    half = (
        paste.index("\n" if paste.startswith("2026") else "。" if paste.startswith("回") else ". ", len(paste) // 2) + 1
    )
    texts = {
        "start": f"{question}\n{paste}",
        "middle": f"{paste[:half]}\n{question}\n{paste[half:]}",
        "end": f"{paste}\n{question}",
    }
    assert question_of(texts[place]) == question
    assert planned(texts[place]).asked == (question,)
    assert planned(texts[place]).spans == ()


def test_what_asks_nothing_is_looked_up_by_all_its_words_and_by_the_meaning_of_its_ends() -> None:
    text = f"alpha beta. {RULES_EN * 20} gamma zygomorphic."
    read = planned(text)
    assert read.text == text.strip()
    assert read.asked[0].startswith("alpha beta")
    assert read.asked[-1].endswith("zygomorphic.")
    assert all(len(part) <= 400 for part in read.asked)
    assert question_of("short question") == "short question"


@pytest.mark.requirement("R1")
@pytest.mark.parametrize("question", ["Where does Mei live?", "remind me where the sample is", "部署脚本叫什么来着"])
def test_a_question_on_a_line_of_its_own_outranks_those_of_the_pasted_text(question: str) -> None:
    notes = "\n".join(f"Item {n}: the callback times out. Who looks into case {n}? Li Na does." for n in range(12))
    code = "```python\nfor row in rows:\n    if not row: continue  # what to do here?\n```\n" * 8
    same = "Is this the right way to do it?\n" * 20
    for paste in (notes, code, same):
        half = paste.index("\n", len(paste) // 2)
        half = paste.index("```\n", half) + 3 if paste is code else half
        assert question_of(f"{paste[:half]}\n{question}\n{paste[half + 1 :]}\nThat is all.") == question


def test_questions_in_quotes_are_not_what_is_asked() -> None:
    assert question_of(f'Where is the key? {RULES_EN * 20} He said "What is this?"') == "Where is the key?"


@pytest.mark.parametrize("unit", ["?", "what ", "告诉我", "\n> ", "which which which ", "吗 ", '"'])
def test_a_hostile_prompt_is_read_in_linear_time(unit: str) -> None:
    assert dearer(planned, unit, 10_000) < LINEAR


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "query",
    [
        "what did I do today?",
        "What happened in March?",
        "today",
        "What did we talk about last week?",
        "上周做了什么",
        "今天都发生了些什么？",
    ],
)
def test_a_question_for_a_time_alone_wants_whatever_lies_in_it(query: str) -> None:
    read = planned(query)
    assert read.timely
    (span,) = read.spans
    inside, outside = memory(occurred_at=span.start), memory(occurred_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert matches(in_spans(read.spans), inside)
    assert not matches(in_spans(read.spans), outside)


@pytest.mark.requirement("R2", "M2")
def test_what_lasts_is_in_every_time_that_it_touches() -> None:
    lasting = memory(
        occurred_at=NOW.replace(day=9, hour=0, minute=0), occurred_until=NOW.replace(day=16, hour=0, minute=0)
    )
    for query, inside in (
        ("what did I do on 11 March?", True),
        ("what happened last week?", True),
        ("what did I do since Sunday?", True),
        ("what happened before 10 March?", True),
        ("what did I do on 16 March?", False),
        ("what did I do on 8 March?", False),
        ("what happened before March?", False),
    ):
        assert matches(in_spans(planned(query).spans), lasting) is inside, query


@pytest.mark.parametrize(
    "query",
    [
        "what did I eat today?",
        "When did Mei call last week?",
        "上周和小明吃了什么",
        "今天的天气怎么样",
        "what did I do?",
    ],
)
def test_a_question_with_a_topic_wants_the_topic(query: str) -> None:
    assert not planned(query).timely


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "question",
    [
        "what's happening on the 12th of April?",
        "What am I doing on 12 April?",
        "what is planned for April 12th",
        "do I have anything on 12 April?",
        "will anything happen on April 12?",
        "any plans on 12 April?",
        "what happens on 12 April?",
        "4月12号有什么？",
        "四月十二号有什么安排？",
        "4月12日要做什么",
        "四月十二号我有什么计划",
        "4月12号有没有事",
    ],
)
def test_a_question_about_what_is_to_come_looks_ahead(question: str) -> None:
    read = planned(question)
    assert read.timely
    assert [span.start for span in read.spans] == [NOW.replace(month=4, day=12, hour=0, minute=0)]


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "question",
    [
        "what happened on the 12th of April?",
        "What did I do on 12 April?",
        "what was planned for April 12th",
        "what was I doing on 12 April",
        "四月十二号发生了什么",
        "4月12日我做了什么",
        "四月十二号之前的计划是什么来着",
        "4月12号安排了什么",
    ],
)
def test_a_question_about_what_was_looks_back(question: str) -> None:
    assert all(span.end is None or span.end <= NOW for span in planned(question).spans)
    assert planned(question).spans


@pytest.mark.requirement("R2")
def test_a_year_that_is_named_stays_and_what_is_not_over_is_the_next() -> None:
    (past,) = planned("what's happening on 12 April 2025?").spans
    assert past.start == NOW.replace(year=2025, month=4, day=12, hour=0, minute=0)
    (today,) = planned("what am I doing on Wednesday?").spans
    assert today.start == NOW.replace(hour=0, minute=0)
    (friday,) = planned("周五要做什么").spans
    assert friday.start == NOW.replace(day=20, hour=0, minute=0)


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "told,text,tells",
    [
        (8, "Last night the server went down.", False),
        (12, "Yesterday we moved the shelves.", True),
        (12, "昨晚服务器挂了。", True),
        (14, "On Wednesday the choir sang.", True),
        (14, "周三下午拔了颗牙。", True),
        (9, "The choir sings on Wednesday.", True),
        (9, "11号我去看牙。", True),
        (12, "This year was hard.", False),
        (12, "The server went down.", False),
    ],
)
def test_a_text_tells_of_a_time_by_its_own_words_from_when_it_was_told(told: int, text: str, tells: bool) -> None:
    day = (Interval(NOW.replace(day=11, hour=0, minute=0), NOW.replace(day=12, hour=0, minute=0)),)
    assert tells_of(memory(content=text, occurred_at=NOW.replace(day=told, hour=9)), day, "UTC") is tells
