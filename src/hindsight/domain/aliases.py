"""Two names of one thing, as people say it: "Bob, also called Robert", 简称, 又叫, 即 (M8).

Only where the words say so; that two names look alike is no reason. Deterministic, linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hindsight.domain.patterns import pattern

SAME: Final = frozenset({"alias_of", "alias", "aliases", "also_known_as", "aka", "nickname", "name", "full_name"})
"""Attributes of claims whose value is another name of their entity."""

SPEAKER: Final = "user"
"""Whoever says "I" and has no name of their own."""

LONGEST: Final = 60
"""Characters of a name."""
_MOST: Final = 8
"""Pairs in one text; what names more is a list, not a statement."""
_LOOKED_AT: Final = 20_000
"""Characters of a text that are looked through."""

# What an English name looks like: up to four capitalised words, a code (K8s), or anything in quotes.
# O'Brien and D’Angelo are one word; a name begins where a word does.
_SIGNS: Final = r"(?:[\w.&+#/-]|['’](?=[A-Z])){0,30}"
_QUOTED: Final = r"[\"“'‘][^\"”'’\n]{1,50}[\"”'’]"
_BEGINS: Final = r"(?<![A-Za-z0-9'’])"
_MORE: Final = rf"(?:[ ][A-Z0-9]{_SIGNS}){{0,3}}"
_NAME: Final = rf"(?:{_QUOTED}|{_BEGINS}[A-Z0-9]{_SIGNS}{_MORE})"
_WORDS: Final = rf"(?:{_QUOTED}|{_BEGINS}[A-Za-z0-9]{_SIGNS}{_MORE})"
_THING: Final = (
    r"(?:[Tt]he|[Oo]ur|[Mm]y) "
    r"(?P<x>(?!other |one |first |second |last )[A-Za-z][\w-]{1,20}(?:[ ][A-Za-z][\w-]{1,20}){0,2})"
)
_OPEN: Final = r"(?:,?[ ]?\([ ]?|,[ ]|[ ][–—-][ ])"
_CALLED: Final = r"(?:called|known as|named|nicknamed|referred to as|spelled|spelt|abbreviated(?: as| to)?)"
_OFTEN: Final = (
    r"(?:also|sometimes|otherwise|formerly|previously|originally|better|commonly|usually|often|locally|once)"
)

_WE: Final = r"(?:we|people|everyone|everybody|friends|they|colleagues)"
_ENGLISH: Final = (
    pattern(
        rf"(?P<x>{_NAME}),? (?:whom? )?{_WE} (?:all |just |usually |mostly )?calls? (?:him|her|it|them) "
        rf"(?P<y>{_NAME})",
        0,
    ),
    pattern(rf"(?P<x>{_NAME}),? or (?P<y>{_NAME}),? as {_WE} (?:all |usually )?calls? (?:him|her|it|them)", 0),
    pattern(rf"(?P<x>{_NAME})(?:,? \(|, )(?P<y>{_NAME}) to (?:his|her|its|their) (?:friends|family|colleagues)", 0),
    pattern(rf"(?P<x>{_NAME}) used to be (?:called|named|known as) (?P<y>{_NAME})", 0),
    pattern(
        rf"(?:[Pp]eople|[Ww]e|[Tt]hey|[Ee]veryone) (?:all )?(?:knows?|refers? to) (?P<x>{_NAME}) as (?P<y>{_NAME})", 0
    ),
    pattern(
        rf"(?P<y>{_NAME}) (?:is|was) (?P<x>{_NAME})(?:'s|’s) (?:old|former|other|nick|code|real|full|maiden) ?name", 0
    ),
    pattern(rf"(?P<y>{_NAME}) (?:is|was) (?:the |our )?(?:code|nick|short |other |old )name (?:for|of) {_THING}"),
    pattern(rf"(?P<x>{_NAME}){_OPEN}(?:who |which )?(?:(?:is|was) )?{_OFTEN} {_CALLED} (?P<y>{_NAME})", 0),
    pattern(rf"(?P<x>{_NAME}){_OPEN}(?:who |which )?(?:(?:is|was) )?(?:nicknamed|alias) (?P<y>{_NAME})", 0),
    pattern(rf"(?P<x>{_NAME}) (?:is|was) (?:{_OFTEN} {_CALLED}|nicknamed|now called) (?P<y>{_NAME})", 0),
    pattern(rf"(?P<x>{_WORDS})(?:{_OPEN}|[ ])(?:[aA]\.?[kK]\.?[aA]\.?|[fF]\.?[kK]\.?[aA]\.?),? (?P<y>{_WORDS})", 0),
    pattern(rf"(?P<x>{_NAME})(?:, who)? (?:goes|went) by (?:the name (?:of )?|the nickname )?(?P<y>{_NAME})", 0),
    pattern(rf"(?P<x>{_NAME}) (?:likes|prefers|wants) to be called (?P<y>{_NAME})", 0),
    pattern(
        rf"(?:[Ww]e|[Pp]eople|[Ee]veryone|[Ff]riends|[Tt]hey) (?:all |just )?call (?P<x>{_NAME}) (?P<y>{_NAME})", 0
    ),
    pattern(rf"(?P<x>{_NAME})(?:'s|’s) (?:nick|full |real |code |pen |other )?name (?:is|was) (?P<y>{_NAME})", 0),
    pattern(
        rf"(?P<y>{_NAME}) (?:is|was) (?:just |simply |only )?"
        rf"(?:short|an? (?:alias|nickname|abbreviation|acronym|short form)"
        rf"|(?:another|the other|a different|the old|the former|the new) name|the (?:nick|code)name) "
        rf"(?:for|of) (?P<x>{_NAME})",
        0,
    ),
    pattern(rf"(?P<y>{_NAME}) stands for (?P<x>{_NAME})", 0),
    pattern(rf"(?P<x>{_NAME}), (?:or )?(?P<y>{_NAME}),? for short", 0),
    pattern(rf"(?P<x>{_NAME}){_OPEN}(?:formerly|previously) (?P<y>{_NAME})(?=[).,;!?]|$)", 0),
    pattern(
        rf"{_THING} (?:is|was) (?:{_OFTEN} )?(?:called|named|known as|nicknamed|code-?named|abbreviated (?:as|to)) "
        rf"(?P<y>{_NAME})",
        0,
    ),
    pattern(rf"{_THING}{_OPEN}(?:which |who )?(?:(?:is|was) )?(?:{_OFTEN} {_CALLED}|code-?named) (?P<y>{_NAME})", 0),
    pattern(rf"(?P<x>{_NAME}) (?:was|is being|has been|got) renamed (?:to |as )?(?P<y>{_NAME})", 0),
    pattern(rf"(?:[Ww]e|[Tt]hey|I) (?:have )?renamed (?P<x>{_NAME}) (?:to |as )?(?P<y>{_NAME})", 0),
)
_ENGLISH_SELF: Final = (
    pattern(rf"(?<![A-Za-z])(?:[Cc]all me|I(?:'m| am) (?:also )?(?:called|known as)|I go by) (?P<y>{_NAME})", 0),
    pattern(
        rf"(?<![A-Za-z])[Mm]y (?:nick|full |real |first |last |chinese |english )?name(?:'s| is) (?P<y>{_NAME})", 0
    ),
    pattern(rf"(?<![A-Za-z])(?:friends|people|everyone|everybody|colleagues) (?:all )?calls? me (?P<y>{_NAME})"),
)
_ACRONYM_FIRST: Final = pattern(
    r"(?<![A-Za-z])(?P<y>[A-Z]{2,8}) (?:is|means|=) "
    r"(?P<x>[A-Z][\w-]{1,30}(?:[ ](?:of |and |for |the )?[A-Z][\w-]{1,30}){1,6})",
    0,
)
_ACRONYM: Final = pattern(
    r"(?P<x>[A-Z][\w-]{1,30}(?:[ ](?:of|and|for|the|[A-Za-z][\w-]{1,30})){1,6})[ ]\((?P<y>[A-Z]{2,8})\)", 0
)
_FIRST_WORDS: Final = """
    i he she it we they you this that these those there here who which what the a an my our your his her its their
    and but or so if when while then now today yesterday tomorrow also yes no ok not
