"""What the guard says and by which rules: verdicts, findings, policy, rule tables."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hindsight.domain.patterns import compiled

Action = Literal["store", "redact", "quarantine", "reject"]
Kind = Literal["size", "hidden", "secret", "pii", "exfil", "inject", "trust"]
Check = Callable[[re.Match[str]], bool]

SEVERITY: dict[Action, int] = {"store": 0, "redact": 1, "quarantine": 2, "reject": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardPolicy:
    """The action for each kind of finding; a verdict takes the most severe one.

    `identity` covers numbers that name a person or an account for life (ID card, bank card, SSN, IBAN,
    passport); `pii` covers softer data (phone, e-mail, plate, address). `fingerprint_key` makes
    fingerprints useless to anyone who lacks it: without a key a phone number can be guessed from its hash.
    """

    secret: Action = "reject"  # noqa: S105 - an action, not a secret
    identity: Action = "reject"
    pii: Action = "redact"
    hidden: Action = "quarantine"
    exfil: Action = "quarantine"
    inject: Action = "quarantine"
    trust: Action = "quarantine"
    fingerprint_key: bytes = b""

    def __post_init__(self) -> None:
        for kind in ("secret", "identity", "pii", "hidden", "exfil", "inject", "trust"):
            if getattr(self, kind) not in SEVERITY:
                raise ValueError(f"guard.{kind} is one of {', '.join(SEVERITY)}, not {getattr(self, kind)!r}")


DEFAULT_POLICY = GuardPolicy()
REDACT_POLICY = GuardPolicy(secret="redact", identity="redact", pii="redact")  # noqa: S106 - as above


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One hit. `span` is (start, end) in the text as given; the raw value is never kept, only a fingerprint."""

    kind: Kind
    rule: str
    span: tuple[int, int]
    action: Action
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What to do with a text. `redacted` is the text with every redacted or rejected value replaced.

    A finding of kind "trust", rule "needs_attribution" and action "store" asks the caller to name the source
    in what is stored ("page X says ...").
    """

    action: Action
    findings: tuple[Finding, ...] = ()
    redacted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One row of a rule table.

    A rule is tried only when one of `hints` (lower case) occurs in the folded text. `group` names the part
    that is the finding; `check` may veto a match. Sources above `max_tier` are exempt. `own_voice` rules
    leave a trusted speaker alone who speaks of himself ("when I ask ...").
    """

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ()
    group: int | str = 0
    check: Check | None = None
    max_tier: float = 1.0
    own_voice: bool = False

    def applies(self, low: str) -> bool:
        for hint in self.hints:  # a loop: any() over a generator costs three times as much, on every write
            if hint in low:
                return True
        return not self.hints

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        for match in self.pattern.finditer(text):
            if self.check is None or self.check(match):
                yield match.span(self.group)


UP_TO_USER = 0.7
"""`max_tier` of rules of persuasion: an operator may set policy, a user's text that does is held for approval."""


def phrase(
    name: str,
    pattern: str,
    *hints: str,
    check: Check | None = None,
    max_tier: float = 1.0,
    own_voice: bool = False,
) -> Rule:
    """A row of a table of phrases: case never matters."""
    return Rule(
        name=name,
        pattern=compiled(pattern, re.IGNORECASE),
        hints=hints,
        check=check,
        max_tier=max_tier,
        own_voice=own_voice,
    )


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule's match in folded text, before policy is applied."""

    rule: str
    start: int
    end: int


def scan(rules: Sequence[Rule], text: str, low: str) -> list[Hit]:
    """Every match of every rule; `low` is the lower-cased text the hints are looked up in."""
    return [Hit(rule.name, *span) for rule in rules if rule.applies(low) for span in rule.spans(text)]


def fingerprint(kind: str, value: str, key: bytes = b"") -> str:
    """First 16 hex digits of HMAC-SHA-256 (plain SHA-256 without a key) over kind and unspaced value."""
    payload = f"{kind}:{''.join(value.split())}".encode("utf-8", "surrogatepass")
    if key:
        return hmac.new(key, payload, hashlib.sha256).hexdigest()[:16]
    return hashlib.sha256(payload).hexdigest()[:16]
