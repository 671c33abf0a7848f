"""English claims beyond the tables: subject, verb and object of a plain statement in the present (W2).

The tables know a hundred ways to say what people say about themselves; the rest of the language is open. Here a clause
is read word by word: whose it is, whether it is denied, what is done or is so. A verb keeps its object in the value
(``we –does→ accept cash``), a measure or a place has an attribute of its own (``oven –tops_out_at→ 260 °C``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hindsight.domain.patterns import pattern
from hindsight.domain.verbs import VERBS, base, third_person

LONGEST: Final = 40
"""Words of a clause that are looked at."""
_SUBJECT_WORDS: Final = 9
_PRONOUNS_TEXT: Final = "i we he she they it everyone nobody"
_PRONOUNS: Final = frozenset(_PRONOUNS_TEXT.split())
_CONTRACTED: Final = {"'m": "am", "'re": "are", "'ve": "have", "'s": "is", "'ll": "will", "'d": "would"}
_BE: Final = frozenset(["am", "is", "are"])
_HAVE: Final = frozenset(["have", "has"])
_MODAL: Final = frozenset(["can", "must", "should", "need"])
_DENYING_TEXT: Final = (
    "not never don't doesn't didn't isn't aren't can't cannot won't mustn't shouldn't hasn't haven't don’t"
)
_NOT_BEING: Final = frozenset(["isn't", "aren't", "isn’t", "aren’t"])
_DENYING: Final = frozenset(_DENYING_TEXT.split())
_SKIPPED_TEXT: Final = """
    also still now currently usually always mostly really just only recently already actually definitely both all
    normally typically mainly generally personally often sometimes occasionally regularly officially finally even
    to do does ever any longer
    """
_SKIPPED: Final = frozenset(_SKIPPED_TEXT.split())
_LEADING: Final = pattern(
    r"""
    ^(?:(?:ever since|since|after|before|at|in|on|by|for|during|until|from|as of|these|right|most|every|each)\s
    [^,.;!?]{1,60}?,\s|(?:these days|right now|now|nowadays|currently|at the moment|still|also|today|so|lately|by day
    |at work|at home|every (?:day|week|morning|evening|night|month|year|monday|tuesday|wednesday|thursday|friday
    |saturday|sunday))\s?,?\s(?=(?:i|we|he|she|they|my|our|the)(?![a-z]))){1,2}
    """
)
_NOUN_TOO_TEXT: Final = """
    answers backs bills books builds calls camps checks codes counts crosses cuts deals drinks drives drops ends
    fences fights files finishes fits heads helps hits hosts jobs judges keys lasts leads leaves likes limits links
    lists locks logs looks maps marks matches means meets mines needs numbers offers orders parks passes pays peaks
    picks pins plans plants plays points posts presses prints races rains reports rests results rings rows runs sales
    saves scales seats sets shares ships shops shows signs sizes sorts stands starts states stems stops stores streams
    studies supplies supports tests times tops trades trains tunes types uses values views visits votes waits walks
    wants washes watches works build call check cost cover cut deal design drive end face fall feed field file finish
    fish fit fix fuel garden guard guide head heat help hit hold host hunt import export judge kick launch lead leak
    lift limit link list load lock log look love map mark match mine mix monitor need nest number offer order paint
    park pass pay peak pin plan plant play point post practice press print pump push race rain raise record release
    report rest result return ride ring roast row run sail save scale seat set share ship shop show sign size sleep
    smell smoke sort sponsor stand start state stay stem stick stop store stream stretch study suit supply support
    switch talk target taste test throttle tick time top total trade train treat trigger trust try tune turn type use
    value visit vote wait wake walk wash watch water welcome work worry cycle dance drink double drop dry fly forge
    bike bill block book boil brew camp charge coach code concern display cook access backup deploy upload
    """
_NOUN_TOO: Final = frozenset(_NOUN_TOO_TEXT.split())
_MEASURE: Final = pattern(
    r"""
    ^(?P<how>(?:(?:out|up|down|in|on|off|over|at|for|from|to|after|within|every|each|per|by|under|with|between|around
    |about|roughly|only|exactly|us|me|them|nearly|almost|up to|at least|at most)\s){0,4})
    (?P<value>[$€£¥~]?\d[\w.,:%/°$€£-]{0,30}(?:\s(?!and|but|or|because|so|since|when|if|while|before|on|in|at
    |with)[\w/°%-]{1,20}){0,4}
    |(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty
    |seventy|eighty|ninety|a hundred|half a|a dozen|other)(?:[ -](?!and|but|or|because|so|since|when|if|while|of
    |before|on|in|at|with)[\w-]{1,20}){1,4})
    """
)
_PARTICIPLE: Final = pattern(
    r"""
    ^(?P<verb>[a-z]{2,16}(?:ed|en|wn|ilt|ept|eld|ade|ound|ought|set|un|ut)) (?P<how>with|by|in|to|for|at|on|from|as
    |under|behind|into|through|every|after|out of) (?P<value>.+)$
    """
)
_PLACE: Final = pattern(
    r"^(?:in|at|under|underneath|behind|inside|near|next to|opposite|on|above|below|beside|between|outside) (?P<v>.+)$"
)
_STATE: Final = pattern(
    r"""
    ^(?:(?:all|fully|completely|permanently|temporarily|back|still|now|finally|again) ){0,2}(?:broken|fixed|green|red
    |down|up|back|open|closed|shut|full|empty|out of order|offline|online|working|done|ready|finished|live|dead|alive
    |blocked|cancelled|canceled|postponed|over|sold out|sold|gone|retired|in use|out of stock|up and running|on hold
    |frozen|merged|released|deprecated|stable|unstable|busy|free|available|unavailable|vacant|due|late|active|inactive
    |enabled|disabled|locked|unlocked|installed|archived|public|private)(?= again| now| since|$)
    """
)
_STOP: Final = pattern(
    r"""
    (?:[,:;]\s|\s(?:because|since|although|though|while|so that|which|who|but|so|if|when|unless|until|as long as
    |and (?:my|our|the|i|we|he|she|it|they))(?![a-z])|\s[–—-]\s|\s(?:any ?more|any longer|now|these days
    |at the moment|nowadays|instead|again|for now|by the way|just so you know|at all|too|as well)(?=$|[,.;!])).*$
    """
)
_THINGS: Final = pattern(
    r"""
    ^(?:the|our|my|this|its|his|her|their)\s(?!\w*(?:mother|father|brother|sister|son|daughter|wife|husband|partner
    |boss|manager|colleague|friend|kids?|child|parents?|mum|mom|dad|aunt|uncle|neighbou?r|cousin|twins?)(?![a-z]))
    """
)
_NO_SUBJECT_TEXT: Final = "there if when whenever unless please let never always don't before after once to how"
_NO_SUBJECT: Final = frozenset(_NO_SUBJECT_TEXT.split())
_BEFORE_NOUN_TEXT: Final = "the a an my our of to his her their for with and your this that in on at"
_BEFORE_NOUN: Final = frozenset(_BEFORE_NOUN_TEXT.split())
_PREPOSITIONS_TEXT: Final = (
    "out up down in on off over at for from to after within every each per by under with between"
)
_PREPOSITIONS: Final = frozenset(_PREPOSITIONS_TEXT.split())
_PARTICULAR: Final = pattern(
    r"""
    ^(?:i|we|he|she|my|our|his|her|their|the|this|these|both|all|most|half|one|two|three|some)(?![a-z])|\d|'s(?:\s|$)
    |^(?:(?:no|only) )?(?-i:[A-Z])\w+(?:\s(?-i:[A-Z])\w+)+$
    """
)
_SINCE_WHEN: Final = pattern(r"(?:^|\s)(?:after|since|due to|because of|on|in|last|\w+ \w+ ago)(?:\s.*)?$")
_CEASED: Final = frozenset(["stopped", "quit", "ceased", "discontinued"])
_OF_THE_TALK: Final = frozenset(["know", "mean", "try", "say", "tell", "trust", "worry", "reckon", "matter", "seem"])
_POINTING: Final = pattern(
    r"""
    ^(?:this|that|it|them|those|these|so|you|your|the (?:first|second|last|other|full|whole|same|rest|next))(?![a-z])
    |(?<![a-z])(?:you|your|this|that)$|(?<![a-z])your (?:answer|explanation|reply|steps|advice|code)
    |^(?:\w+ ){0,3}those two
    """
)
_BEEN_TO: Final = pattern(r"^(?:ever )?been to (?=\S)")
_NO_LONGER: Final = pattern(r"(?<![a-z])(?:any ?more|any longer)(?![a-z])")
_JOINT: Final = pattern(r"(?:,|\s(?=while\s|and\s|but\s))\s?(?:and\s|while\s|so\s|but\s)?")
_AFTER_IS: Final = frozenset(["called", "named", "due", "got", "already", "still", "now", "very", "too", "nearly"])
_POINTS: Final = frozenset(["let's", "that's", "there's", "here's", "what's", "who's", "today's", "it's"])
_DETERMINERS: Final = frozenset(["the", "my", "our", "his", "her", "their", "a", "an", "this", "that"])
_OF_SEVERAL: Final = frozenset(["one", "two", "three", "four", "some", "most", "half", "both", "none", "all", "many"])
_NEVER_FIRST: Final = frozenset(["sometimes", "always", "besides", "perhaps", "news", "this", "is", "has", "means"])
_WORDS: Final = re.compile(r"\S{1,80}")
_HOW: Final = pattern(
    r"^(?P<how>(?:out|up|down|off|over|back|away|after) )?(?P<prep>in|on|at|for|from|to|with|by|under|behind|near|as) "
    r"(?=\S)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause as read: ``subject`` in its words (empty: left out), attribute, value, denied or not."""

    subject: str
    attribute: str
    value: str
    negated: bool


