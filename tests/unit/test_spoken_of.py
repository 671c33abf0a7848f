"""Whom a pronoun or a left-out subject means: entities and claims are about people, the words stay as said."""

from datetime import UTC, datetime

import pytest

from hindsight.domain.conversation import Turn
from hindsight.domain.rules import extract

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


def turn(text: str, id: str = "t0") -> Turn:
    return Turn(id=id, tenant="t", space="s", role="user", text=text, said_at=NOW, created_at=NOW)


def about(*texts: str) -> list[tuple[str, tuple[str, ...]]]:
    turns = [turn(text, id=f"t{at}") for at, text in enumerate(texts)]
    return [(found.content, found.entities) for found in extract(turns).candidates]


def claims(text: str) -> list[tuple[str, str, str]]:
    found = [one.claim for one in extract([turn(text)]).candidates]
    return [(claim.entity, claim.attribute, claim.value) for claim in found if claim]


@pytest.mark.parametrize(
    "texts, name",
    [
        (["I hired Thibaut as an apprentice, he starts on March 2. He is allergic to sesame."], "Thibaut"),
        (["Mosterd was run over yesterday. We buried him in the garden."], "Mosterd"),
        (["I met Anna yesterday.", "She is allergic to nuts."], "Anna"),
        (["My landlord Godfried lives in Ghent. His phone broke."], "Godfried"),
        (["我雇了李伟当学徒，他3月2号开始上班。他对芝麻过敏。"], "李伟"),
        (["小王昨天来了。她怀孕了，她的预产期是五月。"], "小王"),
        (["我先生叫陈立，他在安特卫普的一家物流公司做调度。"], "陈立"),
    ],
)
def test_what_is_said_of_somebody_by_pronoun_has_that_entity(texts: list[str], name: str) -> None:
    found = about(*texts)
    assert found
    assert all(name in entities for _, entities in found)


def test_a_pronoun_that_could_mean_two_means_nobody() -> None:
    assert about("Anna met Berta in March. She likes tea.")[-1][1] == ()


def test_kin_tells_who_is_meant() -> None:
    assert about("My sister Ann met Bob. She likes tea.")[-1][1] == ("Ann",)


def test_they_are_both() -> None:
    assert set(about("Anna and Bob moved in. They have a dog.")[-1][1]) >= {"Anna", "Bob"}


@pytest.mark.parametrize(
    "text", ["His name is Jules.", "He joined Initech.", "他对芝麻过敏。", "在一家叫云海的店吃了午饭。"]
)
def test_a_pronoun_or_an_adverbial_is_no_entity(text: str) -> None:
    names = {name for _, entities in about(text) for name in entities}
    assert not names & {"His", "He", "他", "在一家"}


def test_a_name_that_is_given_by_pronoun_belongs_to_what_was_told_before() -> None:
    assert about("Ilse had a boy yesterday! His name is Jules.")[-1] == ("His name is Jules.", ("Ilse", "Jules"))


@pytest.mark.parametrize(
    "text, claim",
    [
        ("陈立换工作了，现在在根特港做运营经理。", ("陈立", "works_at", "根特港")),
        ("李伟升职了，现在在上海做总监。", ("李伟", "works_at", "上海")),
        ("王芳离婚了，搬到了杭州。", ("王芳", "lives_in", "杭州")),
        ("陈立换工作了，我现在在根特港做运营经理。", ("user", "works_at", "根特港")),
        ("我换工作了，现在在根特港做运营经理。", ("user", "works_at", "根特港")),
    ],
)
def test_the_subject_of_a_chinese_sentence_holds_for_its_later_clauses(text: str, claim: tuple[str, str, str]) -> None:
    assert claim in claims(text)


@pytest.mark.parametrize("text", ["我妈妈住在成都，每周日晚上八点跟她视频。", "给陈悦报了游泳班，每周三下午四点。"])
def test_no_sentence_is_built_that_nobody_said(text: str) -> None:
    assert [content for content, _ in about(text)] == [text]


@pytest.mark.parametrize("text", ["Order Aalst-3 is for 10 loaves.", "Can you remember that my shoe size is 39?"])
def test_what_is_stated_under_an_imperative_or_a_question_is_kept_as_no_procedure(text: str) -> None:
    assert [found.kind in ("fact", "episode") for found in extract([turn(text)]).candidates] == [True]
