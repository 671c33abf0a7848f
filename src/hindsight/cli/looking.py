"""``history``, ``trace`` and ``rollback``: what happened to a memory, and taking a change back."""

from __future__ import annotations

import click

from hindsight.cli import showing
from hindsight.cli.session import Session, command


@click.command("history")
@click.argument("memory", metavar="ID")
@command
async def history_command(session: Session, *, memory: str) -> None:
    """Every version of what a memory says, oldest first, with those it replaced and those that replaced it."""
    async with session.opened(worker=False) as (hindsight, space):
        versions = await space.history(memory)
        zone = hindsight.settings.zone
    session.show({"versions": versions}, lambda out: showing.versions(out, versions, zone))


@click.command("trace")
@click.argument("text")
@click.option("--query", help="The question that should have brought it (default: the text itself).")
@command
async def trace_command(session: Session, *, text: str, query: str | None) -> None:
    """Where a thing that was told got lost: never kept, filtered, not indexed, not found, or ranked out."""
    async with session.opened(worker=False) as (_, space):
        found = await space.trace(text, query=query)
    session.show(found, lambda out: showing.trace(out, found))


@click.command("rollback")
@click.argument("change", metavar="CHANGE")
@command
async def rollback_command(session: Session, *, change: str) -> None:
    """Take a change back (forget names it). A purge cannot be taken back."""
    async with session.opened(worker=False) as (_, space):
        undone = await space.roll_back(change)
    session.show(undone, lambda out: out.print(f"Taken back: {len(undone.changes)} memories."))
