"""S7: a number that grew or shrank by the factor of a unit: the same quantity in another unit."""

import re
from typing import Final

FACTORS: Final = (60, 100, 1000, 1024, 3600, 86_400, 1_000_000, 1_048_576, 1_000_000_000)
"""Minutes, cents, thousandths, kibibytes, hours, days, millionths, mebibytes, thousandths of millionths."""
_EPOCHS = (("seconds", 1e8, 1.0), ("milliseconds", 1e11, 1e3), ("microseconds", 1e14, 1e6), ("nanoseconds", 1e17, 1e9))
"""Units of a time since 1970, the least number that is one (1973), and how many of them are a second."""
_WIDTH = 1000  # one unit ends where the next one begins
_DAY_S = 86_400
_DIGITS = 3  # as many telling digits that stay the same are no chance
_QUANTITY = re.compile(
    r"amount|price|fee|cost|money|sum|total|refund|balance|duration|seconds?|minutes?|ttl|age|bytes"
    r"|金额|价|费|款|总额|余额|时长|秒|分钟",
    re.IGNORECASE,
)


def unit_rule(before: float, after: float) -> str:
    """The name of the unit of time since 1970 that ``after`` has, where both are the same time; else ""."""
    old, new = _epoch(before), _epoch(after)
    if not old or not new or old[0] == new[0] or abs(old[1] - new[1]) > _DAY_S:
        return ""
    if new[0] in ("milliseconds", "seconds") and old[0] not in ("milliseconds", "seconds"):
        return scale_rule("", before, after)
    return new[0]


def scale_rule(name: str, before: float, after: float) -> str:
    """``times_N`` or ``divided_by_N`` where the factor is one of a unit and the number, or its name, is telling."""
    small, large = sorted((before, after))
    if small <= 0:
        return ""
    factor = next((factor for factor in FACTORS if abs(small * factor - large) <= 1e-9 * large), 0)
    telling = len(f"{small:.9f}".replace(".", "").strip("0")) >= _DIGITS or _QUANTITY.search(name)
    if not factor or not telling:
        return ""
    return f"times_{factor}" if after > before else f"divided_by_{factor}"


def _epoch(value: float) -> tuple[str, float] | None:
    """(unit, seconds since 1970) of a number that can be such a time."""
    return next(
        ((name, value / scale) for name, least, scale in _EPOCHS if least <= value < least * _WIDTH),
        None,
    )
