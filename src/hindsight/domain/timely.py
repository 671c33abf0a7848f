"""Whether a question asks for whatever lies in a time, looks ahead, and whether a text tells of that time (R2).

"What did I do today?", 上周做了什么: there is nothing to match but the time; any other word is a topic, to be found
within it. "Last night the server went down", told today, lies in last night by its own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from hindsight.domain.memory import Memory
from hindsight.domain.patterns import pattern
from hindsight.domain.query import Interval
from hindsight.domain.temporal import Span, resolve

SURE = 0.5
"""Confidence, 0–1, below which a reading of a time expression is not acted on."""
_DAY = timedelta(days=1)
_READ = 2000
"""Characters of a memory in which times are looked for."""
_FIRST = datetime.min.replace(tzinfo=UTC)
_LAST = datetime.max.replace(tzinfo=UTC)

_ASKING = """
a an the this that these those there it i me my we us our you your and or but so then all any anything everything
something some thing things stuff else other much many more most what which how did do does done doing is are was
were be been being am have has had can could would will please on up to in at of off for with by about from during
over around through since until before after between happen happens happened happening occur occurred go going went
new news event events activity activities experience experiences update updates important notable interesting
special show tell give list summarise summarize summary recap review overview remind recall remember remembered
remembers notes note memory memories entry entries record records recorded log logged stored saved say said told
talk talked talking discuss discussed chat chatted mention mentioned write wrote get got accomplish accomplished
achieve achieved plan plans planned schedule scheduled agenda coming work worked working busy keep kept day week
month year ever exactly
"""
_SCAFFOLD = frozenset(_ASKING.split())
_WORD = pattern(r"[a-z]+(?:['’][a-z]+)?")
_ZH_SCAFFOLD = pattern(
    r"""
    我们|咱们|你们|大家|总结|回顾|回忆|列出|告诉|记录|记忆|内容|消息|重要|特别|活动|情况|怎么样|如何|经历|那天|当天|时候|期间
    |哪些|什么|事情|事儿|发生|全部|所有|一共|总共|一下|一些|看看|没有|讨论|安排|请问|帮忙|帮|新鲜|日常|干嘛|东西|的话|那段
    |时间|这段|计划|日程|打算|进展|动态|概括|概述|梳理|日记|聊天|对话|提到|提过|见闻
    |[我你咱都了的吗呢啊吧么有没啥哪事过做干忙聊谈说讲在是和跟把给些请看里中上出情列记新大还又也就到来去搞弄这那会要想知道]
    """,
    0,
)
_LETTER = pattern(r"[^\W\d_]")
_AHEAD = pattern(
    r"""
    (?:(?<![a-z])(?:is|are|am|isn['’]t|aren['’]t)|['’](?:s|re|m))\s(?:[a-z]{1,20}\s){0,4}(?:happening|coming|going|doing|planned
    |scheduled|due|booked|expected|supposed|meeting|seeing|having|leaving|flying|travell?ing|visiting|starting|opening
    |arriving|expecting|getting|beginning|moving|taking)(?![a-z])|what(?:['’]s|\sis)\s(?:on(?![a-z])|in\s(?=jan|feb|mar|apr
    |may|ju[nl]|aug|sep|oct|nov|dec))
    |(?<![a-z])what\s(?:happens|comes|starts|begins|opens)(?![a-z])|(?<![a-z])(?:will|upcoming|coming\sup|agenda|calendar|going\sto)(?![a-z])
    |(?<![a-z])(?:do|does)\s(?:[a-z]{1,20}\s){1,3}(?:have|need|leave|start|fly|go|arrive|open|begin|meet|plan)(?![a-z])
    |(?<![a-z])(?:my|our|your|his|her|the|any)\s(?:plans?|schedule|appointments?)(?![a-z])
    |安排|计划|打算|日程|要(?:不要)?(?:做|干|去|来|开|见|参加|准备|交|办|忙)|会(?:做|干|去|来|有|发生|开|见)|将(?:要|会)
    |(?:该|得|准备)(?:做|干|去)|有(?:什么|啥|哪些|没有)?(?:活动|事|会议?|约|比赛|考试|课)|(?<=[月号日天])有(?:什么|啥|哪些)(?=$|[？?呢吗])
    """
)
_BEHIND = pattern(
    r"""
    (?<![a-z])(?:did|didn['’]t|was|were|had|happened|went|been|ended|last|past|previous|ago|yesterday|earlier)(?![a-z])
    |了|过(?!年|节|生日|来|去)|上(?:个|一)?(?:周|月|次|星期|礼拜)|去年|昨|前天|以前|之前|当时|那时|来着
    """
)


def asks_for_a_time(question: str, times: Iterable[tuple[int, int]]) -> bool:
    """Whether nothing is left of ``question`` but ways of asking once its ``times`` (offsets) are out."""
    left = question
    for start, end in sorted(times, reverse=True):
        left = f"{left[:start]} {left[end:]}"
    words = [word[0].casefold().replace("’", "'") for word in _WORD.finditer(left)]
    if any(word.split("'")[0] not in _SCAFFOLD for word in words):
        return False
    return _LETTER.search(_ZH_SCAFFOLD.sub("", _WORD.sub(" ", left))) is None


def looks_ahead(question: str) -> bool:
    """Whether it asks what is to come: "what am I doing on Friday?", 周五有什么安排. Nothing in it may look back."""
    return bool(_AHEAD.search(question)) and not _BEHIND.search(question)


def spans_of(question: str, now: datetime, zone: str) -> tuple[tuple[Interval, ...], tuple[tuple[int, int], ...]]:
    """The intervals of the times that ``question`` names, UTC, and where they stand in it (offsets).

    Memory looks back, so "in March" is the last March; where the question looks ahead, it is the next one.
    """
    found = [span for span in resolve(question, now, zone) if span.confidence >= SURE]
    ahead = looks_ahead(question)
    spans = tuple(_ahead(span, now) if ahead else Interval(*span.utc_bounds()) for span in found)
    return spans, tuple(span.offset for span in found)


def tells_of(memory: Memory, spans: Sequence[Interval], zone: str) -> bool:
    """Whether the text of ``memory`` names a time in one of ``spans``: "last night", told the day after.

    Times are read from when it was told: as past, or in what was told before the span as to come. A time much longer
    than the span ("this year") does not tell of it.
    """
    told = memory.when
    return any(
        _names(mention, told, start or _FIRST, end or _LAST)
        for mention in resolve(memory.content[:_READ], told, zone)
        if mention.confidence >= SURE and mention.op == "in"
        for start, end in ((span.start, span.end) for span in spans)
    )


def _names(mention: Span, told: datetime, start: datetime, end: datetime) -> bool:
    read = _ahead(mention, told) if told < start else Interval(*mention.utc_bounds())
    if read.start is None or read.end is None:
        return False
    return read.start < end and read.end > start and read.end - read.start <= max(end - start, _DAY)


def _ahead(span: Span, now: datetime) -> Interval:
    """The first reading of ``span`` that is not over, else its own."""
    first, last = span.utc_bounds()
    if last is None or last > now:
        return Interval(first, last)
    later = [(start.astimezone(UTC), end.astimezone(UTC)) for start, end in span.alternatives if end > now]
    return Interval(*min(later)) if later else Interval(first, last)
