"""The statements of a sentence: whole-sentence forms first, then clauses, each with the remarks that belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hindsight.domain.analysis import query_terms
from hindsight.domain.conversation import Turn
from hindsight.domain.extraction import Dropped
from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.memory import Kind
from hindsight.domain.patterns import pattern
from hindsight.domain.rules import cues
from hindsight.domain.rules.chance import states
from hindsight.domain.rules.claims import LOOSE, Found, find_claim, find_general_claim
from hindsight.domain.rules.clauses import Span, clauses, without_lead_in
from hindsight.domain.rules.general import leaves_out_subject, subject_of
from hindsight.domain.rules.misspoken import misspoken
from hindsight.domain.rules.parts import (
    BARE_NOUN,
    fragment,
    has_topic,
    heads,
    is_over,
    parted,
    parted_en,
    property_of,
    topic_of,
)
from hindsight.domain.rules.speaker import is_agent, own_name
from hindsight.domain.rules.spoken_of import subject_in
from hindsight.domain.rules.verdicts import agent_objection, happened, lacks_case, objection
from hindsight.domain.rules.wishes import wishes
from hindsight.domain.text import Script, script

_LIKELY, _CLAIMED, _UNLIKELY = 0.8, 0.4, -0.8
"""Log-odds from which a clause is kept: that no pattern knows, that reads as subject and verb, that has the form of a
statement.
"""
_FULL_CLAUSE: Final = 4
_REMARK: Final = pattern(
    r"""
    ^(?:而?不(?:是|叫|在|到)|叫|名叫|名字|今年|下次|一般|通常|平均|其中|大概|大约|还|也|就|挺|很|特别|左|右
    |[零一二两三四五六七八九十\d]{1,3}岁|开会|看|听|说|之后|然后|最后|后来|结果|感觉|觉得|医生)|^(?:it|that|this
    |which)(?:'s| is| was| has| makes?| made| feels?)(?![a-z])|^(?:my|his|her) (?:stomach|doctor|head|back|family
    |boss) (?:is|says|said|feels)(?![a-z])
    """
)
_PARTED: Final = pattern(r"[;；]|[,，]\s(?:and|so|but)\s|[，,](?:所以|但是?|不过|而且|另外)|因为")
_OF_THOSE: Final = pattern(
    r"""
    ^(?:they|those|these)(?:'re|'ve)?\s(?:are|were|have|had|all|just|always|make|taste|smell|look|feel|give)(?![a-z])
    """
)
"""What is said of the things that were just said to be liked or not."""
_WEAK: Final = frozenset({"owner", "has"})
"""Attributes of patterns that also fit a clause that only goes on."""
_SO: Final = pattern(r"[,，]\s(?:so|which means|meaning)\s|[，,]所以")
_KEEP: Final = pattern(
    r"""
    please (?:keep|remember|save|note|memori[sz]e) (?:it|this|that)(?![a-z])
    |(?:请|帮我)?(?:记住|记下来|记一下)(?:这|它|[：:，,])
    """
)
_OF_SPEAKER: Final = pattern(
    r"""
    ^(?:(?P<doing>living|working|staying|studying|learning|allergic|based|married|retired|originally from)
    |(?P<been>(?:never )?been)|moved|left
    |switched|quit
    |stopped|gave up|started|used to|got|bought|sold|joined|grew up|born|adopted|became)\s(?:(?:on|in|at|to|from|for
    |as|with|a|an|my
    |our|the|eating|smoking|drinking|using)\s|(?-i:[A-Z]))
    """
)
_GOES_ON: Final = pattern(
    r"""
    ^(?:[\d一二两三四五六七八九十百千半几]|每|共|总共|一共|没|不|别|待|聊|玩|去|来|回|吃|喝|住|坐|走|跑|看|听|写|做
    |买|花|卖|送|拿|用|放|打|学|教|开|修|洗|练
    |带|跟|和|与|及|或|就|也|还|都|再|才|只|先|后|然后|最|大概|大约|一般|通常|平时|下次|上次|周|星期|早|晚|中午|下午
    |上午|能|会|要|可|得|该|恢复|是|有|在|叫|算|分|连|特别
    |尤其|主要|其中|包括|比如|例如|离|从|到|推|延|提|降|升|涨|拍|爬|逛|租|搬|骑|开|挤|排|等|弄|搞|点|订|存|省|赚|亏|丢
    |摔|碰|遇|见|认识|交|付|报|考|过|收|给|帮|陪|约|笑|哭|拖|赶|找|试|补|退|返|换|加|减
    |少|多|累|困|忙|得|当|被|让|把|对|为|因|所以|但|而|且|并|挺|很|真|太|好|超
    |差|直接|马上|已经|刚|正|全|其他|其余|剩下|左|右|前|里|外|之后|之前)
    """,
    0,
)
_OF_MINE: Final = pattern(r"(?<![a-z])(?:i|we|my|our|i'm|i've|we're|because)(?![a-z])|我|咱|因为")
"""What makes a clause beside a request a statement, and no further detail of what is wanted."""
_TELLING: Final = 4
"""Words that say something in a sentence that tells something."""
_ZH_GRAMMAR: Final = pattern(
    r"^我|[是在叫到改换用做了](?:\s|[A-Za-z0-9]|[，。]|$)|(?:\s|[A-Z0-9])[的是在叫用到改换做了]"
)
_PRONOUN: Final = pattern(
    r"^(?:(?P<person>she|he)|(?P<thing>it|they)|(?P<its>its|his|her))(?:'s)?(?=\s)|^(?P<zh>他们?|她们?|它)"
)
_FILLER: Final = pattern(r",?\s(?:um+|uh+|er+m?|like|you know|i mean|sort of|kind of|basically|honestly),\s")
_IT: Final = pattern(r"^it(?P<is>'s| is)?\s")
_NAMING: Final = frozenset({"project", "is_called", "owns", "uses"})
_NAME: Final = pattern(r"^(?:[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?|[\u4e00-\u9fff]{2,4})$", 0)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement at its place in the turn, with the claim it makes, if a pattern found one."""

    span: Span
    kind: Kind
    found: Found | None
    words: str | None = None
    """The words with their subject put in, where the clause alone lacks it."""
    about: str | None = None
    """Whom the clause before it is about, where this one was parted from it."""


