"""The filter algebra: a small tree that every back end compiles, and one pure evaluator that is the reference.

A back end that cannot run an operator raises ``InvalidFilter``; it never drops it. The JSON form that callers write::

    {"project": "web"}                                   equal
    {"kind": ["fact", "preference"]}                     one of
    {"tags": {"contains": "travel"}}                     list fields: tags, entities, tools, origins
    {"tools": {"within": ["bash", "file_read"]}}         list fields: every element is one of these; holds when empty
    {"created_at": {"gte": "2026-03-01", "lt": "2026-04-01"}}
    {"and": [..., ...]}  {"or": [..., ...]}  {"not": {...}}
    {"expires_at": {"exists": true}}

Several fields in one object must all hold. Absent values: every comparison but ``exists`` (and ``ne``, which holds) is
false for them, under ``not`` too the tree is two-valued, so ``not {"project": "web"}`` holds where project is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, cast

from hindsight.domain.errors import InvalidFilter
from hindsight.domain.memory import KINDS, SOURCE_TYPES, STATUSES, Memory

Operator = Literal["eq", "ne", "in", "lt", "lte", "gt", "gte", "contains", "within", "exists"]
FieldType = Literal["text", "list", "number", "time", "flag"]
Value: TypeAlias = str | float | bool | datetime | tuple[str, ...] | tuple[float, ...]

MAX_DEPTH = 8
MAX_CONDITIONS = 64
MAX_VALUES = 1000

_OPERATORS: Mapping[FieldType, frozenset[str]] = {
    "text": frozenset({"eq", "ne", "in", "exists"}),
    "list": frozenset({"contains", "in", "within", "exists"}),
    "number": frozenset({"eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"}),
    "time": frozenset({"eq", "ne", "lt", "lte", "gt", "gte", "exists"}),
    "flag": frozenset({"eq", "ne"}),
}

_GET: Mapping[str, tuple[FieldType, Callable[[Memory], Any]]] = {
    "id": ("text", lambda m: m.id),
    "kind": ("text", lambda m: m.kind),
    "status": ("text", lambda m: m.status),
    "project": ("text", lambda m: m.project),
    "task_type": ("text", lambda m: m.task_type),
    "stage": ("text", lambda m: m.stage),
    "polarity": ("text", lambda m: m.polarity),
    "source": ("text", lambda m: m.source.type),
    "source_name": ("text", lambda m: m.source.name),
    "conversation": ("text", lambda m: m.source.conversation),
    "ref": ("text", lambda m: m.ref),
    "content_hash": ("text", lambda m: m.content_hash),
    "superseded_by": ("text", lambda m: m.superseded_by),
    "claim": ("text", lambda m: m.claim.key if m.claim else None),
    "tags": ("list", lambda m: m.tags),
    "entities": ("list", lambda m: m.entities),
    "tools": ("list", lambda m: m.tools),
    "origins": ("list", lambda m: m.origins),
    "derived_from": ("list", lambda m: m.derived_from),
    "blobs": ("list", lambda m: m.blobs),
    "confidence": ("number", lambda m: m.confidence),
    "importance": ("number", lambda m: m.importance),
    "trust": ("number", lambda m: m.trust),
    "verbatim": ("flag", lambda m: m.verbatim),
    "created_at": ("time", lambda m: m.created_at),
    "updated_at": ("time", lambda m: m.updated_at),
    "occurred_at": ("time", lambda m: m.occurred_at),
    "occurred_until": ("time", lambda m: m.occurred_until),
    "valid_from": ("time", lambda m: m.valid_from),
    "valid_to": ("time", lambda m: m.valid_to),
    "expires_at": ("time", lambda m: m.expires_at),
    "deleted_at": ("time", lambda m: m.deleted_at),
}

FIELDS: Mapping[str, FieldType] = MappingProxyType({name: kind for name, (kind, _) in _GET.items()})
"""Every field that can be filtered on, with its type."""

_CHOICES: Mapping[str, Sequence[str]] = {"kind": KINDS, "status": STATUSES, "source": SOURCE_TYPES}


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison. ``in`` and ``within`` take a tuple, ``exists`` a bool. List fields: ``in`` = any of."""

    field: str
    op: Operator
    value: Value

    def __post_init__(self) -> None:
        kind = FIELDS.get(self.field)
        if kind is None:
            raise InvalidFilter(f"There is no field {self.field!r} to filter on. Fields: {', '.join(FIELDS)}.")
        if self.op not in _OPERATORS[kind]:
            allowed = ", ".join(sorted(_OPERATORS[kind]))
            raise InvalidFilter(f"{self.field!r} cannot be compared with {self.op!r}. It takes: {allowed}.")


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold; empty: always true."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds; empty: never true."""

    parts: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Filter


