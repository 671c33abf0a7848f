"""In what two statements differ that matters: numbers, versions, dates, links, denial, opposites, names, persons, "
"roles.

Embeddings put "60/min" beside "100/min" and "is allergic" beside "is not allergic"; these checks tell them apart (W5).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final, Literal

from hindsight.domain.keyfields import canonical, key_fields_of
from hindsight.domain.memo import remembered
from hindsight.domain.text import normalise

Contrast = Literal["equal", "differs", "contradicts"]
"""``differs``: one says more than the other, or they speak of different subjects. ``contradicts``: the same, "
"otherwise."""

_NEGATION = re.compile(
    r"(?<![a-z])(?:not|never|no longer|none|neither|nor|without|cannot|can't|cant|won't|don't|doesn't|didn't|isn't"
    r"|aren't"
    r"|wasn't|weren't|hasn't|haven't|hadn't|shouldn't|wouldn't|couldn't|mustn't|dont|doesnt|isnt|no|stopped|quit"
    r"|gave up)(?![a-z])"
    r"|不再|不是|没有|[不没未别勿]|并非|无法|无需|戒|停用|取消|讨厌|反感"
)
_NOT_A_NEGATION = re.compile(
    r"not only|not just|no\. ?\d|no problem|no doubt|(?:[,，;；]\s?|而)(?:not|不是|而不是)\s?[^,，。.;；]{1,40}$"
    r"|不仅|不但|不只|不光|不过(?!敏|期|滤)|不错|不同|差不多|不好意思|不少|不久|不断|不小心|特别|区别|类别|级别|性别"
    r"|个别|分别"
    r"|告别|别人|别墅|没错|对不对|是不是"
    r"|不锈钢|未来|不管|不论|无论|非常|要不|不得不|after all"
)
_OPPOSITES: Final = (
    ("love like enjoy adore prefer 喜欢 热爱 爱吃 爱喝 偏爱", "hate dislike detest loathe 讨厌 厌恶 反感 恨"),
    ("enabled enable 启用 开启 打开", "disabled disable 禁用 关闭 停用"),
    ("allowed allow permitted 允许", "forbidden forbid denied deny banned 禁止"),
    ("before 之前", "after 之后"),
    (
        "increase increased raised rose 上升 增加 提高 上涨",
        "decrease decreased lowered fell reduced 下降 减少 降低 下跌",
    ),
    ("left 左", "right 右"),
    ("succeeded passed success 成功 通过", "failed fails failure 失败"),
    ("always 总是", "never 从不"),
    ("public 公开", "private 私有"),
    ("online 上线", "offline 下线"),
    ("synchronous 同步", "asynchronous 异步"),
    ("ascending 升序", "descending 降序"),
    ("minimum min_ 最少 至少 最小", "maximum max_ 最多 最大"),
    ("open 营业", "closed 停业"),
    ("morning 早上 上午", "evening afternoon night 晚上 下午"),
    ("buy bought 买", "sell sold 卖"),
    ("joined 加入", "left_company quit resigned 离职 退出"),
    ("married 结婚", "divorced 离婚"),
    ("first 第一", "last 最后"),
    ("east 东", "west 西"),
    ("north 北", "south 南"),
)
_WHO: Final = (
    "mother mum mom mama 妈妈 母亲 我妈|father dad papa 爸爸 父亲 我爸|wife 妻子 老婆 太太|husband 丈夫 老公|爱人"
    "|daughter 女儿|son 儿子"
    "|sister 姐姐 妹妹 我姐 我妹|brother 哥哥 弟弟 我哥 我弟|grandmother grandma 奶奶 外婆 姥姥|grandfather grandpa "
    "爷爷 外公 姥爷"
    "|aunt 姑姑 姨 婶婶 舅妈|uncle 叔叔 舅舅 伯伯 姑父|cousin 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹|boss manager "
    "上司 领导 老板"
    "|colleague coworker 同事|friend 朋友|roommate flatmate 室友|neighbour neighbor 邻居|girlfriend 女朋友 女友"
    "|boyfriend 男朋友 男友|partner|teacher 老师|doctor 医生|client customer 客户|baby 宝宝|dog 狗|cat 猫"
)
_LATIN = re.compile(r"[a-z][a-z0-9_]*(?:[.+#-][a-z0-9_]+){0,4}|[a-z]")
_CAPITAL = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Za-z0-9&'-]{0,40}")
_QUOTED = re.compile(r"[\"“《「『]([^\"”》」』\n]{1,60})[\"”》」』]")
_PLACED = re.compile(
    r"(?:room|floor|gate|building|line|seat|ticket|issue|bug|flight|platform|unit|terminal|chapter|page|房间?|会议室"
    r"|教室|航班|车次)\s?#?([a-z]{0,3}-?\d{1,6}[a-z]?)"
)
_VERB = re.compile(
    r"(?<![a-z])(?:is|are|was|were|am|'s|has|have|had|uses?|runs?|lives?|works?|likes?|loves?|hates?|in|at|on|to|of"
    r"|needs?|costs?"
    r"|takes?|keeps?|wants?|prefers?|allows?|listens?|moved|limit|limited|set|called|named)(?![a-z])"
    r"|[是在有为到叫用住改成]"
)
_HAN_OR_WORD = re.compile(r"[a-z0-9]+(?:['.][a-z0-9]+){0,3}|[㐀-鿿]")
_TEXTS: Final = 256
"""Texts whose features are kept: each of a batch is held against many others."""
_SAME_STATEMENT: Final = 0.6
"""Words shared, 0–1, from which two statements are taken for the same one said otherwise."""
_ORDERED = re.compile(
    r"(?<![a-z])(?:from|to|over|than|before|after|beats?|instead of|reports? to|owes?)(?![a-z])|从|比|给|超过|换成"
    r"|改成|欠"
)
_BELOW_ZERO = re.compile(r"(?:(?<![^\s(（:：=一-鿿])[-\u2212]|零下|minus )(?P<value>\d{1,12}(?:\.\d{1,9})?)")
_BOUNDS: Final = (
    re.compile(r"(?<![a-z])(?:at least|no(?:t)? (?:fewer|less) than|or more)(?![a-z])|至少|最少|不少于|不低于|以上"),
    re.compile(
        r"(?<![a-z])(?:at most|up to|no(?:t)? more than|or (?:fewer|less))(?![a-z])|至多|最多|不超过|不多于|不高于|以下"
    ),
)
_JOINING_WORDS: Final = "and or plus as well is are was were means 和 与 跟 同 及 或 还 有 是"
_JOINING: Final = frozenset(_JOINING_WORDS.split())
_LONGEST_PARTY: Final = 4
"""Words, or Chinese characters, of one of two parties that changed places."""
_STARTER_WORDS: Final = """
    i we you he she it they the a an my our your his her its their this that these those there here if when while
    since because so and but or then now today yesterday tomorrow tonight also actually currently please yes no ok
    okay in on at for from to by with after before as one some all every each most many both last next what who how
    remember note correction update sorry i'm i've i'll we're we've it's he's she's they're that's don't never always
    just only not is are was were has have had do does did can could will would should
"""
_STARTERS: Final = frozenset(_STARTER_WORDS.split())