def statements_in(turn: Turn, span: Span, explicit: bool, dropped: list[Dropped]) -> Iterator[Statement]:
    """The statements of one sentence; whole-sentence forms (procedures, standing wishes) before clauses."""
    agent = is_agent(turn)
    span = without_lead_in(turn.text, span)
    text = turn.text[span[0] : span[1]]
    language = spoken_in(text)
    corrected = None if agent or cues.asks(text) else misspoken(text, language)
    if corrected is not None:
        yield Statement(span, corrected.kind, corrected)
        return
    if explicit or (not agent and _KEEP.search(text)):
        found = find_claim(text, language)
        yield Statement(span, _kind(text, language, found), found)
        return
    if not agent and not cues.asks(text):
        kind = _whole(text)
        if kind:
            yield Statement(span, kind, find_claim(text, language) if kind == "preference" else None)
            return
        if cues.HYPOTHETICAL.match(text):
            dropped.append(Dropped(turn=turn.id, text=text, reason="hypothetical"))
            return
    pieces = [without_lead_in(turn.text, piece) for piece in clauses(turn.text, span)]
    missing: list[Dropped] = []
    stated = list(_grouped(turn, pieces, language, agent, missing))
    if not stated and own_name(turn) is not None and _told(text, missing):
        yield Statement(span, _kind(text, language, None), None)
        return
    dropped.extend(missing)
    yield from stated


def spoken_in(text: str) -> Script:
    """The language whose grammar ``text`` has: names in another script do not count (我在 Google 做 SRE)."""
    return "zh" if _ZH_GRAMMAR.search(text) else script(text)


def _told(text: str, missing: list[Dropped]) -> bool:
    """Whether a sentence among named people is kept whole though none of its clauses states anything alone.

    "酒店订在浅草，离雷门走路五分钟" is news among people, whoever its subject is.
    """
    if any(item.reason != "no_statement" for item in missing):
        return False
    return len(query_terms(text)) >= _TELLING


def _whole(text: str) -> Kind | None:
    supposed = cues.HYPOTHETICAL.match(text) and text.rstrip("。！!").endswith("了")
    if cues.orders_steps(text) and not cues.FOR_GOOD.search(text) and not supposed:
        return "procedure"
    if cues.once(text) or cues.HYPOTHETICAL.match(text) or cues.UNDECIDED.search(text):
        return None
    wish = cues.FOR_GOOD.search(text) or wishes(text) or (cues.standing(text) and cues.REQUEST.search(text))
    return "preference" if wish else None


