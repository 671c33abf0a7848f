"""English verbs of everyday statements, and their forms: what someone does, as an attribute of claims.

An open list: a verb that is missing makes no claim of its own, no more.
"""

from __future__ import annotations

from typing import Final

_TEXT: Final = """
    accept achieve act adjoin advise affect agree aim allow alternate amount answer apply arrive assemble attend
    avoid back bake bath begin belong bike bill block boast boil book brew bring bruise build burn buy call camp carry
    cater charge check chew climb close coach code collect come commute compete compose concern connect consist
    contain convert cook cost count cover crash cross cure cut cycle dance deal deliver deny depend deploy deserve
    dine direct dislike display do double drain draw drink drive drop dry earn eat edit employ empty enable end enjoy
    enter expect expire export extend face fail fall farm favour feed fence fill finish fish fit fix float fly follow
    forbid forge format freeze fuel gain garden generate get give go grind grow guard guide handle hang harvest hate
    have head heat help hike hit hold host hunt import include invest invoice itch jam jog join judge keep kick knit
    know last launch lead leak learn leave lease lend let lift like limit link list listen live load lock log look
    lose love maintain make manage map mark match matter mean measure meet mentor merge mine mix monitor moor mow need
    nest number occupy offer open operate orbit order organise organize overlook own paint park pass pay peak perform
    pick pin plan plant play plough point post practise practice prefer prepare press print produce provide publish
    pull pump push put race rain raise reach read receive record recycle refuse rehearse reject release rely remain
    rent repair replace reply report require resell reserve reside respond rest restart restore result retain return
    ride ring roast rotate row run sail save say scale seat see seem sell send serve set sew share shave ship shoot
    shop show shut sign sing sit size skate skip sleep smell smoke snore sort speak specialise specialize spend spin
    sponsor stand start state stay stem stick stop store stream stretch study suffer suit supply support survive swim
    switch sync take talk target taste teach tell tend test throttle throw tick time top total trade train translate
    travel treat trigger trust try tune turn tutor type upload use value vary visit volunteer vote wait wake walk want
    warm wash watch water wear weigh welcome withstand work worry write
    cap come owe scan photograph label log page
"""
VERBS: Final = frozenset(_TEXT.split())
"""Base forms."""


def base(word: str) -> str | None:
    """The base form of ``accepts``, ``accepting`` or ``accept``; None for what is not in the list."""
    stems = ["have"] if word == "has" else [word]
    if word.endswith("s") and not word.endswith("ss"):
        stems += [word[:-1], word.removesuffix("es"), word[:-3] + "y"]
    if word.endswith("ing"):
        stems += [word[:-3], word[:-3] + "e", word[:-4]]
    return next((stem for stem in stems if stem in VERBS), None)


def third_person(verb: str) -> str:
    """``accept`` → ``accepts``, ``reach`` → ``reaches``, ``carry`` → ``carries``, ``have`` → ``has``."""
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in set("aeiou") else f"{verb}s"


def is_action(attribute: str) -> bool:
    """Whether an attribute names what is done (``accepts``, ``commutes_from``): one may do many things."""
    head = attribute.partition("_")[0]
    return head != "has" and head.endswith("s") and base(head) is not None
