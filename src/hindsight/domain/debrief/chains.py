"""S6: which later calls of a tool belong to a failed one: more failures, steps on the way, the one that ended it."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hindsight.domain.debrief.command_words import words
from hindsight.domain.debrief.diff import same_value
from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.generalise import rule_for
from hindsight.domain.debrief.status import EMPTY, OK
from hindsight.domain.debrief.values import EPHEMERAL
from hindsight.domain.tools import changes, command_of, is_shell, named, words_of

WINDOW = 60  # steps of the same tool looked at for a repair
_SOON = 6  # steps within which a failed call is repeated after what it needed
_RELATED = 0.34  # share of the words that two calls of one matter have in common
_LONG_VALUE, _LONG_ERROR = 80, 4000
_DIGITS = re.compile(r"[0-9]+")
_STEM = re.compile(r"[^a-z0-9一-鿿]+")
_WHAT_TO_DO = named("action command cmd op operation method verb subcommand task_action 操作 动作 命令")
"""Arguments that say what is done, not to which item."""
_HANDS_ON = named("click tap press touch dblclick")
_OPERAND = re.compile(r"(?!-).{0,200}[0-9./\\].{0,200}", re.DOTALL)
_STATEMENTS = ("query", "sql", "statement", "cmd", "command", "code", "script", "expression")
_LOOKS = named("select show describe desc explain with list get help print")
"""Statements that begin so leave the world as it is."""
_STATEMENT = re.compile(
    r"\s{0,20}(?:create|alter|insert|update|delete|drop|grant|set|use|attach|begin|call|exec|truncate|merge|replace|load"
    r"|install|import|refresh|analyze)(?![a-z_])",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Chain:
    """Positions of the failures, the one that was repaired last; of the call that ended them, None: none did; and of
    calls of the same tool in between after which the failed one went well unchanged.
    """

    failed: tuple[int, ...]
    by: int | None = None
    steps: tuple[int, ...] = ()


def chain_of(seen: Sequence[Seen], position: int, later: Sequence[int], axes: frozenset[frozenset[str]]) -> Chain:
    """Follow one failure through the later calls of its tool."""
    failed = [position]
    steps: list[int] = []
    for at, candidate in enumerate(later):
        last, item = seen[failed[-1]], seen[candidate]
        if item.status != OK and not item.failed:
            continue
        alike = [place for place in failed if seen[place].fingerprint == last.fingerprint]
        same = next((place for place in reversed(alike) if not item.failed and _same_call(seen[place], item)), None)
        if same is not None:
            return Chain((*(place for place in failed if place != same), same), candidate, tuple(steps))
        kin = _related(last, item) and not _other_item(last, item, axes)
        if item.failed:
            failed += [candidate] if kin else []
        elif (kin or _another_act(last, item)) and _repeated(
            [seen[place] for place in alike], item, _soon(seen, candidate, later[at + 1 :])
        ):
            steps += [candidate] if acts(item) and not other_operand(last, item) else []
        elif kin:
            return Chain(tuple(failed), candidate)
    return Chain(tuple(failed))


def item_axes(calls: Sequence[Seen]) -> frozenset[frozenset[str]]:
    """The argument sets that vary between calls that all went well: they name work items, not ways to do the work."""
    good = [item.flat for item in calls if item.status == OK][: WINDOW * 2]
    axes = (
        frozenset(path for path in {*a, *b} if a.get(path) != b.get(path))
        for a, b in itertools.pairwise(good)
        if a != b
    )
    return frozenset(axis for axis in axes if not _WHAT_TO_DO & {path.rsplit(".", 1)[-1].lower() for path in axis})


def acts(item: Seen) -> bool:
    """The call may change the world: by its tool, or by the statement that it hands to a tool for queries."""
    if is_shell(item.family):
        return changes(item.family)
    said = any(isinstance(leaf, str) and _STATEMENT.match(leaf) for leaf in item.flat.values())
    return not says_look(item) and (said or changes(item.family))


def verb_of(item: Seen) -> str:
    """The first word of the statement that a tool is handed, "" where it takes none."""
    said = next((str(item.flat[key]) for key in _STATEMENTS if item.flat.get(key)), "").split()
    return said[0].lower() if said else ""


def says_look(item: Seen) -> bool:
    """The statement that a tool is handed leaves the world as it is."""
    return verb_of(item) in _LOOKS


def other_operand(a: Seen, b: Seen) -> bool:
    """Two command lines do the same with other files or items: one is no step towards the other."""
    if not is_shell(a.family) or a.family != b.family:
        return False
    mine, other = (set(words(command_of(item.step.args))) for item in (a, b))
    return bool(other - mine) and all(_OPERAND.fullmatch(word) for word in (mine ^ other))


def _another_act(failed: Seen, item: Seen) -> bool:
    """The same tool does something else: another action, another statement, a click somewhere else."""
    a, b = failed.flat, item.flat
    changed = {path.rsplit(".", 1)[-1].lower() for path in {*a, *b} if a.get(path) != b.get(path)}
    if changed & _WHAT_TO_DO or _HANDS_ON.intersection(words_of(item.family)):
        return True
    return any(
        isinstance(leaf, str) and (verb := _STATEMENT.match(leaf)) and not str(a.get(path, "")).startswith(verb[0])
        for path, leaf in b.items()
    )


def _soon(seen: Sequence[Seen], position: int, later: Sequence[int]) -> list[Seen]:
    return [seen[place] for place in later if place - position <= _SOON]


def _repeated(failed: Sequence[Seen], step: Seen, later: Sequence[Seen]) -> bool:
    """One of the failed calls is made again unchanged and goes well, and the step did not do its work already."""
    return any(
        item.status == OK and _same_call(one, item) and not _does_all(step, one) for item in later for one in failed
    )


def _same_call(a: Seen, b: Seen) -> bool:
    return a.flat == b.flat and a.step.args.get("element") == b.step.args.get("element")


def _does_all(step: Seen, failed: Seen) -> bool:
    """The step is the failed call with something added: an argument, or an option of the command line."""
    if not is_shell(step.family):
        return failed.flat.items() <= step.flat.items()
    mine, other = (words(command_of(item.step.args)) for item in (step, failed))
    return set(other) <= set(mine) and any(word.startswith("-") for word in set(mine) - set(other))


def _related(old: Seen, new: Seen) -> bool:
    """Two calls belong together: an equal value, one that explains the other or that the error names, or >= 0.34 of
    the words.
    """
    if not old.flat and not new.flat:
        return True
    if not is_shell(old.family):
        named = old.step.args.get("element")
        if same_value(old.flat, new.flat) or (named and named == new.step.args.get("element")):
            return True
    if len(old.flat) == 1 and old.flat.keys() == new.flat.keys():
        ((path, value),) = old.flat.items()
        both_pass = _passing(value) and _passing(new.flat[path])
        if both_pass or rule_for(path, value, new.flat[path]) or _asked_for(old, new.flat[path]):
            return True
    a, b = old.words, new.words
    return bool(a or b) and len(a & b) / len(a | b) >= _RELATED


def _asked_for(failed: Seen, value: Any) -> bool:
    """The error names the value that the later call has: "mode must be slow"."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or not str(value).strip():
        return False
    word = re.escape(str(value).strip()[:_LONG_VALUE])
    return (
        re.search(rf"(?<![A-Za-z0-9]){word}(?![A-Za-z0-9])", failed.step.text[:_LONG_ERROR], re.IGNORECASE) is not None
    )


