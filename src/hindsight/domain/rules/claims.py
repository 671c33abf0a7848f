"""From a clause to its claim: the first row of the tables that matches, with names made uniform."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from hindsight.domain.attributes import canonical_attribute
from hindsight.domain.figures import Joined, joined
from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memory import Claim, Kind
from hindsight.domain.patterns import pattern
from hindsight.domain.rules import chinese, english
from hindsight.domain.rules.general import read_english
from hindsight.domain.rules.table import Row
from hindsight.domain.text import Script

_PERSONAL_WORDS: Final = """
    车 手机 电脑 笔记本 相机 编辑器 时区 生日 血型 身高 体重 爱好 老家 工资 房租 鞋码
    邮箱 微信 母语 座位 专业 工作 公司 口味
"""
_BLANK: Final = re.compile(r"(?<=[\u4e00-\u9fff])\s+|\s+(?=[\u4e00-\u9fff])")
_PERSONAL: Final = frozenset(_PERSONAL_WORDS.split())
"""What is the speaker's own when nobody is named: 编辑器换成 Helix 了."""
LOOSE: Final = frozenset({"does", "is", "instruction"})
"""Attributes that nearly any sentence has, whatever it says."""
_LIMIT: Final = 300
_SELF: Final = re.compile(r"^(?:i|we|my|our|me|us|我|我们|咱|咱们|我家|我们家|我的|我们的|本人|俺)$", re.IGNORECASE)
_NO_ENTITY: Final = pattern(
    r"""
    ^(?:there|this|that|it|these|those|here|what|which|who|if|when|the one|reason (?:we|i)|please)(?![a-z])
    |(?<![a-z])(?:i|we|you|he|she|they)\s[a-z]+$|(?<![a-z])(?:have|has|that|which|because)$|[把被让说听觉想请]
    |^[这那它吧嗯诶哎欸呃得](?!(?:个|家|台|款|份|间|本|条|批|套|辆|栋)\s?[^的是在就也真太很，。]{2})|决定|愿意|大家|^(?:我|我们
    |咱们?)(?:升|走|学|更|大学|习惯|晚上|早上|上午|下午|中午|平时)
    |[一二三四五六七八九十]月份?|^[零一二两三四五六七八九十百千]+$|没人|的时候|统一|一律|别$|^(?:以前|之前|从前|原来|后来|当时|下次|一般|通常|之后
    |以后|其中|平均|大概
    |光合作|首先|另外|最近|最后|结果|目的|意思|问题|原因)
    """
)
_NO_VALUE: Final = pattern(r"^(?:got|at|in|on|out)(?![a-z])|\s(?:is|are|was|were|has|have|had)\s")
"""What follows a noun that is no value of it: the noun belongs to another subject ("my sister's twins are …")."""
_CUT_WORD: Final = pattern(
    r"""
    (?:[直链连间迎对衔]\|接|[晚早马身路网线车手地桌]\|上|[确默承公]\|认|[接主保车尽不掌]\|管|[只机社开周例晚年聚约误学体]\|会
    |[回起上下出进过后原本未从将]\|来|[回下出过进上]\|去|[以地楼线脚一剩留余当]\|下|[大中小同放上开科文医数化]\|学|[使采作费信常专有]\|用
    |[难好]\|[看听吃喝]|[出开研]\|发|[分离公]\|开|[小听据传]\|说|[微短相通]\|信|[反面针相绝]\|对|[可功性智技]\|能|[只需主重必]\|要|[觉记值获懂]\|得
    |[突进支输导杰]\|出|[改促先]\|进|[水房生资]\|产|[包安服西]\|装|[一品各这那哪]\|种|[自理]\|由|[价]\|值|[方倾]\|向|上\|[午周次面去来海班课网线]|下\|[午周次面去来班课]
    |[阿老小]\|[\u4e00-\u9fff](?=$))
    """,
    0,
)
"""Two signs that are one word, with the bar where subject and verb were parted."""
_OWNER: Final = re.compile(r"^(?:the|our|this|that|a|an|and|but|so|because)(?:\s|$)", re.IGNORECASE)
_ROLE_NAME: Final = re.compile(
    r"^(?:my|our|his|her|their)\s[\w' -]{1,30}?\s((?-i:[A-Z])[\w'-]+(?:\s(?-i:[A-Z])[\w'-]+)?)$", re.IGNORECASE
)
_ZH_LEADING_TIME: Final = pattern(
    r"""
    ^(?:(?:上上?个?|下下?个?|这个?)(?:周末?|星期|月|季度)[一二三四五六日天]?|去年|前年|今年|明年|昨天|前天|今天|明天
    |昨晚|今早|最近|周[一二三四五六日天末]|(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:份|底|初|\d{1,2}[日号])?
    |(?:\d{1,2})[日号]|(?:从|自)?\d{4}年(?:\d{1,2}月)?)(?:早上|上午|中午|下午|晚上|底|初|以来|开始
    |起)?[，, ]?(?=\S{3})
    """
)
_ZH_ADVERBS: Final = re.compile(
    r"^(?:就|也|都|还|只|才|现在|目前|今年|其实|已经|平时|最近|但|不过|而且|所以|因为|就是|这个月|今天)+|(?:现在|目前|已经|今年|也|都"
    r"|的|里|其实|他|她)+$"
)
_ZH_KIN_NAME: Final = pattern(
    r"""
    ^我的?(?:爸爸?|妈妈?|老婆|老公|妻子|丈夫|女儿|儿子|闺女|哥哥?|弟弟?|姐姐?|妹妹?|表[哥姐弟妹]|堂[哥姐弟妹]|同事
    |朋友|室友|同学|领导|老板|上司|邻居|爱人)(?P<name>(?:小|老|阿)[\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3})$
    """,
    0,
)
_TAIL: Final = pattern(
    r"""
    \s(?:now|anymore|any more|too|as well|currently|already|instead|again|today|these days|at the moment|for now
    |after all|please|though|yet)$|(?:了|的|啦|呀|啊|呢|吧|哦|就好|就行|左右)+$
    """
)
_TAIL_TIME: Final = pattern(
    r"""
    \s(?:in|on|since|from|by|until|last|next|this|back in|as of|starting|two|three|a (?:week|month|year
    |few)) ?(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|mon|tues
    |wednes|thurs|fri|satur|sun|week|month|year|spring|summer|autumn|fall|winter|\d{1,2} [a-z]|\d{4}|(?:days|weeks
    |months|years) ago)[\w ,]*| ago)$
    """
)
_ZH_NOUNS: Final = """
    version 版本 版本号
    port 端口 端口号
    address 地址
    url 网址 链接
    domain 域名
    rate_limit 限流
    timeout 超时 超时时间
    session_timeout 会话超时
    budget 预算
    deadline 截止日期 截止时间 交付日期 交付时间
    birthday 生日
    blood_type 血型
    works_as 职业 职位 工作 岗位
    works_at 单位 公司
    from 老家 家乡 籍贯
    name 名字 姓名 全名
    phone 电话 手机号 联系电话 电话号
    email 邮箱
    education 学历 教育背景
    height 身高
    weight 体重
    age 年龄
    likes 爱好 兴趣
    editor 编辑器
    database 数据库
    language 语言
    framework 框架
    owner 负责人
    time 时间
    location 地点
    size 规模 人数
    duration 持续时间
    vet 兽医
    manager 领导 直属领导 上司 经理
    boss 老板
    doctor 家庭医生 医生
    coach 教练
    landlord 房东
    advisor 导师
    native_language 母语
    wife 妻子 老婆
    husband 丈夫 老公
    daughter 女儿
    son 儿子
    daily_active_users 日活
"""
_ZH_ATTRIBUTES: Final = {
    noun: name for name, *nouns in map(str.split, _ZH_NOUNS.strip().splitlines()) for noun in nouns
}
"""The name of an attribute for the Chinese nouns of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A claim and what its pattern told besides: the kind of memory and the old value, if the words name one.

    ``general``: read from the sentence's build alone, by no pattern that knows what it is about.
    """

    claim: Claim
    kind: Kind
    replaces: str | None
    general: bool = False


