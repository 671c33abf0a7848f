"""Under which arguments a lesson holds: the host it was learnt at, and what told its cure apart from another one.

A condition is a sentence that an agent can read and check: "url at api.example.com", "cluster is `eu`", "path is a .csv
file". Others say what a lesson was learnt on ("command git push") and are not checked here.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from hindsight.domain.experience.record import Experience

_AT = re.compile(r"(\S{1,200}) at ([A-Za-z0-9.-]{1,100})")
_IS = re.compile(r"(\S{1,200}) is `([^`\n]{1,80})`")
_KIND = re.compile(r"(\S{1,200}) is a (\.[a-z][a-z0-9]{0,7}) file")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_LONGEST = 80
_MOST = 2


def met(condition: str, args: Mapping[str, Any]) -> bool | None:
    """Whether a call with these arguments meets a condition; None: they do not tell."""
    for pattern, meets in _MEETS.items():
        said = pattern.fullmatch(condition)
        if said:
            value = value_at(args, said[1])
            return None if value is None else meets(value, said[2])
    return None


def checked(conditions: Sequence[str]) -> tuple[str, ...]:
    """Those of the conditions that arguments can be checked against."""
    return tuple(item for item in conditions if any(pattern.fullmatch(item) for pattern in _MEETS))


def separating(conditions: Sequence[str]) -> tuple[str, ...]:
    """Those of the conditions that tell two cures of one failure apart: a host, a value, not the kind of a file."""
    return tuple(item for item in checked(conditions) if not _KIND.fullmatch(item))


def fits(experience: Experience, args: Mapping[str, Any]) -> bool:
    """No condition of the lesson speaks against a call with these arguments."""
    return all(met(condition, args) is not False for condition in experience.context.preconditions)


def excludes(one: Experience, other: Experience) -> bool:
    """Conditions of the one lesson are not met where the other was learnt: both may hold."""
    return any(not fits(one, args) for args in failed_args(other))


def told_apart(lesson: Experience, other: Experience, named: Collection[str]) -> tuple[str, ...]:
    """Conditions for ``lesson``: arguments, the same in all its failures, that were other ones in all of ``other``'s.

    At most two. What a lesson changes is none, and neither is a value with one of the ``named`` words (lower case): it
    belongs to one task.
    """
    changed = {op.path for item in (lesson, other) for op in item.adjustment.ops}
    mine, theirs = _constant(lesson), _constant(other)
    return tuple(
        f"{path} is `{value}`"
        for path, value in mine.items()
        if path in theirs
        and theirs[path] != value
        and path not in changed
        and not any(word in f"{value} {theirs[path]}".lower() for word in named)
    )[:_MOST]


def kept(one: Experience, other: Experience) -> tuple[str, ...]:
    """The conditions of a lesson that was learnt twice: those that both have or that held both times."""
    a, b = one.context.preconditions, other.context.preconditions
    return tuple(
        condition
        for condition in dict.fromkeys((*a, *b))
        if (condition in a and condition in b) or _held(condition, one, other)
    )


def _held(condition: str, *lessons: Experience) -> bool:
    calls = [args for lesson in lessons for args in failed_args(lesson)]
    return bool(calls) and all(met(condition, args) is True for args in calls)


def failed_args(lesson: Experience) -> Iterator[Mapping[str, Any]]:
    """The arguments of the calls that failed, as far as they are kept whole."""
    for evidence in lesson.evidence:
        for copy in evidence.excerpts:
            if copy.step in evidence.failed:
                args = _parsed(copy.args)
                if args:
                    yield args


def cases(lesson: Experience) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """For each run: the arguments of the last call that failed and of the one that repaired it, where kept whole."""
    for evidence in lesson.evidence:
        kept_args = {copy.step: _parsed(copy.args) for copy in evidence.excerpts}
        failed = kept_args.get(evidence.failed[-1], {}) if evidence.failed else {}
        repaired = kept_args.get(evidence.repaired_by, {}) if evidence.repaired_by is not None else {}
        if failed and repaired:
            yield failed, repaired


def _constant(lesson: Experience) -> dict[str, str]:
    """Plain top-level arguments that were the same in every failed call of the lesson."""
    calls = [{path: _shown(value) for path, value in args.items() if _plain(value)} for args in failed_args(lesson)]
    return (
        {path: value for path, value in calls[0].items() if all(c.get(path) == value for c in calls)} if calls else {}
    )


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and 0 < len(str(value)) <= _LONGEST and "`" not in str(value)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _of_kind(value: Any, ending: str) -> bool | None:
    """Whether it is the name of such a file; None: it has no ending."""
    own = _ENDING.search(str(value))
    return None if own is None else own[0].lower() == ending


_MEETS: Mapping[re.Pattern[str], Callable[[Any, str], bool | None]] = {
    _AT: lambda value, host: host in str(value),
    _IS: lambda value, said: _shown(value) == said,
    _KIND: _of_kind,
}


def value_at(args: Mapping[str, Any], path: str) -> Any:
    """The value under a name or a dotted path; None: there is none."""
    if path in args:
        return args[path]
    value: Any = args
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, Mapping) else {}
