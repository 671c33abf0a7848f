"""A scripted agent: makes the naive move, applies the operations of its advice, and tries variants when it fails.

It knows nothing of Hindsight: advice is a plain mapping with id, tools, ops, tried, preconditions, trial, unconfirmed.
Advice that is on trial is only followed after the naive call has failed. What is unconfirmed is a guess like its own,
and it has those: it goes on with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.world.engine import Session, Task, filled

Advice = Mapping[str, Any]
Ask = Callable[[str], Sequence[Advice]]
MOST_STEPS = 8
_HOST = re.compile(r" at ([A-Za-z0-9.-]+)$")
_EQUAL = re.compile(r"^(\S+) is `([^`]+)`$")
_KIND = re.compile(r"^(\S+) is a (\.\w+) file$")
_LEAD = re.compile(r"(?:cd \S+ && |sudo |env |[A-Z_]+=\S* )+")
_OF_ONE_CASE = re.compile(r"[0-9]{6,}|[0-9a-f]{16,}")
_SHELLS = ("bash", "powershell")
_TOKEN = re.compile(r"[A-Za-z]+\d+")


@dataclass(slots=True)
class Run:
    """What the agent did: steps as ``{"tool", "args", "result" or "error"}``."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    solved: bool = False
    failed_first: bool = False

    @property
    def failures(self) -> int:
        return sum("error" in step for step in self.steps)


def work(task: Task, ask: Ask | None) -> Run:
    """Do one task. ``ask`` gives advice for an error ("" before the first call); None: there is no memory."""
    session, run = Session(task), Run()
    advice = [item for item in ask("") if not item["unconfirmed"]] if ask else []
    trusted = [item for item in advice if not item["trial"]]
    call = follow(session, run, {"tool": task.family.tool, "args": dict(task.args)}, trusted)
    well, text = _make(session, run, call)
    run.failed_first = not well
    asked = False
    variants = attempts(task)
    while not session.solved and len(run.steps) < MOST_STEPS:
        if ask and not asked and not well:
            asked = True
            known = {item["id"] for item in trusted}
            fresh = [item for item in ask(text) if item["id"] not in known and not item["unconfirmed"]]
            made = len(run.steps)
            better = follow(session, run, {"tool": task.family.tool, "args": dict(task.args)}, fresh)
            if better != call or len(run.steps) > made:
                call = better
                well, text = _make(session, run, call)
                continue
        if session.locked:
            _make(session, run, {"tool": "unlock", "args": {}})
            continue
        step = next(variants, None)
        if step is None:
            break
        well, text = _make(session, run, step)
    run.solved = session.solved
    return run


def _make(session: Session, run: Run, call: Mapping[str, Any]) -> tuple[bool, str]:
    well, text = session.call(call["tool"], call["args"])
    step = {"tool": call["tool"], "args": dict(call["args"]), ("result" if well else "error"): text}
    code = session.task.data.get("exit_code")
    if call["tool"] == "bash":
        step["exit_code"] = 0 if well else code or 1
    run.steps.append(step)
    return well, text


def attempts(task: Task) -> Any:
    """What the agent tries by itself after the naive call failed, in this order; the last one works."""
    data, naive = task.data, dict(task.args)
    tool = task.family.tool
    match task.family.trap:
        case "set":
            tries = [*data["tries"], naive[data["path"]]] if data["path"] in naive else list(data["tries"])
            for value in tries:
                tried = variant(filled(value, task), naive.get(data["path"]))
                yield {"tool": tool, "args": {**naive, data["path"]: tried}}
        case "add":
            yield {"tool": tool, "args": {**naive, data["path"]: data["right"]}}
        case "replace":
            text = naive[data["path"]].replace(data["old"], data["right"])
            yield {"tool": tool, "args": {**naive, data["path"]: text}}
        case "before":
            yield {"tool": data["first"]["tool"], "args": dict(data["first"]["args"])}
            yield {"tool": tool, "args": naive}
        case "refresh":
            yield {"tool": data["source"]["tool"], "args": {}}
            yield {"tool": tool, "args": {**naive, data["path"]: f"e{task.now}"}}
        case "switch":
            yield {"tool": tool, "args": naive}
            yield {"tool": data["to"]["tool"], "args": {key: filled(v, task) for key, v in data["to"]["args"].items()}}
        case "random_error" | "never":
            yield {"tool": tool, "args": naive}
        case "coin":
            for choice in data["choices"]:
                yield {"tool": tool, "args": {**naive, data["path"]: choice}}
        case "code":
            yield {"tool": tool, "args": {**naive, data["path"]: task.right}}


