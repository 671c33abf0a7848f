"""``stats``, ``index`` and ``jobs``."""

from __future__ import annotations

from typing import Any

import click

from hindsight.cli import showing
from hindsight.cli.exits import OK, WRONG
from hindsight.cli.session import Session, command
from hindsight.domain.errors import NotFound


@click.command("stats")
@command
async def stats_command(session: Session) -> None:
    """How many memories the space holds, by kind and by status, and how many jobs wait."""
    async with session.opened(worker=False) as (hindsight, space):
        counts = await space.stats()
        waiting = await hindsight.parts.store.backlog()
        dead = len(await hindsight.jobs(status="dead", limit=1000))
    record = {**counts, "jobs": {"waiting": waiting, "dead": dead}}
    session.show(record, lambda out: showing.counts(out, counts, waiting, dead))


@click.group("index")
def index_command() -> None:
    """Verify or rebuild the derived indexes."""


@index_command.command("verify")
@command
async def verify(session: Session) -> int:
    """Compare every index with the store; change nothing. Exit code 1 when something is missing or stray."""
    async with session.opened(worker=False) as (hindsight, _):
        reports = await hindsight.verify_indexes()
    session.show({"indexes": reports}, lambda out: showing.indexes(out, reports))
    return OK if all(report.healthy for report in reports) else WRONG


@index_command.command("rebuild")
@click.option("--only-missing", is_flag=True, help="Fill gaps; never clear an index of another embedder.")
@command
async def rebuild(session: Session, *, only_missing: bool) -> None:
    """Bring every index in step with the store. It may be stopped and started again."""
    async with session.opened(worker=False) as (hindsight, _):
        reports = await hindsight.rebuild_indexes(only_missing=only_missing)
    session.show({"indexes": reports}, lambda out: showing.indexes(out, reports))


@click.command("jobs")
@click.option("--dead", is_flag=True, help="Only those that were laid aside after their last try.")
@click.option("--retry", metavar="ID", multiple=True, help="Try a dead job again; all: every one.")
@click.option("--limit", "-n", type=click.IntRange(1, 10_000), default=50, show_default=True, help="At most so many.")
@command
async def jobs_command(session: Session, *, dead: bool, retry: tuple[str, ...], limit: int) -> None:
    """Background jobs, oldest first."""
    async with session.opened(worker=False) as (hindsight, _):
        zone = hindsight.settings.zone
        if retry:
            await _retry(session, hindsight, retry)
            return
        found = await hindsight.jobs(status="dead" if dead else None, limit=limit)
    session.show({"jobs": found}, lambda out: showing.jobs(out, found, zone))


async def _retry(session: Session, hindsight: Any, wanted: tuple[str, ...]) -> None:
    ids = list(wanted)
    if "all" in wanted:
        ids = [job.id for job in await hindsight.jobs(status="dead", limit=10_000)]
    revived = await hindsight.revive(ids)
    if not revived and "all" not in wanted:
        raise NotFound(f"There is no dead job {wanted[0]!r}.")
    await hindsight.drain()
    session.show({"retried": revived}, lambda out: out.print(f"{revived} tried again."))
