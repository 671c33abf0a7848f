"""One experience from two of the same lesson."""

from dataclasses import replace

from hindsight.domain.experience.conditions import kept
from hindsight.domain.experience.record import Counters, Experience, next_version

_MOST_TRIED = 12


def merge(old: Experience, new: Experience) -> Experience:
    """One experience from two of the same lesson: evidence and contexts join, the more concrete text wins as it is.

    Counters add up; the result is a new version of `old`.
    """
    better = new if new.concreteness > old.concreteness else old
    a, b = old.context, new.context
    context = replace(
        better.context,
        task_type=a.task_type if a.task_type == b.task_type else _common_parent(a.task_type, b.task_type),
        stage=a.stage if a.stage == b.stage else "",
        stage_stated=a.stage_stated and b.stage_stated and a.stage == b.stage,
        preconditions=kept(old, new),
    )
    counters = Counters(
        **{
            name: getattr(old.counters, name) + getattr(new.counters, name)
            for name in Counters.__slots__
            if name != "streak"
        },
        streak=new.counters.streak or old.counters.streak,
    )
    seen = [time for time in (old.first_seen, old.last_seen, new.first_seen, new.last_seen) if time]
    return next_version(
        old,
        context=context,
        decision_point=better.decision_point,
        adjustment=better.adjustment,
        counter_example=replace(better.counter_example, tried=_tried(old, new, better)),
        concreteness=better.concreteness,
        confidence=min(1.0, max(old.confidence, new.confidence) + 0.1),
        evidence=tuple(dict.fromkeys((*old.evidence, *new.evidence))),
        counters=counters,
        first_seen=min(seen, default=None),
        last_seen=max(seen, default=None),
        pinned=old.pinned or new.pinned,
    )


def _tried(old: Experience, new: Experience, better: Experience) -> tuple[str, ...]:
    """What was tried in vain in either: also the value that the sentence which does not stay replaces."""
    kept_ops = {(op.path, str(op.old)) for op in better.adjustment.ops}
    replaced = (
        str(op.old)
        for item in (old, new)
        for op in item.adjustment.ops
        if op.op == "set" and not op.rule and op.old is not None and (op.path, str(op.old)) not in kept_ops
    )
    values = dict.fromkeys((*old.counter_example.tried, *new.counter_example.tried, *replaced))
    return tuple(values)[:_MOST_TRIED]


def _common_parent(a: str, b: str) -> str:
    """The task type both lie under, "" (any task) when there is none."""
    if a.startswith(f"{b}/"):
        return b
    return a if b.startswith(f"{a}/") else ""