def read_english(clause: str) -> Clause | None:
    """Subject, verb and object of a clause in the present tense, or None when it is none."""
    lead = _LEADING.match(clause)
    words = _expanded(_WORDS.findall(clause[lead.end() :] if lead else clause)[:LONGEST])
    low = [word.strip(',.!"“”').casefold() for word in words]
    at = verb_at(low)
    if at is None and (owned := _owner_at(words, low)) is not None:
        words[owned : owned + 1], low[owned : owned + 1] = [words[owned][:-2], "is"], [low[owned][:-2], "is"]
        at = owned + 1
    if at is None or at + 1 >= len(low):
        return None
    subject = " ".join(words[:at])
    if "," in subject or ":" in subject:
        return None
    if low[at] in _CEASED and base(low[at + 1]) and low[at + 1].endswith("ing"):
        rest = _STOP.sub("", " ".join(words[at + 2 :])).strip(" .!?,;")
        return _doing(subject, base(low[at + 1]), _SINCE_WHEN.sub("", rest), negated=True)
    past, negated = False, False
    if low[at : at + 2] == ["used", "to"]:
        past, at = "still" not in low[at:], at + 2
    if low[at] in {"do", "does"} and low[at + 1] in _DETERMINERS:
        return Clause(subject, "does", _STOP.sub("", " ".join(words[at + 1 :])).strip(" .!?,;"), negated=False)
    if low[at] in _NOT_BEING:
        return _predicate(subject, "is", " ".join(words[at + 1 :]), negated=True)
    while at < len(low) and (low[at] in _SKIPPED or low[at] in _DENYING or low[at] in _MODAL or low[at] == "no"):
        negated = negated or low[at] in _DENYING or (low[at] == "no" and low[at + 1 : at + 2] == ["longer"])
        if (low[at] == "no" and not negated) or (low[at] == "need" and low[at + 1 : at + 2] != ["to"]):
            break
        at += 2 if low[at] == "no" else 1
    return _predicate(subject, low[at], " ".join(words[at + 1 :]), negated or past) if at < len(low) else None


