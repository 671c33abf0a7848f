"""From repairs, loops and paths to experiences, with their conditions and their words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight.domain.debrief.concreteness import concreteness
from hindsight.domain.debrief.diff import argument_diff, goal_words
from hindsight.domain.debrief.errors import Seen, coarse_key, fine_key
from hindsight.domain.debrief.loops import Loop
from hindsight.domain.debrief.privacy import MASK, Redact, clean_op, masked, show_args
from hindsight.domain.debrief.repairs import Repair
from hindsight.domain.debrief.wording import Language, say, say_op, show
from hindsight.domain.experience.record import (
    Adjustment,
    CounterExample,
    Evidence,
    Excerpt,
    Experience,
    Op,
    context_of,
    sealed,
)
from hindsight.domain.procedure import CALL, PARAMETER, Call, ops_of
from hindsight.domain.tools import command_of, is_shell, stage_of
from hindsight.domain.trajectory import Trajectory

LOOP_CLASS = "LOOP"
_PATH_AT_LEAST = 3
_EXCERPT = 500
_HOST = re.compile(r"https?://([A-Za-z0-9.-]{1,100})")

# kind -> (floor of concreteness, confidence, polarity). A hint and a generalised change have floors of their own.
_KINDS: Mapping[str, tuple[float, float, str]] = {
    "changed_arguments": (0.90, 0.8, "positive"),
    "refreshed_value": (0.80, 0.8, "positive"),
    "precondition": (0.80, 0.7, "positive"),
    "tool_switch": (0.70, 0.6, "positive"),
    "minimal_path": (0.70, 0.7, "positive"),
    "plain_retry": (0.40, 0.5, "neutral"),
    "unrepaired": (0.0, 0.5, "negative"),
    "loop": (0.40, 0.6, "negative"),
    "human": (0.0, 0.9, "positive"),
}
_GENERALISED_FLOOR = 0.85
_HINT_FLOOR = 0.30

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_HINT = re.compile(
    r"^(?:hint|tip|suggestion|note|提示|建议)?\s?[:：]?\s?(?:please|try|did you mean|use|run|set|install|consider"
    r"|instead|first|check"
    r"|you (?:can|should|must|need to|may)|to fix this|maybe you meant|perhaps you meant|请|先|建议|尝试|试试"
    r"|可以|您是否想"
    r"|是否要)(?![a-z])"
    r"|\bdid you mean\b|\bplease (?:try|use|run|set|install|provide|specify|check|retry|wait)\b|请先|请使用"
    r"|请检查|请重新",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Telling:
    """What every lesson of one debrief needs: the run, its language, the redactor, its time."""

    trajectory: Trajectory
    lang: Language
    redact: Redact
    seen_at: datetime | None

    def call(self, item: Seen) -> str:
        return f"{item.step.tool} {show_args(item.step.args, self.redact)}"


def repair_lesson(repair: Repair, told: Telling) -> Experience:
    """The experience of one chain of failures, with its evidence."""
    last = repair.last
    ops = tuple(clean_op(op, told.redact) for op in repair.ops)
    hint = hint_of(last.step.text) if repair.kind == "unrepaired" else ""
    text = told.redact(say("hint", told.lang, hint=hint) if hint else _advice(repair, ops, told))
    tried = _tried(repair.failed, told)
    error = told.redact(last.template) or last.cls
    counter = say("fails", told.lang, call=told.call(last), error=error)
    if tried:
        counter += say("tried", told.lang, tried=", ".join(tried))
    cited = (*repair.failed, *repair.between, *((repair.by,) if repair.by else ()))
    return _experience(
        told,
        kind=repair.kind,
        nature=repair.nature,
        tools=(last.family, *(op.tool for op in ops)),
        failure_type=last.cls,
        about=last,
        point=say("point", told.lang, step=last.i, call=told.call(last), cls=last.cls),
        adjustment=Adjustment(text=text, ops=ops),
        counter=CounterExample(text=counter, args_redacted=show_args(last.step.args, told.redact), tried=tried),
        evidence=Evidence(
            trajectory_id=told.trajectory.id,
            failed=tuple(item.i for item in repair.failed),
            repaired_by=repair.by.i if repair.by else None,
            fingerprint=last.fingerprint,
            excerpts=excerpts(cited, told),
        ),
        fingerprint=last.fingerprint,
        coarse=last.coarse_key,
        floor=_floor(repair, ops, hint),
        trust="tool" if hint else "agent",
        preconditions=_conditions(last, repair.by, told.trajectory.goal),
    )


def loop_lesson(loop: Loop, items: Sequence[Seen], told: Telling) -> Experience:
    """A negative experience: the same calls with the same result, again and again."""
    first, cls = items[0], items[0].cls or LOOP_CLASS
    call = ", ".join(told.call(item) for item in items[: loop.period])
    times = say("looped", told.lang, call=call, times=loop.times)
    return _experience(
        told,
        kind="loop",
        nature="unknown",
        tools=tuple(dict.fromkeys(item.family for item in items[: loop.period])),
        failure_type=cls,
        about=first,
        point=say("point", told.lang, step=loop.start, call=told.call(first), cls=cls),
        adjustment=Adjustment(text=say("loop", told.lang, call=call)),
        counter=CounterExample(text=times, args_redacted=show_args(first.step.args, told.redact)),
        evidence=Evidence(
            trajectory_id=told.trajectory.id,
            failed=loop.steps,
            fingerprint=fine_key(first.family, LOOP_CLASS, ""),
            excerpts=excerpts(items[: loop.period], told),
        ),
        fingerprint=fine_key(first.family, LOOP_CLASS, ""),
        coarse=coarse_key(first.family, LOOP_CLASS),
        floor=_KINDS["loop"][0],
    )


def path_lesson(path: Sequence[Seen], told: Telling) -> Experience | None:
    """The shortest path as a procedure; None under 3 steps or without a task type."""
    if len(path) < _PATH_AT_LEAST or not told.trajectory.task_type:
        return None
    last = path[-1]
    calls = [(item.family, Call(tool=item.step.tool, args=item.step.args)) for item in path]
    ops = tuple(clean_op(op, told.redact) for op in ops_of(calls, told.trajectory.goal))
    lines = [
        f"{number}. {op.new['tool']} {show_args(op.new['args'], told.redact)}"
        for number, op in enumerate((op for op in ops if op.rule == CALL), 1)
    ]
    named = ", ".join(f"{op.path}={show(op.new)}" for op in ops if op.rule == PARAMETER)
    if named:
        lines.append(say("parameters", told.lang, named=named))
    key = ">".join(item.family for item in path)
    return _experience(
        told,
        kind="minimal_path",
        nature="unknown",
        tools=(last.family, *(item.family for item in path)),
        failure_type="",
        about=last,
        point=say("path", told.lang, goal=told.redact(show(told.trajectory.goal)), count=len(path)),
        adjustment=Adjustment(text="\n".join(lines), ops=ops),
        counter=CounterExample(),
        evidence=Evidence(
            trajectory_id=told.trajectory.id, path=tuple(item.i for item in path), excerpts=excerpts(path, told)
        ),
        fingerprint=fine_key(told.trajectory.task_type, "PATH", key),
        coarse=coarse_key(told.trajectory.task_type, f"PATH:{key}"),
        floor=_KINDS["minimal_path"][0],
    )


def human_lesson(wrong: Seen, right: Seen | None, words: str, told: Telling) -> Experience:
    """What a user put right, in the user's words, with the change of arguments that followed."""
    ops: tuple[Op, ...] = ()
    if right is not None and right.family == wrong.family:
        ops = tuple(clean_op(op, told.redact) for op in argument_diff(wrong.flat, right.flat, wrong.family))
    elif right is not None:
        ops = (Op(tool=right.family, op="instead", old=wrong.family, new=right.family),)
    said = told.redact(show(words, 400))
    text = say("join", told.lang).join([said, *(say_op(op, told.lang) for op in ops if op.op != "instead")])
    return _experience(
        told,
        kind="human",
        nature="permanent",
        tools=(wrong.family, *(op.tool for op in ops)),
        failure_type="CORRECTED",
        about=wrong,
        point=say("corrected", told.lang, step=wrong.i, call=told.call(wrong)),
        adjustment=Adjustment(text=text, ops=ops),
        counter=CounterExample(text=told.call(wrong), args_redacted=show_args(wrong.step.args, told.redact)),
        evidence=Evidence(
            trajectory_id=told.trajectory.id,
            failed=(wrong.i,),
            repaired_by=right.i if right else None,
            fingerprint=fine_key(wrong.family, "CORRECTED", said),
            excerpts=excerpts((wrong, *((right,) if right else ())), told),
        ),
        fingerprint=fine_key(wrong.family, "CORRECTED", said),
        coarse=coarse_key(wrong.family, "CORRECTED"),
        floor=_KINDS["changed_arguments"][0] if ops else 0.0,
        trust="user",
        author="human",
    )


