"""``import``: files into memory, with progress, again without adding anything twice; ``export``: the way back."""

from __future__ import annotations

import click

from hindsight.adapters.importers import FORMATS
from hindsight.cli import showing
from hindsight.cli.exits import OK, WRONG
from hindsight.cli.output import console
from hindsight.cli.session import Session, command


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default="auto",
    show_default=True,
    help="What the files are.",
)
@click.option("--verbatim", is_flag=True, help="Store each turn as one memory, without extraction.")
@click.option("--zone", metavar="ZONE", help="Time zone of times that name none.")
@click.option("--no-wait", is_flag=True, help="Leave extraction and debriefs to the background.")
@command
async def import_command(
    session: Session, *, paths: tuple[str, ...], kind: str, verbatim: bool, zone: str | None, no_wait: bool
) -> int:
    """Import files, ZIPs, or folders with all they hold.

    Exports of ChatGPT, Claude, mem0, Vectorize's Hindsight, the MCP memory server, basic-memory and of this Hindsight;
    JSON lines of turns or memories, Markdown, and agent transcripts (OpenAI, Anthropic, LangChain, Claude Code, Codex,
    OpenTelemetry, Playwright …). It may be stopped and started again: what is there is not added again.
    """
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    async with session.opened() as (_, space):
        columns = (SpinnerColumn(), TextColumn("importing"), MofNCompleteColumn(), TimeElapsedColumn())
        out = console(stderr=True)
        with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
            task = bar.add_task("importing", total=None)
            report = await space.import_files(
                paths,
                format=kind,  # type: ignore[arg-type]  # click has checked it
                verbatim=verbatim,
                zone=zone,
                wait=not no_wait,
                progress=lambda done: bar.advance(task, done),
            )
    session.show(report, lambda out: showing.imported(out, report))
    nothing = report.turns == report.memories == report.runs == report.records == report.known == 0
    return WRONG if report.refused or (report.bad and nothing) else OK


@click.command("export")
@click.argument("path", type=click.Path(dir_okay=False))
@command
async def export_command(session: Session, *, path: str) -> None:
    """Export the whole space to PATH: memories with their history, turns, trajectories. ``import`` brings it back."""
    async with session.opened(worker=False) as (_, space):
        report = await space.export(path)
    told = f"{report.memories} memories, {report.turns} turns, {report.trajectories} trajectories: {report.path}"
    session.show(report, lambda out: out.print(told))
