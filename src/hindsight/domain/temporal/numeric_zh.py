"""Chinese times that contain a number: years, months, days, clocks, amounts."""

import re
from collections.abc import Callable

from hindsight.domain.temporal.holidays import QUARTERS, lunar
from hindsight.domain.temporal.lexicon import Word
from hindsight.domain.temporal.lexicon_zh import UNITS
from hindsight.domain.temporal.numerals import ZH_NUMERAL, chinese_number
from hindsight.domain.temporal.numeric import clock_time
from hindsight.domain.temporal.periods import Period, Quantity, TimeOfDay, add_months, year_of
from hindsight.domain.temporal.settle import fit

_NUM = rf"(?:\d{{1,4}}(?:\.\d{{1,2}})?|[{ZH_NUMERAL}]{{1,7}})"
_LEFT = rf"(?<![\w.{ZH_NUMERAL}])"
_DIGIT = "零〇一二三四五六七八九"
_MONTH = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_UP_TO_59 = r"[二三四五]?十[一二三四五六七八九]?|[零〇][一二三四五六七八九]"
_MINUTE = rf"(?:[零〇]?[一二三四五六七八九](?=分)|{_UP_TO_59}|\d{{1,2}}(?=分)|\d\d)"
_UNIT = (
    r"(?:秒钟?|分钟|分(?![之数享别支析布类配给店])|小时|钟头|工作日|天(?![气空津才使])|周(?![年围期边转到])"
    r"|星期|礼拜|月(?![饼亮薪费])|季度|年(?![级龄轻纪薪会代])|世纪)"
)
_LUNAR_DAY = rf"初[一二三四五六七八九十]|[{ZH_NUMERAL}]{{1,3}}|\d{{1,2}}"
_HOUR = r"\d{1,2}|[零〇一二两三四五六七八九]|二?十[一二三四五六七八九]?"
# 3号楼, 5号电池, 2日游 are no dates; 三点之一, 时间 no clocks.
_NOT_A_DAY = "楼线机门院馆店厅桌电文选房床员码位游志报本"
_NOT_A_CLOCK = r"(?!之一|击|赞|评|开|选|名|餐)"

_FORMS: dict[str, str] = {
    "decade": r"(?:(?P<dc>19|20|上世纪|上个世纪|二十世纪|20世纪|本世纪|二十一世纪|21世纪)的?)?"
    r"(?P<dn>\d0|[二三四五六七八九]十)年代",
    "century": r"(?P<cn>二?十[一二三四五六七八九]?|1\d|2[01])世纪",
    "spread": rf"(?P<sn>一两|一二|两三|二三|三四|三五|四五|五六|六七|七八|八九|[二三四五六七八九]?十[几多来])"
    rf"[ ]?个?多?(?P<su>{_UNIT})",
    "year": rf"(?:(?P<y4>[12]\d{{3}}|两千(?:零[{_DIGIT}]|[一二]?十[{_DIGIT}]?)|[一二][{_DIGIT}]{{3}})"
    rf"|(?P<y2>0\d|[6-9]\d|[1-5]\d(?=年(?:1[0-2]|0?[1-9])月)"
    rf"|[零〇六七八九][{_DIGIT}]))"
    r"[ ]?年(?!代)度?",
    "lunar": rf"(?:农历|阴历|旧历)(?:(?P<ly>\d{{4}}|[一二][{_DIGIT}]{{3}})年)?"
    rf"(?P<lm>正月|冬月|腊月|{_MONTH}月)(?P<ld>{_LUNAR_DAY})?[日号]?"
    rf"|(?P<lm2>正月|腊月|大年(?=初))(?P<ld2>{_LUNAR_DAY})?"
    rf"|(?P<lm3>{_MONTH}月)(?P<ld3>初[一二三四五六七八九十])(?![个次天周])",
    "quarter": r"第?(?P<qn>[1-4一二三四])个?季度",
    "month": rf"(?P<mn>{_MONTH})[ ]?月份?(?![饼亮薪费])",
    "clock": rf"(?P<cp>[早晚])?(?P<ch>{_HOUR})[ ]?(?:点钟?|时(?![间候代机期长分刻常段尚])){_NOT_A_CLOCK}"
    rf"(?P<cr>整|半|过?(?P<ck>[一二三两])刻钟?|过?(?P<cm>{_MINUTE})分?(?:(?P<cs>{_MINUTE}|\d{{1,2}})秒)?)?",
    "days": rf"(?<!月)(?P<dq>{_NUM})日(?=[之以]?[前后内])",
    "quarters": r"(?P<kn>[一二三两])刻钟",
    "quantity": rf"(?P<qa>{_NUM}|好?几|数|半)[ ]?个?多?(?P<qh>半)?(?P<qu>{_UNIT})"
    r"(?:多(?=[前后以之]))?(?P<qt>半(?!夜))?",
    "day": r"(?P<dd>[12]\d|3[01]|0?[1-9]|二?十[一二三四五六七八九]?|三十一?|[一二三四五六七八九])[ ]?"
    rf"[日号](?![{_NOT_A_DAY}])",
    "ordinal": rf"第(?P<on>{_NUM})个?",
    "number": rf"{_NUM}(?=[到至个-]|$)",
}
_OTHER = rf"(?P<other>[{ZH_NUMERAL}]{{1,40}}(?:分之[{ZH_NUMERAL}]{{0,9}})?)"
_MASTER = re.compile("|".join([*(f"(?P<{name}>{_LEFT}(?:{form}))" for name, form in _FORMS.items()), _OTHER]), re.ASCII)
_STARTS = frozenset(ZH_NUMERAL + "0123456789半几数好第农阴旧正腊大上本早晚")


