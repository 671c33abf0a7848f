"""Experience memory: the record, its lifecycle, and the choice of what to show."""

from hindsight.domain.experience.choose import (
    Candidate,
    Choice,
    applicable,
    score,
    select,
)
from hindsight.domain.experience.lifecycle import (
    Outcome,
    advance,
    count,
    credited,
    utility,
)
from hindsight.domain.experience.merging import merge
from hindsight.domain.experience.record import (
    Adjustment,
    Context,
    CounterExample,
    Counters,
    Evidence,
    Excerpt,
    Experience,
    Op,
    content_hash,
    context_of,
    next_version,
    sealed,
)

__all__ = [
    "Adjustment",
    "Candidate",
    "Choice",
    "Context",
    "CounterExample",
    "Counters",
    "Evidence",
    "Excerpt",
    "Experience",
    "Op",
    "Outcome",
    "advance",
    "applicable",
    "content_hash",
    "context_of",
    "count",
    "credited",
    "merge",
    "next_version",
    "score",
    "sealed",
    "select",
    "utility",
]
