"""S7, first half: what is different between two calls of one tool, as executable operations."""

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hindsight.domain.debrief.command_words import JOINTS, LONGEST, quoted_words, same_but_for_quotes, words
from hindsight.domain.debrief.generalise import rule_for
from hindsight.domain.experience.record import Op
from hindsight.domain.tools import COMMAND_KEYS, command_of, is_shell, named
from hindsight.domain.trajectory import RAW

IGNORED = named(
    "request_id trace_id timestamp nonce cursor page_token idempotency_key tool_call_id description element",
)
_MAX_DEPTH, _MAX_LEAVES, _MAX_LINES = 8, 400, 400
_LONG = 120
_MAX_OPS = 8
_STATEMENT, _ALIKE = 3, 0.7
_PROGRAM = 2
_NEAR = 4
_NUMBER = 3
_EMPTY = "''"
_GOAL_WORD = re.compile(r"[A-Za-z0-9]{1,64}(?:[-_][A-Za-z0-9]{1,64}){0,8}|[\u4e00-\u9fff]{5,20}", re.ASCII)
_PART = re.compile(r"[A-Za-z0-9_.@:/-]+|[^A-Za-z0-9_.@:/-]", re.ASCII)
_FINE_PART = re.compile(r"[A-Za-z0-9_]+|[^A-Za-z0-9_]", re.ASCII)
_PIN = re.compile(r"(?:[=~<>]=|@)v?[0-9]", re.ASCII)
_TOKEN = re.compile(r"[A-Za-z0-9_]{1,64}|[一-鿿]{2}", re.ASCII)


