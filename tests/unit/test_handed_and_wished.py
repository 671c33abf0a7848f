"""What is handed over to be worked on, what is wished by its nature, who joins what, and two names with more said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.growth import LINEAR, dearer

from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate
from hindsight.domain.keyfields import canonical, key_fields_of
from hindsight.domain.rules import extract
from hindsight.domain.rules.handed import handed_over


def said(text: str) -> tuple[Candidate, ...]:
    now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    turn = Turn(id="1", tenant="t", space="s", role="user", text=text, created_at=now, source="user")
    return extract([turn]).candidates


def claims(text: str) -> list[tuple[str, str, str]]:
    return [(c.claim.entity, c.claim.attribute, c.claim.value) for c in said(text) if c.claim]


@pytest.mark.requirement("W1")
@pytest.mark.parametrize(
    "text",
    [
        "Translate to Spanish: my brother lives in Madrid and works as a cook.",
        "Rephrase this for me: Our team is based in Oslo. We ship every Friday.",
        "帮我翻译成英文：我妹妹在上海当老师。",
        "润色一下这句话：我们公司成立于2010年，有三百名员工。",
        "def chunk(xs, n):\n    return [xs[i:i+n] for i in range(0, len(xs), n)]\n",
        "2026-02-03 10:22:11 ERROR worker: connection refused",
        '{"name": "demo", "version": "1.2.0"}',
        "oops, wrong chat, ignore that",
        "发错了，忽略上一条",
        "等一下，我去开个门",
        "one sec, I need to take this call",
    ],
)
def test_material_and_moments_state_nothing(text: str) -> None:
    assert said(text) == ()


@pytest.mark.requirement("W1")
def test_what_is_said_beside_code_is_still_kept() -> None:
    text = "I maintain the ledger service at Acme.\n```\nimport os\nx = [1]\n```"
    assert [c.content for c in said(text)] == ["I maintain the ledger service at Acme."]


@pytest.mark.requirement("W2")
@pytest.mark.parametrize(
    "text",
    [
        "I use Dvorak, so don't suggest QWERTY tips.",
        "我用的是 Linux，别给我 Windows 的命令",
        "我海鲜过敏，推荐菜谱的时候避开虾蟹",
    ],
)
def test_a_wish_beside_its_reason_is_a_preference_of_its_own(text: str) -> None:
    assert [c.kind for c in said(text)] == ["fact", "preference"]


@pytest.mark.requirement("W2")
@pytest.mark.parametrize(
    "text", ["No emojis please.", "Metric only, please.", "Window seat, always.", "写信的时候称呼我导师为陈教授"]
)
def test_a_wish_without_from_now_on_is_a_preference(text: str) -> None:
    assert [c.kind for c in said(text)] == ["preference"]


@pytest.mark.requirement("W6")
@pytest.mark.parametrize(
    "text,attribute",
    [
        ("I joined a mentorship program last week.", "member_of"),
        ("I joined a nearby church.", "member_of"),
        ("She joined our book club.", "member_of"),
        ("我加入了一个读书会", "member_of"),
        ("我参加了马拉松训练营", "member_of"),
        ("I joined Globex as a data engineer in March.", "works_at"),
        ("He joined the platform team at Initech.", "works_at"),
        ("我上个月加入了字节跳动", "works_at"),
    ],
)
def test_joining_is_work_only_where_it_is_an_employer(text: str, attribute: str) -> None:
    assert [found[1] for found in claims(text)] == [attribute]


@pytest.mark.requirement("M8")
def test_a_second_name_does_not_swallow_what_is_said_besides() -> None:
    assert claims("Bob, also called Robert, works at Acme.") == [
        ("Robert", "alias_of", "Bob"),
        ("Bob", "works_at", "Acme"),
    ]


@pytest.mark.requirement("M1")
@pytest.mark.parametrize(
    "text,values",
    [
        ("a 35 mm lens", {"35mm"}),
        ("about 80 guests, and a band", {"80guests"}),
        ("port 8080 serves the docs", {"8080"}),
        ("the 14th of March at 10:15", {"march 14", "10:15"}),
        ("我们组 5 个后端、2 个前端", {"5个后端", "2个前端"}),
        ("这个 project 的 deadline 是 next Friday", {"next friday"}),
        ("staging 的 timeout 是 30s", {"30s"}),
    ],
)
def test_key_fields_carry_what_is_counted_or_measured(text: str, values: set[str]) -> None:
    assert {canonical(field) for field in key_fields_of(text)} == values


@pytest.mark.parametrize("piece", ["```", "for (", "Aa.", "translate ", "x = ", "请翻译", "\n    a", "SELECT "])
def test_hostile_repetition_is_looked_through_in_linear_time(piece: str) -> None:
    assert dearer(handed_over, piece, 20_000) < LINEAR
