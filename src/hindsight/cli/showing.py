"""How records look to a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from hindsight.cli.explaining import explained, line, marks, shortened, when

if TYPE_CHECKING:
    from rich.console import Console

    from hindsight.app.checks import Check
    from hindsight.app.importing import ImportReport
    from hindsight.domain.answer import Recall
    from hindsight.domain.change import Job
    from hindsight.domain.index import Relation
    from hindsight.domain.memory import Memory
    from hindsight.services.admit import Outcome
    from hindsight.services.consult import Consultation
    from hindsight.services.forget import Forgotten
    from hindsight.services.indexes import IndexReport
    from hindsight.services.reflect import Recorded
    from hindsight.services.remember import Receipt
    from hindsight.services.trace import Trace

LISTED = 20
_ON_TRIAL = "on trial: it failed before, and there is nothing better"
_UNCONFIRMED = "unconfirmed: it was right once and may depend on the case"


def receipt(out: Console, done: Receipt) -> None:
    if done.status == "queued":
        out.print(f"Stored; being worked on as job {done.job}.")
    elif done.status == "failed":
        out.print(f"Stored, but working on it failed; see `hindsight jobs --dead` for {done.job}.")
    elif not done.ids:
        out.print("Nothing was kept.")
    _outcomes(out, done.outcomes)
    for dropped in done.dropped:
        out.print(f"  not kept: {dropped.reason}")
    _degraded(out, done.degraded)


def _outcomes(out: Console, outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        reason = f"  ({outcome.reason})" if outcome.reason else ""
        out.print(f"  {outcome.action:<11} {outcome.id or 'not stored'}{reason}", markup=False)
    if any("masked: " in outcome.reason for outcome in outcomes):
        out.print('  Personal data is masked; to keep it, set [guard] pii = "store" in policy.toml.', markup=False)


def recall(out: Console, found: Recall, zone: str) -> None:
    if not found.hits:
        out.print(found.reason)
    if found.explanation:
        explained(out, found, found.explanation, zone)
    else:
        for number, hit in enumerate(found.hits, 1):
            line(out, shortened(hit.memory.content), mark=f"{number:>2}.", indent=4)
            line(out, f"{hit.memory.id}  {hit.score:.2f}  {marks(hit.memory, zone)}", style="dim", indent=4)
    _degraded(out, found.degraded)


def advice(out: Console, found: Consultation) -> None:
    if not found.hits:
        out.print("No experience applies.")
    for number, hit in enumerate(found.hits, 1):
        verb = "avoid" if hit.polarity == "negative" else "do"
        out.print(f"{number:>2}. {verb}: {_oneline(hit.text)}")
        if hit.counter_example:
            out.print(f"    not: {_oneline(hit.counter_example)}")
        if hit.conditions:
            out.print(f"    when: {_oneline(', '.join(hit.conditions))}")
        if hit.trial or hit.unconfirmed:
            out.print(f"    {_ON_TRIAL if hit.trial else _UNCONFIRMED}")
        tools = ", ".join(hit.tools)
        out.print(f"    {tools}  {hit.nature}  {hit.state}  score {hit.score:.2f}  id {hit.id}", style="dim")
    _degraded(out, found.degraded)


def runs(out: Console, recorded: Sequence[Recorded], skipped: int) -> None:
    for run in recorded:
        out.print(f"{run.id}: {'recorded before' if run.known else run.status}, {run.reason}")
        _outcomes(out, run.outcomes)
        for told in run.credited:
            followed = "followed" if told.applied else "not followed"
            came = "its failure came back" if told.recurred else "its failure did not come back"
            out.print(f"  lesson {told.id}: {followed}, {came}; it is {told.state} now")
    if skipped:
        out.print(f"{skipped} lines or documents could not be read.")


def forgotten(out: Console, done: Forgotten) -> None:
    """What was or would be forgotten; of a preview with its words."""
    verb = {"delete": "deleted", "demote": "ranked last", "expire": "expired"}[done.mode]
    out.print(f"{len(done.ids)} {'would be ' if done.preview else ''}{verb}{' for good' if done.purged else ''}.")
    texts = {
        one.id: f"[{one.kind}{', held back' if one.status == 'quarantined' else ''}] {one.text}" for one in done.going
    }
    for id_ in done.ids[:LISTED]:
        out.print(f"  {id_}  {texts.get(id_, '')}".rstrip())
    if len(done.ids) > LISTED:
        out.print(f"  ({len(done.ids) - LISTED} more)")
    for id_ in done.restored:
        out.print(f"  {'would be ' if done.preview else ''}current again: {id_}")
    also = [f"{count} {name}" for name, count in done.removed.items() if count and name != "memories"]
    if also:
        out.print(f"  with {', '.join(also)}")
    if done.change_set and not done.purged:
        out.print(f"`hindsight rollback {done.change_set}` takes it back.")
    _degraded(out, done.degraded)


def relations(out: Console, found: Sequence[Relation], zone: str) -> None:
    for edge in found:
        times = [
            f"{word} {when(at, zone)}" for word, at in (("since", edge.valid_from), ("until", edge.valid_to)) if at
        ]
        out.print(f"{edge.subject} –{edge.predicate}→ {edge.object}{'  ' if times else ''}{', '.join(times)}")
        out.print(f"    id {edge.memory}", style="dim")
    if not found:
        out.print("Nothing is claimed about it.")


def reasons(out: Console, told: Memory, found: Sequence[Memory], zone: str) -> None:
    out.print(_oneline(told.content))
    for memory in found:
        out.print(f"  because: {_oneline(memory.content)}")
        out.print(f"           {marks(memory, zone)}  id {memory.id}", style="dim")
    if not found:
        out.print("  No reason was given.")


def imported(out: Console, report: ImportReport) -> None:
    out.print(
        f"{report.turns} turns, {report.memories} memories, {report.runs} runs; {report.known} were imported before."
    )
    if report.records:
        out.print(f"{report.records} records of an export were restored.")
    if report.refused:
        out.print(f"{report.refused} records of an export were NOT restored: this space is not what was exported.")
    for title, counts in (("kept", report.actions), ("not kept", report.dropped)):
        if counts:
            out.print(f"  {title}: " + ", ".join(f"{name} {count}" for name, count in counts.items()))
    if report.bad:
        out.print(f"{len(report.bad)} could not be read:")
    for bad in report.bad[:LISTED]:
        out.print(f"  {bad.place}: {bad.reason}")
    if len(report.bad) > LISTED:
        out.print(f"  ({len(report.bad) - LISTED} more)")


def counts(out: Console, named: Mapping[str, Mapping[str, int]], waiting: int, dead: int) -> None:
    table = Table(show_header=False)
    for group, numbers in named.items():
        for name, number in numbers.items():
            table.add_row(group, name, str(number))
    table.add_row("jobs", "waiting", str(waiting))
    table.add_row("jobs", "dead", str(dead))
    out.print(table)


def indexes(out: Console, reports: Sequence[IndexReport]) -> None:
    table = Table("index", "stored", "missing", "stray", "mended", "note")
    for report in reports:
        numbers = (report.stored, report.missing, report.stray, report.mended)
        table.add_row(report.index, *map(str, numbers), report.note)
    out.print(table)


def jobs(out: Console, found: Sequence[Job], zone: str) -> None:
    if not found:
        out.print("No jobs.")
        return
    for job in found:
        # Lines, not a table: in a narrow one the ids would be cut, and `jobs --retry` needs them whole.
        out.print(f"{job.id}  {job.kind:<8} {job.status:<7} {when(job.created_at, zone)}  {job.space}")
        if job.error or job.failures:
            out.print(f"    failed {job.failures} times  {_oneline(job.error or '')}".rstrip())


def checks(out: Console, found: Sequence[Check]) -> None:
    signs = {"ok": ("ok", "green"), "warning": (" !", "yellow"), "failed": ("!!", "red")}
    for check in found:
        sign, style = signs[check.state]
        out.print(Text(f"[{sign}] ", style), f"{check.name}: {check.detail}", sep="")
        if check.hint:
            out.print(f"     {check.hint}")


def versions(out: Console, found: Sequence[Memory], zone: str) -> None:
    for memory in found:
        until = f" until {when(memory.valid_to, zone)}" if memory.valid_to else ""
        head = f"{when(memory.updated_at, zone)}  {memory.status}{until}  {memory.id} v{memory.revision}"
        out.print(head, markup=False)
        out.print(f"    {_oneline(memory.content)}", markup=False)


def trace(out: Console, found: Trace) -> None:
    for stage in found.stages:
        mark = {True: "[ok]", False: "[!!]", None: "[--]"}[stage.ok]
        out.print(f"{mark} {stage.name}: {stage.detail}", markup=False)
    out.print("It is recalled." if not found.lost_at else f"Lost at: {found.lost_at}.")


def _oneline(text: str) -> str:
    return " ".join(text.split())


def _degraded(out: Console, missing: Sequence[str]) -> None:
    if missing:
        out.print(f"Without: {'; '.join(missing)}")