def flatten(args: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted path -> leaf. Lists of plain values are leaves; volatile arguments are left out."""
    leaves: dict[str, Any] = {}
    _walk(args, "", leaves, 0, IGNORED)
    return leaves


def volatile(args: Mapping[str, Any]) -> dict[str, Any]:
    """The leaves that `flatten` leaves out: a new one with every call says nothing, unless something explains it."""
    leaves: dict[str, Any] = {}
    lasting = flatten(args)
    _walk(args, "", leaves, 0, frozenset())
    return {path: value for path, value in leaves.items() if path not in lasting}


def argument_diff(
    before: Mapping[str, Any], after: Mapping[str, Any], family: str, named: frozenset[str] = frozenset()
) -> tuple[Op, ...]:
    """The operations between two flattened argument sets, at most 8, generalised where a rule fits.

    ``named`` are words of the goal (see `goal_words`): a value that holds one is another in the next task, so only the
    part that changed is told.
    """
    ops: list[Op] = []
    for path in dict.fromkeys((*after, *before)):
        if path in before and path in after:
            if not _equal(before[path], after[path]):
                ops += _changed(family, path, before[path], after[path], named)
        elif path in after:
            ops.append(Op(tool=family, op="add", path=path, new=after[path]))
        else:
            ops.append(Op(tool=family, op="del", path=path, old=before[path]))
    return tuple(sorted(ops, key=lambda op: op.op != "add" or op.rule == "token")[:_MAX_OPS])


def goal_words(goal: str) -> frozenset[str]:
    """The words of a goal by which a value can be told to belong to this task: names with digits, longer words."""
    words = {word.lower() for word in _GOAL_WORD.findall(goal[:LONGEST])}
    return frozenset(word for word in words if len(word) > 4 or any(char.isdigit() for char in word))


def same_value(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """One path has an equal value in both flattened argument sets."""
    return any(path in after and _equal(value, after[path]) for path, value in before.items())


def tokens(flat: Mapping[str, Any]) -> frozenset[str]:
    """The words of flattened arguments, lower case, for overlap."""
    text = " ".join(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        for value in flat.values()
    )
    return frozenset(token.lower() for token in _TOKEN.findall(text[:LONGEST]))


def signature(family: str, flat: Mapping[str, Any]) -> str:
    """One text for a call without its volatile arguments: equal calls have equal signatures."""
    return f"{family} {json.dumps(flat, ensure_ascii=False, sort_keys=True, default=str)}"


def _walk(value: Any, path: str, leaves: dict[str, Any], depth: int, ignored: frozenset[str]) -> None:
    if len(leaves) >= _MAX_LEAVES:
        return
    if isinstance(value, Mapping) and value and depth < _MAX_DEPTH:
        for key, item in value.items():
            if str(key).lower() not in ignored or depth > 3:
                _walk(item, f"{path}.{key}" if path else str(key), leaves, depth + 1, ignored)
    elif isinstance(value, list) and depth < _MAX_DEPTH and any(isinstance(item, Mapping | list) for item in value):
        for position, item in enumerate(value):
            _walk(item, f"{path}.{position}", leaves, depth + 1, ignored)
    elif path:
        leaves[path] = value


def _equal(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def _changed(family: str, path: str, old: Any, new: Any, named: frozenset[str]) -> list[Op]:
    command = is_shell(family) and path.split(".", 1)[0] in (*COMMAND_KEYS, RAW)
    if command and isinstance(old, list) and isinstance(new, list):
        old, new = command_of({"command": old}), command_of({"command": new})
    if isinstance(old, str) and isinstance(new, str):
        if command:
            by_word = _by_words(family, path, old, new, named)
            if by_word:
                return by_word
            if same_but_for_quotes(old, new):
                return _by_quotes(family, path, old, new)
        if "\n" in old.strip() + new.strip():
            return _by_lines(family, path, old, new)
        if len(old) > _LONG or len(new) > _LONG or _reworded(old, new):
            return _by_parts(family, path, old, new)
    rule = rule_for(path, old, new)
    if rule in ("", "absolute") and isinstance(old, str) and isinstance(new, str) and _holds_named(old, new, named):
        return _around(family, path, old, new) or _by_parts(family, path, old, new, _FINE_PART)
    return [Op(tool=family, op="set", path=path, old=old, new=new, rule=rule)]


def _holds_named(old: str, new: str, named: frozenset[str]) -> bool:
    """Both values hold a word of the goal beside something else."""
    mine = {word.lower() for word in _GOAL_WORD.findall(old)} & {word.lower() for word in _GOAL_WORD.findall(new)}
    return bool(mine & named)


def _around(family: str, path: str, old: str, new: str) -> list[Op]:
    """The new value is the old one with something in front or behind."""
    if old and new.endswith(old):
        return [Op(tool=family, op="set", path=path, new=new.removesuffix(old), rule="prefix")]
    if old and new.startswith(old):
        return [Op(tool=family, op="set", path=path, new=new.removeprefix(old), rule="suffix")]
    return []


def _by_words(family: str, path: str, old: str, new: str, named: frozenset[str]) -> list[Op]:
    """Word operations of a command line; none when more than two words changed or lines did."""
    if len(old) > LONGEST or len(new) > LONGEST or "\n" in old.strip() + new.strip():
        return []
    before, after = words(old), words(new)
    ops: list[Op] = []
    replaced = 0
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        gone, come = [word or _EMPTY for word in before[a:b]], [word or _EMPTY for word in after[c:d]]
        if len(gone) == 1 < len(come):
            come = [" ".join(come)]
        if len(gone) > 1 and come == [" ".join(gone)]:
            gone, come = come, [f"'{come[0]}'"]
        if not a and not gone and before:
            gone, come = [before[0]], [f"{' '.join(come)} {before[0]}"]
        pairs = min(len(gone), len(come))
        replaced += sum(not word.startswith("-") for word in gone[:pairs])
        for x, y in zip(gone, come, strict=False):
            ops += _word(family, path, x, y, named)
        place = come[pairs - 1] if pairs else _place(before, b, named)
        ops += [
            Op(tool=family, op="add", path=path, old=place, new=word, rule="token") for word in _joined(come[pairs:])
        ]
        ops += [Op(tool=family, op="del", path=path, old=word, rule="token") for word in _joined(gone[pairs:])]
    return ops if ops and replaced <= 2 and len(ops) <= 4 else []


def _word(family: str, path: str, old: str, new: str, named: frozenset[str]) -> list[Op]:
    """One word in place of another; of words that hold one of this task's own only what differs.

    A version belongs to the package it pins: 0.28.1 in place of 0.28.3 would be no advice about another one.
    """
    if " " not in old + new and _holds_named(old, new, named) and not (_PIN.search(old) and _PIN.search(new)):
        for grain in (_FINE_PART, _PART):
            parts = _by_parts(family, path, old, new, grain)
            if all(op.rule == "part" and not _figure(op) for op in parts):
                return parts
    return [Op(tool=family, op="set", path=path, old=old, new=new, rule="token")]


def _figure(op: Op) -> bool:
    """A figure or two in place of another: of a version, a counter; by itself it says nothing."""
    texts = (str(op.old), str(op.new))
    return all(text.isdigit() for text in texts) and min(map(len, texts)) < _NUMBER


def _by_quotes(family: str, path: str, old: str, new: str) -> list[Op]:
    """Other quotes all along the line, or the words that are quoted otherwise."""
    used = [{mark for mark in "'\"" if mark in text} for text in (old, new)]
    if len(used[0]) == len(used[1]) == 1 and used[0] != used[1]:
        return [Op(tool=family, op="set", path=path, old=used[0].pop(), new=used[1].pop(), rule="part")]
    pairs = zip(quoted_words(old), quoted_words(new), strict=False)
    return [Op(tool=family, op="set", path=path, old=x, new=y, rule="token") for x, y in pairs if x != y][:_MAX_OPS]


def _place(words: Sequence[str], at: int, named: frozenset[str]) -> str | None:
    """The word after which an addition stands, where it is the command's own: its program, a subcommand, a flag."""
    word = words[at - 1] if 0 < at < len(words) else ""
    own = at <= _PROGRAM or word.startswith("-") or (word.isalpha() and word.islower() and word not in named)
    return word if word and own else None


def _joined(tokens: list[str]) -> list[str]:
    """One word operation: a flag and its value (`--timeout 60`), a command and what joins it on (`| head -5`)."""
    joined: list[str] = []
    for token in tokens:
        first, _, more = joined[-1].partition(" ") if joined else ("", "", "")
        goes_on = first in JOINTS and token not in JOINTS
        if goes_on or (first.startswith("-") and not more and not token.startswith("-") and token not in JOINTS):
            joined[-1] += f" {token}"
        else:
            joined.append(token)
    return joined


def _by_lines(family: str, path: str, old: str, new: str) -> list[Op]:
    """Only the lines that changed; a text of more than 400 lines or 8 changes is set as a whole."""
    before, after = old.splitlines(), new.splitlines()
    if max(len(before), len(after)) <= _MAX_LINES:
        ops = []
        for mark, line in _changed_lines(before, after):
            change = {"op": "line-", "old": line} if mark == "-" else {"op": "line+", "new": line}
            ops.append(Op(tool=family, path=path, **change))
        if 0 < len(ops) <= _MAX_OPS:
            return ops
    return _whole(family, path, old, new)


def _reworded(old: str, new: str) -> bool:
    """Two statements of several words that differ in little: a query with one word changed, not another query."""
    if min(old.count(" "), new.count(" ")) < _STATEMENT:
        return False
    return difflib.SequenceMatcher(None, _PART.findall(old), _PART.findall(new), autojunk=False).ratio() >= _ALIKE


def _by_parts(family: str, path: str, old: str, new: str, parts: re.Pattern[str] = _PART) -> list[Op]:
    """The parts of one long line that changed; where more than 4 did, or some stand elsewhere as well, all from the
    first to the last as one; else the line as a whole.
    """
    before, after = parts.findall(old[:LONGEST]), parts.findall(new[:LONGEST])
    spans = _changed_spans(before, after) if max(len(before), len(after)) <= _MAX_LINES else []
    for told in (spans, [(spans[0][0], spans[-1][1], spans[0][2], spans[-1][3])] if spans else []):
        pairs = [("".join(before[a:b]).strip(), "".join(after[c:d]).strip()) for a, b, c, d in told]
        ops = [Op(tool=family, op="set", path=path, old=x, new=y, rule="part") for x, y in dict.fromkeys(pairs)]
        if 0 < len(ops) <= 4 and all(len(x) + len(y) <= 2 * _LONG for x, y in pairs) and _makes(ops, old, new):
            return ops
    return _whole(family, path, old, new)


def _makes(ops: Sequence[Op], old: str, new: str) -> bool:
    """Replacing each part wherever it stands makes the new text of the old one: none stands elsewhere as well."""
    for op in ops:
        if not op.old:
            return False
        old = old.replace(op.old, op.new)
    return old == new


def _changed_spans(before: list[str], after: list[str]) -> list[tuple[int, int, int, int]]:
    """What changed; two changes with one part between them, such as quotes put around a word, are one."""
    spans: list[tuple[int, int, int, int]] = []
    for tag, *span in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        back = _slack(span, spans[-1][1], before, after) if spans and tag == "insert" else 0
        a, b, c, d = (place - back for place in span)
        if spans and a - spans[-1][1] <= 1:
            spans[-1] = (spans[-1][0], b, spans[-1][2], d)
        else:
            spans.append((a, b, c, d))
    return _anchored(spans, before)


def _slack(span: Sequence[int], least: int, before: Sequence[str], after: Sequence[str]) -> int:
    """How far to the left an insertion can stand and make the same text: there it joins the change it belongs to."""
    at, _, _, end = span
    back = 0
    while at - back > least and before[at - back - 1] == after[end - back - 1]:
        back += 1
    return back


def _anchored(spans: Sequence[tuple[int, int, int, int]], before: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Pure insertions can be made nowhere: each joins the change right before it, or takes the part beside it along."""
    anchored: list[tuple[int, int, int, int]] = []
    for a, b, c, d in spans:
        if a < b:
            anchored.append((a, b, c, d))
        elif anchored and a - anchored[-1][1] <= _NEAR:
            anchored[-1] = (anchored[-1][0], b, anchored[-1][2], d)
        else:
            step = next((n for n in range(1, min(a, _NEAR) + 1) if before[a - n].strip()), 0)
            after = 0 if step else next((n for n in range(1, _NEAR + 1) if "".join(before[b : b + n]).strip()), 0)
            anchored.append((a - step, b + after, c - step, d + after))
    return anchored


def _whole(family: str, path: str, old: str, new: str) -> list[Op]:
    return [Op(tool=family, op="set", path=path, old=old[:_LONG], new=new[:_LONG], rule="present")]


def _changed_lines(before: list[str], after: list[str]) -> Iterable[tuple[str, str]]:
    lines = difflib.unified_diff(before, after, n=0, lineterm="")
    return (
        (line[0], line[1:])
        for line in lines
        if line[:1] in ("+", "-") and line[:3] not in ("---", "+++") and line[1:].strip()
    )
