from __future__ import annotations

import time

import pytest

from hindsight.domain.guard import escape_frame, redact, screen, strip_frame

SIZE = 60_000
LIMIT_SECONDS = 0.5
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
def test_hostile_text_costs_little(unit: str) -> None:
    text = (unit * (SIZE // len(unit) + 1))[:SIZE]
    # A second try: a page fault of the machine is not a fault of a pattern.
    assert _seconds(text) < LIMIT_SECONDS or _seconds(text) < LIMIT_SECONDS


def _seconds(text: str) -> float:
    """CPU time of the dearest path; a busy machine must not fail it."""
    longest = 0.0
    for call in (lambda: screen(text, "web"), lambda: redact(text), lambda: strip_frame(escape_frame(text))):
        start = time.process_time()
        call()
        longest = max(longest, time.process_time() - start)
    return longest
