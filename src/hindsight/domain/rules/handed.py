"""What is handed over to be worked on and tells nothing of anyone: code, logs, errors, texts to translate (W1)."""

from __future__ import annotations

import re
from typing import Final

from hindsight.domain.patterns import pattern
from hindsight.domain.rules.clauses import Span

_CODE: Final = pattern(
    r"""
    (?:^|(?<=[\s：:`]))(?:```
    |(?:async )?def \w+\(|class \w+[(:]|@\w+\(|import [\w.]+(?: as \w+)?\s*$|from [\w.]+ import |(?:return|yield|raise
    |await)
     [^.!?]{0,80}[\[\](){}]|print\(|console\.log|(?:for|while|if|elif|with) [^\n]{1,80}[()\[\]=<>][^\n]{0,60}:\s*$
    |(?:else|try|finally|except[ \w]{0,30}):\s*$|(?:for|while|if|switch|catch) ?\([^\n]{0,80}\) ?\{?
    |(?:const|let|var) [\w{\[][^=\n]{0,40}=|function \w{0,40}\(|(?:public|private|protected) (?:static |final |class\s
    |void )
    |\#include|using namespace |SELECT [^\n]{1,120} FROM |INSERT INTO \w|UPDATE \w+ SET |DELETE FROM \w|CREATE (?:TABLE
    |INDEX|VIEW) |ALTER TABLE |File "[^"\n]{1,120}", line \d|Traceback \(most|Caused by: |Exception in thread
    |at [\w$]+(?:\.[\w$<>]+){1,8}\([^)\n]{0,80}\)|[\w.]{0,60}[A-Z]\w{1,40}(?:Error|Exception|Warning|Fault)(?::|$)
    |(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|CRITICAL|PANIC)(?::|\]| \w[\w.-]{0,40}:)|npm ERR!|panic: |fatal:\s
    |error\[\w+\]:
    |\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\$ \w|[{\[]\s?"[\w-]+"\s?[:,]
    |<\/?[a-z][a-z0-9]{0,12}(?: [a-z-]+="[^"\n]{0,80}")?>
    |[A-Za-z_][\w.]{0,40} ?[+*-]?= ?(?:[\[{("'\w])[^\n]{0,120}[\])};]\s*$|[^\n。]{1,120}\(\)?;\s*$|diff --git|@@ -\d
    |HTTP/\d)
    """,
    re.MULTILINE,
)
"""Where code, a log or an error message begins; it goes on to the end of its line, or of the clause it stands in."""
_MARGIN: Final = 80
"""Characters before code within which its line begins, when it stands alone on it."""
_LINE: Final = re.compile(r"\n")
_CLAUSE: Final = re.compile(r"\n|[;,] |\. |[，；。]")
_FENCE: Final = re.compile(r"```.{0,20000}?(?:```|\Z)", re.DOTALL)
_INDENTED: Final = re.compile(r"^(?: {4}|\t)[^\n]{1,300}$", re.MULTILINE)
_TO_WORK_ON: Final = pattern(
    r"""
    (?:(?<![a-z])(?:translat(?:e|ing)|rephras(?:e|ing)|rewrit(?:e|ing)|reword(?:ing)?|proofread(?:ing)?|paraphras(?:e
    |ing)
    |summari[sz](?:e|ing)|polish|shorten|tidy up|clean up|correct (?:the|this|my|these|any)|edit (?:this|my|the)
    |(?:fix|check|improve) (?:the|my|this|these) (?:grammar|spelling|wording|sentence|text|email|paragraph|translation
    |phrasing|punctuation|following)|what does (?:this|the following) mean|how (?:do|would) (?:you|i|we) say
    |(?:write|draft|compose|continue)(?: me| up)? (?:an?|the|this|my) (?:\w+ ){0,2}(?:bio|story|profile|cover letter
    |caption
    |intro|introduction|poem|dialogue|scene|paragraph|email|essay|speech|post)
    |turn (?:this|the following|these)(?: \w+){0,2} into|make (?:this|it|the following) (?:sound|more|less|shorter)
    |(?:is|are) (?:this|these|the following) (?:sentences?|grammar|correct)|here(?:'s| is) (?:the|my
    |an?) (?:\w+ )?(?:paragraph
    |text|sentence|draft|essay|letter|article|passage|excerpt|transcript)(?: (?:to|for|from|of|that)(?![a-z]))?)
    (?![a-z])[^.?!\n:：]{0,80}
    |(?:帮忙?我?|请|麻烦|把|将|给我)[^。？！?!\n：:]{0,16}(?:翻译|译成|润色|改写|校对|缩写|扩写|续写|仿写|概括|总结
    |改成|写成|修改|检查|分析
    |朗读|断句)[^。？！?!\n：:]{0,16}
    |^(?:翻译|润色|改写|校对|缩写|扩写|续写|概括|总结|解释|改|译)(?:一下|下|个|成|这|以下|下面)[^。？！?!\n：:]{0,16}
    |(?:原文|例句|病句|题目|段落|范文|课文|句子)(?:如下|是)?)[：:]\s?
    """,
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED: Final = re.compile(
    r"(?:^|(?<=\n)|(?<=[：:。.!！]))\s{0,2}(?:“[^”]{8,2000}(?:”|\Z)|「[^」]{8,2000}(?:」|\Z)|\"[^\"]{16,2000}(?:\"|\Z))"
)
"""What begins with a quotation mark is said by another, or a text to look at."""
_ABOVE: Final = pattern(
    r"""
    (?:[\n。”"】]\s{0,3})(?:(?:这|上面|以上)[^，。\n]{0,8}(?:文案|话|段|文字|句|邮件|通知|文章|公告|介绍)
    [^，。\n]{0,8}|帮我?|请)
    (?:润色|改|翻译|译|提炼|总结|概括|缩|校对|检查|看)
    |\n\s{0,3}(?:please |can you |could you |pls )?(?:summari[sz]e|translate|rewrite|rephrase|polish|shorten|proofread
    |fix|improve|edit)(?: (?:this|that|it|the above|above|please|pls)|\s{0,3}$)
    """
)
"""A request at the end that means the text above it."""
_DISOWNED: Final = pattern(
    r"""
    (?<![a-z])(?:(?:ignore|disregard) (?:that|this(?: one)?(?=$|[.,!])|(?:the|my|that|those) (?:last|previous|above
    |first
    |earlier)|my (?:messages?|typos?|text)|the (?:messages?|typos?)(?![a-z])|what i (?:just )?(?:said|wrote|sent))
    |wrong (?:chat|window|thread|channel|person)|(?:sent|posted|hit (?:send|enter)) (?:that |this |it )?(?:too (?:early
    |soon)
    |by (?:accident|mistake))|butt[ -]dial|autocorrect)(?![a-z])
    |发错了?(?:群|人|窗口|地方|消息)?了?(?=$|[，。！!])|手滑|误触|忽略(?:上|刚|前|这|掉)|当我没说|发串了
    """
)


def handed_over(text: str) -> list[Span]:
    """The places of ``text`` that are material and no statement of the speaker; may overlap, in no order."""
    found = [match.span() for mark in (_FENCE, _QUOTED) for match in mark.finditer(text)]
    found += [(0, match.start() + 1) for match in _ABOVE.finditer(text)]
    read = 0
    for match in _CODE.finditer(text):
        start = match.start()
        if start < read:
            continue
        alone = not text[max(0, start - _MARGIN) : start].rpartition("\n")[2].strip()
        last = (_LINE if alone else _CLAUSE).search(text, match.end())
        read = last.start() if last else len(text)
        found.append((start, read))
    if found:
        found += [match.span() for match in _INDENTED.finditer(text)]
    for match in _TO_WORK_ON.finditer(text):
        end = text.find("\n\n", match.end())
        found.append((match.end(), len(text) if end < 0 else end))
    return found


def is_handed_over(place: Span, material: list[Span]) -> bool:
    """Whether at least half of ``place`` lies in one piece of the material."""
    start, end = place
    return any(2 * (min(end, b) - max(start, a)) >= end - start for a, b in material)


_BARE_CORRECTION: Final = pattern(
    r"""
    ^(?:不是[^，。]{1,12}[，,]\s?(?:而)?是[^，。]{1,12}|not (?:on )?[\w ]{2,20}[,;] (?:but )?(?:on )?[\w ]{2,20})
    [。.!！]$
    """
)


def only_corrects(sentence: str) -> bool:
    """Whether a sentence puts one word for another and names nothing of which it is so ("Not Monday, Tuesday.")."""
    return _BARE_CORRECTION.match(sentence.strip()) is not None


def disowned(sentence: str) -> bool:
    """Whether a sentence takes back a message as such ("wrong chat, ignore that"), whatever else it says."""
    return _DISOWNED.search(sentence) is not None
