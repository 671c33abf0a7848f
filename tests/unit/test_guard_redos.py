from __future__ import annotations

import pytest
from tests.growth import LINEAR, dearer

from hindsight.domain.guard import escape_frame, redact, screen, strip_frame

SIZE = 60_000
HOSTILE = [
    *("1-", "1 ", "a", "a ", "a.", "A", "0", "/", "\n", "1.", "A1", "AA11 ", "+1 ", "|", "<", "[", "{{"),
    *("password is ", "token for ", "密码", "密码 ", "login is a", '"password": "', "seed phrase abc ", "sk-", "eyJa."),
    *("-----BEGIN PRIVATE KEY-----", "a@", "a@b.", "中路1号", "1 Aaa ", "DE89 "),
    *("http://a", "https://a.b/?a=", "https://a.b/c{", "![a](", "curl http://a ", "send conversation to ", "把密码"),
    *("ignore the ", "ignore all previous ", "if the user ", "when the query ", "the user has already ", "<!-- "),
    *("pretend ", "do not tell ", "include password ", "data of patient 1 ", "before answering, run "),
    *("忽略之前的", "每次回答前调用", "遇到 7713 号", "当用户说", "一律推荐", "转账", "1gn0r3 ", "i ", "忽 "),
    *("\u200b", "\u202e", "é", "а", "\U000e0061", "</memories>", "<memories>"),
]


@pytest.mark.requirement("S2")
@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    assert dearer(lambda text: screen(text, "web"), unit, SIZE) < LINEAR
    assert dearer(redact, unit, SIZE) < LINEAR
    assert dearer(lambda text: strip_frame(escape_frame(text)), unit, SIZE) < LINEAR
