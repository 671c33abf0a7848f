"""Whether a clause after a comma is a statement of its own, though no pattern of claims knows it (W1).

Two statements in one breath are two memories when each could become untrue alone: 老婆对花生过敏，孩子不过敏. A clause
is parted from the one before it when it has a topic of its own and says something of it, or a time or a limit of its
own. Reasons, judgements, corrections and the next step of the same action stay with what they belong to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memory import Claim, Kind
from hindsight.domain.patterns import pattern
from hindsight.domain.rules.claims import Found, find_general_claim

_LONGEST: Final = 60
"""Characters of a clause that are looked at."""
_NUMBER: Final = r"(?:\d|[一二两三四五六七八九十百千半]{1,3}(?![般样定直下点起边旁些向再旦律]))"
_NOT_ZH: Final = pattern(
    r"""
    ^(?:[他她它这那]|你|您|大家|谁|所以|因为|不是|而是|还是|不叫|再|然后|最后|之后|结果|才|别|请|如果|要是|就算|先
    |接着|[下上][次回]是|\S{2}[一二两三四五六七八九十\d]{1,3}次$|感觉|觉得|主要是因|特别是|尤其|比如|包括|毕竟|而且是|也是|不然|否则|没想到|人(?:多|少|太)|天气|一[块起]|时间|价[钱格]
    |[春夏秋冬][天季]|[手身脸]上|[左右]|\S了让|天天|顿顿|次次|年年|常常|往往|处处|事事)
    |太|真(?!的)|挺|有点|嫌|得(?:要命|很|紧|慌|厉害|不错|还行)|容易|看着|够呛|建议的|写着|也是$|不行$|的事$|累$|烦$|受不了|可惜|气死|哭死
    |无聊|作废|数了|记[串错]|填错|[吗呢吧嘛么？?]|多少|怎么|什么|哈{2}|帮我|给我|不[要得能可]\S{0,3}[乱超跳]|会不高兴
    """,
    0,
)
"""Clauses that give a reason, judge, put right or go on."""
_TOPIC_ZH: Final = pattern(
    rf"""
    ^(?:(?:学[校生费历位]|跑步|打(?:印|底|字)|报[销修告]|提[交成]|修的?人|从[库机站]|用[户量电水]|买家|卖家|教[练室材]|开[销发]
    |收[入银]|付款|交[付通]|住[址房]|剩下|其[他余]|原来的|要求|能耗|可用|对[面方]|带宽|走廊|算法|分[店库支]|主[库机人角要]
    |前[台端]|后[台端]|里[面屋]|外[包面]|全[家款])
    |(?![\d一二两三四五六七八九十百千半每共总没不待聊玩去来回吃喝住坐走跑看听写做买花卖送拿用放打学教开修洗练带跟和与及或就也还都再才只先后最周早晚中能会要可得该是有在叫算分连离从到推延提降升涨拍爬逛租搬骑挤排等弄搞点订存省赚亏丢摔碰遇见交付报考过收给帮陪约笑哭拖赶找试补退返换加减少多累困忙当被让把对为因所但而且并很好超差刚正我咱挪改泡恢叫姓名今明昨])
    [^，。、\s]{{1,2}})[^，。]{{0,10}}?
    (?P<says>[今明去]年|下?个?[周月]|是|叫|姓|在|离|没|不|还|只|倒|就|都|要|已|刚|改|用|说|签|到|有|涨|降|最[多少高低]|一律|特别|找|放|喝|吃|背|念|教|收|占|定|归|走|修路|{_NUMBER}|[周月年]\S{{0,3}}前?)
    """,
    0,
)
"""A noun that the clause is about, and what is said of it."""
_TIME_ZH: Final = pattern(
    r"""
    ^(?:(?:上个?[周月]|去年|前年|前[几两]天|最近|以前|之前那|平时|每[天周月年]|其他(?:日子|时间)|从小|周末
    |[一二三四五六七八九十]{1,2}月份?)(?!是|之前)\S{0,8}?(?:过|了|完|开始|教|在|上|写|做|住|门|新|关|休|营业|长大)|每[天周月年]\S{2,10}|其他(?:日子|时间)\S{3,12})
    """,
    0,
)
"""A time of its own and what happens then."""
_LIMIT_ZH: Final = pattern(
    r"^(?:只(?:能|有|留|收|接|吃|喝|要|做|支持|用)|但?也?不(?:吃|喝|爱|抽|接|收|做))\S{2}|^离\S{1,8}(?:近|远|走路|分钟|米|公里|站)|^一个月\S{3}|^(?:有事|[改用做弄]完)\S{2}|^还?在[^，]{2,6}$|^改(?:用|成|在|游|喝|吃|学)",
    0,
)
_TURNS_ZH: Final = pattern(r"^(?:但|不过|可)?(?:吃|喝|用|能|会|从小|还在|一直|不|没)\S{2}", 0)
_IS_ZH: Final = pattern(
    r"^[^，。、\s我他她它这那感觉不]{2,6}(?:是(?!因)|姓|叫|说)\S|^(?:其他(?:日子|时间)|每[天周月年])\S{3}", 0
)
"""What is told of an event and holds beyond it."""
_BEGINS_ZH: Final = pattern(
    r"^(?P<topic>(?!我|咱|[他她它这那]的?是)[^，。；我咱]{2,14}?)(?:是|在|叫|有|最|放|挂|设|改|涨|用)", 0
)
_FRAGMENT_EN: Final = pattern(
    r"""
    ^(?:(?:about |around |only |just )?(?:\d[\d,.]{0,7}|two|three|four|five|six|seven|eight|nine|ten|twelve
    |(?:twenty|thirty|forty)(?:[ -]\w+)?)\s(?!days|minutes|digits|weeks|hours late
    |years ago|months|euros|feet)(?:[a-z]+\s){0,1}[a-z]{2,}s(?:\son it)?
    |(?:kept for|born (?:on|in)|started \w+ing|working (?:out of|at|in|for|from)
    |lost \w+ of|based in|got (?:it|them) \w+|used to (?!be)
    |open from|closed on|due (?:on|in|back)|paid (?:by|in|on)|size \d)\s?[^,;]{2,60}
    |(?:and |but )?(?:nearly|almost) [a-z\d]{2,10}
    |(?:and|but) (?:doesn't|isn't|can't|won't|hasn't|never|only)\s[^,;]{2,60})$
    """
)
"""A property without a verb or without a subject: "kept for 14 days", "7 hives", "and doesn't teach in august"."""
_OWN_EN: Final = pattern(
    r"""
    ^(?:and (?:it|she|he)(?:'s)?\s(?!makes |means )[a-z]{2,14}(?:\s|$)|(?:and )?(?:it's (?:in|at|called|named|due)\s
    |we (?:own|keep|use|have|run|rent|sell|live|work|share|meet|start|open|close)\s
    |(?!it|that|this|which|there|he|she|they|i|you|what|how|if|when)
    (?:the |our |his |her |their )?(?!my )[a-z]\S{1,20}(?:\s[a-z]\S{0,20})?(?:\s|(?='s))
    (?:'s (?:dead|broken|down|gone|off|out|on|in|at|due|called)
    |is (?:on|in|at|the|a|an|due|called)|are (?:on|in|at|called)
    |renews?|goes|go|dies|closes?|opens?|starts?|ends?|lives?|works?
    |runs?|costs?|charges?|expires?|leaves?|does (?!my)|needs?|takes?|uses?|gets?|comes?)(?!\S)))
    """
)
"""A subject and its verb in the present."""
_AND_NOW_EN: Final = pattern(
    r"^and (?:it|she|he|\w+ [\w-]{1,20}(?: [\w-]{1,20})?)'s (?:due|dead|broken|down|gone|in|at|called)(?![a-z])"
)
_AND_EN: Final = pattern(r"(?:,\s|\s(?=(?:and|but)\s))(?:and\s|but\s)?(?=\S)")
_NEXT_EN: Final = pattern(r",\s|\s(?:and|but|so|because)\s|[.!?;]\s")
_DONE_EN: Final = pattern(r"^(?:kept|born|based|closed|open|due|paid|working)\s")
_DENIED: Final = pattern(r"^(?:不|没|doesn't|isn't|can't|won't|hasn't|never|used to)")
_OVER: Final = pattern(
    r"[昨刚]|上个?[周月]|前[天几两年]|过了?[^期敏]|(?<![a-z])(?:lost|got|came|went|\w{2,12}ed|yesterday|last)(?![a-z])"
)
_BUT: Final = pattern(r"[，,]\s?(?:但是?|不过|可是)$", 0)

BARE_NOUN: Final = pattern(
    r"^[^，。是有在了叫要会能用把给让说不没去来得]{1,16}的[^，。是有在了叫要会能用把给让说不没去来得]{1,4}$", 0
)
"""第 3 号工单的编号 names a thing and says nothing of it."""
_HEADING: Final = pattern(r"(?![我你您咱这那谁])[\u4e00-\u9fff]{1,4}(?=\s[\u4e00-\u9fff]|\s?[：:])")


def heads(text: str, span: tuple[int, int]) -> bool:
    """Whether the Chinese words at ``span`` of ``text`` name what the clauses after them are about: 娃 四岁 怕打针."""
    match = _HEADING.match(text, span[0])
    return match is not None and match.end() == span[1] and not key_fields_of(match[0])


def joints_en(sentence: str) -> list[int]:
    """Where an English sentence goes on with a property or a clause of its own."""
    found = []
    for match in _AND_EN.finditer(sentence):
        joint, rest = match.group().strip(" ,"), sentence[match.end() : match.end() + 2 * _LONGEST]
        piece = _NEXT_EN.split(rest, maxsplit=1)[0].rstrip(" .!;?")
        words = f"{joint} {piece}" if joint else piece
        if _FRAGMENT_EN.match(words) or (_OWN_EN.match(words) and piece):
            found.append(match.end())
    return found


def fragment(text: str) -> bool:
    """Whether the English ``text`` is a property that lacks its subject."""
    return _FRAGMENT_EN.match(text.rstrip(" .!;")) is not None


def parted_en(kind: Kind, joint: str, text: str) -> bool:
    """Whether the English clause ``text`` is a statement beside the one of ``kind`` before it, as :func:`parted`."""
    words = f"{joint.strip(' ,')} {text}".strip()
    if kind == "episode":
        return _AND_NOW_EN.match(words) is not None
    return kind == "fact" and (fragment(words) or _OWN_EN.match(words) is not None)


def has_topic(text: str) -> bool:
    """Whether the Chinese clause ``text`` names what it is about, so that its first words may be read as a subject."""
    if text.isascii():
        return False
    return _TIME_ZH.match(text) is None and _LIMIT_ZH.match(text) is None and _TOPIC_ZH.match(text) is not None


def is_over(text: str) -> bool:
    """Whether a clause tells what was: a plan or a date alone does not make a property an event."""
    return _OVER.search(text) is not None


def property_of(text: str, about: str) -> Found | None:
    """The claim of a parted clause that no pattern reads: of its own topic, else of ``about``; None if empty."""
    text = text[:_LONGEST].strip(" 。.!！~;，,")
    if has_topic(text):
        found = find_general_claim(text, "zh")
        match = None if found else _TOPIC_ZH.match(text)
        if match is None:
            return found
        about, text = text[: match.start("says")], text[match.start("says") :]
    if not about:
        return None
    if text.isascii():
        is_done = _DONE_EN.match(text) is not None
        subject = "I" if about == "user" else about
        found = find_general_claim(f"{subject} {'is ' if is_done else ''}{text.removeprefix('and ')}", "en")
        if found is not None:
            return replace(found, claim=replace(found.claim, entity=about))
    denied = _DENIED.match(text) is not None
    return Found(Claim(entity=about, attribute="does", value=text, negated=denied), "fact", None, general=True)


def topic_of(text: str) -> str:
    """What a Chinese clause is about, by its words before the verb; empty when that is the speaker or unclear."""
    match = _BEGINS_ZH.match(text)
    return match["topic"].strip() if match else ""


def parted(kind: Kind, joint: str, text: str) -> bool:
    """Whether the Chinese clause ``text`` is a statement beside the one of ``kind`` before it.

    ``joint``: what stands between the two. What is told of an event or a wish stays with it.
    """
    text = text[:_LONGEST].strip(" 。.!！~")
    if kind == "procedure" or len(text) < 3 or _NOT_ZH.search(text):
        return False
    if _BUT.search(joint) or text.startswith("但"):
        return _TURNS_ZH.match(text) is not None
    if kind != "fact":
        return kind == "episode" and _IS_ZH.match(text) is not None
    return any(form.match(text) for form in (_TOPIC_ZH, _TIME_ZH, _LIMIT_ZH))
