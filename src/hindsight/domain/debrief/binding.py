"""When the value of a lesson is taken out, because it was right in one case only, and when it is put in again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hindsight.domain.debrief.diff import flatten
from hindsight.domain.debrief.privacy import masked
from hindsight.domain.debrief.values import one_case
from hindsight.domain.debrief.wording import Language, say, say_op
from hindsight.domain.experience.conditions import cases, value_at
from hindsight.domain.experience.record import Adjustment, Experience, Op, sealed

_BOUND_FLOOR = 0.9
_UNBOUND_FLOOR = 0.5
_CASES = 2


def unbound(lesson: Experience, lang: Language) -> Experience:
    """The lesson without the values of its literal changes: they were right in that one case only."""
    ops = tuple(
        replace(op, old=None, new=None, rule="another") if op.op in ("set", "add") and not op.rule else op
        for op in lesson.adjustment.ops
    )
    text = say("join", lang).join(say_op(op, lang) for op in ops)
    return sealed(
        replace(lesson, adjustment=Adjustment(text=text, ops=ops), concreteness=_UNBOUND_FLOOR, confidence=0.5)
    )


def bound(lesson: Experience, lang: Language) -> Experience:
    """The lesson with a value that looked like one of a single case but was right in two different ones: a constant.

    Which calls were repaired how is in the evidence. Once it differs, the value is taken out again.
    """
    if lesson.kind != "changed_arguments":
        return lesson
    runs, ops = tuple(cases(lesson)), lesson.adjustment.ops
    open_ = {op.path for op in ops if op.op in ("set", "add") and _may_be_bound(op)}
    others = {
        json.dumps({name: value for name, value in flatten(failed).items() if name not in open_}, sort_keys=True)
        for failed, _ in runs
    }
    if not open_ or len(others) < _CASES:
        return lesson
    now = tuple(_bound(op, runs) if op.path in open_ else op for op in ops)
    if now == ops:
        return lesson
    text = say("join", lang).join(say_op(op, lang) for op in now)
    return sealed(replace(lesson, adjustment=Adjustment(text=text, ops=now), concreteness=_BOUND_FLOOR))


def _may_be_bound(op: Op) -> bool:
    return (op.new is None and op.rule in ("another", "present")) or (not op.rule and one_case(op.new))


def _bound(op: Op, runs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Op:
    values = [value_at(repaired, op.path) for _, repaired in runs]
    if any(value != values[0] for value in values):
        return replace(op, old=None, new=None, rule="another" if op.op == "set" else "present")
    if not one_case(values[0]) or masked(values[0]):
        return op
    return replace(op, old=value_at(runs[-1][0], op.path), new=values[0], rule="")
