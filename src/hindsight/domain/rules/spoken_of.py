"""Whom "he", 她 or a left-out subject means: the one person or thing that was named last before it (W2).

Only the entities and the claim of a statement change; its words stay as they were said. Where more than one could be
meant nobody is, and a pronoun itself is never an entity: "he" of one talk is not "he" of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Candidate
from hindsight.domain.memory import Claim
from hindsight.domain.patterns import compiled, pattern
from hindsight.domain.rules.names import SURNAMES, entities_of
from hindsight.domain.text import sentences

_FAR: Final = 600
"""Characters before a pronoun in which its name is looked for."""
_PRONOUN: Final = pattern(
    r"""
    (?<![a-z0-9'’])(?P<en>he|him|his|himself|she|her|hers|herself|it|its|they|them|their)(?![a-z0-9])
    |(?<![其吉])(?P<zh>他们|她们|它们|他|她|它)(?!人|乡|国)
    """
)
_WHOLE: Final = pattern(r"(?P<word>he|him|his|she|her|hers|it|its|they|them|their|他们?|她们?|它们?)(?P<mark>'s|的)?")
_OWNED: Final = pattern(r"(?:his|her|its|their) (?P<en>.+)|(?:他|她|它)们?的?(?P<zh>.+)")
_HE, _SHE, _THING = (
    frozenset(["he", "him", "his", "himself", "他"]),
    frozenset(["she", "her", "hers", "herself", "她"]),
    frozenset(["it", "its", "它", "它们"]),
)
_MALE: Final = pattern(
    r"""
    ^(?:brother|father|dad|daddy|son|husband|uncle|nephew|grandfather|grandpa|grandson|boyfriend|fiance|mr)(?![a-z])
    |brother-in-law|爸|父亲|儿子|老公|丈夫|先生|哥|弟|爷|外公|姥爷|叔|舅舅|伯|孙子|岳父|公公|男友|男朋友|姑父|姐夫
    """
)
_FEMALE: Final = pattern(
    r"""
    ^(?:sister|mother|mom|mum|mommy|daughter|wife|aunt|niece|grandmother|grandma|granddaughter|girlfriend|fiancee|mrs
    |ms)(?![a-z])|妈|母亲|老婆|妻子|太太|女儿|闺女|姐(?!夫)|妹(?!夫)|奶奶|外婆|姥姥|婶|姑(?!父)|舅妈|姨|岳母|婆婆|孙女
    |女友|女朋友|嫂
    """
)
_KIN_EN: Final = pattern(
    r"""
    (?<![a-z])(?:my|our) (?:(?:older|elder|younger|little|big|best|new|old|late|twin|first) ){0,2}(?P<kin>(?:brother
    |sister|mother|father|mom|mum|dad|son|daughter|husband|wife|partner|uncle|aunt|nephew|niece|cousin|grandmother
    |grandfather|grandma|grandpa|grandson|granddaughter|boyfriend|girlfriend|fiancee?|boss|manager|colleague|friend
    |neighbou?r|landlord|landlady|roommate|flatmate|coach|teacher|doctor|dentist|therapist|accountant|lawyer|tutor
    |trainer|mentor|assistant|apprentice|coworker|co-worker|dog|cat|baby|kid|child)(?:-in-law)?)(?![a-z'’])
    (?P<name>,? (?-i:[A-Z])[\w-]{1,20}(?: (?-i:[A-Z])[\w-]{1,20})?)?
    """
)
_PLACE_BEFORE: Final = pattern(
    r"(?<![a-z])(?:in|at|near|on|into|around|via|visited|visit|joined|left|moved to|went to"
    r"|go to|going to|flew to|fly to|drive to|trip to|back to|lives? in|works? for|is from|am from|are from|was from)"
    r" (?:the )?$"
)
_THING_BEFORE: Final = pattern(
    r"(?<![a-z])(?:a|an|the|our|my|this|that|new|used|old|second-hand)(?: [a-z-]{2,20}){0,2} $"
)
_LIKE_THING: Final = compiled(r"[\d_./]|^[a-z]|[a-z][A-Z]|^[A-Z]{2,}$")
_GIVES_NAME: Final = pattern(
    r",? (?:is |was |'s )?(?:called |named |nicknamed )|,? is |的?(?:名字)?(?:叫做?|名叫|是)|,? whose name is "
    r"|'s name is |"
)
_COUPLED: Final = re.compile(r"^(?:,? and |, | & |和|跟|与|、)$")
_KIN_ZH: Final = (
    "爸爸|父亲|妈妈|母亲|老婆|妻子|太太|爱人|老公|丈夫|先生|女儿|儿子|闺女|哥哥|弟弟|姐姐|妹妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|婶婶"
    "|姑姑|舅舅|舅妈|阿姨|姨妈|伯伯|[表堂][哥姐弟妹]|侄子|侄女|外甥女?|孙子|孙女|岳父|岳母|公公|婆婆|男朋友|女朋友|男友|女友|未婚妻"
    "|未婚夫|嫂子|姐夫|妹夫|同事|上司|领导|老板|经理|同学|室友|朋友|闺蜜|邻居|房东|老师|导师|师傅|医生|教练|徒弟|学徒|(?<=我)[爸妈哥姐弟妹]"
)
_ZH_SUBJECT: Final = compiled(
    rf"(?:(?:我|咱)们?(?:家)?的?)?(?:{_KIN_ZH})(?![\u4e00-\u9fff]{{0,2}}的)|(?:小|老|阿)[\u4e00-\u9fff]"
    rf"|[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?(?=[换升离搬辞跳转刚已昨今最对不没会想要爱很是有在说住来去到得生考买卖养当做"
    r"学喜现每从把被给也都还的他她和跟与叫姓怀结毕退负开辞瘦胖病死走回带送约请也就又总常正将，。,；;！!\s]|$|明[天年早]|上[周个班海学]|下[周个])"
)
_ZH_NAME: Final = compiled(
    rf"(?:[雇请见遇到识给跟和与找叫聘嫁娶让帮陪约托](?:了|过|个)?|女儿|儿子|老婆|老公|先生|太太|妹妹|弟弟|哥哥|姐姐|同事|朋友"
    rf"|同学|邻居|室友|老师|经理|房东|搭档|徒弟|学徒)(?P<name>[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?|(?:小|老|阿)[\u4e00-\u9fff])"
    r"(?=[当做来去了报买说在是的一吃聊打，。,；;！!、和跟今明后上下换升离喜对住有会要也都学]|$)"
)
_ZH_NOBODY: Final = compiled(
    r"^(?:(?:.[天年月日周末时间候里上下边头子些么是在有了的])|高兴|方便|安全|成都|温州|常常|全家|全部|白天|花生|包子|水果"
    r"|万一|关于|毛病|石头|黄金|米饭|牛奶|平常|平均|经常|经理|程序|单位|时差|房东|房租|房子|车票|和他|和她|和我|于是|那家"
    r"|党员|范围|金额|钱包|计划|项目|班级|席位|解决|方案|方法|空调|康复|包括|包装|安排|安装|于今|边上|高铁|高中|高考|高血"
    r"|陆续|向来|全职|全新|明显|白酒|黄油|花了|万元|江边|路上|路由|宫保|古董|游泳|游戏|老家|老板|老师|老婆|老公|小时|小区"
    r"|小学|小说|小孩|小吃|小心|老是|阿姨)"
)
_TAKES: Final = re.compile(r"^(?:给|跟|和|与|对|帮|为|替|把|被|让|请|向)(?=[\u4e00-\u9fff]{2})")
_MINE: Final = re.compile(
    r"^(?:我|咱)们?(?:又|也|都|就|才|还|刚|已经|最近|现在|昨天|今天|正在|正|已)?(?:开始|打算|准备|决定|继续)?$"
)
_WITH_ME: Final = re.compile(r"^我们?[和跟与](?=[\u4e00-\u9fffA-Za-z])")
_NOWHERE: Final = re.compile(r"^(?:在|从|于|往|到|去)[\u4e00-\u9fff]{1,6}$")
_CLAUSE: Final = re.compile(r"[，,；;。！!？?\n]")


@dataclass(frozen=True, slots=True)
class _Named:
    """Somebody or something named. ``at`` to ``end``: its place; ``gender``: ``m``, ``f`` or empty."""

    name: str
    at: int
    end: int
    thing: bool = False
    gender: str = ""


def with_meant(candidates: Sequence[Candidate], turns: Sequence[Turn]) -> tuple[Candidate, ...]:
    """``candidates`` about whom their pronouns mean: in the same sentence, before it in the turn, or in the turn before
    of the same speaker. Deterministic, linear in the text.
    """
    before = _said_before(turns)
    by_id = {turn.id: turn for turn in turns}
    return tuple(_about(found, by_id[found.turn], before[found.turn]) for found in candidates)


def subject_in(clause: str) -> str:
    """The person or thing that a Chinese clause begins with by name or kinship (陈立, 我妈妈); empty when none."""
    match = _ZH_SUBJECT.match(clause.strip())
    return match[0] if match and not _ZH_NOBODY.match(match[0]) else ""


def is_pronoun(entity: str) -> bool:
    """Whether a claim says whose it is by a pronoun alone: it cannot be set against any other claim."""
    return _WHOLE.fullmatch(entity) is not None


def entity_meant(entity: str) -> str | None:
    """The entity that words name: 给陈悦 is 陈悦, 我开始 and 我和陈立 the user; None when they name nobody (在一家)."""
    if _MINE.match(entity) or _WITH_ME.match(entity):
        return "user"
    if _NOWHERE.match(entity):
        return None
    return _TAKES.sub("", entity)


def _said_before(turns: Sequence[Turn]) -> dict[str, str]:
    """For each turn the words of the same speaker's turn before it, in this call."""
    last: dict[tuple[str, str | None], str] = {}
    found: dict[str, str] = {}
    for turn in turns:
        speaker = (turn.role, turn.name)
        found[turn.id] = last.get(speaker, "")
        last[speaker] = turn.text
    return found


def _about(found: Candidate, turn: Turn, earlier: str) -> Candidate:
    start, end = found.span
    said = turn.text[start:end]
    pronoun = _PRONOUN.search(said)
    meant: tuple[str, ...] = ()
    if pronoun is not None:
        at = start + pronoun.start()
        text = f"{earlier[-_FAR:]}\n{turn.text[max(0, at - _FAR) : at]}"
        meant = antecedent(text, pronoun[0], opens=pronoun.start() == 0)
    claim = _claim(found.claim, meant) if found.claim else None
    names = [name for name in (_clean(name, meant) for name in found.entities) if name]
    head = (claim.entity,) if claim and claim.entity != "user" and not is_pronoun(claim.entity) else ()
    subject = () if said.isascii() or pronoun else _told(subject_in(said), (*head, *names))
    return replace(found, claim=claim, entities=tuple(dict.fromkeys((*head, *meant, *names, *subject))))


def _told(subject: str, names: Sequence[str]) -> tuple[str, ...]:
    """The subject of a sentence as one more name, unless ``names`` have it."""
    known = not subject or any(subject in name or name in subject for name in names)
    return () if known else (subject,)


def _claim(claim: Claim, meant: tuple[str, ...]) -> Claim | None:
    """The claim of the one who is meant, if that is clear; None when its subject is none (在一家)."""
    if is_pronoun(claim.entity):
        if not meant or claim.attribute == "name":
            return claim
        return replace(claim, entity=" and ".join(meant))
    entity = entity_meant(claim.entity)
    owned = _OWNED.fullmatch(claim.entity)
    if owned and len(meant) == 1:
        entity = f"{meant[0]}'s {owned['en']}" if owned["en"] else f"{meant[0]}的{owned['zh']}"
    return replace(claim, entity=entity) if entity else None


def _clean(name: str, meant: tuple[str, ...]) -> str | None:
    """``name`` as an entity, or None when it names nobody: a pronoun, what a pronoun owns, the speaker."""
    if is_pronoun(name) or (_OWNED.fullmatch(name) and meant):
        return None
    cleaned = _WITH_ME.sub("", name) if _WITH_ME.match(name) else entity_meant(name)
    return cleaned if cleaned != "user" else None


def antecedent(before: str, pronoun: str, *, opens: bool = True) -> tuple[str, ...]:
    """The names that ``pronoun`` can stand for after ``before``: one, a couple for "they", or none when unclear.

    ``opens``: the pronoun begins its statement. "It" and "they" within one stand for too much to be resolved.
    """
    word = pronoun.casefold()
    person = word in _HE or word in _SHE
    if not person and not opens:
        return ()
    for start, end in reversed(sentences(before)):
        sentence = before[start:end]
        named = [one for one in _named_in(sentence) if _fits(one, word)]
        if not named:
            continue
        if len(named) == 1:
            return (named[0].name,) if person else tuple(named[0].name.split(" and "))
        if not person and word not in _THING and _coupled(sentence, named):
            return tuple(one.name for one in named)
        sure = [one for one in named if one.gender]
        return (sure[0].name,) if person and len(sure) == 1 else ()
    return ()


def _fits(one: _Named, word: str) -> bool:
    if word in _THING:
        return one.thing
    if word in _HE or word in _SHE:
        return not one.thing and one.gender in ("", "m" if word in _HE else "f")
    return True


def _coupled(sentence: str, named: Sequence[_Named]) -> bool:
    gaps = (sentence[one.end : two.at] for one, two in pairwise(named))
    return all(_COUPLED.match(gap) for gap in gaps)


def _named_in(sentence: str) -> list[_Named]:
    """Who and what is named in a sentence, in order, each once; places are nobody."""
    found = [*_english(sentence), *_chinese(sentence)]
    found.sort(key=lambda one: one.at)
    once = {one.name.casefold(): one for one in reversed(found)}
    return _joined(sentence, sorted(once.values(), key=lambda one: one.at))


def _joined(sentence: str, named: Sequence[_Named]) -> list[_Named]:
    """Kin and the name that the sentence gives them are one: "My sister is called Ilse", 我先生叫陈立."""
    joined: list[_Named] = []
    for one in named:
        last = joined[-1] if joined else None
        if last and not last.thing and _GIVES_NAME.fullmatch(sentence[last.end : one.at]):
            joined[-1] = replace(one, at=last.at, gender=last.gender, thing=False)
        else:
            joined.append(one)
    return joined


def _english(sentence: str) -> Iterable[_Named]:
    kin = list(_KIN_EN.finditer(sentence))
    for match in kin:
        name = (match["name"] or "").strip(", ") or match["kin"]
        yield _Named(name, match.start(), match.end(), gender=_gender(match["kin"]))
    for name in entities_of(sentence):
        at = sentence.find(name)
        if not name.isascii() or at < 0 or any(match.start() <= at < match.end() for match in kin):
            continue
        ahead = sentence[:at][-40:]
        if _PLACE_BEFORE.search(ahead) or _PRONOUN.fullmatch(name):
            continue
        thing = _LIKE_THING.search(name) is not None or _THING_BEFORE.search(ahead) is not None
        yield _Named(name, at, at + len(name), thing=thing, gender=_gender(name))


def _chinese(sentence: str) -> Iterable[_Named]:
    at = 0
    for clause in _CLAUSE.split(sentence):
        subject = _ZH_SUBJECT.match(clause)
        if subject and not _ZH_NOBODY.match(subject[0]):
            yield _Named(subject[0], at, at + subject.end(), gender=_gender(subject[0]))
        for match in _ZH_NAME.finditer(clause):
            if not _ZH_NOBODY.match(match["name"]):
                kin = match[0].removesuffix(match["name"])
                yield _Named(match["name"], at + match.start("name"), at + match.end(), gender=_gender(kin))
        at += len(clause) + 1


def _gender(word: str) -> str:
    return "m" if _MALE.search(word) else "f" if _FEMALE.search(word) else ""