def _grouped(
    turn: Turn, pieces: list[Span], language: Script, agent: bool, dropped: list[Dropped]
) -> Iterator[Statement]:
    """Clauses that stand alone, each with the remarks that follow it."""
    open_one: Statement | None = None
    asked = False
    topic = ""
    for piece in pieces:
        said = turn.text[piece[0] : piece[1]]
        plain = with_subject(said, turn, open_one, language)
        text = f"{topic}{plain}"
        wish = not agent and wishes(plain)
        reason = agent_objection(said, language) if agent else None if wish else objection(plain)
        if asked and not reason and _OF_MINE.search(text) is None:
            reason = "request"
        asked = asked or reason == "request"
        before, joint = open_one, turn.text[open_one.span[1] : piece[0]] if open_one else ""
        reason, found = (reason, None) if reason else _judged(turn, piece, text, language, agent=agent, wish=wish)
        reason = None if topic and before is None and reason == "no_statement" else reason
        if before is not None and not reason and fragment(said):
            reason, found = "no_statement", None
        mine = not agent and not wish and reason in {None, "no_statement"}
        same = before is not None and before.found and found and _topic(before.found) == _topic(found)
        if mine and before is not None and not same and _parted(before, joint, text, said):
            yield before
            open_one = _part(turn, before, piece, text, found)
            continue
        if reason:
            if reason == "no_statement" and before is None and not topic and heads(turn.text, piece):
                topic = said
            if reason != "no_statement" or before is None:
                dropped.append(Dropped(turn=turn.id, text=said, reason=reason))
            if reason == "no_statement" and before is not None:
                open_one = _grown(turn, before, piece, None)
            continue
        kind = "preference" if wish else _kind(text, language, found)
        words = f"{topic}: {said}" if topic else None
        statement = Statement(piece, "episode" if agent else kind, found, words, about=topic or None)
        if before is not None:
            follows = not wish or (_SO.search(joint) and text.startswith("no "))
            if follows and not topic and not _stands_alone(before, statement, joint, text):
                open_one = _grown(turn, before, piece, found)
                continue
            yield before
            statement = _worded(_resolved(statement, before, said), text, said)
        open_one = statement
    if open_one is not None:
        yield open_one


def _grown(turn: Turn, before: Statement, piece: Span, found: Found | None) -> Statement:
    words = f"{before.words}{turn.text[before.span[1] : piece[1]]}" if before.words else None
    return replace(before, span=(before.span[0], piece[1]), words=words, found=before.found or found)


def _judged(
    turn: Turn, piece: Span, text: str, language: Script, *, agent: bool, wish: bool
) -> tuple[str | None, Found | None]:
    """Why a clause without objection is not kept, or the claim that it makes, if any."""
    found = find_claim(text, language)
    if wish:
        return None, replace(found, kind="preference") if found else None
    return (None, found) if found or agent else _case(turn, piece, text)


def _case(turn: Turn, piece: Span, text: str) -> tuple[str | None, Found | None]:
    """Why a clause that makes no claim of a known kind is not kept, or the claim that it makes.

    It is kept by its form, unless its words are very unlike a statement, or by its words alone. People who chat under
    their names are kept more generously.
    """
    language, among_people = spoken_in(text), own_name(turn) is not None
    found = None
    reason = lacks_case(text, language, among_people=among_people)
    if reason == "general":
        return reason, None
    if not happened(text, language):
        found = find_general_claim(text, language)
        if found is None and not among_people and not key_fields_of(text) and not cues.BECAME.search(text):
            reason = reason or "no_statement"
    if reason and BARE_NOUN.match(text):
        return reason, None
    if among_people or (not reason and key_fields_of(text)):
        return reason, None if reason else found
    least = _UNLIKELY if not reason else _CLAIMED if found else _LIKELY
    odds = states(turn.text, piece, text, language)
    return (None, found) if odds > least else ("no_statement", None)


def _stands_alone(first: Statement, second: Statement, joint: str, text: str) -> bool:
    """Whether ``second`` could become untrue alone: it makes a claim or gives a value of its own, or is a full clause.

    Who says the same attribute twice in one breath explains it. Chinese parts statements by commas; a clause of eight
    characters is long enough to be one.
    """
    about_it = _REMARK.match(text) and not (second.found and not second.found.general and text.isascii())
    if about_it or (first.found and second.found and _topic(first.found) == _topic(second.found)):
        return False
    if _SO.search(joint) and text.startswith("no "):
        return False
    if first.kind == "preference" and _OF_THOSE.match(text):
        return False
    loose = second.found is not None and second.found.general and second.found.claim.attribute in LOOSE
    if loose and _SO.search(joint) and not any(sign.isdigit() for sign in text):
        return False
    if _PARTED.search(joint):
        return True
    if script(text) == "zh":
        return second.found is not None and _news(first, second.found, text)
    return second.found is not None or bool(key_fields_of(text))


def _news(first: Statement, found: Found, text: str) -> bool:
    """Whether a Chinese clause tells something else than the one before it, and no more of the same.

    It makes a claim of a known kind beside another claim, or of something new: it begins with no verb or adverb.
    """
    if not found.general:
        return first.found is not None and not (found.claim.attribute in _WEAK and _GOES_ON.match(text))
    own_subject = len(text) >= _FULL_CLAUSE and _GOES_ON.match(text) is None
    return own_subject and found.claim.attribute not in LOOSE


def _topic(found: Found) -> tuple[str, str, bool]:
    return found.claim.entity, found.claim.attribute, found.claim.negated


