"""S3: the wording of an error with its variables masked, so that two runs of one failure read the same."""

import re

from hindsight.domain.debrief.status import json_object

_MAX = 160
_STATUS = 100  # characters that may stand in front of a JSON error
_ANSI = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
_EXCEPTION_LINE = re.compile(
    r"^(?:E\s{1,4})?((?:[A-Za-z_]\w{0,60}\.){0,8}\w{0,60}(?:Error|Exception|Timeout|Interrupt)\b\s?[:：].{0,2000})$",
    re.MULTILINE | re.ASCII,
)
_TELLING = re.compile(
    r"error|fail|\bnot\b|n't\b|denied|timed|invalid|错误|失败|超时|异常|不存在|无法|拒绝", re.IGNORECASE | re.ASCII
)
_MESSAGE_KEYS = ("error", "message", "msg", "detail", "error_description", "error_message", "reason", "errors")

# In this order. The longest names come first, so that a later mask finds no part of an earlier one.
_BEFORE_QUOTES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b[a-z][a-z0-9+.-]{1,12}://[^\s'\"<>)\]}，。]{1,2000}", re.IGNORECASE | re.ASCII), "<url>"),
    (
        re.compile(r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}"),
        "<email>",
    ),
    (
        re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE | re.ASCII),
        "<uuid>",
    ),
    (
        re.compile(
            r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?:Z"
            r"|[+-][0-9]{2}:?[0-9]{2})?",
            re.ASCII,
        ),
        "<time>",
    ),
    (re.compile(r"\b(?:[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})\b", re.ASCII), "<date>"),
    (re.compile(r"\b0x[0-9a-f]{1,64}\b", re.IGNORECASE | re.ASCII), "<hex>"),
    (re.compile(r"\b(?:[0-9]{7,64}|(?=[a-f]{0,63}[0-9])[0-9a-f]{7,64})\b", re.ASCII), "<hex>"),
    (re.compile(r"\b[a-z]{1,2}[0-9]{1,6}\b(?= (?:was |is )?not found)", re.ASCII), "<hex>"),
    (
        re.compile(
            r"(?<![\w<./\\])(?:[A-Za-z]:[\\/]|~/|\.{1,2}/|/)?(?:[^\s'\"`:,;()<>|/\\=]{1,100}[/\\]){0,20}"
            r"[^\s'\"`:,;()<>|/\\=]{1,100}",
        ),
        "<path>",
    ),
    (re.compile(r"\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5})?\b", re.ASCII), "<ip>"),
)
_QUOTED = re.compile(
    r"(?<![A-Za-z0-9])'[^'\n]{0,300}'(?![A-Za-z0-9])|\"[^\"\n]{0,300}\"|`[^`\n]{0,300}`|“[^”\n]{0,300}”"
    r"|「[^」\n]{0,300}」"
)
_AFTER_QUOTES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"\b[0-9]{1,12}(?:\.[0-9]{1,9})?\s?(?:ms|milliseconds?|msecs?|s|secs?|seconds?|min|mins|minutes?|h"
            r"|hrs?|hours?"
            r"|毫秒|秒钟?|分钟|小时)(?![A-Za-z0-9_])",
            re.ASCII,
        ),
        "<dur>",
    ),
    (re.compile(r"(?<=[A-Za-z]_)[0-9]{5,40}\b", re.ASCII), "<n>"),  # the number of an id: order_48213
    (re.compile(r"\b[0-9]{1,40}(?:\.[0-9]{1,40})?\b", re.ASCII), "<n>"),
)
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_PATHLIKE = re.compile(
    r"^(?:[A-Za-z]:[\\/]|~/|\.{1,2}/|/[^/])|[/\\].{0,200}[/\\]|[/\\].{0,200}\.[A-Za-z][A-Za-z0-9]{0,7}$"
)
_BLANKS = re.compile(r"\s+")


def template(text: str, cls: str) -> str:
    """The telling line of the error, masked, blanks collapsed, at most 160 characters."""
    line = _ANSI.sub("", telling_line(text))[:2000]
    for pattern, mask in _BEFORE_QUOTES:
        line = pattern.sub(_mask_path, line) if mask == "<path>" else pattern.sub(mask, line)
    if cls != "SCHEMA":  # there the quoted name of the parameter is the information
        line = _QUOTED.sub("<str>", line)
    for pattern, mask in _AFTER_QUOTES:
        line = pattern.sub(mask, line)
    return _BLANKS.sub(" ", line).strip()[:_MAX]


def telling_line(text: str) -> str:
    """The last exception line, else the message of a JSON error, else the first line that speaks of failure."""
    exceptions = _EXCEPTION_LINE.findall(text[-20_000:])
    if exceptions:
        last: str = exceptions[-1]
        return last
    message = _json_message(text)
    if message:
        return message
    lines = [line.strip() for line in text[:20_000].splitlines() if line.strip()]
    return next((line for line in lines if _TELLING.search(line[:500])), lines[0] if lines else "")


def _json_message(text: str) -> str:
    """What a JSON error says, with the status in front of it (`400 {"message": ...}`) where there is one."""
    start = text[:_STATUS].find("{")
    if start < 0 or "\n" in text[:start].strip():
        return ""
    value: object = json_object(text[start:])
    for _ in range(4):
        if isinstance(value, dict):
            value = next((value[key] for key in _MESSAGE_KEYS if value.get(key)), None)
        elif isinstance(value, list) and value:
            value = value[0]
    return f"{text[:start].strip()} {value.strip()}".strip() if isinstance(value, str) and value.strip() else ""


def _mask_path(found: re.Match[str]) -> str:
    word = found[0]
    if not _PATHLIKE.search(word):
        return word
    tail = word.rstrip(".")
    extension = _EXTENSION.search(tail)
    return f"<path>{extension[0] if extension else ''}{word[len(tail) :]}"
