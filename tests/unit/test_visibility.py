from __future__ import annotations

from datetime import timedelta

import pytest
from tests.factories import NOW, memory

from hindsight.domain.filters import matches
from hindsight.domain.memory import Source
from hindsight.domain.visibility import visible, window

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    "fields,seen",
    [
        ({}, True),
        ({"status": "superseded"}, False),
        ({"status": "archived"}, False),
        ({"status": "quarantined"}, False),
        ({"status": "deleted"}, False),
        ({"valid_to": NOW - DAY}, False),
        ({"valid_to": NOW + DAY}, True),
        ({"expires_at": NOW}, False),
        ({"valid_from": NOW + DAY}, True),
    ],
)
@pytest.mark.requirement("R8")
def test_only_active_and_valid_memories_answer(fields: dict[str, object], seen: bool) -> None:
    assert matches(visible(NOW), memory(**fields)) is seen


@pytest.mark.requirement("R8")
def test_as_of_sees_what_was_true_then() -> None:
    then = visible(NOW, as_of=NOW - 10 * DAY)
    old = memory(status="superseded", valid_from=NOW - 20 * DAY, valid_to=NOW - 5 * DAY)
    new = memory(valid_from=NOW - 5 * DAY)
    assert matches(then, old)
    assert not matches(then, new)


@pytest.mark.parametrize(
    "fields,seen",
    [
        ({"occurred_at": NOW, "created_at": NOW}, False),
        ({"occurred_at": NOW - 20 * DAY, "created_at": NOW}, True),
        ({"occurred_at": NOW, "created_at": NOW - 20 * DAY}, True),
        ({"created_at": NOW}, True),
        ({"occurred_at": NOW, "created_at": NOW, "valid_from": NOW - 20 * DAY}, True),
        ({"occurred_at": NOW - 20 * DAY, "created_at": NOW - 20 * DAY, "valid_from": NOW}, False),
    ],
)
@pytest.mark.requirement("R8")
def test_as_of_leaves_out_what_happened_and_was_told_later(fields: dict[str, object], seen: bool) -> None:
    assert matches(visible(NOW, as_of=NOW - 10 * DAY), memory(**fields)) is seen


@pytest.mark.requirement("G5")
def test_archived_memories_answer_on_request_only() -> None:
    assert matches(visible(NOW, include_archived=True), memory(status="archived"))


@pytest.mark.requirement("S3")
def test_low_trust_is_left_out_when_the_answer_drives_an_action() -> None:
    web = memory(sources=(Source(type="web", trust=0.2),))
    assert matches(visible(NOW), web)
    assert not matches(visible(NOW, action=True), web)
    assert matches(visible(NOW, action=True, include_untrusted=True), web)


def test_a_window_is_half_open_and_falls_back_to_the_time_of_storing() -> None:
    where = window(NOW, NOW + DAY)
    assert matches(where, memory(occurred_at=NOW))
    assert not matches(where, memory(occurred_at=NOW + DAY))
    assert matches(where, memory(created_at=NOW))
    assert not matches(where, memory(created_at=NOW, occurred_at=NOW - DAY))
