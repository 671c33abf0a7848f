"""Light English stemming: plurals, -ing, -ed, final y and e, and irregular past tenses.

The first and last steps of Porter (1980), "An algorithm for suffix stripping": what inflection needs and no more, so
that "university" and "universe" stay apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_VOWEL = re.compile(r"[aeiou]|(?<!^)(?<![aeiou])y")
_MEASURE = re.compile(r"(?:[aeiouy]+[^aeiouy]+)")
_SHORT = re.compile(r"[^aeiouy][aeiouy][^aeiouywx]$")
_DOUBLE = re.compile(r"([bdfgmnprt])\1$")

_IRREGULAR = """
ate:eat eaten:eat became:become began:begin begun:begin bitten:bite bled:bleed blew:blow bought:buy broke:break
broken:break brought:bring built:build caught:catch children:child chose:choose chosen:choose came:come drank:drink
drawn:draw drew:draw driven:drive drove:drive fallen:fall fed:feed feet:foot fell:fall felt:feel fought:fight
flew:fly flown:fly forgot:forget forgotten:forget found:find froze:freeze frozen:freeze gave:give given:give
gone:go went:go grew:grow grown:grow heard:hear held:hold hid:hide hidden:hide kept:keep knew:know known:know
laid:lay led:lead left:leave lent:lend lost:lose made:make meant:mean men:man met:meet mice:mouse paid:pay
ran:run rang:ring ridden:ride rode:ride said:say sang:sing sung:sing sat:sit saw:see seen:see sent:send
shook:shake shot:shoot shown:show slept:sleep sold:sell sought:seek spent:spend spoke:speak spoken:speak
stole:steal stolen:steal stood:stand stuck:stick swam:swim swum:swim taken:take took:take taught:teach teeth:tooth
thought:think threw:throw thrown:throw told:tell tore:tear torn:tear understood:understand woke:wake won:win
women:woman wore:wear worn:wear written:write wrote:write wives:wife knives:knife
"""
IRREGULAR: Mapping[str, str] = dict(pair.split(":") for pair in _IRREGULAR.split())
"""Irregular forms by their base form."""

_UNINFLECTED = "news always perhaps series species lens gas bus plus thus yes during sing king ring bring thing"
_KEPT = frozenset(_UNINFLECTED.split())


def stem(word: str) -> str:
    """The stem of a lower-case ASCII word; what is no English inflection comes back as it is."""
    if len(word) < 4:
        return IRREGULAR.get(word, word)
    word = IRREGULAR.get(word, word)
    if word in _KEPT:
        return word
    word = _past(_plural(word))
    if word.endswith("y") and len(word) > 2 and word[-2] not in "aeiou":
        return word[:-1] + "i"
    if word.endswith("e") and _drops_e(word[:-1]):
        return word[:-1]
    return word


def _plural(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + ("y" if len(word) > 4 else "ie")
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if len(_MEASURE.findall(word[:-3])) else word
    base = word[:-2] if word.endswith("ed") else word[:-3] if word.endswith("ing") else ""
    if len(base) < 2 or not _VOWEL.search(base):
        return word
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if _DOUBLE.search(base):
        return base[:-1]
    if len(_MEASURE.findall(base)) == 1 and _SHORT.search(base):
        return base + "e"
    return base


def _drops_e(base: str) -> bool:
    measure = len(_MEASURE.findall(base))
    return measure > 1 or (measure == 1 and not _SHORT.search(base))
