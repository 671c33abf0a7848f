"""S9: the steps that were needed, out of those that were made."""

import re
from collections import defaultdict
from collections.abc import Sequence

from hindsight.domain.debrief.command_words import words
from hindsight.domain.debrief.diff import signature
from hindsight.domain.debrief.errors import Seen
from hindsight.domain.debrief.status import NEGATIVE
from hindsight.domain.tools import changes, command_of, is_shell, probes, words_of

_TOKEN = re.compile(r"[A-Za-z0-9_]{1,64}|[一-鿿]{2,40}", re.ASCII)
_PATH_KEYS = ("file_path", "path", "file", "filename", "filepath", "target", "notebook_path")
_OLD_KEYS, _NEW_KEYS = ("old_string", "old_str", "old_text", "old"), ("new_string", "new_str", "new_text", "new")
_MAKING = frozenset({"create", "write", "add", "make", "mkdir", "touch"})
_UNMAKING = frozenset({"delete", "remove", "rm", "rmdir", "unlink"})
_EDITING = frozenset({"edit", "write", "replace", "patch", "update", "insert", "create"})
_TEXT = 20_000


def minimal_path(seen: Sequence[Seen], goal: str) -> tuple[int, ...]:
    """The indices of the steps that led to the result.

    Dropped: failures and empty results, undone pairs, repeated reads, and reads that brought nothing that was
    used later. Changes of state and the last step stay.
    """
    made = [item for item in seen if not item.failed and not item.step.is_remark]
    gone = _undone(made)
    kept = [item for item in made if item.i not in gone]
    return tuple(item.i for item in _without_idle_reads(kept, goal))


def _without_idle_reads(kept: Sequence[Seen], goal: str) -> list[Seen]:
    used_after = _used_after(kept)
    known = _tokens(goal)
    fresh_reads: set[str] = set()
    path = []
    for position, item in enumerate(kept):
        known |= _argument_tokens(item)
        brought = _tokens(item.step.result or "")
        if not probes(item.family) or position == len(kept) - 1:
            path.append(item)
            if changes(item.family):
                fresh_reads.clear()
        else:
            call = signature(item.family, item.flat)
            new = {token for token in brought - known if used_after.get(token, -1) > position}
            if new and call not in fresh_reads and item.status != NEGATIVE:
                path.append(item)
            fresh_reads.add(call)
        known |= brought
    return path


def _used_after(kept: Sequence[Seen]) -> dict[str, int]:
    """Token -> last position at which an argument or a thought uses it."""
    last: dict[str, int] = {}
    for position, item in enumerate(kept):
        for token in _argument_tokens(item) | _tokens(item.step.thought or ""):
            last[token] = position
    return last


def _argument_tokens(item: Seen) -> set[str]:
    return _tokens(" ".join(str(value) for value in item.flat.values()))


def _tokens(text: str) -> set[str]:
    """Telling tokens: 4 or more characters, or letters with digits; Chinese runs as pairs of characters."""
    tokens: set[str] = set()
    for word in _TOKEN.findall(text[:_TEXT]):
        if not word.isascii():
            tokens.update(word[at : at + 2] for at in range(len(word) - 1))
        elif len(word) >= 4 or (not word.isdigit() and not word.isalpha()):
            tokens.add(word.lower())
    return tokens


def _undone(made: Sequence[Seen]) -> set[int]:
    """Steps that a later one took back, and the one that did."""
    gone: set[int] = set()
    edits: dict[str, list[Seen]] = defaultdict(list)
    for item in made:
        path = _path(item)
        if not path or probes(item.family):
            continue
        earlier = [edit for edit in edits[path] if edit.i not in gone]
        taken_back = _taken_back(item, earlier)
        if taken_back and not _used_between(path, taken_back, item, made):
            gone.update(edit.i for edit in taken_back)
            gone.add(item.i)
        else:
            edits[path].append(item)
            del edits[path][:-50]
    return gone


def _used_between(path: str, taken_back: Sequence[Seen], undo: Seen, made: Sequence[Seen]) -> bool:
    """Another call named the thing while it existed: then it was a tool of the work, not a detour."""
    own = {item.i for item in taken_back}
    name = re.split(r"[/\\]", path)[-1]
    between = (item for item in made if taken_back[0].i < item.i < undo.i and item.i not in own)
    return any(name in str(value) for item in between if not probes(item.family) for value in item.flat.values())


def _taken_back(item: Seen, earlier: Sequence[Seen]) -> list[Seen]:
    if not earlier:
        return []
    verbs = set(_verbs(item))
    if verbs & {"checkout", "restore"} and is_shell(item.family):
        return [edit for edit in earlier if _EDITING.intersection(_verbs(edit))]
    if verbs & _UNMAKING:
        made = next((at for at, edit in enumerate(earlier) if _MAKING.intersection(_verbs(edit))), None)
        return [] if made is None else list(earlier[made:])
    swapped = _swap(item)
    if swapped and _swap(earlier[-1]) == (swapped[1], swapped[0]):
        return [earlier[-1]]
    return []


def _swap(item: Seen) -> tuple[str, str] | None:
    old = next((item.step.args[key] for key in _OLD_KEYS if key in item.step.args), None)
    new = next((item.step.args[key] for key in _NEW_KEYS if key in item.step.args), None)
    return (old, new) if isinstance(old, str) and isinstance(new, str) else None


def _verbs(item: Seen) -> tuple[str, ...]:
    return words_of(item.family.removeprefix("shell:"))


def _path(item: Seen) -> str:
    """The one file or folder that a call is about."""
    if is_shell(item.family):
        if not set(_verbs(item)) & (_MAKING | _UNMAKING | {"checkout", "restore"}):
            return ""
        named = [word for word in words(command_of(item.step.args))[1:] if not word.startswith("-")]
        return _normal(named[-1]) if named else ""
    value = next((item.step.args[key] for key in _PATH_KEYS if isinstance(item.step.args.get(key), str)), "")
    return _normal(value)


def _normal(path: str) -> str:
    return path.removeprefix("./").rstrip("/")