def hint_of(text: str) -> str:
    """The tool's own advice: the first sentence that tells what to try, "" when it gives none."""
    sentences = (sentence.strip() for sentence in _SENTENCE.split(text[-4000:]))
    return next((show(sentence, 240) for sentence in sentences if len(sentence) >= 4 and _HINT.search(sentence)), "")


def excerpts(items: Sequence[Seen], told: Telling) -> tuple[Excerpt, ...]:
    """Redacted copies of the cited steps, at most 12 of them, 500 characters of text each."""
    return tuple(
        Excerpt(
            step=item.i,
            tool=item.step.tool,
            args=show_args(item.step.args, told.redact),
            status=item.status,
            text=told.redact(item.step.text[:_EXCERPT]),
        )
        for item in items[:12]
    )


def _experience(
    told: Telling,
    *,
    kind: str,
    nature: str,
    tools: tuple[str, ...],
    failure_type: str,
    about: Seen,
    point: str,
    adjustment: Adjustment,
    counter: CounterExample,
    evidence: Evidence,
    fingerprint: str,
    coarse: str,
    floor: float,
    trust: str = "agent",
    author: str = "rule",
    preconditions: tuple[str, ...] = (),
) -> Experience:
    _, confidence, polarity = _KINDS[kind]
    run = told.trajectory
    context = context_of(
        tuple(dict.fromkeys(tools)),
        task_type=run.task_type,
        stage=run.stage or stage_of(about.family),
        stage_stated=bool(run.stage),
        failure_type=failure_type,
        preconditions=preconditions,
    )
    experience = Experience(
        context=context,
        decision_point=point,
        adjustment=adjustment,
        counter_example=counter,
        polarity=polarity,
        nature=nature,
        kind=kind,
        evidence=(evidence,),
        fingerprint=fingerprint,
        coarse_key=coarse,
        concreteness=max(concreteness(adjustment.text), floor) if adjustment.text else 0.0,
        confidence=confidence,
        trust_tier=trust,
        author=author,
        first_seen=told.seen_at,
        last_seen=told.seen_at,
    )
    return sealed(experience)