def subject_of(clause: str) -> str:
    """The subject of a clause in the present, in its words; empty when there is none."""
    reading = read_english(clause)
    return reading.subject if reading else ""


def names_subject(clause: str) -> bool:
    """Whether a clause in the present says something of someone or something in particular, not of a kind of things."""
    subject = subject_of(clause)
    return subject != "" and _PARTICULAR.search(subject) is not None


def leaves_out_subject(clause: str) -> bool:
    """Whether a clause goes on with a verb in the third person: "and drops off if it misses four beats"."""
    word = clause.removeprefix("and ").partition(" ")[0]
    return word.islower() and _third_person(word)


def joints(sentence: str) -> list[int]:
    """Where a second statement begins after "and", "while" or a comma: a verb of its own, or a subject and its verb."""
    found = []
    for match in _JOINT.finditer(sentence):
        words = _expanded(_WORDS.findall(sentence[match.end() : match.end() + 80])[:6])
        low = [word.strip(',.!"“”').casefold() for word in words]
        if len(low) < 2 or sentence[: match.start()].count(" ") < 2:
            continue
        goes_on = _third_person(low[0]) and low[0] not in _NEVER_FIRST and not _verbish(low[1])
        if goes_on or _has_subject(low):
            found.append(match.end())
    return found


def _has_subject(low: list[str]) -> bool:
    if low[0] in _PRONOUNS:
        return low[1] in VERBS or _verbish(low[1]) or low[1] in _SKIPPED
    if low[0] in _OF_SEVERAL and low[1] == "of":
        return True
    if low[0] in _BEFORE_NOUN and low[0] not in _DETERMINERS:
        return False
    at = verb_at(low)
    return at is not None and 0 < at < 4


