"""``doctor``: what is wrong, and how to mend it."""

from __future__ import annotations

import click

from hindsight.cli import showing
from hindsight.cli.exits import OK, WRONG
from hindsight.cli.session import Session, command
from hindsight.domain.errors import HindsightError


@click.command("doctor")
@click.option("--deep", is_flag=True, help="Also remember, recall, record and query through the real path.")
@command
async def doctor_command(session: Session, *, deep: bool) -> int:
    """Check every component and say how to mend it. Exit code 1 when one failed."""
    from hindsight.app import checks
    from hindsight.app.checks import Check

    found = list(checks.surroundings(session.settings()))
    try:
        async with session.opened(worker=False) as (hindsight, _):
            found += await checks.examine(hindsight)
            if deep:
                found += await checks.walk_through(hindsight)
    except HindsightError as error:
        found.append(Check(name="open", state="failed", detail=error.message, hint=error.hint or ""))
    session.show({"checks": found}, lambda out: showing.checks(out, found))
    return WRONG if any(check.state == "failed" for check in found) else OK