def _advice(repair: Repair, ops: tuple[Op, ...], told: Telling) -> str:
    lang = told.lang
    if repair.kind == "changed_arguments":
        return say("join", lang).join(say_op(op, lang) for op in ops)
    if repair.kind == "precondition":
        return say("before", lang, calls=" + ".join(told.call(item) for item in repair.between))
    if repair.kind == "refreshed_value":
        values = {
            "tool": ops[0].tool,
            "target": repair.last.step.tool,
            "paths": ", ".join(_value_name(op) for op in ops),
        }
        old = next((show(op.old) for op in ops if op.old is not None and not masked(op.old)), None)
        return say("refresh", lang, old=old, **values) if old else say("refresh_new", lang, **values)
    if repair.kind == "tool_switch" and repair.by is not None:
        names = {"new": repair.by.step.tool, "old": repair.last.step.tool}
        if is_shell(repair.by.family) or is_shell(repair.last.family):
            names = {"new": repair.by.family, "old": repair.last.family}
        return say("instead", lang, call=told.call(repair.by), **names)
    if repair.kind == "plain_retry":
        wait = " + ".join(told.call(item) for item in repair.between) or _pause(repair)
        return say("retry_wait" if wait else "retry", lang, times=len(repair.failed), wait=wait)
    return ""


def _value_name(op: Op) -> str:
    return f"`{op.new}`" if op.rule == "token" else op.path


def _pause(repair: Repair) -> str:
    """The time that passed before the retry worked, where it is known and was more than a second."""
    start, end = repair.last.step.started_at, repair.by.step.started_at if repair.by else None
    seconds = (end - start).total_seconds() if start and end else 0.0
    return f"{seconds:.0f} s" if seconds > 1 else ""


def _floor(repair: Repair, ops: tuple[Op, ...], hint: str) -> float:
    if hint or (repair.kind != "refreshed_value" and ops and all(op.new == MASK for op in ops)):
        return _HINT_FLOOR
    if repair.kind == "changed_arguments" and all(op.rule not in ("", "token", "part") for op in repair.ops):
        return _GENERALISED_FLOOR
    return _KINDS[repair.kind][0]


def _tried(failed: tuple[Seen, ...], told: Telling) -> tuple[str, ...]:
    """What earlier attempts of the chain had in place of the last one's values."""
    last = failed[-1]
    values: dict[str, None] = {}
    for item in failed[:-1]:
        for op in argument_diff(item.flat, last.flat, last.family):
            cleaned = clean_op(op, told.redact)
            if cleaned.old not in (None, ""):
                values[show(cleaned.old, 80)] = None
    return tuple(values)[:8]


def _conditions(item: Seen, by: Seen | None, goal: str) -> tuple[str, ...]:
    """What the failed call was about, in general: the kind of file, the host, unless it is this task's own.

    What the cure took away is no condition: the call that follows the lesson would not meet it.
    """
    named = goal_words(goal)
    found: dict[str, None] = {}
    for path, value in item.flat.items():
        if not isinstance(value, str) or len(value) > 500:
            continue
        left = str(by.flat.get(path, value)) if by and by.family == item.family else value
        host = _HOST.search(value)
        extension = re.search(r"^[^\s]{1,300}(\.[A-Za-z][A-Za-z0-9]{0,7})$", value)
        if host and host[1] in left and not any(word in host[1].lower() for word in named):
            found[f"{path} at {host[1]}"] = None
        elif extension and not is_shell(item.family) and left.lower().endswith(extension[1].lower()):
            found[f"{path} is a {extension[1].lower()} file"] = None
    if is_shell(item.family) and command_of(item.step.args):
        found[f"command {item.family.removeprefix('shell:')}"] = None
    return tuple(found)[:4]