def variant(value: Any, old: Any) -> Any:
    if not isinstance(value, dict):
        return value
    ((name, by),) = value.items()
    match name:
        case "x":
            return old * by
        case "int":
            return int(old)
        case "list":
            return [old]
        case "lower":
            return old.lower()
        case "upper":
            return old.upper()
        case _:
            return old.replace("http://", "https://")


def follow(session: Session, run: Run, call: Mapping[str, Any], advice: Sequence[Advice]) -> dict[str, Any]:
    """The call with every operation of the advice applied that fits it; side calls are made on the way."""
    tool, args = call["tool"], dict(call["args"])
    touched: set[str] = set()
    for item in advice:
        if not _meant(item, tool, args):
            continue
        for op in item["ops"]:
            tool = _apply((session, run), {**op, "tried": item["tried"]}, tool, args, touched)
    return {"tool": tool, "args": args}


def _meant(item: Advice, tool: str, args: Mapping[str, Any]) -> bool:
    """It is about this tool, and its conditions on arguments hold for the call."""
    if item["tools"] and not _same(item["tools"][0], tool, args):
        return False
    hosts = [found[1] for condition in item["preconditions"] if (found := _HOST.search(condition))]
    text = " ".join(str(value) for value in args.values())
    wanted = [(found[1], found[2]) for condition in item["preconditions"] if (found := _EQUAL.search(condition))]
    kinds = [(found[1], found[2]) for condition in item["preconditions"] if (found := _KIND.search(condition))]
    return (
        all(host in text for host in hosts)
        and all(str(args.get(path)) == value for path, value in wanted)
        and all(str(args.get(path)).lower().endswith(kind) for path, kind in kinds if "." in str(args.get(path)))
    )


def _apply(at: tuple[Session, Run], op: Mapping[str, Any], tool: str, args: dict[str, Any], touched: set[str]) -> str:
    session, run = at
    mine = _same(op["tool"], tool, args)
    match op["op"]:
        case "before" if _fits(session, op["tool"]):
            side = {"command": op["new"]} if isinstance(op["new"], str) else dict(op["new"])
            _make(session, run, {"tool": _plain(op["tool"]), "args": side})
        case "refresh" if op["path"] in args and op["path"] not in touched:
            well, text = _make(session, run, {"tool": _plain(op["tool"]), "args": {}})
            after = text.split("=")[-1].partition(op["path"])
            found = (_TOKEN.search(after[2]) or _TOKEN.search(after[0])) if well else None
            if found:
                args[op["path"]] = found[0]
                touched.add(op["path"])
        case "instead" if _same(op["old"], tool, args):
            return _plain(op["new"])
        case "set" | "add" if mine and op["path"]:
            _change(op, args, touched)
        case "del" if mine and op["path"]:
            _leave_out(op, args)
        case "line-" if mine and isinstance(args.get(op["path"]), str):
            args["$gone"] = op["old"]
        case "line+" if mine and "$gone" in args:
            args[op["path"]] = args[op["path"]].replace(args.pop("$gone"), op["new"])
    args.pop("$gone", None) if op["op"] == "line+" else None
    return tool


def _fits(session: Session, tool: str) -> bool:
    return _plain(tool) in session.task.family.tools


def _plain(tool: str) -> str:
    return "bash" if tool.startswith("shell") else tool


