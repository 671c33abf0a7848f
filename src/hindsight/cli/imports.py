"""``import``: files into memory, with progress, again without adding anything twice."""

from __future__ import annotations

from pathlib import Path

import click

from hindsight.cli import showing
from hindsight.cli.exits import OK, WRONG
from hindsight.cli.output import console
from hindsight.cli.session import Session, command


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "kind",
    type=click.Choice(["auto", "jsonl", "markdown", "transcript"]),
    default="auto",
    show_default=True,
    help="What the files are.",
)
@click.option("--verbatim", is_flag=True, help="Store each turn as one memory, without extraction.")
@click.option("--zone", metavar="ZONE", help="Time zone of times that name none.")
@click.option("--no-wait", is_flag=True, help="Leave extraction and debriefs to the background.")
@command
async def import_command(
    session: Session, *, paths: tuple[Path, ...], kind: str, verbatim: bool, zone: str | None, no_wait: bool
) -> int:
    """Import files, or folders with all they hold.

    JSON lines of turns or memories, chat exports, Markdown, and agent transcripts (OpenAI, Anthropic, LangChain, Claude
    Code, Codex, OpenTelemetry, Playwright …). It may be stopped and started again: what is there is not added again.
    """
    from rich.progress import Progress

    from hindsight.app.importing import import_entries
    from hindsight.app.reading import read_paths

    entries = list(read_paths(paths, kind))  # type: ignore[arg-type]  # click has checked it
    async with session.opened() as (hindsight, space):
        with Progress(console=console(stderr=True), transient=True) as bar:
            task = bar.add_task("importing", total=len(entries))
            report = await import_entries(
                hindsight,
                space,
                entries,
                verbatim=verbatim,
                zone=zone,
                wait=not no_wait,
                progress=lambda done: bar.advance(task, done),
            )
    session.show(report, lambda out: showing.imported(out, report))
    nothing = report.turns == report.memories == report.runs == report.known == 0
    return WRONG if report.bad and nothing else OK