def _decade(m: re.Match[str]) -> Word:
    number = int(chinese_number(m["dn"]))
    late = m["dc"] in ("20", "本世纪", "二十一世纪", "21世纪") or (m["dc"] is None and number < 30)
    start = year_of((2000 if late else 1900) + number).start
    return Word("D", Period(start, add_months(start, 120), "decade"))


def _century(m: re.Match[str]) -> Word:
    start = year_of(100 * int(chinese_number(m["cn"])) - 100).start
    return Word("D", Period(start, add_months(start, 1200), "century"))


def _year(m: re.Match[str]) -> Word:
    number = int(chinese_number(m["y4"] or m["y2"]))
    if number < 100:
        number += 2000 if number < 50 else 1900
    return Word("Y", number)


def _lunar(m: re.Match[str]) -> Word | None:
    name, number = m["lm"] or m["lm2"] or m["lm3"], m["ld"] or m["ld2"] or m["ld3"]
    month = {"正月": 1, "大年": 1, "冬月": 11, "腊月": 12}.get(name) or int(chinese_number(name[:-1]))
    day = int(chinese_number(number.lstrip("初"))) if number else 1
    cycle = lunar(month, day, days=1 if number else 29)
    if m["ly"] is None:
        return Word("C", cycle, flag="zh")
    year = int(chinese_number(m["ly"]))
    return Word("D", cycle.in_year(year + 1 if month == 12 else year))


def _clock(m: re.Match[str]) -> Word | None:
    hour, rest = int(chinese_number(m["ch"])), m["cr"]
    minute: int | None = None
    if rest == "半":
        minute = 30
    elif m["ck"]:
        minute = 15 * int(chinese_number(m["ck"]))
    elif m["cm"]:
        minute = int(chinese_number(m["cm"]))
    second = int(chinese_number(m["cs"])) if m["cs"] else None
    tod: TimeOfDay = clock_time(hour, minute, second)
    if m["cp"]:
        tod = fit(tod, "am" if m["cp"] == "早" else "night")
    sure = m["cp"] or rest or m["ch"].isdigit() or "钟" in m[0]
    return Word("T", tod, weak="" if sure else "clock", flag="zh")


def _spread(m: re.Match[str]) -> Word:
    """两三天 spans two to three days, 十几天 eleven to nineteen."""
    name, unit = m["sn"], UNITS[m["su"]]
    if len(name) == 2 and name[1] not in "几多来":
        low, high = chinese_number(name[0]), chinese_number(name[1])
    else:
        low, high = chinese_number(name[:-1]) + 1, chinese_number(name[:-1]) + 9
    return Word("Q", Quantity(((high, unit),), least=low), flag="zh")


def _quantity(m: re.Match[str]) -> Word:
    count = chinese_number(m["qa"]) + (0.5 if m["qh"] or m["qt"] else 0)
    return Word("Q", Quantity(((count, UNITS[m["qu"]]),), m["qa"] in ("几", "好几", "数")), flag="zh")


def _build(m: re.Match[str]) -> Word | None:
    match m.lastgroup:
        case "month":
            return Word("M", int(chinese_number(m["mn"])), flag="zh")
        case "day":
            return Word("d", int(chinese_number(m["dd"])), flag="zh")
        case "days":
            return Word("Q", Quantity(((chinese_number(m["dq"]), "day"),)), flag="zh")
        case "quarter":
            return Word("C", QUARTERS[int(chinese_number(m["qn"]))])
        case "quarters":
            return Word("Q", Quantity(((15 * chinese_number(m["kn"]), "minute"),)), flag="zh")
        case "ordinal":
            return Word("O", int(chinese_number(m["on"])), weak="ordinal", flag="zh")
        case "number":
            return Word("N", chinese_number(m[0]), flag="zh")
        case "other":
            return None
        case _:
            return _BUILDERS[str(m.lastgroup)](m)


_BUILDERS: dict[str, Callable[[re.Match[str]], Word | None]] = {
    "decade": _decade,
    "century": _century,
    "year": _year,
    "lunar": _lunar,
    "clock": _clock,
    "quantity": _quantity,
    "spread": _spread,
}


def read(text: str, at: int) -> tuple[Word, int] | None:
    """The Chinese numeric form that begins at this position, and where it ends."""
    if text[at] not in _STARTS:
        return None
    match = _MASTER.match(text, at)
    if match is None:
        return None
    try:
        built = _build(match)
    except (ValueError, KeyError):  # 25点, a numeral without a reading
        built = None
    return built or Word("x"), match.end()
