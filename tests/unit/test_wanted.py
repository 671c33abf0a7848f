from __future__ import annotations

import pytest
from tests.factories import memory

from hindsight.domain.memory import Claim, Source
from hindsight.domain.wanted import answers, attributes_wanted, begins, own_claims, settles


@pytest.mark.parametrize(
    "question,attribute",
    [
        ("Where do I live?", "lives_in"),
        ("用户现在住在哪个城市？", "lives_in"),
        ("What is her job?", "works_as"),
        ("他在哪家公司上班？", "works_at"),
        ("推荐零食要注意什么？", "allergic_to"),
        ("Can the user eat steak?", "diet"),
        ("What's my name?", "name"),
        ("她几岁了？", "age"),
        ("What do I drink in the morning?", "drinks"),
        ("Which editor does she use?", "uses"),
    ],
)
@pytest.mark.requirement("R3")
def test_a_question_wants_the_attribute_it_asks_for(question: str, attribute: str) -> None:
    assert attribute in attributes_wanted(question)


@pytest.mark.parametrize("question", ["What is the capital of Peru?", "上次聊的合同在哪？", "segfault in C++"])
def test_most_questions_want_none(question: str) -> None:
    assert attributes_wanted(question) == frozenset()


def test_a_claim_answers_for_its_speaker_and_for_those_the_question_names() -> None:
    wanted = attributes_wanted("Where do I live?")
    mine = memory("I moved to Bergen.", claim=Claim(entity="user", attribute="lives_in", value="Bergen"))
    mei = memory("Mei lives in Toronto.", claim=Claim(entity="Mei", attribute="city", value="Toronto"))
    assert answers(mine, "Where do I live?", wanted)
    assert not answers(mei, "Where do I live?", wanted)
    assert answers(mei, "Where does Mei live?", wanted)
    named = memory("Owen: I live in Leeds.", claim=Claim(entity="Owen", attribute="lives_in", value="Leeds"))
    assert not answers(named, "Where do I live?", wanted)
    from_owen = memory(
        "Owen: I live in Leeds.",
        claim=Claim(entity="Owen", attribute="lives_in", value="Leeds"),
        sources=(Source(name="Owen"),),
    )
    assert answers(from_owen, "Where does the user live?", wanted)
    assert not answers(memory("no claim"), "Where do I live?", wanted)


@pytest.mark.requirement("R4")
@pytest.mark.parametrize(
    "question,entity,attribute,settled",
    [
        ("Where do I live?", "user", "lives_in", True),
        ("what's my current address", "user", "lives_in", True),
        ("where do I work now", "user", "works_at", True),
        ("我现在住哪儿", "user", "lives_in", True),
        ("我的地址是什么", "user", "lives_in", True),
        ("where does Mei live?", "Mei", "lives_in", True),
        ("小李在哪工作？", "小李", "works_at", True),
        ("where does my brother live?", "My brother", "lives_in", True),
        ("where does my brother live?", "user", "lives_in", False),
        ("where does Mei live?", "user", "lives_in", False),
        ("我哥住在哪里", "user", "lives_in", False),
        ("what is my cat's name?", "user", "name", False),
        ("where do I live when I work in Tokyo for a summer", "user", "lives_in", False),
        ("which editor do I use?", "user", "uses", False),
        ("what do I like?", "user", "likes", False),
    ],
)
def test_the_one_claim_of_the_one_person_asked_about_settles_a_brief_question(
    question: str, entity: str, attribute: str, settled: bool
) -> None:
    claimed = memory(claim=Claim(entity=entity, attribute=attribute, value="x"))
    wanted = attributes_wanted(question)
    assert settles(claimed, question, wanted) is settled
    if entity == "user":
        assert bool(own_claims(question, wanted)) is settled


@pytest.mark.requirement("R4")
def test_what_one_does_not_do_settles_nothing() -> None:
    claimed = memory(claim=Claim(entity="user", attribute="lives_in", value="x", negated=True))
    assert not settles(claimed, "Where do I live?", attributes_wanted("Where do I live?"))


@pytest.mark.requirement("R4")
@pytest.mark.parametrize(
    "question,text,told",
    [
        ("Where do I work now?", "I quit Globex and joined Initech.", True),
        ("where do I work?", "Started at Initech today, everyone is nice.", True),
        ("我现在在哪上班？", "我跳槽到字节了。", True),
        ("我在哪里工作？", "下周一去字节报到。", True),
        ("Where do I live?", "We've just moved to York.", True),
        ("我住哪儿？", "上个月搬到杭州了。", True),
        ("Who is my manager?", "Since Monday I report to Ada.", True),
        ("我的领导是谁？", "以后我向王敏汇报。", True),
        ("Where do I live?", "I quit Globex and joined Initech.", False),
        ("Where does Mei live?", "We've just moved to York.", False),
        ("Where do I live?", "My sister moved to York.", False),
        ("Where do I work?", "Work was stressful today.", False),
        ("When did I move?", "We've just moved to York.", False),
    ],
)
def test_a_turn_tells_that_what_is_asked_for_has_begun(question: str, text: str, told: bool) -> None:
    wanted = attributes_wanted(question)
    assert begins(memory(text, verbatim=True), question, wanted) is told
    assert not begins(memory(text), question, wanted)
