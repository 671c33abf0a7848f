"""The debrief by a language model: lessons beyond those of the rules, through the same gates (X5, X6).

Each cites a step of the run. Advice that names nothing to act on is asked for once more, with the missing parts named,
and then dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from hindsight.domain.debrief import Debrief
from hindsight.domain.debrief.errors import Seen, see
from hindsight.domain.debrief.privacy import Redact, show_args
from hindsight.domain.errors import Refused, Unavailable
from hindsight.domain.experience import Evidence, Excerpt, Experience, sealed
from hindsight.domain.memory import TRUST, Source
from hindsight.domain.replies import Failure, read_reply
from hindsight.domain.replies.grounding import occurs
from hindsight.domain.text import Script, script
from hindsight.domain.trajectory import Trajectory
from hindsight.services.asking import Answer, ask
from hindsight.services.learn import Lesson, experience_of
from hindsight.services.parts import Parts
from hindsight.services.prompts import prompt
from hindsight.services.screening import cleaner

CONFIDENCE: Final = 0.6
"""Of a lesson that nothing but a model's reading of the run supports."""
_SHOWN: Final = 400
_LONGEST: Final = 1_000
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)[^\s，。；）)'\"`]+", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reflected:
    """The lessons that a model adds; ``extractor`` names model and prompt, ``degraded`` why there are none."""

    lessons: tuple[Experience, ...] = ()
    extractor: str = ""
    degraded: tuple[str, ...] = ()


async def model_lessons(parts: Parts, run: Trajectory, report: Debrief) -> Reflected:
    """What a model learns from ``run`` that the rules did not. Never raises for a model: the rules' debrief stands."""
    most = parts.policy.model.lessons
    if parts.reflector is None or not run.steps or not most or report.episode.unclear_goal:
        return Reflected()
    clean = cleaner(parts.policy.guard)
    language = script(run.goal or " ".join(step.said for step in run.steps if step.is_remark))
    instructions = prompt("reflect", language)
    try:
        answer = await ask(
            parts.reflector,
            instructions.text,
            _rendered(run, report, parts.policy.model.request_chars, clean),
            partial(
                _read, run=run, report=report, author=f"llm:{parts.reflector.model}", language=language, clean=clean
            ),
            language=language,
            policy=parts.policy.model,
        )
    except Unavailable as error:
        return Reflected(degraded=(f"reflect: {error.code}: {error.message}",))
    if answer.value is None:
        return Reflected(degraded=(f"reflect: the language model's reply cannot be used: {answer.complaint}",))
    return Reflected(answer.value[:most], instructions.by(parts.reflector.model))


def _rendered(run: Trajectory, report: Debrief, limit: int, clean: Redact) -> str:
    """The run as data, at most ``limit`` characters: its begin and its end if it is longer."""
    lines = [_line(see(step), clean) for step in run.steps]
    head, tail, used = 0, len(lines), 0
    while head < tail:
        first, last = lines[head], lines[tail - 1]
        used += len(first) + (len(last) if tail - 1 > head else 0)
        if used > limit:
            break
        head, tail = head + 1, max(head + 1, tail - 1)
    left_out = [f"… {tail - head} steps left out …"] if tail > head else []
    known = [f"- {lesson.adjustment.text[:_SHOWN]}" for lesson in report.lessons if lesson.adjustment.text]
    text = "\n".join([*lines[:head], *left_out, *lines[tail:]])
    about = f"Goal: {_data(run.goal)}\nOutcome: {report.outcome}\n"
    return f"{about}<run>\n{text}\n</run>\nAlready known:\n{chr(10).join(known) or '-'}"


def _line(seen: Seen, clean: Redact) -> str:
    step = seen.step
    if step.is_remark:
        return f"{step.i}. user: {_data(step.said)}"
    thought = f" ({_data(step.thought)})" if step.thought else ""
    args = show_args(step.args, clean)[:_SHOWN]
    return f"{step.i}. {step.tool} {_data(args)}{thought} → {seen.status}: {_data(step.text)}"