def contrast(a: str, b: str) -> Contrast:
    """How the statements ``a`` and ``b`` stand to each other in what matters; ``equal`` says nothing about the rest."""
    left, right = _folded(a), _folded(b)
    if normalise(a) == normalise(b):
        return "equal"
    if _who(left) != _who(right):
        return "differs"
    verdicts = [
        _sets(_fields(a), _fields(b), left, right),
        _sets(set(_PLACED.findall(left)), set(_PLACED.findall(right)), left, right),
        "contradicts" if denies(a) != denies(b) else "equal",
        _opposites(left, right),
        _names(a, b, left, right),
        "contradicts" if _swapped(left, right) else "equal",
        _sets(set(_BELOW_ZERO.findall(left)), set(_BELOW_ZERO.findall(right)), left, right),
        "contradicts" if {_bound(left), _bound(right)} == {0, 1} else "equal",
        "differs" if _changed_places(left, right) else "equal",
    ]
    if "differs" in verdicts:
        return "differs"
    if "contradicts" in verdicts:
        return "contradicts" if _overlap(left, right) >= _SAME_STATEMENT else "differs"
    return "differs" if _one_word_changed(_without_fields(a), _without_fields(b)) else "equal"


@remembered(_TEXTS)
def denies(text: str) -> bool:
    """Whether the statement denies something, in English or Chinese ("15, not 14" denies nothing)."""
    folded = _NOT_A_NEGATION.sub(" ", _folded(text).rstrip(" .。!！"))
    return _NEGATION.search(folded) is not None


@remembered(_TEXTS)
def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


@remembered(_TEXTS)
def _without_fields(text: str) -> str:
    """The words around the key fields, which are compared in their own way."""
    for field in key_fields_of(text):
        whole = rf"(?<![A-Za-z0-9_]){re.escape(field.value)}(?![A-Za-z0-9_])"
        text = re.sub(whole, " ", text, count=1)
    return _folded(text)


@remembered(_TEXTS)
def _fields(text: str) -> frozenset[str]:
    return frozenset(f"{field.name}:{canonical(field)}" for field in key_fields_of(text))


