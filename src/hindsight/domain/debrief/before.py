"""S6: which steps between a failure and the same call that worked had made it possible."""

import re
from collections.abc import Sequence

from hindsight.domain.debrief.chains import acts, other_operand, says_look, verb_of
from hindsight.domain.debrief.classes import transient_class
from hindsight.domain.debrief.command_words import words
from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.status import OK
from hindsight.domain.tools import command_of, is_shell, named, words_of

_ENABLING = named(
    "start restart serve up login connect unlock kill install enable init mkdir create launch authenticate auth",
    "systemctl service open source activate",
)
_STEM_LETTERS = 4
_SUBJECT = re.compile(r"[A-Za-z0-9]{3,}|[一-鿿]{2,}", re.ASCII)


def preconditions(last: Seen, between: Sequence[Seen], steps: Sequence[Seen] = ()) -> tuple[Seen, ...]:
    """State-changing steps between a failure and the same call that worked.

    Those that touch what the failed call was about come first; without any, all of them (at most 3). A failure
    that may pass by itself needs such a link: else it was the time that healed it. ``steps`` are calls of the same tool
    that are known to be on the way (see `chains`).
    """
    done = [item for item in between if item.status == OK]
    subject = _subjects(last)
    changing = [item for item in done if item in steps or _may_change(item, last)]
    linked = [
        item
        for item in done
        if _asked_for(item, last) or (item in changing and (_enables(item) or not subject.isdisjoint(_subjects(item))))
    ]
    if transient_class(last.cls):
        return tuple(linked[-3:])
    return tuple((linked or changing)[-3:])


def _may_change(item: Seen, last: Seen) -> bool:
    """A step of another tool, or of one that takes statements: that is many tools, like a shell."""
    if item.family != last.family or is_shell(item.family):
        return acts(item) and not other_operand(last, item)
    return bool(verb_of(item)) and not says_look(item)


def _enables(item: Seen) -> bool:
    called = words(command_of(item.step.args))[:6] if is_shell(item.family) else []
    return not _ENABLING.isdisjoint((*words_of(item.family), *called))


def _asked_for(item: Seen, last: Seen) -> bool:
    """The error speaks of what the tool is named after: `model is not loaded` and `model_load`."""
    own = words_of(last.family)
    named_after = [word for word in words_of(item.family) if len(word) >= _STEM_LETTERS and word not in own]
    said = [word.lower() for word in _SUBJECT.findall(last.step.text[:1000])] if named_after else []
    return any(word.startswith(stem) for stem in named_after for word in said)


def _subjects(item: Seen) -> set[str]:
    text = " ".join(str(value) for value in item.flat.values())[:2000]
    if item.failed:
        text += " " + item.step.text[:1000]
    return {word.lower() for word in _SUBJECT.findall(text)} - {"the", "http", "https", "com", "true", "false", "error"}
