"""Records for the contract tests, with only what matters said."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from hindsight.domain.change import Change, ChangeSet, Job, insert
from hindsight.domain.conversation import Turn
from hindsight.domain.memory import Attachment, Claim, Counters, KeyField, Memory, Scope, Source, SourceType

NOW = datetime(2026, 3, 14, 9, 26, 53, 589793, tzinfo=UTC)
ALICE = Scope(tenant="acme", spaces=("alice",))
HOSTILE_NAMES = (
    "o'brien",
    'say "hi"',
    "100%",
    "a*b_c?",
    "line\nbreak\ttab",
    "'; DROP TABLE memory; --",
    "租户 一号",
    "a-b.c/d\\e",
    "7b1c2f0e-0000-4000-8000-000000000000",
    ":tenant",
    "%(tenant)s {where}",
    "记" * 512,
    "🙂" * 512,
)

_numbers = itertools.count(1)


def fresh(prefix: str = "m") -> str:
    """An id that no other record of this run has."""
    return f"{prefix}{next(_numbers):06d}"


def memory(content: str = "", scope: Scope = ALICE, **fields: Any) -> Memory:
    """A fact in the private space of ``scope``."""
    id_ = fields.pop("id", None) or fresh()
    content = content or f"fact {id_}"
    times = {"created_at": NOW, "updated_at": NOW}
    known = {"kind": "fact", "content": content, "content_hash": f"hash of {content}", "tenant": scope.tenant}
    return Memory(id=id_, space=scope.space, **{**known, **times, **fields})


def full_memory() -> Memory:
    """A memory in which no field keeps its default."""
    return memory(
        "对花生过敏 – allergic to peanuts 🥜",
        kind="experience",
        summary="allergy",
        keywords=("花生", "allergy"),
        entities=("Alice", "花生"),
        claim=Claim(entity="Alice", attribute="allergic_to", value="peanuts", negated=True),
        key_fields=(KeyField("dose", "60/min"), KeyField("version", "1.2.3")),
        confidence=0.123456789012345,
        importance=1.0,
        polarity="negative",
        project="web",
        task_type="data",
        stage="execute",
        tools=("bash", "pandas"),
        tags=("travel", "食物"),
        status="superseded",
        verbatim=True,
        ref="ticket 7",
        sources=(
            Source(type="tool", trust=0.3, name="mail", url="https://example.org/a?b=c"),
            Source(type="user", conversation="c1", messages=("t1", "t2"), span="对花生", derived_from=("m0",)),
        ),
        supersedes=("m-old",),
        superseded_by="m-new",
        conflicts=("m-other",),
        because=("m-cause",),
        attachments=(Attachment(hash="ab" * 32, media_type="image/png", size=12),),
        body={"steps": [{"tool": "bash", "args": {"n": 1}}], "nothing": None, "deep": {"x": [1.5, True]}},
        occurred_at=NOW - timedelta(days=2, microseconds=1),
        occurred_until=NOW - timedelta(days=1),
        valid_from=NOW - timedelta(days=9),
        valid_to=NOW + timedelta(days=9),
        expires_at=NOW + timedelta(days=90),
        deleted_at=NOW,
        last_used_at=NOW + timedelta(hours=1),
        counters=Counters(retrieved=1, accessed=2, stated=3, successes=4, failures=5),
    )


def change_set(*changes: Change, scope: Scope = ALICE, **fields: Any) -> ChangeSet:
    known: dict[str, Any] = {"id": fresh("c"), "actor": "tester", "reason": "test", "at": NOW}
    return ChangeSet(tenant=scope.tenant, space=scope.space, changes=changes, **{**known, **fields})


def insertion(*memories: Memory, scope: Scope = ALICE, **fields: Any) -> ChangeSet:
    return change_set(*map(insert, memories), scope=scope, **fields)


def job(scope: Scope = ALICE, **fields: Any) -> Job:
    known: dict[str, Any] = {"id": fresh("j"), "kind": "project", "payload": {"ids": ["m1"]}}
    return Job(**{"tenant": scope.tenant, "space": scope.space, "run_at": NOW, "created_at": NOW, **known, **fields})


def turn(text: str = "hello", scope: Scope = ALICE, **fields: Any) -> Turn:
    known: dict[str, Any] = {"id": fresh("t"), "tenant": scope.tenant, "space": scope.space, "created_at": NOW}
    return Turn(text=text, **{**known, **fields})


def said(by: SourceType, **fields: Any) -> tuple[Source, ...]:
    return (Source(type=by, **fields),)
