"""Working memory in Redis or Valkey: a list for each session, which goes by itself when it is not used for a day.

``redis://[user:password@]host:port/db?ttl=86400`` (``rediss://`` with TLS); ``ttl`` is in seconds.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from hindsight.domain.errors import ConfigError, Unavailable
from hindsight.domain.working import WorkingItem

if TYPE_CHECKING:
    from redis.asyncio import Redis

PREFIX = "hindsight:working"
TTL_S = 86_400
_TIMEOUT_S = 5.0

Key = tuple[str, str, str]


class RedisWorkingMemory:
    """Sessions as lists. Several processes may use one session."""

    def __init__(self, client: Redis, *, ttl_s: int = TTL_S) -> None:
        self._client = client
        self._ttl_s = ttl_s

    async def append(self, key: Key, items: tuple[WorkingItem, ...]) -> int:
        name = _name(key)
        async with _errors(), self._client.pipeline(transaction=True) as pipe:
            if items:
                pipe.rpush(name, *map(_encoded, items))
                pipe.expire(name, self._ttl_s)
            pipe.llen(name)
            count: int = (await pipe.execute())[-1]
        return count

    async def items(self, key: Key) -> tuple[WorkingItem, ...]:
        async with _errors():
            rows = await _awaited(self._client.lrange(_name(key), 0, -1))
        return _decoded(rows)

    async def drop(self, key: Key, items: tuple[WorkingItem, ...]) -> None:
        async with _errors(), self._client.pipeline(transaction=True) as pipe:
            for item in items:
                pipe.lrem(_name(key), 1, _encoded(item))
            await pipe.execute()

    async def end(self, key: Key) -> tuple[WorkingItem, ...]:
        async with _errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.lrange(_name(key), 0, -1)
            pipe.delete(_name(key))
            rows, _ = await pipe.execute()
        return _decoded(rows)

    async def aclose(self) -> None:
        await self._client.aclose()


def open_working(url: str, resources: object) -> RedisWorkingMemory:  # noqa: ARG001 - the signature of every opener
    """The entry point of ``redis:`` and ``rediss:`` URLs; connects at the first use. ConfigError."""
    try:
        from redis.asyncio import Redis
    except ImportError:
        raise ConfigError("Redis needs a package.", hint="pip install 'hindsight-memory[redis]'") from None
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    ttl = options.pop("ttl", str(TTL_S))
    if not (ttl.isascii() and ttl.isdecimal() and 0 < int(ttl) < 2**31):
        raise ConfigError(f"ttl of a Redis URL is a number of seconds, not {ttl!r}.")
    try:
        client = Redis.from_url(
            urlunsplit(parts._replace(query=urlencode(options))),
            socket_timeout=_TIMEOUT_S,
            socket_connect_timeout=_TIMEOUT_S,
        )
    except ValueError as error:
        raise ConfigError(f"This is no Redis URL: {error}.") from None
    return RedisWorkingMemory(client, ttl_s=int(ttl))


def _name(key: Key) -> str:
    """Each part is quoted, so that no name of a session can reach into another space."""
    return ":".join((PREFIX, *(quote(part, safe="") for part in key)))


def _encoded(item: WorkingItem) -> str:
    row = {"kind": item.kind, "text": item.text, "role": item.role, "at": item.at.isoformat()}
    return json.dumps({**row, "importance": item.importance}, ensure_ascii=False)


def _decoded(rows: Sequence[bytes]) -> tuple[WorkingItem, ...]:
    read = [json.loads(row) for row in rows]
    return tuple(WorkingItem(**{**row, "at": datetime.fromisoformat(row["at"])}) for row in read)


async def _awaited(answer: Any) -> Any:
    """redis-py types one method for both of its clients."""
    return await answer


@asynccontextmanager
async def _errors() -> AsyncIterator[None]:
    from redis.exceptions import RedisError

    try:
        yield
    except (RedisError, OSError) as error:
        raise Unavailable(f"Redis does not answer: {type(error).__name__}.") from error
