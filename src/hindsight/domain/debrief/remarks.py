"""What a user said between the calls: corrections (X2), and signs that the goal itself was unclear (X14)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.status import ERROR, OK
from hindsight.domain.tools import words_of
from hindsight.domain.trajectory import Trajectory

_NEXT = 12  # steps after a correction in which the corrected call is looked for

_VERBS = (
    r"(?:please |just )?(?:use|set|change|switch|put|call|run|deploy|send|pick|try|choose|take|do not|don't"
    r"|(?:it|you|that|this) (?:should|must|has to|have to|needs? to))"
)
# "no, use staging": the objection is followed by the order.
_ORDER = re.compile(
    rf"^\W{{0,3}}(?:no|nope|wrong|stop|wait|incorrect|actually)\b[,.!:;—-]{{0,2}}\s{{0,2}}{_VERBS}\b", re.IGNORECASE
)
# "no, that is the live one, please use staging": the order comes later, so only what is done next shows that it is one.
_OBJECTION = re.compile(r"^\W{0,3}(?:no|nope|not that|not like that|hold on|wait|stop|actually)\b", re.IGNORECASE)
_LATER_ORDER = re.compile(rf"[,.;:!—] ?{_VERBS}\b|\binstead\b", re.IGNORECASE)
_WRONG = re.compile(
    r"\b(?:that(?:'s| is| was) (?:wrong|not right|incorrect|not correct)|this is wrong"
    r"|you (?:used|picked|chose|took) the wrong|wrong "
    r"(?:file|environment|branch|table|column|account|date|format|directory|folder|database|server|one))\b"
    r"|\bnot [\w./-]{1,40},? (?:use|but) \S"
    r"|^\W{0,2}(?:不对|错了|不行|别|不要)|(?:应该|应当)(?:是|用|使用|改|设|传|发)|改用|换成|而不是|用错|弄错|搞错",
    re.IGNORECASE,
)
_CHINESE_YES = re.compile(r"^(?:不是很急|不要紧|不客气|别客气|不行就算)")
_NOT_MEANT = re.compile(
    r"\b(?:not what i (?:asked|meant|wanted)|misunderst(?:ood|and)|i (?:actually )?meant|changed my mind"
    r"|the (?:task|goal|request|requirement)s?"
    r" (?:is|was|are|were) (?:unclear|ambiguous|wrong|not clear)|unclear (?:goal|task|request|requirement)"
    r"|ambiguous (?:goal|task|request|requirement))"
    r"|不是我(?:要|想要|说)的|我(?:要|想要|说)的不是|理解错|误解|(?:需求|目标|任务)(?:变了|改了|不明确|不清楚"
    r"|有歧义|模糊|说错了)",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?:please )?(?:fix|do|handle|check|make|improve|help(?: me)?(?: with)?|sort|deal with|look at|finish|update) ?"
    r"(?:it|this|that|the (?:thing|stuff|problem|issue)|something|things|stuff)?(?: (?:better|work|please|up"
    r"|out))?[.!?]?"
    r"|(?:请|帮我|麻烦)?(?:处理|弄|搞|优化|改|看|修)(?:一下|下|好|定)?(?:它|这个|那个|这|那)?[。！]?",
    re.IGNORECASE,
)
_ASKING = frozenset({"ask", "clarify", "clarification", "question"})


class Correction(NamedTuple):
    """The call a user objected to, the call that did it right (or None), and the words."""

    wrong: Seen
    right: Seen | None
    words: str


def corrections(seen: Sequence[Seen]) -> Iterator[Correction]:
    """Each remark that puts the call before it right."""
    for position, item in enumerate(seen):
        words = _said(item)
        if not words or not corrects(words):
            continue
        wrong = next(
            (before for before in reversed(seen[max(0, position - _NEXT) : position]) if _is_call(before)), None
        )
        if wrong is None:
            continue
        after = [later for later in seen[position + 1 : position + 1 + _NEXT] if _is_call(later) and later.status == OK]
        right = next((later for later in after if later.family == wrong.family and later.flat != wrong.flat), None)
        if right is not None or orders(words):
            yield Correction(wrong, right, words)


def corrects(words: str) -> bool:
    """The words object to what was done; whether they say what to do may show only in what follows."""
    words = words.strip()[:600]
    return orders(words) or bool(_OBJECTION.match(words) and _LATER_ORDER.search(words))


def orders(words: str) -> bool:
    """The words object and say at once what to do."""
    words = words.strip()[:600]
    return not _CHINESE_YES.match(words) and bool(_WRONG.search(words) or _ORDER.match(words))


def goal_unclear(trajectory: Trajectory, seen: Sequence[Seen], outcome: str) -> bool:
    """The run failed because the task was wrong or unclear, not because of how it was done (X14)."""
    if outcome not in ("failure", "partial", "interrupted"):
        return False
    if any(mark.lower().replace(" ", "_") in ("unclear_goal", "unclear", "目标不明确") for mark in trajectory.marks):
        return True
    said = [_said(item) or (item.step.text if item.step.error or _asks(item) else "") for item in seen[-20:]]
    if any(_NOT_MEANT.search(words[:2000]) for words in (*said, *trajectory.marks) if words):
        return True
    vague = bool(_VAGUE.fullmatch(trajectory.goal.strip()[:120]))
    return vague and not any(item.status == ERROR for item in seen)


def _asks(item: Seen) -> bool:
    return bool(_ASKING.intersection(words_of(item.family)))


def _said(item: Seen) -> str:
    """The user's words: of a remark, or the answer to a question the agent asked."""
    if item.step.is_remark:
        return item.step.said
    return item.step.result or "" if _asks(item) else ""


def _is_call(item: Seen) -> bool:
    return not item.step.is_remark and not _asks(item)
