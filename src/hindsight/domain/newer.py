"""What is so now: a later turn that tells of a change passes the earlier one about the same thing (R4, R7).

"CI runs on Jenkins", and months later "the Jenkins box died, we're on Forgejo now": asked what CI runs on, the first
has the words of the question and the second the answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from hindsight.domain.analysis import tokens
from hindsight.domain.analysis.stopwords import CHINESE, ENGLISH, PARTICLES
from hindsight.domain.memory import Memory
from hindsight.domain.patterns import pattern

_HEADS = 5
"""How many of the best may be out of date."""
_BOTH = 2
"""Conversations that hold a term which tells that both are about the same thing."""
_LONGEST = 1000
"""Characters of a memory that are read."""

_CHANGED = pattern(
    r"""
    (?<![a-z])(?:no\slonger|any\s?more|switch(?:ed|ing)|mov(?:ed|ing)\s(?:to|from|into|out|house)|migrat(?:ed|ing)|replac(?:ed|ing)
    |upgraded|downgraded|chang(?:ed|ing)\s(?:to|from)|swapp(?:ed|ing)|instead\sof|t(?:ook|akes|aking)\sover|from\snow\son
    |(?:went|go|goes|gone|moved|raised|up|down)\s(?:up\s|down\s)?from|sold|gave\sup|quit(?:ting)?|goodbye|decided\s(?:on|against)
    |now|died|retired|raised|lowered|extended|shortened|rescheduled|postponed|new\s(?:number|limit|price|date|time|version)
    |got\srid\sof|renamed|no\smore|left\s(?:my|the|his|her))(?![a-z])
    |不再|改(?:成|为|到|用|吃|喝|坐|走|叫|在|一|每)|换(?:成|了|到|个|去)|搬(?:到|去|来|了|家)|迁(?:到|移|了)|转(?:到|去|行|岗)|升(?:到|级)
    |降(?:到|级|为)|推(?:到|迟)|延(?:期|到|后)|提前到|卖了|卖掉|停(?:用|了)|弃用|取消|不做了|不用了|接替|接手|顶着|取代|替(?:换|代)|现在|如今|今后
    |以后|从今|跳槽|离职|辞|(?:提高|调高|降低|调低|调整|涨|缩短|延长)(?:到|为|成|了)
    """,
    0,
)
_NOW = pattern(
    r"""
    (?<![a-z])(?:now|current(?:ly)?|still|these\sdays|nowadays|at\sthe\smoment|latest|any\s?more)(?![a-z])
    |现在|目前|如今|当前|眼下|这段时间
    """
)
_PRESENT = pattern(
    r"""
    (?<![a-z])(?:is|are|am|do|does)(?![a-z])|['’](?:s|re|m)(?![a-z])|最近|还|哪|什么|谁|多久|怎么|多少|几|吗|是
    """
)
_DONE = pattern(r"了[？?。]?$|过(?:什么|吗|没)|来着")
_PAST = pattern(
    r"""
    (?<![a-z])(?:did|was|were|had|used\sto|before|first|original(?:ly)?|initial(?:ly)?|earlier|previous(?:ly)?|formerly
    |former|old|ago|back\sthen|happened|since\swhen|how\sdo\si|last|why|history)(?![a-z])
    |以前|之前|从前|[年天月周]前|原来|原先|当初|最早|一开始|过去|曾|上次|上回|那时|当时|为什么|发生|去年
    """
)


def asks_for_the_present(question: str) -> bool:
    """Whether it asks what is so now, not what was, when it was or why."""
    if _PAST.search(question):
        return False
    return bool(_NOW.search(question)) or bool(_PRESENT.search(question) and not _DONE.search(question))


def says_now(question: str) -> bool:
    """Whether it asks for the present in so many words: "now", "still", 现在."""
    return bool(_NOW.search(question))


def renewed(question: str, memories: Sequence[Memory], relevance: Mapping[str, float], lead: float) -> dict[str, float]:
    """What memories that tell of a change gain, by id, over whatever of the best was told before them about the same
    thing. What holds every word of the question that the earlier one holds passes it by ``lead`` (0–1). What shares a
    term with it that only their two conversations hold passes where the question says "now", else comes behind by it.

    ``memories``: candidates, best first; ``relevance`` by id. What a claim has replaced has ended and is none of them.
    """
    changes = [memory for memory in memories if _is_change(memory)]
    if not changes:
        return {}
    asked = _terms(question)
    related = lead if says_now(question) else -lead
    terms = {memory.id: _terms(memory.content[:_LONGEST]) for memory in memories}
    held: dict[str, set[str]] = defaultdict(set)
    for memory in memories:
        for term in terms[memory.id]:
            held[term].add(memory.source.conversation or memory.id)
    gained: dict[str, float] = {}
    for head in memories[:_HEADS]:
        said = asked & terms[head.id]
        for memory in changes:
            if not _later(memory, head):
                continue
            answers = bool(said) and said <= terms[memory.id]
            if answers or any(len(held[term]) == _BOTH for term in terms[head.id] & terms[memory.id]):
                lack = relevance[head.id] + (lead if answers else related) - relevance[memory.id]
                gained[memory.id] = max(gained.get(memory.id, 0.0), lack)
    return {id_: gain for id_, gain in gained.items() if gain > 0}


def _is_change(memory: Memory) -> bool:
    """A statement with a claim has ended what it changes already."""
    return memory.claim is None and bool(_CHANGED.search(memory.content[:_LONGEST].lower()))


def _later(memory: Memory, head: Memory) -> bool:
    same = memory.source.conversation is not None and memory.source.conversation == head.source.conversation
    return memory.when > head.when and not same


def _terms(text: str) -> frozenset[str]:
    return frozenset(
        term
        for term in tokens(text)
        if len(term) > 1 and term not in ENGLISH and term not in CHINESE and PARTICLES.isdisjoint(term)
    )
