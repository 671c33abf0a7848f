"""The working memories that ship, under the contract of their port."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from tests.servers import RedisServer, free_port, redis

from hindsight.adapters.working.local import MOST_SESSIONS
from hindsight.app.registry import opener
from hindsight.domain.errors import ConfigError, Unavailable
from hindsight.ports.working import WorkingMemory
from hindsight.testing.working import KEY, WorkingContract, item


def opened(url: str) -> WorkingMemory:
    working: WorkingMemory = opener("working", url)(url, None)
    return working


class TestLocal(WorkingContract):
    @pytest.fixture
    async def working(self) -> AsyncIterator[WorkingMemory]:
        working = opened("memory:")
        yield working
        await working.aclose()

    async def test_the_session_that_was_not_used_longest_goes_first(self, working: WorkingMemory) -> None:
        for number in range(MOST_SESSIONS + 1):
            await working.append(("t", "s", str(number)), (item(),))
        assert await working.items(("t", "s", "0")) == ()
        assert await working.items(("t", "s", "1"))


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with redis() as server:
        yield server


class TestRedis(WorkingContract):
    @pytest.fixture
    async def working(self, server: RedisServer) -> AsyncIterator[WorkingMemory]:
        server.command("FLUSHALL")
        working = opened("redis:" + server.url.removeprefix("redis:"))
        yield working
        await working.aclose()

    @pytest.mark.requirement("M7")
    async def test_a_session_that_nobody_uses_goes_after_its_time(self, server: RedisServer) -> None:
        working = opened(f"{server.url}?ttl=77")
        await working.append(KEY, (item(),))
        assert 0 < int(server.command("TTL", "hindsight:working:acme:alice:s1")) <= 77
        await working.aclose()

    async def test_another_process_sees_the_same_session(self, working: WorkingMemory, server: RedisServer) -> None:
        await working.append(KEY, (item("a"),))
        other = opened(server.url)
        assert [held.text for held in await other.items(KEY)] == ["a"]
        await other.aclose()


@pytest.mark.anyio
async def test_a_server_that_is_down_is_unavailable_and_no_password_is_told() -> None:
    working = opened(f"redis://:geheim@127.0.0.1:{free_port()}/0")
    with pytest.raises(Unavailable) as caught:
        await working.items(KEY)
    assert "geheim" not in str(caught.value)
    await working.aclose()


@pytest.mark.parametrize("url", ["redis://host:port/0", "redis://h/0?ttl=soon", "redis://h/0?ttl=0"])
def test_a_wrong_url_is_a_setting_that_is_wrong(url: str) -> None:
    with pytest.raises(ConfigError):
        opened(url)


@pytest.mark.anyio
async def test_tls_is_asked_for_by_the_url() -> None:
    from redis.asyncio import SSLConnection

    working = opened("rediss://127.0.0.1:6390/0")
    assert working._client.connection_pool.connection_class is SSLConnection  # type: ignore[attr-defined]
    await working.aclose()