"""
_NOT_A_NAME: Final = frozenset(_FIRST_WORDS.split())

# A Chinese name: in quotes, or letters and characters up to the words around it.
_ZH: Final = r"(?:[「“\"《『][^」”\"》』\n]{1,30}[」”\"》』]|[\u4e00-\u9fffA-Za-z0-9·.+#-]{1,24}?)"
_ZH_END: Final = r"(?=[，。、；！？,;!?)）\s「“]|$|吧|就行|就好|就可以|哦|啊)"
_ALSO: Final = (
    r"(?:又叫做?|又称作?为?|也叫做?|也称作?为?|亦称|又名|别名(?:是|叫|为)?|别称(?:是|为)?|简称(?:为|是|叫)?|全称(?:是|为)?"
    r"|外号(?:叫|是)?|绰号(?:叫|是)?|昵称(?:是|叫|为)?|小名(?:叫|是)?|英文名(?:字)?(?:叫|是|为)?|中文名(?:字)?(?:叫|是|为)?"
    r"|曾用名(?:是|为)?|原名(?:叫|是|为)?|旧称|代号(?:是|叫|为)?|缩写(?:为|是)?|俗称|人称|大名(?:叫|是)?|学名(?:叫|是)?|本名(?:叫|是)?"
    r"|笔名(?:叫|是)?|艺名(?:叫|是)?|网名(?:叫|是)?|花名(?:叫|是)?|改名(?:为|叫)|更名为)"
)
_KIND: Final = (
    r"(?:简称|别名|别称|外号|绰号|昵称|小名|英文名|中文名|全称|缩写|代号|另一个名字|曾用名|旧称|花名|俗称|笔名|艺名)"
)
_CHINESE: Final = (
    pattern(
        rf"(?P<x>{_ZH})[，,](?:我们|大家|同事们?|朋友们?|人们|家里人)?(?:都|一般|平时|常)?(?:叫|喊|称呼?|管)(?:他|她|它)(?:做|作|为|叫)?"
        rf"(?P<y>{_ZH}){_ZH_END}",
        0,
    ),
    pattern(
        rf"(?P<x>{_ZH})(?:[，,（(](?:以下|下文)?|的)?(?:有时|以前|后来|现在|已经|大家)?(?P<c>{_ALSO})[：:]?(?P<y>{_ZH}){_ZH_END}",
        0,
    ),
    pattern(rf"(?P<y>{_ZH})(?:就是|是|即|为)(?P<x>{_ZH})的{_KIND}", 0),
    pattern(rf"(?P<x>{_ZH})[，,（(](?:也)?即(?![将使可便时刻日])(?P<y>{_ZH}){_ZH_END}", 0),
    pattern(
        rf"(?:大家|我们|同事们?|朋友们?|他们|人们)(?:都)?(?:管|把)(?P<x>{_ZH})(?:都)?叫(?:做|作)?(?P<y>{_ZH}){_ZH_END}",
        0,
    ),
)
_CHINESE_SHORT: Final = (
    pattern(rf"(?P<x>{_ZH})[（(](?P<y>[\u4e00-\u9fffA-Za-z0-9]{{2,12}})[)）]", 0),
    pattern(rf"(?P<x>{_ZH})[，,]?[ ]?(?:也就是|就是|即)[ ]?(?P<y>{_ZH}){_ZH_END}", 0),
)
"""One name is the short form of the other: that is looked at, for the words alone do not say it."""
_CHINESE_SELF: Final = (
    pattern(
        rf"(?:大家|同事们?|朋友们?|别人|家里人|人们|都|可以|请|就)(?:都|一般|平时|也)?(?:叫|喊|称呼?)我(?P<y>{_ZH}){_ZH_END}",
        0,
    ),
    pattern(rf"我(?:的)?(?:也叫|又叫|{_ALSO})(?P<y>{_ZH}){_ZH_END}", 0),
)
_ZH_LEAD: Final = pattern(
    r"""
    ^(?:.{0,12}的(?=.{2})|.{1,8}(?:叫|是)(?=.{2})|(?:我们?|你们?|他们?|她们?|咱们?|这个|那个|其中|比如|例如|因为|所以|但是|不过|另外|还有|现在|今天|昨天
    |公司|部门|同事|朋友|老公|老婆|妻子|丈夫|女儿|儿子|爸爸|妈妈|哥哥|姐姐|弟弟|妹妹|室友|上司|领导|助理|老板|经理|老师|同学|邻居|客户|项目|产品|系统|服务|是|叫|和|跟|与|在|把|管|被|给|对|用|有)
    (?=.{2}))
    """,
    0,
)
_ZH_NO_X: Final = re.compile(
    r"^(?:我们?|你们?|他们?|她们?|它们?|这|那|谁|什么|大家|有人|别人|自己|.*(?:一下|了|着|过|不|没))$"
)
_ZH_NO_Y: Final = re.compile(
    r"^(?:[了过上来去醒停住他她它我你谁这那什怎一]|(?:外卖|车|滴滴|网约车|快递|出租|服务|救护|跑腿|代驾|保安|警|人|货|菜"
    r"|酒|水果|奶茶|咖啡|不|没|苦|好)|.*[吗呢么]$)"
)
_QUOTES: Final = "\"“”'‘’「」『』《》 "
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_COUNTED: Final = re.compile(r"\d\s?(?:[号日月年点%]|:\d)|^[\d.:/-]+$")


def aliases_in(text: str, speaker: str | None = SPEAKER) -> tuple[tuple[str, str], ...]:
    """Pairs of names of which ``text`` says that they are one thing, at most 8.

    "I" is ``speaker``; None: what is said in the first person is left out, for nobody knows whose it is.
    """
    text = text[:_LOOKED_AT]
    found: dict[tuple[str, str], None] = {}
    for x, y in _pairs(text, speaker):
        if x.casefold() != y.casefold() and (y, x) not in found:
            found[x, y] = None
    return tuple(found)[:_MOST]


def _pairs(text: str, speaker: str | None) -> Iterator[tuple[str, str]]:
    yield from _english(text)
    if speaker:
        yield from ((speaker, y) for rule in _ENGLISH_SELF for one in rule.finditer(text) if (y := _bare(one["y"])))
    if _HAN.search(text):
        yield from _chinese(text)
        if speaker:
            said = (one["y"].strip(_QUOTES) for rule in _CHINESE_SELF for one in rule.finditer(text))
            yield from ((speaker, y) for y in said if _named(y))


def _english(text: str) -> Iterator[tuple[str, str]]:
    for rule in _ENGLISH:
        for match in rule.finditer(text):
            x, y = _bare(match["x"]), _bare(match["y"])
            if x and y:
                yield x, y
    for match in (*_ACRONYM.finditer(text), *_ACRONYM_FIRST.finditer(text)):
        if full := _spelled_out(match["x"], match["y"]):
            yield full, match["y"]


def _bare(name: str) -> str:
    """A name without quotes, full stop, and words at its begin that only stand first in their sentence; '' if none."""
    words = name.strip(_QUOTES).rstrip(".,-/").split(" ")
    while words and words[0].casefold() in _NOT_A_NAME and not (words[0].isupper() and len(words[0]) > 1):
        words = words[1:]
    name = " ".join(words)
    return "" if _COUNTED.search(name) or len(name) > LONGEST else name


def _spelled_out(words: str, letters: str) -> str:
    """The last words whose initials are ``letters``, small words left out or not; '' when there are none."""
    held = words.split(" ")
    for start in range(len(held) - 1, -1, -1):
        tail = held[start:]
        initials = "".join(word[0] for word in tail).upper()
        without = "".join(word[0] for word in tail if word[0].isupper())
        if letters in (initials, without) and tail[0][0].isupper():
            return " ".join(tail)
    return ""


def _chinese(text: str) -> Iterator[tuple[str, str]]:
    for rule in _CHINESE:
        for match in rule.finditer(text):
            x, y = _led(match["x"]), match["y"].strip(_QUOTES).removesuffix("了")
            if _named(y) and x and not _ZH_NO_X.match(x) and not _COUNTED.search(x):
                yield x, y
    for rule in _CHINESE_SHORT:
        for match in rule.finditer(text):
            x, y = _led(match["x"]), match["y"].strip(_QUOTES).removesuffix("了")
            if _is_short(y, x) and _named(y) and not _COUNTED.search(x):
                yield x, y


def _is_short(name: str, whole: str) -> bool:
    """北大 of 北京大学, Alex of Alexander: its signs stand in the other, in their order, beginning with the first."""
    name, whole = sorted((name.casefold(), whole.casefold()), key=len)
    if len(name) < 2 or len(name) == len(whole):
        return False
    if name.isascii():
        return whole.startswith(name)
    rest = iter(whole)
    return all(sign in rest for sign in name)


def _named(name: str) -> bool:
    long = 12 if _HAN.search(name) else LONGEST
    return 0 < len(name) <= long and not _ZH_NO_Y.match(name) and not _COUNTED.search(name)


def _led(name: str) -> str:
    """``我的同事李明`` → ``李明``: without the words that lead up to a name."""
    if name[:1] in _QUOTES:
        return name.strip(_QUOTES)
    for _ in range(4):
        shorter = _ZH_LEAD.sub("", name)
        if shorter == name or not shorter:
            break
        name = shorter
    return name.strip(_QUOTES)


def renamed(text: str, others: Mapping[str, Sequence[str]], most: int = 3) -> tuple[str, ...]:
    """``text`` with its names replaced by ``others`` of the same things, at most ``most`` ways; case is not looked at.

    A name that does not stand there letter by letter has the other one put behind the text.
    """
    asked: list[str] = []
    for name, ways in others.items():
        place = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", re.IGNORECASE)
        for way in ways:
            said, count = place.subn(lambda _, way=way: way, text)  # type: ignore[misc]  # mypy knows no default here
            asked.append(said if count else f"{text} {way}")
    return tuple(dict.fromkeys(one for one in asked if one != text))[:most]