def _sets(left: AbstractSet[str], right: AbstractSet[str], a: str, b: str) -> Contrast:
    """Equal sets agree; values on one side only say more; other values contradict unless they name the subject."""
    mine, yours = left - right, right - left
    if not mine and not yours:
        return "equal"
    if not mine or not yours:
        return "differs"
    return "differs" if _subject_differs(a, b) else "contradicts"


def _subject_differs(a: str, b: str) -> bool:
    """The first difference stands before any verb: "Room 101 is booked" and "Room 102 is booked" are two subjects."""
    first, second = _HAN_OR_WORD.findall(a), _HAN_OR_WORD.findall(b)
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    head = " ".join(first[:shared])
    tail = " ".join(first[shared + 1 :])
    return _VERB.search(head) is None and _VERB.search(tail) is not None


@remembered(_TEXTS)
def _who(text: str) -> frozenset[int]:
    return frozenset(index for index, group in enumerate(_WHO.split("|")) if _any(group, text))


def _opposites(a: str, b: str) -> Contrast:
    for first, second in _OPPOSITES:
        if (_any(first, a) and _any(second, b) and not _any(first, b) and not _any(second, a)) or (
            _any(second, a) and _any(first, b) and not _any(second, b) and not _any(first, a)
        ):
            return "contradicts"
    return "equal"


def _any(words: str, text: str) -> bool:
    return _one_of(words).search(text) is not None


@cache
def _one_of(words: str) -> re.Pattern[str]:
    """Any of the words of a table: Latin ones as whole words or plurals, Chinese ones anywhere."""
    latin = "|".join(word for word in words.split() if word.isascii())
    others = [word for word in words.split() if not word.isascii()]
    return re.compile("|".join([*([rf"(?<![a-z])(?:{latin})s?(?![a-z])"] if latin else []), *others]))


def _names(a: str, b: str, left: str, right: str) -> Contrast:
    """Names and foreign words that only one of the texts has."""
    mine = {name for name in _named(a) if name not in right}
    yours = {name for name in _named(b) if name not in left}
    return _sets(mine, yours, left, right)


@remembered(_TEXTS)
def _named(text: str) -> frozenset[str]:
    names = {match.casefold() for match in _QUOTED.findall(text)}
    names |= {word.casefold() for word in _CAPITAL.findall(text)} - _STARTERS
    if re.search(r"[㐀-鿿]", text):
        names |= set(_LATIN.findall(text.casefold()))
    return frozenset(names)


def _swapped(a: str, b: str) -> bool:
    """The same words in another order around "from … to", "over", 比: the roles changed."""
    first, second = _HAN_OR_WORD.findall(a), _HAN_OR_WORD.findall(b)
    return first != second and Counter(first) == Counter(second) and bool(_ORDERED.search(a) and _ORDERED.search(b))


def _bound(text: str) -> int | None:
    """0: it names a lower bound, 1: an upper one; None: neither, or both."""
    found = [index for index, pattern in enumerate(_BOUNDS) if pattern.search(text)]
    return found[0] if len(found) == 1 else None


def _changed_places(a: str, b: str) -> bool:
    """Two parties stand in each other's place, with more than "and" between them: who manages whom."""
    first, second = _HAN_OR_WORD.findall(a), _HAN_OR_WORD.findall(b)
    if first == second or Counter(first) != Counter(second):
        return False
    start, end = 0, len(first)
    while first[start] == second[start]:
        start += 1
    while first[end - 1] == second[end - 1]:
        end -= 1
    one, other = first[start:end], second[start:end]
    sizes = range(1, min(_LONGEST_PARTY, len(one) - 2) + 1)
    return any(
        other == one[-last:] + between + one[:size] and not _JOINING.issuperset(between)
        for size in sizes
        for last in sizes
        if (between := one[size : len(one) - last])
    )


def _overlap(a: str, b: str) -> float:
    """Share of the words of the shorter statement that the other one has, 0–1."""
    first, second = set(_HAN_OR_WORD.findall(a)), set(_HAN_OR_WORD.findall(b))
    return len(first & second) / max(1, min(len(first), len(second)))


def _one_word_changed(a: str, b: str) -> bool:
    """The same but for one place: another branch, person, side. It may be a synonym; keeping both loses nothing."""
    first, second = ([w for w in _HAN_OR_WORD.findall(text) if w not in _STARTERS] for text in (a, b))
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while first and second and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    if not (1 <= len(first) <= 2 and 1 <= len(second) <= 2):
        return False
    return not any(mine[:4] == yours[:4] and len(mine) > 3 for mine in first for yours in second)