def _verbish(word: str) -> bool:
    return word in _BE or word in _HAVE or word in {"was", "were", "had", "will", "can"} or _third_person(word)


def _expanded(words: list[str]) -> list[str]:
    """``I'm`` as two words, and ``the panel's at``; a possessive ``'s``, before a noun, is none of these."""
    split: list[str] = []
    of_pronoun = words[:1] != [] and words[0].casefold() in _PRONOUNS
    for word, after in zip(words, [*words[1:], ""], strict=False):
        head, mark, tail = word.replace("’", "'").partition("'")
        expansion = _CONTRACTED.get(mark + tail.casefold())
        if expansion == "is" and after.casefold() == "got":
            expansion = "has"
        whole = expansion and (
            head.casefold() in _PRONOUNS or (expansion in {"is", "has"} and not of_pronoun and _complement(after))
        )
        split += [head, expansion] if whole and expansion else [word]
    return split


def _owner_at(words: list[str], low: list[str]) -> int | None:
    """Where a noun with ``'s`` stands in a clause without a verb: there it means "is" ("the table's solid oak")."""
    fits = (n for n, word in enumerate(low[:-1]) if word.endswith("'s") and word not in _POINTS)
    return next((n for n in fits if n or words[0][0].isupper()), None)


def _complement(word: str) -> bool:
    """Whether ``word`` after a noun with ``'s`` tells that this means "is": no noun can be owned there."""
    low = word.strip(",.!").casefold()
    known = low in _DETERMINERS or low in _DENYING or low in _PREPOSITIONS or low in _AFTER_IS
    return known or low[:1].isdigit() or (low.endswith("ing") and base(low) is not None and low not in _NOUN_TOO)