def with_subject(text: str, turn: Turn | None, before: Statement | None, language: Script) -> str:
    """``text`` with the subject that it leaves out: that of the clause before it, or the speaker ("Moved to Porto")."""
    if language == "zh":
        return text
    text = _FILLER.sub(" ", text)
    bare = text.removeprefix("and ").removeprefix("while ")
    thing = _IT.match(bare)
    if thing and before and before.found and (before.found.claim.entity != "user" or _names_thing(before.found)):
        claim = before.found.claim
        subject = claim.value if claim.entity == "user" or claim.attribute == "owns" else claim.entity
        return f"{subject}{' is' if thing['is'] else ''} {bare[thing.end() :]}"
    if leaves_out_subject(bare):
        subject = subject_of(before.words or turn.text[slice(*before.span)]) if before and turn else ""
        return f"{subject} {bare}" if subject else text
    match = _OF_SPEAKER.match(bare)
    if match is None or before is not None:
        return text
    return f"{'I am' if match['doing'] else 'I have' if match['been'] else 'I'} {bare[:1].lower()}{bare[1:]}"


def _resolved(statement: Statement, before: Statement, text: str) -> Statement:
    """``statement`` with the subject that it takes from the clause before it ("My manager is Priya; she took over")."""
    if before.found is None:
        return statement
    claim = before.found.claim
    pronoun = _PRONOUN.match(text)
    meant = pronoun is not None and (not pronoun["thing"] or _names_thing(before.found))
    named = claim.value if meant and _NAME.match(claim.value) else claim.entity
    owned = "'s" if pronoun and pronoun["its"] else ""
    subject = claim.entity if claim.entity != "user" else named
    if pronoun and pronoun["thing"] and claim.attribute == "owns":
        subject = claim.value
    if subject == "user":
        return statement
    mine = statement.found
    silent = mine is not None and mine.claim.entity == "user" and text[:1] not in "我咱" and not text.isascii()
    if not pronoun and not silent:
        return statement
    verb = " is" if pronoun and pronoun.group().endswith("'s") and not pronoun["its"] else ""
    words = f"{subject}{owned}{verb}{text[pronoun.end() if pronoun else 0 :]}"
    found = find_claim(words, script(words)) or mine
    return replace(statement, found=found, words=words)


def _worded(one: Statement, text: str, said: str) -> Statement:
    left_out = one.words is None and text != said and leaves_out_subject(said.removeprefix("and "))
    return replace(one, words=text) if left_out else one


def _names_thing(found: Found) -> bool:
    """Whether the value of a claim is the name of what "it" means after it: "Harbor is my project, it's …"."""
    return found.claim.attribute in _NAMING and _NAME.match(found.claim.value) is not None


def _kind(text: str, language: Script, found: Found | None) -> Kind:
    if found is not None:
        return found.kind
    if cues.orders_steps(text):
        return "procedure"
    return "episode" if happened(text, language) else "fact"


def _parted(before: Statement, joint: str, text: str, said: str) -> bool:
    """Whether a clause that no pattern of claims parts from ``before`` could become untrue alone."""
    return parted(before.kind, joint, text) if script(text) == "zh" else parted_en(before.kind, joint, said)


def _part(turn: Turn, before: Statement, piece: Span, text: str, found: Found | None) -> Statement:
    """The clause at ``piece``, parted from ``before``, with whom it is about where it names nobody."""
    said, language = turn.text[slice(*piece)], spoken_in(text)
    found = found or find_claim(text, language)
    own = has_topic(said) or (found is not None and text.isascii() and not fragment(said))
    pronoun = _PRONOUN.match(said) is not None
    about = None if own or pronoun else _about(before, turn)
    if not pronoun and (found is None or (found.general and not own)):
        speaks = before.about is None and before.found is not None and before.found.claim.entity == "user"
        found = property_of(said, about or ("user" if speaks else ""))
    kind = _kind(text, language, found)
    if found is not None and found.general:
        kind = _kind(text, language, None)
        kind = "fact" if kind == "episode" and not is_over(said) else kind
    part = _worded(_resolved(Statement(piece, kind, found, about=about), before, said), text, said)
    return replace(part, words=f"{about}: {said}") if about and part.words is None else part


def _about(before: Statement, turn: Turn) -> str | None:
    """Whom or what a statement is about, other than the speaker."""
    entity = before.found.claim.entity if before.found else "user"
    text = turn.text[slice(*before.span)]
    return entity if entity != "user" else before.about or subject_in(text) or topic_of(text) or _named(text)


def _named(text: str) -> str | None:
    subject = subject_of(text) if text.isascii() else ""
    return subject if subject.casefold() not in {"", "i", "we", "it", "they", "he", "she"} else None
