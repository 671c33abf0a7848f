"""When a statement happened or will: the tense of its words says which "October" it means (R2).

A date without a year returns; told of what is to come it is the next one, told of what is over the last one, and
where the words leave it open, the nearest. What is dated more surely in the same words ("next month, on the 18th",
下个月过生日，9月18号) holds the date with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Final, Literal

from hindsight.domain.patterns import pattern
from hindsight.domain.temporal import Span, resolve

Tense = Literal["ahead", "behind", ""]
Bounds = tuple[datetime, datetime | None]
Interval = tuple[datetime | None, datetime | None]

_DAY: Final = timedelta(days=1)
_YEAR: Final = timedelta(days=365)
_BE: Final = r"(?:(?<![a-z])(?:am|is|are|isn't|aren't|be)|(?<=[a-z])'(?:m|s|re))"
_FEW: Final = (
    r"(?:\s(?:not|also|still|all|both|only|just|now|probably|definitely|hopefully|finally|be|have|it|to)){0,3}"
)
_EN: Final = pattern(
    rf"""
    (?P<ahead>(?:(?<![a-z])(?:will|won't|shall|gonna|going\sto|about\sto|needs?\sto|ha(?:ve|s)\sto|must|should|wants?\sto
    |hop(?:e|es|ing)\sto|would\slike\sto|intends?\sto)|'ll|'d\slike\sto){_FEW}(?:\s[a-z]+)?
    |{_BE}(?:\s(?!was|were)[a-z]{{1,20}}){{0,2}}\s[a-z]{{2,20}}ing(?:\s[a-z]{{2,20}}ed)?(?![a-z])
    |{_BE}(?:\s[a-z]{{1,20}}ly)?\s(?:[a-z]{{2,20}}ed|due|set|on|in|at|from|until|till|booked|held|off|away|the|my|our|his
    |her)(?![a-z])|(?<![a-z])gets?\s[a-z]{{2,20}}ed(?![a-z])
    |(?<![a-z])(?:have|has|'ve|got)(?:\sgot)?\s(?:an?|another|the|my|our|his|her|their|two|three|no)(?![a-z])
    |(?<![a-z])(?:plan(?:s|ning|ned)?|expect(?:s|ing|ed)?|scheduled?|booked|book|reserved|signed\sup|registered|enrolled
    |invited|arranged|agreed|due|upcoming|coming\sup|looking\sforward|can't\swait|deadline|expires?|remind|don't\sforget
    |rescheduled|postponed|pushed(?:\sback)?|delayed|brought\sforward|put\soff|tickets?\sfor|sav(?:e|ing)\sthe\sdate
    |moves?|begins?|starts?|ends?|opens?|closes?|launches|leaves?|arrives?|departs?|resumes?|returns?|retires?|graduates?
    |runs\sout|kicks\soff|takes\splace|falls|turns|visits?|flies|fly|comes)(?![a-z])
    |(?<![a-z])(?:moved|shifted|changed|set|brought)\s(?:[a-z]{{1,12}}\s){{0,2}}(?:to|until|for)\s(?:the\s)?$)
    |(?P<behind>(?<![a-z])(?:was|were|wasn't|weren't|had|did|didn't|been|being|went|came|got|took|made|gave|saw|met|left
    |began|bought|sold|won|lost|broke|fell|felt|found|told|said|heard|read|ran|sang|ate|drank|slept|spent|taught|thought
    |wrote|drove|flew|grew|knew|rode|paid|caught|brought|built|chose|did|held|kept|led|sent|shot|stood|stole|swam|tore
    |wore|became|quit|hurt|used\sto|already|since|ago|back\sin|gave\sbirth|(?:{{0}}[a-z]{{2,20}}ed))(?![a-z]))
    """.replace(
        "{0}", r"(?<!\ba\s)(?<!\ban\s)(?<!\bthe\s)(?<!\bmy\s)(?<!\bour\s)(?<!\bhis\s)(?<!\bher\s)(?!need|indeed)"
    )
)
_LEADS: Final = pattern(
    r"(?<![a-z])(?P<since>since|(?:back|early|late|earlier|as)\sin|last)\s(?:the\s)?$"
    r"|(?<![a-z])(?:from|start(?:ing|s)?(?:\s(?:in|on|from))?|begin(?:ning|s)?(?:\s(?:in|on))?|as\sof|effective|until|till"
    r"|by|before|no\slater\sthan)\s(?:the\s)?$"
)
_ZH_AHEAD: Final = pattern(
    r"""
    (?<![只重主想需])要(?!求|是|不是|么|紧)|(?<![即])将(?!近|军)|(?<![开社学机协聚议约体误展晚年宴])会(?!议|员|计|场|所|谈|上|了|展)|准备|打算|计划|预计|预定|预约|约[了好]
    |[定订买报][了好到](?!.{0,4}婚)|定[于在]|安排|即将|快了|快要|就要|就.{1,6}了$|下(?=个?(?:周|月|星期|礼拜|学期|季度|次))|明[天年早晚]|后[天年]|过生日|到期|截止
    |改[到成在]|推迟到|延[期后]到|提前到|举[行办](?!了|过)|召开(?!了|过)
    """,
    0,
)
_ZH_BEHIND: Final = pattern(
    r"了|过(?!年|节|生日|来|去|两天|几天)|上(?=个?(?:周|月|星期|礼拜|学期|季度|次))|去年|昨|前[天年]|刚|曾|已经?|以来|那时|当时|当年|的$",
    0,
)
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_SENTENCE_END: Final = re.compile(r"[.。!！?？\n]")
_CLAUSE_END: Final = re.compile(r"[，,。；;！!]")
_FIXED: Final = pattern(
    r"(?<![a-z])(?:last|past|previous|ago|this|next|recent|earlier|today|tonight|yesterday|tomorrow|following|coming)"
    r"(?![a-z])|\d{4}|[上下](?!午|旬)|[去昨前这本今明后当]"
)


def when(text: str, now: datetime, zone: str, before: str = "") -> Interval:
    """The interval, UTC, that ``text``, told at ``now``, is about; (None, None): it names none.

    ``before``: what was said right before, of which the words of the same sentence count.
    A time that holds ``now`` and is longer than a day ("this year") tells less than the time of telling: left out.
    """
    spans = resolve(text, now, zone)
    if not spans:
        return None, None
    lead = _SENTENCE_END.split(before)[-1]
    read = [_read(text, span, now, zone, lead) for span in spans]
    surely = [span.utc_bounds() for span in chain(spans, resolve(lead, now, zone)) if _FIXED.search(span.text)]
    for span in spans:
        if not _FIXED.search(span.text) and (within := _within(span, surely)):
            return within
    for bounds in read:
        if bounds is None:
            continue
        start, end = bounds
        if end is not None and start <= now < end and end - start > _DAY:
            continue
        return start, end
    return None, None


def _read(text: str, span: Span, now: datetime, zone: str, lead: str) -> Bounds | None:
    start, end = span.utc_bounds()
    if start is None:
        return None
    if start >= now or (end is not None and end > now) or _FIXED.search(span.text):
        return start, end
    first, last = span.offset
    tense = tense_of(text, span.offset) or tense_of(lead + text, (len(lead) + first, len(lead) + last))
    later = _next(text, span, now, zone)
    if tense == "behind" or later is None or (tense == "" and now - start <= later[0] - now):
        return start, end
    return later


def _next(text: str, span: Span, now: datetime, zone: str) -> Bounds | None:
    """The first reading of ``span`` that is still to come."""
    later = [_utc(pair) for pair in span.alternatives if pair[0] >= now]
    if later:
        return min(later)
    for again in resolve(text, now + _YEAR, zone):
        start, end = again.utc_bounds()
        if again.offset == span.offset and start is not None and start >= now:
            return start, None if end == now + _YEAR else end  # "from June" lasts up to the time of reading.
    return None


def _within(span: Span, surely: Sequence[Interval]) -> Bounds | None:
    """The reading of ``span`` that lies in a time that is surely dated; what is open on a side lies in none."""
    if span.open_start or span.open_end:
        return None
    for start, end in (_utc(pair) for pair in chain([(span.start, span.end)], span.alternatives)):
        for first, last in surely:
            if (
                first is not None
                and last is not None
                and first <= start
                and end <= last
                and (start, end) != (first, last)
            ):
                return start, end
    return None


def _utc(pair: tuple[datetime, datetime]) -> tuple[datetime, datetime]:
    return pair[0].astimezone(UTC), pair[1].astimezone(UTC)


def tense_of(text: str, place: tuple[int, int]) -> Tense:
    """Whether the words around ``place`` (offsets) tell of what is to come, of what is over, or leave it open."""
    return _tense_zh(text, place) if _HAN.search(text) else _tense_en(text.replace("’", "'"), place)


def _tense_en(text: str, place: tuple[int, int]) -> Tense:
    """By the last verb before the time, else the first after it; "since June" is over, "from June" is to come."""
    leads = _LEADS.search(text[max(0, place[0] - 20) : place[0]]) or _LEADS.search(
        text[slice(*place)].split(" ", maxsplit=1)[0] + " "
    )
    if leads and leads["since"]:
        return "behind"
    before = [_tense(match) for match in _EN.finditer(text, 0, place[0])]
    after = next(_EN.finditer(text, place[1]), None) if not before else None
    verb: Tense = before[-1] if before else _tense(after) if after else ""
    return verb or ("ahead" if leads else "")


def _tense(match: re.Match[str]) -> Tense:
    return "ahead" if match["ahead"] else "behind"


def _tense_zh(text: str, place: tuple[int, int]) -> Tense:
    """By the clause the time stands in, else by the whole; a plan that was made (约了) is still to come."""
    begin = max((match.end() for match in _CLAUSE_END.finditer(text, 0, place[0])), default=0)
    end = _CLAUSE_END.search(text, place[1])
    clause = text[begin : place[0]] + text[place[1] : end.start() if end else len(text)]
    for words in (clause.strip(), text):
        if _ZH_AHEAD.search(words):
            return "ahead"
        if _ZH_BEHIND.search(words):
            return "behind"
    return ""
