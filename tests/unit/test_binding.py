"""A value that looked like one of one case, put into a lesson again; secrets that one call brings to another."""

import pytest

from hindsight.domain.debrief import debrief
from hindsight.domain.debrief.binding import bound
from hindsight.domain.debrief.privacy import Masks
from hindsight.domain.experience import merge


def sent(text, template, run):
    wrong = {"tool": "sms_send", "args": {"text": text, "template": "plain"}, "error": "template not found"}
    right = {"tool": "sms_send", "args": {"text": text, "template": template}, "result": "ok"}
    return debrief({"id": run, "goal": "Text the code", "task_type": "t", "steps": [wrong, right]}).experiences[0]


@pytest.mark.requirement("X7")
@pytest.mark.parametrize(
    "lang, words",
    [
        ("en", "set template to `SMS_229140` instead of `plain`"),
        ("zh", "把 template 设为 `SMS_229140`，而不是 `plain`"),
    ],
)
def test_a_code_that_was_right_in_two_different_cases_is_a_constant(lang, words):
    first, second = sent("a-1", "SMS_229140", "r1"), sent("b-2", "SMS_229140", "r2")
    assert first.adjustment.ops[0].new is None
    both = bound(merge(first, second), lang)
    assert [(op.op, op.old, op.new, op.rule) for op in both.adjustment.ops] == [("set", "plain", "SMS_229140", "")]
    assert both.adjustment.text == words


@pytest.mark.requirement("X7")
@pytest.mark.parametrize(
    "second", [sent("a-1", "SMS_229140", "r2"), sent("b-2", "SMS_441907", "r2")], ids=["same case", "another code"]
)
def test_a_code_of_one_case_or_of_two_values_stays_out(second):
    assert bound(merge(sent("a-1", "SMS_229140", "r1"), second), "en").adjustment.ops[0].new is None


@pytest.mark.requirement("X7")
def test_a_constant_that_differs_later_is_taken_out_again():
    both = bound(merge(sent("a-1", "SMS_229140", "r1"), sent("b-2", "SMS_229140", "r2")), "en")
    after = bound(merge(both, sent("c-3", "SMS_441907", "r3")), "en")
    assert [(op.new, op.rule) for op in after.adjustment.ops] == [(None, "another")]
    assert "differs from case to case" in after.adjustment.text


@pytest.mark.requirement("X4")
@pytest.mark.parametrize(
    "failed, other, kind",
    [
        ("pdf_text", "ocr_pdf", "tool_switch"),
        ("page_plain", "extract_page", "tool_switch"),
        ("pdf_text", "get_file", "unrepaired"),
        ("delete_file", "ocr_pdf", "unrepaired"),
    ],
)
def test_a_tool_that_makes_something_of_a_file_takes_over_and_a_mere_look_does_not(failed, other, kind):
    steps = [
        {"tool": failed, "args": {"file": "scan/lotus.pdf"}, "error": "NotAllowed: 14 images"},
        {"tool": other, "args": {"file": "scan/lotus.pdf"}, "result": "the text"},
    ]
    assert debrief({"goal": "Get the text", "task_type": "t", "steps": steps}).experiences[0].kind == kind


@pytest.mark.requirement("S1")
@pytest.mark.parametrize(
    "secret, text, kept",
    [
        ("rt9x", "token rt9x, valid", "token [redacted] #1, valid"),
        ("rt9x", "start9x and rt9xy", "start9x and rt9xy"),
        ("12", "12 items", "12 items"),
    ],
)
def test_a_secret_of_the_arguments_is_masked_in_texts_too(secret, text, kept):
    masks = Masks(lambda value: value)
    masks.args({"token": secret})
    assert masks.text(text) == kept
