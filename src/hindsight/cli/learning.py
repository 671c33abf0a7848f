"""Lessons handed in, paths to play again, failures that keep coming back, tasks to go on with.

``learn``, ``procedure``, ``failures``, ``unfinished``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from hindsight.cli.explaining import when
from hindsight.cli.session import Session, command
from hindsight.domain.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

    from hindsight.services.learn import Learnt
    from hindsight.services.patterns import FailurePattern
    from hindsight.services.resume import Procedure, Unfinished


@click.command("learn")
@click.argument("situation")
@click.argument("adjustment")
@click.option("--tool", "tools", multiple=True, help="A tool that it needs, the one it is about first.")
@click.option("--error", help="The error it answers, verbatim.")
@click.option("--instead-of", "counter_example", help="The wrong way.")
@click.option(
    "--op", "ops", metavar="JSON", multiple=True, help='A change such as {"op": "set", "path": "n", "new": 5}.'
)
@click.option("--task-type", help="Kind of task.")
@click.option("--stage", help="Stage of the task.")
@click.option("--avoid", is_flag=True, help="It is something not to do.")
@click.option("--source", default="user", show_default=True, help="Who drew it: user, agent or operator.")
@command
async def learn_command(
    session: Session, *, situation: str, adjustment: str, ops: tuple[str, ...], avoid: bool, **given: Any
) -> None:
    """Hand in a lesson: in which SITUATION to do what (ADJUSTMENT). It must name something to act on."""
    async with session.opened() as (_, space):
        polarity = "negative" if avoid else "positive"
        learnt = await space.learn(situation, adjustment, ops=[_op(text) for text in ops], polarity=polarity, **given)
    session.show(learnt, lambda out: _learnt(out, learnt))


@click.command("procedure")
@click.argument("id")
@click.option("--set", "values", metavar="NAME=VALUE", multiple=True, help="Another value for a parameter.")
@command
async def procedure_command(session: Session, *, id: str, values: tuple[str, ...]) -> None:
    """The calls of a recorded successful path (an experience of kind minimal_path), in order.

    VALUE is read as JSON where it is: 5 is a number, "5" a text.
    """
    given = dict(map(_value, values))
    async with session.opened(worker=False) as (_, space):
        found = await space.procedure(id, given)
    session.show(found, lambda out: _procedure(out, found))


@click.command("failures")
@click.option("--limit", "-n", type=int, default=20, show_default=True, help="At most so many.")
@click.option("--since", metavar="TIME", help="Counted from then on; 30 days when left out.")
@command
async def failures_command(session: Session, *, limit: int, since: str | None) -> None:
    """Failures that keep coming back, most frequent first, with trend, example and known cure."""
    async with session.opened(worker=False) as (_, space):
        found = await space.failure_patterns(limit=limit, since=since)
    session.show({"patterns": found}, lambda out: _failures(out, found))


@click.command("unfinished")
@click.option("--limit", "-n", type=int, default=5, show_default=True, help="At most so many.")
@command
async def unfinished_command(session: Session, *, limit: int) -> None:
    """Interrupted tasks that no later run finished, newest first: what is done and where to go on."""
    async with session.opened(worker=False) as (hindsight, space):
        found = await space.unfinished(limit=limit)
        zone = hindsight.settings.zone
    session.show({"tasks": found}, lambda out: _unfinished(out, found, zone))


def _op(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InvalidInput(f"--op is a JSON object, not {text!r}.")
    return found


def _value(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise InvalidInput(f"--set is NAME=VALUE, not {text!r}.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _procedure(out: Console, found: Procedure) -> None:
    out.print(found.goal, markup=False)
    for name, value in found.parameters.items():
        out.print(f"    {name} = {_json(value)}", markup=False)
    for number, call in enumerate(found.calls, 1):
        out.print(f"{number}. {call.tool} {_json(call.args)}", markup=False)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _learnt(out: Console, learnt: Learnt) -> None:
    reason = f"  ({learnt.reason})" if learnt.reason else ""
    out.print(f"{learnt.action}  {learnt.id}{reason}", markup=False)


def _failures(out: Console, found: Sequence[FailurePattern]) -> None:
    for item in found:
        head = f"{item.count}×, {item.trend}: {item.tool} {item.failure}, {item.nature}: {item.cause}"
        out.print(head, markup=False)
        if item.fix:
            out.print(f"    cure ({item.fix.state}): {item.fix.text}  id {item.fix.id}", markup=False)
    if not found:
        out.print("No failures.")


def _unfinished(out: Console, found: Sequence[Unfinished], zone: str) -> None:
    for task in found:
        out.print(f"{when(task.at, zone)}  {task.goal}", markup=False)
        for done in task.done:
            out.print(f"    done: {done}", markup=False)
        if task.pending:
            out.print(f"    go on with: {task.pending}", markup=False)
    if not found:
        out.print("Nothing is unfinished.")
