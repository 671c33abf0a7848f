"""Two names of one thing, by what is said (M8)."""

from __future__ import annotations

import pytest
from tests.growth import LINEAR, dearer

from hindsight.domain.aliases import SPEAKER, aliases_in, renamed

pytestmark = pytest.mark.requirement("M8")

SAID = {
    "Bob, also called Robert, works at Acme.": ("Bob", "Robert"),
    "O'Brien is another name of Carl.": ("Carl", "O'Brien"),
    "Conan O’Brien, also known as Coco, is on air.": ("Conan O’Brien", "Coco"),
    "Elizabeth (also known as Liz) lives in Rome.": ("Elizabeth", "Liz"),
    "Kubernetes, aka K8s, runs our shop.": ("Kubernetes", "K8s"),
    "kubernetes (a.k.a. k8s)": ("kubernetes", "k8s"),
    "Robert goes by Bob.": ("Robert", "Bob"),
    "Robert's nickname is Bob.": ("Robert", "Bob"),
    "Facebook is now called Meta.": ("Facebook", "Meta"),
    "We renamed Project Falcon to Osprey.": ("Project Falcon", "Osprey"),
    "K8s is short for Kubernetes.": ("Kubernetes", "K8s"),
    "WHO stands for World Health Organization.": ("World Health Organization", "WHO"),
    "She joined the World Health Organization (WHO) in May.": ("World Health Organization", "WHO"),
    "International Business Machines, or IBM for short, hired me.": ("International Business Machines", "IBM"),
    'The payment gateway, also known as "Paygate", is down.': ("payment gateway", "Paygate"),
    "The staging cluster is called Moon.": ("staging cluster", "Moon"),
    "Bombay is the old name of Mumbai.": ("Mumbai", "Bombay"),
    "My name is Alice.": (SPEAKER, "Alice"),
    "Everyone calls me Bobby": (SPEAKER, "Bobby"),
    "李明又叫小明。": ("李明", "小明"),
    "我的同事李明，外号小钢炮，会弹琴。": ("李明", "小钢炮"),
    "人工智能研究院，简称AI院，在北京。": ("人工智能研究院", "AI院"),
    "世界卫生组织（以下简称世卫组织）在日内瓦。": ("世界卫生组织", "世卫组织"),
    "AI院是人工智能研究院的简称。": ("人工智能研究院", "AI院"),
    "人工智能，即AI，发展很快": ("人工智能", "AI"),
    "项目代号叫“猎鹰”": ("项目", "猎鹰"),
    "推特改名为X。": ("推特", "X"),
    "我们管李建国叫老李。": ("李建国", "老李"),
    "我的英文名叫Tom": (SPEAKER, "Tom"),
    "大家都叫我老王。": (SPEAKER, "老王"),
    "My sister Katherine, we all call her Kate, is visiting.": ("Katherine", "Kate"),
    "Robert, or Bob as we call him, left.": ("Robert", "Bob"),
    "William Carter (Bill to his friends) runs the shop.": ("William Carter", "Bill"),
    "People know Eric Blair as George Orwell.": ("Eric Blair", "George Orwell"),
    "Peking is Beijing's old name.": ("Beijing", "Peking"),
    "Istanbul used to be called Constantinople.": ("Istanbul", "Constantinople"),
    "AWS is Amazon Web Services.": ("Amazon Web Services", "AWS"),
    "The old server, code-named Titan, was retired.": ("old server", "Titan"),
    "我同事张建国，我们都叫他老张。": ("张建国", "老张"),
    "我老公赵磊，外号石头。": ("赵磊", "石头"),
    "北京大学就是北大。": ("北京大学", "北大"),
    "字节跳动，也就是字节，在招人。": ("字节跳动", "字节"),
    "国家发展和改革委员会（发改委）出了通知。": ("国家发展和改革委员会", "发改委"),
    "我女儿叫朵朵，学名刘雨桐。": ("朵朵", "刘雨桐"),
    "脸书现在改名为Meta了。": ("脸书", "Meta"),
}
NOT_SAID = [
    "Bob also called Robert yesterday.",
    "The meeting was called off.",
    "He was called Bob.",
    "It is known as hard.",
    "We call Anna every Sunday.",
    "They call Support when it breaks",
    "The API returned 404 (NOT FOUND)",
    "one field is called MID and the other is called Descriptor",
    "Is Bob also called Robert?",
    "小王又叫外卖",
    "小王又叫了外卖。",
    "经理又叫我加班。",
    "老师叫我回答问题。",
    "妈妈叫我早点回家。",
    "小李也叫苦连天",
    "截止日期是周五，即10号。",
    "他即将退休",
    "李明又叫什么？",
    "李明又叫小明吗？",
    "AWS is Always Worth Something Else.",
    "我的问题就是时间。",
    "张三（经理）负责这个项目。",
    "他，我们都叫他老张。",
    "",
]


@pytest.mark.parametrize("text", SAID)
def test_what_is_said_to_be_one_is_one(text: str) -> None:
    assert SAID[text] in aliases_in(text)


@pytest.mark.parametrize("text", NOT_SAID)
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert aliases_in(text) == ()


def test_whose_i_it_is_may_be_known_or_not() -> None:
    assert aliases_in("Call me Liz.", "Elizabeth") == (("Elizabeth", "Liz"),)
    assert aliases_in("Call me Liz.", None) == ()
    assert aliases_in("大家都叫我老王。", None) == ()


@pytest.mark.parametrize("unit", ["A ", "又叫", "我", "(A, ", '"', "简称", "Aa", "A.A,", "Bob, also called ", "，即"])
def test_it_is_linear_on_hostile_text(unit: str) -> None:
    assert dearer(aliases_in, unit, 100_000) < LINEAR


def test_a_question_is_asked_by_the_other_names() -> None:
    assert renamed("What does Bob play?", {"Bob": ("Robert", "Bobby")}) == (
        "What does Robert play?",
        "What does Bobby play?",
    )
    assert renamed("what does bob play?", {"Bob": ("Robert",)}) == ("what does Robert play?",)
    assert renamed("李明会什么乐器？", {"李明": ("小明",)}) == ("小明会什么乐器？",)
    assert renamed("Bobsled", {"Bob": ("Robert",)}) == ("Bobsled Robert",)
    assert len(renamed("Bob", {"Bob": tuple(f"N{n}" for n in range(9))})) == 3
    assert renamed("Bob", {}) == ()
