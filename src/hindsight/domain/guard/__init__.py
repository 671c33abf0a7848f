"""The write-time guard: what may be stored, what is redacted, held back or refused; and the read-time frame.

Trust tiers and taint defend; patterns are hygiene. See `screen` for the contract.
"""

from hindsight.domain.guard.frame import escape_frame, strip_frame
from hindsight.domain.guard.model import (
    DEFAULT_POLICY,
    REDACT_POLICY,
    Action,
    Finding,
    GuardPolicy,
    Kind,
    Verdict,
)
from hindsight.domain.guard.screen import MAX_BYTES, masked_in, redact, screen
from hindsight.domain.guard.trust import LOW_TRUST, TRUST, trust_of

__all__ = [
    "DEFAULT_POLICY",
    "LOW_TRUST",
    "MAX_BYTES",
    "REDACT_POLICY",
    "TRUST",
    "Action",
    "Finding",
    "GuardPolicy",
    "Kind",
    "Verdict",
    "escape_frame",
    "masked_in",
    "redact",
    "screen",
    "strip_frame",
    "trust_of",
]
