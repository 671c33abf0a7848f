"""Entities and keywords of a statement: names in both scripts, quoted titles, products, and the words that carry it."""

from __future__ import annotations

import re
from typing import Final

from hindsight.domain.patterns import pattern

SURNAMES: Final = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马"
    "苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄穆萧尹姚邵湛汪祁毛"
    "禹狄米贝明臧计伏成戴谈宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌"
    "霍虞万支柯管卢莫房丁邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁荀羊惠曲封储段焦巴牧谷车侯全班秋仲宫宁栾厉祖武符"
    "刘景詹束龙叶幸司黎乔苍双闻党谭姬申冉桑桂牛寿边燕温庄晏柴瞿阎慕连茹习艾容古易慎戈廖终居衡步都耿满文关阙师"
    "聂晁敖冷辛简饶曾沙肖游岳白"
)
_NAME_CUE: Final = re.compile(
    rf"(?:叫做?|名叫|名字是|姓名是|我是|是|跟|和|与|找|给|由|归|问|让|请|同事|朋友|老师|领导|经理|上司|哥|姐|弟|妹"
    rf"|儿|女)((?:小|老|阿)[\u4e00-\u9fff](?![\u4e00-\u9fff]{{0,1}}(?:时候|家))"
    rf"|[{SURNAMES}][\u4e00-\u9fff]{{1,2}})(?=[，。、,；！\s]|$|是|的|在|负责|管|说|和|跟|一起|去|来|住|喜欢|今年"
    rf"|老师|经理|医生|总|也)"
)
_START_NAME: Final = re.compile(
    rf"^((?:小|老|阿)[\u4e00-\u9fff]|[{SURNAMES}][\u4e00-\u9fff]{{1,2}})(?=是|的|在|负责|管|说|和|跟|今年|下周|喜欢"
    rf"|去|也|要|有|住|下|明)"
)
_PLACE: Final = pattern(
    r"""
    (?:在|到|去|从|来自|住|往|飞)([\u4e00-\u9fff]{2,8}?(?:省|市|县|区|镇|村|路|街|大学|学院|中学|小学|医院|公司|集团
    |机场|车站|公园|银行|酒店|大厦))
    """,
    0,
)
_QUOTED: Final = re.compile(
    r"《([^》\n]{1,40})》|“([^”\n]{1,40})”|「([^」\n]{1,40})」|\"([^\"\n]{1,60})\"|`([^`\n]{1,60})`"
)
_CAPITALS: Final = pattern(
    r"""
    (?<![A-Za-z0-9'])(?:[A-Z][A-Za-z0-9&+#'-]{0,30}|[a-z]{1,3}[A-Z][A-Za-z0-9]{1,20})(?:\s(?:(?:of|the|de|van|von|le
    |la|and)\s)?[A-Z][A-Za-z0-9&+#'-]{0,30}){0,4}
    """,
    0,
)
_LATIN_IN_ZH: Final = re.compile(r"[A-Za-z][A-Za-z0-9+#.-]{1,30}(?:\s[A-Z][A-Za-z0-9]{1,20})?")
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_'+#.-]{1,40}|[\u4e00-\u9fff]{2,12}")
_STOP_WORDS: Final = """
    i'm i've i'll i'd i we we're we've you your you're he she it it's its they them their the a an my our me
    us his her this that these those there here and or but so if when while then than as of in on at by for
    from to with without into about over under after before since until is are was were be been being am do
    does did done have has had having will would can could should shall may might must not no yes never always
    also just only really very too much many more most some any all both each every other another one what
    which who whom whose where why how now today yesterday tomorrow please thanks ok okay well get got go
    going went come came make made take took want need like let's don't doesn't didn't can't won't isn't
    aren't last next again still even ever back up down out off because though although monday tuesday
    wednesday thursday friday saturday sunday january february march april may june july august september
    october november december hey hi hello wow yeah
"""
_STOP: Final = frozenset(_STOP_WORDS.split())
_ZH_BREAK: Final = pattern(
    r"""
    我们|我的|我|你们|你|他们|他|她们|她|它|咱们|这个|那个|这|那|的|了|着|过|是|在|有|和|跟|与|或|就|都|也|还|很|最
    |不再|不是|不|没有|没|把|被|给|对|从|到|向|用|去|来|要|会|能|可以|因为|所以|但是|而且|如果|已经|现在|目前|今天
    |昨天|明天|一个|一只|一下|一些|什么|怎么|时候|特别|非常|比较|喜欢|叫|说|吃|喝|住|做|让|请|每天|每周
    """,
    0,
)
_MAX: Final = 12


def entities_of(text: str, *known: str) -> tuple[str, ...]:
    """Names in ``text``, in order of finding, each once: ``known`` first, titles, Chinese names, capitalised words."""
    found = [name for name in known if name and name != "user"]
    found += [next(filter(None, groups)) for groups in _QUOTED.findall(text)]
    if _HAN.search(text):
        found += _NAME_CUE.findall(text) + _START_NAME.findall(text) + _PLACE.findall(text)
        found += [word.rstrip(".") for word in _LATIN_IN_ZH.findall(text)]
    else:
        found += [name for name in map(_trimmed, _CAPITALS.findall(text)) if name]
    return tuple(dict.fromkeys(found))[:_MAX]


def keywords_of(text: str) -> tuple[str, ...]:
    """Words that carry the meaning, lower case, in order: no stop words; Chinese runs between function words."""
    found = []
    for word in _WORD.findall(text):
        if word.isascii():
            low = word.casefold().rstrip(".'").removesuffix("'s")
            if low not in _STOP and len(low) > 1:
                found.append(low)
        else:
            found += [piece for piece in _ZH_BREAK.split(word) if len(piece) > 1]
    return tuple(dict.fromkeys(found))[:_MAX]


def _trimmed(name: str) -> str:
    """A capitalised run without the ordinary word that only stands first in its sentence."""
    words = name.split(" ")
    while words and words[0].casefold().removesuffix("'s") in _STOP:
        words = words[1:]
    return " ".join(words).removesuffix("'s")
