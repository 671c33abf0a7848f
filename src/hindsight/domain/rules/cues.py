"""Words that tell what a clause does: ask, request, suppose, waver, react – or change, hedge, deny and matter (W2, "
"W6).
"""

from __future__ import annotations

import re
from typing import Final

from hindsight.domain.memory import Polarity
from hindsight.domain.patterns import pattern
from hindsight.domain.verbs import base

_I = re.IGNORECASE


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, _I)


STANDING: Final = pattern(
    r"""
    (?<![a-z])(?:from now on|going forward|in (?:the )?future|always|never|every time|each time|any ?more|by default
    |for all (?:future )?|whenever you|when you (?:write|answer|reply|explain|generate|code)|i'd (?:prefer|rather)
    |call me|address me as|refer to me as|keep (?:your |the |all )?(?:answers|replies|responses|explanations
    |messages|it short in general)|(?:please )?(?:answer|reply|respond|write|talk
    |speak)(?: to me)? (?:only )?in (?:english|chinese|french|german|spanish|japanese|korean|portuguese)(?: from
    | please|$|[.,])|(?:don't|do not|no need to) (?:ever |bother to )?(?:call|text|phone|ring|email|message|contact
    |wake|disturb|schedule|book|send|put|add|include|mention|ask) (?:me|anything|meetings?|any|us|my|onions?
    |emojis?)[^?]{0,60}(?:before|after|on|during|at|in|without|again|please)|don't (?:ever|use emojis?|suggest
    |recommend|apologi[sz]e|call me))|以后|今后|从现在(?:起|开始)|往后|每次|总是|一律|永远|不要再|别再|别给我推荐
    |请叫我|叫我[^，。\s]{1,8}(?:就好|就行|吧)?$|称呼我|代码风格|(?:请|都|统一|始终)用[^，。]{1,8}(?:回答|回复|交流
    |注释)|默认用|回答(?:我)?(?:时|的时候|要|请)|一直用|^(?:别|不要|请勿|请别)[^，。]{0,6}(?:打电话|发语音|放|加
    |安排|推荐|用敬语|叫我|联系|打扰)|(?:点|订|买|选|发|写|回复|安排|开会)[^，。]{0,10}(?:的话|时
    |的时候)?[，,]?(?:一定|都|只|要|尽量|最好)(?:要|用|选|发|写|放|在)
    """
)
FOR_GOOD: Final = pattern(
    r"""
    ^when(?:ever)? (?:i (?:ask|send|say|write|paste|share|mention)|you (?:write|answer|reply|explain|translate
    |summari[sz]e|quote|code))
    (?![a-z])[^?]{2,120},\s(?!i |we |can |could |what |how )|    (?<![a-z])(?:from now on|going forward
    |in (?:the )?future)(?![a-z])|^(?:please )?(?:always|never(?! been| had| seen| met| got| tried| \w+ed)) [a-z]+
    |以后(?:都|请|不要|别|一律|就)|今后|往后|从现在(?:起|开始)
    """
)
_ONCE: Final = pattern(
    r"""
    for this (?:one|answer|time|message|question|reply)|just (?:this|once|in this|for now)|this time|right now
    |这次(?![^，。]{0,12}了)
    |这回|这一次|这里先|本次|先用
    """
)
_PROCEDURE: Final = pattern(
    r"""
    (?<![a-z])(?:first(?:ly)?|start by|begin by)(?![a-z])[^.?!]{3,200}(?<![a-z])(?:then|after that|next|finally
    |second(?:ly)?|and (?:only )?then)(?![a-z])|^(?:in order )?to [a-z][^,:?!]{3,80}[,:] ?(?:first|run|stop|start
    |open|go|use|click|set|call|do|make|create|delete|remove|add|install|restart|check|copy|push|pull|you (?:have to
    |need to|must|should)|we )|(?:the )?(?:steps|procedure|process|workflow|runbook|checklist)(?: (?:for
    |to) [^:]{1,60})?(?: (?:is|are))?\s?:|(?:always|never) [a-z]+ [^?]{3,100} (?:before|after|when
    |if) |先[^？?]{2,80}(?:然后|再|最后|接着|之后)[^？?]{2,}|(?:流程|步骤|做法|方法|操作)(?:是|为)?[：:]|(?:如果
    |要是|一旦|当|每当|遇到|凡是|只要)[^？?]{2,60}[，,]?(?:就|先|请|必须|需要|要先|应该先|则|记得|得)(?:要|先|用|把
    |去|重启|检查|执行|运行|找|联系|改|换|跑|清|删|关|开|回滚|重试|发|走|提|填|通知|停|加|看|查|等)
    |[^，,？?]{1,20}(?:之前|以前|前)(?:必须|一定要|要|需要|得|记得)(?:先)?[^？?]{2,}|(?:申请|报销|发布|部署|上线
    |请假|采购|入职)[^，,？?]{0,12}(?:要先|需要先|必须先|得先)
    |^(?:how )?to [a-z][^:?!]{2,60}:\s?[a-z]|^(?:always |please )?(?!if|when|as|the|my|our|his|her
    |i |we )[a-z]+ (?![^.?!]{0,80}
    (?<![a-z])(?:this|that|it|my|me|your|i|was|were|went|had|is|are)(?![a-z]))[^.?!,]{2,80} (?:before|after|when
    |whenever)(?: you)? (?:committing|commit|merging|merge|deploying|deploy|releasing|release|pushing|push
    |publishing|publish
    |leaving
    |starting|shipping|upgrading|restarting|opening|closing|submitting|installing|building|every \w+|each \w+)(?![a-z])
    |^(?:before|after) \w+ing(?: [\w ]{1,40})?, [a-z]+ |^before you [^,?]{2,60}, [a-z]+
    |(?:顺序|次序)(?:是|为|：|:)|[^，,？?]{1,20}(?:之前|以前|前)(?:先|都|一律)?(?:跑|运行|执行|检查|确认|备份|更新|通知
    |关掉|停掉|拔|清|提|打开)
    |超过[^，？?]{1,20}(?:要|需要|得|须|必须)[^，？?]{2,}|[^，？?]{2,20}了就(?:把|先|去|用|重|拔|按|跑)
    |^(?:in order )?to [a-z]+ (?!be |me |say )[^,:?!]{2,80}(?:[,:] ?
    | you (?:just |first |have to |need to |must |can )?)
    (?!i |we'd|it |that |the |this |my |he |she |they )[a-z]+ [^?!]{3,200}(?:, | and | then )[a-z]+
    |^[a-z]+ing [^,:?!]{2,40}: ?[a-z]+ [^,]{2,60}, [a-z]+ [^,]{2,60}(?:,| and)
    |^(?:if|when|whenever|once) (?:a|an|the|any|somebody|someone) [^,?!]{3,80},? (?:we
    |you) (?:first |always )?[a-z]+ [^?!]{3,120},[^?!]{3,120} and
    |(?:时|时候|要|得)[^，。？?]{0,16}(?:分开|按|分别)[^？?]{0,30}[，,]先[^？?]+|^(?!.{0,60}[了过](?:[，。]
    |$))[^我他她，。？?]{2,16}先[^，。？?]{2,16}[，,][^，。？?]{2,16}[，,][^？?]{2,}
    |^(?:遇到|碰到|如果|要是|一旦|万一)[^，？?]{2,20}[，,]先[^，？?]{1,20}[，,][^？?]{2,}
    |^(?:if|when|whenever|once) (?!i |we (?:ever|had|were|could))[^?!]{6,100} first(?:,|[.]?$)
    |^[^，我他她]{1,5}[完好]了?(?:以后|之后)?(?:要|得|必须|记得)(?!是)[^，了？?]{1,12}$
    |^每(?:次|回|逢)[^，？?]{1,16}(?:之?后|之?前|时|的时候)(?:都|要|先|就|请|记得)?[^，？?]{2,}
    """
)
_ON_CONDITION: Final = pattern(
    r"""
    ^(?:whenever|when|if|before|after|once|every time|each time) (?!i (?:ever|were|was|had|could)|we (?:ever|had|were
    |could))[^?]{3,300}$
    """
)
_TO_DO: Final = pattern(
    r"""
    , ?(?:(?:please|then|always|just|first|never|don't|do not|you (?:must|should|need to|have to)|we (?:always |must
    |should |need to |first )?) ?){0,2}(?P<verb>[a-z]{2,14})(?![a-z'])(?! (?:is|are|was|were|has|had))
    """
)
QUESTION: Final = pattern(
    r"""
    [?？]\s*$|(?:吗|么|吧？|嘛？|不啊|没有啊|^[^，。]{0,6}呢)[\s。.!！~～]{0,3}$|^(?:what|who|whom|whose|which|where
    |when|why|how)(?:'s|'re|'d)?\s(?:is|are|was|were|do|does|did|can|could|should|would|will|about|many|much|long
    |far|often|come|else|kind of|happens|happened|causes)(?![a-z])|^(?:how|why)\s(?:the|i|you|we|to|has|have
    |had)(?![a-z])|^(?:what|who)'s (?:the|your|a|my)(?![a-z])|^(?:is|are|am|was|were|do|does|did|can|could|should
    |would|will|shall|has|have|had|may|isn't|aren't|don't|doesn't|didn't|can't|won't) (?:i|you|we|they|he|she|it
    |there|this|that|the|my|your|our|any|anyone|someone) |^(?:any|got any) (?:[a-z]+ ){0,3}(?:recommendations?
    |suggestions?|ideas?|tips|thoughts|advice|plans)|(?:什么|怎么|为什么|为何|多少|几点|几个|哪里|哪儿|哪个|哪些
    |哪种|谁|如何|是不是|能不能|可不可以|有没有|要不要|会不会|好不好|行不行|对不对|是否|咋
    |啥)(?:[^，,。]{0,12})(?:[呀啊呢了]|来着|合适|比较好|好看的?|好玩的?)?[。.!！~～\s]{0,3}$
    """
)
_NOT_ASKING: Final = _compile(
    r"^how to [^:?]{2,60}: ?[a-z]|"
    r"什么都|怎么都|谁都|哪里都|哪儿都|没什么|不管|无论|没怎么|不怎么|多少有|知道(?:怎么|为什么|如何)|告诉我(?:怎么"
    r"|为什么)|没有多少|没有什么|什么也|谁也|哪里也|怎么也|多少都|什么时候都|(?:记得|知道|明白|取决于)[^，。]{0,4}(?:谁|什么|怎么|哪)|就什么"
)
REQUEST: Final = pattern(
    r"""
    ^(?:(?:so|ok|okay|and|now|then|also|well|hey|hi|actually|just|alright)[, ]{1,2}){0,2}(?:please |pls |kindly |co
    uld you |can you |would you |will you |can we |help me |let's |let me |let us )|^(?:(?:so|ok|okay|and|now|then
    |also|well|actually|just)[, ]{1,2}){0,2}(?:write|explain|show|give|tell|draft|make|create|list|summari[sz]e
    |translate|fix|sort|add|remove|delete|find|search|look|check|convert|generate|rewrite|rephrase|describe|compare
    |suggest|recommend|use|try|do|don't|run|open|close|send|read|review|refactor|implement|build|change|update
    |rename|move|copy|paste|print|calculate|compute|plan|outline|define|analy[sz]e|debug|test|format|shorten|expand
    |simplify|improve|proofread|edit|turn|set|put|pick|choose|go|come|wait|stop|start|continue|repeat|remind
    |schedule|book|order|imagine|pretend|act|play|think|consider|keep|help|teach|answer|reply|respond|name|extract
    |provide|prepare|design|solve|walk|break|merge|split|ignore|forget|skip|take|get|call|say|ask|double-check
    |verify|guess|note|see|enjoy|have a|be)(?![a-z'])(?!\s(?:[\w-]+\s){0,3}(?:is|are|was|were|has|have|had|starts?
    |ends?|runs?|needs?|moved|costs?|closes|opens|goes|shipped|arrived|failed|passed|lives
    |takes)(?![a-z]))(?!\s(?:of|from|at|night|club|day|\d))|(?<![a-z])i(?:'d| would)? (?:need|want
    |like) you to |(?<![a-z])i(?:'d| would) (?:like|love) (?:to (?:understand|know|see|learn|hear|get|have|ask)
    |a |an |some |your )|i (?:want|need) to (?:know|understand|ask|see|learn how)|i'm (?:looking
    |searching) for |i need (?:help|a hand|some|your|an? (?:example|idea|suggestion|summary|function|script|query
    |regex|list|plan))|looking forward to your|^(?:请(?!假)|麻烦|帮我|帮忙|帮|给我|替我|让我|教我|告诉我|跟我说
    |你(?:能|可以|帮|来|给|先|再|去|看|说|觉得)|能不能|能否|可以帮|写(?:一|个|段|封|篇|首|份)|把(?!.{1,20}(?:换成
    |改成|搬)[^，。]{1,12}了)|翻译|总结|解释|列(?:出|一|个)|画(?:一|个|张)|生成|推荐|介绍|分析|检查|修改|优化|润色
    |改写|缩写|扩写|举个?例|说说|讲讲|讲一|聊聊|看看|看一下|查一下|查查|再(?:来|给|写|说|发|改|正式|短|长|详细|简)
    |换(?:个|一|种)|用[^，。]{1,10}(?:写|实现|表达|说)|别|不要|我想(?:知道|了解|问|请教|听听|看看|学)|我要(?:一|问)
    |想(?:问|请教|了解|知道)|我需要你|安排一下|试试|继续|展开|简单(?:说|介绍))|(?:再发|发给|告诉|给)我(?:一次|一下
    |看看|一份|个)?[。.!！]?$|(?:整理|翻译|改|写|总结|优化|解释|说明|修|处理|分析)(?:一下|下)(?:吧|呗)?[。.!！]?$
    |^(?:我们|咱们?|那|就|先|下次|走|来)[^，。]{0,16}吧[。.!！~～]?$|^[^我他她，。]{1,6}吧[。.!！~～]?$
    """
)
HYPOTHETICAL: Final = pattern(
    r"""
    ^(?:and |but |so |well,? )?(?:if|what if|suppose|supposing|imagine|assuming|let's say|say we|were i|had i|say (?:i
    |we|you|my|our|there|the)(?![a-z])|unless
    |in case|i wish|if only)(?![a-z])|(?<![a-z])(?:i|we)(?:'d| would| could)(?: probably| likely| maybe| rather
    | never| also)? (?!(?:like|love|prefer|rather) )[a-z]+[^.?!]{0,80}(?<![a-z])if(?![a-z])|^(?:要是|如果|假如|假设
    |倘若|万一|若是|若|除非)|就好了|该多好|(?<!我)(?<!说实)的话[，,][^，。]{0,20}(?:会|就|能|要)
    |^(?:lol |haha )?(?:she|he|they|that)(?:'d| would) (?!like|prefer|rather|love|always|often)
    """
)
UNDECIDED: Final = pattern(
    r"""
    (?<![a-z])(?:i|we)(?:'m| am|'re| are|'ve been| have been)? (?:might|may or may not|may|could maybe
    |thinking (?:about|of)|considering|wondering|not sure|unsure|undecided|torn|toying|tempted|haven't decided
    |have not decided|don't know|do not know|guess|wonder|can't decide|doubt|hope|suppose)|^(?:maybe|perhaps
    |possibly|not sure|no idea|idk)(?![a-z])|(?:'re|are|is|am|'m|been) (?:still |currently )?(?:debating|deciding
    |(?:going )?back and forth|discussing|arguing) (?:on |about |over )?(?:whether|if|which|where|what)
    |(?<![a-z])(?:haven't decided|still deciding|on the fence|someday
    |one day i|nothing yet|no plans?)(?![a-z])|(?:我|我们|咱们?)?(?:在|还在|正在)?(?:考虑|犹豫|纠结|琢磨)(?!到)
    |没想好|没谈拢|没谈妥|没敲定|没商量好|没决定|没确定|还没定|待定|不确定|不知道|说不定|(?:我|我们
    |咱们?)(?:也)?(?:可能|也许|或许|大概)(?:会|下|明|今年|过|再|换|搬|改|考|学|转|回|要
    |去|也|报|买|换|是)|^(?:可能|也许|或许|大概(?!\d))(?:是|会|要|去)|也可能|(?:也许|或许)(?:会|要|能|可以|得)
    |一直在想|有点想|希望|但愿|想不想|再看看吧|再说吧
    |要么.{1,20}要么|^可能.{1,20}吧|(?<![a-z])either i |(?<![a-z])may (?:end up|well)|depends on the|it depends
    """
)
MOOD: Final = pattern(
    r"""
    ^(?:i'm |i am |i feel |i'm feeling |feeling |i've been feeling |so |today i'm |i was )?(?:just |a bit |a littl
    e |a little bit |really |so |very |pretty |super |kinda |kind of |quite |too |such )?(?:tired|exhausted
    |exhausting|sleepy|hungry|thirsty|bored|boring|sad|happy|down|blue|stressed|stressed out|sick of it|fed up
    |annoyed|excited|ok|okay|fine|good|great|bad|awful|terrible|meh|lazy|cold|hot|angry|confused|lost|stuck|nervous
    |anxious|overwhelmed|lonely|better|busy|swamped|speechless|impressed|curious|glad|sorry|thrilled|a mess|done
    |in a hurry|ready|back|here|listening|sure|kidding|joking|dead)(?: (?:today|now|right now|tonight|lately
    |this morning|again|too|with this|at the moment|of it|about (?:it|that|this)|to (?:hear|see) (?:that|it|you)
    |for you))?[.!~ ]{0,5}$|^(?:今天|昨天|最近|现在|这几天|我|我今天|今天我|我现在|整个人)?(?:感觉|觉得|都
    |也)?(?:有点|好|真|太|很|非常|特别|超|真的|真是|又)?(?:心情)?(?:累|困|饿|渴|烦|无聊|难过|开心|高兴|郁闷|焦虑
    |紧张|忙|冷|热|不爽|不错|不好|糟糕|崩溃|懵|懒|丧|emo|激动|感动|兴奋|倒霉|冷死|热死|累死|饿死|困死|烦死|笑死|累趴
    |无语|头大|头疼死)(?:了|啊|呀|哦|呢|的|死了|啊啊|哈哈){0,3}[。.!！~～]{0,3}$|整个人都?是?(?:懵|废|散)|心情(?:不
    |很|有点|特别|挺|真)|今天(?:又)?是.{0,8}一天
    """
)
TASTE: Final = pattern(
    r"""
    ^nothing beats (?!that|this|it)|^give me [\w' ]{2,30} over |^i(?:'m| am) off (?!to|for|work|now|today|the)\w+
    |我喜欢|^别给我推|^别(?:再)?(?:给我|跟我|对我)(?:推荐?|发|放)
    """
)
"""Tastes in the words of a request or a remark."""
REACTION: Final = pattern(
    r"""
    ^(?:(?:wow|oh|haha|yeah|yes|no|well|aw+|ah|hmm|ok|okay|and|but|so|really|man|honestly)[,! ]{1,2}){0,3}(?:that
    |this|it|these|those|they|everything|all of (?:it|this)|(?:the|your) (?:[a-z]+ ){1,3})(?:'s|'re| is| are| was
    | were| sounds?| looks?| seems?| must(?: have)?(?: be| been| feel)?| makes?| feels?| did| worked| works| helps?
    | helped| would be| will be|'ll be)(?: (?:all|just|so|really|very|quite|pretty|also|such|like|exactly|totally
    |much|too|even|more|still|not|n't|a|an|the|no|been)){0,4} ?(?:great|good|nice|cool|awesome|amazing|perfect|wild
    |crazy|fine|interesting|funny|hilarious|weird|strange|odd|lovely|beautiful|wonderful|fantastic|terrible|bad
    |awful|sad|helpful|useful|clear|right|correct|wrong|true|it|all|sense|fun|sweet|neat|brilliant|impressive|clever
    |smart|fair|better|worse|enough|okay|ok|what i (?:need|want|mean|meant)|inspiring|powerful|adorable|cute
    |gorgeous|delicious|yummy|tough|hard|easy|rough|exciting|thoughtful|me|work|working|the spirit|the best|a relief
    |for sure|thing|idea|point|question|news|story|stuff|shot|pic|photo|rewarding)?[.! ~]{0,5}(?:!|$)|^(?:i (?:agree
    |see|get it|think so|know|bet|love (?:it|that|this|the|your)|like (?:it|that|this|the idea|your)|hear you
    |hope so|understand|can imagine|can see|mean|was wondering|have a question|appreciate)|glad|so glad
    |happy to hear|good to know|sounds|looks|congrat|congratulations|good luck|good for|keep (?:it )?up|well said
    |totally|thanks for|thank you for|thanks|no problem|way to go|can't wait|me neither|exactly|absolutely|of course
    |sure|nothing|love (?:the|that|this|your|it)|what a |how (?:[a-z]+)!|such a |happy (?:to help|[a-z]+day)
    |have (?:fun|a))|^(?:这|那|它|这个|那个|你的?|您的?|听起来|看起来|听上去|感觉)(?:[^，,。]{0,6})(?:真|很|太|挺
    |非常|好|不错|有点|蛮|也)?(?:是)?(?:不错|好|棒|厉害|有意思|有趣|有道理|有用|清楚|奇怪|贵|便宜|可爱|漂亮|好看|对
    |行|可以|管用|好用|酷|赞|有帮助)(?:了|的|啊|呀|哦|呢|极了){0,2}[。.!！~～]{0,3}$|^(?:笑死|说得|写得|真是|真的是
    |太.{1,6}了[。！!]?$|好的|谢谢|感谢|多谢|恭喜|加油|祝|哈哈|没错|确实|同意|明白|懂了|我懂|我同意|我明白|我知道了
    |我理解)
    """
)
ABOUT_LISTENER: Final = pattern(
    r"""
    ^(?:(?:yeah|yes|wow|well|and|so|but|oh)[,! ]{1,2}){0,2}(?:you(?:'re|'ve|'ll|'d)?|your|yours)(?![a-z])|^(?:你
    |您)(?:的|们|是|真|很|说|这|太|做|好|也|要|需要|应该|可以|一定)?
    """
)
META: Final = pattern(
    r"""
    (?<![a-z])(?:here(?:'s| is| are) (?:the|my|a|an|some|what)|as i (?:said|mentioned)|in other words|to be clear
    |for context|a bit of context|some (?:background|context)|before we start|quick question|one (?:more )?(?:thing
    |question)|i have (?:a|another|one) (?:question|favour|favor|request)|i(?:'ll| will) (?:try|check|let you know
    |think|do that|have a look|take a look|get back)|i(?:'m| am) (?:asking|just asking|talking about)|i(?:'d
    | would) have to|i can't see why|i don't (?:get|understand|follow|see)|i (?:mistyped|misspoke|meant)|my mistake
    |what was i|i forgot my manners|(?:just )?a (?:quick )?heads[ -]up|i forgot to (?:mention|say|tell)|it turns out
    |guess what)(?![a-z])|^(?:wait|correction|sorry|typo|update|oops)[,.!: ]{0,3}$|报错(?:是|如下|信息)|(?:背景
    |情况)(?:是|如下)?$|先说下|刚(?:才)?(?:说|打|写)错|说错了|我想问|请问|问一下|有个问题|如下$|跟你说个|得去查
    |提醒一下|补充一下|我试试|我看看|我想想|我刚才想|来着
    """
)
TASK: Final = pattern(
    r"""
    (?<![a-z])(?:(?:i (?:get|got|keep getting|see)|i'm getting|there's|there is|it (?:gives|throws|says
    |shows)) (?:me )?(?:an?|this|the (?:same|following)) (?:\w+ )?(?:error|exception|warning|message)
    |(?:still |it |that |this )(?:doesn't|does not|didn't|isn't|won't|not) (?:work|working|help|run|compile|build
    |load|start)|i(?:'ve)? (?:already )?tried (?:it|that|this|both|everything|again|already)|(?:trying|struggling
    |working) (?:to|on|with) (?:fix|debug|solve|understand|figure|get|this|it|make)|i (?:want|need|have to have
    |would like) (?:it|this|that|these|those|the (?:output|answer|result|code|text|function|query|script)
    |an? (?:\w+ )?(?:table|list|summary|function|script|query|one-liner|regex|poem|story|essay|paragraph|version
    |diagram|chart|draft|email|letter|title|name for|plan|outline|recipe|picture|image|logo|website|app))
    |the (?:answer|output|result|text|essay|summary|reply|poem|story|function|code) (?:should|must|needs to|has to
    |shouldn't)|^(?:i (?:like|prefer|want|choose|pick|mean|meant|think) )?(?:the )?(?:first|second|third|last|other
    |latter|former) (?:one|option|version|idea|suggestion|paragraph|sentence|example|approach|variant|answer
    |draft)(?![a-z])|i (?:like|prefer|want) the (?:first|second|third|last|other|latter|former) |option (?:[a-d]
    |\d)(?![a-z])|this (?:code|function|answer|text|sentence|paragraph|error|query|script|one|example|line|file
    |image|picture|email|snippet)(?![a-z])|(?:the|that) (?:error|exception|stack ?trace|log) (?:says|is|reads
    |message))|^(?:it|this|that)(?:'s| is| was) (?:(?!\w*\d|not |the |my |our |from |in |on |at )\w+ ?){1,3}[.!]?$
    |^(?:运行|执行|编译|启动|安装|还是|又|一直|老是|它|结果|但)?[^，。昨上]{0,8}报错|没用[。！]?$|还是不(?:行|对)
    |没(?:看|听|搞|弄)懂|我想要(?:一|个)|我(?:要|需要)(?:一个|一份|一段|一张|这个)|这个.{0,6}就要
    |^[^，。我了]{0,4}第[一二三四五]个(?!月)
    |第[一二三四五]版|最后一(?:步|段|句)|这(?:段|个|句|篇|行|份|张)(?:代码|函数|^(?:运行|执行|编译|启动|安装|还是|又
    |一直|老是|它|结果|但)?[^，。昨上]{0,8}报错|错误|文字|文章|回答|答案|图|表|话|文件|方案|版本)|[字词行]以内
    |控制在|试过了|一直在(?:修|调|弄|搞)|我也是这么|你们公司|^(?:the |your |my )?(?:output|result|answer|response
    |page|screen|test|code|build|image|formatting) (?:is|are
    |looks) (?:still |again |now |completely |just |all |also ){0,2}(?:wrong|empty|broken|red|blank|the same
    |incorrect|garbled|missing|off)
    """
)
MOMENT: Final = pattern(
    r"""
    ^good (?:morning|evening|afternoon|night)(?![a-z])|^(?:(?:so|well|and|but|oh|ugh|man|yeah|ok|okay|wow
    |anyway),?\s)?(?:(?:the |this )?(?:weather|traffic|rain|sun|heat)(?: \w+)? (?:is|was|has|looks)|it(?:'s| is
    | was) (?:raining|snowing|cold|hot|late|early|sunny|windy|freezing|pouring|dark|(?:already )?(?:mon|tues|wednes
    |thurs|fri|satur|sun)day)|my (?:brain|head|coffee|tea|eyes|back|feet|legs|mind) (?:is|are|hurts?) (?:fried
    |killing|getting|going|dead|tired|blown|foggy|mush|empty|cold|numb|spinning|racing)|today (?:has been|was|is
    |feels) (?:a |so |such |really |very )|what a |hope |hoping |wondering |curious |just (?:checking|wondering
    |curious|saying|kidding|a thought)|(?:it )?would be (?:nice|great|cool|good|lovely|awesome|helpful|fun)
    |in theory|theoretically|hypothetically|(?:i|we) (?:could (?:use|maybe|perhaps|also|just|always|cache|try|move)
    |can't (?:believe|wait|complain|thank)|didn't (?:know|realize|realise|expect|think|mean)|hadn't (?:thought
    |realized|considered)|had no idea|never (?:thought|knew)|gotta|have to (?:go|run|leave)(?: now)?$|need to (?:go
    |run|leave|think)(?: now)?|said |asked |was (?:hoping|wondering|asking|thinking|just)|appreciate|'d appreciate
    |don't (?:mind|care|think so)|(?:love|like) how|learned something|love (?:how|when) you)|(?:i'd
    |i would) (?:appreciate|say|guess|imagine)|i(?:'m| am) (?:trying to (?:understand|figure|learn how|get)|waiting
    |on it|off|leaving|heading (?:out|off)|about to|happy to|afraid (?:so|not)|all (?:ears|set|for))|i(?:'ll
    | will) (?:be (?:right )?(?:back|there|here)|let you|think|see|do (?:it|that|so)|wait|go (?:with|now)|leave it
    |take (?:it|that|a look)|get (?:to|back)|follow|keep|stick|pass|try)|learned something|up to you|whatever
    |either (?:is|way|one|works)|both(?:,| are| of them)? ?(?:i guess|fine|work|good)|my pleasure|someone is
    |not (?:today|now|yet|really|quite|exactly|bad)|almost|same (?:as|for|error|thing|here|problem|issue)|(?:the
    |that) same (?:for|as|error|thing|with)|one more |another (?:one|example)|as a (?:table|list)
    |(?:a |one |two |three )(?:paragraphs?|sentences?|lines?|words?|bullets?)(?: max)?|wrong |people say|they say
    |everyone (?:says|knows)|(?:that|this)(?:'s| is| was)? (?:exactly |just |not )?(?:what i|clears|driving|the one
    |all i)|no,? the )|^(?:今天|今晚|最近)(?:就|也|真|好|过得|天气|又是|忙|怎么)|^(?:脑子|咖啡|饭|外面|天气|外边
    |路上|天)(?:都|已经|里)?(?:不|凉|在|好|真|太|堵|下|黑|很)|^(?:我|我们)?(?:真|好|也|正|很)?想(?:喝|吃|睡|要|有|听
    |看|搞|弄|请|问|知道|学|确认|静静|哭)|没想到|^这(?:下|正|就|样|道|也|个问题|首|张)|烦死|累死|笑死|没什么
    |^我(?:先|马上|这就|就)(?:撤|走|回|来|去|下|睡|吃)|一点$|一点[。！]|^跟(?:刚才|之前|上面|你)|格式(?:输出|返回)
    |再(?:举|来|给|写)|来一份|^(?:真|好)想|理论上|^都说|据说|人家说|告诉你|^一样|^(?:现在)?(?:提示|显示|返回)|(?:问
    |说|要|指)的(?:不)?是|^(?:输出|结果|页面|屏幕|控制台)(?:是|为|全|都)|第 ?\d+ ?行|没(?:成功|反应|变化)
    |一切(?:都)?(?:好|顺利)|好(?:久|长时间)没|^(?:我)?贴在|^(?:附件|代码|日志)(?:是|在|贴|如)|^(?:上面|下面|上边|下边
    |以上
    |以下)|^但用|听你的|看你|随你|^太.{1,8}了[。！]?$|失败了[。！]?$
    """
)
UPDATE: Final = pattern(
    r"""
    (?<![a-z])(?:now|nowadays|these days|no longer|any ?more|not any longer|switched|moved|relocated|migrated
    |changed|replaced|replacing|upgraded|downgraded|bumped|raised|lowered|increased|decreased|reduced|renamed
    |swapped|converted|quit|left|resigned|retired|joined|started (?:at|working|using)|stopped|gave up|given up|gone
    |went (?:vegan|vegetarian|back)|became|turned|broke up|got (?:married|divorced|engaged|promoted|laid off|fired
    |a new)|divorced|sold|cancelled|canceled|postponed|slipped|pushed back|brought forward|rescheduled|used to
    |instead of|took over|as of|since|recently|new|newly|correction|update|actually|typo|mistyped|misspoke|i meant
    |not [\w.]+[,.]? (?:but|anymore)|rather than|after all|start at|i start|(?:gone|went|put) (?:up|down|back)
    |upped|rose|fell|no more
    |climbed|put off|scratch that)(?![a-z])|, not |[涨跌]到|提高?到|[减加]到|不再|再也不|[不没][^，。]{1,10}了|接替
    |取代|换了|停了
    |改[成为到用吃喝坐]|换[成了到]|戒|现在|如今|目前|已经|搬[到去来]|跳槽|离职|辞职|入职|转[到行岗]|升[到级为]
    |降[到级为]|提前到|推迟到|延[期到]|调整?[到为成]|切换|迁移?到|取消了|停用|弃用|卖了|分手|离婚|结婚|退休|更新
    |更正|纠正|其实|不是[^，。]{1,20}[，,]?(?:而)?是|[，,]不是|说错|打错|写错|不对|从今|开始|变[成为]|新
    """
)
BECAME: Final = pattern(
    r"""
    (?<![a-z])(?:no longer|any ?more|switched|moved|migrated|replaced|upgraded|renamed|changed|raised|lowered
    |increased|decreased|reduced|now|became|quit|left|joined|stopped|gave up|retired|sold|promoted|starting|will be
    |from now on|is called|belongs)(?![a-z])|不再|改[成为到用]|换[成了到]|戒|现在|搬[到去来]|跳槽|离职|辞职|入职
    |升[到级为职]|降[到级为]|提前到|推迟到|延[期到]|调整?[到为成]|切换到|迁移?到|停用|退休|变[成为]|[涨跌掉]到
    """
)

