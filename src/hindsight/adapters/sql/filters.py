"""The filter algebra as a SQL condition on the table ``memory`` under an alias, for both dialects.

It agrees with ``domain.filters.matches``: no condition is ever NULL, so NOT is two-valued.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from hindsight.adapters.sql.times import micros
from hindsight.domain.filters import FIELDS, And, Condition, Filter, Not, Or
from hindsight.domain.memo import remembered

_OPERATOR = {"eq": "=", "ne": "<>", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="}
_ALWAYS_SET = frozenset(
    {"id", "kind", "status", "polarity", "source", "content_hash", "confidence", "importance", "trust", "verbatim"}
    | {"created_at", "updated_at"}
)


@dataclass(slots=True)
class _Compiler:
    alias: str
    prefix: str
    params: dict[str, Any] = field(default_factory=dict)

    def sql(self, where: Filter) -> str:
        match where:
            case And(parts):
                return self._joined(parts, "AND", "TRUE")
            case Or(parts):
                return self._joined(parts, "OR", "FALSE")
            case Not(part):
                return f"NOT {self.sql(part)}"
            case Condition():
                return self._condition(where)

    def _joined(self, parts: tuple[Filter, ...], word: str, empty: str) -> str:
        return f"({f' {word} '.join(map(self.sql, parts))})" if parts else empty

    def _condition(self, condition: Condition) -> str:
        if FIELDS[condition.field] == "list":
            return self._list(condition)
        column = f"{self.alias}.{condition.field}"
        if condition.op == "exists":
            return f"({column} IS {'NOT NULL' if condition.value else 'NULL'})"
        value = _plain(condition.value)
        if isinstance(value, float) and math.isnan(value):
            return "TRUE" if condition.op == "ne" else "FALSE"
        if condition.op == "in":
            compared = f"{column} = ANY({self._param(value)})"
        else:
            compared = f"{column} {_OPERATOR[condition.op]} {self._param(value)}"
        if condition.field in _ALWAYS_SET:
            return f"({compared})"
        return f"({column} IS NULL OR {compared})" if condition.op == "ne" else f"({column} IS NOT NULL AND {compared})"

    def _list(self, condition: Condition) -> str:
        value = _plain(condition.value)
        match condition.op:
            case "contains":
                return self._has(condition.field, f"x.value = {self._param(value)}")
            case "in":
                return self._has(condition.field, f"x.value = ANY({self._param(value)})")
            case "within":
                return f"NOT {self._has(condition.field, f'NOT (x.value = ANY({self._param(value)}))')}"
            case _:
                found = self._has(condition.field, "TRUE")
                return found if condition.value else f"NOT {found}"

    def _has(self, name: str, test: str) -> str:
        where = f"x.memory = {self.alias}.seq AND x.field = '{name}' AND {test}"
        return f"EXISTS (SELECT 1 FROM memory_item x WHERE {where})"

    def _param(self, value: Any) -> str:
        name = f"{self.prefix}{len(self.params)}"
        self.params[name] = value
        return f":{name}"


def compile_filter(where: Filter, *, alias: str = "m", prefix: str = "where_") -> tuple[str, dict[str, Any]]:
    """``(condition, parameters)``. ``alias`` names ``memory`` in the query, ``prefix`` starts every parameter."""
    condition, params = _compiled(where, alias, prefix)
    return condition, dict(params)


@remembered(32)
def _compiled(where: Filter, alias: str, prefix: str) -> tuple[str, Mapping[str, Any]]:
    """A recall asks for the same filter ten to thirty times."""
    compiler = _Compiler(alias, prefix)
    return compiler.sql(where), compiler.params


def _plain(value: Any) -> Any:
    """As it is stored: times as microseconds, flags as 0 and 1; infinities equal nothing stored."""
    if isinstance(value, datetime):
        return micros(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, tuple):
        return [item for item in value if not isinstance(item, float) or math.isfinite(item)]
    return value
