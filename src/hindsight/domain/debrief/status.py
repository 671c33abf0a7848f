"""S1: how a step ended. The first rule that fires decides."""

import json
import re
from typing import Any

from hindsight.domain.tools import command_of, is_shell, last_program, named, reads_content
from hindsight.domain.trajectory import Step

OK, ERROR, EMPTY, NEGATIVE = "ok", "error", "empty", "negative"

_FAILED = named("error failed failure timeout timed_out cancelled canceled rejected 2")
_SUCCEEDED = named("ok success succeeded successful completed complete done passed")

# Programs whose exit code 1 is an answer ("no match", "they differ"), not a failure.
_ANSWER_BY_EXIT = named("grep egrep fgrep zgrep rg ag ack diff test [ cmp pgrep which") | {"git grep", "git diff"}

_EXIT = re.compile(
    r"(?:\bexit(?:ed)?(?:\s(?:with|status|code)){0,3}(?:\s?[:=])?|\breturn\s?code\s?[:=]?"
    r"|退出码\s?[:：]?)\s{0,3}(-?[0-9]{1,5})\b",
    re.IGNORECASE | re.ASCII,
)
_FIRST_LINE = re.compile(
    r"\W{0,4}(?:error|fatal|panic|exception|failed|failure|traceback|错误|失败|异常|出错)(?![a-z_])"
    r"(?! ?(?:handling|handler|messages?|logs?|logging|rates?|codes?"
    r"|(?:tests?|count)?s?: ?(?:0|none)\b)|处理|日志|率|码|数: ?0)",
    re.IGNORECASE | re.ASCII,
)
_OPENING = re.compile(
    r"(?:usage\s?:|invalid|unknown|unrecogni[sz]ed|无效|未知的|不支持)(?![A-Za-z])", re.IGNORECASE | re.ASCII
)
_EXCEPTION_LAST = re.compile(
    r"(?:[A-Za-z_]\w{0,60}\.){0,6}\w{0,60}(?:Error|Exception|Timeout|Interrupt|Exit)\b(?::|$)", re.ASCII
)
_EXCEPTION_FIRST = re.compile(
    r"(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Za-z_]\w{0,60}(?:Error|Exception|Timeout)\s?[:：]", re.ASCII
)
_BARE_ERROR = re.compile(r"(?:error|错误|失败)\s?[:：]", re.IGNORECASE)
_ERRORS_BLOCK = re.compile(r"^ERRORS?:\s*$", re.MULTILINE)
_PLEASE_RETRY = re.compile(r"\bplease\b[^.\n]{0,80}\b(?:retry|try again)\b|请[^。\n]{0,30}重试", re.IGNORECASE)
_NOTHING = re.compile(
    r"(?:\[\]|\{\}|null|none|no (?:results?|matches|match|records?|rows?)(?: (?:were )?found)?\.?"
    r"|(?:没有|无|未找到|查无)(?:任何)?(?:结果|匹配|记录|数据)。?)",
    re.IGNORECASE,
)
_WRONG = re.compile(r"error|invalid", re.IGNORECASE)
_LOOKUPS = re.compile(r"search|fetch|list|find|query|snapshot", re.IGNORECASE)


def status(step: Step, family: str) -> str:
    """ok, error, empty or negative (an answer such as "no match", given by an exit code)."""
    if step.is_remark:
        return OK
    if explicit_failure(step):
        return ERROR
    text = step.text
    by_exit = _by_exit(step, family, text)
    if by_exit:
        return by_exit
    if step.http_status is not None and step.http_status >= 400:
        return ERROR
    if missing(step):
        return ERROR
    if not _explicit_ok(step) and _text_fails(step, family, text):
        return ERROR
    return EMPTY if _NOTHING.fullmatch(text.strip()[:80]) else OK


def missing(step: Step) -> bool:
    """Nothing came back: the run crashed or the recorder lost the result."""
    known = (step.result, step.error, step.status, step.exit_code, step.http_status, step.is_error)
    return not step.is_remark and all(value is None for value in known)


def explicit_failure(step: Step) -> bool:
    return bool((step.error or "").strip()) or bool(step.is_error) or (step.status or "").strip().lower() in _FAILED


def exit_code(step: Step, family: str) -> int | None:
    """The exit code from its field, or from the head or tail of the text of a tool that does not read."""
    if step.exit_code is not None:
        return step.exit_code
    if reads_content(family):
        return None
    text = step.text
    head, tail = text[:400], text[-200:] if len(text) > 400 else ""
    found = _EXIT.search(head) or _EXIT.search(tail)
    return int(found[1]) if found else None


def json_object(text: str) -> dict[str, Any] | None:
    """The text as a JSON object, where it is one of moderate size."""
    stripped = text.strip()
    if not (stripped.startswith("{") and stripped.endswith("}")) or len(stripped) > 100_000:
        return None
    try:
        value = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _explicit_ok(step: Step) -> bool:
    return step.is_error is False or step.exit_code == 0 or (step.status or "").strip().lower() in _SUCCEEDED


def _by_exit(step: Step, family: str, text: str) -> str | None:
    code = exit_code(step, family)
    if not code:
        return None
    if code == 1 and is_shell(family) and not _WRONG.search(text[:2000]):
        programs = {family.removeprefix("shell:"), last_program(command_of(step.args))}
        if programs & _ANSWER_BY_EXIT:
            return NEGATIVE
    return ERROR


def _text_fails(step: Step, family: str, text: str) -> bool:
    if not text.strip():
        return False
    answer = json_object(text)
    if answer is not None:
        flags = (answer.get("success"), answer.get("ok"))
        return bool(answer.get("error")) or bool(answer.get("isError")) or False in flags
    if step.http_status is not None:
        return False
    if reads_content(family):
        return _read_fails(family, text.strip())
    return _tool_says_so(text.strip())


def _read_fails(family: str, text: str) -> bool:
    """A reading tool failed only when its whole result is a short exception: else the error was read, not met."""
    if text.count("\n") >= 6:
        return False
    first = text.split("\n", 1)[0][:400]
    return bool(_EXCEPTION_FIRST.match(first) or (_LOOKUPS.search(family) and _BARE_ERROR.match(first)))


def _tool_says_so(text: str) -> bool:
    first = text.split("\n", 1)[0][:400]
    last = text[-400:].rsplit("\n", 1)[-1].strip()
    return bool(
        _FIRST_LINE.match(first)
        or _EXCEPTION_LAST.match(last)
        or "Traceback (most recent" in text
        or _ERRORS_BLOCK.search(text[:4000])
        or _PLEASE_RETRY.search(text[:2000])
        or _OPENING.match(first)
    )
