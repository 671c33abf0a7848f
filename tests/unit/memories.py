"""A memory for the tests of policies, with everything that a test does not care about filled in."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hindsight.domain.memory import Claim, Memory, Source

START = datetime(2026, 1, 1, tzinfo=UTC)


def memory(content: str, *, id: str = "old", day: float = 0, trust: float = 0.7, **fields: Any) -> Memory:
    """``day`` is when it was stored, in days after :data:`START`; ``claim`` may be (entity, attribute, value)."""
    at = START + timedelta(days=day)
    claim = fields.pop("claim", None)
    if isinstance(claim, tuple):
        claim = Claim(entity=claim[0], attribute=claim[1], value=claim[2], negated=len(claim) > 3)
    return Memory(
        id=id,
        tenant="t",
        space="s",
        kind=fields.pop("kind", "fact"),
        content=content,
        claim=claim,
        confidence=fields.pop("confidence", trust),
        sources=fields.pop("sources", (Source(trust=trust, messages=(id,)),)),
        created_at=at,
        updated_at=at,
        **fields,
    )
