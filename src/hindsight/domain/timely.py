"""Whether a question asks for whatever lies in a time: "what did I do today?", 上周做了什么 (R2).

Then there is nothing to match but the time; any other word is a topic, to be found within it.
"""

from __future__ import annotations

from collections.abc import Iterable

from hindsight.domain.patterns import pattern

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


def asks_for_a_time(question: str, times: Iterable[tuple[int, int]]) -> bool:
    """Whether nothing is left of ``question`` but ways of asking once its ``times`` (offsets) are out."""
    left = question
    for start, end in sorted(times, reverse=True):
        left = f"{left[:start]} {left[end:]}"
    words = [word[0].casefold().replace("’", "'") for word in _WORD.finditer(left)]
    if any(word.split("'")[0] not in _SCAFFOLD for word in words):
        return False
    return _LETTER.search(_ZH_SCAFFOLD.sub("", _WORD.sub(" ", left))) is None
