"""The guard over a whole memory: every text that a caller can put into it, not only content (S1, S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from hindsight.domain.guard import Action, Finding, GuardPolicy, redact, screen
from hindsight.domain.guard.model import SEVERITY
from hindsight.domain.memory import KeyField, Memory, Source
from hindsight.domain.text import content_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """The memory as it may be stored, the action that decided, and what was found, without the values."""

    memory: Memory
    action: Action
    reason: str = ""


def screen_memory(memory: Memory, policy: GuardPolicy) -> Screened:
    """Screen content, summary, keywords, entities, tags, key fields, quoted spans; the most severe finding decides."""
    source = memory.source.type
    texts = [memory.content, *_besides(memory)]
    verdicts = [screen(text, source=source, policy=policy) for text in texts if text]
    # The trust policy judges statements; a keyword or a tag states nothing.
    judged = [verdicts[0], *(verdict for verdict in verdicts[1:] if not _only_trust(verdict.findings))]
    action = max((verdict.action for verdict in judged), key=lambda action: SEVERITY[action])
    reason = found(finding for verdict in judged for finding in verdict.findings if verdict.action != "store")
    if action in ("redact", "quarantine"):
        memory = _redacted(memory, policy)
    if action == "quarantine":
        memory = replace(memory, status="quarantined")
    return Screened(memory=memory, action=action, reason=reason)


def is_held(memory: Memory, policy: GuardPolicy) -> bool:
    """Whether the guard refuses or quarantines it: then nothing of it may join a memory that is shown."""
    return screen_memory(memory, policy).action in ("reject", "quarantine")


def cleaner(policy: GuardPolicy) -> Callable[[str], str]:
    """What every text of a run passes before it is kept: secrets and personal data are replaced as the policy says."""
    return lambda text: redact(text, policy=policy)[0] if text else text


def found(findings: Iterable[Finding]) -> str:
    """The kinds and rules of findings as a reason: ``guard: secret (aws_key)``."""
    return "guard: " + ", ".join(sorted({f"{finding.kind} ({finding.rule})" for finding in findings}))


def _besides(memory: Memory) -> list[str]:
    fields = [f"{field.name}: {field.value}" for field in memory.key_fields]
    spans = [source.span or "" for source in memory.sources]
    claim = f"{memory.claim.attribute}: {memory.claim.value}" if memory.claim else ""
    return [memory.summary, claim, *memory.keywords, *memory.entities, *memory.tags, *fields, *spans]


def _only_trust(findings: Sequence[Finding]) -> bool:
    return all(finding.kind in ("trust", "inject") for finding in findings)


def _redacted(memory: Memory, policy: GuardPolicy) -> Memory:
    source = memory.source.type

    def clean(text: str) -> str:
        verdict = screen(text, source=source, policy=policy) if text else None
        hidden = verdict is not None and any(finding.action == "redact" for finding in verdict.findings)
        return verdict.redacted if verdict and hidden else text

    content = clean(memory.content)
    claim = memory.claim
    return replace(
        memory,
        content=content,
        content_hash=content_hash(content),
        summary=clean(memory.summary),
        keywords=tuple(clean(word) for word in memory.keywords),
        entities=tuple(clean(name) for name in memory.entities),
        tags=tuple(clean(tag) for tag in memory.tags),
        key_fields=tuple(KeyField(field.name, clean(field.value)) for field in memory.key_fields),
        claim=replace(claim, value=clean(claim.value)) if claim else None,
        sources=tuple(_clean_span(item, clean(item.span or "")) for item in memory.sources),
    )


def _clean_span(source: Source, span: str) -> Source:
    return replace(source, span=span) if source.span else source