def verb_at(low: list[str]) -> int | None:
    """Where the verb phrase begins: after a pronoun, at the first verb after a noun, or at once ("Takes 35 min")."""
    if len(low) < 2:
        return None
    if low[0] in _PRONOUNS:
        return 1
    if low[0] in _NO_SUBJECT or low[0] in _BE or low[0] in _MODAL or low[0] in VERBS:
        return None
    if _third_person(low[0]) and low[0] not in _NOUN_TOO:
        return 0
    for at in range(1, min(len(low), _SUBJECT_WORDS)):
        word = low[at]
        if word in _BE or word in _HAVE or word in _MODAL or word in _DENYING or word in {"no", "do", "does"}:
            return at
        if low[at : at + 2] == ["used", "to"] or low[at] in _CEASED or _is_verb(low, at):
            return at
        if word in _SKIPPED and at + 1 < len(low) and _is_verb(low, at + 1):
            return at
    return None


def _is_verb(low: list[str], at: int) -> bool:
    word, before = low[at], low[at - 1]
    if before in _BEFORE_NOUN:
        return False
    if at + 1 == len(low):
        return _third_person(word)
    follows_noun = low[at + 1] in {"is", "are", "has", "have", "was", "were", "of"} or _third_person(low[at + 1])
    if _third_person(word):
        return not (word in _NOUN_TOO and follows_noun)
    return word in VERBS and before.endswith("s") and not (word in _NOUN_TOO and follows_noun)


def _third_person(word: str) -> bool:
    return word.endswith("s") and base(word) is not None and word not in VERBS


def _predicate(subject: str, verb: str, rest: str, negated: bool) -> Clause | None:
    negated = negated or _NO_LONGER.search(rest) is not None
    rest = _STOP.sub("", f" {rest}").strip(" .!?,;")
    if verb in _HAVE and rest.startswith("been ") and not _BEEN_TO.match(rest):
        verb, rest = "is", rest.removeprefix("been ").strip()
    while rest and (rest.split(" ")[0].casefold() in _SKIPPED or rest.split(" ")[0].casefold() in _DENYING):
        first, _, rest = rest.partition(" ")
        negated = negated or first.casefold() in _DENYING
    if verb in _BE or verb == "be":
        return _being(subject, rest, negated) if rest else None
    if verb in _HAVE and _BEEN_TO.match(rest):
        return Clause(subject, "has_been_to", rest.split(" to ", 1)[1], negated)
    if verb in _HAVE:
        rest = rest.removeprefix("got ")
        if re.match(r"[a-z]+(?:ed|en|wn|ne|ught|pt|ft)(?![a-z])", rest):
            return None
    return _doing(subject, base(verb), rest, negated)


def _doing(subject: str, verb: str | None, rest: str, negated: bool) -> Clause | None:
    goes_on = verb == "keep" and rest.partition(" ")[0].endswith("ing")
    if verb is None or goes_on or verb in _OF_THE_TALK or _POINTING.search(rest):
        return None
    if not rest:
        return Clause(subject, "does", verb, negated)
    measure = _MEASURE.match(rest)
    if measure and not negated:
        how = [word for word in measure["how"].split() if word in _PREPOSITIONS]
        return Clause(subject, "_".join([third_person(verb), *how]), measure["value"], negated=False)
    how_so = _HOW.match(rest)
    if how_so:
        name = "_".join([third_person(verb), *how_so.group().split()])
        return Clause(subject, name, rest[how_so.end() :], negated)
    return Clause(subject, third_person(verb), rest, negated)


def _being(subject: str, rest: str, negated: bool) -> Clause | None:
    if _POINTING.search(rest):
        return None
    done = _PARTICIPLE.match(rest)
    if done:
        return Clause(subject, f"{done['verb']}_{done['how'].replace(' ', '_')}", done["value"], negated)
    if _STATE.match(rest):
        return Clause(subject, "status", rest, negated)
    if _PLACE.match(rest) and _THINGS.match(subject):
        return Clause(subject, "location", rest, negated)
    first, _, others = rest.partition(" ")
    if first.endswith("ing") and base(first.casefold()):
        return _doing(subject, base(first.casefold()), others, negated)
    return Clause(subject, "is", rest, negated)
