"""What both word tables share: the shape of an entry, and the parts of the day."""

from typing import NamedTuple

from hindsight.domain.temporal.periods import TimeOfDay

HOUR = 3600


class Word(NamedTuple):
    """The token a word stands for; `weak` and `flag` as in `nodes.Node`.

    Kind "#" is a calendar unit relative to now: value (unit, shift). Kind "" is a word without weight: it is
    left out, so that grammars need not name it.
    """

    kind: str
    value: object = None
    weak: str = ""
    flag: str = ""


Entry = tuple[Word, ...]


def part(first: int, last: int, half: str) -> TimeOfDay:
    """A part of the day from hour `first` to hour `last`."""
    return TimeOfDay(first * HOUR, last * HOUR, "part", half)


EARLY_MORNING = part(5, 9, "am")
MORNING = part(6, 12, "am")
NOON = part(12, 13, "noon")
MIDDAY = part(11, 13, "noon")
LUNCH = part(12, 14, "noon")
AFTERNOON = part(12, 18, "pm")
DUSK = part(17, 19, "pm")
EVENING = part(18, 24, "night")
NIGHT = part(18, 24, "night")
LATE_NIGHT = part(21, 24, "night")
SMALL_HOURS = part(0, 6, "am")
MIDNIGHT = TimeOfDay(0, HOUR, "hour")
END_OF_DAY = part(17, 24, "pm")


def words(kind: str, entries: dict[str, object], weak: str = "", flag: str = "") -> dict[str, Entry]:
    """Spread {"a|b": value} to one entry per name."""
    return {name: (Word(kind, value, weak, flag),) for names, value in entries.items() for name in names.split("|")}
