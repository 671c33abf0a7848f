"""Every memory and turn comes back from its JSON as it was."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from hindsight.adapters.sql.times import micros, moment
from hindsight.adapters.store.codec import decode_memory, decode_turn, encode_memory, encode_turn
from hindsight.domain.conversation import Turn
from hindsight.domain.memory import KINDS, SOURCE_TYPES, STATUSES, Claim, Counters, KeyField, Memory, Source
from hindsight.testing.store.records import full_memory

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
names = st.lists(texts, max_size=3).map(tuple)
times = st.datetimes(timezones=st.just(UTC))
scores = st.floats(0, 1)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
optional = st.none() | texts
sources = st.builds(
    Source,
    type=st.sampled_from(SOURCE_TYPES),
    trust=scores,
    name=optional,
    conversation=optional,
    messages=names,
    span=optional,
    url=optional,
    extractor=optional,
    derived_from=names,
)
memories = st.builds(
    Memory,
    id=texts,
    tenant=texts,
    space=texts,
    kind=st.sampled_from(KINDS),
    content=texts,
    summary=texts,
    keywords=names,
    entities=names,
    claim=st.none() | st.builds(Claim, entity=texts, attribute=texts, value=texts, negated=st.booleans()),
    key_fields=st.lists(st.builds(KeyField, texts, texts), max_size=2).map(tuple),
    confidence=scores,
    importance=scores,
    polarity=st.sampled_from(["positive", "negative", "neutral"]),
    project=optional,
    task_type=optional,
    stage=optional,
    tools=names,
    tags=names,
    status=st.sampled_from(STATUSES),
    verbatim=st.booleans(),
    ref=optional,
    sources=st.lists(sources, min_size=1, max_size=2).map(tuple),
    supersedes=names,
    superseded_by=optional,
    conflicts=names,
    because=names,
    body=st.none() | st.dictionaries(texts, json_values, max_size=3),
    content_hash=texts,
    revision=st.integers(1, 1000),
    created_at=times,
    updated_at=times,
    occurred_at=st.none() | times,
    occurred_until=st.none() | times,
    valid_from=st.none() | times,
    valid_to=st.none() | times,
    expires_at=st.none() | times,
    deleted_at=st.none() | times,
    last_used_at=st.none() | times,
    counters=st.builds(Counters, *[]) | st.builds(Counters, retrieved=st.integers(0, 9), stated=st.integers(0, 9)),
)
turns = st.builds(
    Turn,
    id=texts,
    tenant=texts,
    space=texts,
    role=st.sampled_from(["user", "assistant", "system", "tool"]),
    name=optional,
    text=texts,
    conversation=optional,
    position=st.integers(0, 999),
    said_at=st.none() | times,
    created_at=times,
    source=st.sampled_from(SOURCE_TYPES),
)


@given(memories)
def test_a_memory_comes_back_as_it_was(memory: Memory) -> None:
    assert decode_memory(encode_memory(memory)) == memory


@given(turns)
def test_a_turn_comes_back_as_it_was(turn: Turn) -> None:
    assert decode_turn(encode_turn(turn)) == turn


@given(times)
def test_a_time_is_exact_in_microseconds(at: datetime) -> None:
    assert moment(micros(at)) == at


def test_a_full_memory_leaves_no_field_at_its_default() -> None:
    """The sample of the contract suite covers a field that is new, or this fails."""
    empty = Memory(id="", tenant="", space="", kind="fact", content="", created_at=datetime.now(UTC), updated_at=None)
    sample = replace(full_memory(), seq=1)
    same = {field.name for field in fields(Memory) if getattr(sample, field.name) == getattr(empty, field.name)}
    assert same == {"revision"}
