"""Trust tiers of sources, taint of derived text, and what a source of low trust may not say.

Of 150 independent attacks (BIPIA) phrase patterns caught none; "an imperative sentence from a source of low
trust" caught most. So below LOW_TRUST no orders, no address to the reader, no claims of authority, no
preferences; facts pass, and need their source named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from hindsight.domain import memory
from hindsight.domain.guard.imperatives import find_imperative
from hindsight.domain.guard.model import Hit

TRUST: Mapping[str, float] = MappingProxyType({str(source): tier for source, tier in memory.TRUST.items()})
USER_TRUST = TRUST["user"]
LOW_TRUST = 0.3


def trust_of(source: str) -> float:
    """The tier of a source, 0-1. Raises ValueError for a source that is not in TRUST."""
    try:
        return TRUST[source]
    except KeyError:
        raise ValueError(f"unknown source {source!r}; known: {', '.join(TRUST)}") from None


_SECOND_PERSON = re.compile(r"(?i)(?<![a-z'])(?:you|your|yours|yourself|you'(?:re|ll|ve|d))(?![a-z])|你|您")
_AUTHORITY = re.compile(
    r"(?i)(?<![a-z])(?:as (?:your|the|an?) (?:\w{1,12} )?(?:admin\w{0,11}|developer|owner|supervisor"
    r"|operator|manager)"
    r"|(?:the |an? )?(?:admin(?:istrator)?|owner|supervisor|security team|user|boss|ceo|management"
    r"|openai|anthropic)s?"
    r" (?:has |have |had )?(?:already )?(?:approved|authori[sz]ed|granted|permitted|consented"
    r"|instructed|ordered|confirmed)"
    r"|official(?:ly)? (?:policy|instruction|directive|approved)|i (?:hereby )?(?:authori[sz]e|approve"
    r"|grant|order|instruct)"
    r"|(?:authori[sz]ed|approved) by (?:the )?(?:admin|owner|user|security|management)\w{0,10})"
    r"|(?:管理员|用户|老板|领导|系统|官方|安全团队|主人)(?:已经?|早已)?(?:授权|批准|同意|许可|命令"
    r"|指示|要求)|(?:我|本人)(?:以[^,。\n]{1,8}身份)?(?:授权|批准|命令)"
)
_PREFERENCE = re.compile(
    r"(?i)(?<![a-z])(?:the |this |our |every )?(?:users?|customers?|owner|human|(?-i:I)|he|she|they)"
    r" (?:(?:really|always|usually|strongly|generally|also|now) )?(?:prefers?|likes?|loves?|wants?"
    r"|hates?|dislikes?|enjoys?|favou?rs?|needs?|would (?:like|prefer|love)|always (?:buys?|uses?"
    r"|chooses?|picks?))(?![a-z])"
    r"|user(?:'s)? (?:preference|favou?rite)|preference of the user"
    r"|(?:用户|客户|主人|他|她|我)(?:们)?(?:很|最|非常|更|一直|总是|比较|都|也|一般|通常)?(?:喜欢|偏好"
    r"|希望|想要|习惯|讨厌|不喜欢|喜爱|偏爱|要求|热爱|倾向)|用户的?(?:偏好|喜好)"
)
_ATTRIBUTION = re.compile(
    r"(?i)(?<![a-z])(?:according to|as (?:reported|stated|described|documented) (?:by|in|on)|(?:page"
    r"|site|website|document|docs?|manual|e-?mail|article|report|tool|readme|paper|author|sender"
    r"|vendor|output|response|log|file|section|[\w-]{1,40}\.[a-z]{2,10}\S{0,80})"
    r" (?:\w{1,20} ){0,4}?(?:says?|said|states?|stated|reports?|reported|claims?|claimed|writes|wrote"
    r"|describes?|lists?|shows?|notes?|returned|mentions?))"
    r"|根据|据[^,。\n]{1,20}(?:介绍|报道|称|显示|说|记载|所述)|(?:网页|页面|文档|邮件|文章|报告|手册"
    r"|官网|工具|作者|网站|说明书|日志)[^。\n]{0,12}?(?:说|称|写道|显示|指出|提到|声称|介绍|记载|返回)"
)


def find_distrusted(text: str) -> list[Hit]:
    """What text from a source at or below LOW_TRUST may not contain; read on folded text."""
    hits: list[Hit] = []
    if span := find_imperative(text):
        hits.append(Hit("imperative", *span))
    for rule, pattern in (("second_person", _SECOND_PERSON), ("authority", _AUTHORITY), ("preference", _PREFERENCE)):
        if match := pattern.search(text):
            hits.append(Hit(rule, *match.span()))
    return hits


def is_attributed(text: str) -> bool:
    """Whether the text names whose claim it is ("page X says ...", "据官网介绍")."""
    return _ATTRIBUTION.search(text) is not None
