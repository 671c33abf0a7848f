"""Parameters of tools: one table gives the JSON schema that clients see and the check of what they send.

Schemas keep to what every provider takes: explicit fields, one type each, no ``anyOf``/``oneOf``/``$ref``, no null,
arrays with items (M6). What is optional is left out; an empty text, an empty list and null mean the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hindsight.app.names import unaliased
from hindsight.domain.errors import InvalidInput

Type = Literal["string", "integer", "number", "boolean", "strings", "objects"]

_NAMES: Mapping[Type, str] = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "strings": "a list of texts",
    "objects": "a list of objects",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """One parameter. ``one_of`` are its only values, ``fields`` those of the objects in the list.

    ``quiet``: documented and understood, but not in the schema, which every request of an agent pays for.
    """

    name: str
    type: Type = "string"
    text: str
    required: bool = False
    one_of: tuple[str, ...] = ()
    default: int | None = None
    quiet: bool = False
    fields: tuple[Param, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One tool. ``reads``: it changes nothing; ``repeats``: twice is as once; ``destroys``: it takes something away.

    ``also`` are arguments that are understood but not advertised.
    """

    name: str
    title: str
    text: str
    params: tuple[Param, ...]
    reads: bool = False
    repeats: bool = False
    destroys: bool = False
    also: tuple[str, ...] = ()


def schema(params: Sequence[Param]) -> dict[str, Any]:
    """The JSON schema of an object with these parameters."""
    told = {param.name: _property(param) for param in params if not param.quiet}
    whole: dict[str, Any] = {"type": "object", "properties": told}
    required = [param.name for param in params if param.required]
    return {**whole, "required": required} if required else whole


def _property(param: Param) -> dict[str, Any]:
    choice = {"enum": list(param.one_of)} if param.one_of else {}
    described = {"description": param.text}
    if param.type == "strings":
        return {"type": "array", "items": {"type": "string", **choice}, **described}
    if param.type == "objects":
        return {"type": "array", "items": schema(param.fields), **described}
    default = {"default": param.default} if param.default is not None else {}
    return {"type": param.type, **choice, **default, **described}


def read(tool: str, params: Sequence[Param], given: Mapping[str, Any], *, also: Sequence[str] = ()) -> dict[str, Any]:
    """The arguments that were really given, under our names and in their types; ``also`` are accepted too.

    Other systems' names are understood, and what models like to do: a list as JSON text, one text for a list of one, a
    number as text. Raises InvalidInput, naming the argument and what it takes.
    """
    known = {param.name: param for param in params}
    needed = {param.name for param in params if param.required}
    named = {
        key: value
        for key, value in unaliased(given).items()
        if value is not None and (key in needed or value not in ("", []))
    }
    unknown = sorted(set(named) - set(known) - set(also))
    if unknown:
        raise InvalidInput(f"{tool} has no argument {unknown[0]!r}.", hint=f"It takes: {', '.join(known)}.")
    missing = sorted(needed - set(named))
    if missing:
        raise InvalidInput(f"{tool} needs {missing[0]!r}: {known[missing[0]].text}")
    return {key: _value(known[key], value) if key in known else value for key, value in named.items()}


def _value(param: Param, value: Any) -> Any:
    match param.type:
        case "string":
            return value if isinstance(value, str) else _refuse(param, value)
        case "boolean":
            return _flag(param, value)
        case "integer" | "number":
            return _number(param, value)
        case "strings":
            return _texts(param, value)
        case "objects":
            return [_object(param, item) for item in _list(param, value)]


def _flag(param: Param, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    known = {"true": True, "false": False}
    word = value.strip().lower() if isinstance(value, str) else ""
    return known[word] if word in known else _refuse(param, value)


def _number(param: Param, value: Any) -> int | float:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            _refuse(param, value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        _refuse(param, value)
    if param.type == "number":
        return float(value)
    return int(value) if abs(value) < 2**53 and value == int(value) else _refuse(param, value)


def _texts(param: Param, value: Any) -> list[str]:
    items = [value] if isinstance(value, str) and not value.lstrip().startswith("[") else _list(param, value)
    return [item if isinstance(item, str) else _refuse(param, value) for item in items]


def _list(param: Param, value: Any) -> list[Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            _refuse(param, value)
    if isinstance(value, Mapping) and param.type == "objects":
        value = [value]
    return list(value) if isinstance(value, list) else _refuse(param, value)


def _object(param: Param, item: Any) -> dict[str, Any]:
    if not isinstance(item, Mapping):
        _refuse(param, item)
    names = {field.name for field in param.fields}
    unknown = sorted(str(key) for key in item if key not in names)
    if unknown:
        raise InvalidInput(f"{param.name} has no field {unknown[0]!r}.", hint=f"Fields: {', '.join(sorted(names))}.")
    return {key: value for key, value in item.items() if value is not None}


def _refuse(param: Param, value: Any) -> Any:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    raise InvalidInput(f"{param.name} is {_NAMES[param.type]}, not {shown[:80]}.")
