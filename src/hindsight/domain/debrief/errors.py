"""S2 to S5: every failed step with its class, nature, template and keys."""

import hashlib
from typing import Any, NamedTuple

from hindsight.domain.debrief.classes import error_class, nature_of, worded_variously
from hindsight.domain.debrief.diff import flatten, tokens
from hindsight.domain.debrief.status import EMPTY, ERROR, exit_code, missing
from hindsight.domain.debrief.status import status as status_of
from hindsight.domain.debrief.template import template
from hindsight.domain.tools import canonical
from hindsight.domain.trajectory import Step

NO_RESULT = "NO_RESULT"


class ErrorRecord(NamedTuple):
    """One failed step. `fingerprint` is the fine key: sha1(family|class|template), 12 hex digits."""

    step: int
    cls: str
    nature: str
    template: str
    fingerprint: str


class Seen(NamedTuple):
    """A step as the debrief sees it: `flat` are its dotted arguments, `words` the words of them.

    Class and keys are empty when it went well.
    """

    step: Step
    family: str
    flat: dict[str, Any]
    words: frozenset[str]
    status: str
    cls: str = ""
    nature: str = "unknown"
    template: str = ""
    fingerprint: str = ""

    @property
    def i(self) -> int:
        return self.step.i

    @property
    def failed(self) -> bool:
        return self.status in (ERROR, EMPTY)

    @property
    def coarse_key(self) -> str:
        return coarse_key(self.family, self.cls)


def see(step: Step) -> Seen:
    """Canonical name, status, and for a failure its class, nature, template and keys."""
    family, flat = canonical(step.tool, step.args), flatten(step.args)
    words = tokens(flat)
    status = status_of(step, family)
    if status == EMPTY:
        return Seen(step, family, flat, words, status, "EMPTY", "unknown", "", fine_key(family, "EMPTY", ""))
    if status != ERROR:
        return Seen(step, family, flat, words, status)
    if missing(step):
        return Seen(
            step, family, flat, words, status, NO_RESULT, "unknown", "no result", fine_key(family, NO_RESULT, "")
        )
    text = step.text
    code = exit_code(step, family)
    cls = error_class(text, http_status=step.http_status, exit_code=code)
    if cls == "ERROR" and (step.status or "").strip().lower() in ("timeout", "timed_out"):
        cls = "TIMEOUT"
    masked = template(text, cls)
    return Seen(step, family, flat, words, status, cls, nature_of(cls, text), masked, fine_key(family, cls, masked))


def record(seen: Seen) -> ErrorRecord:
    return ErrorRecord(seen.i, seen.cls, seen.nature, seen.template, seen.fingerprint)


def coarse_key(family: str, cls: str) -> str:
    """family|class: failures of one kind, however they are worded."""
    return f"{family}|{cls}"


def fine_key(family: str, cls: str, masked: str) -> str:
    """The fingerprint of a failure; classes that are worded in many ways leave the template out."""
    wording = "" if worded_variously(cls) else masked
    return hashlib.sha1(f"{family}|{cls}|{wording}".encode(errors="replace"), usedforsecurity=False).hexdigest()[:12]
