"""What somebody wants of answers by its nature, without a word that it is to hold from now on (W2)."""

from __future__ import annotations

from typing import Final

from hindsight.domain.patterns import pattern
from hindsight.domain.rules import cues

_WISH: Final = pattern(
    r"""
    ^(?:(?:so|and|but|then|please|pls|also),?\s){0,3}(?:(?:don't|do not|never|stop|no need to|avoid)(?: ever| bother
    | to)? (?:suggest(?:ing)?
    |recommend(?:ing)?|propos(?:e|ing)|offer(?:ing)?|assum(?:e|ing)|giv(?:e|ing) me|send(?:ing)? me|show(?:ing)? me
    |tell(?:ing)? me to
    |us(?:e|ing)|call(?:ing)?|add(?:ing)?|includ(?:e|ing)|put(?:ting)?|mention(?:ing)?|quot(?:e|ing)|sugar-?coat
    |schedul(?:e|ing)
    |book(?:ing)?|sign(?:ing)?|start(?:ing)? (?:your|with)|end(?:ing)? (?:your|with))|(?:skip|leave out|omit|spare me
    |go easy on))
    (?![a-z])(?![^.]{0,80}(?<![a-z])(?:this|that|it|now|today|tonight|tomorrow|here|yet)(?![a-z]))
    |^(?:(?:so|and|but|then),?\s){0,2}(?:no|less|fewer) (?!problem|need|worries|rush|idea|one|more|longer)[\w' -]{2,40}?
    (?:,? please|,? in (?:your|my|the) (?:answers?|replies|responses|messages|code|emails?|texts?|comments?)
    |,? in future)(?:,? please)?[.!]?$
    |^(?:and |so )?no[ -](?:sugar[- ]?coating|small talk|emojis?|jargon|fluff|filler|preamble|disclaimers?
    |bullet points?|tables?
    |abbreviations?|exclamation marks?|nonsense|spoilers|apologies|padding)[.!]?$
    |^only (?!if|when|because|one|two|three|just|an? |the |then|time|way|thing|that|this|\d)
    [\w' -]{3,30}(?: for me)?[.]?$
    |^[\w' -]{2,30}(?: only,? please|,? only[.,] please)|^(?:answers?|replies|responses|units|dates|prices|times|code
    |comments) (?:in|as)
    [\w' -]{2,40}(?:please|only|always)[.!]?$|^(?!i |we |it |works |that |this )[\w' -]{2,30}, always[.!]?$
    |^nothing too \w+|^(?:dark|light) (?:mode|theme),? (?:always|everywhere)
    |^(?:(?:so|and|please),?\s){0,2}when(?:ever)? (?:you(?:'re)? )?(?:suggest|recommend|writ|plan|book|order|answer
    |reply|explain|translat|summari[sz]
    |quot|draft|cook|format|pick|choos)(?:e|ing|ting
    |ning)?(?![a-z])[^,?!]{0,60}, (?:please )?[a-z]+ |^avoid [\w' -]{2,40} when you
    |^address [\w' ]{2,30} as
    |^(?:以后|今后|平时)?(?:请|帮我)?(?:给我|跟我|替我)?(?:写|做|推荐|点|订|安排|发|画|翻译|回答|回复|解释|聊天|说话
    |生成|起草|设计|选|买|寄|约|排)[^，。？?先]{0,12}
    (?:时|时候|的话)[，,]?[^，。？?先]{0,10}(?:用|避开|别|不要|称呼|叫|写|放|加|备注|标|选|尽量|都|按|少|多|跳过|排除)
    |^[^，。]{0,4}推荐[^，。]{0,10}(?:避开|别|不要|跳过|排除)|^(?:千万)?(?:别|不要|不用|少)(?:给我|跟我|对我|再给|再推
    |推荐)(?!.{0,6}(?:这|那|了))|^跟我(?:说话|聊|讲)
    |^(?:回答|回复|答案|解释)(?:尽量|要|都|用|请|简|越|别|不要|最好)|^(?:单位|日期|金额|时间|价格|表格|图表?|代码|注释
    |变量名?|邮件|落款|署名|称呼|标题|文档|格式|缩进|命名)
    [^，。是在]{0,8}(?:都|统一|一律|默认|全部?)(?:用|按|写|是|放|改)|^[^，。]{0,10}(?:以前|之前|以后|之后)(?:都)?(?:别
    |不要)(?:给我|安排|打|约|找|叫|发)
    """
)


def wishes(clause: str) -> bool:
    """Whether a clause asks for a manner or a choice that holds as long as nothing else is said."""
    return _WISH.search(clause) is not None and not (cues.asks(clause) or cues.once(clause))
