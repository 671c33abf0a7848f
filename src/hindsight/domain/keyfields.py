"""Key fields: the short values in a text that must agree before two memories may be one (M1, W5)."""

from __future__ import annotations

import re
import unicodedata

from hindsight.domain.figures import joined
from hindsight.domain.keypatterns import FIELD_PATTERNS
from hindsight.domain.memo import remembered
from hindsight.domain.memory import KeyField

_PARTITIVE = re.compile(r"^一(?:个|下|些|点|次|种|件|条|家|份|位|名|遍|行|只|张|把|回|门|台|对)$")
_TAKEN_BACK = re.compile(
    r"[,，;；]\s?(?:not|rather than|instead of|而?不是|并非)\s?(?P<old>[^,，;；。.!！\n]{1,40})"
    r"|(?:moved?|slipped|raised|changed?|switched|went|upgraded|migrated|bumped|cut|lowered|reduced|increased"
    r"|dropped|grew|pushed)"
    r"\s(?:\w{1,20}\s){0,3}from\s(?P<from>[^,，;；。.!！\n]{1,40}?)\sto\s"
    r"|(?:从|由)(?P<zh>[^,，;；。!！\n]{1,30}?)(?=改[成为到]|换[成到]|调整?[到成为]|提高到|降[低到]|升[级到]|涨到"
    r"|变[成为]|搬到|迁移?到|推迟到|提前到|延[期到])",
    re.IGNORECASE,
)
"""What a statement says is no longer, or was never, so: "15, not 14"; "from 10 July to 24 July"; 从 16 GB 改成 32 "
"GB."""
_ZH_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ZH_SCALES = {"十": 10, "百": 100, "千": 1000}
_EN_DIGITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_EN_NUMBERS = {
    **{word: str(value) for value, word in enumerate(_EN_DIGITS.split(" "))},
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "once": "1",
    "twice": "2",
    "dozen": "12",
}
_UNITS = (
    (re.compile(r"毫秒|milliseconds?"), "ms"),
    (re.compile(r"分钟|minutes?|mins?(?![a-z])"), "min"),
    (re.compile(r"秒钟?|seconds?|secs?(?![a-z])"), "s"),
    (re.compile(r"个?小时|个?钟头|hours?|hrs?(?![a-z])"), "h"),
    (re.compile(r"天|日|days?"), "day"),
    (re.compile(r"个?星期|周(?!岁)|weeks?"), "week"),
    (re.compile(r"个?月|months?"), "month"),
    (re.compile(r"周?岁|years? old"), "yo"),
    (re.compile(r"年|years?"), "year"),
    (re.compile(r"公里|千米|kilomet(?:er|re)s?"), "km"),
    (re.compile(r"公斤|千克|kilograms?|kilos?"), "kg"),
    (re.compile(r"美元|美金|dollars?|bucks|usd|\$"), "usd"),
    (re.compile(r"欧元|euros?|eur|€"), "eur"),
    (re.compile(r"块钱?|元|人民币|rmb|cny|yuan|[¥￥]"), "cny"),
    (re.compile(r"percent"), "%"),
    (re.compile(r"requests?|times?|次"), ""),
)
_DATE_FORMS = (
    (re.compile(r"星期|礼拜"), "周"),
    (re.compile(r"周[日天]"), "周7"),
    (re.compile(r"(?<=\d)号"), "日"),
    (re.compile(r"(?<=月)份"), ""),
    (
        re.compile(
            r"(?<=\d)(?:st|nd|rd|th)|^(?:(?:on|in|by|since|until|before|after|over|at|from|during) )?(?:the )?(?=\S)"
        ),
        "",
    ),
    (re.compile(r"^每个?(?=周)|^every (?=[mtwfs])"), ""),
    (re.compile(r"(?<=day)s$"), ""),
    (re.compile(r"^(\d{1,2}) (?:of )?([a-z]+)"), r"\2 \1"),
)
_PER = re.compile(r"^每\s?(秒|分钟|小时|天|周|月|年)\s?(.+)$")
_RATE_WORDS = re.compile(r"\s*(?:/|\bper\b|\ban?\b|每)\s*", re.ASCII)
_ZH_NUMBER = re.compile(r"[零〇一二两三四五六七八九十百千万亿]{1,12}")
_IDLE_ZEROS = re.compile(r"(?<=\d)(?:\.0{1,9}|(\.\d{0,8}[1-9])0{1,9})(?=[^\d.])")
"""Zeros that end the decimals of what has a unit; a bare 1.10 may be a version."""
_SCALED = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s?([万亿kmKM千百])(?![a-z])")
_SCALE_VALUES = {"万": 10**4, "亿": 10**8, "k": 10**3, "m": 10**6, "千": 10**3, "百": 100}