Filter: TypeAlias = Condition | And | Or | Not
EVERYTHING: Filter = And(())


def all_of(*parts: Filter | None) -> Filter:
    """The conjunction of those given; ``None`` is left out."""
    kept = tuple(part for part in parts if part is not None and part != EVERYTHING)
    return kept[0] if len(kept) == 1 else And(kept)


def matches(where: Filter, memory: Memory) -> bool:
    """Whether ``memory`` passes: the reference that every compiled filter must agree with."""
    return matcher(where)(memory)


def matcher(where: Filter) -> Callable[[Memory], bool]:
    """:func:`matches` for many memories: the tree is walked once."""
    match where:
        case And(parts):
            return _until(tuple(map(matcher, parts)), decided=False)
        case Or(parts):
            return _until(tuple(map(matcher, parts)), decided=True)
        case Not(part):
            held = matcher(part)
            return lambda memory: not held(memory)
        case Condition(field, op, value):
            get = _GET[field][1]
            return lambda memory: _compare(op, get(memory), value)


def _until(tests: Sequence[Callable[[Memory], bool]], *, decided: bool) -> Callable[[Memory], bool]:
    """``decided`` as soon as one of the tests says so, the opposite when none does."""

    def judge(memory: Memory) -> bool:
        for test in tests:
            if test(memory) is decided:
                return decided
        return not decided

    return judge


def failing(where: Filter, memory: Memory) -> str:
    """The first part of ``where`` that ``memory`` does not pass, in words; '' when it passes."""
    match where:
        case And(parts):
            return next((told for told in (failing(part, memory) for part in parts) if told), "")
        case _:
            return "" if matches(where, memory) else in_words(where)


def in_words(where: Filter) -> str:
    """A filter as a person reads it."""
    match where:
        case And(parts) | Or(parts):
            word = " and " if isinstance(where, And) else " or "
            return f"({word.join(in_words(part) for part in parts)})" if parts else "anything"
        case Not(part):
            return f"not {in_words(part)}"
        case Condition(field, op, value):
            shown = value.isoformat(timespec="minutes") if isinstance(value, datetime) else repr(value)
            return f"{field} {op} {shown}"


def _compare(op: Operator, actual: Any, value: Any) -> bool:
    if op == "exists":
        return bool((actual is not None and actual != ()) == value)
    if actual is None:
        return op == "ne"
    match op:
        case "eq":
            return bool(actual == value)
        case "ne":
            return bool(actual != value)
        case "in":
            found = any(item in value for item in actual) if isinstance(actual, tuple) else actual in value
            return bool(found)
        case "contains":
            return bool(value in actual)
        case "within":
            return all(item in value for item in actual)
        case "lt":
            return bool(actual < value)
        case "lte":
            return bool(actual <= value)
        case "gt":
            return bool(actual > value)
        case "gte":
            return bool(actual >= value)


def mentions(where: Filter, field: str) -> bool:
    """Whether the tree compares ``field`` anywhere."""
    match where:
        case And(parts) | Or(parts):
            return any(mentions(part, field) for part in parts)
        case Not(part):
            return mentions(part, field)
        case Condition(name, _, _):
            return name == field


