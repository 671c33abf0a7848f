"""English words of time. Keys are lower case; phrases are words joined by one space, apostrophes left out."""

from hindsight.domain.temporal import lexicon as lx
from hindsight.domain.temporal.holidays import HALVES, HOLIDAYS_EN, QUARTERS, SEASONS
from hindsight.domain.temporal.lexicon import Entry, Word, words
from hindsight.domain.temporal.periods import Weekly

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
_AMBIGUOUS = {
    "march",
    "may",
    "mar",
    "jan",
    "mon",
    "wed",
    "sat",
    "sun",
    "fri",
    "thu",
    "dec",
    "sep",
    "tue",
    "jun",
    "weds",
}


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
    "week|weeks|wk|wks": "week",
    "fortnight|fortnights": "fortnight",
    "month|months": "month",
    "quarter|quarters|qtr": "quarter",
    "year|years|yr|yrs": "year",
    "decade|decades": "decade",
    "century|centuries": "century",
    "business day|business days|working day|working days|work day|work days|workday|workdays": "business day",
}

_PARTS: dict[str, object] = {
    "morning|mornings|forenoon": lx.MORNING,
    "early morning|early in the morning|breakfast time": lx.EARLY_MORNING,
    "noon|noontime|noonish": lx.NOON,
    "midday|mid day": lx.MIDDAY,
    "lunch time|lunchtime|lunch": lx.LUNCH,
    "afternoon|afternoons|after noon": lx.AFTERNOON,
    "evening|evenings|eve of": lx.EVENING,
    "in the am": lx.part(0, 12, "am"),
    "in the pm": lx.AFTERNOON,
    "dusk|twilight": lx.DUSK,
    "night|nights|nighttime|night time": lx.NIGHT,
    "late night|late at night": lx.LATE_NIGHT,
    "small hours|wee hours|early hours": lx.SMALL_HOURS,
    "dawn|daybreak|sunrise": lx.part(5, 8, "am"),
    "end of day|end of the day|eod|close of business|cob": lx.END_OF_DAY,
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

WORDS: dict[str, Entry] = (
    _calendar()
    | words("U", _UNITS)
    | words("P", _PARTS)
    | words("#", _RELATIVE_UNITS)
    | words("R", {"last|previous|prior|preceding": -1, "this|current|the current": 0, "next|following": 1})
    | words("L", {"past": -1, "coming|upcoming|forthcoming": 1})
    | words("A", {"ago|back|before now|in the past": -1, "from now|hence": 1})
    | words("J", {"earlier": -1, "later": 1})
    | words("E", {"beginning of|start of|first part of|beginning|start": "start"})
    | words("E", {"middle of|middle": "mid", "end of|close of|end|last part of": "end"})
    | words("E", {"early": "start", "mid": "mid", "late": "end"}, flag="wide")
    | words("B", {"before|prior to|earlier than|ahead of": -1, "after|later than|following the": 1})
    | words("S", {"since|ever since|as of|starting|beginning on|starting from|starting on|from": None})
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
    | words("v", {"every|each|any": None})
    | words("m", {"am": "a", "pm": "p"})
    | words("c", {"oclock|o clock": None})
    | words("x", {"good morning|good afternoon|good evening|good night": None})
    | words("", {"the|about|around|approximately|roughly|nearly|almost|circa|exactly|sometime": None})
    | words("", {"like": None, "some time": None})
    | words("N", {"couple of|couple|pair of": 2.0, "few|several": 3.0, "dozen": 12.0, "zero": 0.0}, flag="vague")
    | words("C", {name: value for name, value in SEASONS.items() if name.isascii()}, weak="name")
    | words("C", dict(HOLIDAYS_EN))
    | words("C", {f"{name} holiday": value for name, value in HOLIDAYS_EN.items()})
    | words("C", {f"{prefix}{number}": value for prefix in "q" for number, value in QUARTERS.items()})
    | words("C", {f"h{number}": value for number, value in HALVES.items()}, weak="name")
    | words("W", {"weekend|week end": Weekly(5, 2)})
    | words("W", {"weekends": Weekly(5, 2)}, weak="whole")
    | words("T", {"midnight": lx.MIDNIGHT})
    | words("z", {"now|right now|just now": "now", "recently|lately": "recent", "other day": "other day"}, weak="whole")
    | words("z", {"moment ago|a moment ago|minute ago|moments ago": "moment", "year to date|ytd": "year"})
    | words("z", {"month to date|mtd": "month", "quarter to date|qtd": "quarter", "week to date": "week"})
    | words("g", {"eom": ("end", "month"), "eoy": ("end", "year"), "boy": ("start", "year")}, weak="whole")
    | {
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
