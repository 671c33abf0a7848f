"""The contract of :class:`hindsight.ports.working.WorkingMemory`, as tests that any back end can be put to.

Subclass it and give an async ``working`` fixture that yields an empty one. It needs pytest with the anyio plugin.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
import pytest

from hindsight.domain.working import WorkingItem
from hindsight.ports.working import WorkingMemory

NOW = datetime(2026, 3, 14, 9, 26, 53, 589793, tzinfo=UTC)
KEY = ("acme", "alice", "s1")
HOSTILE_NAMES = ("a:b", "a b", "租户", "%3A", "line\nbreak", "*", "记" * 512, "", "o'brien")


def item(text: str = "hello", **fields: Any) -> WorkingItem:
    return WorkingItem(**{"kind": "message", "text": text, "at": NOW, **fields})


@pytest.mark.anyio
class WorkingContract:
    """Every promise of the port."""

    @pytest.mark.requirement("M7")
    async def test_items_come_back_whole_and_in_order(self, working: WorkingMemory) -> None:
        held = (
            item("ship the release", kind="goal", importance=0.25),
            item('不要在周五部署 🚫\n"quoted"', kind="constraint", at=NOW + timedelta(microseconds=1)),
            item("ok", role="assistant"),
        )
        await working.append(KEY, held[:2])
        await working.append(KEY, held[2:])
        assert await working.items(KEY) == held

    async def test_what_is_unknown_is_empty(self, working: WorkingMemory) -> None:
        assert await working.items(KEY) == ()
        assert await working.end(KEY) == ()
        assert await working.append(KEY, ()) == 0
        await working.drop(KEY, (item(),))
        assert await working.items(KEY) == ()

    async def test_adding_tells_how_many_there_are(self, working: WorkingMemory) -> None:
        assert await working.append(KEY, (item("a"), item("b"))) == 2
        assert await working.append(KEY, (item("c"),)) == 3

    async def test_only_what_is_named_is_dropped_each_once(self, working: WorkingMemory) -> None:
        await working.append(KEY, (item("a"), item("b"), item("a"), item("a", role="tool")))
        await working.drop(KEY, (item("a"), item("z")))
        assert [(held.text, held.role) for held in await working.items(KEY)] == [
            ("b", "user"),
            ("a", "user"),
            ("a", "tool"),
        ]
        await working.drop(KEY, await working.items(KEY))
        assert await working.items(KEY) == ()

    @pytest.mark.requirement("M7")
    async def test_what_is_added_while_others_drop_stays(self, working: WorkingMemory) -> None:
        old = tuple(item(f"old {number}") for number in range(200))
        await working.append(KEY, old)
        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(working.append, KEY, (item(f"new {number}"),))
                group.start_soon(working.drop, KEY, old[number * 10 : number * 10 + 10])
        assert {held.text for held in await working.items(KEY)} == {f"new {number}" for number in range(20)}

    async def test_ending_returns_what_was_held_and_removes_it(self, working: WorkingMemory) -> None:
        await working.append(KEY, (item("a"), item("b")))
        assert [held.text for held in await working.end(KEY)] == ["a", "b"]
        assert await working.items(KEY) == ()
        await working.append(KEY, (item("c"),))
        assert [held.text for held in await working.items(KEY)] == ["c"]

    @pytest.mark.requirement("M7", "M5")
    async def test_sessions_do_not_see_each_other_whatever_they_are_called(self, working: WorkingMemory) -> None:
        keys = [KEY, ("acme:alice", "s1", ""), ("acme", "alice:s1", "")]
        for name in HOSTILE_NAMES:
            keys += [(name, "alice", "s1"), ("acme", name, "s1"), ("acme", "alice", name)]
        for number, key in enumerate(keys):
            await working.append(key, (item(str(number)),))
        for number, key in enumerate(keys):
            assert [held.text for held in await working.items(key)] == [str(number)]

    async def test_appending_at_the_same_time_loses_nothing(self, working: WorkingMemory) -> None:
        async with anyio.create_task_group() as group:
            for number in range(40):
                group.start_soon(working.append, KEY, (item(str(number)),))
        assert {held.text for held in await working.items(KEY)} == {str(number) for number in range(40)}
