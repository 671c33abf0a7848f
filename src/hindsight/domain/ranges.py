"""What each value of the policy may be: a share, 0–1, unless it stands here with its own unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from hindsight.domain.errors import ConfigError

SHARE: Final = (0.0, 1.0)
_MANY: Final = 1_000_000_000
_YEARS: Final = 3650
RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "write.neighbours": (1, 50),
    "write.longest": (500, 100_000),
    "write.largest": (1, _MANY),
    "write.same_time_s": (0, 86_400),
    "write.same_moment_h": (0, 8760),
    "write.recurring": (2, 20),
    "write.largest_attachment": (0, _MANY),
    "write.index_deadline_s": (0.05, 3600),
    "recall.candidates": (20, 1000),
    "recall.rrf_k": (1, 1000),
    "recall.route_deadline_s": (0.05, 60),
    "recall.rewrite_s": (0.5, 60),
    "recall.rerank_deadline_s": (0.05, 60),
    "recall.reread": (2, 100),
    "recall.cached": (0, 10_000),
    "reflect.cold": (0, _MANY),
    "reflect.raw_days": (0, _YEARS),
    "reflect.candidates": (5, 200),
    "reflect.confirmations": (2, 100),
    "reflect.pattern_days": (1, _YEARS),
    "rank.half_life_days": (1, _YEARS),
    "rank.ignored_bonus_max": (0, 100),
    "lifecycle.confirming_runs": (1, 100),
    "lifecycle.runs_of_luck": (1, 100),
    "lifecycle.cases_for_one_against": (1, 100),
    "lifecycle.recover_after_ok": (1, 100),
    "lifecycle.archive_after_applied": (1, 1000),
    "lifecycle.idle_days": (1, _YEARS),
    "forget.purge_days": (0, _YEARS),
    "forget.orphan_h": (1, 720),
    "work.lease_s": (0.5, 86_400),
    "work.lanes": (1, 64),
    "work.ahead": (1, 100),
    "work.attempts": (1, 1000),
    "work.setbacks": (1, 1000),
    "work.backoff_s": (0, 3600),
    "work.longest_backoff_s": (0, 86_400),
    "work.outage_h": (0, 8760),
    "work.rest_s": (0, 3600),
    "work.poll_s": (0.01, 60),
    "work.backlog": (0, _MANY),
    "model.timeout_s": (1, 600),
    "model.max_tokens": (200, 100_000),
    "model.request_chars": (500, 1_000_000),
    "model.requests": (1, 1000),
    "model.lessons": (0, 10),
}
"""By ``table.name``: the least and the most."""


def range_of(name: str) -> tuple[float, float]:
    """The least and the most of ``table.name``."""
    return RANGES.get(name, SHARE)


def check_ranges(policy: Any) -> None:
    """ConfigError naming the first number of ``policy``, a record of records, that lies outside of its range."""
    for table in fields(policy):
        record = getattr(policy, table.name)
        for item in fields(record):
            value = getattr(record, item.name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                continue
            least, most = range_of(f"{table.name}.{item.name}")
            if not least <= value <= most:
                raise ConfigError(f"[{table.name}] {item.name} is {least:,g} to {most:,g}, not {value!r}.")
