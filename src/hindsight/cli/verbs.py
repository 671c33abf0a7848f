"""``remember``, ``recall``, ``experience`` and ``record``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from hindsight.cli import showing
from hindsight.cli.attaching import attachments
from hindsight.cli.exits import OK, REFUSED
from hindsight.cli.output import read_text
from hindsight.cli.session import Session, as_where, command
from hindsight.domain.errors import InvalidInput, NotFound


@click.command("remember")
@click.argument("content", nargs=-1, required=True)
@click.option("--kind", help="Store it as one memory of this kind: fact, preference, insight, episode, procedure.")
@click.option("--verbatim", is_flag=True, help="Store it as it is, without extraction.")
@click.option("--at", "occurred_at", metavar="TIME", help="When it happened, ISO 8601.")
@click.option("--zone", metavar="ZONE", help="Your time zone, e.g. Asia/Shanghai.")
@click.option("--key-field", "key_fields", metavar="NAME=VALUE", multiple=True, help="A value not to be mixed up.")
@click.option("--entity", "entities", multiple=True, help="Someone or something it is about.")
@click.option("--project", help="Project it belongs to.")
@click.option("--tag", "tags", multiple=True, help="Tag.")
@click.option("--source", help="Who said it: user, agent, tool, web …, or a conversation's name.")
@click.option("--ref", help="Your own id for it.")
@click.option("--summary", help="One line that says the same.")
@click.option("--confidence", type=float, help="How sure, 0-1.")
@click.option("--importance", type=float, help="How important, 0-1.")
@click.option("--attach", "files", metavar="FILE", multiple=True, help="An image or audio beside it.")
@click.option("--caption", "captions", metavar="TEXT", multiple=True, help="What it shows or says: what is searched.")
@click.option("--no-wait", is_flag=True, help="Return once it is stored durably.")
@command
async def remember_command(
    session: Session,
    *,
    content: tuple[str, ...],
    key_fields: tuple[str, ...],
    files: tuple[str, ...],
    captions: tuple[str, ...],
    no_wait: bool,
    **given: Any,
) -> int:
    """Remember CONTENT ("-": what comes on standard input)."""
    fields = {name: value for name, value in given.items() if value not in (None, (), False)}
    if key_fields:
        fields["key_fields"] = dict(_pair(text) for text in key_fields)
    if files or captions:
        fields["attachments"] = attachments(files, captions)
    text = read_text(content[0]) if content == ("-",) else " ".join(content)
    async with session.opened() as (_, space):
        receipt = await space.remember(text, wait=not no_wait, **fields)
    session.show(receipt, lambda out: showing.receipt(out, receipt))
    reasons = [outcome.reason for outcome in receipt.outcomes if outcome.action == "refused"]
    reasons += [dropped.reason for dropped in receipt.dropped if dropped.reason.startswith("guard:")]
    return REFUSED if reasons and not receipt.ids else OK


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InvalidInput(f"--key-field is NAME=VALUE, not {text!r}.")
    return name.strip(), value.strip()


@click.command("recall")
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", "-n", type=int, default=8, show_default=True, help="At most so many.")
@click.option("--kind", "kinds", multiple=True, help="Only this kind; may be given several times.")
@click.option("--where", metavar="JSON", help='Filter, e.g. {"project": "web"}.')
@click.option("--as-of", metavar="TIME", help="What was true at that time.")
@click.option("--known-at", metavar="TIME", help="What was believed at that time.")
@click.option("--session", "here", metavar="ID", help='Where it is asked: "her" and "that script" are looked up there.')
@click.option("--now", metavar="TIME", help="Your time, for words such as yesterday.")
@click.option("--zone", metavar="ZONE", help="Your time zone.")
@click.option("--policy", help="Ranking: default, rrf_decay, weighted, confidence.")
@click.option("--explain", is_flag=True, help="Show ranks, scores and factors, and what was left out.")
@click.option("--why-not", metavar="ID", multiple=True, help="Why this memory is not in the answer; also several.")
@click.option("--context", metavar="TOKENS", type=int, help="Print the hits for a prompt, within so many tokens.")
@click.option("--include-archived", is_flag=True, help="Also what is archived.")
@click.option("--include-untrusted", is_flag=True, help="Also what is of low trust.")
@command
async def recall_command(
    session: Session,
    *,
    query: tuple[str, ...],
    where: str | None,
    kinds: tuple[str, ...],
    why_not: tuple[str, ...],
    context: int | None,
    here: str | None,
    **given: Any,
) -> None:
    """Find the memories that answer QUERY."""
    text = read_text(query[0]) if query == ("-",) else " ".join(query)
    async with session.opened() as (hindsight, space):
        found = await space.recall(
            text, where=as_where(where), kinds=kinds or None, why_not=why_not or None, session=here, **given
        )
        zone = given["zone"] or hindsight.settings.zone
    if context is not None and not session.as_json:
        sys.stdout.write(found.context(context, zone) + "\n")
        return
    session.show(found, lambda out: showing.recall(out, found, zone))


@click.command("experience")
@click.argument("task", nargs=-1, required=True)
@click.option("--task-type", help="Kind of task.")
@click.option("--tool", "tools", multiple=True, help="A tool at hand; advice for others is left out.")
@click.option("--stage", help="Stage of the task.")
@click.option("--error", help="The error there is right now.")
@click.option("--limit", "-n", type=int, default=3, show_default=True, help="At most so many, up to 10.")
@click.option("--include-archived", is_flag=True, help="Also what is archived.")
@command
async def experience_command(session: Session, *, task: tuple[str, ...], tools: tuple[str, ...], **given: Any) -> None:
    """What was learnt about doing TASK."""
    text = read_text(task[0]) if task == ("-",) else " ".join(task)
    async with session.opened() as (_, space):
        found = await space.experience(text, tools=tools or None, **given)
    session.show(found, lambda out: showing.advice(out, found))


@click.command("record")
@click.argument("file")
@click.option("--shown", multiple=True, metavar="ID", help="An experience that the run was shown; it is credited.")
@click.option("--no-wait", is_flag=True, help="Do not wait for the debrief.")
@command
async def record_command(session: Session, *, file: str, shown: tuple[str, ...], no_wait: bool) -> None:
    """Record the runs in FILE ("-": standard input): our JSON, or an agent's transcript in any known form."""
    runs, skipped = _runs(_bytes(file))
    async with session.opened() as (_, space):
        recorded = [await space.record(run, shown=shown, wait=not no_wait) for run in runs]
    session.show({"runs": recorded, "skipped": skipped}, lambda out: showing.runs(out, recorded, skipped))


def _bytes(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    if not path.is_file():
        raise NotFound(f"{file!r} is no file." if path.exists() else f"There is no file {file!r}.")
    return path.read_bytes()


def _runs(raw: bytes) -> tuple[list[Any], int]:
    from hindsight.adapters.carriers import UnknownCarrier, detect_and_read

    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        document = None
    if isinstance(document, dict) and "steps" in document and "goal" in document:
        return [document], 0
    try:
        imported = detect_and_read(raw)
    except (UnknownCarrier, ValueError) as error:
        raise InvalidInput(f"No run can be read from this: {error}.") from None
    return list(imported.trajectories), imported.skipped