def find_claim(clause: str, script: Script) -> Found | None:
    """The claim that ``clause`` makes, or None. The speaker is the entity ``user``. Values are substrings of the "
    "clause.
    """
    whole = joined(clause[:_LIMIT].replace("’", "'"))
    text = whole.text
    table = chinese.TABLE if script == "zh" else english.TABLE
    if script == "zh":
        text = _ZH_LEADING_TIME.sub("", text.rstrip("。.！!～~ "))
    found = _first(table, text, script)
    return _as_written(found, whole) if found else None


def _as_written(found: Found, whole: Joined) -> Found:
    """``found`` in the words of the speaker: its figures were read in one piece, 2,150 as 2150."""
    if whole.text == whole.written:
        return found
    claim = replace(found.claim, entity=whole.found(found.claim.entity), value=whole.found(found.claim.value))
    return replace(found, claim=claim, replaces=whole.found(found.replaces) if found.replaces else None)


def _first(table: Sequence[Row], text: str, script: Script) -> Found | None:
    """The claim of the first row that matches; in mixed speech also without the blanks around Latin words."""
    found = next((found for row in table if (found := _matched(row, text, script))), None)
    if found is not None or script == "en" or (tight := _BLANK.sub("", text)) == text:
        return found
    found = next((found for row in table if (found := _matched(row, tight, script))), None)
    return found if found is not None and found.claim.value in text else None


def find_general_claim(clause: str, script: Script) -> Found | None:
    """The claim of a plain statement that no pattern knows: subject, verb, object; for what is, not what happened."""
    whole = joined(clause[:_LIMIT].replace("’", "'"))
    text = whole.text
    if script == "zh":
        text = _ZH_LEADING_TIME.sub("", text.rstrip("。.！!～~ "))
        found = _first(chinese.GENERAL, text, script)
        return _as_written(replace(found, general=True), whole) if found else None
    reading = read_english(text)
    if (
        reading is None
        or not reading.subject
        or _NO_ENTITY.search(reading.subject)
        or not (value := _value(reading.value, script))
    ):
        return None
    attribute = canonical_attribute(reading.attribute)
    entity = _entity(reading.subject, script)
    claim = Claim(entity=entity, attribute=attribute, value=value, negated=reading.negated)
    return _as_written(Found(claim, "fact", None, general=True), whole)


