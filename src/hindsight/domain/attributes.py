"""The attributes of claims: one name for each, and whether a thing may have several values of it at once.

Extractors name attributes freely (a model says ``employer``, a rule ``works_at``); comparing needs one vocabulary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set as AbstractSet
from typing import Final

from hindsight.domain.figures import joined
from hindsight.domain.memory import Claim
from hindsight.domain.verbs import is_action

_ALIASES: Final = {
    "works_at": "employer company workplace employed_at employed_by works_for organization organisation 公司 单位",
    "works_as": "job occupation profession role job_title title position works_in_role 职业 职位",
    "lives_in": "city home residence lives_at living_in home_city current_city 居住地 住址",
    "from": "hometown birthplace born_in place_of_birth origin native_place comes_from 老家 籍贯",
    "allergic_to": "allergy allergies allergen 过敏",
    "speaks": "language languages speaks_language spoken_language 语言",
    "likes": "like loves love enjoys enjoy interest interests hobby hobbies dislikes dislike hates hate 喜欢 爱好",
    "has_pet": "pet pets 宠物",
    "uses": "tool tools use stack technology software 工具",
    "drinks": "drink beverage 饮品",
    "eats": "food",
    "prefers": "preference prefer 偏好",
    "birthday": "birth_date date_of_birth birthdate dob 生日",
    "phone": "phone_number mobile telephone contact_number 电话 手机号",
    "email": "email_address mail 邮箱",
    "base_url": "url endpoint api_url base_uri 地址",
    "rate_limit": "ratelimit request_limit api_limit throttle qps_limit 限流",
    "deadline": "due_date due end_date 截止日期",
    "married_to": "spouse",
    "visited": "has_visited travelled_to traveled_to been_to",
    "owner": "owned_by responsible maintainer 负责人",
}
_CANONICAL: Final = {alias: name for name, aliases in _ALIASES.items() for alias in [name, *aliases.split()]}

_MULTI_VALUED_NAMES: Final = """
    likes allergic_to speaks has_pet uses visited owns knows condition medication friend child son daughter
    brother sister sibling colleague skill drinks eats plays collects reads watches attended studies member_of
    has is tool goal constraint requirement responsible_for exercise routine favourite contact aunt uncle cousin
    nickname alias alias_of supports integrates_with depends_on contains includes avoids suggestions answer_style
    instruction feels wants plans does prefers interested_in problem
