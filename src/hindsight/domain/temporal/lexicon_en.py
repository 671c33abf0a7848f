"""English words of time. Keys are lower case; phrases are words joined by one space, apostrophes left out."""

from hindsight.domain.temporal import lexicon as lx
from hindsight.domain.temporal.holidays import HALVES, HOLIDAYS_EN, QUARTERS, SEASONS
from hindsight.domain.temporal.lexicon import Entry, Word, words
from hindsight.domain.temporal.periods import Quantity, Weekly

_MONTHS = [
    "january|jan",
    "february|feb",
    "march|mar",
    "april|apr",
    "may",
    "june|jun",
    "july|jul",
    "august|aug",
    "september|sep|sept",
    "october|oct",
    "november|nov",
    "december|dec",
]
_WEEKDAYS = [
    "monday|mon",
    "tuesday|tue|tues",
    "wednesday|wed|weds",
    "thursday|thu|thur|thurs",
    "friday|fri",
    "saturday|sat",
    "sunday|sun",
]
# These are also other words or names: alone they are times only where the sentence says so.
_AMBIGUOUS = frozenset(
    [
        "march",
        "may",
        "april",
        "june",
        "august",
        "mar",
        "jan",
        "mon",
        "wed",
        "weds",
        "sat",
        "sun",
        "fri",
        "thu",
        "tue",
        "dec",
        "sep",
        "jun",
        "apr",
        "aug",
        "nov",
        "oct",
    ]
)


def _calendar() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for number, names in enumerate(_MONTHS, 1):
        for name in names.split("|"):
            found[name] = (Word("M", number, "name" if name in _AMBIGUOUS else ""),)
    for number, names in enumerate(_WEEKDAYS):
        for name in names.split("|"):
            found[name] = (Word("W", Weekly(number), "name" if name in _AMBIGUOUS else ""),)
            if len(name) > 4:
                found[name + "s"] = (Word("W", Weekly(number), "whole"),)
    return found


_UNITS: dict[str, object] = {
    "second|seconds|sec|secs": "second",
    "minute|minutes|min|mins": "minute",
    "hour|hours|hr|hrs": "hour",
    "day|days": "day",
    "week|weeks|wk|wks|work week|workweek|working week|business week": "week",
    "fortnight|fortnights": "fortnight",
    "month|months": "month",
    "quarter|quarters|qtr": "quarter",
    "year|years|yr|yrs": "year",
    "decade|decades": "decade",
    "century|centuries": "century",
    "business day|business days|working day|working days|work day|work days|workday|workdays": "business day",
}

_PARTS: dict[str, object] = {
    "morning|forenoon": lx.MORNING,
    "early morning|early in the morning|breakfast time": lx.EARLY_MORNING,
    "noon|noontime|noonish": lx.NOON,
    "midday|mid day": lx.MIDDAY,
    "lunch time|lunchtime|at lunch|over lunch|during lunch": lx.LUNCH,
    "afternoon|after noon": lx.AFTERNOON,
    "evening": lx.EVENING,
    "dusk|twilight": lx.DUSK,
    "night|nighttime|night time": lx.NIGHT,
    "late night|late at night": lx.LATE_NIGHT,
    "small hours|wee hours|early hours": lx.SMALL_HOURS,
    "dawn|daybreak|sunrise": lx.part(5, 8, "am"),
    "end of day|end of the day|end of business|eod|close of business|cob": lx.END_OF_DAY,
}

_RELATIVE_UNITS: dict[str, object] = {
    "today|todays": ("day", 0),
    "yesterday|yesterdays": ("day", -1),
    "tomorrow|tomorrows|tmr|tmrw|tomorow": ("day", 1),
    "day before yesterday|day before last|ereyesterday": ("day", -2),
    "day after tomorrow|overmorrow": ("day", 2),
    "week before last": ("week", -2),
    "month before last": ("month", -2),
    "year before last": ("year", -2),
    "week after next": ("week", 2),
    "month after next": ("month", 2),
    "year after next": ("year", 2),
}

_OFF = ("holiday", "holidays", "break", "vacation")
_OR_TWO = ("minute", "hour", "day", "week", "month", "year")