def _other_item(old: Seen, new: Seen, axes: frozenset[frozenset[str]]) -> bool:
    """The later call works on another item of a batch, or looks up something else: it repairs nothing."""
    a, b = old.flat, new.flat
    changed = frozenset(path for path in {*a, *b} if a.get(path) != b.get(path))
    if old.status == EMPTY and not is_shell(old.family):
        return any(path in a and path in b and not _variant(path, a[path], b[path]) for path in changed)
    if not changed or changed not in axes:
        return False
    return not any(_variant(path, a.get(path), b.get(path)) for path in changed)


def _passing(value: Any) -> bool:
    """The value has the form of a handle that is another one in every run."""
    return EPHEMERAL.fullmatch(str(value)) is not None


def _variant(path: str, old: Any, new: Any) -> bool:
    """Another spelling of the same thing, or free text that may be a new wording."""
    if rule_for(path, old, new):
        return True
    if not isinstance(old, str) or not isinstance(new, str):
        return False
    if any(mark in old.strip() for mark in " \n\t"):
        return True
    a, b = (re.split(r"[/\\]", value.rstrip("/"))[-1].casefold() for value in (old, new))
    if _DIGITS.findall(a) != _DIGITS.findall(b):
        return False
    x, y = _STEM.sub("", a.rsplit(".", 1)[0]), _STEM.sub("", b.rsplit(".", 1)[0])
    return bool(x) and bool(y) and (x in y or y in x)
