"""Memories as an index meets them: written to the store and read back, with their place in the order of arrival."""

from __future__ import annotations

from hindsight.domain.change import update
from hindsight.domain.memory import Memory, Scope
from hindsight.ports.store import Store
from hindsight.testing.store.records import NOW, change_set, insertion


async def keep(store: Store, *memories: Memory) -> list[Memory]:
    """Write new memories of any scope and read them back in order."""
    for home in dict.fromkeys((m.tenant, m.space) for m in memories):
        own = [m for m in memories if (m.tenant, m.space) == home]
        await store.apply(insertion(*own, scope=Scope(tenant=home[0], spaces=(home[1],))))
    return [await reread(store, m) for m in memories]


async def revise(store: Store, memory: Memory, **fields: object) -> Memory:
    """The next revision of a kept memory, written and read back."""
    scope = Scope(tenant=memory.tenant, spaces=(memory.space,))
    await store.apply(change_set(update(memory, NOW, **fields), scope=scope))
    return await reread(store, memory)


async def reread(store: Store, memory: Memory) -> Memory:
    [found] = await store.get(Scope(tenant=memory.tenant, spaces=(memory.space,)), [memory.id])
    return found