WORDS: dict[str, Entry] = (
    _calendar()
    | words("U", _UNITS)
    | words("P", _PARTS, weak="name")
    | words("P", {"mornings": lx.MORNING, "afternoons": lx.AFTERNOON, "evenings|nights": lx.NIGHT}, weak="whole")
    | words("#", _RELATIVE_UNITS)
    | words("R", {"last|previous|prior|preceding": -1, "this|current|the current": 0, "next|following": 1})
    | words("L", {"past": -1, "coming|upcoming|forthcoming": 1})
    | words("A", {"ago|back|before now|in the past": -1, "from now|hence": 1})
    | words("J", {"earlier|so far|thus far|to date": -1, "later": 1})
    | words("b", {"before last": -1, "after next": 1})
    | words("E", {"beginning of|start of|first part of": "start"})
    | words("E", {"middle of": "mid", "end of|close of|last part of": "end"})
    | words("E", {"early|early in": "start", "mid": "mid", "late|late in": "end"}, flag="wide")
    | words("B", {"before|prior to|earlier than|ahead of": -1, "after|later than|following the": 1})
    | words("S", {"since|ever since|as of|starting from": None})
    | words("S", {"starting|starting on|beginning|beginning on|commencing": None}, flag="begin")
    | words("S", {"ending|ending on": None}, flag="end")
    | words("H", {"this time|same time|this same time|this very time|this point": None})
    | words("F", {"from": None})
    | words("u", {"until|till|til|by|through|thru|up to|up until|no later than": None})
    | words("t", {"to": None})
    | words("K", {"between": None, "in between": None})
    | words("&", {"and": None})
    | words("w", {"within": None})
    | words("I", {"in": None})
    | words("n", {"during|throughout|over|for": None})
    | words("n", {"on": None}, flag="on")
    | words("n", {"at": None}, flag="at")
    | words("o", {"of": None, "s": None})
    | words("a", {"a|an": None})
    | words("h", {"half": 0.5})
    | words("r", {"rest of|remainder of|remaining|remaining of": None})
    | words("v", {"every|each|any|daily|weekly|nightly|monthly|hourly|yearly": None})
    | words("m", {"am|in the am": "a", "pm|in the pm": "p"})
    | words("c", {"oclock|o clock": None})
    | words("x", {"day off|days off|day job|day trip|day care": None})
    | words("x", {"good morning|good afternoon|good evening|good night|for now|by now|from now on": None})
    | words("", {"the|about|around|approximately|roughly|nearly|almost|circa|sometime": None})
    | words("=", {"exactly|precisely": None})
    | words("", {"like": None, "some time": None})
    | words("N", {"couple of|couple|pair of": 2.0, "few|several|some": 3.0, "dozen": 12.0}, flag="vague")
    | words("Q", {f"{unit} or two": Quantity(((2.0, unit),), least=1.0) for unit in _OR_TWO})
    | words("N", {"hundred": 100.0, "thousand": 1000.0})
    | words("C", {name: value for name, value in SEASONS.items() if name.isascii()}, weak="name")
    | words("C", dict(HOLIDAYS_EN))
    | words("C", {"summer holidays|summer holiday|summer vacation|summer break": SEASONS["summer"]})
    | words("C", {f"{name} {off}": day for name, day in HOLIDAYS_EN.items() for off in _OFF})
    | words("C", {f"{prefix}{number}": value for prefix in "q" for number, value in QUARTERS.items()})
    | words("C", {f"h{number}": value for number, value in HALVES.items()}, weak="name")
    | words(
        "C", {"summers": SEASONS["summer"], "winters": SEASONS["winter"], "springs": SEASONS["spring"]}, weak="whole"
    )
    | words("C", {"christmases": HOLIDAYS_EN["christmas"], "autumns|falls": SEASONS["autumn"]}, weak="whole")
    | words("W", {"weekend|week end": Weekly(5, 2)})
    | words("W", {"weekends": Weekly(5, 2)}, weak="whole")
    | words("T", {"midnight": lx.MIDNIGHT})
    | words(
        "z",
        {
            "now|right now|just now": "now",
            "recently|lately|recent days|recent weeks": "recent",
            "other day": "other day",
        },
        weak="whole",
    )
    | words("z", {"moment ago|a moment ago|minute ago|moments ago": "moment", "year to date|ytd": "year"})
    | words("z", {"month to date|mtd": "month", "quarter to date|qtd": "quarter", "week to date": "week"})
    | words("g", {"midweek": ("mid", "week"), "eom": ("end", "month"), "eoy": ("end", "year")}, weak="whole")
    | {
        "eve of": (Word("U", "day"), Word("B", -1)),
        "tonight": (Word("#", ("day", 0)), Word("P", lx.NIGHT)),
        "tonite": (Word("#", ("day", 0)), Word("P", lx.NIGHT)),
        "overnight": (Word("#", ("day", -1)), Word("P", lx.part(18, 30, "night"))),
        "late last night": (Word("#", ("day", -1)), Word("P", lx.LATE_NIGHT)),
        "late tonight": (Word("#", ("day", 0)), Word("P", lx.LATE_NIGHT)),
    }
)
WORDS["from"] = (Word("F"),)

PHRASES = frozenset(name for name in WORDS if " " in name)
LONGEST_PHRASE = max(name.count(" ") + 1 for name in PHRASES)

# Words that may follow a weak time ("in March we moved"): any other word makes it a name ("in March Madness").
FUNCTION_WORDS = frozenset(
    [
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "who",
        "what",
        "which",
        "that",
        "there",
        "this",
        "these",
        "those",
        "my",
        "your",
        "his",
        "her",
        "its",
        "our",
        "their",
        "a",
        "an",
        "the",
        "and",
        "or",
        "but",
        "so",
        "then",
        "because",
        "if",
        "when",
        "while",
        "where",
        "how",
        "why",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "onto",
        "over",
        "to",
        "until",
        "with",
        "without",
        "about",
        "after",
        "before",
        "since",
        "between",
        "am",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "did",
        "do",
        "does",
        "had",
        "has",
        "have",
        "will",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "not",
        "no",
        "also",
        "only",
        "just",
        "again",
        "still",
        "already",
    ]
)