def parse_where(where: Mapping[str, Any] | Filter | None, zone: tzinfo = UTC) -> Filter:
    """The filter that a caller's JSON means. Naive times take ``zone``; a bare date is its midnight.

    Raises InvalidFilter, naming the field and what it takes.
    """
    if where is None:
        return EVERYTHING
    if isinstance(where, Condition | And | Or | Not):
        return where
    parsed = _parse(where, zone, 0)
    if _size(parsed) > MAX_CONDITIONS:
        raise InvalidFilter(f"A filter takes at most {MAX_CONDITIONS} conditions.")
    return parsed


def _parse(where: object, zone: tzinfo, depth: int) -> Filter:
    if depth > MAX_DEPTH:
        raise InvalidFilter(f"A filter nests at most {MAX_DEPTH} deep.")
    if not isinstance(where, Mapping):
        raise InvalidFilter(f"A filter is an object of fields, not {type(where).__name__}.")
    parts: list[Filter] = []
    for key, value in where.items():
        if key in ("and", "or"):
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise InvalidFilter(f"{key!r} takes a list of filters.")
            inner = tuple(_parse(part, zone, depth + 1) for part in value)
            parts.append(And(inner) if key == "and" else Or(inner))
        elif key == "not":
            parts.append(Not(_parse(value, zone, depth + 1)))
        else:
            parts.extend(_conditions(str(key), value, zone))
    return all_of(*parts)


def _conditions(field: str, value: object, zone: tzinfo) -> list[Condition]:
    kind = FIELDS.get(field)
    if kind is None:
        raise InvalidFilter(f"There is no field {field!r} to filter on. Fields: {', '.join(FIELDS)}.")
    if isinstance(value, Mapping):
        return [_condition(field, str(op), operand, kind, zone) for op, operand in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return [_condition(field, "in", list(value), kind, zone)]
    return [_condition(field, "contains" if kind == "list" else "eq", value, kind, zone)]


def _condition(field: str, op: str, value: object, kind: FieldType, zone: tzinfo) -> Condition:
    if op not in _OPERATORS[kind]:
        allowed = ", ".join(sorted(_OPERATORS[kind]))
        raise InvalidFilter(f"{field!r} cannot be compared with {op!r}. It takes: {allowed}.")
    if op == "exists":
        if not isinstance(value, bool):
            raise InvalidFilter(f"{field!r}: 'exists' takes true or false.")
        return Condition(field, "exists", value)
    if op in ("in", "within"):
        if not isinstance(value, list | tuple) or len(value) > MAX_VALUES:
            raise InvalidFilter(f"{field!r}: {op!r} takes a list of at most {MAX_VALUES} values.")
        return Condition(field, cast("Operator", op), tuple(_value(field, item, kind, zone) for item in value))
    return Condition(field, cast("Operator", op), _value(field, value, kind, zone))


def _value(field: str, value: object, kind: FieldType, zone: tzinfo) -> Any:
    if kind in ("text", "list") and isinstance(value, str):
        choices = _CHOICES.get(field)
        if choices and value not in choices:
            raise InvalidFilter(f"{field!r} is one of {', '.join(choices)}, not {value!r}.")
        return value
    if kind == "number" and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if kind == "flag" and isinstance(value, bool):
        return value
    if kind == "time":
        return _time(field, value, zone)
    raise InvalidFilter(f"{field!r} takes a {kind} value, not {value!r}.")


def _time(field: str, value: object, zone: tzinfo) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise InvalidFilter(f"{field!r} takes an ISO 8601 time, not {value!r}.") from None
    if not isinstance(value, datetime):
        raise InvalidFilter(f"{field!r} takes an ISO 8601 time, not {value!r}.")
    aware = value if value.tzinfo else value.replace(tzinfo=zone)
    try:
        return aware.astimezone(UTC)
    except OverflowError:
        raise InvalidFilter(f"{field!r} is out of range: {value.isoformat()}.") from None


def _size(where: Filter) -> int:
    match where:
        case And(parts) | Or(parts):
            return sum(_size(part) for part in parts)
        case Not(part):
            return _size(part)
        case _:
            return 1