@remembered(256)
def key_fields_of(text: str) -> tuple[KeyField, ...]:
    """The url, path, address, version, date, time and number fields of ``text``, in order, as exact substrings.

    Values that the text itself takes back are left out.
    """
    found: list[tuple[int, KeyField]] = []
    figures = joined(text)
    rest = _without_taken_back(figures.text)
    for name, pattern in FIELD_PATTERNS:
        spans: list[tuple[int, int]] = []
        for match in pattern.finditer(rest):
            group = "value" if "value" in pattern.groupindex else 0
            start, end = match.span(group)
            value = figures.as_written(start, end)
            value = value.rstrip(".,:;/ ") if name in {"url", "path"} else value.strip(" .")
            if not value or (name == "number" and _PARTITIVE.match(value)):
                continue
            found.append((start, KeyField(name, value)))
            spans.append((start, end))
        rest = _hidden(rest, spans)
    return tuple(field for _, field in sorted(found, key=lambda pair: pair[0]))


def _without_taken_back(text: str) -> str:
    return _hidden(text, [match.span(match.lastgroup or 0) for match in _TAKEN_BACK.finditer(text)])


def _hidden(text: str, spans: list[tuple[int, int]]) -> str:
    """``text`` with the characters of ``spans`` (in order, apart) replaced by marks that no pattern matches."""
    parts = []
    position = 0
    for start, end in spans:
        parts += [text[position:start], "\x1f" * (end - start)]
        position = end
    return "".join([*parts, text[position:]])


def canonical(field: KeyField) -> str:
    """One form for the ways to write a value: 每分钟 60 次 = 60 per minute = 60/min; v1.2 = 1.2; 2,150 € = 2150 €."""
    value = unicodedata.normalize("NFKC", joined(field.value).text).casefold().strip()
    if field.name == "version":
        return value.removeprefix("v")
    if field.name in {"number", "time", "date"}:
        value = _SCALED.sub(lambda m: f"{float(m[1]) * _SCALE_VALUES[m[2].lower()]:.15g}", value.replace(",", ""))
        value = _ZH_NUMBER.sub(lambda match: _digits(match.group()), value)
    if field.name == "number":
        return _quantity(value)
    if field.name == "date":
        value = _same_dates(value)
    return re.sub(r"\s+", " ", value)


def _same_dates(value: str) -> str:
    for pattern, form in _DATE_FORMS:
        value = pattern.sub(form, value)
    return value


def _quantity(value: str) -> str:
    per = _PER.match(value)
    if per:
        value = f"{per[2]}/{per[1]}"
    words = [_EN_NUMBERS.get(word, word) for word in re.split(r"[\s-]+", value)]
    value = _RATE_WORDS.sub("/", " ".join(words))
    for pattern, unit in _UNITS:
        value = pattern.sub(unit, value)
    value = re.sub(r"\s+", "", value)
    value = re.sub(r"^(usd|eur|cny)([\d.]+)", r"\2\1", value)
    return _IDLE_ZEROS.sub(r"\1", value)


def _digits(text: str) -> str:
    """A Chinese number in digits (四十 → 40, 一千八百 → 1800, 二〇二四 → 2024). Total for any mix of numerals."""
    if not any(c in _ZH_SCALES or c in "万亿" for c in text):
        return "".join(str(_ZH_DIGITS[c]) for c in text)
    total = section = digit = 0
    for char in text:
        if char in _ZH_DIGITS:
            digit = _ZH_DIGITS[char]
        elif char in _ZH_SCALES:
            section += (digit or 1) * _ZH_SCALES[char]
            digit = 0
        else:
            total = (total + section + digit or 1) * (10**4 if char == "万" else 10**8)
            section = digit = 0
    return str(total + section + digit)
