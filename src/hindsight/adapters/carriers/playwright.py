"""Playwright MCP session files (`--save-session`): Markdown with a heading for each tool call or user action."""

import re
from collections.abc import Iterable, Iterator

from hindsight.adapters.carriers.recorder import Recorder
from hindsight.domain.trajectory import Trajectory

NAME = "playwright"
_HEADING = re.compile(r"^### (Tool call|User action): (\S{1,200})\s*$")
_FIELD = re.compile(r"^- (Args|Result|Error|Code|Snapshot)(?::\s*(.{0,500}))?$")


def detect(text: str) -> bool:
    return any(_HEADING.match(line) for line in text.splitlines())


def read(lines: Iterable[str]) -> Iterator[Trajectory]:
    run = Recorder(NAME)
    run.task_type = "browser"
    heading: tuple[str, str] | None = None
    fields: dict[str, str] = {}
    name, fence = "", ""
    number = 0
    for raw in lines:
        line = raw.rstrip("\r\n")
        found, field = _HEADING.match(line), _FIELD.match(line)
        if fence and line.startswith("```"):
            fence = ""
        elif fence:
            fields[name] = f"{fields[name]}\n{line}" if fields[name] else line
        elif line.startswith("```") and name:
            fence, fields[name] = line, ""
        elif found:
            number = _record(run, heading, fields, number)
            heading, fields, name = (found[1], found[2]), {}, ""
        elif field:
            name = field[1]
            fields[name] = field[2] or ""
    _record(run, heading, fields, number)
    if not run.empty:
        yield run.trajectory()


def _record(run: Recorder, heading: tuple[str, str] | None, fields: dict[str, str], number: int) -> int:
    """One call. Without a heading "Error" it went well; the snapshot stands in a file beside, by name."""
    if heading is None:
        return number
    kind, tool = heading
    call_id = str(number)
    run.call(call_id, tool, fields.get("Args"), actor="user" if kind == "User action" else None)
    if "Error" in fields:
        run.answer(call_id, fields["Error"], is_error=True)
    else:
        snapshot = f"snapshot: {fields['Snapshot']}" if fields.get("Snapshot") else ""
        run.answer(call_id, fields.get("Result") or fields.get("Code") or snapshot, status="ok")
    return number + 1
