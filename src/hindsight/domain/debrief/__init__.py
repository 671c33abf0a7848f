"""The debrief: what a finished run teaches, found by rules (X3, X6)."""

from hindsight.domain.debrief.concreteness import Assessment, assess, concreteness
from hindsight.domain.debrief.episode import Episode, FailureStep, Resumption
from hindsight.domain.debrief.errors import ErrorRecord
from hindsight.domain.debrief.loops import Loop
from hindsight.domain.debrief.pipeline import Debrief, brief, debrief

__all__ = [
    "Assessment",
    "Debrief",
    "Episode",
    "ErrorRecord",
    "FailureStep",
    "Loop",
    "Resumption",
    "assess",
    "brief",
    "concreteness",
    "debrief",
]
