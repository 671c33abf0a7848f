"""What every command shares: the global options, the open Hindsight, and how an answer is shown."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hindsight.cli.output import console, print_json
from hindsight.domain.errors import InvalidFilter

if TYPE_CHECKING:
    from rich.console import Console

    from hindsight.app.client import AsyncHindsight
    from hindsight.app.settings import Settings
    from hindsight.app.space import AsyncSpace

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Session:
    """The global options. What is not given comes from the environment, `.env` or the default."""

    home: str | None = None
    space: str | None = None
    tenant: str | None = None
    as_json: bool = False

    def settings(self, **given: Any) -> Settings:
        """The settings of this call. ConfigError names what is wrong."""
        from hindsight.app.settings import load_settings

        named = {"space": self.space, "tenant": self.tenant, **given}
        return load_settings(self.home, **{name: value for name, value in named.items() if value is not None})

    @asynccontextmanager
    async def opened(self, **given: Any) -> AsyncIterator[tuple[AsyncHindsight, AsyncSpace]]:
        """An open Hindsight and the space that is meant."""
        from hindsight.app.client import AsyncHindsight

        settings = self.settings(**given)
        async with AsyncHindsight(**settings.model_dump()) as hindsight:
            yield hindsight, hindsight.space(settings.space)

    def show(self, record: Any, people: Callable[[Console], None]) -> None:
        """``record`` as JSON, or what ``people`` prints."""
        if self.as_json:
            print_json(record)
        else:
            people(console())


def _keep(context: click.Context, param: click.Parameter, value: Any) -> None:
    """Remember a global option that was given; the same dictionary serves the whole command line."""
    if value not in (None, False):
        context.meta[f"{__name__}.{param.name}"] = value


def _global(*names: str, **more: Any) -> Callable[[F], F]:
    return click.option(*names, expose_value=False, callback=_keep, **more)


_GLOBAL = (
    _global("--home", metavar="FOLDER", help="Folder of the embedded store."),
    _global("--space", metavar="NAME", help="Whose memory [default: default]."),
    _global("--tenant", metavar="NAME", help="Tenant of the space."),
    _global("--json", "as_json", is_flag=True, help="Print one JSON document."),
)


def global_options(function: F) -> F:
    """The options that may stand before or after the command's name; the last one counts."""
    for option in reversed(_GLOBAL):
        function = option(function)
    return function


def session_of(context: click.Context) -> Session:
    """The global options of this command line."""
    names = ("home", "space", "tenant", "as_json")
    return Session(**{name: context.meta[key] for name in names if (key := f"{__name__}.{name}") in context.meta})


def command(function: Callable[..., Awaitable[int | None]]) -> Callable[..., int | None]:
    """A command whose body is a coroutine that takes the session first and returns its exit code, or None for 0."""

    @global_options
    @click.pass_context
    @functools.wraps(function)
    def run(context: click.Context, /, **given: Any) -> int | None:
        return asyncio.run(_awaited(function(session_of(context), **given)))

    return run


async def _awaited(work: Awaitable[int | None]) -> int | None:
    return await work


def as_where(text: str | None) -> Any:
    """A filter from the command line. InvalidFilter when it is no JSON."""
    if text is None:
        return None
    from hindsight.app.names import unaliased_where

    try:
        return unaliased_where(json.loads(text))
    except (ValueError, RecursionError):
        raise InvalidFilter('--where is JSON such as \'{"kind": "fact"}\'.') from None
