"""The guard itself: every detector in order, their hits under a policy, one verdict."""

from __future__ import annotations

from collections.abc import Iterable

from hindsight.domain.guard.exfil import EXFIL_RULES
from hindsight.domain.guard.folding import Folded, fold, variants
from hindsight.domain.guard.hidden import find_hidden
from hindsight.domain.guard.inject_conduct import CONDUCT_RULES
from hindsight.domain.guard.inject_takeover import TAKEOVER_RULES
from hindsight.domain.guard.inject_zh_conduct import CHINESE_CONDUCT_RULES
from hindsight.domain.guard.inject_zh_takeover import CHINESE_TAKEOVER_RULES
from hindsight.domain.guard.model import (
    DEFAULT_POLICY,
    REDACT_POLICY,
    SEVERITY,
    Action,
    Finding,
    GuardPolicy,
    Hit,
    Kind,
    Rule,
    Verdict,
    fingerprint,
)
from hindsight.domain.guard.own_voice import speaks_of_self
from hindsight.domain.guard.pii import IDENTITY_RULES, PII_NAMES, find_pii
from hindsight.domain.guard.redaction import replace
from hindsight.domain.guard.secrets import find_secrets
from hindsight.domain.guard.trust import LOW_TRUST, USER_TRUST, find_distrusted, is_attributed, trust_of
from hindsight.domain.patterns import compiled

MAX_BYTES = 1_000_000
_MASKED = compiled(r"\[(?P<name>[a-z_]{3,20})(?: …\w{1,4})?\]")
"""A single text above this many bytes of UTF-8 is rejected unread; the caller splits memories at 8,000 characters."""

_ENGLISH_RULES: tuple[Rule, ...] = TAKEOVER_RULES + CONDUCT_RULES
_ALL_RULES: tuple[Rule, ...] = _ENGLISH_RULES + CHINESE_TAKEOVER_RULES + CHINESE_CONDUCT_RULES


def screen(text: str, source: str = "user", *, policy: GuardPolicy = DEFAULT_POLICY) -> Verdict:
    """What to do with `text` coming from `source` before anything of it is stored, logged or embedded.

    Args:
        text: The text as given; it is never changed, detection reads a folded copy.
        source: One of TRUST; decides which rules apply.
        policy: The action per kind.

    Returns:
        The most severe action (store < redact < quarantine < reject), the findings in order of their place, and
        the text with secrets and personal data replaced.

    Raises:
        ValueError: `source` is not in TRUST.
    """
    tier = trust_of(source)
    if len(text) > MAX_BYTES or (len(text) * 4 > MAX_BYTES and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES):
        found = Finding(kind="size", rule="too_large", span=(0, len(text)), action="reject", fingerprint="")
        return Verdict(action="reject", findings=(found,))
    folded = fold(text)
    low = folded.text.lower()
    findings = [
        *_findings("hidden", find_hidden(text), text, policy),
        *_values(text, folded, low, policy),
        *_intent(text, folded, low, tier, policy),
    ]
    findings.sort(key=lambda f: f.span)
    actions: list[Action] = [f.action for f in findings] or ["store"]
    action = max(actions, key=SEVERITY.__getitem__)
    return Verdict(action=action, findings=tuple(findings), redacted=replace(text, findings) if findings else text)


def redact(text: str, *, policy: GuardPolicy = REDACT_POLICY) -> tuple[str, tuple[Finding, ...]]:
    """The text with secrets and personal data replaced, and the findings; for anything written to disk or a log.

    Unlike `screen` it judges nothing: it is meant for the arguments and results of recorded steps.
    """
    folded = fold(text)
    findings = tuple(sorted(_values(text, folded, folded.text.lower(), policy), key=lambda f: f.span))
    return (replace(text, findings) if findings else text), findings


def _values(text: str, folded: Folded, low: str, policy: GuardPolicy) -> list[Finding]:
    secrets = _findings("secret", _in_original(find_secrets(folded.text, low), folded), text, policy)
    return secrets + _findings("pii", _in_original(find_pii(folded.text, low), folded), text, policy)


def _intent(text: str, folded: Folded, low: str, tier: float, policy: GuardPolicy) -> list[Finding]:
    """Exfiltration and instruction-like text, in the folded copy and in every reading of a disguise; then trust."""
    findings = _readings(text, folded, low, tier, policy)
    for reading in variants(folded):
        findings += _readings(text, reading, reading.text.lower(), tier, policy)
    if tier > LOW_TRUST:
        return findings
    findings += _findings("trust", _in_original(find_distrusted(folded.text), folded), text, policy)
    if not findings and not is_attributed(folded.text):
        findings.append(_finding("trust", Hit("needs_attribution", 0, len(text)), text, "store", policy))
    return findings


def _readings(text: str, folded: Folded, low: str, tier: float, policy: GuardPolicy) -> list[Finding]:
    rules = _ENGLISH_RULES if folded.text.isascii() else _ALL_RULES
    exfil = _in_original(_first_hits(EXFIL_RULES, folded.text, low, tier), folded)
    inject = _in_original(_first_hits(rules, folded.text, low, tier), folded)
    return _findings("exfil", exfil, text, policy) + _findings("inject", inject, text, policy)


def _first_hits(rules: Iterable[Rule], text: str, low: str, tier: float) -> list[Hit]:
    """The first match of each rule: one is enough to hold a text back."""
    hits: list[Hit] = []
    for rule in rules:
        if tier > rule.max_tier or not rule.applies(low):
            continue
        spare_self = rule.own_voice and tier >= USER_TRUST
        span = next((s for s in rule.spans(text) if not (spare_self and speaks_of_self(text, s))), None)
        if span:
            hits.append(Hit(rule.name, *span))
    return hits


def _in_original(hits: list[Hit], folded: Folded) -> list[Hit]:
    if folded.offsets is None:
        return hits
    return [Hit(hit.rule, *folded.origin(hit.start, hit.end)) for hit in hits]


def _findings(kind: Kind, hits: Iterable[Hit], text: str, policy: GuardPolicy) -> list[Finding]:
    return [_finding(kind, hit, text, _action(kind, hit.rule, policy), policy) for hit in hits]


def _finding(kind: Kind, hit: Hit, text: str, action: Action, policy: GuardPolicy) -> Finding:
    mark = fingerprint(kind, text[hit.start : hit.end], policy.fingerprint_key)
    return Finding(kind=kind, rule=hit.rule, span=(hit.start, hit.end), action=action, fingerprint=mark)


def _action(kind: Kind, rule: str, policy: GuardPolicy) -> Action:
    if kind == "pii":
        return policy.identity if rule in IDENTITY_RULES else policy.pii
    by_kind: dict[Kind, Action] = {
        "secret": policy.secret,
        "hidden": policy.hidden,
        "exfil": policy.exfil,
        "inject": policy.inject,
        "trust": policy.trust,
    }
    return by_kind[kind]


def masked_in(text: str) -> tuple[str, ...]:
    """The kinds of personal data that stand masked in `text` ("[email …rsbe]"), in order, each once."""
    return tuple(dict.fromkeys(match["name"] for match in _MASKED.finditer(text) if match["name"] in PII_NAMES))
