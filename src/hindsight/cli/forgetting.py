"""``forget``: says what would go and asks before it goes."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from hindsight.cli import showing
from hindsight.cli.exits import OK
from hindsight.cli.output import console
from hindsight.cli.session import Session, command
from hindsight.domain.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from hindsight.services.forget import Forgotten


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
        planned = await space.forget(preview=True, purge=purge, **what)
        words = planned.removed.get("turns", 0)  # said about it, though no memory came of it
        if ids and not planned.ids:
            raise NotFound(f"There is no memory {ids[0]!r} in space {space.name!r}.")
        if preview or not (planned.ids or words):
            planned = replace(planned, preview=preview)  # where nothing would go, nothing went
            session.show(planned, lambda out: showing.forgotten(out, planned))
            return OK
        if mode == "delete" and not yes:
            _confirm(session, planned, purge=purge)
        also = {name: given[name] for name in ("source", "subject") if purge}
        done = await space.forget(list(planned.ids), mode=mode, purge=purge, **also)  # type: ignore[arg-type]  # forget() checks it
    session.show(done, lambda out: showing.forgotten(out, done))
    return OK


def _confirm(session: Session, planned: Forgotten, *, purge: bool) -> None:
    """Ask a person. InvalidInput where there is none to ask; click.Abort when the answer is no."""
    if session.as_json or not sys.stdin.isatty():
        raise InvalidInput("This deletes memories and there is nobody to ask.", hint="Add --yes, or --preview to look.")
    showing.forgotten(console(stderr=True), planned)
    click.confirm(f"Delete {len(planned.ids)} memories{' for good' if purge else ''}?", abort=True, err=True)