def _matched(row: Row, text: str, script: Script) -> Found | None:
    match = row.pattern.search(text)
    return _found(row, match, script) if match is not None else None


def _found(row: Row, match: re.Match[str], script: Script) -> Found | None:
    groups = match.groupdict()
    value = _value(groups.get("v") or "", script)
    if not value:
        return None
    noun = (groups.get("a") or "").strip()
    attribute = _attribute(row.attribute, noun, script)
    raw = groups.get("e")
    if (
        value.endswith("不")
        or _CUT_WORD.search(f"{raw or noun}|{value}")
        or (row.attribute == "<A>" and _NO_VALUE.search(value))
    ):
        return None
    if raw and _NO_ENTITY.search(raw.strip()):
        return None
    denied = script == "zh" and raw is not None and len(raw) > 1 and raw.endswith(("不", "没", "没有"))
    entity = _entity(raw.rstrip("不没有") if denied and raw else raw, script)
    if row.attribute == "<A>" and not (groups.get("e") or "").strip():
        entity = noun
    if row.attribute == "<C>" or entity == noun:
        other = _changed(value) if row.attribute == "<C>" or not value.isascii() else "uses"
        entity, attribute = _of_attribute(raw or noun, script) or (entity, other)
    elif noun:
        entity, attribute = _owner_of_part(entity, attribute)
    if row.attribute == "works_as" and groups.get("w") and not groups["w"].startswith(("一", "某", "这", "那", "家")):
        value, attribute = _value(groups["w"], script), "works_at"
    if row.attribute == "owner" and _SELF.match(value):
        value, entity, attribute = entity, "user", "responsible_for"
    old = groups.get("o")
    return Found(
        Claim(entity=entity, attribute=attribute, value=value, negated=row.negated != denied),
        row.kind,
        old.strip(" 的") if old else None,
    )


def _attribute(name: str, noun: str, script: Script) -> str:
    if name not in {"<A>", "favourite", "takes"}:
        return name
    if script == "zh":
        return canonical_attribute(noun) if noun.isascii() else _ZH_ATTRIBUTES.get(noun, noun)
    return canonical_attribute(re.sub(r"^(?:my|our|his|her|their)\s", "", noun.casefold()))


def _changed(value: str) -> str:
    """What changes when something is moved, raised or put back "to" a value: told by the kind of value."""
    name = next((field.name for field in key_fields_of(value)), "place")
    return "amount" if name == "number" else name


def _entity(raw: str | None, script: Script) -> str:
    text = (raw or "").strip(" ,，、：:")
    if script == "zh":
        if text not in {"他", "她"}:
            text = re.sub(r"^(我们?|咱们?)用$", r"\1", _ZH_ADVERBS.sub("", text))
        kin = _ZH_KIN_NAME.match(text)
        if kin:
            text = kin["name"]
    else:
        text = re.sub(r"'s$", "", _OWNER.sub("", _OWNER.sub("", text)))
        role = _ROLE_NAME.match(text)
        if role:
            text = role[1]
    return "user" if not text or _SELF.match(text) else text


def _of_attribute(text: str, script: Script) -> tuple[str, str] | None:
    """Entity and attribute of a phrase that is an attribute itself: the rent, 上传上限; None for any other."""
    table = chinese if script == "zh" else english
    match = table.ATTRIBUTE.match(text.strip())
    if match is None:
        return None
    attribute = _attribute("<A>", match["noun"], script)
    if script == "en":
        return "user", attribute
    owner = "user" if match["noun"] in _PERSONAL else match["noun"]
    return _entity(match["of"], script) if match["of"] else owner, attribute


def _owner_of_part(entity: str, attribute: str) -> tuple[str, str]:
    """``Lantern's session`` + ``timeout`` → ``Lantern`` + ``session_timeout``; 灯塔的测试 + 地址 → 灯塔 + 测试地址."""
    english = re.match(r"^(.{1,40})'s ([\w ]{2,30})$", entity)
    if english:
        return english[1], re.sub(r"\s+", "_", english[2].casefold()) + "_" + attribute
    chinese = re.match(r"^(.{1,12})的([^的]{1,6})$", entity)
    if chinese and chinese[1] not in {"我", "我们", "他", "她"}:
        return chinese[1], f"{chinese[2]}_{attribute}"
    return entity, attribute


def _value(raw: str, script: Script) -> str:
    value = raw.strip(" ,，;；:：。.!！\"“”《》'‘’`")
    for _ in range(2):
        value = _TAIL.sub("", value).rstrip(" ,")
    if script == "en":
        shorter = _TAIL_TIME.sub("", value)
        value = shorter if len(shorter) > 1 else value
        value = re.sub(r"^(?:a|an|the|my|our|any|some|to be) (?=\S)", "", value, flags=re.IGNORECASE)
    return value