"""
MULTI_VALUED: Final = frozenset(_MULTI_VALUED_NAMES.split())
"""A new value stands beside the old ones. Every other attribute has one value at a time; see :func:`single_valued`."""

_CONSTANT: Final = frozenset({"birthday", "blood_type", "from", "native_language"})
_DRIFTING: Final = frozenset({"age", "version", "status", "lives_in", "works_at", "works_as", "phone", "grade"})
_DENIALS: Final = frozenset({"dislikes", "hates", "dislike", "hate"})
"""Attributes whose own name denies: ``dislikes`` is not ``likes``."""

_FAVOURITE: Final = ("favourite", "最喜欢", "最爱")
_FAMILIES: Final = (
    ("drinks", "diet", "eats", "takes", "does", "smokes", "exercise", "routine", "plays", "medication"),
    ("uses", "editor", "database", "framework", "language", "os", "tool", "drives", "rides", "runs_on", "works_at"),
    ("owns", "has_pet", "has", "drives", "rides", "keeps"),
)
_ONE_AT_A_TIME: Final = frozenset(
    {"works_at", "works_as", "lives_in", "lives_on", "reports_to", "answers_to", "runs_on"}
)
_ARTICLES = re.compile(r"^(?:(?:the|a|an|our|my|this|that|we|i)\s+|我们?的?|咱们?的?|这个|那个|该)", re.IGNORECASE)
_SELF = frozenset({"user", "i", "me", "myself", "the user", "speaker", "用户", "我", "本人", "俺"})
_SPELLED = re.compile(r"(fav|col|flav|neighb|behavi)or(?![a-z]*our)")
_MEASURE = re.compile(r"(?:约|大概|每\w{1,3}\s?|about |around )?[$€£¥￥]?[\d零一二两三四五六七八九十百千万半]")
_EXACT = re.compile(r"\d")
_PUNCTUATION = re.compile(r"[\s\"'“”‘’`,，.。;；:：!！?？()（）《》\[\]]+")


def canonical_attribute(attribute: str) -> str:
    """``Employer`` → ``works_at``; a name that is not in the table stays, in snake_case."""
    name = re.sub(r"[\s\-]+", "_", unicodedata.normalize("NFKC", attribute).strip().casefold())
    name = _SPELLED.sub(lambda match: f"{match[1]}our", name)
    return _CANONICAL.get(name, name)


def single_valued(attribute: str, value: str = "") -> bool:
    """Whether a new value of ``attribute`` means that the old one is over.

    One may do many things (``teaches``, ``collects``); what is measured (``seats`` eighty guests) has one measure.
    """
    name = canonical_attribute(attribute)
    if name in MULTI_VALUED:
        return False
    return name in _ONE_AT_A_TIME or not is_action(name) or _MEASURE.match(value.strip()) is not None


def related(attribute: str) -> tuple[str, ...]:
    """The attributes under which the same thing may have been told, ``attribute`` first: habits, belongings, tools.

    "I drink coffee", "coffee every morning" and "no more coffee" are told under three; who stops, stops all of them.
    """
    name = canonical_attribute(attribute)
    family = next((family for family in _FAMILIES if name in family), ())
    return (name, *(other for other in family if other != name))


def needs_cue(attribute: str, value: str) -> bool:
    """Whether another value needs words of change or correction to end the old one.

    People move, grow older and change jobs: a later statement is enough. What cannot change (a birthday) and what is
    measured or set (a timeout, a limit) is only replaced when the words say so; else one of the two is a mistake.
    """
    name = canonical_attribute(attribute)
    if name.startswith(_FAVOURITE):
        return True
    if name in _DRIFTING or name.endswith(("version", "url", "date", "deadline", "time")):
        return False
    return name in _CONSTANT or _MEASURE.match(value.strip()) is not None


def canonical_entity(entity: str, speaker: AbstractSet[str] = frozenset()) -> str:
    """``The staging database`` → ``staging database``; all names of the speaker → ``user``.

    ``speaker``: names, case folded, that are known to be the speaker's own.
    """
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", entity).casefold()).strip()
    if name in _SELF or name in speaker:
        return "user"
    return _ARTICLES.sub("", name).strip() or name


def canonical_value(value: str) -> str:
    """A value without case, marks, articles and blanks: comparing, not showing."""
    folded = _ARTICLES.sub("", unicodedata.normalize("NFKC", joined(value).text).casefold().strip())
    return _PUNCTUATION.sub(" ", folded).strip()


def same_topic(a: Claim, b: Claim, speaker: AbstractSet[str] = frozenset()) -> bool:
    """Whether both claims are about the same attribute of the same entity; ``speaker``: :func:`canonical_entity`."""
    same_entity = canonical_entity(a.entity, speaker) == canonical_entity(b.entity, speaker)
    return same_entity and canonical_attribute(a.attribute) == canonical_attribute(b.attribute)


def same_value(a: str, b: str) -> bool:
    """Whether one value is the other or only more exact: Berlin and "Berlin, Germany"; never 60 and 60/min, 1.2 and "
    "1.2.3.
    """
    first, second = canonical_value(a), canonical_value(b)
    if first == second:
        return True
    if _EXACT.search(first) or _EXACT.search(second) or not (first and second):
        return False
    short, long = sorted((first, second), key=len)
    if short.isascii():
        return set(short.split()) <= set(long.split())
    return len(short) > 1 and (long.startswith(short) or long.endswith(short))


def narrower(value: str, other: str) -> bool:
    """Whether ``value`` says more than ``other``, which it contains: coffee with milk, beside coffee."""
    return same_value(value, other) and len(canonical_value(value)) > len(canonical_value(other))


def denied(claim: Claim) -> bool:
    """Whether the value does not hold: the claim is negated, or its attribute denies (``dislikes``); twice is once "
    "not.
    """
    name = claim.attribute.strip().casefold()
    return claim.negated != (name in _DENIALS)
