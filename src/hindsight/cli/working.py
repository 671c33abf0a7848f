"""``session``: working memory by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hindsight.cli import showing
from hindsight.cli.session import Session, command
from hindsight.domain.errors import ConfigError
from hindsight.domain.working import WORKING_KINDS

if TYPE_CHECKING:
    from hindsight.app.client import AsyncHindsight

_SHARED = "Sessions live in the memory of one process here: from the command line they would be gone at once."


@click.group("session")
def session_command() -> None:
    """Working memory of a session that several processes share (HINDSIGHT_WORKING_URL=redis://…)."""


@session_command.command("add")
@click.argument("name", metavar="SESSION")
@click.argument("kind", type=click.Choice(WORKING_KINDS))
@click.argument("text", nargs=-1, required=True)
@click.option("--role", type=click.Choice(("user", "assistant", "system", "tool")), default="user", show_default=True)
@click.option("--importance", type=float, help="0-1; the kind's own when left out.")
@command
async def add(session: Session, *, name: str, kind: str, text: tuple[str, ...], **given: Any) -> None:
    """Add an item to SESSION."""
    async with session.opened(worker=False) as (hindsight, space):
        _shared(hindsight)
        opened = space.session(name)
        await opened.add(kind, " ".join(text), **given)  # type: ignore[arg-type]  # click has checked it
        held = await opened.items()
    session.show({"items": held}, lambda out: out.print(f"The session holds {len(held)}."))


@session_command.command("show")
@click.argument("name", metavar="SESSION")
@click.option("--tokens", type=int, default=2000, show_default=True, help="What matters most within so many tokens.")
@command
async def show(session: Session, *, name: str, tokens: int) -> None:
    """What matters most in SESSION: goals, constraints and facts first, small talk last."""
    async with session.opened(worker=False) as (hindsight, space):
        _shared(hindsight)
        text = await space.session(name).context(tokens)
    session.show({"context": text}, lambda out: out.print(text or "The session holds nothing."))


@session_command.command("end")
@click.argument("name", metavar="SESSION")
@click.option("--no-flush", is_flag=True, help="Let it go; otherwise it is kept as an episode.")
@command
async def end(session: Session, *, name: str, no_flush: bool) -> None:
    """End SESSION; what it came to is kept as an episode."""
    async with session.opened() as (hindsight, space):
        _shared(hindsight)
        receipt = await space.session(name).end(flush=not no_flush)
    session.show(receipt, lambda out: showing.receipt(out, receipt))


def _shared(hindsight: AsyncHindsight) -> None:
    if hindsight.settings.working_url.partition(":")[0] == "memory":
        raise ConfigError(_SHARED, hint="Set HINDSIGHT_WORKING_URL=redis://host:6379/0.")
