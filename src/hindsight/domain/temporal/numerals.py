"""Number words: English cardinals, ordinals and years, Chinese numerals."""

import re

_ONES = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
_ONES += ["seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
]
_ORDINALS += ["fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"]
_TENTHS = ["twentieth", "thirtieth"]

CARDINALS = {word: value for value, word in enumerate(_ONES, 1)}
CARDINALS |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
ORDINALS = {word: value for value, word in enumerate(_ORDINALS, 1)}
ORDINALS |= {word: 10 * value for value, word in enumerate(_TENTHS, 2)}
DECADES = {tens[:-1] + "ies": 10 * value for value, tens in enumerate(_TENS, 2)}

_ONES_RE = "|".join(sorted(_ONES, key=len, reverse=True))
_DIGIT_RE = "|".join(_ONES[:9])
_TENS_RE = "|".join(_TENS)
_BELOW_100 = rf"(?:(?:{_TENS_RE})(?:[ -](?:{_DIGIT_RE}))?|{_ONES_RE})"

ORDINAL_RE = rf"(?:(?:twenty|thirty)[ -])?(?:{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})|{'|'.join(_TENTHS)}"
CARDINAL_RE = _BELOW_100
YEAR_RE = (
    rf"(?:eighteen|nineteen|twenty)[ -](?:oh[ -](?:{_DIGIT_RE})|{_BELOW_100}|hundred)"
    rf"|two thousand(?: and)?(?: {_BELOW_100})?"
)
DECADE_RE = rf"(?:(?:eighteen|nineteen|twenty)[ -])?(?:{'|'.join(DECADES)})"

_ZH_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ZH_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
ZH_NUMERAL = "零〇一二两三四五六七八九十百千万"


def english_number(text: str) -> int:
    """A cardinal or ordinal below a hundred, in words."""
    words = re.split("[ -]", text)
    return sum(CARDINALS.get(word) or ORDINALS[word] for word in words)


def english_year(text: str) -> int | None:
    """A year in words: "nineteen ninety nine", "twenty oh five", "two thousand eighteen"; None for "twenty one"."""
    words = [word for word in re.split("[ -]", text) if word != "and"]
    if words[:2] == ["two", "thousand"]:
        return 2000 + sum(CARDINALS[word] for word in words[2:])
    rest = words[1:]
    if rest == ["hundred"]:
        return CARDINALS[words[0]] * 100
    if rest[0] == "oh":
        return CARDINALS[words[0]] * 100 + CARDINALS[rest[1]]
    value = sum(CARDINALS[word] for word in rest)
    return CARDINALS[words[0]] * 100 + value if value >= 10 else None


def english_decade(text: str) -> int:
    """The first year of a decade in words: "nineties", "nineteen eighties"."""
    *century, decade = re.split("[ -]", text)
    value = DECADES[decade]
    if century:
        return CARDINALS[century[0]] * 100 + value
    return (2000 if value < 30 else 1900) + value


def chinese_number(text: str) -> float:
    """Digits, 三十一, 一百二十, 二零一七 (digit by digit), 半 (0.5), 几/数 (3); ValueError for anything else."""
    if text[0].isdigit():
        return float(text)
    if text in ("几", "数", "好几"):
        return 3
    if text == "半":
        return 0.5
    if not any(char in _ZH_SCALES for char in text):
        return float("".join(str(_ZH_DIGITS[char]) for char in text))
    total, section, current = 0, 0, 0
    for char in text:
        if char in _ZH_DIGITS:
            current = _ZH_DIGITS[char]
        elif char == "万":
            total, section, current = total + (section + current) * 10_000, 0, 0
        else:
            section, current = section + (current or 1) * _ZH_SCALES[char], 0
    return float(total + section + current)