def _data(text: str) -> str:
    """Text of the run, cut; what looks like our own mark is taken out."""
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]} … {text[-_SHOWN // 2 :]}"
    return " ".join(short.split()).replace("<run", "‹run").replace("</run", "‹/run")


def _read(
    reply: str, *, run: Trajectory, report: Debrief, author: str, language: Script, clean: Redact
) -> Answer[tuple[Experience, ...]]:
    found = read_reply(reply, "lessons")
    if isinstance(found, Failure):
        return Answer(None, found.reason)
    lessons: list[Experience] = []
    complaints: list[str] = []
    for place, item in enumerate(found.items[:10], 1):
        try:
            lesson = _lesson(item, run, author, clean)
        except Refused as error:
            complaints.append(f"lesson {place}: {error}")
            continue
        if script(lesson.adjustment.text) != language:
            complaints.append(f"lesson {place}: it is in another language than the goal")
        elif not _repeats(lesson, report.lessons):
            lessons.append(lesson)
    if found.truncated:
        complaints.append("truncated")
    return Answer(tuple(lessons), "; ".join(complaints), worth=len(lessons))


def _lesson(item: Mapping[str, Any], run: Trajectory, author: str, clean: Redact) -> Experience:
    """One lesson past the gates. Refused with the reason: not of this run, or nothing to act on."""
    step = _cited(item, run)
    advice = _text(item, "do")
    if not all(_used(address, run) for address in _ADDRESS.findall(advice)):
        # A tool's output may plant an address; one that the agent never went to itself is no lesson of the run.
        raise Refused("it names an address that the run did not use.")
    seen = see(step.step)
    source = Source(type="agent", trust=TRUST["agent"])
    made = experience_of(
        Lesson(
            situation=run.goal,
            adjustment=advice,
            tools=(step.family,),
            counter_example=_text(item, "instead_of"),
            error=seen.step.text[:_LONGEST] if seen.failed else "",
            task_type=run.task_type,
            stage=run.stage,
            polarity="negative" if _text(item, "polarity").lower() == "negative" else "positive",
        ),
        source,
        clean,
    )
    excerpt = Excerpt(
        step=seen.i,
        tool=seen.step.tool,
        args=show_args(seen.step.args, clean),
        status=seen.status,
        text=clean(seen.step.text[:500]),
    )
    evidence = Evidence(
        trajectory_id=run.id,
        failed=(seen.i,) if seen.failed else (),
        path=() if seen.failed else (seen.i,),
        fingerprint=seen.fingerprint,
        excerpts=(excerpt,),
    )
    return sealed(
        replace(
            made,
            decision_point=_text(item, "situation")[:_SHOWN],
            nature="transient" if seen.failed and seen.nature == "transient" else made.nature,
            evidence=(evidence,),
            confidence=CONFIDENCE,
            trust_tier="tool" if seen.failed else "agent",
            author=author,
        )
    )


def _cited(item: Mapping[str, Any], run: Trajectory) -> Seen:
    """The step that a lesson is about; the words it cites must stand there. Refused otherwise."""
    said = str(item.get("step", "")).strip()
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 7 else -1
    step = next((step for step in run.steps if step.i == number and not step.is_remark), None)
    if step is None:
        raise Refused("it cites no step of the run.")
    evidence = _text(item, "evidence")
    if evidence and not occurs(
        evidence, f"{step.text}\n{json.dumps(dict(step.args), ensure_ascii=False, default=str)}"
    ):
        raise Refused("its evidence does not stand in the step that it cites.")
    return see(step)


def _used(address: str, run: Trajectory) -> bool:
    wanted = address.rstrip(".,;:").casefold()
    told = [run.goal, *(json.dumps(dict(step.args), ensure_ascii=False, default=str) for step in run.steps)]
    return any(wanted in text.casefold() for text in told)


def _repeats(lesson: Experience, known: Sequence[Experience]) -> bool:
    """Whether a rule already drew it: the same tool, and the new values of the rule's change are all that it says."""
    text = lesson.adjustment.text.casefold()
    for other in known:
        values = [str(op.new).casefold() for op in other.adjustment.ops if op.new not in (None, "")]
        same_step = {step for item in lesson.evidence for step in item.steps} & {
            step for item in other.evidence for step in item.steps
        }
        if values and same_step and all(value in text for value in values):
            return True
    return False


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return value.strip()[:_LONGEST] if isinstance(value, str) else ""
