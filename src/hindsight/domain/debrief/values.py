"""What a value of an argument is: of one case only, of one session, telling enough to be found again in a text."""

import re
from dataclasses import replace
from typing import Any

from hindsight.domain.debrief.errors import Seen
from hindsight.domain.experience.record import Op

_LONGEST_SIZE = 8  # digits of a number that may be a limit or a size

EPHEMERAL = re.compile(
    r"(?:[a-z]{1,2}[0-9]{1,6}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,128}|[0-9]{9,40}"
    r"|(?:call|toolu|run|sess|session|tok|req|msg|thread)_[A-Za-z0-9_-]{1,100})",
    re.ASCII,
)
_ONE_CASE = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?=[0-9a-f]*[0-9])[0-9a-f]{16,128}|[0-9]{9,40}"
    r"|(?:call|toolu|run|sess|session|tok|req|msg|thread)_[A-Za-z0-9_-]{6,100}"
    r"|[A-Za-z]{1,12}(?:_[A-Za-z]{1,12})?[-_#](?!20[0-9]{6})[0-9]{5,18}|(?![0-9]*000)[0-9]{6,8}",
    re.ASCII,
)
"""Values that stand for one case: ids, checksums, and as texts numbers of orders, tickets, one-time codes."""
_WORD = re.compile(r"[A-Za-z0-9_#-]{5,130}", re.ASCII)


def one_case(value: Any) -> bool:
    """The value belongs to one case only; a short number is a limit or a size, the same digits as a text are a code."""
    text = str(value)
    return _ONE_CASE.fullmatch(text) is not None and (isinstance(value, str) or len(text) > _LONGEST_SIZE)


def holds_one_case(text: str) -> bool:
    """A word of the text belongs to one case only: `"id": "card_4421486"`."""
    return any(one_case(word) for word in _WORD.findall(text[:1000]))


def any_value(op: Op, last: Seen) -> Op:
    """An argument whose value belongs to this one case (an id, a checksum): that it is another one is the lesson."""
    if op.rule:
        return op
    if op.op == "set":
        return replace(op, old=None, new=None, rule="another") if one_case(op.new) else op
    if op.op != "add":
        return op
    if isinstance(op.new, str) and one_case(op.new):
        return replace(op, new=None, rule="present")
    name = op.path.rsplit(".", 1)[-1]
    named = last.cls == "SCHEMA" and name.lower() in last.step.text.lower()
    return replace(op, rule="present") if named or EPHEMERAL.fullmatch(str(op.new)) or len(str(op.new)) > 60 else op


def telling(value: str) -> bool:
    """Long or odd enough that its presence in a result is no accident."""
    if value.isdigit():
        return len(value) >= 4
    return len(value) >= 2 and len(value) <= 300 and "\n" not in value


def has_token(text: str, value: str) -> bool:
    start = text.find(value)
    for _ in range(20):
        if start < 0:
            return False
        before, after = text[start - 1 : start] if start else "", text[start + len(value) : start + len(value) + 1]
        if not _wordy(before) and not _wordy(after):
            return True
        start = text.find(value, start + 1)
    return False


def _wordy(char: str) -> bool:
    return bool(char) and char.isascii() and (char.isalnum() or char == "_")
