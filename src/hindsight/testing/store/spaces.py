"""Spaces of a tenant and grants between them."""

from __future__ import annotations

import anyio
import pytest

from hindsight.domain.errors import InvalidInput, NotFound
from hindsight.ports.store import Store
from hindsight.testing.store.records import HOSTILE_NAMES, insertion, memory


@pytest.mark.anyio
@pytest.mark.requirement("M5")
class SpaceContract:
    """``open_space``, ``grant``, ``readable`` and ``spaces``."""

    async def test_a_space_is_made_once_and_stays_as_it_was_made(self, store: Store) -> None:
        made = await store.open_space("acme", "team", shared=True)
        again = await store.open_space("acme", "team", shared=False)
        assert made == again
        assert (made.tenant, made.name, made.shared, made.readers) == ("acme", "team", True, ())
        assert made.created_at is not None

    async def test_a_space_opened_by_many_at_once_is_one(self, store: Store) -> None:
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(lambda: store.open_space("acme", "team", shared=True))
        assert [space.name for space in await store.spaces("acme")] == ["team"]

    async def test_a_granted_space_is_readable_and_only_by_its_readers(self, store: Store) -> None:
        await store.open_space("acme", "team", shared=True)
        for name in ("alice", "bob"):
            await store.open_space("acme", name, shared=False)
        await store.grant("acme", "team", "alice")
        await store.grant("acme", "team", "alice")
        assert await store.readable("acme", "alice") == ("team",)
        assert await store.readable("acme", "bob") == ()
        assert await store.readable("acme", "unknown") == ()
        [team] = [space for space in await store.spaces("acme") if space.shared]
        assert team.readers == ("alice",)

    async def test_only_a_known_shared_space_can_be_granted(self, store: Store) -> None:
        await store.open_space("acme", "private", shared=False)
        await store.open_space("acme", "team", shared=True)
        await store.open_space("other", "bob", shared=False)
        with pytest.raises(InvalidInput):
            await store.grant("acme", "private", "team")
        for shared, reader in (("unknown", "private"), ("team", "unknown"), ("team", "bob")):
            with pytest.raises(NotFound):
                await store.grant("acme", shared, reader)

    async def test_tenants_do_not_see_each_others_spaces(self, store: Store) -> None:
        for tenant in ("a", "b"):
            await store.open_space(tenant, "alice", shared=False)
            await store.open_space(tenant, "team", shared=True)
        await store.grant("a", "team", "alice")
        assert await store.readable("b", "alice") == ()
        assert {space.tenant for space in await store.spaces("a")} == {"a"}
        assert {(space.tenant, space.name, space.readers) for space in await store.spaces()} == {
            ("a", "alice", ()),
            ("a", "team", ("alice",)),
            ("b", "alice", ()),
            ("b", "team", ()),
        }

    async def test_names_are_any_text_up_to_512_characters(self, store: Store) -> None:
        for name in HOSTILE_NAMES:
            assert (await store.open_space(name, name, shared=False)).name == name
        assert {space.name for space in await store.spaces()} == set(HOSTILE_NAMES)
        for tenant, name in (("", "a"), ("a", ""), ("a" * 513, "a"), ("a", "a" * 513)):
            with pytest.raises(InvalidInput):
                await store.open_space(tenant, name, shared=False)

    async def test_writing_into_a_new_space_makes_it_private(self, store: Store) -> None:
        await store.apply(insertion(memory()))
        assert [(space.name, space.shared) for space in await store.spaces("acme")] == [("alice", False)]
