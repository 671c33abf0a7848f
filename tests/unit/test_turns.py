"""The filter before extraction (W1, W7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight.domain.turns import is_small_talk, remember_command, substance

SMALL_TALK = [
    "ok", "OK!", "thanks", "Thank you so much!!", "sounds good, thanks!", "haha", "lol", "👍", "good morning",
    "got it, will do",
    "谢谢", "好的，谢谢！", "明白了", "嗯嗯", "哈哈哈哈", "收到，辛苦了。", "ＯＫ", "早上好呀", "…", "  ",
]  # fmt: skip
STATEMENTS = [
    "I'm allergic to peanuts.", "My name is Ada", "We moved to Oslo.", "ok, the port is 5433",
    "Thanks! I live in Bern.",
    "我对花生过敏。", "好的，我住在武汉", "端口是 8090", "谢谢，我叫林一",
    "We use Redis, does that work for you?",
]  # fmt: skip
QUESTIONS = [
    "What time is it?",
    "Am I allergic to anything?",
    "几点了？",
    "你能帮我写一个函数吗？",
    "Thanks! Any ideas?",
]


@pytest.mark.requirement("W1")
@pytest.mark.parametrize("text", SMALL_TALK)
def test_small_talk_is_dropped(text: str) -> None:
    assert not substance(text).keep
    assert substance(text).reason in {"small_talk", "empty"}


@pytest.mark.requirement("W1")
@pytest.mark.parametrize("text", STATEMENTS)
def test_a_turn_that_states_something_passes(text: str) -> None:
    assert substance(text).keep


@pytest.mark.requirement("W1")
@pytest.mark.parametrize("text", QUESTIONS)
def test_a_turn_that_only_asks_is_dropped(text: str) -> None:
    assert substance(text).reason == "question"


@pytest.mark.requirement("W7")
@pytest.mark.parametrize(
    "text,kept",
    [
        ("Remember this: the door code is 4471", "the door code is 4471"),
        ("Please remember that my wife is Ana.", "my wife is Ana."),
        ("note to self: buy stamps", "buy stamps"),
        ("FYI: the VPN is down on Sundays", "the VPN is down on Sundays"),
        ("记住：发票抬头是岚图", "发票抬头是岚图"),
        ("请记住，我不吃辣", "我不吃辣"),
        ("帮我记一下：周五交房租", "周五交房租"),
    ],
)
def test_an_explicit_command_always_passes_and_gives_the_words_to_keep(text: str, kept: str) -> None:
    command = remember_command(text)
    assert command is not None
    assert text[command.start :] == kept
    assert substance(text).reason == "remember"
    assert substance(text, "system").keep


@pytest.mark.parametrize(
    "text", ["Do you remember this?", "remember when we met", "记住了", "记住了吗？", "remember this:"]
)
def test_talk_about_remembering_is_no_command(text: str) -> None:
    assert remember_command(text) is None


@pytest.mark.parametrize("role,reason", [("system", "system"), ("tool", "tool_output")])
def test_prompts_and_tool_output_are_not_memories(role, reason) -> None:
    verdict = substance("The database has 40 tables.", role)
    assert (verdict.keep, verdict.reason) == (False, reason)


@given(st.text(max_size=300))
def test_every_text_gets_a_verdict(text: str) -> None:
    assert substance(text).reason
    assert isinstance(is_small_talk(text), bool)


@pytest.mark.parametrize(
    "text, kept",
    [
        ("Can you remember that my shoe size is 39?", "my shoe size is 39"),
        ("Could you please note that the gate code is 4471?", "the gate code is 4471"),
        ("Remind me: the boiler inspection is on December 9", "the boiler inspection is on December 9"),
        ("能不能帮我记一下我鞋码39", "我鞋码39"),
        ("你能帮我记住我的鞋码是39吗？", "我的鞋码是39"),
        ("提醒我：锅炉检查是12月9号", "锅炉检查是12月9号"),
    ],
)
def test_a_question_or_a_reminder_that_says_what_to_remember_is_an_order(text: str, kept: str) -> None:
    command = remember_command(text)
    assert command is not None
    assert text[command.start : command.end] == kept


@pytest.mark.parametrize(
    "text", ["Can you remember my name?", "你还记得我的鞋码吗？", "能不能帮我记住我叫什么？", "Remind me to call Anna."]
)
def test_a_question_about_memory_is_no_order(text: str) -> None:
    assert remember_command(text) is None
