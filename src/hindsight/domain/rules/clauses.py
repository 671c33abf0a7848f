"""Turns cut into clauses, each the smallest piece that can be a statement of its own, without its lead-in words."""

from __future__ import annotations

import re
from typing import Final

from hindsight.domain.figures import inside_figures
from hindsight.domain.patterns import pattern
from hindsight.domain.rules.general import joints
from hindsight.domain.rules.parts import joints_en
from hindsight.domain.text import sentences

MAX_SENTENCE: Final = 600
"""Characters; a longer sentence is cut at a blank or a mark into the next one."""

_SUBJECT: Final = (
    r"(?:(?:and|but|so|because|though|although|while|or|then|plus|also|now|today|currently|nowadays|anyway|anyhow"
    r"|oh and)\s)?(?:(?:i|we|he|she|it|they|you|there|everyone|somebody|nobody)(?:'[a-z]{1,2})?\s"
    r"|(?:my|our|its|the|this|that|his|her|their|your|only|no|builds?|metrics)\s"
    r"|(?-i:[A-Z])[\w-]{1,30}'s\s(?:(?:my|our|his|her|the|an?|in|on|at|not|now)\s|\w{2,12}ing\s)"
    r"|(?-i:[A-Z])[\w'-]{1,30}(?:\s(?-i:[A-Z])[\w'-]{1,30})?(?:'s)?\s(?:is|are|was|were|has|have|owns?|uses?|will"
    r"|runs?|lives?|works?|likes?|loves?|needs?|said)\s"
    r"|(?:what|how|which|who|where|when|why|do|does|did|can|could|should|would|is|are|any|please)\s)"
)
_CUT_EN: Final = re.compile(
    rf"(?<=;)\s|\s[–—]\s|\s-\s|(?<=,)\s(?={_SUBJECT})|\s(?=(?:and|but)\s(?-i:[A-Z])[\w'-]{{1,30}}\s(?:is|owns?|uses?"
    rf"|runs?|likes?|loves?|works?|lives?|has)\s)"
    rf"|(?<=[a-z]:)\s(?={_SUBJECT})|(?<=,)\s(?=so\s)|(?<!\sand)(?<!\sor)(?<!\sis)(?<!\snot)\s(?=so\s(?:i|we|he|she|they|it|my|our|don't|please"
    rf"|(?-i:[A-Z])[\w'-]{{1,30}}\s(?:is|has|will|owns?|uses?|runs?))(?:'[a-z]{{1,2}})?\s)|\s(?=because\s(?!of\s))",
    re.IGNORECASE,
)
_CUT_ZH: Final = re.compile(
    r"(?<=[，；：;])|(?<=[\u4e00-\u9fff])(?=是(?:因为|由于))|(?<=[\u4e00-\u9fff],)|(?<=[\u4e00-\u9fff])\s(?=[\u4e00-\u9fff])"
)
"""A blank between Chinese signs is a comma: so people type on phones."""
_LEAD_IN: Final = pattern(
    r"""
    (?:(?:hi|hello|hey|lol|ok|okay|yes|yeah|yep|yup|no|nope|nah|well|so|oh|ah|wow|haha|hmm|um|right|sure|and|but
    |also|plus|then|btw|by the way|actually|wait|sorry|um+|uh+|er+|like|basically|you know|and then|the thing is
    |well you know|correction|update|oops|typo|big news|good news|bad news|news
    |fyi|ps|note|quick update|important|honestly|anyway|anyways|anyhow|in fact|for context|for the record
    |just so you know|turns out|guess what|one more thing|first of all|thanks|thank you|cheers|great|cool|nice
    |awesome|ugh|because|since|though|i mistyped|my mistake|my bad|i meant|i misspoke|as i said|to be honest|tbh
    |unfortunately|luckily|fortunately|finally)(?:[,:!.]\s?|\s?[–—-]\s|\s(?=i'm|i'v|i )){1,2}|(?:turns out|it turns out
    |i've been told|i was told|i(?:'ve)? (?:just )?found out|i just learn(?:ed|t)|apparently|they told me)
    (?: that)? (?=(?:the|my|our|we|i|a|his|her|their)\s)|(?:and|but|so|because
    |also)\s|(?:你好|您好|嗨|嘿|哈喽|好的?|嗯+|对了?|是的|不对|不是|不|哦|噢|啊|哎|唉|哎呀|对了|顺便(?:说
    |提)?(?:一下|一句)?|另外|还有|其实|更正(?:一下)?|纠正一下|说明一下|补充一下?|更新(?:一下)?|说错了|刚(?:才)?(?:说
    |打|写)错了|我记错了|抱歉|不好意思|跟你说个?(?:大事|事)?|告诉你|说下|先说下(?:背景)?|背景|谢谢|嗯?那个|就是说?
    |然后吧|反正|说真的|长话短说|哦?对了|我跟你说过吧|怎么说呢|哎不对|是?因为|所以
    |但是?|不过|而且|然后|于是|那|那么|话说|讲真|说实话|老实说|好消息|坏消息)[，,：:！!。]\s?|(?:说真的|哦?对了|嗯那个
    |我跟你说过吧|反正|就是说|长话短说|是?因为|是由于|所以
    |但是|不过
    |而且|然后|于是|另外|其实吧?|还有)(?=\S{4})){1,4}
    """
)
_DANGLING: Final = re.compile(r"[\s,]{1,3}(?:and|but|so|while)$", re.IGNORECASE)
"""What joined a clause to the next one, which was cut off."""

Span = tuple[int, int]


def spoken_sentences(text: str) -> list[Span]:
    """Sentences of a turn as spans, none longer than :data:`MAX_SENTENCE`."""
    spans: list[Span] = []
    for start, end in sentences(text):
        begin = start
        while end - begin > MAX_SENTENCE:
            cut = max(text.rfind(mark, begin + 1, begin + MAX_SENTENCE) for mark in " ，,、;；") + 1
            cut = cut if cut > begin + 1 else begin + MAX_SENTENCE
            spans.append((begin, cut))
            begin = cut
        spans.append((begin, end))
    return [(start, end) for start, end in spans if text[start:end].strip()]


def clauses(text: str, span: Span) -> list[Span]:
    """The clauses of a sentence: trimmed spans, in order."""
    start, end = span
    sentence = text[start:end]
    places = (
        {m.end() for cut in (_CUT_EN, _CUT_ZH) for m in cut.finditer(sentence)}
        | set(joints(sentence))
        | set(joints_en(sentence))
    )
    cuts = sorted(places - inside_figures(sentence))
    found = []
    begin = 0
    for cut in [*cuts, len(sentence)]:
        piece = sentence[begin:cut]
        lead = len(piece) - len(piece.lstrip(" ,，;；:：、"))
        body = _DANGLING.sub("", piece[lead:].rstrip(" ,，;；:："))
        if body:
            found.append((start + begin + lead, start + begin + lead + len(body)))
        begin = cut
    return found


def without_lead_in(text: str, span: Span) -> Span:
    """``span`` without "No, ", "By the way: ", 对了，; a span that is only lead-in stays as it is."""
    start, end = span
    match = _LEAD_IN.match(text, start, end)
    if match is None or end - match.end() < 2:
        return span
    return match.end(), end
