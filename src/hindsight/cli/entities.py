"""``relations``, ``why`` and ``entity``: what is known around a name, and which names are one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hindsight.cli import showing
from hindsight.cli.session import Session, command

if TYPE_CHECKING:
    from rich.console import Console

    from hindsight.services.entities import Renamed


@click.command("relations")
@click.argument("entity")
@click.option("--hops", type=click.IntRange(1, 3), default=1, show_default=True, help="How far.")
@click.option("--predicate", multiple=True, help="Only relations of this kind, e.g. works_at; may be given again.")
@click.option("--as-of", metavar="TIME", help="Those that held at that time.")
@click.option("--only", metavar="SPACE", help="Only what this one of the readable spaces says.")
@click.option("--limit", "-n", type=click.IntRange(1, 1000), default=50, show_default=True, help="At most so many.")
@command
async def relations_command(
    session: Session,
    *,
    entity: str,
    hops: int,
    predicate: tuple[str, ...],
    as_of: str | None,
    only: str | None,
    limit: int,
) -> None:
    """What memories claim about ENTITY, under all its names, and about its neighbours."""
    async with session.opened(worker=False) as (hindsight, space):
        found = await space.relations(entity, hops=hops, predicate=predicate, as_of=as_of, space=only, limit=limit)
        zone = hindsight.settings.zone
    session.show({"relations": found}, lambda out: showing.relations(out, found, zone))


@click.command("why")
@click.argument("memory", metavar="ID")
@command
async def why_command(session: Session, *, memory: str) -> None:
    """What was given as the reason of a memory, then the reasons of those."""
    async with session.opened(worker=False) as (hindsight, space):
        told = await space.get(memory)
        reasons = await space.why(memory)
        zone = hindsight.settings.zone
    session.show({"reasons": reasons}, lambda out: showing.reasons(out, told, reasons, zone))


@click.group("entity")
def entity_command() -> None:
    """Other names of an entity; two names that are one; one name that is two."""


@entity_command.command("alias")
@click.argument("entity")
@click.argument("names", nargs=-1, required=True)
@command
async def alias(session: Session, *, entity: str, names: tuple[str, ...]) -> None:
    """NAMES are other names of ENTITY. Forget the printed ids to take it back."""
    async with session.opened(worker=False) as (_, space):
        done = await space.add_alias(entity, names)
    session.show(done, lambda out: _named(out, done))


@entity_command.command("merge")
@click.argument("into")
@click.argument("others", nargs=-1, required=True)
@command
async def merge(session: Session, *, into: str, others: tuple[str, ...]) -> None:
    """Memories that name one of OTHERS name INTO instead. `rollback` takes it back."""
    async with session.opened(worker=False) as (_, space):
        done = await space.merge_entities(into, others)
    session.show(done, lambda out: _named(out, done))


@entity_command.command("split")
@click.argument("entity")
@click.argument("new")
@click.argument("ids", nargs=-1, required=True)
@command
async def split(session: Session, *, entity: str, new: str, ids: tuple[str, ...]) -> None:
    """In the memories IDS, ENTITY is another one, called NEW. `rollback` takes it back."""
    async with session.opened(worker=False) as (_, space):
        done = await space.split_entity(entity, ids, new)
    session.show(done, lambda out: _named(out, done))


def _named(out: Console, done: Renamed) -> None:
    if done.change_set is None:
        out.print("Nothing was to be changed.")
        return
    for id_ in done.ids:
        out.print(f"  {id_}")
    out.print(f"{len(done.ids)} memories changed. `hindsight rollback {done.change_set}` takes it back.")
