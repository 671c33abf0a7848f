"""S7, second half: from two values to the general form of the change between them.

A rule has a name (kept in `Op.rule`), a test on a later value (did the agent follow it?) and a text in English
and Chinese. Values that no rule explains are taken literally.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from hindsight.domain.debrief.units import FACTORS, scale_rule, unit_rule
from hindsight.domain.tools import named

_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?")
_LOOSE_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})(?:-([0-9]{1,2}))?")
_OTHER_DATE = re.compile(
    r"[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{4}|[0-9]{4}[/.年]\s?[0-9]{1,2}[/.月]\s?[0-9]{1,2}日?",
)
_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,9})?")
_ABSOLUTE = re.compile(r"(?:/|~/|[A-Za-z]:[\\/])")
_UP = re.compile(r"time_?out|wait|retr(?:y|ies)|delay|deadline|backoff|interval|超时|等待", re.IGNORECASE)
_DOWN = re.compile(r"limit|size|count|batch|worker|concurren|parallel|page_?size|max_|top_?k|num_|chunk", re.IGNORECASE)
_TIME_OR_SIZE = re.compile(f"{_UP.pattern}|{_DOWN.pattern}|offset|length|rows|memory", re.IGNORECASE)

_OF_KIND = named(
    "milliseconds seconds microseconds nanoseconds number string boolean list scalar padded_date iso_date",
)

Test = Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """`followed(value, old)` tells whether a later value obeys; the texts take path, old and new."""

    followed: Test
    en: str
    zh: str


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else None


def _above(value: Any, old: Any) -> bool:
    a, b = _number(value), _number(old)
    return a is not None and b is not None and a > b


def _below(value: Any, old: Any) -> bool:
    a, b = _number(value), _number(old)
    return a is not None and b is not None and a < b


def _scaled(factor: float, value: Any, old: Any) -> bool:
    """The value is nearer to the size of the scaled one than to that of the old one: its own size is not known."""
    a, b = _number(value), _number(old)
    if a is None or not b or a / b <= 0:
        return False
    return a / b >= math.sqrt(factor) if factor > 1 else a / b <= math.sqrt(factor)


def _is_text(value: Any, test: Callable[[str], bool]) -> bool:
    return isinstance(value, str) and test(value)


def _same_case(value: Any, old: Any) -> bool:
    return isinstance(value, str) and isinstance(old, str) and value != old


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


RULES: Mapping[str, Rule] = {
    "milliseconds": Rule(
        lambda value, _: (_number(value) or 0) >= 1e11,
        "pass {path} in milliseconds (x1000), not seconds",
        "{path} 要用毫秒（x1000），不要用秒",
    ),
    "seconds": Rule(
        lambda value, _: 0 < (_number(value) or 0) < 1e11,
        "pass {path} in seconds (/1000), not milliseconds",
        "{path} 要用秒（/1000），不要用毫秒",
    ),
    "microseconds": Rule(
        lambda value, _: 1e14 <= (_number(value) or 0) < 1e17,
        "pass {path} in microseconds since 1970 (16 digits): `{new}` instead of `{old}`",
        "{path} 要用 1970 年以来的微秒数（16 位）：`{new}` 而不是 `{old}`",
    ),
    "nanoseconds": Rule(
        lambda value, _: (_number(value) or 0) >= 1e17,
        "pass {path} in nanoseconds since 1970 (19 digits): `{new}` instead of `{old}`",
        "{path} 要用 1970 年以来的纳秒数（19 位）：`{new}` 而不是 `{old}`",
    ),
    "number": Rule(
        lambda value, _: _is_number(value),
        "pass {path} as a number (`{new}`), not as a string",
        "{path} 要传数字（`{new}`），不要传字符串",
    ),
    "string": Rule(
        lambda value, _: isinstance(value, str),
        'pass {path} as a string ("{new}"), not as a number',
        '{path} 要传字符串（"{new}"），不要传数字',
    ),
    "boolean": Rule(
        lambda value, _: isinstance(value, bool),
        "pass {path} as a boolean (`{new}`), not as a string",
        "{path} 要传布尔值（`{new}`），不要传字符串",
    ),
    "list": Rule(
        lambda value, _: isinstance(value, list),
        "pass {path} as a list (`{new}`), not as a single value",
        "{path} 要传列表（`{new}`），不要传单个值",
    ),
    "scalar": Rule(
        lambda value, _: not isinstance(value, list),
        "pass {path} as a single value (`{new}`), not as a list",
        "{path} 要传单个值（`{new}`），不要传列表",
    ),
    "case": Rule(
        _same_case,
        "write {path} as `{new}` instead of `{old}`: upper and lower case matter",
        "{path} 要写成 `{new}` 而不是 `{old}`：区分大小写",
    ),
    "lower": Rule(
        lambda value, _: _is_text(value, lambda text: text == text.lower()),
        "write {path} in lower case: `{new}` instead of `{old}`",
        "{path} 要用小写：`{new}` 而不是 `{old}`",
    ),
    "upper": Rule(
        lambda value, _: _is_text(value, lambda text: text == text.upper()),
        "write {path} in upper case: `{new}` instead of `{old}`",
        "{path} 要用大写：`{new}` 而不是 `{old}`",
    ),
    "blanks": Rule(
        lambda value, _: _is_text(value, lambda text: text == " ".join(text.split())),
        "remove the surplus blanks from {path}: `{new}`",
        "去掉 {path} 里多余的空格：`{new}`",
    ),
    "https": Rule(
        lambda value, _: _is_text(value, lambda text: text.startswith("https://")),
        "use https instead of http in {path}",
        "{path} 要用 https 而不是 http",
    ),
    "trailing_slash": Rule(
        lambda value, _: _is_text(value, lambda text: text.endswith("/")),
        "end {path} with a slash: `{new}` instead of `{old}`",
        "{path} 末尾要加斜杠：`{new}` 而不是 `{old}`",
    ),
    "no_trailing_slash": Rule(
        lambda value, _: _is_text(value, lambda text: not text.endswith("/")),
        "drop the trailing slash of {path}: `{new}` instead of `{old}`",
        "{path} 末尾不要斜杠：`{new}` 而不是 `{old}`",
    ),
    "absolute": Rule(
        lambda value, _: _is_text(value, lambda text: bool(_ABSOLUTE.match(text))),
        "pass {path} as an absolute path: `{new}` instead of `{old}`",
        "{path} 要用绝对路径：`{new}` 而不是 `{old}`",
    ),
    "padded_date": Rule(
        lambda value, _: _is_text(value, lambda text: bool(_ISO_DATE.fullmatch(text))),
        "write {path} with two-digit month and day: `{new}` instead of `{old}`",
        "{path} 的月和日要补零：`{new}` 而不是 `{old}`",
    ),
    "iso_date": Rule(
        lambda value, _: _is_text(value, lambda text: bool(_ISO_DATE.match(text))),
        "write {path} as an ISO date (YYYY-MM-DD): `{new}` instead of `{old}`",
        "{path} 要用 ISO 日期（YYYY-MM-DD）：`{new}` 而不是 `{old}`",
    ),
    "raise": Rule(_above, "raise {path} from {old} to {new}", "把 {path} 从 {old} 调高到 {new}"),
    "reduce": Rule(_below, "lower {path} from {old} to {new}", "把 {path} 从 {old} 调低到 {new}"),
    **{
        f"times_{factor}": Rule(
            partial(_scaled, factor),
            f"multiply {{path}} by {factor} (another unit): `{{new}}` instead of `{{old}}`",
            f"{{path}} 要乘以 {factor}（单位不同）：`{{new}}` 而不是 `{{old}}`",
        )
        for factor in FACTORS
    },
    **{
        f"divided_by_{factor}": Rule(
            partial(_scaled, 1 / factor),
            f"divide {{path}} by {factor} (another unit): `{{new}}` instead of `{{old}}`",
            f"{{path}} 要除以 {factor}（单位不同）：`{{new}}` 而不是 `{{old}}`",
        )
        for factor in FACTORS
    },
    "prefix": Rule(lambda _, __: False, "put `{new}` in front of {path}", "在 {path} 前面加上 `{new}`"),
    "suffix": Rule(lambda _, __: False, "append `{new}` to {path}", "在 {path} 后面加上 `{new}`"),
    "present": Rule(lambda value, _: value is not None, "add the argument {path}", "补上参数 {path}"),
    # Which value is right cannot be known beforehand, so no later value can be said to follow the advice.
    "another": Rule(
        lambda _, __: False,
        "the value of {path} differs from case to case: find out the one for this case, do not reuse an old one",
        "{path} 的值每次都不同：先查出这一次的值，不要沿用旧值",
    ),
}


def rule_for(path: str, old: Any, new: Any) -> str:
    """The name of the rule that explains old -> new, "" for a literal change."""
    if isinstance(new, list) and not isinstance(old, list):
        return "list" if new == [old] else ""
    if isinstance(old, list) and not isinstance(new, list):
        return "scalar" if old == [new] else ""
    typed = _type_rule(old, new)
    if typed:
        return typed
    before, after = _number(old), _number(new)
    if before is not None and after is not None:
        return _number_rule(path, before, after)
    return _text_rule(old, new) if isinstance(old, str) and isinstance(new, str) else ""


def of_kind(rule: str) -> bool:
    """The rule is about the kind of a value, its unit, type or form: right for every value."""
    return rule in _OF_KIND or rule.startswith(("times_", "divided_by_"))


def follows(rule: str, value: Any, old: Any) -> bool:
    """Whether a value obeys the rule; an unknown rule is obeyed by nothing."""
    known = RULES.get(rule)
    return known is not None and known.followed(value, old)


def about_time_or_size(path: str) -> bool:
    """The argument has to do with time, size or limits: such a change can mend an overload or a timeout."""
    return bool(_TIME_OR_SIZE.search(path))


def _type_rule(old: Any, new: Any) -> str:
    if isinstance(old, str) and isinstance(new, bool):
        return "boolean" if old.strip().lower() in ("true", "false", "yes", "no", "1", "0") else ""
    if isinstance(old, str) and _is_number(new):
        return "number" if _number(old) == float(new) else ""
    if _is_number(old) and isinstance(new, str):
        return "string" if _number(new) == float(old) else ""
    return ""


def _number_rule(path: str, before: float, after: float) -> str:
    unit = unit_rule(before, after)
    if unit:
        return unit
    leaf = path.rsplit(".", 1)[-1]
    if after > before and _UP.search(leaf):
        return "raise"
    return "reduce" if after < before and _DOWN.search(leaf) else scale_rule(leaf, before, after)


def _text_rule(old: str, new: str) -> str:
    if old.casefold() == new.casefold():
        return "lower" if new == new.lower() else "upper" if new == new.upper() else "case"
    if "".join(old.split()) == "".join(new.split()):
        return "blanks"
    if old.startswith("http://") and new == f"https://{old[7:]}":
        return "https"
    if new == f"{old}/":
        return "trailing_slash"
    if old == f"{new}/":
        return "no_trailing_slash"
    if _ABSOLUTE.match(new) and not _ABSOLUTE.match(old) and "://" not in old:
        tail = old.removeprefix("./").lstrip("/")
        return "absolute" if tail and new.replace("\\", "/").endswith(f"/{tail}") else ""
    return _date_rule(old, new)


def _date_rule(old: str, new: str) -> str:
    if not _ISO_DATE.fullmatch(new[:10]):
        return ""
    loose = _LOOSE_DATE.fullmatch(old)
    if loose:
        padded = "-".join(part.zfill(2) for part in loose.groups() if part)
        return "padded_date" if padded == new else ""
    return "iso_date" if _OTHER_DATE.fullmatch(old) else ""