CORRECTION: Final = pattern(
    r"""
    (?<![a-z])(?:correction|typo|mistyped|misspoke|i meant|my mistake|i was wrong|actually|scratch that|after all
    |sorry, )|, not |更正|纠正|说错|打错|写错|弄错|搞错|记错|不对|其实|[，,]\s?(?:而)?不是
    |不是[^，。]{1,20}[，,]\s?(?:而)?是
    """
)
HEDGE: Final = pattern(
    r"""
    (?<![a-z])(?:i think|i believe|i guess|probably|maybe|perhaps|possibly|might|i'm not sure|not sure|apparently
    |i suppose|as far as i (?:know|remember)|iirc|if i remember|supposedly|seems?|likely|could be|roughly speaking
    |sort of)(?![a-z])|好像|可能|大概是|应该是|也许|或许|似乎|估计|据说|听说|我记得|没记错|不太确定|差不多是
    """
)
_GRAVE: Final = pattern(
    r"""
    allerg|intoleran|diabet|asthma|epilep|cancer|pregnan|medicat|blood type|blood pressure|disease|disorder|diagnos
    |disab|wheelchair|emergency|insulin|must (?:not|never)|never|forbidden|not allowed|deadline|legal|confidential
    |password|过敏|不耐受|糖尿|高血压|血压|哮喘|癌|怀孕|药|病|血型|忌|禁|不能|不许|必须|千万|截止|机密|紧急
    """
)
_NEGATIVE: Final = pattern(
    r"""
    (?<![a-z])(?:hates?|dislikes?|can't stand|cannot stand|detests?|loathes?|don't like|doesn't like|do not like
    |afraid of|annoy\w{0,4}|angry|sad|upset|worried|fail(?:ed|s|ure)?|broke(?:n)?|bugs?|outage|crash(?:ed|es)?|lost
    |wrong|problem|sick|ill|hurt|pain|terrible|awful|disappoint\w{0,4}|frustrat\w{0,4}|difficult|tough|died
    |passed away|rejected)(?![a-z])|讨厌|不喜欢|受不了|害怕|反感|难过|生气|失败|故障|中断|崩溃|丢失|错误|问题|生病
    |受伤|疼|痛|糟糕|失望|去世|拒绝|回滚|卡纸
    """
)
_POSITIVE: Final = pattern(
    r"""
    (?<![a-z])(?:loves?|likes?|enjoys?|prefers?|favou?rite|happy|glad|proud|excited|thrilled|great|awesome|amazing
    |wonderful|won|passed|succeeded|success|promoted|grateful|thankful|fun|good|best|perfect|recovered
    |relieved)(?![a-z])|喜欢|爱|热爱|偏爱|开心|高兴|自豪|激动|成功|通过|顺利|获奖|赢|升职|感谢|满意|不错|最好
    """
)


def orders_steps(clause: str) -> bool:
    """Whether a clause tells what to do, in order or when something is so ("when X, do Y")."""
    if _PROCEDURE.search(clause):
        return True
    told = _TO_DO.finditer(clause) if _ON_CONDITION.match(clause) else iter(())
    return any(base(match["verb"].lower()) == match["verb"].lower() for match in told)


def asks(clause: str) -> bool:
    return QUESTION.search(clause) is not None and _NOT_ASKING.search(clause) is None


def standing(clause: str) -> bool:
    """An instruction that holds beyond this turn ("from now on", 以后都)."""
    return STANDING.search(clause) is not None and _ONCE.search(clause) is None


def once(clause: str) -> bool:
    return _ONCE.search(clause) is not None


def polarity_of(text: str) -> Polarity:
    if _NEGATIVE.search(text):
        return "negative"
    return "positive" if _POSITIVE.search(text) else "neutral"


def grave(text: str) -> bool:
    """Health, constraints, duties: what must not be forgotten."""
    return _GRAVE.search(text) is not None