def _same(family: str, tool: str, args: Mapping[str, Any]) -> bool:
    """The operation is about this call: for a command, about its program; a server may stand before a tool's name."""
    if not family.startswith("shell"):
        return family == re.split(r"__|\.", tool)[-1]
    named, said = family.partition(":")[2].split(), _LEAD.sub("", str(args.get("command", ""))).split()
    return (
        tool in _SHELLS and [said[0].rstrip("0123456789"), *said[1 : len(named)]] == named if said and named else False
    )


def _leave_out(op: Mapping[str, Any], args: dict[str, Any]) -> None:
    """A word of a command, or an argument."""
    present, word = args.get(op["path"]), op["old"]
    if op["rule"] == "token" and isinstance(present, str):
        args[op["path"]] = re.sub(rf" {re.escape(str(word))}(?= |$)", "", present)
    elif not op["rule"]:
        args.pop(op["path"], None)


def _change(op: Mapping[str, Any], args: dict[str, Any], touched: set[str]) -> None:
    path, old, new, rule = op["path"], op["old"], op["new"], op["rule"]
    present = args.get(path)
    if rule == "token" and isinstance(present, str):
        if op["op"] == "add" and new not in present:
            words = present.split(" ")
            at = words.index(old) + 1 if old in words else len(words)
            args[path] = " ".join([*words[:at], new, *words[at:]])
        elif op["op"] == "set" and old in present:
            word = rf"(?<!\S){re.escape(str(old))}(?!\S)"
            whole = re.sub(word, lambda _: str(new), present)
            args[path] = whole if whole != present else present.replace(str(old), str(new))
        return
    if rule in ("prefix", "suffix") and isinstance(present, str) and path not in touched:
        args[path] = f"{new}{present}" if rule == "prefix" else f"{present}{new}"
        touched.add(path)
        return
    if rule == "part" and isinstance(present, str) and old and old in present:
        args[path] = present.replace(old, new)
        return
    if path in touched or (op["op"] == "set" and path not in args):
        return
    value = _value(rule, present, new, present == old or str(present) in op["tried"])
    if value is not None:
        args[path] = value
        touched.add(path)


def _value(rule: str, present: Any, new: Any, known_wrong: bool) -> Any:
    """The value that a rule makes of the present one; None: the advice says nothing for it."""
    if rule == "present" and _OF_ONE_CASE.fullmatch(str(new)):
        return None
    if rule in ("", "case", "iso_date", "padded_date", "absolute", "present"):
        return new if known_wrong or present is None else None
    if rule in ("raise", "reduce"):
        better = present < new if rule == "raise" else present > new
        return new if better else None
    scale, _, factor = rule.rpartition("_")
    if scale in ("times", "divided_by") and isinstance(present, int | float) and not isinstance(present, bool):
        scaled = present * int(factor) if scale == "times" else present / int(factor)
        return round(scaled) if isinstance(new, int) else scaled
    made: Mapping[str, Callable[[], Any]] = {
        "milliseconds": lambda: present * 1000 if isinstance(present, int) and present < 1e11 else None,
        "seconds": lambda: present // 1000 if isinstance(present, int) and present > 1e11 else None,
        "number": lambda: int(present) if isinstance(present, str) and present.isdigit() else None,
        "string": lambda: str(present),
        "boolean": lambda: present.strip().lower() in ("true", "yes", "1") if isinstance(present, str) else None,
        "scalar": lambda: present[0] if isinstance(present, list) and len(present) == 1 else None,
        "blanks": lambda: " ".join(str(present).split()),
        "trailing_slash": lambda: f"{str(present).rstrip('/')}/",
        "no_trailing_slash": lambda: str(present).rstrip("/"),
        "list": lambda: None if isinstance(present, list) else [present],
        "lower": lambda: str(present).lower(),
        "upper": lambda: str(present).upper(),
        "https": lambda: str(present).replace("http://", "https://"),
    }
    return made[rule]() if rule in made else None
