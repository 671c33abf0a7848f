"""Claude Code session files: one JSON object a line. Sidechains are left out, lines are told apart by uuid."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, objects, text_of, time_or_none
from hindsight.domain.trajectory import Trajectory

NAME = "claude_code"
_INTERRUPTED = "[Request interrupted by user"


def detect(lines: Any) -> bool:
    return any("sessionId" in line and isinstance(line.get("message"), Mapping) for line in objects(lines))


def read(lines: Iterable[Any]) -> Iterator[Trajectory]:
    run, seen = Recorder(NAME), set[str]()
    for line in lines:
        message = line.get("message") if isinstance(line, Mapping) else None
        uuid = str(line.get("uuid", "")) if isinstance(line, Mapping) else ""
        if not isinstance(message, Mapping) or line.get("isSidechain") or line.get("isMeta") or uuid in seen:
            continue
        if uuid:
            seen.add(uuid)
        run.session_id = run.session_id or str(line.get("sessionId", ""))
        _record(run, line, message)
    if not run.empty:
        yield run.trajectory()


def _record(run: Recorder, line: Mapping[str, Any], message: Mapping[str, Any]) -> None:
    at = time_or_none(line.get("timestamp"))
    content = message.get("content")
    if isinstance(content, str):
        if message.get("role") == "user":
            _said(run, content, at)
        return
    thought = ""
    for block in objects(content):
        kind = block.get("type")
        if kind == "text" and message.get("role") == "user":
            _said(run, text_of(block.get("text")), at)
        elif kind in ("text", "thinking"):
            thought = text_of(block.get("text") or block.get("thinking"))
        elif kind == "tool_use":
            run.call(
                str(block.get("id", "")),
                str(block.get("name", "")),
                block.get("input"),
                thought=thought or None,
                started_at=at,
            )
            thought = ""
        elif kind == "tool_result":
            result = block.get("content")
            run.answer(
                str(block.get("tool_use_id", "")),
                line.get("toolUseResult") if result is None else result,
                is_error=True if block.get("is_error") else None,
                ended_at=at,
            )


def _said(run: Recorder, text: str, at: Any) -> None:
    """The user's own words; what the client put there (tags, notices) is left out."""
    if text.startswith(_INTERRUPTED):
        run.outcome = "interrupted"
    elif not text.lstrip().startswith("<"):
        run.outcome = None
        run.remark(text, started_at=at)
