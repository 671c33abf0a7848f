"""OpenTelemetry GenAI spans (OTLP JSON): `execute_tool` spans, or tool-call parts of the message attributes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hindsight.adapters.carriers.recorder import Recorder, mapping, objects, text_of
from hindsight.domain.trajectory import Trajectory

NAME = "otel"
_ERROR_CODES = (2, "2", "STATUS_CODE_ERROR")


def detect(document: Any) -> bool:
    return isinstance(document, Mapping) and "resourceSpans" in document


def read(document: Any) -> Iterator[Trajectory]:
    """One trajectory for each trace, spans in the order of their start."""
    traces: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for span in _spans(document):
        traces[str(span.get("traceId", ""))].append(span)
    for spans in traces.values():
        run = Recorder(NAME)
        ordered = sorted(spans, key=_start)
        for span in ordered:
            _record(run, span, _attributes(span))
        if run.empty:
            for span in ordered:
                _messages(run, _attributes(span))
        if not run.empty:
            yield run.trajectory()


def _record(run: Recorder, span: Mapping[str, Any], attributes: Mapping[str, Any]) -> None:
    run.session_id = run.session_id or str(attributes.get("gen_ai.conversation.id", ""))
    if not run.goal:
        run.goal = _goal(attributes)
    name = str(span.get("name", ""))
    is_tool = attributes.get("gen_ai.operation.name") == "execute_tool" or name.startswith("execute_tool ")
    if not is_tool and attributes.get("mcp.method.name") != "tools/call":
        return
    call_id = str(attributes.get("gen_ai.tool.call.id") or span.get("spanId", ""))
    tool = str(attributes.get("gen_ai.tool.name") or name.removeprefix("execute_tool ").removeprefix("tools/call "))
    start, end = _start(span), _number(span.get("endTimeUnixNano"))
    run.call(
        call_id,
        tool,
        attributes.get("gen_ai.tool.call.arguments"),
        started_at=start or None,
        duration_ms=(end - start) / 1e6 if end > start > 0 else None,
    )
    _answer(run, call_id, span, attributes)


def _answer(run: Recorder, call_id: str, span: Mapping[str, Any], attributes: Mapping[str, Any]) -> None:
    status = mapping(span.get("status"))
    result = attributes.get("gen_ai.tool.call.result")
    if status.get("code") in _ERROR_CODES:
        text = status.get("message") or _exception(span) or attributes.get("error.type") or "error"
        run.answer(call_id, text, is_error=True)
    elif result is not None:
        run.answer(call_id, result)
    elif span.get("endTimeUnixNano"):
        # Results are opt-in: a span that ended without an error went well, whatever it brought.
        run.answer(call_id, "", status="ok")


def _messages(run: Recorder, attributes: Mapping[str, Any]) -> None:
    for key in ("gen_ai.input.messages", "gen_ai.output.messages"):
        for message in _parsed(attributes.get(key)):
            for part in objects(message.get("parts")):
                call_id = str(part.get("id", ""))
                if part.get("type") == "tool_call":
                    run.call(call_id, str(part.get("name", "")), part.get("arguments"))
                elif part.get("type") == "tool_call_response" and run.knows(call_id):
                    run.answer(call_id, part.get("response", part.get("result")))


def _goal(attributes: Mapping[str, Any]) -> str:
    for message in _parsed(attributes.get("gen_ai.input.messages")):
        if message.get("role") == "user":
            texts = [part for part in objects(message.get("parts")) if part.get("type") == "text"]
            if texts:
                return text_of(texts)
    return ""


def _spans(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for resource in objects(document.get("resourceSpans")):
        for scope in objects(resource.get("scopeSpans")):
            yield from objects(scope.get("spans"))


def _attributes(span: Mapping[str, Any]) -> dict[str, Any]:
    return _values(span.get("attributes"))


def _values(pairs: Any) -> dict[str, Any]:
    """A list of `{"key", "value"}` as a mapping."""
    return {str(item.get("key", "")): _value(item.get("value")) for item in objects(pairs)}


def _value(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if "arrayValue" in value:
        return [_value(item) for item in objects(mapping(value["arrayValue"]).get("values"))]
    if "kvlistValue" in value:
        return _values(mapping(value["kvlistValue"]).get("values"))
    return next(iter(value.values()), None)


def _exception(span: Mapping[str, Any]) -> str:
    for event in objects(span.get("events")):
        attributes = _attributes(event)
        kind, message = attributes.get("exception.type", ""), attributes.get("exception.message", "")
        if kind or message:
            return f"{kind}: {message}" if kind else str(message)
    return ""


def _parsed(value: Any) -> Iterable[Mapping[str, Any]]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return ()
    return objects(value)


def _start(span: Mapping[str, Any]) -> int:
    return _number(span.get("startTimeUnixNano"))


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdigit()) else 0
