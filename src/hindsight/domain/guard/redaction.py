"""Replacing found values by their type and last characters: "[card …4242]"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hindsight.domain.guard.model import Finding

_BLOCKS = frozenset({"private_key", "putty_key", "seed_phrase", "address"})


def replacement(rule: str, value: str) -> str:
    """Type and tail: four characters of 12 or more, two of 8 or more, else none. Blocks keep nothing."""
    compact = "".join(c for c in value if c.isalnum())
    keep = 0 if rule in _BLOCKS else 4 if len(compact) >= 12 else 2 if len(compact) >= 8 else 0
    return f"[{rule} …{compact[-keep:]}]" if keep else f"[{rule}]"


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without overlap, in order; of two that overlap the one that starts first, then the longer."""
    kept: list[Finding] = []
    for finding in sorted(findings, key=lambda f: (f.span[0], -f.span[1])):
        if kept and finding.span[0] < kept[-1].span[1]:
            if finding.span[1] > kept[-1].span[1]:
                kept[-1] = _widened(kept[-1], finding.span[1])
            continue
        kept.append(finding)
    return kept


def _widened(finding: Finding, end: int) -> Finding:
    return Finding(
        kind=finding.kind,
        rule=finding.rule,
        span=(finding.span[0], end),
        action=finding.action,
        fingerprint=finding.fingerprint,
    )


def replace(text: str, findings: Sequence[Finding]) -> str:
    """The text with each secret or personal finding that may not be stored replaced."""
    values = [f for f in findings if f.kind in {"secret", "pii"} and f.action != "store"]
    parts: list[str] = []
    at = 0
    for finding in merged(values):
        start, end = finding.span
        parts += [text[at:start], replacement(finding.rule, text[start:end])]
        at = end
    return "".join([*parts, text[at:]])
