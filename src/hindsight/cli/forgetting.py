"""``forget``: says what would go and asks before it goes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from hindsight.cli import showing
from hindsight.cli.exits import OK
from hindsight.cli.output import console
from hindsight.cli.session import Session, command
from hindsight.domain.errors import InvalidInput, NotFound


@click.command("forget")
@click.argument("ids", nargs=-1)
@click.option("--query", help="What this query finds.")
@click.option("--source", help="From this conversation, speaker, URL, ref or type of source.")
@click.option("--subject", help="Everything about this person or thing.")
@click.option(
    "--mode", default="delete", show_default=True, help="delete; demote: rank last; expire: end their validity."
)
@click.option("--preview", is_flag=True, help="Change nothing, say what would go.")
@click.option("--purge", is_flag=True, help="Remove the text for good, now.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@command
async def forget_command(
    session: Session, *, ids: tuple[str, ...], mode: str, preview: bool, purge: bool, yes: bool, **given: Any
) -> int:
    """Forget memories by their IDS, or by what the options say."""
    what = {"ids": ids or None, "mode": mode, **given}
    async with session.opened() as (_, space):
        planned = await space.forget(preview=True, **what)
        if ids and not planned.ids:
            raise NotFound(f"There is no memory {ids[0]!r} in space {space.name!r}.")
        if preview or not planned.ids:
            texts = await _texts(space, planned.ids[: showing.LISTED])
            session.show(planned, lambda out: showing.forgotten(out, planned, texts))
            return OK
        if mode == "delete" and not yes:
            await _confirm(session, space, planned.ids, purge=purge)
        done = await space.forget(list(planned.ids), mode=mode, purge=purge)  # type: ignore[arg-type]  # forget() checks it
    session.show(done, lambda out: showing.forgotten(out, done))
    return OK


async def _confirm(session: Session, space: Any, ids: tuple[str, ...], *, purge: bool) -> None:
    """Ask a person. InvalidInput where there is none to ask; click.Abort when the answer is no."""
    if session.as_json or not sys.stdin.isatty():
        raise InvalidInput("This deletes memories and there is nobody to ask.", hint="Add --yes, or --preview to look.")
    out = console(stderr=True)
    for id_, text in (await _texts(space, ids[:5])).items():
        out.print(f"  {id_}  {' '.join(text.split())[:100]}")
    if len(ids) > 5:
        out.print(f"  ({len(ids) - 5} more)")
    click.confirm(f"Delete {len(ids)} memories{' for good' if purge else ''}?", abort=True, err=True)


async def _texts(space: Any, ids: Sequence[str]) -> dict[str, str]:
    """What these memories say. Quarantined ones too, which are listed only when their status is asked for."""
    found = await space.list({"and": [{"id": {"in": list(ids)}}, {"status": {"ne": "deleted"}}]}, limit=len(ids) or 1)
    contents = {memory.id: memory.content for memory in found.memories}
    return {id_: contents[id_] for id_ in ids if id_ in contents}
